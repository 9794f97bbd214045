"""One MPI between two endpoints: every transport tried alone, then those that work beside each other."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from rankwise.core import said
from rankwise.core.deadline import NEVER, Deadline
from rankwise.core.errors import MeasurementFailed, RankwiseError
from rankwise.core.load import crowding, limit_words
from rankwise.core.records import Cell, Mpi, Plan, Run, Visit
from rankwise.core.settings import Setting
from rankwise.core.units import plural
from rankwise.experiment.cells import CellAnswers
from rankwise.experiment.fabrics import SIZES, judge
from rankwise.experiment.records import ComparedCell, Crossover, FabricPath, FabricPoint, FabricTrial, FabricUse
from rankwise.maps.reach import gone_ranks
from rankwise.measure.campaign import Campaign
from rankwise.measure.cells import cell, on_side
from rankwise.measure.lost_ranks import Absent
from rankwise.measure.outcome import Outcome
from rankwise.measure.side import Side
from rankwise.measure.stopping import Stopping
from rankwise.measure.trial_launch import traffic
from rankwise.measure.visits import VisitOptions
from rankwise.measure.watcher import Watcher
from rankwise.model.ratio import LEAST_PAIRS
from rankwise.mpis import transport
from rankwise.mpis.fabrics import DEFAULT, fabrics
from rankwise.mpis.records import FabricChoice
from rankwise.placement.fabric import listed_on
from rankwise.placement.pair import EndpointPair
from rankwise.placement.placement import Placement
from rankwise.placement.preparation import AGAIN
from rankwise.store.runs import Store

_START_S, _WATCHDOG_S = 15.0, 5.0  # a transport that takes longer to start, or to answer, hangs
_LEAST_S = 2.0  # for a trial that begins before the time for trials is over
_TRIALS, _STARTS = 0.5, 0.5  # of the time of a path for trials, and of the rest for the starts of a race
_LAUNCHES, _ROUNDS = 8, 4
_VISIT = VisitOptions(samples=5, warm_s=1e-3)
_MARGIN, _PRECISION = 0.05, 0.1


@dataclass(frozen=True)
class FabricOptions:
    """What a user may ask. `only` are words of names, `names` whole ones. `pair` None: one pair of endpoints for each
    relation there is. `budget_s` is for racing the transports of one MPI on one path, the `deadline` of everything."""

    mpis: Sequence[Mpi]
    placement: Placement
    pair: tuple[str, str] | None = None
    only: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    sizes: tuple[int, ...] = SIZES
    budget_s: float = 40.0
    deadline: Deadline = NEVER
    out: Path = Path("rankwise-results")
    seed: int = 1
    settings: dict[str, Setting] = field(default_factory=dict)


@dataclass
class Raced:
    """What one race brought, for the run."""

    outcome: Outcome
    campaign: Campaign
    cells: tuple[Cell, ...]


def startable(
    working: Sequence[FabricChoice], took_s: Mapping[str, float], left_s: float
) -> tuple[Sequence[FabricChoice], bool]:
    """Those that can be started beside each other in a race of `left_s`, by the seconds that their trials took, and
    whether there is time for one launch of each alone. Each launch of a race starts all of them, and the first of them
    twice; fewer launches than `LEAST_PAIRS` tell of no difference, but one tells how fast each is."""
    raced = _started(working, took_s, _STARTS * left_s / LEAST_PAIRS, first=2)
    if len(raced) == len(working) or len(raced) > 1:
        return raced, False
    return _started(working, took_s, _STARTS * left_s, first=1), True


def _started(
    working: Sequence[FabricChoice], took_s: Mapping[str, float], launch_s: float, *, first: int
) -> Sequence[FabricChoice]:
    """As many as start in one launch of so many seconds, the first of them `first` times."""
    for at, choice in enumerate(working):
        launch_s -= took_s[choice.name] * (1 if at else first)
        if launch_s < 0.0:
            return working[:at]
    return working


class MeasuredPath:
    """One MPI between two endpoints, until the `deadline`. `gone`: which of the two no longer answers, with why, once
    it is so."""

    def __init__(
        self,
        mpi: Mpi,
        pair: EndpointPair,
        options: FabricOptions,
        *,
        deadline: Deadline,
        watcher: Watcher,
        run: Run,
        store: Store,
    ) -> None:
        self._mpi, self._pair, self._options, self._watcher = mpi, pair, options, watcher
        self._run, self._store = run, store
        self._deadline, self._tries_end = deadline, deadline.first(_TRIALS)
        self._took_s: dict[str, float] = {}  # a trial of a transport
        self._prefix = f"{mpi.name}:{pair.source}-{pair.target}:"
        self.gone: dict[int, str] = {}

    def measure(self) -> tuple[FabricPath, Raced | None]:
        """All that was seen of the path, and its race where there was one."""
        lists = listed_on(self._mpi, self._pair.placement, self._pair.source)
        choices = fabrics(
            self._mpi,
            between_nodes=self._pair.between_nodes,
            networks=self._pair.interfaces(),
            lists=lists,
        )
        wanted = [choice for choice in choices if choice == DEFAULT or self._wanted(choice)]
        trials = self._trials(wanted)
        working = [trial.choice for trial in trials.values() if trial.outcome == "works"]
        race: Raced | None = None
        points: dict[str, tuple[FabricPoint, ...]] = {}
        extra = _Extra()
        racing, once = startable(working, self._took_s, self._deadline.left_s)
        if racing and not self.gone:
            race, points, extra = self._race(racing, once=once)
        measured = tuple(
            replace(trial, points=points.get(name, ()), reason=trial.reason or extra.lost.get(name, ""))
            for name, trial in trials.items()
        )
        default = next((trial.use for trial in trials.values() if trial.choice == DEFAULT), None) or FabricUse()
        path = FabricPath(
            mpi=self._mpi.name,
            source=self._pair.source,
            target=self._pair.target,
            between_nodes=self._pair.between_nodes,
            trials=measured,
            resembles=judge.resembles(default, [trial for trial in measured if trial.choice != DEFAULT]),
            fastest=extra.fastest,
            crossovers=extra.crossovers,
            control=extra.control,
            idle=lists.idle,
            place=self._pair.place(),
            ended="; ".join(dict.fromkeys(self.gone.values())),
            untried=() if self.gone else tuple(choice.name for choice in wanted if choice.name not in trials),
        )
        return path, race

    def _wanted(self, choice: FabricChoice) -> bool:
        if self._options.names:
            return choice.name in self._options.names
        return not self._options.only or any(word in choice.name for word in self._options.only)

    # -- sacrificial launches -----------------------------------------------------------------------------------

    def _trials(self, wanted: Sequence[FabricChoice]) -> dict[str, FabricTrial]:
        """Every transport alone that there is time for; where a node of the two is lost, those before."""
        trials: dict[str, FabricTrial] = {}
        for at, choice in enumerate(wanted):
            if trials and self._tries_end.over:
                break
            begin_s = time.monotonic()
            trial = self._try(choice, f"{at + 1} of {len(wanted)}")
            self._took_s[choice.name] = time.monotonic() - begin_s
            if trial is None:
                continue
            if trial.outcome not in ("works", "not used") and self._look():
                break
            trials[choice.name] = trial
        return trials

    def _look(self) -> dict[int, str]:
        self.gone = gone_ranks(self._mpi, self._pair.placement, self._pair.ends)
        return self.gone

    def _try(self, choice: FabricChoice, place: str) -> FabricTrial | None:
        """None where it did not end in the time that was left, and might have done in more."""
        self._watcher.phase(f"{self._mpi.name}: trying {choice.name} ({place})")
        side = self._pair.side(choice.name, self._mpi, choice, transport.talkative(self._mpi))
        crowded = crowding(self._pair.placement.inventory.nodes)
        most_s = max(_LEAST_S, self._tries_end.left_s)
        start_s, watchdog_s = min(_START_S * crowded, most_s), min(_WATCHDOG_S * crowded, most_s)
        for count in (True, False):  # a transport may not work with the traffic counter
            try:
                seen = traffic(side, watchdog_s=watchdog_s, start_timeout_s=start_s, count=count)
                break
            except MeasurementFailed as error:
                hangs = error.code == "hung" or "not ready in time" in error.message
                if (hangs and start_s < _START_S * crowded) or (not hangs and count and self._tries_end.over):
                    return None
                if hangs or not count:
                    reason = judge.why(error.message)
                    if hangs:
                        reason += f"; no answer in {limit_words(_WATCHDOG_S * crowded, crowded)}"
                    began = error.code != "launch-failed"
                    return FabricTrial(
                        choice=choice, outcome="hangs" if hangs else "fails" if began else "aborts", reason=reason
                    )
            except RankwiseError as error:
                return FabricTrial(choice=choice, outcome="fails", reason=error.first_line)
        words = transport.parsed(self._mpi, seen.output)
        use = FabricUse(words=words)
        if seen.counts:
            short, long = judge.counted_transports(
                seen.counts.single_copy,
                seen.counts.sockets,
                seen.counts.devices,
                short_messages=seen.short_messages,
                long_bytes=seen.long_bytes,
                between_nodes=self._pair.between_nodes,
            )
            use = FabricUse(short=short, long=long, words=words)
        other = judge.in_use(choice, use, self._pair.networks_of)
        return FabricTrial(choice=choice, outcome="not used" if other else "works", reason=other, use=use)

    # -- the race -----------------------------------------------------------------------------------------------

    def _race(
        self, working: Sequence[FabricChoice], *, once: bool
    ) -> tuple[Raced, dict[str, tuple[FabricPoint, ...]], _Extra]:
        """All transports alive at once, alternated, until every ratio to the first is decided, or `once`: to the
        default, where that works. Ratios to another one are told to nobody."""
        budget_s = min(self._options.budget_s, self._deadline.left_s)
        names = [self._prefix + choice.name for choice in working]
        sides = [self._pair.side(name, self._mpi, choice) for name, choice in zip(names, working, strict=True)]
        again = Side(names[0] + AGAIN, self._mpi, sides[0].launcher, sides[0].spec, control=sides[0].control)
        side_cells = [cell(names[0], "pingpong", size, (0, 1)) for size in self._options.sizes]
        everyone = sides if once else [*sides, again]
        cells = tuple(on_side(side_cell, side.name) for side_cell in side_cells for side in everyone)
        plan = Plan(
            name="fabrics",
            endpoints=self._options.placement.endpoints,
            cells=cells,
            seed=self._options.seed,
            precision=_PRECISION,
            budget_s=budget_s,
            launches=1 if once else _LAUNCHES,
            min_rounds=_ROUNDS,
        )
        answers = CellAnswers(side_cells, names, _MARGIN)

        def keep(visits: list[Visit]) -> None:
            answers.add(visits)
            self._store.add_visits(self._run.id, visits)

        self._watcher.begin(replace(self._run, plan=plan), budget_s)
        self._watcher.phase(f"{self._mpi.name}: {plural(len(names), 'transport')} at the same time")
        campaign = Campaign(
            plan,
            everyone,
            sink=keep,
            progress=self._watcher.progress,
            options=_VISIT,
            watchdog_s=4 * _WATCHDOG_S,
            absent=Absent(self._look),
            stopping=Stopping(decided=lambda outcome: outcome.states if once else answers.settled(outcome, _PRECISION)),
        )
        outcome = campaign.run()
        self._watcher.budget(None)
        alive = [name for name in names if name not in outcome.lost_sides]
        judged = [cell for cell in answers.compared(outcome) if cell.ranking]  # the rest failed with every transport
        points = self._points(campaign, judged, alive)
        extra = self._extra(answers, judged, alive, outcome)
        return Raced(outcome, campaign, cells), points, extra

    def _points(
        self, campaign: Campaign, judged: Sequence[ComparedCell], alive: Sequence[str]
    ) -> dict[str, tuple[FabricPoint, ...]]:
        by_cell = {result.cell: result.estimate for result in campaign.results() if result.estimate}
        beside = judged if self._beside_default(alive) else ()
        ratios = {(side, cell.size_bytes): ratio for cell in beside for side, ratio in cell.ratios.items()}
        points: dict[str, tuple[FabricPoint, ...]] = {}
        for name in alive:
            side_cells = [cell for cell in campaign.plan.cells if cell.side == name and cell.id in by_cell]
            points[name.removeprefix(self._prefix)] = tuple(
                FabricPoint(
                    size_bytes=side_cell.size_bytes,
                    time=by_cell[side_cell.id],
                    ratio=ratios.get((name, side_cell.size_bytes)),
                )
                for side_cell in sorted(side_cells, key=lambda side_cell: side_cell.size_bytes)
            )
        return points

    def _beside_default(self, alive: Sequence[str]) -> bool:
        return alive[:1] == [self._prefix + DEFAULT.name]

    def _lost(self, outcome: Outcome) -> dict[str, str]:
        """Transports that worked alone and not beside the others, with why."""
        why = {name: judge.why(error.message) for name, error in outcome.lost_sides.items()}
        why |= {state.cell.side: judge.why(state.error) for state in outcome.states.values() if state.error}
        return {name.removeprefix(self._prefix): words for name, words in why.items()}

    def _extra(
        self, answers: CellAnswers, judged: Sequence[ComparedCell], alive: Sequence[str], outcome: Outcome
    ) -> _Extra:
        """The fastest transport by size, and where the default and these transports overtake each other."""
        lost = self._lost(outcome)
        if not judged or len(alive) < 2:
            return _Extra(lost=lost)
        first = {str(cell.size_bytes): cell.first for cell in judged}
        best = [min(cell.times_s, key=cell.times_s.__getitem__) for cell in judged]
        asked = [name for name in alive if name.removeprefix(self._prefix) in self._options.names]
        front = list(dict.fromkeys([alive[0], *best, *asked]))
        turns = []
        for index, name in enumerate(front):
            for other in front[index + 1 :]:
                by_size = answers.between(name, other, outcome)
                back = {size: ratio.inverse() for size, ratio in by_size.items()}
                turns += [judge.crossover(name, other, by_size), judge.crossover(other, name, back)]
        controls = [cell.control for cell in judged if cell.control and self._beside_default(alive)]
        known = all(said.is_known(control.low, control.high) for control in controls)
        return _Extra(
            {size: tuple(name.removeprefix(self._prefix) for name in names) for size, names in first.items()},
            lost,
            tuple(
                replace(turn, short=turn.short.removeprefix(self._prefix), long=turn.long.removeprefix(self._prefix))
                for turn in turns
                if turn
            ),
            max(max(control.high, 1 / control.low) for control in controls) if controls and known else None,
        )


@dataclass(frozen=True)
class _Extra:
    """What is known of the transports beside each other."""

    fastest: dict[str, tuple[str, ...]] = field(default_factory=dict)
    lost: dict[str, str] = field(default_factory=dict)
    crossovers: tuple[Crossover, ...] = ()
    control: float | None = None
