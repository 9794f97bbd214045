"""`tune`: finds what makes one MPI faster here, proves it beside the default, and says so in a file."""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as replace_fields
from pathlib import Path

from msgspec.structs import replace

from rankwise.apply import file as tuning_file
from rankwise.apply.builds import tuned_build
from rankwise.apply.carry import keep, schedule_folders
from rankwise.core import files
from rankwise.core.errors import MeasurementFailed
from rankwise.core.kinds import page_name
from rankwise.core.records import DeviceMemory
from rankwise.maps.reach import naming_who_left
from rankwise.measure.watcher import Watcher
from rankwise.model.regressions import excluded
from rankwise.mpis import catalog
from rankwise.optimise.schedules.table import Reductions
from rankwise.placement.placement import Placement
from rankwise.placement.tuning import ready
from rankwise.placement.where import HERE, Where
from rankwise.tuning.acceptance import on_top
from rankwise.tuning.earlier import BASE_RUN, Earlier, Question
from rankwise.tuning.explain import in_words
from rankwise.tuning.goals import (
    LEAST_SPEED_RATIO,
    Goal,
    Target,
    parse_trace,
    target,
    traced,
    weighted_by_time,
)
from rankwise.tuning.guidelines import likeliest_first, looked_at, told_why, violations, with_violations, worst
from rankwise.tuning.in_use import InUse
from rankwise.tuning.launch import BASE
from rankwise.tuning.proof import Proof
from rankwise.tuning.records import Sent, Tried, Tuned, Tuning, TuningLine, Violation
from rankwise.tuning.schedules import made_candidates, scheduled
from rankwise.tuning.search import Judge, Search
from rankwise.tuning.sources import space_for
from rankwise.tuning.space import Candidate, concerning
from rankwise.tuning.stages import prove_found, run_stages
from rankwise.tuning.tuning_run import PreparedTuning, TuningRun, prepared

_SEARCH = 0.6  # share of the budget; the rest proves what was found, and proves it again when a line had to go
_PROOF, _PROOF_S = 0.15, 30.0  # with less left, too few launches of several lines were made to prove more than one
_MOST_PROOF = 0.35  # of a short budget; where a launch takes long always: no race begins that would leave less
_LOOK = 0.05
_SHORTEST_S = 1.0  # a search, where preparing it took all of the time
_LEFT = 0.5  # of the budget, whatever the map took that schedules are made for
_LAUNCHES, _ROUNDS = 4, 2
_LEAST_S = 0.04
"""For each benchmark point: with less, not even three launches get through, and nothing is decided."""


@dataclass(frozen=True)
class TuneOptions:
    """What a user may ask. `trace`: the benchmark points of an application instead of the usual ones; `hints` False
    tries only what libraries list; `write` False leaves the file alone. `worst` is the ratio of times below which no
    cell may lie; `between` the first and the last size to tune for. `base` is a tuning that is in use already:
    everything is beside it, and what is found stands on top of it; so it is with lines in `use`. `reductions` is what
    schedules do with sums of floating point: `fixed`, `library` or `any`. `memory`: messages lie on devices. The search
    ends before `deadline_s` (of time.monotonic()) too. `proven_later`: whole runs of a program decide about what
    kernels like; `places` False: they were asked already where its ranks are best."""

    mpi: str = ""
    goal: Goal = "all"
    trace: Target | None = None
    budget_s: float = 600.0
    deadline_s: float = math.inf
    where: Where = HERE
    out: Path = Path("rankwise-results")
    file: Path = Path("tuning.toml")
    seed: int = 1
    hints: bool = True
    worst: float = LEAST_SPEED_RATIO
    between: tuple[int, ...] = ()
    write: bool = True
    base: Path | None = None
    use: tuple[TuningLine, ...] = ()
    reductions: Reductions = "fixed"
    memory: DeviceMemory | None = None
    proven_later: bool = False
    places: bool = True


def read_trace(file: Path) -> Target:
    """What an application sends, from a file of rows `kernel size count`. Raises UsageError."""
    text = files.read(file, "no-trace", "give a file of lines `kernel size count`")
    return traced(parse_trace(text, str(file)))


