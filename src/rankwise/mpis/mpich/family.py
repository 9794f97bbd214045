"""MPICH: Hydra, netmods named in its device line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from rankwise.core.records import Mpi
from rankwise.mpis import transport_output
from rankwise.mpis.family import LibraryFacts, MpiFamily, RankVariables, single_copy
from rankwise.mpis.knob_lists import from_mpi_t
from rankwise.mpis.mpich import selection
from rankwise.mpis.mpich.hydra import DAEMONS, HydraLauncher
from rankwise.mpis.mpich.knobs import FABRICS, HINTS, SEMANTICS
from rankwise.mpis.rule_file import RuleFile

if TYPE_CHECKING:
    from rankwise.mpis.layout.request import LineRules


def transports(facts: LibraryFacts, _prefix: Path) -> tuple[str, ...]:
    """From the device line: `ch4:ucx ofi` is two netmods and shared memory; ch3 has TCP unless it says otherwise."""
    device = re.search(r"MPICH Device:\s*(\w+)(?::([\w ,:]+))?", facts.words)
    if device is None:
        return ()
    netmods = tuple(re.findall(r"\w+", device[2] or ""))
    if device[1] == "ch3":
        netmods = tuple(name for name in netmods if name not in ("nemesis", "sock")) or ("tcp",)
    return ("shm", *netmods, *single_copy(facts))


def netmod(mpi: Mpi) -> str:
    """The first of its netmods."""
    return next((name for name in mpi.transports if name != "shm"), "")


FIX_LINES = {
    "through-adapter": "`unset MPIR_CVAR_NOLOCAL`; with UCX: `UCX_TLS=shm,self` and the network's",
    "single-copy": "`export MPIR_CVAR_CH4_CMA_ENABLE=0`: two copies, slower for large messages",
    "protocol-step": "`export UCX_RNDV_THRESH=BYTES`; over OFI `FI_OFI_RXM_BUFFER_SIZE=BYTES`",
    "interface": "`export UCX_NET_DEVICES={name} FI_TCP_IFACE={name}`; `mpiexec -iface {name}`",
}


def _line_rules() -> LineRules:
    from rankwise.mpis.mpich.layout import RULES

    return RULES


FAMILY = MpiFamily(
    name="mpich",
    title="MPICH",
    library=re.compile(r"MPICH Version:\s*(\S+)"),
    launcher=re.compile(r"HYDRA build details:\s+Version:\s*(\S+)"),
    launchers=("mpiexec.mpich", "mpiexec.hydra", "mpiexec", "mpirun"),
    compilers=("mpicxx.mpich", "mpicxx", "mpic++"),
    fix_lines=FIX_LINES,
    shared_memory_bytes=lambda _mpi: 21 << 18,  # of 5.0, as ranks of 3 and 6 were seen to map
    line=HydraLauncher(unbind_args=("-bind-to", "none"), yield_env=(("MPIR_CVAR_POLLS_BEFORE_YIELD", "1"),)),
    transports=transports,
    netmod=netmod,
    packages=("mpich",),
    cuda_packages=("libucx-cu12",),
    cuda_settings={"MPIR_CVAR_NOLOCAL": "1"},  # its own shared memory takes pointers for the host's
    ranks=RankVariables(
        rank=("PMI_RANK",),
        size=("PMI_SIZE",),
        local_rank=("MPI_LOCALRANKID",),
        local_size=("MPI_LOCALNRANKS",),
        contact=("PMI_FD", "PMI_PORT"),
    ),
    binds=False,
    line_rules=_line_rules,
    served="PMI 1, from mpiexec",
    tried=(("MPICH", "5.0.2"),),
    to_bind="-bind-to core:{cpus}",
    to_unbind="-bind-to none",
    daemons=DAEMONS,
    pmi=("pmi2", "pmix", r"pmix_v\d+"),
    prefixes=("MPIR_CVAR_", "MPICH_"),
    listed=("MPIR_CVAR_",),
    given=("MPICH_INTERFACE_HOSTNAME",),
    knobs=from_mpi_t,
    hints=HINTS,
    semantics=SEMANTICS,
    placements=lambda _mpi: (
        {"env:HYDRA_BINDING": "core"},
        {"env:HYDRA_BINDING": "core", "env:HYDRA_MAPPING": "socket"},
    ),
    async_progress={"MPIR_CVAR_ASYNC_PROGRESS": "1"},  # README.envvar
    yields=True,
    transport_output=transport_output.TransportOutput(
        knobs={**transport_output.UCX_SPEAKS, "env:MPIR_CVAR_DEBUG_SUMMARY": "1"},
        parse=lambda output: transport_output.ucx(output) or transport_output.libfabric(output),
        pin=(*transport_output.PINS, "MPIR_CVAR_NEMESIS_TCP_NETWORK_IFACE"),
    ),
    fabrics=FABRICS,
    rules=RuleFile(
        carried=selection.carried,
        failing=selection.failing,
        returns=False,
        files={f"env:{variable}": selection.check_file for variable in selection.VARIABLES.values()},
        forcing=re.compile(r"env:MPIR_CVAR_([A-Z_]+?)_(?:(?:POSIX_|OFI_)?INTRA_ALGORITHM|COMPOSITION)"),
        algorithms=selection.algorithms,
    ),
)
