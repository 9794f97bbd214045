"""Which message a rank waits for in a call: where MPI's calls have their peers, tags and communicators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
_REQUESTED: Final[Mapping[str, Way]] = {
    "MPI_Irecv": "receive",
    **dict.fromkeys(("MPI_Isend", "MPI_Issend", "MPI_Ibsend", "MPI_Irsend"), "send"),
}
"""Calls that name a message of a request: their peer, tag, communicator and request are the arguments 3 to 6."""
REQUESTS: Final[Mapping[str, tuple[int | None, int]]] = {
    "MPI_Wait": (None, 0),
    "MPI_Waitall": (0, 1),
    "MPI_Waitany": (0, 1),
    "MPI_Waitsome": (0, 1),
}
"""Where calls that wait have the number of requests (None: one) and the first of them."""
_MOST_REQUESTS = 64
COMMUNICATORS: Final[Mapping[str, int]] = {
    "MPI_Barrier": 0,
    "MPI_Bcast": 4,
    "MPI_Allreduce": 5,
    "MPI_Reduce_scatter": 5,
    "MPI_Reduce_scatter_block": 5,
    "MPI_Scan": 5,
    "MPI_Exscan": 5,
    "MPI_Reduce": 6,
    "MPI_Allgather": 6,
    "MPI_Alltoall": 6,
    "MPI_Gather": 7,
    "MPI_Scatter": 7,
    "MPI_Allgatherv": 7,
    "MPI_Gatherv": 8,
    "MPI_Scatterv": 8,
    "MPI_Alltoallv": 8,
    "MPI_Alltoallw": 8,
}
"""Where collective calls have their communicator."""
# MPI_COMM_WORLD of MPICH and its descendants, of the standard ABI, and of Open MPI's Fortran.
_WORLDS: Final = (0x44000000, 0x101)
_FORTRAN_WORLDS: Final = (0x44000000, 0)


def plain(call: str) -> str:
    """A call by the name that its form with large counts has too."""
    return call.removesuffix("_c")


def messages(call: str, at: CallSite, fortran: bool, world: int | None) -> tuple[StandingMessage, ...]:
    """The messages of a call that did not return. `fortran`: its arguments are addresses; `world`: the address of
    MPI_COMM_WORLD where it has one. Empty where the code does not tell a peer."""

    if plain(call) in REQUESTS:
        return () if fortran else _awaited(*REQUESTS[plain(call)], at, world)
    seen = [_message(way, numbers, at, fortran, world) for way, *numbers in PLACES.get(plain(call), ())]
    return tuple(message for message in seen if message is not None)


def on_world(call: str, at: CallSite, fortran: bool, world: int | None) -> bool | None:
    """Whether a collective call is on MPI_COMM_WORLD; None where the code does not tell."""
    place = COMMUNICATORS.get(plain(call))
    communicator = None if place is None else _value(place, at, fortran)
    return None if communicator is None else communicator in _worlds(fortran, world)


def _awaited(count_at: int | None, first_at: int, at: CallSite, world: int | None) -> tuple[StandingMessage, ...]:
    """The messages of all requests, by the calls before it in the same function; none where any stays unknown, or two
    calls name one request in different ways."""
    count, first = (1 if count_at is None else at.argument(count_at)), at.argument(first_at)
    if count is None or first is None or not 0 < count <= _MOST_REQUESTS:
        return ()
    size = 8 if world is not None else 4  # of a request: an address in Open MPI, an integer in MPICH
    named: dict[int, StandingMessage] = {}
    for earlier in at.before(_REQUESTED):
        request = earlier.argument(6)
        if request is None or not first <= request < first + count * size:
            continue
        message = _message(_REQUESTED[earlier.name], (3, 4, 5), earlier, False, world)
        if message is None or named.setdefault(request, message) != message:
            return ()
    return tuple(named[request] for request in sorted(named)) if len(named) == count else ()


def _message(
    way: Way, numbers: Sequence[int], at: CallSite, fortran: bool, world: int | None
) -> StandingMessage | None:
    peer, tag, communicator = (_value(number, at, fortran) for number in numbers)
    if peer is None:
        return None
    return StandingMessage(
        way=way,
        peer=max(_signed(peer), -1),
        tag=None if tag is None else max(_signed(tag), -1),
        world=None if communicator is None else communicator in _worlds(fortran, world),
    )


def _value(number: int, at: CallSite, fortran: bool) -> int | None:
    raw = at.argument(number)
    return at.read(raw, 4) if fortran and raw is not None else raw


def _worlds(fortran: bool, world: int | None) -> tuple[int | None, ...]:
    return _FORTRAN_WORLDS if fortran else (*_WORLDS, world)


def _signed(value: int) -> int:
    low = value & 0xFFFFFFFF
    return low - 2**32 if low >= 2**31 else low