def tune_kernels(options: TuneOptions, watcher: Watcher | None = None, judge: Judge | None = None) -> Tuned:
    """Searches within the budget, checks what was found, stores the run (kind `tune`) and writes the file. With a
    `judge` all of the time is for the search: what the judge let pass is not proven here.

    The answer is `leave it` when nothing of what was tried wins, and `candidates` says of how many that is; `cannot
    tell` when the budget did not suffice to try half of what promises most, or to prove what was found. Where Ctrl-C,
    or a default that cannot be launched any more, ends it early, what was tried is kept, what was taken is not
    measured, and the status of the run says so. Raises UsageError and EnvironmentProblem before anything is measured,
    MeasurementFailed when the default cannot be launched at all.
    """
    watcher = watcher or Watcher()
    mpi = catalog.find(options.mpi)
    in_use = ready(options.base, mpi).tuning if options.base else None
    base = (*(in_use.lines if in_use else ()), *options.use)
    with prepared(
        mpi,
        watcher,
        out=options.out,
        where=options.where,
        seed=options.seed,
        base=base,
        schedules=schedule_folders(options.out, options.base),
        memory=options.memory,
    ) as ranks:
        count = ranks.kernels.ranks
        wanted = options.trace or target(options.goal, count, options.between, scheduled(ranks.placement))
        wanted = replace_fields(wanted, worst=options.worst)
        look_s = time.monotonic()
        space, warnings = _space(options, ranks, wanted)
        sent = frozenset(options.trace.weights) if options.trace else frozenset()
        hosts = _hosts(ranks.placement)
        earlier = ranks.earlier(in_use, Question(wanted.goal, sent, wanted.between, count, hosts, options.memory))
        left_s = max(_LEFT * options.budget_s, options.budget_s - (time.monotonic() - look_s))
        left_s = min(left_s, max(_SHORTEST_S, options.deadline_s - time.monotonic()))
        options = replace_fields(options, budget_s=left_s)
        settings = {"goal": wanted.goal, "candidates": str(len(space))}
        settings |= {"base": str(options.base), BASE_RUN: in_use.run} if in_use else {}
        settings |= {"in use": "; ".join(line.id for line in options.use)} if options.use else {}
        with ranks.begun("tune", wanted, options.budget_s, settings, warnings) as here:
            searched = _searched(options, here, wanted, space, earlier, judge=judge)
            answer = _answer(options, here, searched, base, space)
            if answer.file:
                tuning_file.write(answer.tuning, options.file)
                keep(answer.tuning.lines, schedule_folders(options.out, options.base), options.file)
            return here.keep(answer)


@dataclass(frozen=True)
class _Searched:
    """What a search and its proof brought. `wanted` is weighted; `complete`: what promises most was tried; `cut` ended
    it early."""

    wanted: Target
    violations: tuple[Violation, ...]
    search: Search
    proof: Proof
    complete: bool
    cut: BaseException | None


def _searched(
    options: TuneOptions,
    here: TuningRun,
    wanted: Target,
    space: Sequence[Candidate],
    earlier: Earlier,
    *,
    judge: Judge | None,
) -> _Searched:
    """The search, and the proof of what it put in use; raises only where nothing was tried yet."""
    runner = here.runner
    begin = time.monotonic()
    with naming_who_left(runner.mpi, runner.placement):
        if options.trace:
            wanted = _weighted(here, wanted)
        elif runner.away:  # how long a start takes, before candidates hang in theirs
            runner.launch({BASE: here.carry(())}, list(wanted.weights)[:1], launches=1, rounds=1)
        broken = find_violations(here, wanted, _LOOK * options.budget_s)
    guiding = worst(broken, wanted)
    later = judge is not None or options.proven_later
    search = Search(
        runner,
        with_violations(wanted, guiding, counted=True),
        InUse(here.carry),
        here.watcher.phase,
        judge=judge,
        reserve_s=0.0 if later else _reserve_s(options.budget_s, away=runner.away),
    )
    try:
        seconds = options.budget_s * (1.0 if later else _SEARCH)
        asked = with_violations(wanted, guiding, counted=False)
        with naming_who_left(runner.mpi, runner.placement):
            left = earlier.left(likeliest_first(space, guiding))
            new = earlier.new(left)
            complete = run_stages(search, left, begin, seconds, hints=options.hints, places=options.places, new=new)
            proof = prove_found(search, asked, later=options.proven_later)
    except (KeyboardInterrupt, MeasurementFailed) as error:
        if not search.trials.by_name:
            raise
        proof = Proof(open=tuple(search.in_use.lines()), undecided=True)
        return _Searched(wanted, broken, search, proof, complete=False, cut=error)
    return _Searched(wanted, broken, search, proof, complete, None)


def _reserve_s(budget_s: float, *, away: bool) -> float:
    """What of the budget is left to the proof at the least."""
    return _MOST_PROOF * budget_s if away else min(_MOST_PROOF * budget_s, max(_PROOF * budget_s, _PROOF_S))


