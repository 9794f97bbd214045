"""`survey`: look at the machine, measure every MPI side by side, judge, prove causes, keep everything."""

from __future__ import annotations

import os
import secrets
import socket
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path

from msgspec.structs import replace

import rankwise
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import (
    Cell,
    CellResult,
    Endpoint,
    Expected,
    Experiment,
    Finding,
    Inventory,
    Map,
    Plan,
    Provenance,
    Run,
    Survey,
    VerdictLine,
    Visit,
)
from rankwise.core.settings import Setting
from rankwise.decide.because import explained, own_best
from rankwise.decide.lines import SideResults, side_map, verdict_lines
from rankwise.decide.preflight import preflight
from rankwise.inventory.collect import collect
from rankwise.measure.build import source_hash
from rankwise.measure.campaign import Campaign, Outcome, Progress, startup
from rankwise.measure.cells import Pair, survey_cells
from rankwise.measure.session import Side
from rankwise.model.robust import median
from rankwise.model.topology import Topology, core_endpoints
from rankwise.store.runs import Store
from rankwise.verbs.experiments import Experiments, experiment_cells, run_experiments
from rankwise.verbs.sides import choose_mpis, make_sides

FULL_S, QUICK_S = 60.0, 20.0
MORE_MPIS_S = 0.6  # each further MPI adds this share of the time of one
EXPERIMENT_SHARE = 0.35
_MOST_RANKS = 64
_PATHS_PER_RELATION = 6


@dataclass(frozen=True)
class Options:
    """What a user may ask of a survey. `budget_s` 0 chooses by `quick` and the number of MPIs."""

    mpi: str = ""
    quick: bool = False
    budget_s: float = 0.0
    precision: float = 0.02
    ranks: int = 0
    out: Path = Path("rankwise-results")
    launcher: str = ""
    watchdog_s: float = 20.0
    experiments: bool = True
    resume: str = ""
    seed: int = 1
    settings: dict[str, Setting] = field(default_factory=dict)


@dataclass(frozen=True)
class Watcher:
    """How a survey tells where it stands: a phase in words, preflight findings, rounds of measuring."""

    phase: Callable[[str], None] = lambda _text: None
    found: Callable[[Sequence[Finding]], None] = lambda _findings: None
    begin: Callable[[Run, float], None] = lambda _run, _total_s: None
    progress: Callable[[Progress], None] = lambda _progress: None


def survey(options: Options, watcher: Watcher = Watcher()) -> Survey:
    """Surveys this machine and stores the run as it goes; the Survey's run says whether it was interrupted.

    Raises UsageError and EnvironmentProblem before anything is measured, MeasurementFailed when nothing could be.
    """
    begin_s = time.monotonic()
    store = Store.open(options.out / "rankwise.db")
    with store:
        watcher.phase("looking at the machine")
        inventory = Inventory(nodes=(collect(),))
        before = preflight(inventory)
        watcher.found(before)
        prepared = _prepare(options, inventory, watcher, store)
        provenance = replace(prepared.run.provenance, setup_s=time.monotonic() - begin_s)
        run = replace(prepared.run, provenance=provenance)
        store.put(run.id, "inventory", inventory) if _begin(store, run, bool(options.resume)) else None
        watcher.begin(run, prepared.budget_s)
        previous = store.visits(run.id) if options.resume else []
        prepared.remember(previous)
        campaign = Campaign(
            run.plan,
            prepared.sides,
            sink=lambda visits: _keep(store, run.id, visits, prepared),
            progress=watcher.progress,
            watchdog_s=options.watchdog_s,
            previous=previous,
        )
        outcome = campaign.run()
        run = _with_results(run, campaign, outcome)
        store.update(run)
        found: list[Experiments] = []
        if options.experiments and not outcome.interrupted:
            for side in prepared.sides:
                if side.name in outcome.lost_sides or side.ranks < 2:
                    continue
                watcher.phase(f"experiments on {side.name}")
                found.append(_experiments(options, prepared, inventory, run, side, watcher=watcher))
        answer = _answer(run, inventory, prepared, before, found)
        interrupted = outcome.interrupted or any(one.interrupted for one in found)
        answer = replace(answer, run=replace(answer.run, status="interrupted" if interrupted else "finished"))
        store.update(answer.run)
        store.put(run.id, "survey", answer)
        return answer


