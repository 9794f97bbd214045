"""Who waited for whom: calls of a message, or of a collective, matched by their keys."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

import numpy as np
import numpy.typing as npt

from rankwise.core.records import TraceCause, TraceWait, TraceWaiting
from rankwise.core.units import format_seconds

Why = Literal["late sender", "late receiver", "late to a collective"]
MOST = 200_000  # events to look at
_DEPTH = 64  # of ranks that wait for each other in a chain
_SENT, _RECEIVED, _COLLECTED = 0, 2, 3
# Every rank needs what every other one brings: none can leave before the last one came.
_ALL_TO_ALL: Final = frozenset(
    ("Barrier", "Allreduce", "Allgather", "Allgatherv", "Alltoall", "Alltoallv", "Alltoallw", "Reduce_scatter",
     "Reduce_scatter_block")
)  # fmt: skip


class Events(Protocol):
    """The events of a rank, as `measure.trace_events.RankEvents` has them: arrays with a value for each event."""

    @property
    def rank(self) -> int: ...
    @property
    def clock(self) -> int: ...
    @property
    def halvings(self) -> int: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def key(self) -> npt.NDArray[np.uint64]: ...
    @property
    def kind(self) -> npt.NDArray[np.int64]: ...
    @property
    def call(self) -> npt.NDArray[np.int64]: ...
    @property
    def posted_s(self) -> npt.NDArray[np.float64]: ...
    @property
    def began_s(self) -> npt.NDArray[np.float64]: ...
    @property
    def ended_s(self) -> npt.NDArray[np.float64]: ...
    @property
    def together(self) -> npt.NDArray[np.int64]: ...


@dataclass(frozen=True)
class TimedCall:
    """One event: `posted` to `ended` in seconds on the common clock. The call completed `together` receives."""

    rank: int
    call: str
    kind: int
    posted: float
    began: float
    ended: float
    together: int

    def waits(self, on: int, moment: float, why: Why) -> _Wait:
        """The wait of this call until then, at most until its end."""
        until = min(max(moment, self.began), self.ended)
        return _Wait(self.rank, on, self.call, why, self.began, until, self.together)


@dataclass(frozen=True)
class _Wait:
    """A rank waited for the rank `on`, from `began` to `until`, in a call that completed `together` receives."""

    rank: int
    on: int
    call: str
    why: Why
    began: float
    until: float
    together: int

    def weight(self, halvings: int) -> float:
        """How many calls this one stands for, where one message of 2**`halvings` was kept: it is seen by any of its
        own."""
        return 1.0 / -math.expm1(max(self.together, 1) * math.log1p(-(0.5**halvings))) if halvings else 1.0


def waiting(ranks: Sequence[Events]) -> TraceWaiting | None:
    """The waiting of all ranks; None where nothing can be matched, or clocks cannot be compared. Where only a part of
    the calls was kept, or is looked at, times are those of the part, times what it is the part of."""
    if len(ranks) < 2:
        return None
    total = sum(len(events.key) for events in ranks)
    halvings = max(*(events.halvings for events in ranks), math.ceil(math.log2(max(total / MOST, 1))))
    shifts, error_s = clock_shifts(ranks, halvings)
    if not math.isfinite(error_s):
        return None
    by_key: dict[int, list[TimedCall]] = defaultdict(list)
    for events in ranks:
        for key, call in calls_of(events, shifts[events.clock], halvings):
            by_key[key].append(call)
    # Several messages may be waited for in one call: the last one is what it waited for.
    longest: dict[tuple[int, float], _Wait] = {}
    matched = 0
    for calls in by_key.values():
        for wait in _waits(calls):
            matched += 1
            known = longest.get((wait.rank, wait.began))
            if known is None or wait.until > known.until:
                longest[wait.rank, wait.began] = wait
    if not matched:
        return None
    waits = [wait for wait in longest.values() if wait.until - wait.began > error_s]
    weights = [wait.weight(halvings) for wait in waits]
    sums: dict[tuple[int, int, str, Why], list[tuple[float, float]]] = defaultdict(list)
    for wait, weight in zip(waits, weights, strict=True):
        sums[wait.rank, wait.on, wait.call, wait.why].append((weight, weight * (wait.until - wait.began)))
    rows = [
        TraceWait(
            rank=rank, on=on, call=name, why=why,
            calls=round(sum(weight for weight, _ in each)), time_s=sum(time_s for _, time_s in each),
        )
        for (rank, on, name, why), each in sums.items()
    ]  # fmt: skip
    rows.sort(key=lambda row: (-row.time_s, row.rank, row.on))
    caused = [TraceCause(rank=rank, time_s=time_s) for rank, time_s in _causes(waits, weights).items()]
    caused.sort(key=lambda cause: (-cause.time_s, cause.rank))
    return TraceWaiting(
        matched=matched, one_of=2**halvings, clock_error_s=error_s, causes=tuple(caused), waits=tuple(rows)
    )


def waiting_words(answer: TraceWaiting, inside_s: float) -> list[str]:
    """The waiting in a sentence or two."""
    total_s = sum(row.time_s for row in answer.waits)
    if not total_s or not inside_s:
        return ["No rank waited for another one in the calls that could be matched."]
    part = "" if answer.one_of == 1 else f", by one of {answer.one_of} calls"
    sentences = [
        f"Ranks waited for others {format_seconds(total_s)} in all, {total_s / inside_s:.0%} of the time "
        f"inside MPI{part}."
    ]
    worst = answer.causes[0]
    if worst.time_s > 0:
        top = max((row for row in answer.waits if row.on == worst.rank), key=lambda row: row.time_s)
        sentences.append(
            f"{worst.time_s / total_s:.0%} of that was because of rank {worst.rank}, "
            f"most in MPI_{top.call} ({top.why})."
        )
    return sentences


def _causes(waits: Sequence[_Wait], weights: Sequence[float]) -> dict[int, float]:
    """Seconds of waiting by the rank that they are because of: where the rank that was waited for waited itself, this
    part goes on to the one that it waited for."""
    own: dict[int, list[_Wait]] = defaultdict(list)
    for wait in sorted(waits, key=lambda wait: wait.began):
        own[wait.rank].append(wait)
    starts = {rank: [wait.began for wait in each] for rank, each in own.items()}
    caused: dict[int, float] = defaultdict(float)
    for wait, weight in zip(waits, weights, strict=True):
        parts = [(wait.on, wait.began, wait.until, 0)]
        while parts:
            rank, begin, end, depth = parts.pop()
            left = end - begin
            at = bisect_left(starts.get(rank, []), end) - 1
            while depth < _DEPTH and at >= 0 and own[rank][at].until > begin:
                other = own[rank][at]
                low, high = max(begin, other.began), min(end, other.until)
                left -= high - low
                parts.append((other.on, low, high, depth + 1))
                at -= 1
            caused[rank] += left * weight
    return caused


def calls_of(events: Events, shift: float, halvings: int) -> Iterable[tuple[int, TimedCall]]:
    kept = events.key >> np.uint64(64 - halvings) == 0 if halvings else np.ones(len(events.key), dtype=bool)
    for at in np.flatnonzero(kept):
        yield (
            int(events.key[at]),
            TimedCall(
                events.rank,
                events.names[events.call[at]],
                int(events.kind[at]),
                float(events.posted_s[at]) + shift,
                float(events.began_s[at]) + shift,
                float(events.ended_s[at]) + shift,
                int(events.together[at]),
            ),
        )


def _waits(calls: Sequence[TimedCall]) -> Iterable[_Wait]:
    """The waits of the calls of one message or collective, also those of no time."""
    if calls[0].kind == _COLLECTED:
        if len(calls) < 2 or calls[0].call not in _ALL_TO_ALL:
            return
        last = max(calls, key=lambda call: call.began)
        for call in calls:
            if call is not last:
                yield call.waits(last.rank, last.began, "late to a collective")
        return
    sends = [call for call in calls if call.kind < _RECEIVED]
    receives = [call for call in calls if call.kind == _RECEIVED]
    if len(sends) != 1 or len(receives) != 1:
        return
    send, receive = sends[0], receives[0]
    yield receive.waits(send.rank, send.began, "late sender")
    if send.kind == _SENT and not send.call.startswith("Sendrecv"):  # that one receives in the same call
        yield send.waits(receive.rank, receive.posted, "late receiver")


def clock_shifts(ranks: Sequence[Events], halvings: int) -> tuple[dict[int, float], float]:
    """Seconds to add to each clock, and how far that may be wrong. No message ends before it was begun: from both
    directions follows between which bounds two clocks can differ, and the middle is taken."""
    clocks = list(dict.fromkeys(events.clock for events in ranks))
    if len(clocks) == 1:
        return {clocks[0]: 0.0}, 0.0
    number = {clock: at for at, clock in enumerate(clocks)}
    # bound[a, b]: the clock b is ahead of the clock a by so much at most.
    bound = np.full((len(clocks), len(clocks)), np.inf)
    np.fill_diagonal(bound, 0.0)
    by_key: dict[int, list[tuple[int, TimedCall]]] = defaultdict(list)
    for events in ranks:
        for key, call in calls_of(events, 0.0, halvings):
            by_key[key].append((number[events.clock], call))
    for ends in by_key.values():
        for a, begun in ends:
            for b, done in ends:
                if a != b and _after(begun, done):
                    bound[a, b] = min(bound[a, b], done.ended - begun.began)
    for via in range(len(clocks)):
        bound = np.minimum(bound, bound[:, via : via + 1] + bound[via : via + 1, :])
    ahead = (bound[0] - bound[:, 0]) / 2
    error = (bound[0] + bound[:, 0]) / 2
    known = np.isfinite(ahead)
    shifts = {clock: -float(ahead[at]) if known[at] else 0.0 for clock, at in number.items()}
    return shifts, float(np.max(np.where(known, error, np.inf)))


def _after(begun: TimedCall, done: TimedCall) -> bool:
    """Whether one call cannot end before the other began."""
    if begun.kind == _COLLECTED:
        return begun.call in _ALL_TO_ALL
    return begun.kind < _RECEIVED and done.kind == _RECEIVED
