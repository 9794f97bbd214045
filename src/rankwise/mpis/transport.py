"""Which transport an MPI really used, in its own words; and how it is told to use one network interface.

One row per family. UCX and libfabric speak for themselves below whichever MPI sits on them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rankwise.core.records import Mpi

_UCX = re.compile(r"(?:int(?:er|ra)-node cfg#\d+|ep_cfg\[\d+\]:) tag\(([^)]+)\)")
LIBFABRIC = re.compile(r"libfabric provider: ?([a-z][\w;]*)")
_INTEL_SHM = re.compile(r"Defaulting to shm fabric")
_INTEL_NIC = re.compile(r"MPI startup\(\): \d+ +\d+ +([A-Za-z]\S*)\s*$", re.MULTILINE)
_BML = re.compile(r"bml: Using (\w+) btl for send to (?!\S+ on node self)")
_PML = re.compile(r"select: component (\w+) selected")
_SERVED = {"btl": "ob1", "mtl": "cm"}  # the component of `pml` that each serves


@dataclass(frozen=True)
class Voice:
    """`knobs` make the library say what it uses; `hear` finds that in the output of a launch; `pin` names the variables
    that keep its messages on the interfaces that they list."""

    knobs: Mapping[str, str]
    hear: Callable[[str], list[str]]
    pin: tuple[str, ...]


def talkative(mpi: Mpi) -> dict[str, str]:
    """Knobs for a launch that is not timed, whose output `heard` can read."""
    return dict(VOICES[mpi.family].knobs) if mpi.family in VOICES else {}


def heard(mpi: Mpi, output: str) -> tuple[str, ...]:
    """The transports that the library names in the output of a talkative launch, as `tcp/eth0`; empty if it names none.

    A library that can do so names the device too.
    """
    return tuple(dict.fromkeys(VOICES[mpi.family].hear(output))) if mpi.family in VOICES else ()


def passed_over(mpi: Mpi, knob: str, output: str) -> str:
    """What Open MPI sends over in place of the components that `btl` or `mtl` lists; empty for what is in use."""
    chosen = _PML.findall(output) if mpi.family == "openmpi" and knob in _SERVED else []
    return f"pml {chosen[0]}" if chosen and _SERVED[knob] not in chosen else ""


def pinned(mpi: Mpi, interfaces: Sequence[str]) -> dict[str, str]:
    """The environment that keeps a rank's messages to other nodes on these network interfaces of its own, whichever
    transport the MPI chooses."""
    return dict.fromkeys(VOICES[mpi.family].pin, ",".join(interfaces)) if mpi.family in VOICES else {}


def _words(groups: Iterable[str]) -> list[str]:
    return [word for group in groups for word in group.split()]


def pinned_any(interfaces: Sequence[str]) -> dict[str, str]:
    """As `pinned`, for whichever MPI may be started. libfabric takes one interface: the first."""
    every = ",".join(interfaces)
    names = dict.fromkeys(name for voice in VOICES.values() for name in voice.pin)
    return {name: interfaces[0] if name.startswith("FI_") else every for name in names}


def _ucx_or_libfabric(output: str) -> list[str]:
    return _words(_UCX.findall(output)) or LIBFABRIC.findall(output)


def _intel(output: str) -> list[str]:
    if _INTEL_SHM.search(output):
        return ["shm"]
    nics = list(dict.fromkeys(_INTEL_NIC.findall(output)))
    return [f"{provider}/{nic}" for provider in LIBFABRIC.findall(output) for nic in nics or ["?"]]


def _openmpi(output: str) -> list[str]:
    chosen = set(_PML.findall(output))
    if "ucx" in chosen:
        return _words(_UCX.findall(output)) or ["ucx"]
    if "cm" in chosen:
        return LIBFABRIC.findall(output) or ["ofi"]
    return [name for name in _BML.findall(output) if name != "self"]


_UCX_SAYS = {"env:UCX_LOG_LEVEL": "info"}
_PIN = ("UCX_NET_DEVICES", "FI_TCP_IFACE", "FI_SOCKETS_IFACE")
_MPICH = Voice(
    knobs={**_UCX_SAYS, "env:MPIR_CVAR_DEBUG_SUMMARY": "1"},
    hear=_ucx_or_libfabric,
    pin=(*_PIN, "MPIR_CVAR_NEMESIS_TCP_NETWORK_IFACE"),
)
VOICES: dict[str, Voice] = {
    "mpich": _MPICH,
    "mvapich": _MPICH,
    "cray": _MPICH,
    "impi": Voice(knobs={**_UCX_SAYS, "env:I_MPI_DEBUG": "10"}, hear=_intel, pin=_PIN),
    "openmpi": Voice(
        knobs={
            **_UCX_SAYS,
            "mca:pml_base_verbose": "10",
            "mca:mtl_base_verbose": "10",
            "mca:bml_base_verbose": "10",
            "mca:btl_base_verbose": "30",
        },
        hear=_openmpi,
        pin=(*_PIN, "OMPI_MCA_btl_tcp_if_include"),
    ),
}
