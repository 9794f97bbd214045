"""Where candidates meet what is in use: launches that live at the same time, few visits, failures as results."""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rankwise.core.errors import MeasurementFailed
from rankwise.core.load import crowding
from rankwise.core.records import Cell, Change, Mpi, Plan, Visit
from rankwise.measure.campaign import Campaign
from rankwise.measure.cells import on_side
from rankwise.measure.outcome import Outcome
from rankwise.measure.session import Session
from rankwise.measure.side import Side
from rankwise.measure.stopping import Stopping
from rankwise.measure.visits import VisitOptions
from rankwise.measure.watcher import Progress
from rankwise.model.robust import median
from rankwise.placement.devices import Devices, on_devices
from rankwise.placement.placement import Placement
from rankwise.placement.sides import make_side
from rankwise.tuning.goals import BenchmarkPoint
from rankwise.tuning.kernel_cells import KernelCells
from rankwise.tuning.launch import BASE, Launched, hopeless
from rankwise.tuning.race import CandidateTimes
from rankwise.tuning.race import rounds as rounds_worth

_LONGEST_START_S, _SHORTEST_START_S, _START_FACTOR = 8.0, 2.0, 8.0
_WATCHDOG_S = 5.0
# Launches decide, not visits: a window of 1 MiB takes 6 ms, and five of them were a quarter of every race.
_VISIT = VisitOptions(samples=5, samples_s=0.02, warm_s=1e-3)
# Over a network: daemons start on every node, and a call may take seconds where it takes milliseconds on a node. Ranks
# leave a barrier up to a message apart: a batch is long beside that. A start that all ranks meet was 70 to 90 % of a
# visit where ten of them shared two busy CPUs, and a bcast was never measured.
_VISIT_AWAY = VisitOptions(samples=3, batch_s=10e-3, samples_s=0.2, warm_s=1e-3, lenient=True)
_LONGEST_START_AWAY_S, _WATCHDOG_AWAY_S, _POINT_S = 40.0, 30.0, 1.0
_MOST_PROCESSES = 64
_SHORTEST_S = 0.5
SHORTEST_GROUP_S: Final = 2.0
"""For each launch of a group, whatever the time: less shows nothing."""


