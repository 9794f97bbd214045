"""A campaign: cells visited in random order over several launches, all sides alive at once, until they are precise.

Sides of one benchmark point (the same kernel at the same point, under another MPI or setting) are visited one right
after the other in random order, so that what disturbs one disturbs the others: their ratio is far steadier than either.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from msgspec.structs import replace

from rankwise.core.errors import MeasurementFailed, RankwiseError
from rankwise.core.records import Cell, CellResult, Plan, Stop, Visit
from rankwise.measure.convergence import LEAST_VISITS, Convergence
from rankwise.measure.lost_ranks import Absent, renumbered
from rankwise.measure.outcome import CellState, Outcome
from rankwise.measure.ranks import refusals
from rankwise.measure.room import check_memory
from rankwise.measure.session import CellFailed, Session, members_of
from rankwise.measure.side import Side
from rankwise.measure.stopping import Stopping
from rankwise.measure.visit_length import VisitLength
from rankwise.measure.visits import VisitOptions
from rankwise.measure.watcher import Progress
from rankwise.model.estimate import within
from rankwise.model.ratio import LEAST_PAIRS

_TOGETHER_S, _MOST_TOGETHER = 20e-3, 64  # visits that are asked in one message
_MOST = 1.1  # times its budget: no visit begins later, whatever is then left out
_LONGEST_LAUNCH = 2.0  # times its share; on a machine that others keep busy, fewer visits and wider intervals


class Campaign:
    """Runs a plan. `sink` receives the visits of every round as they come, `progress` is called between rounds only:
    nothing of ours runs while ranks are timed.

    `stopping` says what is visited no more. `openers` launches start at a time: six of Open MPI take 1.4 s in place of
    7. `absent` tells whose nodes stopped answering: the campaign then goes on without these ranks."""

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
        stopping: Stopping | None = None,
        openers: int = 1,
        absent: Absent | None = None,
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
        self._point_of = {cell.id: _point(cell) for cell in plan.cells}
        # What is compared is visited alike; cells of one side that stand alone need not be.
        alone = options is None and len(sides) == 1 and len(set(self._point_of.values())) == len(plan.cells)
        self.visit_lengths = {cell.id: VisitLength() for cell in plan.cells} if alone else {}
        self._convergence = Convergence(plan.precision, self._random, alone=plan.launches == 1)
        # Several visits that lost a launch together, and what was said then: no others are asked with them any more.
        self.unexplained: list[tuple[Sequence[CellState], str]] = []
        self._stopping = stopping or Stopping()
        self._given_up: set[str] = set()
        self._openers = openers
        self.absent = absent or Absent()
        self._spent_s: dict[Cell, float] = defaultdict(float)
        self._answered: frozenset[str] = frozenset()
        self._first_launch = 0
        self._beside_s = 0.0  # what the last launch took beside visits: to open and to close all sides
        for visit in previous:
            self.outcome.states[visit.cell].add(visit)
            self._first_launch = max(self._first_launch, visit.launch + 1)

    def run(self) -> Outcome:
        """Measures until every cell is precise (or decided) over at least `plan.launches` launches, or the budget ends.

        A Ctrl-C ends it early with what was finished; `outcome.interrupted` says so. Raises MeasurementFailed when no
        side can be launched at all.
        """
        check_memory()
        begin_s, absent = self._clock(), 0
        try:
            for launch in range(self._first_launch, max(self.plan.launches, self._first_launch + 1) * 10):
                done_s = self._clock() - begin_s
                enough = launch >= self.plan.launches or self._stopping.by_launches
                few = launch - self._first_launch < LEAST_PAIRS  # what fewer show of a ratio is no answer
                in_time = done_s + (0.0 if few else self._beside_s) < self.plan.budget_s
                if (enough and (not in_time or self._all_precise())) or not self._open_cells():
                    break
                fewer, absent = len(self.absent.ranks) > absent, len(self.absent.ranks)  # who is left is launched once
                if done_s >= self.plan.budget_s and launch > self._first_launch and not fewer:
                    self.outcome.warnings.append(
                        f"the budget was over after {launch} of {self.plan.launches} launches: intervals are over these"
                    )
                    break
                share_s = self.plan.budget_s / self.plan.launches
                end_s = begin_s + (_MOST * self.plan.budget_s or math.inf)
                self._launch(launch, min(share_s, max(share_s / 4, self.plan.budget_s - done_s)), end_s)
                self._answered = self._stopping.answered(self.outcome)
        except KeyboardInterrupt:
            self.outcome.interrupted = True
        self._charge()
        self.outcome.ended()
        self.outcome.measuring_s = self._clock() - begin_s
        if len(self.outcome.lost_sides) == len(self.sides) and not any(s.visits for s in self.outcome.states.values()):
            raise next(iter(self.outcome.lost_sides.values()))
        return self.outcome

    def results(self) -> tuple[CellResult, ...]:
        """The estimate of every cell, with its derived figures."""
        return tuple(self._result(state) for state in self.outcome.states.values())

    # -- one launch of every side ---------------------------------------------------------------------------------

    def _launch(self, launch: int, share_s: float, end_s: float) -> None:
        sessions: dict[str, Session] = {}
        begins_s = self._clock()
        try:
            # In random order: the first of several launches was seen to keep an advantage of 20 % at 8 B.
            order = self._random.sample(list(self.sides.items()), len(self.sides))
            out = self.outcome.lost_sides.keys() | self._given_up
            self._open_all([(name, side) for name, side in order if name not in out], launch, sessions)
            launch_begin_s = self._clock()
            for number in range(10_000):
                spent_s = self._clock() - launch_begin_s
                points = self._points(launch, number, sessions, spent_s, share_s)
                if not points or self._is_over(number, spent_s, share_s) or (number and self._clock() > end_s):
                    break
                longest_s = share_s if number >= self.plan.min_rounds else _LONGEST_LAUNCH * share_s
                self._round(number, points, sessions, min(launch_begin_s + longest_s, end_s), end_s)
                self._tell(launch, number)
                self._give_up(sessions)
            self._beside_s = launch_begin_s - begins_s
        finally:
            ends_s = self._clock()
            for session in sessions.values():
                self._close(session)
            self._beside_s += self._clock() - ends_s

    def _close(self, session: Session) -> None:
        session.close()
        if session.ended:
            self.outcome.warnings.append(f"launch {session.index} of {session.side.name}: {session.ended}")

    def _give_up(self, sessions: dict[str, Session]) -> None:
        for name in self._stopping.given_up(self.outcome) & sessions.keys():
            self._given_up.add(name)
            self._close(sessions.pop(name))

    def _is_over(self, rounds: int, spent_s: float, share_s: float) -> bool:
        """Whether a launch has had its share of the time. A machine that others keep busy gets fewer rounds than asked,
        never too few to judge, and no launch takes more than `_LONGEST_LAUNCH` times its share."""
        if spent_s < share_s or rounds == 0:
            return False
        least = self.plan.min_rounds if spent_s < 1.5 * share_s else min(LEAST_VISITS, self.plan.min_rounds)
        return rounds >= least or spent_s >= _LONGEST_LAUNCH * share_s

    def _open_all(self, sides: Sequence[tuple[str, Side]], launch: int, sessions: dict[str, Session]) -> None:
        if self._openers == 1:
            opened = ((name, self._open(side, launch)) for name, side in sides)
            self._admit(opened, launch, sessions)
            return
        with ThreadPoolExecutor(self._openers) as pool:
            waiting = {name: pool.submit(self._open, side, launch) for name, side in sides}
        try:
            self._admit(((name, future.result()) for name, future in waiting.items()), launch, sessions)
        except BaseException:
            for future in waiting.values():
                if future.exception() is None and isinstance(session := future.result(), Session):
                    session.close()
            raise

    def _open(self, side: Side, launch: int) -> Session | RankwiseError:
        """A session, or what the second attempt said."""
        try:
            return self._opener(self.absent.without(side), launch, watchdog_s=self._watchdog_s)
        except RankwiseError as error:
            first = error  # a machine that others keep busy may fail once
        self.absent.look(self.outcome)
        try:
            session = self._opener(self.absent.without(side), launch, watchdog_s=self._watchdog_s)
        except RankwiseError as error:
            return error
        self.outcome.warnings.append(f"launch {launch} of {side.name} began at the second start: {first.message}")
        return session

    def _admit(
        self, opened: Iterable[tuple[str, Session | RankwiseError]], launch: int, sessions: dict[str, Session]
    ) -> None:
        for name, session in opened:
            if isinstance(session, RankwiseError):
                self.outcome.lost_sides[name] = session
                self.outcome.warnings.append(f"{name} is left out from launch {launch} on: {session.message}")
                continue
            sessions[name] = session
            self.outcome.launches.append(session.facts)
            if session.facts.refused:
                self.outcome.warnings.append(f"launch {launch} of {name}: {refusals(session.facts.refused)}")
            ranks = session.side.ranks
            if ranks > 1:
                with _losing(self, session, ()):
                    self.outcome.connected[name].append(session.connect(range(ranks)))

    def _round(
        self, number: int, points: list[list[CellState]], sessions: dict[str, Session], deadline_s: float, end_s: float
    ) -> None:
        visits: list[Visit] = []
        try:
            for group in self._together(number, points):
                if (number or visits) and self._clock() > (deadline_s if number else end_s):
                    break  # the order is random: cells differ by one visit at most
                begin_s = self._clock()
                for asked in group:
                    visits += self._visit(asked, number, sessions[asked[0].cell.side])
                states = list(itertools.chain.from_iterable(group))
                for state in states:
                    self._spent_s[self._point_of[state.cell.id]] += (self._clock() - begin_s) / len(states)
        finally:
            self._sink(visits)

    def _together(self, number: int, points: list[list[CellState]]) -> Iterator[list[list[CellState]]]:
        """What is asked one right after the other, and each time the cells that one message asks for. What is compared
        is asked alone, benchmark point by benchmark point; else as many cells of the same ranks as fit in
        `_TOGETHER_S`. The first visit in a launch is alone: a cell that ends it is known."""
        waiting: dict[tuple[int, ...], list[CellState]] = defaultdict(list)
        suspects = {state.cell.id for asked, _ in self.unexplained for state in asked}
        for point in points:
            if number == 0 or not self.visit_lengths or point[0].cell.id in suspects:
                yield [[state] for state in self._random.sample(point, len(point))]
                continue
            some = waiting[tuple(members_of(point[0].cell))]
            some += point
            if len(some) == _MOST_TOGETHER or self._cost_s(some) > _TOGETHER_S:
                yield [some.copy()]
                some.clear()
        yield from ([some] for some in waiting.values() if some)

    def _cost_s(self, states: Iterable[CellState]) -> float:
        return sum(self.visit_lengths[state.cell.id].cost_s for state in states)

    def _visit(self, asked: list[CellState], number: int, session: Session) -> list[Visit]:
        asked = [state for state in asked if state.error is None]
        if session.dead is not None or not asked:
            return []
        done: list[Visit] = []
        with _losing(self, session, asked):
            visit_lengths = [self.visit_lengths.get(state.cell.id, VisitLength(self._options)) for state in asked]
            options = [
                visit_length.options if number or not self.visit_lengths else visit_length.opening
                for visit_length in visit_lengths
            ]
            cells = [renumbered(state.cell, session.side.absent) for state in asked]
            answers = session.visits(list(zip(cells, options, self._rounds(asked, number, session), strict=True)))
            for state, visit_length, answer in zip(asked, visit_lengths, answers, strict=True):
                if isinstance(answer, CellFailed):
                    state.error = str(answer)
                    self.outcome.warnings.append(state.error)
                    continue
                visits, frame = answer
                state.bytes_per_transfer, state.messages_per_transfer = (
                    frame.bytes_per_transfer,
                    frame.messages_per_transfer,
                )
                for visit in visits:
                    self.outcome.add(visit)
                visit_length.learn(visits[0], frame)
                done += visits
        return done

    def _rounds(self, asked: Sequence[CellState], number: int, session: Session) -> list[int]:
        """Round numbers of visits: of cells that are visited several times in a round, how many visits came before."""
        if not self.visit_lengths:
            return [number] * len(asked)
        before = Counter[str]()
        rounds = []
        for state in asked:
            rounds.append(len(state.launches[session.index]) + before[state.cell.id])
            before[state.cell.id] += 1
        return rounds

    def _points(
        self, launch: int, number: int, sessions: dict[str, Session], spent_s: float, share_s: float
    ) -> list[list[CellState]]:
        """Cells to visit in this round, by benchmark point, in random order: all in the first rounds, then those whose
        benchmark point has a cell that is not precise within this launch; alone, those that can be in time."""
        by_point: dict[Cell, list[CellState]] = defaultdict(list)
        for state in self._open_cells():
            session = sessions.get(state.cell.side)
            if session is not None and session.dead is None:
                by_point[self._point_of[state.cell.id]].append(state)
        if number == 0:
            self._convergence.begin()
            self._spent_s.clear()
        points = [point for place, point in by_point.items() if self._spent_s[place] < self._stopping.point_s]
        if number >= self.plan.min_rounds:
            self._convergence.look(itertools.chain.from_iterable(points), launch, spent_s)
            done = self._convergence.precise
            points = [
                point
                for point in points
                if not self._stopping.by_launches and any(sided.cell.id not in done for sided in point)
            ]
            if self.visit_lengths:
                states = itertools.chain.from_iterable(points)
                shares = self._convergence.shares(states, launch, self.visit_lengths, share_s - spent_s)
                wanted = ((point, max(shares.get(sided.cell.id, 0) for sided in point)) for point in points)
                points = [point for point, times in wanted for _ in range(times)]
        self._random.shuffle(points)
        return points

    def _charge(self) -> None:
        """Of several visits that lost a launch together, when none of their cells lost another one alone, the first is
        charged: what ended the launch came from outside or seldom comes, and nobody shall overlook it."""
        for asked, message in self.unexplained:
            if all(state.error is None for state in asked):
                asked[0].error = message

    # -- bookkeeping --------------------------------------------------------------------------------------------------

    def _open_cells(self) -> list[CellState]:
        lost = self.outcome.lost_sides
        return [
            state
            for state in self.outcome.states.values()
            if state.error is None and state.cell.side not in lost and state.cell.id not in self._answered
        ]

    def _all_precise(self) -> bool:
        return not self._stopping.by_launches and all(self._stop(state) == "precision" for state in self._open_cells())

    def _stop(self, state: CellState) -> Stop:
        if state.error is not None:
            return "failed"
        if state.cell.id in self._answered:
            return "precision"
        measured = state.estimate("precision")
        enough = min(2, self.plan.launches)
        if measured and measured.launches >= enough and within(measured, self.plan.precision):
            return "precision"
        return "interrupted" if self.outcome.interrupted else "budget"

    def _result(self, state: CellState) -> CellResult:
        lost = self.outcome.lost_sides.get(state.cell.side)
        return state.result(self._stop(state), lost.message if lost else None)

    def _tell(self, launch: int, number: int) -> None:
        self._progress(
            Progress(
                self.plan.budget_s,
                launch,
                number,
                frozenset(self._convergence.precise),
                self.plan.min_rounds,
                self.outcome.states,
            )
        )


def _point(cell: Cell) -> Cell:
    """What cells of several sides have in common: all but their name and their side, and whether others load the
    machine: the impact of a load is a ratio too."""
    return replace(cell.without_load, side="")


@contextlib.contextmanager
def _losing(campaign: Campaign, session: Session, asked: Sequence[CellState]) -> Iterator[None]:
    """Turns the loss of a launch into what is known of its cell, and leaves its side to the next launch. When it was
    one of several, each is asked alone from then on."""
    try:
        yield
    except MeasurementFailed as error:
        campaign.outcome.warnings.append(error.message)
        if session.dead is not None:
            session.close()
            if campaign.absent.look(campaign.outcome):
                return  # a node is gone, whichever cell was visited then
        if len(asked) > 1:
            campaign.unexplained.append((asked, error.message))
        elif asked:
            asked[0].error = error.message