@dataclass(frozen=True)
class _Prepared:
    run: Run
    sides: list[Side]
    endpoints: tuple[Endpoint, ...]
    budget_s: float
    pair: tuple[int, int] | None
    series: dict[str, dict[tuple[int, int], float]] = field(default_factory=lambda: defaultdict(dict))

    def remember(self, visits: Sequence[Visit]) -> None:
        """Notes visit medians for ratios within a round; of cells with several groups, the first."""
        for visit in visits:
            if visit.group == 0 and visit.samples_s:
                self.series[visit.cell][visit.launch, visit.round] = median(visit.samples_s)


def _prepare(options: Options, inventory: Inventory, watcher: Watcher, store: Store) -> _Prepared:
    resumed = store.load(options.resume) if options.resume else None
    mpis, left_out = choose_mpis(",".join(resumed.mpis) if resumed else options.mpi)
    endpoints = resumed.plan.endpoints if resumed else _endpoints(options, inventory)
    sides, unbuilt = make_sides(mpis, endpoints, watcher.phase, options.launcher)
    budget_s = options.budget_s or (QUICK_S if options.quick else FULL_S) * (1.0 + MORE_MPIS_S * (len(sides) - 1))
    pairs = _pairs(inventory, endpoints)
    pair = (pairs[0].source, pairs[0].target) if pairs else None
    if resumed is not None:
        warnings = (*resumed.warnings, *unbuilt)
        return _Prepared(replace(resumed, status="running", warnings=warnings), sides, endpoints, budget_s, pair)
    cells = [one for side in sides for one in survey_cells(side.name, pairs, range(len(endpoints)))]
    plan = Plan(
        name="survey",
        endpoints=endpoints,
        cells=tuple(cells),
        seed=options.seed,
        precision=options.precision,
        budget_s=budget_s * ((1.0 - EXPERIMENT_SHARE) if options.experiments else 1.0),
        launches=3 if options.quick else 5,
    )
    started = datetime.now(timezone.utc)
    run = Run(
        id=f"{started:%Y%m%d-%H%M%S}-{secrets.token_hex(2)}",
        kind="survey",
        provenance=Provenance(
            rankwise_version=rankwise.__version__,
            engine_source_hash=source_hash(),
            command=tuple(sys.argv),
            cwd=str(Path.cwd()),
            user=str(os.getuid()),
            hostname=socket.gethostname(),
            started_at=started.isoformat(timespec="seconds"),
            settings={name: f"{item.value} ({item.source})" for name, item in options.settings.items()},
        ),
        plan=plan,
        mpis={side.name: side.mpi for side in sides},
        warnings=(*left_out, *unbuilt),
    )
    return _Prepared(run, sides, endpoints, budget_s, pair)


def _endpoints(options: Options, inventory: Inventory) -> tuple[Endpoint, ...]:
    cores = core_endpoints(inventory.nodes[0])
    if not cores:
        raise EnvironmentProblem(
            "no-cores", "this process may not run on any core", "see `taskset -p $$` and the cpuset"
        )
    wanted = options.ranks or min(len(cores), _MOST_RANKS)
    if wanted > len(cores):
        raise UsageError(
            "too-many-ranks",
            f"{wanted} ranks were asked for, {len(cores)} cores are allowed here",
            "ranks that share a core measure the scheduler, not the MPI: ask for fewer",
        )
    return cores[:wanted]


def _pairs(inventory: Inventory, endpoints: Sequence[Endpoint]) -> list[Pair]:
    """For every topological relation a pair with a full curve, its reverse, and a few more pairs to see who differs."""
    topology = Topology(inventory)
    by_relation: dict[str, list[Pair]] = {}
    for source in range(len(endpoints)):
        for target in range(len(endpoints)):
            if source < target:
                kind = topology.relation(endpoints[source], endpoints[target])
                known = by_relation.setdefault(kind, [])
                if len(known) < _PATHS_PER_RELATION:
                    known += [Pair(source, target, curve=not known), Pair(target, source, curve=False)]
    return [pair for known in by_relation.values() for pair in known]


