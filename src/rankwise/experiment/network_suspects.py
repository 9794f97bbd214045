"""What is suspected when messages to other nodes are slow: protocol limits, small buffers, an unused transport.

Rows as in `suspects`; the transports are those that the MPI's libraries list between two nodes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rankwise.core.knob_names import variable
from rankwise.core.records import Change, Mpi
from rankwise.experiment.suspects import Suspect, suspects_for
from rankwise.mpis.records import FabricChoice

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

ROWS = (
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


def network_suspects(
    mpi: Mpi, choices: Sequence[FabricChoice], interfaces: Mapping[str, Sequence[str]]
) -> tuple[Suspect, ...]:
    """The rows of this MPI, and a suspect for each way to other nodes that it might have taken. `choices` are its ways
    between nodes, `interfaces` those of one node by network."""
    return (*suspects_for(mpi, ROWS), *(_unused(choice, interfaces) for choice in one_of_each_place(choices)))


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