@dataclass
class TrialRunner:
    """The launches of a search on one MPI. `deadline` is in time.monotonic(); `launched` counts launches; `window` is
    that of kernels that send several messages at a time, 0 the usual one. The last group of launches may end `late_s`
    after the deadline. `devices` are those that ranks use, where messages lie on some."""

    mpi: Mpi
    placement: Placement
    deadline: float
    seed: int = 1
    progress: Callable[[Progress], None] = lambda _now: None
    launched: int = 0
    window: int = 0
    warnings: list[str] = field(default_factory=list)
    kernels: KernelCells | None = None
    devices: Devices | None = None
    late_s: float = math.inf
    _start_s: float = 0.0
    _usual_start_s: float = 0.0
    _visit_s: float = math.inf

    def __post_init__(self) -> None:
        self._kernels = self.kernels or KernelCells(self.mpi, self.placement)
        self._start_s = self._longest_start_s

    @property
    def away(self) -> bool:
        """Whether ranks are on several nodes, where a launch and a call take long."""
        return self.placement.nodes > 1

    @property
    def _crowded(self) -> float:
        return crowding(self.placement.inventory.nodes)

    @property
    def _longest_start_s(self) -> float:
        return (_LONGEST_START_AWAY_S if self.away else _LONGEST_START_S) * self._crowded

    @property
    def ranks(self) -> int:
        return self._kernels.ranks

    @property
    def most_sides(self) -> int:
        """How many candidates live beside the settings in use."""
        return max(1, min(6, _MOST_PROCESSES // max(1, self.ranks) - 1))

    @property
    def left_s(self) -> float:
        return self.deadline - time.monotonic()

    def launch_s(self, sides: int, points: int) -> float:
        """Seconds that one launch of so many sides with one visit to each benchmark point takes, as far as it is known:
        over a network it takes so long that there must be the time for it."""
        known = self.away and math.isfinite(self._visit_s)
        return self._usual_start_s + sides * points * self._visit_s if known else 0.0

    def check(self, wanted: Iterable[str]) -> None:
        """Raises UsageError for a kernel that does not exist or does not fit."""
        self._kernels.check(wanted)

    def cells(self, point: BenchmarkPoint) -> tuple[Cell, ...]:
        """The cells of a benchmark point on the side in use."""
        return self._kernels.cells(point, self.window)

    def race(
        self,
        base: Change,
        candidates: Mapping[str, Change],
        points: Sequence[BenchmarkPoint],
        seen: Mapping[str, CandidateTimes],
        *,
        launches: int,
        rounds: int = 3,
        until: float = 0.0,
        kernels: Mapping[str, Collection[str]] | None = None,
    ) -> None:
        """Launches the candidates in groups beside `base`, and adds what was measured to `seen`. Candidates that can
        change only some `kernels` are not visited at the benchmark points of others.

        It ends early, with what there is, when the time `until` (or the deadline) comes. Raises MeasurementFailed when
        `base` itself cannot be launched.
        """
        names = list(candidates)
        size = self.most_sides
        begin, end = time.monotonic(), min(until or self.deadline, self.deadline)
        for start in range(0, len(names), size):
            group = names[start : start + size]
            spent, done = time.monotonic() - begin, start / size
            if time.monotonic() + (spent / done if done else 0.0) > end:
                return
            first = self.launched
            launched = self.launch(
                {BASE: base, **{name: candidates[name] for name in group}},
                points,
                launches=launches,
                rounds=rounds,
                budget_s=self._group_s(launches, end),
                kernels=kernels,
            )
            for name in group:
                seen[name].error = seen[name].error or launched.error(name)
                for point in points:
                    pairs = launched.by_launch(BASE, name, point)
                    seen[name].add(point, pairs.values(), (first + number for number in pairs))

    def _group_s(self, launches: int, end: float) -> float:
        """Seconds for a group of launches that begins before `end`: long enough to show something, unless it would take
        more than the runner may be late."""
        now = time.monotonic()
        shortest_s = min(SHORTEST_GROUP_S * launches, self.deadline + self.late_s - now)
        return max(_SHORTEST_S, shortest_s, end - now)

    def launch(
        self,
        changes: Mapping[str, Change],
        points: Sequence[BenchmarkPoint],
        *,
        launches: int,
        rounds: int,
        budget_s: float = 0.0,
        kernels: Mapping[str, Collection[str]] | None = None,
        doubtful: Callable[[Launched], Collection[BenchmarkPoint]] | None = None,
    ) -> Launched:
        """One campaign with a side for each change, which is visited at the benchmark points of its `kernels`, else at
        all of them. Over a network it may make fewer `rounds`. Benchmark points that are `doubtful` then are launched
        as often again, as far as a quarter as much time on top goes. Raises MeasurementFailed when BASE cannot be
        launched."""
        first_s = budget_s or max(1.0, self.left_s)
        begin = time.monotonic()
        tokens = {name: BASE if name == BASE else f"side{index}" for index, name in enumerate(changes)}
        sides = [make_side(tokens[name], self.mpi, self.placement, change=change) for name, change in changes.items()]
        sides = [on_devices(side, self.devices) for side in sides] if self.devices else sides
        visits: dict[str, list[Visit]] = defaultdict(list)
        made, launch_s, again = 0, 0.0, 0
        open_: set[BenchmarkPoint] | None = (
            None  # decided once: benchmark points that were let go as soon as luck helps would all be let go
        )

        def keep(measured: list[Visit]) -> None:
            for visit in measured:
                if visit.group == 0:
                    visits[visit.cell].append(visit)

        def launched(outcome: Outcome) -> Launched:
            return Launched(tokens, {point: self.cells(point) for point in points}, visits, outcome, launch_s, again)

        def decided(outcome: Outcome) -> set[str]:
            nonlocal made, launch_s, open_, again
            made += 1
            spent_s = time.monotonic() - begin
            if open_ is None:
                launch_s = spent_s / made
                if made < launches and spent_s < first_s:
                    return set()
                open_ = {_point(self.cells(point)[0]) for point in doubtful(launched(outcome))} if doubtful else set()
                again = made
            if made >= 2 * launches:
                open_ = set()
            return {id_ for id_, state in outcome.states.items() if _point(state.cell) not in open_}

        cells: list[Cell] = []
        for point in points:
            own = [name for name in changes if name != BASE and (kernels is None or point[0] in kernels[name])]
            if own or len(changes) == 1:
                cells += [on_side(cell, tokens[name]) for cell in self.cells(point) for name in (BASE, *own)]
        plan = Plan(
            name="tune",
            endpoints=self.placement.endpoints,
            cells=tuple(cells),
            seed=self.seed + self.launched,
            precision=0.02,
            budget_s=first_s * (1.25 if doubtful else 1.0),
            launches=launches,
            min_rounds=rounds_worth(rounds, self._usual_start_s, len(cells) * self._visit_s) if self.away else rounds,
        )
        campaign = Campaign(
            plan,
            sides,
            sink=keep,
            progress=self.progress,
            options=_VISIT_AWAY if self.away else _VISIT,
            watchdog_s=(_WATCHDOG_AWAY_S if self.away else _WATCHDOG_S) * self._crowded,
            opener=_Opener(self._start_s),
            stopping=Stopping(decided, hopeless, _POINT_S),
            openers=len(sides),
        )
        outcome = campaign.run()
        self.launched += len(outcome.launches)
        if len(changes) > 1 or self.away:  # alone the default starts faster than among candidates
            usual_s = max((launch.ready_s for launch in outcome.launches if launch.side == BASE), default=0.0)
            usual_s = usual_s or self._longest_start_s
            self._start_s = min(self._longest_start_s, max(_SHORTEST_START_S * self._crowded, _START_FACTOR * usual_s))
        self._learn(outcome)
        self.warnings += launched(outcome).warnings()
        if BASE in outcome.lost_sides:
            raise outcome.lost_sides[BASE]
        if outcome.interrupted:
            raise KeyboardInterrupt
        return launched(outcome)

    def _learn(self, outcome: Outcome) -> None:
        """What a start of all sides takes, and a visit."""
        starts_s: dict[int, float] = defaultdict(float)
        for launch in outcome.launches:
            starts_s[launch.index] = max(starts_s[launch.index], launch.ready_s)
        visits = sum(state.visits for state in outcome.states.values())
        if starts_s and visits:
            self._usual_start_s = median(list(starts_s.values()))
            self._visit_s = max(0.0, (outcome.measuring_s - sum(starts_s.values())) / visits)


def _point(cell: Cell) -> BenchmarkPoint:
    return cell.kernel, cell.size_bytes


class _Opener:
    """Opens sessions with a short limit: a multiple of what the settings in use take.

    A side that failed once fails at once when it is tried again: what hangs in MPI_Init costs its limit only once.
    """

    def __init__(self, limit_s: float) -> None:
        self._limit_s = limit_s
        self._failed: dict[str, MeasurementFailed] = {}

    def __call__(self, side: Side, index: int, *, watchdog_s: float) -> Session:
        if side.name in self._failed:
            raise self._failed[side.name]
        try:
            return Session(side, index, watchdog_s=watchdog_s, start_timeout_s=self._limit_s)
        except MeasurementFailed as error:
            if side.name != BASE:
                self._failed[side.name] = error
            raise