def _begin(store: Store, run: Run, resumed: bool) -> bool:
    if resumed:
        store.update(run)
        return False
    store.begin(run)
    return True


def _keep(store: Store, run_id: str, visits: list[Visit], prepared: _Prepared) -> None:
    prepared.remember(visits)
    store.add_visits(run_id, visits)
    store.flush()


def _with_results(run: Run, campaign: Campaign, outcome: Outcome) -> Run:
    measuring_s = run.provenance.measuring_s + outcome.measuring_s
    finished_at = datetime.now(timezone.utc).isoformat(timespec="seconds")
    return replace(
        run,
        provenance=replace(run.provenance, measuring_s=measuring_s, finished_at=finished_at),
        launches=(*run.launches, *outcome.launches),
        results=campaign.results(),
        startup=startup(outcome),
        status="interrupted" if outcome.interrupted else "running",
        warnings=tuple(dict.fromkeys((*run.warnings, *outcome.warnings))),
    )


def _experiments(
    options: Options, prepared: _Prepared, inventory: Inventory, run: Run, side: Side, *, watcher: Watcher
) -> Experiments:
    _, lines = _judge(run, inventory, prepared, {})
    slow = sorted(
        (line for line in lines if line.side == side.name and line.verdict == "slow"),
        key=lambda line: -(line.ratio or 1.0),
    )
    cells = {cell.id: cell for cell in run.plan.cells}
    assert prepared.pair is not None
    return run_experiments(
        side.mpi,
        prepared.endpoints,
        experiment_cells(side.mpi, prepared.pair, [cells[line.cell] for line in slow]),
        budget_s=prepared.budget_s * EXPERIMENT_SHARE / len(prepared.sides),
        seed=run.plan.seed,
        watchdog_s=options.watchdog_s,
        progress=watcher.progress,
    )


def _judge(
    run: Run, inventory: Inventory, prepared: _Prepared, best: dict[str, list[Expected]]
) -> tuple[dict[str, Map], list[VerdictLine]]:
    cells: dict[str, Cell] = {cell.id: cell for cell in run.plan.cells}
    results: dict[str, CellResult] = {result.cell: result for result in run.results}
    sides = [SideResults(side.name, cells, results, prepared.endpoints) for side in prepared.sides]
    versions = {facts.side: facts.library_version for facts in run.launches}
    maps = {side.side: side_map(inventory, side, versions.get(side.side, "")) for side in sides}
    uniform = all(len(one.classes) <= 1 for one in maps.values())
    return maps, verdict_lines(sides, prepared.series, uniform, best)


def _answer(
    run: Run, inventory: Inventory, prepared: _Prepared, before: Sequence[Finding], found: Sequence[Experiments]
) -> Survey:
    experiments: list[Experiment] = [one for group in found for one in group.experiments]
    findings = [*before, *(one for group in found for one in group.findings)]
    maps, lines = _judge(run, inventory, prepared, own_best(experiments))
    lines = explained(lines, findings)
    warnings = tuple(dict.fromkeys((*run.warnings, *(text for group in found for text in group.warnings))))
    run = replace(run, warnings=warnings)
    return Survey(
        run=run,
        inventory=inventory,
        maps=maps,
        lines=tuple(lines),
        findings=tuple(findings),
        summary=_summary(lines, run),
    )


def _summary(lines: Sequence[VerdictLine], run: Run) -> str:
    count = {verdict: sum(line.verdict == verdict for line in lines) for verdict in ("good", "slow", "cannot tell")}
    because = sum(bool(line.because) for line in lines)
    failed = sum(result.error is not None for result in run.results)
    text = (
        f"{count['good']} lines good, {count['slow']} slow ({because} with a proven cause), "
        f"{count['cannot tell']} cannot tell"
    )
    return text + (f"; {failed} cells failed" if failed else "")
