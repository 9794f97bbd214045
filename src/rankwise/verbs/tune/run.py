"""`tune`: finds what makes one MPI faster here, proves it beside the default, and says so in a file."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as replace_fields
from functools import partial
from pathlib import Path
from typing import cast, get_args

from msgspec.structs import replace

from rankwise.apply import file as tuning_file
from rankwise.apply.builds import tuned_build
from rankwise.apply.carry import beside
from rankwise.core import files
from rankwise.core.errors import MeasurementFailed, UsageError
from rankwise.core.records import Sent, Tried, Tuned, Tuning
from rankwise.decide.explain import in_words
from rankwise.decide.goals import (
    LEAST_SPEED_RATIO,
    BenchmarkPoint,
    Goal,
    Target,
    parse_trace,
    target,
    traced,
    weighted_by_time,
)
from rankwise.decide.race import pooled
from rankwise.decide.space import HINTED, UCX, Candidate, concerning
from rankwise.decide.tuning import on_top
from rankwise.decide.violations import likeliest_first, told_why, with_violations, worst
from rankwise.measure.watcher import Watcher
from rankwise.model.harm import excluded
from rankwise.mpis import catalog
from rankwise.mpis.families import FAMILIES
from rankwise.placement.placement import Placement
from rankwise.placement.tuned import ready
from rankwise.placement.where import HERE, Where
from rankwise.tuning.offered import placed, progressing, space_for
from rankwise.tuning.picks import collective_points, transport_points
from rankwise.tuning.place import Place, place
from rankwise.tuning.prove import Proof, prove
from rankwise.tuning.rule_search import RuleSearch
from rankwise.tuning.screen import screened
from rankwise.tuning.search import InUseFails, Judge, Search
from rankwise.tuning.trial_runner import BASE, told
from rankwise.tuning.violations import find_violations

_SEARCH = 0.6  # share of the budget; the rest proves what was found, and proves it again when a line had to go
_PROOF = 0.15  # with less of the budget left, nothing would be proven
_LOOK = 0.05
_WAYS, _COMPONENTS = "transports and known causes", "components of collectives"
_PROTOCOL, _ALGORITHMS, _PLACES, _PROGRESS = "protocol", "algorithms", "placement", "asynchronous progress"
# Stages in order, each with the share of the search's time at which it ends. Protocols are many and gain least: where
# they came before algorithms, guarding them left no time for these in three of five searches on MPICH.
_STAGES = {_WAYS: 0.35, _COMPONENTS: 0.45, _ALGORITHMS: 0.85, _PROTOCOL: 1.0}
# Of collectives the algorithm matters most, and what came before was seen to leave no time for Intel's hundred presets.
# Over a network every call takes so long that there may be time for nothing else.
_ALGORITHMS_FIRST = {_ALGORITHMS: 0.85, _WAYS: 0.95, _COMPONENTS: 0.97, _PROTOCOL: 1.0}


@dataclass(frozen=True)
class TuneOptions:
    """What a user may ask. `trace`: the benchmark points of an application instead of the usual ones; `hints` False
    tries only what libraries list; `write` False leaves the file alone. `worst` is the ratio of times below which no
    cell may lie; `between` the first and the last size to tune for. `base` is a tuning that is in use already:
    everything is beside it, and what is found stands on top of it."""

    mpi: str = ""
    goal: Goal = "all"
    trace: Target | None = None
    budget_s: float = 600.0
    where: Where = HERE
    launcher: str = ""
    agent: str = ""
    out: Path = Path("rankwise-results")
    file: Path = Path("tuning.toml")
    seed: int = 1
    hints: bool = True
    worst: float = LEAST_SPEED_RATIO
    between: tuple[int, ...] = ()
    write: bool = True
    base: Path | None = None


def goal_of(name: str) -> Goal:
    """What a user may tune for, by its name. Raises UsageError for anything else."""
    known = [goal for goal in get_args(Goal) if goal not in ("trace", "command")]
    for goal in known:
        if goal == name:
            return cast(Goal, goal)
    raise UsageError("bad-goal", f"'{name}' is nothing to tune for", f"write --for {', '.join(known)}")


def read_trace(file: Path) -> Target:
    """What an application sends, from a file of rows `kernel size count`. Raises UsageError."""
    text = files.read(file, "no-trace", "give a file of lines `kernel size count`")
    return traced(parse_trace(text, str(file)))


def tune(options: TuneOptions, watcher: Watcher | None = None, judge: Judge | None = None) -> Tuned:
    """Searches within the budget, checks what was found, stores the run (kind `tune`) and writes the file. With a
    `judge` all of the time is for the search: what the judge let pass is not proven here.

    The answer is `leave it` when everything was tried and nothing wins, `cannot tell` when the budget did not suffice
    to try what promises most or to prove what was found. Where Ctrl-C, or a default that cannot be launched any more,
    ends it early, what was tried is kept, what was taken is not measured, and the status of the run says so. Raises
    UsageError and EnvironmentProblem before anything is measured, MeasurementFailed when the default cannot be launched
    at all.
    """
    watcher = watcher or Watcher()
    mpi = catalog.find(options.mpi)
    base = ready(options.base, mpi).tuning.lines if options.base else ()
    with place(
        mpi,
        watcher,
        out=options.out,
        where=options.where,
        launcher=options.launcher,
        agent=options.agent,
        seed=options.seed,
        base=base,
        schedules=beside(options.base) if options.base else None,
    ) as here:
        runner = here.runner
        wanted = options.trace or target(options.goal, runner.ranks, options.between)
        wanted = replace_fields(wanted, worst=options.worst)
        runner.check(wanted.kernels())
        runner.window = wanted.window
        watcher.phase(f"what {mpi.name} lets one set")
        space = concerning(space_for(mpi, runner.placement, options.hints), wanted.kernels())
        if apart := wanted.apart(runner.ranks):
            space = [one for one in space if one.kind != "algorithm" or not one.kernels <= apart.keys()]
            runner.warnings.append(_apart_words(apart, runner.ranks))
        settings = {"goal": wanted.goal, "candidates": str(len(space))}
        here.begin("tune", wanted, options.budget_s, settings | ({"base": str(options.base)} if options.base else {}))
        begin = time.monotonic()
        if options.trace:
            wanted = _weighted(here, wanted)
        elif runner.away:  # how long a start takes, before candidates hang in theirs
            runner.launch({BASE: here.carry(())}, list(wanted.weights)[:1], launches=1, rounds=1)
        found = find_violations(here, wanted, _LOOK * options.budget_s)
        guiding = worst(found, wanted)
        search = Search(
            runner,
            with_violations(wanted, guiding, counted=True),
            here.carry,
            watcher.phase,
            judge=judge,
            regression_points=not runner.away,
            reserve_s=0.0 if judge else _PROOF * options.budget_s,
        )
        complete = False
        cut: BaseException | None = None
        try:
            seconds = options.budget_s * (1.0 if judge else _SEARCH)
            complete = _search(search, likeliest_first(space, guiding), begin, seconds, hints=options.hints)
            asked = with_violations(wanted, guiding, counted=False)
            proof = Proof(tuple(search.lines())) if judge else _proven(search, asked)
        except (KeyboardInterrupt, MeasurementFailed) as error:
            if not search.trials:
                raise
            proof, cut = Proof(open=tuple(search.lines()), undecided=True), error
        lines = tuple(replace(told_why(line, found), path_class=runner.placement.path_class) for line in proof.lines)
        joint = proof.joint
        run = here.end(joint, cut)
        sent = _sent(options.trace, wanted) if options.trace else ()
        tuning = Tuning(
            name=f"{mpi.name} on {runner.placement.inventory.nodes[0].hostname}",
            build=tuned_build(mpi),
            machine=_machine(runner.placement),
            ranks=runner.ranks,
            lines=tuple(on_top(base, lines)) if lines else (),
            joint=joint.whole.gains if joint and lines else (),
            goal=wanted.goal,
            worst=wanted.worst,
            tried=len(search.trials),
            launches=runner.launched,
            created_at=run.provenance.finished_at or "",
            run=run.id,
            hosts=_hosts(runner.placement),
            sizes_bytes=wanted.between,
            sent=sent,
        )
        answer = Tuned(
            run=run,
            answer="tuned" if lines else "leave it" if complete and not proof.undecided else "cannot tell",
            tuning=in_words(tuning),
            mean=joint.whole.mean if joint else None,
            mean_cells=joint.whole.mean_cells if joint else 0,
            harmless_cells=excluded(tuning.joint, tuning.worst),
            tried=_tried(search),
            dropped={**search.lost, **proof.dropped},
            unmeasured=proof.unmeasured,
            sent=sent,
            violations=found,
            file=str(options.file) if lines and options.write else "",
            page=str(options.out / f"tune-{run.id}.html"),
        )
        if answer.file:
            tuning_file.write(answer.tuning, options.file)
        return here.keep(answer)


def _apart_words(apart: Mapping[str, Collection[int]], ranks: int) -> str:
    sizes = sorted({size for found in apart.values() for size in found})
    return (
        f"no algorithm is searched for {', '.join(apart)}: the program calls them on communicators of "
        f"{', '.join(map(str, sizes))} ranks, and the kernels have {ranks}"
    )


def _weighted(here: Place, wanted: Target) -> Target:
    points = list(wanted.weights)
    found = here.runner.launch({BASE: here.carry(())}, points, launches=1, rounds=3)
    return weighted_by_time(wanted, {point: found.median_s(BASE, point) or 0.0 for point in points})


def _search(search: Search, space: Sequence[Candidate], begin: float, seconds: float, *, hints: bool) -> bool:
    """All stages; whether there was the time to see the candidates that promise most."""
    away = search.runner.away
    ways = [one for one in space if one.kind in ("preload", "transport") or one.order == HINTED]
    components = [one for one in space if one not in ways and one.component and one.kind == "collective"]
    rest = [one for one in space if one not in ways and one not in components and one.kind != "algorithm"]
    forced = [one for one in space if one.kind == "algorithm"]
    points, collective = _transport_points(search), collective_points(search.target)
    stages = _ALGORITHMS_FIRST if away or search.target.goal == "collectives" else _STAGES

    def step(stage: str, until: float) -> None:
        if stage == _WAYS and points:
            search.climb(stage, ways, points, until)
        elif stage == _PROTOCOL and points:
            _protocols(search, rest, points, until)
        elif collective and stage == _COMPONENTS:
            search.climb(stage, components, collective, until)
        elif collective and forced and stage == _ALGORITHMS:
            combined = FAMILIES[search.runner.mpi.family].rules.combined
            RuleSearch(search, combined).find(forced, collective, until, slow=away)

    mpi = search.runner.mpi
    if hints:
        _in_use(search, partial(search.ask, _PLACES, placed(mpi), begin + stages[_WAYS] * seconds))
    for stage, share in stages.items():
        if stage == _PROTOCOL and hints and search.target.overlaps():
            _in_use(search, partial(search.ask, _PROGRESS, progressing(mpi), begin + seconds))
        _in_use(search, partial(step, stage, begin + share * seconds))
    if search.used and points and not away:  # what was no finalist may gain on top of what was taken
        _in_use(search, partial(search.climb, f"{_WAYS}, once more", ways, points, begin + seconds))
    likely = [forced] if stages is _ALGORITHMS_FIRST and collective else [ways, forced if collective else []]
    if any(sum(one.name in search.trials for one in group) * 2 < len(group) for group in likely):
        return False
    # With a judge no time is kept for a proof: it has seen what was taken.
    return search.judge is not None or search.runner.left_s > 0


def _in_use(search: Search, stage: Callable[[], None]) -> None:
    """A stage to its end, begun anew without the line that was taken last whenever what is in use turns out to fail."""
    while True:
        try:
            return stage()
        except InUseFails as error:
            search.take_back(told(error))


def _proven(search: Search, asked: Target) -> Proof:
    """The proof, at what is asked, of what is in use, else of the next best way that stands."""
    proof = prove(search.runner, search.carry, search.lines(), asked, search.tell)
    return proof if proof.lines else _next_best(search, asked, proof)


def _next_best(search: Search, asked: Target, proof: Proof) -> Proof:
    """The proof of the first of the next best ways that stands. Lines that fell together without harm may each gain
    where they do the same, and get their turn alone."""
    gone = proof.dropped if len(search.lines()) == 1 else proof.regressing
    for one in search.fall_back(gone, _transport_points(search)):
        proof = prove(search.runner, search.carry, [one.line], asked, search.tell).after(proof)
        if proof.lines:
            break
    return proof


def _transport_points(search: Search) -> list[BenchmarkPoint]:
    """Of several nodes only benchmark points that count: windows of large messages take seconds there, and what they
    lose is left to the proof."""
    points = transport_points(search.target)
    return [point for point in points if search.target.weights[point] > 0] if search.runner.away else points


def _protocols(search: Search, candidates: Sequence[Candidate], points: Sequence[BenchmarkPoint], until: float) -> None:
    if not _through_ucx(search):
        candidates = [one for one in candidates if not any(name.startswith(UCX) for name in one.line.knobs)]
    search.tell(f"{_PROTOCOL}: which of {len(candidates)} candidates change anything")
    worth = screened(search, candidates, points, time.monotonic() + 0.5 * (until - time.monotonic()))
    search.climb(_PROTOCOL, worth, points, until)


def _through_ucx(search: Search) -> bool:
    """Whether UCX moves bytes with what is in use."""
    runner, chosen = search.runner, search.base().knobs.values()
    own = FAMILIES[runner.mpi.family].netmod(runner.mpi) if runner.away else ""
    return "ucx" in chosen or (own == "ucx" and "ofi" not in chosen)


def _tried(search: Search) -> tuple[Tried, ...]:
    in_use = search.in_use()
    return tuple(
        Tried(
            what=name,
            stage=trial.stage,
            launches=trial.seen.launches,
            visits=trial.seen.visits,
            ratio=None if trial.seen.error else pooled(trial.seen, search.target.weights),
            taken=name in in_use,
            error=trial.seen.error,
            regresses_at=search.regressed_at.get(name, ""),
        )
        for name, trial in search.trials.items()
    )


def _sent(trace: Target, wanted: Target) -> tuple[Sent, ...]:
    found = [
        Sent(kernel=point[0], size_bytes=point[1], calls=calls, share=wanted.weights[point])
        for point, calls in trace.weights.items()
    ]
    return tuple(sorted(found, key=lambda item: -item.share))


def _hosts(placement: Placement) -> tuple[str, ...]:
    """The addresses of the endpoints in rank order; empty where all are on one node."""
    return tuple(endpoint.address or endpoint.node for endpoint in placement.endpoints) if placement.nodes > 1 else ()


def _machine(placement: Placement) -> str:
    node = placement.inventory.nodes[0]
    if placement.nodes > 1:
        return (
            f"{len(placement.endpoints)} endpoints on {placement.nodes} nodes, {placement.endpoints[0].node} and others"
        )
    return f"{node.hostname} ({node.cpu_model or node.arch}, {len(node.sandbox.allowed_cpus)} CPUs)"
