"""Which transport an MPI really used, in its own words; and how it is told to use one network interface."""

from __future__ import annotations

from collections.abc import Sequence

from rankwise.core.records import Mpi
from rankwise.mpis.fabric_rows import ADAPTER_VARIABLES
from rankwise.mpis.families import FAMILIES
from rankwise.mpis.transport_output import SILENT, TransportOutput


def talkative(mpi: Mpi) -> dict[str, str]:
    """Knobs for a launch that is not timed, whose output `parsed` can read."""
    return dict(_transport_output(mpi).knobs)


def parsed(mpi: Mpi, output: str) -> tuple[str, ...]:
    """The transports that the library names in the output of a talkative launch, as `tcp/eth0`; empty if it names none.

    A library that can do so names the device too.
    """
    return tuple(dict.fromkeys(_transport_output(mpi).parse(output)))


def passed_over(mpi: Mpi, knob: str, output: str) -> str:
    """What the library sends over in place of the components that a knob lists; empty for what is in use."""
    return _transport_output(mpi).passed_over(knob, output)


def pinned(mpi: Mpi, interfaces: Sequence[str]) -> dict[str, str]:
    """The environment that keeps a rank's messages to other nodes on these network interfaces of its own, or RDMA ports
    (`mlx5_0:1`), whichever transport the MPI chooses."""
    every = ",".join(interfaces)
    if not any(":" in name for name in interfaces):
        return dict.fromkeys(_transport_output(mpi).pin, every)
    devices = ",".join(dict.fromkeys(name.partition(":")[0] for name in interfaces))
    return {"UCX_NET_DEVICES": every, **dict.fromkeys(ADAPTER_VARIABLES.values(), devices)}


def pinned_any(interfaces: Sequence[str]) -> dict[str, str]:
    """As `pinned`, for whichever MPI may be started. libfabric takes one interface: the first."""
    every = ",".join(interfaces)
    names = dict.fromkeys(name for family in FAMILIES.values() for name in family.transport_output.pin)
    return {name: interfaces[0] if name.startswith("FI_") else every for name in names}


def pin_variables() -> dict[str, tuple[str, ...]]:
    """For each MPI family, the variables that name the network interfaces of a rank's messages."""
    return {name: tuple(family.transport_output.pin) for name, family in FAMILIES.items()}


def _transport_output(mpi: Mpi) -> TransportOutput:
    return FAMILIES[mpi.family].transport_output if mpi.family in FAMILIES else SILENT
