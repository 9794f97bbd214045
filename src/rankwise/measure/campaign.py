"""A campaign: cells visited in random order over several launches, all sides alive at once, until they are precise.

Sides of one spot (the same kernel at the same point, under another MPI or setting) are visited one right after the
other in random order, so that what disturbs one disturbs the others: their ratio is far steadier than either.
"""

from __future__ import annotations

import contextlib
import random
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rankwise.core.errors import MeasurementFailed, RankwiseError
from rankwise.core.records import Cell, CellResult, Estimate, LaunchFacts, Plan, StartUp, Stop, Visit
from rankwise.measure.frames import Connected
from rankwise.measure.session import CellFailed, Session
from rankwise.measure.side import Side
from rankwise.measure.visits import VisitOptions
from rankwise.model.change import warmup_end
from rankwise.model.estimate import estimate, within
from rankwise.model.overlap import overlap
from rankwise.model.peers import imb_avg_s, imb_max_s, osu_avg_s, osu_latency_s
from rankwise.model.robust import median

LEAST_VISITS = 4
_LONGEST_LAUNCH = 2.0  # times its share; on a machine that others keep busy, fewer visits and wider intervals
Spot = tuple[object, ...]


@dataclass
class CellState:
    """What is known of a cell so far. `launches[l]`: the visit medians of launch l, in seconds, in order of time.

    `late` counts calls that some rank began after the common start: they are no samples.
    """

    cell: Cell
    launches: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    samples: list[float] = field(default_factory=list)
    rank_means: list[tuple[float, ...]] = field(default_factory=list)
    first_calls: list[float] = field(default_factory=list)
    overlapped: list[tuple[float, float, float]] = field(default_factory=list)  # (pure, compute, together) of a visit
    warmup: tuple[float, ...] = ()
    late: int = 0
    bytes_per_transfer: float = 0.0
    messages_per_transfer: float = 0.0
    error: str | None = None

    def add(self, visit: Visit) -> None:
        self.late += visit.invalid_samples
        if not visit.samples_s:
            return
        self.launches[visit.launch].append(median(visit.samples_s))
        self.samples += visit.samples_s
        if visit.rank_samples_s:
            self.rank_means.append(visit.rank_samples_s)
        if visit.pure_s and visit.compute_s:
            self.overlapped.append((visit.pure_s, visit.compute_s, median(visit.samples_s)))
        if visit.first_call_s is not None:
            self.first_calls.append(visit.first_call_s)
            self.warmup = self.warmup or visit.warmup_s

    @property
    def visits(self) -> int:
        return sum(len(values) for values in self.launches.values())

    def estimate(self, stop: Stop) -> Estimate | None:
        series = [values for values in self.launches.values() if values]
        if not series:
            return None
        return estimate(series, stop=stop, samples=self.samples, slowest_rank=self._slowest_rank())

    def _slowest_rank(self) -> int | None:
        """Index of the rank whose own time is the largest, where one is clearly (5 %) slower than the median rank."""
        widths = {len(means) for means in self.rank_means}
        if widths != {len(self.cell.groups[0])}:
            return None
        means = [median(column) for column in zip(*self.rank_means, strict=True)]
        slowest = max(range(len(means)), key=means.__getitem__)
        return slowest if means[slowest] > 1.05 * median(means) else None


@dataclass(frozen=True)
class Progress:
    """Where a campaign stands: seconds of measuring done and planned, which cells are precise in this launch, and the
    states for a live table."""

    done_s: float
    total_s: float
    launch: int
    round: int
    precise: frozenset[str]
    least_visits: int
    states: dict[str, CellState]


@dataclass
class Outcome:
    """What a campaign brought: facts of every launch, a state for each cell, connection costs, what went wrong."""

    launches: list[LaunchFacts] = field(default_factory=list)
    states: dict[str, CellState] = field(default_factory=dict)
    connected: dict[str, list[Connected]] = field(default_factory=lambda: defaultdict(list))
    warnings: list[str] = field(default_factory=list)
    lost_sides: dict[str, RankwiseError] = field(default_factory=dict)
    interrupted: bool = False
    measuring_s: float = 0.0

    def failed(self) -> list[str]:
        """Ids of cells that could not be measured: refused, wrong data, a lost launch, a side that did not start."""
        return [
            id_ for id_, state in self.states.items() if state.error is not None or state.cell.side in self.lost_sides
        ]


