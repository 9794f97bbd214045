"""`fabrics`: every transport of an MPI between two endpoints, tried, counted, and raced with the default."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from rankwise.core.errors import MeasurementFailed, RankwiseError, UsageError
from rankwise.core.records import (
    Cell,
    ComparedCell,
    Crossover,
    FabricChoice,
    FabricPath,
    FabricPoint,
    FabricSurvey,
    FabricTrial,
    FabricUse,
    Mpi,
    Plan,
    Ratio,
    Run,
    Visit,
)
from rankwise.core.settings import Setting
from rankwise.core.units import plural
from rankwise.decide import fabrics as judge
from rankwise.measure.campaign import Campaign
from rankwise.measure.cells import cell, on_side
from rankwise.measure.outcome import Outcome, pairs
from rankwise.measure.provenance import ended, new_run
from rankwise.measure.side import Side
from rankwise.measure.stopping import Stopping
from rankwise.measure.trial_launch import traffic
from rankwise.measure.visits import VisitOptions
from rankwise.measure.watcher import Watcher
from rankwise.model.ratio import decide, ratio
from rankwise.mpis import transport
from rankwise.mpis.fabrics import DEFAULT, fabrics
from rankwise.placement.listed import listed_on
from rankwise.placement.pair import EndpointPair, one_of_each, pair_of
from rankwise.placement.placement import Placement
from rankwise.placement.prepared import AGAIN
from rankwise.store.runs import Store
from rankwise.verbs.compare.run import Answers

SIZES: Final = (8, 512, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20)
_START_S, _WATCHDOG_S = 15.0, 5.0  # a transport that takes longer to start, or to answer, hangs
_LAUNCHES, _ROUNDS = 8, 4
_VISIT = VisitOptions(samples=5, warm_s=1e-3)
_MOST_PATHS = 3
_MARGIN, _PRECISION = 0.05, 0.1


@dataclass(frozen=True)
class Options:
    """What a user may ask. `only` are words of names, `names` whole ones. `pair` None: one pair of endpoints for each
    relation there is. `budget_s` is for racing the transports of one MPI on one path."""

    mpis: Sequence[Mpi]
    placement: Placement
    pair: tuple[str, str] | None = None
    only: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    sizes: tuple[int, ...] = SIZES
    budget_s: float = 40.0
    out: Path = Path("rankwise-results")
    seed: int = 1
    settings: dict[str, Setting] = field(default_factory=dict)


@dataclass
class _Raced:
    """What one race brought, for the run."""

    outcome: Outcome
    campaign: Campaign
    cells: tuple[Cell, ...]


def measure_fabrics(options: Options, watcher: Watcher | None = None) -> FabricSurvey:
    """Tries and races every transport of every MPI on every path, and stores the run, kind `fabrics`.

    An MPI that cannot be measured is left out with a warning, and the run has failed; one that is interrupted keeps the
    paths that are done. Raises UsageError and EnvironmentProblem before anything is launched, MeasurementFailed when
    nothing works, and what befell the first MPI when there is no path at all.
    """
    watcher = watcher or Watcher()
    begin_s = time.monotonic()
    chosen = [options.pair] if options.pair else one_of_each(options.placement, _MOST_PATHS)
    with Store.open(options.out / "rankwise.db") as store, options.placement:
        watcher.phase("looking at the endpoints")
        ends = [pair_of(options.placement, pair) for pair in chosen]
        for mpi in options.mpis if options.only else ():
            _check_only(mpi, ends, options.only)
        told = {name: f"{item.value} ({item.source})" for name, item in options.settings.items()}
        empty = Plan(name="fabrics", endpoints=options.placement.endpoints, cells=(), seed=options.seed)
        run = new_run("fabrics", empty, {mpi.name: mpi for mpi in options.mpis}, told)
        store.begin(run)
        paths: list[FabricPath] = []
        raced: list[_Raced] = []
        lost: dict[str, RankwiseError] = {}
        interrupted: KeyboardInterrupt | None = None
        for mpi in options.mpis:
            try:
                for pair in ends:
                    path, race = _Path(mpi, pair, options, watcher=watcher, run=run, store=store).measure()
                    paths.append(path)
                    raced += [race] if race else []
                    if race and race.outcome.interrupted:
                        break
            except KeyboardInterrupt as error:  # before a race, which keeps what it has
                interrupted = error
            except RankwiseError as error:
                lost[mpi.name] = error
            if interrupted or (raced and raced[-1].outcome.interrupted):
                break
        measured = {path.mpi for path in paths}
        told_lost = [f"{name} {'ends early' if name in measured else 'is left out'}: {error.message}"
                     for name, error in lost.items()]  # fmt: skip
        run = _finished(run, raced, time.monotonic() - begin_s, told_lost, interrupted=interrupted is not None)
        store.update(run)
        if not paths:
            raise interrupted or next(iter(lost.values()))
        survey = FabricSurvey(
            run=run,
            paths=tuple(paths),
            findings=tuple(finding for path in paths for finding in judge.findings(path)),
            summary=tuple(judge.path_words(path) for path in paths),
        )
        store.put(run.id, "fabrics", survey)
    if not any(trial.outcome == "works" for path in paths for trial in path.trials):
        reasons = {trial.reason for path in paths for trial in path.trials if trial.reason}
        raise MeasurementFailed(
            "no-fabric", "no transport works: " + "; ".join(sorted(reasons)[:3]), "see `rankwise mpi show` and --agent"
        )
    return survey


def _check_only(mpi: Mpi, ends: Sequence[EndpointPair], only: Sequence[str]) -> None:
    """Raises UsageError when no transport of an MPI has a name with one of the words."""
    names = [
        fabric.name
        for pair in ends
        for fabric in fabrics(
            mpi,
            between_nodes=pair.between_nodes,
            networks=pair.interfaces(),
            lists=listed_on(mpi, pair.placement, pair.source),
        )
        if fabric != DEFAULT
    ]
    if not any(word in name for name in names for word in only):
        raise UsageError(
            "unknown-fabric",
            f"no transport of {mpi.name} has a name with {' or '.join(only)}",
            f"there are {', '.join(dict.fromkeys(names))}",
        )


class _Path:
    """One MPI between two endpoints."""

    def __init__(
        self, mpi: Mpi, pair: EndpointPair, options: Options, *, watcher: Watcher, run: Run, store: Store
    ) -> None:
        self._mpi, self._pair, self._options, self._watcher = mpi, pair, options, watcher
        self._run, self._store = run, store
        self._prefix = f"{mpi.name}:{pair.source}-{pair.target}:"

    def measure(self) -> tuple[FabricPath, _Raced | None]:
        lists = listed_on(self._mpi, self._pair.placement, self._pair.source)
        choices = fabrics(
            self._mpi,
            between_nodes=self._pair.between_nodes,
            networks=self._pair.interfaces(),
            lists=lists,
        )
        wanted = [choice for choice in choices if choice == DEFAULT or self._wanted(choice)]
        trials = {one.name: self._try(one, f"{at + 1} of {len(wanted)}") for at, one in enumerate(wanted)}
        working = [trial.choice for trial in trials.values() if trial.outcome == "works"]
        race: _Raced | None = None
        points: dict[str, tuple[FabricPoint, ...]] = {}
        extra = _Extra()
        if working:
            race, points, extra = self._race(working)
        found = tuple(
            replace(one, points=points.get(name, ()), reason=one.reason or extra.lost.get(name, ""))
            for name, one in trials.items()
        )
        default = trials[DEFAULT.name].use or FabricUse()
        path = FabricPath(
            mpi=self._mpi.name,
            source=self._pair.source,
            target=self._pair.target,
            between_nodes=self._pair.between_nodes,
            trials=found,
            resembles=judge.resembles(default, [one for one in found if one.choice != DEFAULT]),
            fastest=extra.fastest,
            crossovers=extra.crossovers,
            control=extra.control,
            idle=lists.idle,
            place=self._pair.place(),
        )
        return path, race

    def _wanted(self, choice: FabricChoice) -> bool:
        if self._options.names:
            return choice.name in self._options.names
        return not self._options.only or any(word in choice.name for word in self._options.only)

    # -- sacrificial launches -----------------------------------------------------------------------------------

    def _try(self, choice: FabricChoice, place: str) -> FabricTrial:
        self._watcher.phase(f"{self._mpi.name}: trying {choice.name} ({place})")
        side = self._pair.side(choice.name, self._mpi, choice, transport.talkative(self._mpi))
        for count in (True, False):  # a transport may not work with the traffic counter
            try:
                seen = traffic(side, watchdog_s=_WATCHDOG_S, start_timeout_s=_START_S, count=count)
                break
            except MeasurementFailed as error:
                hangs = error.code == "hung" or "not ready in time" in error.message
                if hangs or not count:
                    reason = judge.why(error.message)
                    began = error.code != "launch-failed"
                    return FabricTrial(
                        choice=choice, outcome="hangs" if hangs else "fails" if began else "aborts", reason=reason
                    )
            except RankwiseError as error:
                return FabricTrial(choice=choice, outcome="fails", reason=error.message.splitlines()[0])
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

    def _race(self, working: Sequence[FabricChoice]) -> tuple[_Raced, dict[str, tuple[FabricPoint, ...]], _Extra]:
        """All transports alive at once, alternated, until every ratio to the first is decided: to the default, where
        that works. Ratios to another one are told to nobody."""
        names = [self._prefix + one.name for one in working]
        sides = [self._pair.side(name, self._mpi, one) for name, one in zip(names, working, strict=True)]
        again = Side(names[0] + AGAIN, self._mpi, sides[0].launcher, sides[0].spec, control=sides[0].control)
        side_cells = [cell(names[0], "pingpong", size, (0, 1)) for size in self._options.sizes]
        everyone = [*sides, again]
        cells = tuple(on_side(side_cell, side.name) for side_cell in side_cells for side in everyone)
        plan = Plan(
            name="fabrics",
            endpoints=self._options.placement.endpoints,
            cells=cells,
            seed=self._options.seed,
            precision=_PRECISION,
            budget_s=self._options.budget_s,
            launches=_LAUNCHES,
            min_rounds=_ROUNDS,
        )
        answers = Answers(side_cells, names, _MARGIN)

        def keep(visits: list[Visit]) -> None:
            answers.add(visits)
            self._store.add_visits(self._run.id, visits)

        self._watcher.begin(replace(self._run, plan=plan), self._options.budget_s)
        self._watcher.phase(f"{self._mpi.name}: {plural(len(names), 'transport')} at the same time")
        campaign = Campaign(
            plan,
            everyone,
            sink=keep,
            progress=self._watcher.progress,
            options=_VISIT,
            watchdog_s=4 * _WATCHDOG_S,
            stopping=Stopping(decided=lambda outcome: answers.settled(outcome, _PRECISION)),
        )
        outcome = campaign.run()
        alive = [name for name in names if name not in outcome.lost_sides]
        judged = [one for one in answers.compared(outcome) if one.ranking]  # the rest failed with every transport
        points = self._points(campaign, judged, alive)
        extra = self._extra(answers, judged, alive, self._lost(outcome))
        return _Raced(outcome, campaign, cells), points, extra

    def _points(
        self, campaign: Campaign, judged: Sequence[ComparedCell], alive: Sequence[str]
    ) -> dict[str, tuple[FabricPoint, ...]]:
        by_cell = {result.cell: result.estimate for result in campaign.results() if result.estimate}
        beside = judged if self._beside_default(alive) else ()
        ratios = {(side, one.size_bytes): found for one in beside for side, found in one.ratios.items()}
        points: dict[str, tuple[FabricPoint, ...]] = {}
        for name in alive:
            side_cells = [one for one in campaign.plan.cells if one.side == name and one.id in by_cell]
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
        found = {name: judge.why(error.message) for name, error in outcome.lost_sides.items()}
        found |= {state.cell.side: judge.why(state.error) for state in outcome.states.values() if state.error}
        return {name.removeprefix(self._prefix): words for name, words in found.items()}

    def _extra(
        self, answers: Answers, judged: Sequence[ComparedCell], alive: Sequence[str], lost: dict[str, str]
    ) -> _Extra:
        """The fastest transport by size, and where the default and these transports overtake each other."""
        if not judged or len(alive) < 2:
            return _Extra(lost=lost)
        first = {str(one.size_bytes): one.ranking[0] for one in judged}
        best = [min(one.times_s.items(), key=lambda item: item[1])[0] for one in judged]
        asked = [name for name in alive if name.removeprefix(self._prefix) in self._options.names]
        front = list(dict.fromkeys([alive[0], *best, *asked]))
        turns = []
        for index, one in enumerate(front):
            for other in front[index + 1 :]:
                by_size = self._ratios(answers, one, other)
                back = {size: _turned(found) for size, found in by_size.items()}
                turns += [judge.crossover(one, other, by_size), judge.crossover(other, one, back)]
        controls = [one.control.ratio for one in judged if one.control and self._beside_default(alive)]
        return _Extra(
            {size: tuple(name.removeprefix(self._prefix) for name in names) for size, names in first.items()},
            lost,
            tuple(
                replace(turn, short=turn.short.removeprefix(self._prefix), long=turn.long.removeprefix(self._prefix))
                for turn in turns
                if turn
            ),
            max(*controls, 1 / min(controls)) if controls else None,
        )

    def _ratios(self, answers: Answers, text: str, other: str) -> dict[int, Ratio]:
        found = {}
        for side_cell in answers.points:
            first, second = (answers.visits[on_side(side_cell, side).id] for side in (text, other))
            if paired := pairs(first, second):
                found[side_cell.size_bytes] = ratio(paired, margin=_MARGIN)
        return dict(zip(found, decide(list(found.values())), strict=True)) if found else {}


@dataclass(frozen=True)
class _Extra:
    """What is known of the transports beside each other."""

    fastest: dict[str, tuple[str, ...]] = field(default_factory=dict)
    lost: dict[str, str] = field(default_factory=dict)
    crossovers: tuple[Crossover, ...] = ()
    control: float | None = None


def _turned(ratio: Ratio) -> Ratio:
    answer = {"faster": "slower", "slower": "faster"}.get(ratio.answer, ratio.answer)
    return replace(ratio, ratio=1 / ratio.ratio, low=1 / ratio.high, high=1 / ratio.low, answer=answer)


def _finished(run: Run, raced: Sequence[_Raced], took_s: float, lost: Sequence[str], *, interrupted: bool) -> Run:
    measuring_s = sum(one.outcome.measuring_s for one in raced)
    interrupted = interrupted or any(one.outcome.interrupted for one in raced)
    return replace(
        ended(run, measuring_s, setup_s=took_s - measuring_s, interrupted=interrupted, failed=bool(lost)),
        plan=replace(run.plan, cells=tuple(cell for one in raced for cell in one.cells)),
        launches=tuple(facts for one in raced for facts in one.outcome.launches),
        results=tuple(result for one in raced for result in one.campaign.results()),
        warnings=tuple(dict.fromkeys((*lost, *(words for one in raced for words in one.outcome.warnings)))),
    )
