"""What every rank did in which order, from the calls that a trace kept: so that it can be done again elsewhere."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from rankwise.core.grouped import grouped
from rankwise.core.units import plural
from rankwise.preloads.trace.layout import COLLECTED, RECEIVED, SENT
from rankwise.preloads.trace.meanings import COLLECTIVES, ONE_SIDED
from rankwise.tracing.records import OrderedRank, TracedRank, TraceOrder, TraceStep
from rankwise.tracing.waiting import Events, clock_shifts

_LIKE: Final = {
    **{name: name for name in ("Barrier", "Bcast", "Reduce", "Allreduce", "Scan", "Gather", "Scatter", "Allgather",
                               "Allgatherv", "Alltoall", "Alltoallv", "Reduce_scatter_block")},
    **{"Exscan": "Scan", "Gatherv": "Gather", "Scatterv": "Scatter"},
    **{"Alltoallw": "Alltoallv", "Reduce_scatter": "Reduce_scatter_block"},
}  # fmt: skip
"""The collectives that can be done again, and as which: those of unlike blocks with blocks of their mean."""
_ROOTED: Final = frozenset(("Bcast", "Reduce", "Gather", "Scatter"))
_MOST_EVENTS: Final = 200_000
"""Ends of messages, and parts of collectives: what is kept of each takes 60 bytes in the store."""
_MOST_BYTES: Final = (1 << 31) - 1


@dataclass(frozen=True)
class _Event:
    """One end of a message, or one rank's part of a collective; times on the clock that all ranks share."""

    rank: int
    key: int
    kind: int
    call: str
    size: int
    posted: float
    began: float
    ended: float


def order_of(ranks: Sequence[Events], world: int, traced: Sequence[TracedRank]) -> TraceOrder:
    """The steps of each rank, or why there are none. What a rank did between two calls that were kept counts as
    computing; `traced` says how much of that was in calls of MPI that keep nothing."""
    if lacking := _lacking(ranks, world) or _cut_short(traced) or _not_kept(traced):
        return TraceOrder(lacking=lacking)
    shifts, error_s = clock_shifts(ranks, 0)
    if not math.isfinite(error_s):
        return TraceOrder(lacking="the clocks of its nodes cannot be compared")
    events = [event for own in ranks for event in _events(own, shifts[own.clock])]
    numbers = _Numbers.of(grouped((event.key, event) for event in events))
    if numbers.lacking:
        return TraceOrder(lacking=numbers.lacking)
    begin_s = min(event.posted for event in events)
    of_rank = grouped((event.rank, event) for event in events)
    steps = {rank: _steps(of_rank.get(rank, ()), numbers, begin_s) for rank in range(world)}
    computing_s = fmean(sum(step.after_s for step in own) for own in steps.values())
    apart_s, apart = _apart(events, traced)
    return TraceOrder(
        ranks=tuple(OrderedRank(steps=tuple(steps[rank])) for rank in range(world)),
        communicators=tuple(numbers.communicators),
        took_s=max(event.ended for event in events) - begin_s,
        computing_s=computing_s,
        apart_s=min(apart_s, computing_s),
        apart=apart,
        rooted=any(_LIKE.get(event.call) in _ROOTED for event in events if event.kind == COLLECTED),
    )


def _lacking(ranks: Sequence[Events], world: int) -> str:
    """Why the calls of these ranks cannot be put in order by what each of them left; empty where they can."""
    if sorted(own.rank for own in ranks) != [*range(world)]:
        return f"{len(ranks)} of {plural(world, 'rank')} left calls"
    if halvings := max((own.halvings for own in ranks), default=0):
        return f"one of {2**halvings} calls was kept: trace fewer steps of the program"
    if threaded := [own.rank for own in ranks if own.thread.any()]:
        return f"rank {threaded[0]} calls MPI from several threads"
    events = sum(len(own.key) for own in ranks)
    if events > _MOST_EVENTS:
        return f"it has {events} messages and collectives, more than {_MOST_EVENTS}"
    return "" if events else "it has no messages and no collectives"


def _cut_short(traced: Sequence[TracedRank]) -> str:
    """Which rank did less than the program would."""
    ended = [rank.rank for rank in traced if not rank.ended]
    return f"rank {ended[0]} ended before MPI_Finalize" if ended else ""


def _not_kept(traced: Sequence[TracedRank]) -> str:
    """Which calls move bytes and are not kept: one-sided ones, and collectives that are begun again."""
    calls = {row.call for rank in traced for row in rank.rows}
    names = sorted(
        name
        for name in calls
        if name in ONE_SIDED or (name.endswith("_init") and name.removesuffix("_init") in COLLECTIVES)
    )
    return f"MPI_{names[0]} cannot be done again" if names else ""


