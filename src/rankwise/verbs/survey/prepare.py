"""What a survey needs before it measures: options, placement, sides, plan, and findings that make numbers wrong."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from dataclasses import replace as replace_fields
from pathlib import Path

from msgspec.structs import replace

from rankwise.core.errors import UsageError
from rankwise.core.grouped import grouped
from rankwise.core.proc import this_process
from rankwise.core.records import Finding, Mpi, Plan, Run, Visit
from rankwise.core.settings import Setting, with_sources
from rankwise.diagnoses.odd_nodes import odd_nodes
from rankwise.diagnoses.preflight import preflight
from rankwise.experiment.paired import Moment, series
from rankwise.measure.cells import Pair, survey_cells
from rankwise.measure.provenance import new_run
from rankwise.measure.side import Side
from rankwise.measure.watcher import Watcher
from rankwise.model.pairs import one_by_one
from rankwise.mpis import catalog
from rankwise.mpis.catalog import choose_mpis
from rankwise.placement.placement import Placement
from rankwise.placement.sides import make_sides
from rankwise.placement.where import HERE, Where
from rankwise.store.runs import Store

FULL_S, QUICK_S = 60.0, 20.0
MORE_MPIS_S = 0.6  # each further MPI adds this share of the time of one
EXPERIMENT_SHARE = 0.35
_PATHS_PER_RELATION = 6  # each in both directions
_MOST_CANDIDATES = 4096  # of which they are chosen


@dataclass(frozen=True)
class SurveyOptions:
    """What a user may ask of a survey. `budget_s` 0 chooses by `quick` and the number of MPIs."""

    mpi: str = ""
    where: Where = HERE
    quick: bool = False
    budget_s: float = 0.0
    precision: float = 0.02
    out: Path = Path("rankwise-results")
    watchdog_s: float = 20.0
    experiments: bool = True
    resume: str = ""
    seed: int = 1
    settings: dict[str, Setting] = field(default_factory=dict)


@dataclass(frozen=True)
class PreparedSurvey:
    """Everything a survey works with. `pairs` are pairs of ranks for experiments: the first one within a node and the
    first between nodes, as far as there are any.

    `series` collects visit medians in seconds by cell and (launch, round), for ratios within a round.
    """

    run: Run
    sides: list[Side]
    placement: Placement
    preflight: list[Finding]
    budget_s: float
    pairs: tuple[tuple[int, int], ...]
    series: dict[str, dict[Moment, float]] = field(default_factory=lambda: defaultdict(dict))

    def without(self, absent: Collection[int]) -> PreparedSurvey:
        """The same on the ranks that are left; its run and sides are those of all."""
        endpoints = self.placement.endpoints
        left = {endpoint.id for rank, endpoint in enumerate(endpoints) if rank not in absent}
        placement = self.placement.with_only(left, ())
        return replace_fields(self, placement=placement, pairs=_first_of_each_reach(placement, _pairs(placement)))

    def remember(self, visits: Sequence[Visit]) -> None:
        """Notes visit medians; of cells with several groups, the first."""
        for visit in visits:
            if visit.group == 0:
                self.series[visit.cell] |= series([visit])


def prepare(options: SurveyOptions, watcher: Watcher, store: Store, stack: ExitStack) -> PreparedSurvey:
    """Looks, chooses, builds and plans. What is brought to endpoints is taken away when `stack` closes."""
    resumed = _resumed(store, options.resume) if options.resume else None
    placement = stack.enter_context(_placement(options, resumed))
    before = [*preflight(placement.inventory), *odd_nodes(placement.inventory)]
    watcher.found(before)
    mpis, left_out = ([*map(catalog.find, resumed.mpis)], []) if resumed else choose_mpis(options.mpi)
    sides, unbuilt = make_sides(mpis, placement, watcher.phase)
    budget_s = options.budget_s or (QUICK_S if options.quick else FULL_S) * (1.0 + MORE_MPIS_S * (len(sides) - 1))
    pairs = _pairs(placement)
    if resumed is not None:
        run = replace(
            resumed,
            provenance=replace(resumed.provenance, process=this_process()),
            plan=_rest_of(resumed, options.budget_s),
            status="running",
            warnings=(*resumed.warnings, *unbuilt),
        )
    else:
        plan = _plan(options, placement, sides, pairs, budget_s)
        run = _new_run(
            options, plan, {side.name: side.mpi for side in sides}, (*placement.warnings, *left_out, *unbuilt)
        )
    return PreparedSurvey(run, sides, placement, before, budget_s, _first_of_each_reach(placement, pairs))


def _resumed(store: Store, name: str) -> Run:
    """The survey to go on with; `last` is the last one, whatever was run since. Raises UsageError for another kind."""
    surveys = [summary.id for summary in store.runs() if summary.kind == "survey"] if name == "last" else []
    run = store.load(surveys[-1] if surveys else name)
    if run.kind != "survey":  # figures of both would be kept as one run
        raise UsageError(
            "other-kind",
            f"run {run.id} is of `{run.kind}`, and only a survey can go on",
            f"{store.listing} shows which runs are surveys",
        )
    return run


def _rest_of(resumed: Run, budget_s: float) -> Plan:
    """The plan with the time that is left of it, one launch's share at least; or with the time asked for now."""
    plan = resumed.plan
    left_s = max(plan.budget_s - resumed.provenance.measuring_s, plan.budget_s / plan.launches)
    return replace(plan, budget_s=budget_s or left_s)