class Campaign:
    """Runs a plan. `sink` receives the visits of every round as they come, `progress` is called between rounds only:
    nothing of ours runs while ranks are timed.

    `decided`, asked after every launch, names the cells whose question is answered: they are not visited again. It
    takes the place of the plan's precision and of its least number of launches. Every launch then makes `min_rounds`
    rounds: a question about ratios is decided by launches, more visits within one do not help.
    """

    def __init__(
        self,
        plan: Plan,
        sides: Sequence[Side],
        *,
        sink: Callable[[list[Visit]], None] = lambda _visits: None,
        progress: Callable[[Progress], None] = lambda _progress: None,
        options: VisitOptions | None = None,
        watchdog_s: float = 20.0,
        previous: Iterable[Visit] = (),
        opener: Callable[..., Session] = Session,
        clock: Callable[[], float] = time.monotonic,
        decided: Callable[[Outcome], Collection[str]] | None = None,
    ) -> None:
        self.plan = plan
        self.sides = {side.name: side for side in sides}
        self.outcome = Outcome(states={cell.id: CellState(cell) for cell in plan.cells})
        self._sink = sink
        self._progress = progress
        self._options = options or VisitOptions()
        self._watchdog_s = watchdog_s
        self._opener = opener
        self._clock = clock
        self._random = random.Random(plan.seed)
        self._precise: set[str] = set()
        self._decided = decided
        self._answered: frozenset[str] = frozenset()
        self._first_launch = 0
        for visit in previous:
            self.outcome.states[visit.cell].add(visit)
            self._first_launch = max(self._first_launch, visit.launch + 1)

    def run(self) -> Outcome:
        """Measures until every cell is precise (or decided) over at least `plan.launches` launches, or the budget ends.

        A Ctrl-C ends it early with what was finished; `outcome.interrupted` says so. Raises MeasurementFailed when no
        side can be launched at all.
        """
        begin_s = self._clock()
        try:
            for launch in range(self._first_launch, max(self.plan.launches, self._first_launch + 1) * 10):
                done_s = self._clock() - begin_s
                enough = launch >= self.plan.launches or self._decided is not None
                if (enough and (done_s >= self.plan.budget_s or self._all_precise())) or not self._open_cells():
                    break
                share_s = self.plan.budget_s / self.plan.launches
                self._launch(launch, begin_s, min(share_s, max(share_s / 4, self.plan.budget_s - done_s)))
                if self._decided is not None:
                    self._answered = frozenset(self._decided(self.outcome))
        except KeyboardInterrupt:
            self.outcome.interrupted = True
        self.outcome.measuring_s = self._clock() - begin_s
        if len(self.outcome.lost_sides) == len(self.sides):
            raise next(iter(self.outcome.lost_sides.values()))
        return self.outcome

    def results(self) -> tuple[CellResult, ...]:
        """The estimate of every cell, with its derived figures."""
        return tuple(self._result(state) for state in self.outcome.states.values())

    # -- one launch of every side ---------------------------------------------------------------------------------

    def _launch(self, launch: int, begin_s: float, share_s: float) -> None:
        sessions: dict[str, Session] = {}
        try:
            # In random order: the first of several launches was seen to keep an advantage of 20 % at 8 B.
            for name, side in self._random.sample(list(self.sides.items()), len(self.sides)):
                if name not in self.outcome.lost_sides:
                    self._open(name, side, launch, sessions)
            launch_begin_s = self._clock()
            for number in range(10_000):
                spent_s = self._clock() - launch_begin_s
                spots = self._spots(launch, number, sessions)
                if not spots or self._is_over(number, spent_s, share_s):
                    break
                self._round(number, spots, sessions, launch_begin_s + _LONGEST_LAUNCH * share_s)
                self._tell(launch, number, self._clock() - begin_s)
        finally:
            for session in sessions.values():
                session.close()

    def _is_over(self, rounds: int, spent_s: float, share_s: float) -> bool:
        """Whether a launch has had its share of the time. A machine that others keep busy gets fewer rounds than asked,
        never too few to judge, and no launch takes more than `_LONGEST_LAUNCH` times its share."""
        if spent_s < share_s or rounds == 0:
            return False
        least = self.plan.min_rounds if spent_s < 1.5 * share_s else min(LEAST_VISITS, self.plan.min_rounds)
        return rounds >= least or spent_s >= _LONGEST_LAUNCH * share_s

    def _open(self, name: str, side: Side, launch: int, sessions: dict[str, Session]) -> None:
        for attempt in (1, 2):
            try:
                session = self._opener(side, launch, watchdog_s=self._watchdog_s)
            except RankwiseError as error:
                if attempt == 2:
                    self.outcome.lost_sides[name] = error
                    self.outcome.warnings.append(f"{name} is left out from launch {launch} on: {error.message}")
                continue
            sessions[name] = session
            self.outcome.launches.append(session.facts)
            if side.ranks > 1:
                with _losing(self, session, None):
                    self.outcome.connected[name].append(session.connect(range(side.ranks)))
            return

    def _round(
        self, number: int, spots: list[list[CellState]], sessions: dict[str, Session], deadline_s: float
    ) -> None:
        visits: list[Visit] = []
        try:
            for spot in spots:
                if number > 0 and self._clock() > deadline_s:
                    break  # the order is random: cells differ by one visit at most
                for state in self._random.sample(spot, len(spot)):
                    visits += self._visit(state, number, sessions[state.cell.side])
        finally:
            self._sink(visits)

    def _visit(self, state: CellState, number: int, session: Session) -> list[Visit]:
        if session.dead is not None or state.error is not None:
            return []
        with _losing(self, session, state):
            visits, frame = session.visit(state.cell, number, self._options)
            state.bytes_per_transfer, state.messages_per_transfer = frame.bytes, frame.messages
            for visit in visits:
                state.add(visit)
            return visits
        return []

    def _spots(self, launch: int, number: int, sessions: dict[str, Session]) -> list[list[CellState]]:
        """Cells to visit in this round, by spot, in random order: all of them in the first rounds, then those whose
        spot has a cell that is not precise within this launch."""
        by_spot: dict[Spot, list[CellState]] = defaultdict(list)
        for state in self._open_cells():
            session = sessions.get(state.cell.side)
            if session is not None and session.dead is None:
                by_spot[_spot(state.cell)].append(state)
        if number == 0:
            self._precise.clear()
        if number >= LEAST_VISITS:  # fewer visits are never precise
            self._precise.update(
                state.cell.id
                for spot in by_spot.values()
                for state in spot
                if state.cell.id not in self._precise and self._precise_in(state, launch)
            )
        spots = [
            spot
            for spot in by_spot.values()
            if number < self.plan.min_rounds
            or (self._decided is None and not all(state.cell.id in self._precise for state in spot))
        ]
        self._random.shuffle(spots)
        return spots

    def _precise_in(self, state: CellState, launch: int) -> bool:
        visits = state.launches[launch]
        return bool(visits) and within(estimate([visits], stop="precision"), self.plan.precision)

    # -- bookkeeping --------------------------------------------------------------------------------------------------

    def _open_cells(self) -> list[CellState]:
        lost = self.outcome.lost_sides
        return [
            state
            for state in self.outcome.states.values()
            if state.error is None and state.cell.side not in lost and state.cell.id not in self._answered
        ]

    def _all_precise(self) -> bool:
        return self._decided is None and all(self._stop(state) == "precision" for state in self._open_cells())

    def _stop(self, state: CellState) -> Stop:
        if state.error is not None:
            return "failed"
        if state.cell.id in self._answered:
            return "precision"
        measured = state.estimate("precision")
        if measured is not None and measured.launches > 1 and within(measured, self.plan.precision):
            return "precision"
        return "interrupted" if self.outcome.interrupted else "budget"

    def _result(self, state: CellState) -> CellResult:
        measured = state.estimate(self._stop(state))
        if measured is None:
            lost = self.outcome.lost_sides.get(state.cell.side)
            return CellResult(cell=state.cell.id, error=state.error or (lost.message if lost else _why_nothing(state)))
        rate = state.bytes_per_transfer / measured.median_s
        warmup_calls = warmup_end(state.warmup) if len(state.warmup) > 1 else None
        return CellResult(
            cell=state.cell.id,
            estimate=measured,
            rate_bytes_per_s=rate or None,
            messages_per_s=state.messages_per_transfer / measured.median_s,
            first_call_s=median(state.first_calls) if state.first_calls else None,
            warmup_calls=warmup_calls,
            **_as_peers_print(state),
            overlap=overlap(state.overlapped) if state.overlapped else None,
            error=state.error,
        )

    def _tell(self, launch: int, number: int, done_s: float) -> None:
        self._progress(
            Progress(
                done_s,
                self.plan.budget_s,
                launch,
                number,
                frozenset(self._precise),
                self.plan.min_rounds,
                self.outcome.states,
            )
        )