def _answer(
    options: TuneOptions,
    here: TuningRun,
    searched: _Searched,
    base: Sequence[TuningLine],
    space: Sequence[Candidate],
) -> Tuned:
    """The answer of a run that ends with it."""
    runner, proof, search = here.runner, searched.proof, searched.search
    mpi, placement, joint = runner.mpi, runner.placement, proof.joint
    lines = tuple(replace(told_why(line, searched.violations), path_class=placement.path_class) for line in proof.lines)
    run = here.end(joint, searched.cut)
    sent = _sent(options.trace, searched.wanted) if options.trace else ()
    tuning = Tuning(
        name=f"{mpi.name} on {placement.inventory.nodes[0].hostname}",
        build=tuned_build(mpi),
        machine=_machine(placement),
        ranks=runner.ranks,
        lines=tuple(on_top(base, lines)) if lines else (),
        joint=joint.whole.gains if joint and lines else (),
        goal=searched.wanted.goal,
        worst=searched.wanted.worst,
        tried=len(search.trials.by_name),
        launches=runner.launched,
        created_at=run.provenance.finished_at or "",
        run=run.id,
        hosts=_hosts(placement),
        sizes_bytes=searched.wanted.between,
        sent=sent,
        memory=options.memory,
    )
    return Tuned(
        run=run,
        answer="tuned" if lines else "leave it" if searched.complete and not proof.undecided else "cannot tell",
        tuning=in_words(tuning),
        mean=joint.whole.mean if joint else None,
        mean_cells=joint.whole.mean_cells if joint else 0,
        harmless_cells=excluded(tuning.joint, tuning.worst),
        tried=_tried(search),
        dropped={**search.trials.lost, **proof.dropped},
        unmeasured=proof.unmeasured,
        sent=sent,
        violations=searched.violations,
        candidates=len({candidate.name for candidate in space} | search.trials.by_name.keys()),
        file=str(options.file) if lines and options.write else "",
        page=str(options.out / page_name(run)),
    )


def _space(options: TuneOptions, ranks: PreparedTuning, wanted: Target) -> tuple[list[Candidate], list[str]]:
    """What may be tried for these kernels, and what is left out, in words."""
    mpi, placement, tell, warnings = ranks.mpi, ranks.placement, ranks.watcher.phase, list[str]()
    device_buffers = options.memory is not None and options.memory.library
    tell(f"what {mpi.name} lets one set")
    space = concerning(space_for(mpi, placement, options.hints, device_buffers), wanted.kernels())
    if options.hints and not options.memory:  # ranks would preload two libraries that replace the same calls
        made, warning = made_candidates(options, mpi, placement, wanted, tell)
        space = [*made, *space]  # over a network there is seldom the time to try all: first what a model promises
        warnings += [warning] if warning else []
    if apart := wanted.apart(ranks.kernels.ranks):
        space = [
            candidate for candidate in space if candidate.kind != "algorithm" or not candidate.kernels <= apart.keys()
        ]
        warnings.append(_apart_words(apart, ranks.kernels.ranks))
    return space, warnings


def _apart_words(apart: Mapping[str, Collection[int]], ranks: int) -> str:
    sizes = sorted({size for apart_sizes in apart.values() for size in apart_sizes})
    return (
        f"no algorithm is searched for {', '.join(apart)}: the program calls them on communicators of "
        f"{', '.join(map(str, sizes))} ranks, and the kernels have {ranks}"
    )


def _weighted(here: TuningRun, wanted: Target) -> Target:
    points = list(wanted.weights)
    launched = here.runner.launch({BASE: here.carry(())}, points, launches=1, rounds=3)
    return weighted_by_time(wanted, {point: launched.median_s(BASE, point) or 0.0 for point in points})


def _tried(search: Search) -> tuple[Tried, ...]:
    in_use = search.in_use.names()
    return tuple(
        Tried(
            what=name,
            stage=trial.stage,
            launches=trial.seen.launches,
            visits=trial.seen.visits,
            ratio=None if trial.seen.error else trial.seen.mean(search.target.weights),
            taken=name in in_use,
            error=trial.seen.error,
            regresses_at=search.trials.regressed_at.get(name, ""),
        )
        for name, trial in search.trials.by_name.items()
    )


def _sent(trace: Target, wanted: Target) -> tuple[Sent, ...]:
    parts = [
        Sent(kernel=point[0], size_bytes=point[1], calls=calls, share=wanted.weights[point])
        for point, calls in trace.weights.items()
    ]
    return tuple(sorted(parts, key=lambda item: -item.share))


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


def find_violations(here: TuningRun, wanted: Target, budget_s: float) -> tuple[Violation, ...]:
    """Where the default violates a guideline behind its own other calls: a few launches of it, alone, at many more
    sizes than a search has the time for. Nothing where a trace names the sizes, or where a look would take too much of
    the time."""
    runner, points = here.runner, looked_at(wanted)
    if wanted.goal == "trace" or runner.away or not points or budget_s < _LEAST_S * len(points):
        return ()
    here.watcher.phase("guideline violations of the default")
    runner.check({kernel for kernel, _ in points})
    alone = runner.launch({BASE: here.carry(())}, points, launches=_LAUNCHES, rounds=_ROUNDS, budget_s=budget_s)
    times = {point: alone.series(BASE, point) for point in points if not alone.failed(BASE, point)}
    about = {kernel for (kernel, _), counts in wanted.weights.items() if counts > 0}
    broken = violations(times, about, runner.ranks, uniform_paths=len(runner.placement.pairs()) <= 1)
    here.watcher.phase(f"guideline violations of the default: {len(broken)}")
    return broken
