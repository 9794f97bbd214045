"""`survey`: look at the machine, measure every MPI side by side, judge, prove causes, keep everything."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, nullcontext
from datetime import datetime, timezone

from msgspec.structs import replace

from rankwise.core.deadline import Deadline
from rankwise.core.errors import RankwiseError
from rankwise.core.not_looked import of_survey
from rankwise.core.records import Cell, Endpoint, Plan, Provenance, Run, Visit
from rankwise.experiment.because import explained, own_best
from rankwise.inventory.records import Inventory
from rankwise.maps.beside import beside_map
from rankwise.maps.launch import NetworkLaunch, probes_for
from rankwise.maps.reach import gone_ranks
from rankwise.measure.campaign import Campaign
from rankwise.measure.lost_ranks import Absent, renumbered
from rankwise.measure.provenance import measured
from rankwise.measure.session import members_of
from rankwise.measure.side import Side
from rankwise.measure.stopping import Stopping
from rankwise.measure.watcher import Watcher
from rankwise.model.at_once import predicted_s, whole
from rankwise.model.records import Expected, HardwareLimit, Map, PathClass
from rankwise.model.topology import Topology
from rankwise.mpis.catalog import choose_mpis
from rankwise.placement.nets import Net
from rankwise.placement.placement import Placement
from rankwise.store import Recording, Store, recorded
from rankwise.verbs.records import Survey, VerdictLine
from rankwise.verbs.survey.experiments import Experiments, experiment_cells, run_experiments
from rankwise.verbs.survey.lines import SideResults, side_map, verdict_lines
from rankwise.verbs.survey.prepare import EXPERIMENT_SHARE, PreparedSurvey, SurveyOptions, prepare

__all__ = ["SurveyOptions", "Watcher", "survey"]
_BYTES = 1 << 20
_MOST_CLASSES = 8  # each is a path in one launch


def survey(options: SurveyOptions, watcher: Watcher | None = None) -> Survey:
    """Surveys this machine, or the endpoints of a file, and stores the run as it goes; the Survey's run says whether it
    was interrupted.

    Raises UsageError and EnvironmentProblem before anything is measured, MeasurementFailed when nothing could be.
    """
    began = datetime.now(timezone.utc)
    watcher = watcher or Watcher()
    with Store.of(options.out) as store, ExitStack() as stack:
        choose_mpis(options.mpi)  # a name that is not known is told at once
        watcher.phase("looking at the machine")
        prepared = prepare(options, watcher, store, stack)
        run = prepared.run
        run = replace(run, provenance=with_set_up(run.provenance, began, resumed=bool(options.resume)))
        recording = stack.enter_context(recorded(store, run, resumed=bool(options.resume)))
        if not options.resume:
            store.put(run.id, "inventory", prepared.placement.inventory)
        watcher.begin(run, prepared.budget_s)
        return recording.keep(_measured(options, watcher, recording, prepared))


def with_set_up(provenance: Provenance, began: datetime, *, resumed: bool) -> Provenance:
    """With the time since it began: a run begins with its set-up, and one that is resumed began before."""
    setup_s = (datetime.now(timezone.utc) - began).total_seconds()
    started_at = provenance.started_at if resumed else began.isoformat(timespec="seconds")
    return replace(provenance, setup_s=setup_s, started_at=started_at)


def _measured(options: SurveyOptions, watcher: Watcher, recording: Recording, prepared: PreparedSurvey) -> Survey:
    store, run = recording.store, recording.run
    deadline = Deadline.after(run.plan.budget_s + EXPERIMENT_SHARE * prepared.budget_s)  # resumed, it has its own
    previous = store.visits(run.id) if options.resume else []
    prepared.remember(previous)
    campaign = Campaign(
        run.plan,
        prepared.sides,
        sink=lambda visits: _keep(store, run.id, visits, prepared),
        progress=watcher.progress,
        watchdog_s=options.watchdog_s,
        previous=previous,
        stopping=Stopping(point_s=_point_s(run.plan, prepared.placement.nodes)),
        absent=Absent(lambda: gone_ranks(prepared.sides[0].mpi, prepared.placement)),
    )
    outcome = campaign.run()
    run = measured(run, campaign, outcome)
    store.update(run if outcome.interrupted else replace(run, status="running"))
    tried: list[Experiments] = []
    absent = campaign.absent.ranks
    left = prepared.without(absent) if absent else prepared
    alive = [side for side in prepared.sides if side.name not in outcome.lost_sides and left.pairs]
    for number, side in enumerate(alive if options.experiments and not outcome.interrupted else ()):
        watcher.phase(f"experiments on {side.name}")
        slow = _slow_cells(run, prepared, side, tuple(absent))
        most_s = deadline.left_s / (len(alive) - number)
        tried.append(_experiments(options, watcher, left, side, slow=slow, most_s=most_s))
    if any(side_experiments.interrupted for side_experiments in tried):
        run = replace(run, status="interrupted")
    answer = _beside_published(_with_transports(options, watcher, left, _answer(run, prepared, tried)))
    return replace(answer, run=_finished_now(answer.run))


def _finished_now(run: Run) -> Run:
    """A run whose experiments and judging are over as well."""
    finished_at = datetime.now(timezone.utc).isoformat(timespec="seconds")
    return replace(run, provenance=replace(run.provenance, finished_at=finished_at))


def _beside_published(answer: Survey) -> Survey:
    """The answer with published paths of the relations of its own, of the side that is named first."""
    rows = [row for machine in list(answer.maps.values())[:1] for row in beside_map(machine).rows]
    return replace(answer, beside=tuple(row for row in rows if row.rate_bytes_per_s and row.published_rate_bytes_per_s))


def _point_s(plan: Plan, nodes: int) -> float:
    """How long a benchmark point may take in a launch: between nodes twice its equal share of the time, for a few large
    ones would take all of it over a slow network, and launches tell more than visits."""
    if nodes == 1:
        return math.inf
    return 2.0 * plan.budget_s / plan.launches / max(1, len(plan.cells))


def _with_transports(options: SurveyOptions, watcher: Watcher, prepared: PreparedSurvey, answer: Survey) -> Survey:
    """The answer with what carried the bytes between nodes."""
    if prepared.placement.nodes == 1 or answer.run.status == "interrupted":
        return answer
    maps, told = dict(answer.maps), list(answer.run.warnings)
    for side in prepared.sides:
        watcher.phase(f"which transports {side.name} uses between nodes")
        maps[side.name], warnings = with_transports(side, maps[side.name], prepared.placement, options.watchdog_s)
        told += warnings
    return replace(answer, maps=maps, run=replace(answer.run, warnings=tuple(told)))


def _keep(store: Store, run_id: str, visits: list[Visit], prepared: PreparedSurvey) -> None:
    prepared.remember(visits)
    store.add_visits(run_id, visits)
    store.flush()


def _slow_cells(run: Run, prepared: PreparedSurvey, side: Side, absent: Sequence[int]) -> list[Cell]:
    """The cells of slow lines, the worst first, as launches without the `absent` ranks number them."""
    _, lines = _judge(run, prepared, {})
    slow = [line for line in lines if line.side == side.name and line.verdict == "slow"]
    cells = {cell.id: renumbered(cell, absent) for cell in run.plan.cells if not {*members_of(cell)} & {*absent}}
    return [cells[line.cell] for line in sorted(slow, key=lambda line: -(line.ratio or 1.0)) if line.cell in cells]


def _experiments(
    options: SurveyOptions,
    watcher: Watcher,
    prepared: PreparedSurvey,
    side: Side,
    *,
    slow: Sequence[Cell],
    most_s: float,
) -> Experiments:
    if most_s <= 0.0:
        return Experiments((), (), (), (f"no time was left for experiments on {side.name}: give more --budget",))
    try:
        return run_experiments(
            side.mpi,
            prepared.placement,
            experiment_cells(side.mpi, prepared.placement, prepared.pairs, slow),
            prepared.preflight,
            budget_s=prepared.budget_s * EXPERIMENT_SHARE / len(prepared.sides),
            most_s=most_s,
            seed=prepared.run.plan.seed,
            watchdog_s=options.watchdog_s,
            progress=watcher.progress,
        )
    except RankwiseError as error:
        # Without its experiments a survey still has everything that it measured.
        return Experiments((), (), (), (f"experiments on {side.name} failed: {error.message}",))


def _judge(
    run: Run, prepared: PreparedSurvey, best: dict[str, list[Expected]]
) -> tuple[dict[str, Map], list[VerdictLine]]:
    cells = {cell.id: cell for cell in run.plan.cells}
    results = {result.cell: result for result in run.results}
    sides = [SideResults(side.name, cells, results, prepared.placement.endpoints) for side in prepared.sides]
    versions = {facts.side: facts.library_version for facts in run.launches}
    inventory = prepared.placement.inventory
    slowdown = max((net.slowdown for net in prepared.placement.nets), default=1.0)
    maps = {side.side: side_map(inventory, side, versions.get(side.side, ""), slowdown) for side in sides}
    uniform = all(len(machine.classes) <= 1 for machine in maps.values())
    lines = verdict_lines(sides, prepared.series, uniform, best, prepared.placement.relation)
    return maps, _with_predictions(lines, cells, maps, inventory, prepared.placement.endpoints)


def _with_predictions(
    lines: Sequence[VerdictLine],
    cells: Mapping[str, Cell],
    maps: Mapping[str, Map],
    inventory: Inventory,
    endpoints: Sequence[Endpoint],
) -> list[VerdictLine]:
    """The lines, each pattern with what the map of its side gives for it."""
    topology = Topology(inventory)
    places = {name: whole(machine, topology.relation) for name, machine in maps.items()}
    return [replace(line, predicted_s=predicted_s(places[line.side], endpoints, cells[line.cell])) for line in lines]


def _answer(run: Run, prepared: PreparedSurvey, experimentses: Sequence[Experiments]) -> Survey:
    experiments = [experiment for group in experimentses for experiment in group.experiments]
    findings = [*prepared.preflight, *(finding for group in experimentses for finding in group.findings)]
    maps, lines = _judge(run, prepared, own_best(experiments))
    lines = explained(lines, findings)
    warnings = tuple(dict.fromkeys((*run.warnings, *(text for group in experimentses for text in group.warnings))))
    run = replace(run, warnings=warnings)
    answer = Survey(
        run=run,
        inventory=prepared.placement.inventory,
        maps=maps,
        lines=tuple(lines),
        findings=tuple(findings),
        summary=_summary(lines, run),
    )
    return replace(answer, not_looked=tuple(of_survey(answer)))


def _summary(lines: Sequence[VerdictLine], run: Run) -> str:
    count = {verdict: sum(line.verdict == verdict for line in lines) for verdict in ("good", "slow", "cannot tell")}
    because = sum(bool(line.because) for line in lines)
    failed = sum(result.error is not None for result in run.results)
    text = (
        f"{count['good']} lines good, {count['slow']} slow ({because} with a proven cause), "
        f"{count['cannot tell']} cannot tell"
    )
    return text + (f"; {failed} cells failed or were not reached" if failed else "")


def with_transports(side: Side, machine: Map, placement: Placement, watchdog_s: float) -> tuple[Map, tuple[str, ...]]:
    """The map with what carried the bytes of its classes between nodes and what the adapters allow there; or the map as
    it is, and why."""
    node = {endpoint.id: endpoint.node for endpoint in placement.endpoints}
    paths = {
        path_class.id: [path for path in path_class.paths if {*path} <= node.keys() and node[path[0]] != node[path[1]]]
        for path_class in machine.classes[:_MOST_CLASSES]
    }
    away = {name: across[0] for name, across in paths.items() if across}
    if not away:
        return machine, ()
    pairs = list(dict.fromkeys(away.values()))
    try:
        with probes_for(side.mpi, placement, {end for pair in pairs for end in pair}) or nullcontext() as probes:
            net = Net("network", "network", "what the MPI chooses", {end: {} for pair in pairs for end in pair})
            launch = NetworkLaunch(side.mpi, placement, net, control=placement.control, probes=probes)
            words = launch.transports_of(pairs, _BYTES, watchdog_s)
    except RankwiseError as error:
        return machine, (f"{side.name}: what carries messages between nodes is unknown: {error.first_line}",)
    limits = {pair: launch.limit(pair) for pair in pairs}
    return replace(machine, classes=tuple(_with(path_class, away, words, limits) for path_class in machine.classes)), ()


def _with(
    path_class: PathClass,
    away: Mapping[str, tuple[str, str]],
    words: Mapping[tuple[str, str], str],
    limits: Mapping[tuple[str, str], HardwareLimit | None],
) -> PathClass:
    pair = away.get(path_class.id)
    return replace(path_class, transport=words[pair], limit=limits[pair]) if pair else path_class