def _as_peers_print(state: CellState) -> dict[str, float]:
    """IMB's and OMB's figure for the same calls, from every rank's own time; peers count world-wide means."""
    if not state.rank_means or not state.rank_means[0]:
        return {}
    means = state.rank_means
    osu = osu_latency_s(means) if state.cell.kernel.startswith("pingpong") else osu_avg_s(means)
    return {"imb_avg_s": imb_avg_s(means), "imb_max_s": imb_max_s(means), "osu_avg_s": osu}


def startup(outcome: Outcome) -> tuple[StartUp, ...]:
    """The start-up cost of every side that was launched."""
    by_side: dict[str, list[LaunchFacts]] = defaultdict(list)
    for facts in outcome.launches:
        by_side[facts.side].append(facts)
    return tuple(_startup(side, launches, outcome.connected[side]) for side, launches in by_side.items())


def _startup(side: str, launches: Sequence[LaunchFacts], connected: Sequence[Connected]) -> StartUp:
    ranks = [rank for facts in launches for rank in facts.ranks]
    growth = [one.rss_growth / len(one.first) for one in connected]
    return StartUp(
        side=side,
        launches=len(launches),
        ready_s=median([facts.ready_s for facts in launches]),
        init_s=median([rank.init_s for rank in ranks]),
        first_message_s=median([time_s for one in connected for time_s in one.first]) if connected else None,
        second_message_s=median([time_s for one in connected for time_s in one.second]) if connected else None,
        init_bytes=int(median([float(rank.rss_after_init_bytes - rank.rss_before_init_bytes) for rank in ranks])),
        connection_bytes=int(median(growth)) if growth else None,
    )


