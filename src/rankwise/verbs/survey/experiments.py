"""Experiments of a survey: every suspect of an MPI, alternated with the default on the cells where it can matter."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rankwise.core.errors import RankwiseError
from rankwise.core.grouped import grouped
from rankwise.core.records import Cell, Change, Experiment, Finding, Mpi, Plan, Visit
from rankwise.experiment.because import experiment, finding
from rankwise.experiment.paired import paired, series
from rankwise.experiment.suspects import Suspect, concerns, suspected_settings, suspects_for, unused_transports
from rankwise.measure.campaign import Campaign
from rankwise.measure.cells import cell, on_side
from rankwise.measure.outcome import Outcome
from rankwise.measure.preload import preload_for
from rankwise.measure.side import Side
from rankwise.measure.stopping import Stopping
from rankwise.measure.visits import VisitOptions
from rankwise.measure.watcher import Progress
from rankwise.model.ratio import decide, ratio
from rankwise.mpis.knobs import set_by_user
from rankwise.placement.fabric import fabrics_between, on_choice, shared_networks
from rankwise.placement.placement import Placement
from rankwise.placement.sides import make_side
from rankwise.verbs.survey.beside import CellsBeside, cells_beside

# Where known causes show, whether or not a survey found these cells slow.
_PROBES = (("pingpong", 8), ("pingpong", 1 << 10), ("pingpong", 1 << 13), ("pingpong", 1 << 16), ("pingpong", 1 << 20))
# Over a network a launch and a message take longer, and launches tell more than visits. 32 KiB: just above Open MPI's
# own eager limit of 64 KiB, a higher one is always faster, though nothing is wrong.
_PROBES_AWAY = (("pingpong", 8), ("pingpong", 1 << 15), ("pingpong", 1 << 20))
_VISIT_AWAY = VisitOptions(samples=3, batch_s=1e-3, samples_s=0.03, warm_s=1e-3, checks=1)
_POINT_AWAY_S, _ROUNDS_AWAY = 2.0, 2
_MOST_OF_BUDGET_AWAY = 3.0  # where the machine is busy; it ends as soon as the launches are made
_MOST_SLOW_CELLS, _MOST_SLOW_CELLS_AWAY = 6, 2
LEAST_LAUNCHES = 4


@dataclass(frozen=True)
class Experiments:
    """What was tried and what it showed. `tried` names the suspects, proven or not."""

    findings: tuple[Finding, ...]
    experiments: tuple[Experiment, ...]
    tried: tuple[str, ...]
    warnings: tuple[str, ...]
    interrupted: bool = False


def experiment_cells(
    mpi: Mpi, placement: Placement, pairs: Sequence[tuple[int, int]], slow: Sequence[Cell]
) -> list[Cell]:
    """The cells that the experiments of one MPI visit: fixed probes on each pair of ranks, and the slow ones that are
    not among them."""
    nodes = [endpoint.node for endpoint in placement.endpoints]
    probes = [
        cell(mpi.name, kernel, size, pair)
        for pair in pairs
        for kernel, size in (_PROBES if nodes[pair[0]] == nodes[pair[1]] else _PROBES_AWAY)
    ]
    known = {probe.id for probe in probes}
    most = _MOST_SLOW_CELLS if placement.nodes == 1 else _MOST_SLOW_CELLS_AWAY
    return [*probes, *[slow_cell for slow_cell in slow if slow_cell.id not in known][:most]]


def run_experiments(
    mpi: Mpi,
    placement: Placement,
    cells: Sequence[Cell],
    odd: Sequence[Finding] = (),
    *,
    budget_s: float,
    most_s: float = math.inf,
    seed: int,
    watchdog_s: float,
    progress: Callable[[Progress], None],
    suspects: Sequence[Suspect] | None = None,
) -> Experiments:
    """Launches the default and one variant for each suspect side by side and compares them cell by cell. Between nodes
    paths are compared with each other as well, and `odd` says how nodes differ.

    A variant that cannot be launched is told as a warning: the suspect then stays unproven. `suspects` are tried in
    place of all that concern the MPI. `budget_s` is what it usually takes, `most_s` what there is, both in seconds.
    """
    default = make_side(mpi.name, mpi, placement)
    variants: dict[str, tuple[Suspect, Side]] = {}
    warnings: list[str] = []
    for suspect in suspects_of(mpi, placement) if suspects is None else suspects:
        if not any(_concerned(suspect, cells, placement)):
            continue
        # With `before` changed, the variant is the launch that has the cause, and the default is the one without it.
        change = suspect.before if suspect.before != Change() else suspect.after
        name = f"{mpi.name}~{suspect.id}"
        try:
            variant = make_side(name, mpi, placement, change=change)
            variants[name] = (suspect, on_choice(variant, placement, suspect.choice) if suspect.choice else variant)
        except RankwiseError as error:
            warnings.append(f"{suspect.title}: the experiment cannot be made here: {error.message}")
    beside = cells_beside(mpi, placement) if placement.nodes > 1 else CellsBeside()
    if not variants and not beside.cells:
        return Experiments((), (), (), tuple(warnings))
    known = {each.id for each in cells}
    planned = [
        *cells,
        *(each for each in beside.cells if each.id not in known),
        *(
            on_side(each, name)
            for name, (suspect, _) in variants.items()
            for each in _concerned(suspect, cells, placement)
        ),
    ]
    plan = Plan(
        name=f"experiments on {mpi.name}",
        endpoints=placement.endpoints,
        cells=tuple(planned),
        seed=seed,
        precision=0.03,
        budget_s=min(budget_s * (_MOST_OF_BUDGET_AWAY if placement.nodes > 1 else 1.0), most_s),
        min_rounds=_ROUNDS_AWAY if placement.nodes > 1 else 6,
        launches=LEAST_LAUNCHES,
    )
    visits: list[Visit] = []
    sides = [default, *(side for _, side in variants.values())]
    campaign = Campaign(
        plan,
        sides,
        sink=visits.extend,
        progress=progress,
        watchdog_s=watchdog_s,
        options=_VISIT_AWAY if placement.nodes > 1 else None,
        stopping=_after_launches() if placement.nodes > 1 else None,
        openers=len(sides) if placement.nodes > 1 else 1,
    )
    outcome = campaign.run()
    by_cell = defaultdict(list, grouped((visit.cell, visit) for visit in visits))
    experiments = _decided(variants, cells, by_cell, outcome, placement)
    findings = [
        finding(
            suspect, mpi, experiments[name], str(preload_for(suspect.after.preload)) if suspect.after.preload else ""
        )
        for name, (suspect, _) in variants.items()
    ]
    compared = beside.findings(mpi, by_cell, outcome, odd)
    return Experiments(
        findings=(*compared, *(each for each in findings if each is not None)),
        experiments=(
            *(each for group in experiments.values() for each in group),
            *(each for difference in compared for each in difference.experiments),
        ),
        tried=tuple(f"{mpi.name}: {suspect.title}" for suspect, _ in variants.values()),
        warnings=(*warnings, *outcome.warnings),
        interrupted=outcome.interrupted,
    )


def _after_launches() -> Stopping:
    """Ends when `LEAST_LAUNCHES` launches are made, and not when an answer is liked."""
    made = 0

    def decided(outcome: Outcome) -> Sequence[str]:
        nonlocal made
        made += 1
        return list(outcome.states) if made >= LEAST_LAUNCHES else ()

    return Stopping(decided=decided, point_s=_POINT_AWAY_S)


def suspects_of(mpi: Mpi, placement: Placement) -> list[Suspect]:
    """Everything that may make this MPI slow on these endpoints."""
    several = placement.nodes > 1
    suspects = [*suspected_settings(mpi, set_by_user(mpi)), *suspects_for(mpi, between_nodes=several)]
    if several:
        suspects += unused_transports(fabrics_between(mpi, placement), shared_networks(placement))
    return suspects


def _concerned(suspect: Suspect, cells: Sequence[Cell], placement: Placement) -> list[Cell]:
    nodes = [endpoint.node for endpoint in placement.endpoints]
    return [
        cell
        for cell in cells
        if concerns(
            suspect,
            cell.kernel,
            cell.size_bytes,
            between_nodes=len({nodes[rank] for group in cell.groups for rank in group}) > 1,
        )
    ]


def _decided(
    variants: dict[str, tuple[Suspect, Side]],
    cells: Sequence[Cell],
    by_cell: dict[str, list[Visit]],
    outcome: Outcome,
    placement: Placement,
) -> dict[str, list[Experiment]]:
    """All comparisons of the run, answered together."""
    rows = []
    for name, (suspect, _) in variants.items():
        for probed in _concerned(suspect, cells, placement):
            other = on_side(probed, name)
            before, after = (other, probed) if suspect.before != Change() else (probed, other)
            if pairs := paired(series(by_cell[before.id]), series(by_cell[after.id])):
                rows.append((name, suspect, probed, before, after, ratio(pairs)))
    decided = decide([row[-1] for row in rows])
    experiments: dict[str, list[Experiment]] = {name: [] for name in variants}
    for (name, suspect, probed, before, after, _), answer in zip(rows, decided, strict=True):
        states = outcome.states
        first, second = states[before.id].estimate("budget"), states[after.id].estimate("budget")
        if first is not None and second is not None:
            experiments[name].append(experiment(probed, suspect, first, second, answer))
    return experiments
