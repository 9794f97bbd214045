"""Who waited for whom: calls of a message, or of a collective, matched by their keys."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Literal, Protocol

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from rankwise.core.grouped import grouped
from rankwise.core.units import format_seconds
from rankwise.preloads.trace.layout import COLLECTED, RECEIVED, SENT
from rankwise.tracing.records import TraceCause, TraceWait, TraceWaiting

Why = Literal["late sender", "late receiver", "late to a collective"]
MOST = 200_000  # events to look at
_Place = tuple[int, int]
"""A rank and its thread."""
# Every rank needs what every other one brings: none can leave before the last one came.
_ALL_TO_ALL: Final = frozenset(
    ("Barrier", "Allreduce", "Allgather", "Allgatherv", "Alltoall", "Alltoallv", "Alltoallw", "Reduce_scatter",
     "Reduce_scatter_block")
)  # fmt: skip


class Events(Protocol):
    """The events of a rank, as `trace.events.RankEvents` has them: arrays with a value for each event."""

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
    def bytes(self) -> npt.NDArray[np.int64]: ...
    @property
    def posted_s(self) -> npt.NDArray[np.float64]: ...
    @property
    def began_s(self) -> npt.NDArray[np.float64]: ...
    @property
    def ended_s(self) -> npt.NDArray[np.float64]: ...
    @property
    def together(self) -> npt.NDArray[np.int64]: ...
    @property
    def thread(self) -> npt.NDArray[np.int64]: ...


@dataclass(frozen=True)
class TimedCall:
    """One event: `posted` to `ended` in seconds on the common clock. The call of a `thread` completed `together`
    receives."""

    rank: int
    call: str
    kind: int
    posted: float
    began: float
    ended: float
    together: int
    thread: int

    @property
    def place(self) -> _Place:
        return self.rank, self.thread

    def waits(self, on: TimedCall, moment: float, why: Why) -> _Wait:
        """The wait of this call until then, at most until its end."""
        until = min(max(moment, self.began), self.ended)
        return _Wait(self.place, on.place, self.call, why, self.began, until, self.together)


@dataclass(frozen=True)
class _Wait:
    """A thread `by` of a rank waited for the thread `on`, from `began` to `until`, in a call that completed `together`
    receives."""

    by: _Place
    on: _Place
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
    by_key = grouped((key, call) for events in ranks for key, call in calls_of(events, shifts[events.clock], halvings))
    # Several messages may be waited for in one call: the last one is what it waited for.
    longest: dict[tuple[_Place, float], _Wait] = {}
    matched = 0
    for calls in by_key.values():
        for wait in _waits(calls):
            matched += 1
            known = longest.get((wait.by, wait.began))
            if known is None or wait.until > known.until:
                longest[wait.by, wait.began] = wait
    if not matched:
        return None
    waits = [wait for wait in longest.values() if wait.until - wait.began > error_s]
    weights = [wait.weight(halvings) for wait in waits]
    sums = grouped(
        ((wait.by[0], wait.on[0], wait.call, wait.why), (weight, weight * (wait.until - wait.began)))
        for wait, weight in zip(waits, weights, strict=True)
    )
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
    if caused:
        first = min(call.began for calls in by_key.values() for call in calls)
        caused[0] = replace(caused[0], since_s=max(0.0, _since(caused[0].rank, waits, first) - first))
    return TraceWaiting(
        matched=matched, one_of=2**halvings, clock_error_s=error_s, causes=tuple(caused), waits=tuple(rows)
    )


def waiting_words(answer: TraceWaiting, inside_s: float) -> list[str]:
    """The waiting in a sentence or two."""
    total_s = sum(row.time_s for row in answer.waits)
    if not total_s or not inside_s:
        return ["No rank waited for another one in the calls that could be matched."]
    part = "" if answer.one_of == 1 else f", estimated from one of {answer.one_of} calls"
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


def _since(rank: int, waits: Sequence[_Wait], otherwise: float) -> float:
    """When the waiting for a rank began in earnest: a twentieth of it was over."""
    own = sorted((wait for wait in waits if wait.on[0] == rank), key=lambda wait: wait.began)
    passed = list(accumulate(wait.until - wait.began for wait in own))
    return next((wait.began for wait, time_s in zip(own, passed, strict=True) if time_s >= passed[-1] / 20), otherwise)


def _causes(waits: Sequence[_Wait], weights: Sequence[float]) -> dict[int, float]:
    """Seconds of waiting by the rank that they are because of: where the thread that was waited for waited itself, this
    part goes on to the one that it waited for. Each wait is looked at once, the last to end first: all that goes on to
    it comes from waits that ended later."""
    order = sorted(range(len(waits)), key=lambda at: waits[at].until, reverse=True)
    own = grouped((waits[at].by, at) for at in reversed(order))
    threads = {place: _Thread.of([waits[at] for at in each]) for place, each in own.items()}
    caused: dict[int, float] = defaultdict(float)
    for at in order:
        wait = waits[at]
        here = threads[wait.by]
        length_s = here.lengths[here.left - 1]
        time_s = (wait.until - wait.began) * weights[at] + here.taken()
        there = threads.get(wait.on)
        share = there.given(wait.until - length_s, wait.until, time_s) if there and length_s else 0.0
        caused[wait.on[0]] += time_s - share
    return caused


@dataclass
class _Thread:
    """The waits of a thread, one after the other: a thread is in one call at a time. `left` of them, the earlier ones,
    were not looked at yet. What goes on to them is noted by seconds of theirs: `rates[n]` for all up to the n-th, and
    `single[n]` for the n-th alone."""

    ends: list[float]
    lengths: list[float]
    before: list[float]
    rates: list[float]
    single: list[float]
    left: int
    rate: float = 0.0

    @classmethod
    def of(cls, waits: Sequence[_Wait]) -> _Thread:
        """Waits in the order of their ends. In a damaged file they may overlap: then the later one begins later."""
        ends = [wait.until for wait in waits]
        lengths = [
            max(wait.until - max(wait.began, before), 0.0)
            for wait, before in zip(waits, [-math.inf, *ends], strict=False)
        ]
        before = [0.0, *accumulate(lengths)]
        return cls(ends, lengths, before, [0.0] * len(waits), [0.0] * len(waits), len(waits))

    def taken(self) -> float:
        """The time that went on to the last wait of those that are left, which is looked at now."""
        self.left -= 1
        self.rate += self.rates[self.left]
        return self.single[self.left] + self.rate * self.lengths[self.left]

    def given(self, begin: float, end: float, time_s: float) -> float:
        """How much of `time_s`, spread evenly between `begin` and `end`, goes on to waits that ended by then."""
        last = min(bisect_right(self.ends, end), self.left) - 1
        first = bisect_right(self.ends, begin)
        if last < first:
            return 0.0
        rate = time_s / (end - begin)
        cut = max(begin - (self.ends[first] - self.lengths[first]), 0.0)  # of the first one, which began earlier
        self.single[first] -= rate * cut
        self.rates[last] += rate
        if first:
            self.rates[first - 1] -= rate
        return rate * (self.before[last + 1] - self.before[first] - cut)


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
                int(events.thread[at]),
            ),
        )


def _waits(calls: Sequence[TimedCall]) -> Iterable[_Wait]:
    """The waits of the calls of one message or collective, also those of no time."""
    if calls[0].kind == COLLECTED:
        if len(calls) < 2 or calls[0].call not in _ALL_TO_ALL:
            return
        last = max(calls, key=lambda call: call.began)
        for call in calls:
            if call is not last:
                yield call.waits(last, last.began, "late to a collective")
        return
    sends = [call for call in calls if call.kind < RECEIVED]
    receives = [call for call in calls if call.kind == RECEIVED]
    if len(sends) != 1 or len(receives) != 1:
        return
    send, receive = sends[0], receives[0]
    yield receive.waits(send, send.began, "late sender")
    if send.kind == SENT and not send.call.startswith("Sendrecv"):  # that one receives in the same call
        yield send.waits(receive, receive.posted, "late receiver")


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
    by_key = grouped(
        (key, (number[events.clock], call)) for events in ranks for key, call in calls_of(events, 0.0, halvings)
    )
    for ends in by_key.values():
        began, ended = _last_begun(ends), _first_ended(ends)
        if len(began.keys() | ended.keys()) > 1:
            between = np.ix_(list(began), list(ended))
            spans = np.subtract.outer(list(ended.values()), list(began.values())).T
            bound[between] = np.minimum(bound[between], spans)
    np.fill_diagonal(bound, 0.0)
    for via in range(len(clocks)):
        bound = np.minimum(bound, bound[:, via : via + 1] + bound[via : via + 1, :])
    error = (bound[0] + bound[:, 0]) / 2
    known = np.isfinite(error)
    ahead = np.where(known, bound[0], 0.0) / 2 - np.where(known, bound[:, 0], 0.0) / 2
    shifts = {clock: -float(ahead[at]) if known[at] else 0.0 for clock, at in number.items()}
    return shifts, float(np.max(np.where(known, error, np.inf)))


def _last_begun(ends: Sequence[tuple[int, TimedCall]]) -> dict[int, float]:
    """When the last call of each clock began before which no other end of the message or collective can be over."""
    began: dict[int, float] = {}
    for clock, call in ends:
        if call.kind < RECEIVED or (call.kind == COLLECTED and call.call in _ALL_TO_ALL):
            began[clock] = max(began.get(clock, -math.inf), call.began)
    return began


def _first_ended(ends: Sequence[tuple[int, TimedCall]]) -> dict[int, float]:
    """When the first call of each clock ended that cannot be over before others have begun."""
    ended: dict[int, float] = {}
    for clock, call in ends:
        if call.kind >= RECEIVED and (call.kind == RECEIVED or call.call in _ALL_TO_ALL):
            ended[clock] = min(ended.get(clock, math.inf), call.ended)
    return ended
