"""Which message a rank waits for in a call: where MPI's calls have their peers, tags and communicators."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from rankwise.diagnoses.call_site import CallSite
from rankwise.diagnoses.records import StandingMessage

Way = Literal["receive", "send"]

_SEND: Final = (("send", 3, 4, 5),)
_RECEIVE: Final = (("receive", 3, 4, 5),)
_PROBE: Final = (("receive", 0, 1, 2),)
PLACES: Final[Mapping[str, tuple[tuple[Way, int, int, int], ...]]] = {
    "MPI_Send": _SEND,
    "MPI_Ssend": _SEND,
    "MPI_Rsend": _SEND,
    "MPI_Bsend": _SEND,
    "MPI_Recv": _RECEIVE,
    "MPI_Probe": _PROBE,
    "MPI_Mprobe": _PROBE,
    "MPI_Iprobe": _PROBE,
    "MPI_Improbe": _PROBE,
    "MPI_Sendrecv": (("send", 3, 4, 10), ("receive", 8, 9, 10)),
    "MPI_Sendrecv_replace": (("send", 3, 4, 7), ("receive", 5, 6, 7)),
}
"""Arguments of each call, from 0: the peer, the tag and the communicator of each of its messages."""
_ENDINGS: Final = ("", "all", "any", "some")
WAITS: Final = (*(f"MPI_{verb}{ending}" for verb in ("Wait", "Test") for ending in _ENDINGS), "MPI_Mrecv")
"""Calls that wait for messages which earlier calls named. A rank that stays among tests waits in a loop of its own."""
# MPI_COMM_WORLD of MPICH and its descendants, of the standard ABI, and of Open MPI's Fortran.
_WORLDS: Final = (0x44000000, 0x101)
_FORTRAN_WORLDS: Final = (0x44000000, 0)


def plain(call: str) -> str:
    """A call by the name that its form with large counts has too."""
    return call.removesuffix("_c")


def messages(call: str, at: CallSite, fortran: bool, world: int | None) -> tuple[StandingMessage, ...]:
    """The messages of a call that did not return. `fortran`: its arguments are addresses; `world`: the address of
    MPI_COMM_WORLD where it has one. Empty where the code does not tell a peer."""

    def value(number: int) -> int | None:
        raw = at.argument(number)
        return at.read(raw, 4) if fortran and raw is not None else raw

    seen = []
    for way, *numbers in PLACES.get(plain(call), ()):
        peer, tag, communicator = map(value, numbers)
        if peer is None:
            continue
        worlds = _FORTRAN_WORLDS if fortran else (*_WORLDS, world)
        seen.append(
            StandingMessage(
                way=way,
                peer=max(_signed(peer), -1),
                tag=None if tag is None else max(_signed(tag), -1),
                world=None if communicator is None else communicator in worlds,
            )
        )
    return tuple(seen)


def _signed(value: int) -> int:
    low = value & 0xFFFFFFFF
    return low - 2**32 if low >= 2**31 else low