def _same(resumed: Run) -> bool:
    """Whether a survey of this machine was of all that is measured here by default."""
    return HERE.placement().endpoints == resumed.plan.endpoints


def _placement(options: SurveyOptions, resumed: Run | None) -> Placement:
    where = options.where
    if resumed is not None:
        kept = Where.kept_in(resumed.provenance.settings)
        where = kept if kept != HERE or _same(resumed) else Where(ranks=len(resumed.plan.endpoints))
        where = replace_fields(where, agent=options.where.agent, launcher=options.where.launcher)
    placement = where.placement(partial=True).of_those_that_answered()
    if resumed is not None and placement.endpoints != resumed.plan.endpoints:
        raise UsageError(
            "other-endpoints",
            f"run {resumed.id} was measured on other endpoints than there are now",
            "go on where it was begun, or start a new survey",
        )
    return placement


def _plan(
    options: SurveyOptions, placement: Placement, sides: Sequence[Side], pairs: Sequence[Pair], budget_s: float
) -> Plan:
    ranks = range(len(placement.endpoints))
    return Plan(
        name="survey",
        endpoints=placement.endpoints,
        cells=tuple(survey_cell for side in sides for survey_cell in survey_cells(side.name, pairs, ranks)),
        seed=options.seed,
        precision=options.precision,
        budget_s=budget_s * ((1.0 - EXPERIMENT_SHARE) if options.experiments else 1.0),
        launches=3 if options.quick else 5,
    )


def _new_run(options: SurveyOptions, plan: Plan, mpis: dict[str, Mpi], warnings: tuple[str, ...]) -> Run:
    settings = with_sources(options.settings)
    settings |= options.where.kept()
    return new_run("survey", plan, mpis, settings, warnings)


def _first_of_each_reach(placement: Placement, pairs: Sequence[Pair]) -> tuple[tuple[int, int], ...]:
    """The first pair on one node, and the first on two."""
    nodes = [endpoint.node for endpoint in placement.endpoints]
    first: dict[bool, tuple[int, int]] = {}
    for pair in pairs:
        first.setdefault(nodes[pair.source] == nodes[pair.target], (pair.source, pair.target))
    return tuple(first.values())


def _pairs(placement: Placement) -> list[Pair]:
    """For every topological relation a pair with a full curve, its reverse, and a few more pairs to see who differs:
    of endpoints that have the fewest so far, so that one slow endpoint stands out."""
    endpoints = placement.endpoints
    by_relation = grouped(
        (placement.relation(endpoints[source], endpoints[target]), (source, target))
        for source in placement.sources()
        for target in range(source + 1, len(endpoints))
    )
    pairs: list[Pair] = []
    for known in by_relation.values():
        first, *others = one_by_one(known[:_MOST_CANDIDATES], _PATHS_PER_RELATION, _taken)
        pairs += [Pair(*first, curve=True), Pair(first[1], first[0], curve=False)]
        pairs += [Pair(*ends, curve=False) for a, b in others for ends in ((a, b), (b, a))]
    return pairs


def _taken(taken: Counter[int], ends: tuple[int, int]) -> tuple[int, int]:
    """Least where the ends were taken least."""
    return max(taken[end] for end in ends), sum(taken[end] for end in ends)