def pairs(before: Iterable[Visit], after: Iterable[Visit]) -> list[list[tuple[float, float]]]:
    """Visit medians of two cells in seconds, paired by round within every launch: the input of `model.ratio`."""
    first = {(visit.launch, visit.round): median(visit.samples_s) for visit in before if visit.samples_s}
    second = {(visit.launch, visit.round): median(visit.samples_s) for visit in after if visit.samples_s}
    by_launch: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for key in sorted(first.keys() & second.keys()):
        by_launch[key[0]].append((first[key], second[key]))
    return list(by_launch.values())


def _why_nothing(state: CellState) -> str:
    if state.late:
        return (
            f"none of {state.late} calls began at the common start on all ranks: are there more ranks than processors?"
        )
    return "was not reached in the time there was"


def _spot(cell: Cell) -> Spot:
    return (
        cell.kernel,
        cell.size_bytes,
        cell.groups,
        cell.datatype,
        cell.operation,
        cell.root,
        cell.window,
        cell.cold_cache,
    )


@contextlib.contextmanager
def _losing(campaign: Campaign, session: Session, state: CellState | None) -> Iterator[None]:
    """Turns the failure of a visit into what is known of the cell: refused and wrong data end the cell, a lost launch
    ends the cell and leaves its side to the next launch."""
    try:
        yield
    except (CellFailed, MeasurementFailed) as error:
        message = error.message if isinstance(error, MeasurementFailed) else str(error)
        campaign.outcome.warnings.append(message)
        if state is not None:
            state.error = message
        if session.dead is not None:
            session.close()