def _events(own: Events, shift: float) -> Iterable[_Event]:
    for at in range(len(own.key)):
        yield _Event(
            own.rank,
            int(own.key[at]),
            int(own.kind[at]),
            own.names[own.call[at]],
            int(own.bytes[at]),
            *(float(times[at]) + shift for times in (own.posted_s, own.began_s, own.ended_s)),
        )


@dataclass(frozen=True)
class _Numbers:
    """By key the number of a message and its two ranks, or the communicator and bytes of a collective. Where some
    cannot be told, `lacking` says why."""

    messages: dict[int, tuple[int, int, int]]
    collectives: dict[int, tuple[int, int]]
    communicators: list[tuple[int, ...]]
    lacking: str = ""

    @staticmethod
    def of(by_key: dict[int, list[_Event]]) -> _Numbers:
        numbers = _Numbers({}, {}, [])
        places: dict[tuple[int, ...], int] = {}
        for key, ends in by_key.items():
            if ends[0].kind == COLLECTED:
                members = tuple(sorted(event.rank for event in ends))
                place = places.setdefault(members, len(places))
                share = len(members) if ends[0].call == "Reduce_scatter" else 1  # counted whole, done block by block
                numbers.collectives[key] = place, math.ceil(fmean(event.size for event in ends) / share)
                if (name := ends[0].call) not in _LIKE:
                    return _Numbers({}, {}, [], f"MPI_{name} cannot be done again")
            else:
                out = [event for event in ends if event.kind < RECEIVED]
                into = [event for event in ends if event.kind == RECEIVED]
                if len(out) != 1 or len(into) != 1:
                    return _Numbers({}, {}, [], f"{_message(ends[0])} has no other end among those that were kept")
                numbers.messages[key] = len(numbers.messages), out[0].rank, into[0].rank
            if max(event.size for event in ends) > _MOST_BYTES:
                return _Numbers({}, {}, [], "it has a message of 2 GiB or more")
        numbers.communicators.extend(places)
        return numbers


def _message(end: _Event) -> str:
    return f"a message of MPI_{end.call} of rank {end.rank}"


def _steps(events: Sequence[_Event], numbers: _Numbers, begin_s: float) -> list[TraceStep]:
    """What a rank did, and for how long it computed before each step."""
    calls = grouped(((event.began, event.ended, event.call), event) for event in events)
    moments: list[tuple[float, float, list[TraceStep]]] = []
    for (began, ended, _), together in calls.items():
        earlier = [event for event in together if event.kind == RECEIVED and event.posted < began]
        moments += [(event.posted, event.posted, [_post(event, numbers)]) for event in earlier]
        moments.append((began, ended, _call(together, {event.key for event in earlier}, numbers)))
    moments.sort(key=lambda moment: moment[:2])
    steps: list[TraceStep] = []
    since = begin_s
    for began, ended, own in moments:
        first, *others = own
        steps += [TraceStep(call=first.call, numbers=first.numbers, after_s=max(0.0, began - since)), *others]
        since = max(since, ended)
    return steps


def _call(together: Sequence[_Event], posted: Container[int], numbers: _Numbers) -> list[TraceStep]:
    """One call: it sends, receives, or both, or is a collective."""
    received = [event for event in together if event.kind == RECEIVED]
    steps = [_post(event, numbers) for event in received if event.key not in posted]
    for event in together:
        if event.kind == COLLECTED:
            steps.append(TraceStep(call=_LIKE[event.call], numbers=numbers.collectives[event.key]))
        elif event.kind < RECEIVED:
            message, _, to = numbers.messages[event.key]
            waits = event.kind == SENT and not received  # one that receives too waits for both at once
            steps.append(TraceStep(call="send" if waits else "begin", numbers=(to, message, event.size)))
    if received:
        both = [*received, *(event for event in together if event.kind == SENT)]
        steps.append(TraceStep(call="wait", numbers=tuple(numbers.messages[event.key][0] for event in both)))
    return steps


def _post(event: _Event, numbers: _Numbers) -> TraceStep:
    message, source, _ = numbers.messages[event.key]
    return TraceStep(call="post", numbers=(source, message, event.size))


def _apart(events: Sequence[_Event], traced: Sequence[TracedRank]) -> tuple[float, str]:
    """How long a rank was in calls that keep nothing, such as waits for sends, also before and after the others: the
    mean, and the call that took most."""
    kept_s: dict[str, float] = defaultdict(float)
    for _, call, began, ended in {(event.rank, event.call, event.began, event.ended) for event in events}:
        kept_s[call] += ended - began
    inside_s: dict[str, float] = defaultdict(float)
    for rank in traced:
        for row in rank.calls:
            inside_s[row.call] += row.time_s
    apart_s = {call: max(0.0, time_s - kept_s[call]) for call, time_s in inside_s.items()}
    most = max(apart_s, key=lambda call: apart_s[call], default="")
    return sum(apart_s.values()) / max(1, len(traced)), most
