"""Who is late: the seconds of all ranks as they come, and the evidence that they leave."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rankwise.core.grouped import grouped
from rankwise.model import lateness
from rankwise.model.lateness import LateTest
from rankwise.preloads.trace.layout import COLLECTED
from rankwise.tracing.window import KEY_BITS, Event, RankWindow
from rankwise.verbs.watch.look import Seen

LOOKS_BACK: Final = 30  # seconds
_SETTLES: Final = 2  # seconds after which all ranks have left the calls of one


@dataclass(frozen=True)
class Round:
    """A second of the job, by rank: `late_s` against the others, how often it was the last of `together` calls, the
    waiting that it caused so, and what it did. Of a sample of stacks what it cannot tell is empty."""

    late_s: Mapping[int, float]
    last: Mapping[int, int]
    caused_s: Mapping[int, float]
    together: int
    inside_s: Mapping[int, float]
    calls: Mapping[int, int]
    bytes: Mapping[int, int]


@dataclass
class _Test:
    """A test whose rounds are so many seconds."""

    seconds: int
    test: LateTest
    sums: dict[int, float] = field(default_factory=dict)
    count: int = 0

    def see(self, late_s: Mapping[int, float]) -> bool:
        """A second; whether it ends a round that is evidence."""
        self.sums = {rank: self.sums.get(rank, 0.0) + value for rank, value in late_s.items()}
        self.count += 1
        if self.count < self.seconds:
            return False
        sums, self.sums, self.count = self.sums, {}, 0
        return self.test.see(sums)


@dataclass
class Judge:
    """What is known of a job's ranks after the looks so far."""

    ranks: int = 0
    tests: list[_Test] = field(default_factory=list)
    rounds: deque[Round] = field(default_factory=lambda: deque(maxlen=LOOKS_BACK))
    done: int = -1  # number of the last second that was judged
    looked: int = 0  # seconds, or samples of stacks
    seen: int = 0  # of them, those that are evidence
    addresses: dict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))

    def see(self, ranks: Sequence[Seen]) -> None:
        """A look."""
        windows = {rank.number: rank.window for rank in ranks if rank.window is not None}
        if len(windows) > 1:
            self._see_windows(windows)
        else:
            self._see_stacks([rank for rank in ranks if rank.in_mpi is not None])

    def _begin(self, ranks: int) -> None:
        """One test for each length of its rounds, which share the false alarms."""
        if not self.tests:
            self.ranks = ranks
            self.tests = [_Test(length, lateness.test_of(ranks, length)) for length in lateness.ROUNDS_S]

    def _see_windows(self, windows: Mapping[int, RankWindow]) -> None:
        self._begin(max(window.world for window in windows.values()))
        shared = set.intersection(*(set(window.seconds) for window in windows.values()))
        halvings = max(window.halvings for window in windows.values())
        calls = _calls_by_second(windows, halvings)
        newest = min((max(window.seconds, default=0) for window in windows.values()), default=0)
        for number in sorted(second for second in shared if self.done < second <= newest - _SETTLES):
            self.done = number
            own = {rank: window.seconds[number] for rank, window in windows.items()}
            together = calls.get(number, [])
            late, last, caused = lateness.lateness(map(_own_s, together))
            inside = {rank: second.inside_s for rank, second in own.items()}
            if set(late) != set(windows):  # no call of all: who is inside of MPI for the shortest time works longest
                late = {rank: lateness.middle_of_others(inside, rank) - inside[rank] for rank in inside}
            every = 2**halvings if together else 1
            self.rounds.append(
                Round(
                    late_s={rank: value * every for rank, value in late.items()},
                    last=last,
                    caused_s={rank: caused.get(rank, 0.0) * every for rank in own} if together else {},
                    together=len(together),
                    inside_s=inside,
                    calls={rank: second.calls for rank, second in own.items()},
                    bytes={rank: second.bytes for rank, second in own.items()},
                )
            )
            self.looked += 1
            informative, *_ = [test.see(late) for test in self.tests]  # of rounds of one second
            self.seen += informative
            for call in together:
                for rank, event in call.items():
                    if event.address:
                        self.addresses[rank][event.address] += 1

    def _see_stacks(self, ranks: Sequence[Seen]) -> None:
        """A sample of stacks: where one rank alone is outside of MPI, the others wait for it."""
        if len(ranks) < 2:
            return
        self._begin(len(ranks))
        outside = {rank.number: 0.0 if rank.in_mpi else 1.0 for rank in ranks}
        alone = outside if sum(outside.values()) == 1 else dict.fromkeys(outside, 0.0)
        late = {rank: value - lateness.middle_of_others(alone, rank) for rank, value in alone.items()}
        inside = {rank: 1.0 - value for rank, value in outside.items()}
        self.rounds.append(Round(late, {}, {}, 0, inside, {}, {}))
        self.looked += 1
        self.seen += self.tests[0].see(alone)

    def late_share(self) -> dict[int, float]:
        """How late each rank is in the mean of the last seconds, as a share of time."""
        by_rank = grouped((rank, value) for second in self.rounds for rank, value in second.late_s.items())
        return {rank: sum(values) / len(values) for rank, values in by_rank.items()}

    def late(self) -> list[int]:
        """Ranks that are late beyond the noise of their siblings, with enough evidence."""
        shares = self.late_share()
        return [
            rank
            for rank in dict.fromkeys(rank for test in self.tests for rank in test.test.late())
            if rank in shares
            and lateness.beyond_siblings(shares[rank], [share for other, share in shares.items() if other != rank])
        ]

    def mean(self, what: str, rank: int) -> float | None:
        """A rank's mean per second of one of the rounds' figures; None where no round has it."""
        values = [getattr(second, what).get(rank, 0) for second in self.rounds]
        measured = any(rank in getattr(second, what) for second in self.rounds)
        return sum(values) / len(values) if measured else None

    def last_share(self, rank: int) -> float | None:
        """Of the calls that all make together, those to which the rank came last; None where there are none."""
        together = sum(second.together for second in self.rounds)
        return sum(second.last.get(rank, 0) for second in self.rounds) / together if together else None


def _calls_by_second(windows: Mapping[int, RankWindow], halvings: int) -> dict[int, list[dict[int, Event]]]:
    """The calls that all ranks made together, by the second in which the first rank of them began: every 2**N-th, also
    of seconds that were kept before the last halving."""
    first = min(windows)
    calls: dict[int, list[dict[int, Event]]] = defaultdict(list)
    for key, event in windows[first].events.items():
        if (
            event.kind != COLLECTED
            or key >> (KEY_BITS - halvings)
            or any(key not in window.events for window in windows.values())
        ):
            continue
        calls[int(event.ended_s)].append({rank: window.events[key] for rank, window in windows.items()})
    return calls


def _own_s(call: Mapping[int, Event]) -> dict[int, float]:
    """How long each rank took from its collective before to this one, in seconds: no clock of another is needed, and
    who left the one before late is not blamed for it."""
    return {rank: event.began_s - event.since_s for rank, event in call.items() if event.since_s is not None}
