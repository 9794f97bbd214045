"""What is suspected when a path or collective is slow, and how to remove it for an experiment.

One row is one possible cause. A row alone proves nothing: it becomes a finding only when the same cell, alternated with
and without it, shows the difference.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rankwise.core.knob_names import variable
from rankwise.core.records import Change, FixLine, Mpi
from rankwise.core.version import numbers
from rankwise.mpis.records import FabricChoice

HUGE_PAGES = {"env:GLIBC_TUNABLES": "glibc.malloc.hugetlb=1:glibc.malloc.mmap_max=0"}
"""Arrays from pages of 2 MiB. Arrays of their own pages (`mmap_max`) would begin and end between two of these."""

_AS_IT_IS = Change()
_EARLY = (
    "above this limit a message waits for an answer of its receiver before its bytes are sent, which costs a round "
    "trip on the network"
)
_SMALL = (
    "the limits of the system (net.ipv4.tcp_rmem and tcp_wmem) allow a connection fewer bytes in flight than the "
    "network holds, so it waits for acknowledgements"
)
_SYSCTL = "sysctl -w net.ipv4.tcp_rmem='4096 131072 6291456' net.ipv4.tcp_wmem='4096 16384 4194304'"
_MOST_TRANSPORTS = 4


@dataclass(frozen=True)
class Suspect:
    """A possible cause. `before` and `after` are launches with and without it; one of them is the default launch.

    `families` None: it concerns every MPI. `least_version` is the first release that it concerns; sizes are those of
    cells where it can matter, `reach` says between which ranks. `choice` is another transport that messages of `after`
    take.
    """

    id: str
    title: str
    cause: str
    families: frozenset[str] | None = None
    after: Change = _AS_IT_IS
    before: Change = _AS_IT_IS
    fixes: tuple[tuple[str, str], ...] = ()
    least_version: tuple[int, ...] = ()
    largest_bytes: int = 1 << 62
    smallest_bytes: int = 0
    severity: str = "warning"
    reach: Literal["node", "network", "any"] = "any"
    choice: FabricChoice | None = None


TABLE = (
    Suspect(
        id="yield-in-progress",
        families=frozenset({"mpich"}),
        least_version=(4, 2),
        title="every wait yields the processor",
        cause="since release 4.2 the progress loop calls sched_yield() in every turn, a system call that no setting of "
        "MPICH turns off; ranks that have a core each gain nothing from it",
        after=Change(preload="noyield"),
        fixes=(("environment", "LD_PRELOAD={preload}"),),
        largest_bytes=1 << 18,
    ),
    Suspect(
        id="ucx-instead-of-ob1",
        families=frozenset({"openmpi"}),
        least_version=(4,),
        title="a faster point-to-point layer is installed and unused",
        cause="inside a node Open MPI chooses its own layer (ob1) although UCX is built in",
        after=Change(knobs={"mca:pml": "ucx", "mca:pml_ucx_tls": "any", "mca:pml_ucx_devices": "any"}),
        fixes=(
            ("mpirun", "--mca pml ucx --mca pml_ucx_tls any --mca pml_ucx_devices any"),
            ("environment", "OMPI_MCA_pml=ucx OMPI_MCA_pml_ucx_tls=any OMPI_MCA_pml_ucx_devices=any"),
        ),
        reach="node",
    ),
    Suspect(
        id="small-eager-limit",
        families=frozenset({"openmpi"}),
        least_version=(5,),
        title="short messages leave the eager protocol early",
        cause="the eager limit of shared memory (btl_sm_eager_limit) is 4096 bytes including the header",
        after=Change(knobs={"mca:btl_sm_eager_limit": "65536", "mca:btl_sm_max_send_size": "131072"}),
        fixes=(("mpirun", "--mca btl_sm_eager_limit 65536 --mca btl_sm_max_send_size 131072"),),
        smallest_bytes=512,
        largest_bytes=1 << 17,
        reach="node",
    ),
    Suspect(
        id="small-fast-box",
        families=frozenset({"openmpi"}),
        least_version=(5,),
        title="short messages that follow each other fill the fast box",
        cause="messages of up to 256 bytes go through a buffer of 4 KiB for each pair (btl_sm_fbox_size); what does "
        "not fit takes a slower path until the receiver has emptied it",
        after=Change(knobs={"mca:btl_sm_fbox_size": "8192"}),
        fixes=(("mpirun", "--mca btl_sm_fbox_size 8192"), ("environment", "OMPI_MCA_btl_sm_fbox_size=8192")),
        smallest_bytes=32,
        largest_bytes=256,
        reach="node",
    ),
    Suspect(
        id="small-pages",
        title="large arrays lie in small pages",
        cause="the C library takes arrays from pages of 4 KiB, and a copy out of another process's memory (CMA) pays "
        "for each of them; Linux gives pages of 2 MiB to those that ask for them",
        after=Change(knobs=HUGE_PAGES),
        fixes=(("environment", "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.mmap_max=0"),),
        smallest_bytes=1 << 14,
        reach="node",
    ),
    Suspect(
        id="single-copy-threshold",
        families=frozenset({"mpich"}),
        least_version=(4,),
        title="single copy is used where two copies are faster",
        cause="messages above the CMA threshold are read from the other process by system calls",
        after=Change(knobs={"env:MPIR_CVAR_CH4_IPC_CMA_P2P_THRESHOLD": "1048576"}),
        fixes=(("environment", "MPIR_CVAR_CH4_IPC_CMA_P2P_THRESHOLD=1048576"),),
        smallest_bytes=1 << 12,
        reach="node",
    ),
    Suspect(
        id="single-copy-of-openmpi",
        families=frozenset({"openmpi"}),
        least_version=(5,),
        title="single copy is used where two copies are faster",
        cause="messages above the eager limit are read from the other process by system calls (smsc cma)",
        after=Change(knobs={"mca:smsc": "^cma"}),
        fixes=(("mpirun", "--mca smsc ^cma"), ("environment", "OMPI_MCA_smsc=^cma")),
        smallest_bytes=1 << 10,
        reach="node",
    ),
    Suspect(
        id="shared-memory-code-path",
        families=frozenset({"impi"}),
        least_version=(2021,),
        title="the shared-memory code was chosen for another processor",
        cause="Intel MPI picks its copy routines by processor model (I_MPI_SHM), and has none of its own for this one",
        after=Change(knobs={"env:I_MPI_SHM": "skx_avx2"}),
        fixes=(("environment", "I_MPI_SHM=skx_avx2"),),
        reach="node",
    ),
    Suspect(
        id="unbound",
        families=frozenset({"mpich", "mvapich"}),
        title="ranks are not bound to cores",
        cause="this launcher binds nothing unless it is told to, so that ranks wander and share cores",
        before=Change(bind=False),
        fixes=(("mpiexec", "-bind-to core"), ("srun", "--cpu-bind=cores")),
    ),
    Suspect(
        id="early-rendezvous-of-ucx",
        families=frozenset({"mpich", "mvapich"}),
        title="the rendezvous threshold (UCX_RNDV_THRESH) is low for this network",
        cause=_EARLY,
        after=Change(knobs={"env:UCX_RNDV_THRESH": "256k"}),
        fixes=(("environment", "UCX_RNDV_THRESH=256k"),),
        smallest_bytes=1 << 10,
        largest_bytes=1 << 17,
        reach="network",
    ),
    Suspect(
        id="early-rendezvous-of-btl-tcp",
        families=frozenset({"openmpi"}),
        title="the eager limit (btl_tcp_eager_limit) is low for this network",
        cause=_EARLY,
        after=Change(knobs={"mca:btl_tcp_eager_limit": "262144", "mca:btl_tcp_rndv_eager_limit": "262144"}),
        fixes=(("mpirun", "--mca btl_tcp_eager_limit 262144 --mca btl_tcp_rndv_eager_limit 262144"),),
        smallest_bytes=1 << 10,
        largest_bytes=1 << 17,
        reach="network",
    ),
    Suspect(
        id="small-buffers-of-ucx",
        families=frozenset({"mpich", "mvapich"}),
        title="socket buffers are small for this network",
        cause=_SMALL,
        after=Change(knobs={"env:UCX_TCP_SNDBUF": "4m", "env:UCX_TCP_RCVBUF": "4m"}),
        fixes=(("environment", "UCX_TCP_SNDBUF=4m UCX_TCP_RCVBUF=4m"), ("root", _SYSCTL)),
        smallest_bytes=1 << 15,
        reach="network",
    ),
    Suspect(
        id="small-buffers-of-btl-tcp",
        families=frozenset({"openmpi"}),
        title="socket buffers are small for this network",
        cause=_SMALL,
        after=Change(knobs={"mca:btl_tcp_sndbuf": "4194304", "mca:btl_tcp_rcvbuf": "4194304"}),
        fixes=(("mpirun", "--mca btl_tcp_sndbuf 4194304 --mca btl_tcp_rcvbuf 4194304"), ("root", _SYSCTL)),
        smallest_bytes=1 << 15,
        reach="network",
    ),
)


def suspects_for(mpi: Mpi, *, between_nodes: bool = False) -> tuple[Suspect, ...]:
    """The rows that concern this MPI in this release, on one node or also between several."""
    version = numbers(mpi.version)
    concerned = [row for row in TABLE if row.families is None or mpi.family in row.families]
    return tuple(row for row in concerned if version >= row.least_version and (between_nodes or row.reach != "network"))


def unused_transports(choices: Sequence[FabricChoice], interfaces: Mapping[str, Sequence[str]]) -> tuple[Suspect, ...]:
    """A suspect for each way to other nodes that an MPI might have taken. `choices` are its ways between nodes,
    `interfaces` those of one node by network."""
    return tuple(_unused(choice, interfaces) for choice in one_of_each_place(choices))


def one_of_each_place(choices: Sequence[FabricChoice]) -> list[FabricChoice]:
    """The first transport over each network, adapter, and number of rails, adapters before sockets: what differs in the
    stack alone is left to `rankwise fabrics`."""
    first: dict[str, FabricChoice] = {}
    for choice in choices:
        if choice.knobs and choice.reach != "node":
            first.setdefault(choice.name.partition(":")[2] or choice.kind, choice)
    ranked = sorted(first.values(), key=lambda choice: "device" not in choice.expect)
    return ranked[:_MOST_TRANSPORTS]


def _unused(choice: FabricChoice, interfaces: Mapping[str, Sequence[str]]) -> Suspect:
    own = dict.fromkeys(
        choice.interface_variables,
        ",".join(name for network in choice.networks for name in interfaces.get(network, ())),
    )
    words = {**{variable(name): value for name, value in choice.knobs.items()}, **own}
    through = f" ({', '.join(sorted(set(own.values())))})" if own else ""
    return Suspect(
        id=f"unused-transport-{choice.name}",
        title=f"a faster transport to other nodes is not taken: {choice.name}{through}",
        cause=f"the library does not choose {choice.description}{through} by itself",
        after=Change(knobs=choice.knobs),
        fixes=(("environment", " ".join(f"{name}={value}" for name, value in words.items())),),
        reach="network",
        choice=choice,
    )


def suspected_settings(mpi: Mpi, settings: Mapping[str, str]) -> tuple[Suspect, ...]:
    """One row for each variable that users set for this MPI, with its value."""
    return tuple(
        Suspect(
            id=f"environment-{name}",
            title=f"{name}={value} is set in your environment",
            cause=f"the variable {name}={value} changes how {mpi.name} moves bytes",
            after=Change(unset=(name,)),
            fixes=(("shell", f"unset {name}"),),
            severity="serious",
        )
        for name, value in settings.items()
    )


def concerns(suspect: Suspect, kernel: str, size_bytes: int, *, between_nodes: bool) -> bool:
    """Whether the suspect can matter for a cell: memory copies of one rank never, sizes and reach as the row says."""
    reached = suspect.reach in ("any", "network" if between_nodes else "node")
    return kernel != "copy" and reached and suspect.smallest_bytes <= size_bytes <= suspect.largest_bytes


def fix_lines(suspect: Suspect, mpi: Mpi, preload_path: str = "") -> tuple[FixLine, ...]:
    """The row's fixes for this MPI, ready to type."""
    begin = {"environment": "export "}
    return tuple(
        FixLine(
            mpi=mpi.name,
            launcher=launcher,
            line=begin.get(launcher, "") + line.replace("{preload}", shlex.quote(preload_path)),
        )
        for launcher, line in suspect.fixes
    )
