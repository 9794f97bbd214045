"""Intel MPI: Hydra with a dialect, libfabric providers beside the library, its root and provider path in variables."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from rankwise.core.records import Problem
from rankwise.mpis import transport_output
from rankwise.mpis.family import LibraryFacts, MpiFamily
from rankwise.mpis.impi import presets, rules
from rankwise.mpis.impi.knobs import FABRICS, HINTS, SEMANTICS, knobs
from rankwise.mpis.mpich.family import FAMILY as MPICH
from rankwise.mpis.mpich.hydra import DAEMONS, HydraLauncher
from rankwise.mpis.rule_file import RuleFile

if TYPE_CHECKING:
    from rankwise.mpis.layout.request import LineRules

_SHM = re.compile(r"Defaulting to shm fabric")
_NIC = re.compile(r"MPI startup\(\): \d+ +\d+ +([A-Za-z]\S*)\s*$", re.MULTILINE)


def environment(prefix: Path, library: Path) -> dict[str, str]:
    """`I_MPI_ROOT`, and `FI_PROVIDER_PATH` where the providers lie: beside the library (wheels) or under libfabric."""
    env = {"I_MPI_ROOT": str(prefix)}
    if providers := _providers(prefix, library):
        env["FI_PROVIDER_PATH"] = str(providers)
    return env


def transports(facts: LibraryFacts, prefix: Path) -> tuple[str, ...]:
    """Shared memory and the libfabric providers it ships, by the names of their files."""
    library = next((Path(path) for path in facts.loaded if Path(path).name.startswith("libmpi.so")), prefix / "lib/x")
    folder = _providers(prefix, library)
    providers = (
        {match[1] for file in folder.glob("lib*-fi.so") if (match := re.match(r"lib([a-z0-9]+)", file.name))}
        if (folder)
        else set()
    )
    return ("shm", "ofi", *sorted(providers - {"shm"}))


def check(prefix: Path, library: Path) -> list[Problem]:
    """A library without any libfabric: it loads, but no job starts."""
    system = (folder for root in ("/usr/lib64", "/usr/lib") for folder in Path(root).glob("**/libfabric.so.1"))
    if _providers(prefix, library) or next(system, None):
        return []
    hint = "install Intel's libfabric package beside it (PyPI: impi-rt with its dependencies)"
    return [Problem(code="no-libfabric", message=f"no libfabric lies in {prefix}, so no job can start", hint=hint)]


def parse(output: str) -> list[str]:
    """Shared memory, or libfabric's provider with each interface."""
    if _SHM.search(output):
        return ["shm"]
    nics = list(dict.fromkeys(_NIC.findall(output)))
    return [f"{provider}/{nic}" for provider in transport_output.libfabric(output) for nic in nics or ["?"]]


def _providers(prefix: Path, library: Path) -> Path | None:
    folders = (prefix / "opt/mpi/libfabric/lib/prov", prefix / "libfabric/lib/prov", library.parent, prefix / "lib")
    return next((folder for folder in folders if any(folder.glob("lib*-fi.so"))), None)


def _line_rules() -> LineRules:
    from rankwise.mpis.impi.layout import RULES

    return RULES


FAMILY = MpiFamily(
    name="impi",
    title="Intel MPI",
    library=re.compile(r"Intel\(R\) MPI Library (\S+)"),
    launcher=re.compile(r"Intel\(R\) MPI Library.*?Version (\S+)"),
    launchers=("mpiexec.hydra", "mpiexec", "mpirun"),
    compilers=("mpicxx", "mpigxx", "mpiicpx"),
    fix_lines={
        "through-adapter": "`export I_MPI_FABRICS=shm:ofi`",
        "single-copy": "`export I_MPI_SHM_CMA=0`: two copies, slower for large messages",
        "protocol-step": "`export I_MPI_EAGER_THRESHOLD=BYTES`",
        "interface": "`export FI_TCP_IFACE={name} I_MPI_HYDRA_IFACE={name}`",
    },
    line=HydraLauncher(unbind_env=(("I_MPI_PIN", "0"),), yield_env=(("I_MPI_THREAD_YIELD", "2"),), host_per_block=True),
    ranks=MPICH.ranks,
    line_rules=_line_rules,
    served="PMI 1, from mpiexec",
    tried=(("Intel MPI", "2021.18"),),
    to_bind="-genv I_MPI_PIN_DOMAIN {cpus}",
    to_unbind="-genv I_MPI_PIN=0",
    transports=transports,
    environment=environment,
    check=check,
    packages=("impi-rt", "impi-devel"),
    cuda_settings={"I_MPI_OFFLOAD": "1", "I_MPI_OFFLOAD_MODE": "cuda"},  # developer reference, "GPU Support"
    daemons=DAEMONS,
    pmi=("pmi2", "pmix", r"pmix_v\d+"),
    pmi_library="I_MPI_PMI_LIBRARY",
    prefixes=("I_MPI_", "MPIR_CVAR_"),
    listed=("I_MPI_",),
    given=("I_MPI_ROOT", "I_MPI_PIN", "I_MPI_HYDRA_BOOTSTRAP", "FI_PROVIDER_PATH"),
    knobs=knobs,
    hints=HINTS,
    semantics=(*SEMANTICS, *MPICH.semantics),
    placements=lambda _mpi: ({"env:I_MPI_PIN": "0"},),
    async_progress={"I_MPI_ASYNC_PROGRESS": "1"},  # developer reference, "Asynchronous Progress Control"
    gives_way={"env:I_MPI_THREAD_YIELD": "3"},  # developer reference: a thread sleeps while it waits
    yields=True,
    transport_output=transport_output.TransportOutput(
        knobs={**transport_output.UCX_SPEAKS, "env:I_MPI_DEBUG": "10"}, parse=parse, pin=transport_output.PINS
    ),
    fabrics=FABRICS,
    rules=RuleFile(
        carried=rules.carried,
        failing=rules.failing,
        returns=True,
        ignored=rules.ignored,
        message_of=rules.message_of,
        files={"env:I_MPI_TUNING": lambda _mpi, text: rules.check_file(text)},
        loaded=rules.loaded,
        replaces=lambda mpi: not presets.known(mpi),
        combined=rules.combined,
        elsewhere=rules.ELSEWHERE,
        forcing=re.compile(r"env:I_MPI_ADJUST_([A-Z_]+)"),
    ),
)
