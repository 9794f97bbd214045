"""`tune`: finds what makes one MPI faster here, proves it beside the default, and says so in a file."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as replace_fields
from pathlib import Path

from msgspec.structs import replace

from rankwise.apply import file as tuning_file
from rankwise.apply.builds import tuned_build
from rankwise.core.records import Mpi, NodeInventory, Sent, Tried, Tuned, Tuning
from rankwise.decide.algorithms import algorithms
from rankwise.decide.explain import words_of
from rankwise.decide.goals import COLLECTIVES, HARMED, Goal, Target, target, weighted_by_time
from rankwise.decide.race import pooled
from rankwise.decide.space import HINTED, UCX, Candidate, borders, by_rule, candidates, concerning
from rankwise.decide.suspects import Suspect, suspects_for
from rankwise.decide.tuning import on_top
from rankwise.mpis import catalog, knobs, mpich_selection, native
from rankwise.mpis.fabrics import fabrics
from rankwise.verbs.sides.tuned import ready
from rankwise.verbs.tune.arena import BASE
from rankwise.verbs.tune.place import Place, place
from rankwise.verbs.tune.prove import Proof, prove
from rankwise.verbs.tune.search import Judge, Search, collective_spots, point_spots
from rankwise.verbs.watcher import Watcher

_SEARCH = 0.6  # share of the budget; the rest proves what was found, and proves it again when a line had to go
_STAGES = (
    ("transports and known causes", 0.35),
    ("components of collectives", 0.45),
    ("protocol", 0.75),
    ("algorithms", 1.0),
)


@dataclass(frozen=True)
class TuneOptions:
    """What a user may ask. `trace`: the spots of an application instead of the usual ones; `hints` False forgets what
    was seen to help elsewhere; `write` False leaves the file alone. `worst` is the ratio of times below which no cell
    may lie. `base` is a tuning that is in use already: everything is beside it, and what is found stands on top of it.
    """

    mpi: str = ""
    goal: Goal = "all"
    trace: Target | None = None
    budget_s: float = 600.0
    ranks: int = 0
    launcher: str = ""
    out: Path = Path("rankwise-results")
    file: Path = Path("tuning.toml")
    seed: int = 1
    hints: bool = True
    worst: float = HARMED
    write: bool = True
    base: Path | None = None


def tune(options: TuneOptions, watcher: Watcher | None = None, judge: Judge | None = None) -> Tuned:
    """Searches within the budget, checks what was found, stores the run (kind `tune`) and writes the file. With a
    `judge` all of the time is for the search: what the judge let pass is not proven here.

    The answer is `leave it` when everything was tried and nothing wins, `cannot tell` when the budget did not suffice
    to try what promises most or to prove what was found. Raises UsageError and EnvironmentProblem before anything is
    measured, MeasurementFailed when the default cannot be launched.
    """
    watcher = watcher or Watcher()
    mpi = catalog.find(options.mpi)
    base = ready(options.base, mpi).tuning.lines if options.base else ()
    with place(
        mpi,
        watcher,
        out=options.out,
        ranks=options.ranks,
        launcher=options.launcher,
        seed=options.seed,
        base=base,
    ) as here:
        arena = here.arena
        wanted = replace_fields(options.trace or target(options.goal, arena.ranks), worst=options.worst)
        arena.check(wanted.kernels())
        arena.window = wanted.window
        watcher.phase(f"what {mpi.name} lets one set")
        space = concerning(_space(mpi, arena.ranks, options.hints), wanted.kernels())
        settings = {"goal": wanted.goal, "candidates": str(len(space))}
        here.begin("tune", wanted, options.budget_s, settings | ({"base": str(options.base)} if options.base else {}))
        begin = time.monotonic()
        if options.trace:
            wanted = _weighted(here, wanted)
        search = Search(arena, wanted, here.carry, watcher.phase, combined=native.combined(mpi), judge=judge)
        complete = _search(search, space, begin, options.budget_s * (1.0 if judge else _SEARCH))
        if judge:
            proof = Proof(tuple(search.lines()))
        else:
            proof = prove(arena, here.carry, search.lines(), wanted, watcher.phase)
        lines, joint = proof.lines, proof.joint
        run = here.end(joint)
        tuning = Tuning(
            name=f"{mpi.name} on {arena.ground.inventory.nodes[0].hostname}",
            build=tuned_build(mpi),
            machine=_machine(arena.ground.inventory.nodes[0]),
            ranks=arena.ranks,
            lines=tuple(on_top(base, lines)) if lines else (),
            joint=joint.whole.gains if joint and lines else (),
            goal=wanted.goal,
            worst=wanted.worst,
            tried=len(search.trials),
            launches=arena.launched,
            created_at=run.provenance.finished_at or "",
            run=run.id,
        )
        answer = Tuned(
            run=run,
            answer="tuned" if lines else "leave it" if complete and not proof.undecided else "cannot tell",
            tuning=replace(tuning, words=words_of(tuning)),
            mean=joint.whole.mean if joint else None,
            tried=_tried(search),
            dropped=proof.dropped,
            unmeasured=proof.unmeasured,
            sent=_sent(options.trace, wanted) if options.trace else (),
            file=str(options.file) if lines and options.write else "",
            page=str(options.out / f"tune-{run.id}.html"),
        )
        if answer.file:
            tuning_file.write(answer.tuning, options.file)
        return here.keep(answer)


def _weighted(here: Place, wanted: Target) -> Target:
    spots = list(wanted.weights)
    found = here.arena.launch({BASE: here.carry(())}, spots, launches=1, rounds=3)
    return weighted_by_time(wanted, {spot: found.median_s(BASE, spot) or 0.0 for spot in spots})


def _search(search: Search, space: Sequence[Candidate], begin: float, seconds: float) -> bool:
    """All stages; whether every stage had the time to see its first candidates."""
    ends = {name: begin + share * seconds for name, share in _STAGES}
    ways = [one for one in space if one.kind in ("preload", "transport") or one.order == HINTED]
    components = [one for one in space if one not in ways and one.component and one.kind == "collective"]
    rest = [one for one in space if one not in ways and one not in components and one.kind != "algorithm"]
    forced = [one for one in space if one.kind == "algorithm"]
    spots = point_spots(search.target)
    names = [name for name, _ in _STAGES]
    search.climb(names[0], ways, spots, ends[names[0]])
    collective = collective_spots(search.target)
    if collective:
        search.climb(names[1], components, collective, ends[names[1]])
    if not any("ucx" in one.line.knobs.values() for one in search.used):
        rest = [one for one in rest if not any(name.startswith(UCX) for name in one.line.knobs)]
    search.tell(f"{names[2]}: which of {len(rest)} candidates change anything")
    worth = search.screen(rest, spots, begin + 0.6 * seconds)
    search.climb(names[2], worth, spots, ends[names[2]])
    if collective:
        search.algorithms(forced, collective, ends[names[3]])
    measured = {one.name for one in ways if one.name in search.trials}
    return len(measured) >= len(ways) // 2 and search.arena.left_s > 0


def _space(mpi: Mpi, ranks: int, hints: bool) -> list[Candidate]:
    listed = knobs.knobs(mpi)
    if not hints:
        listed = tuple(replace(one, hint=None) for one in listed)
    causes = suspects_for(mpi, environment={}) if hints else ()
    hinted = [dict(one.after.knobs) for one in causes if one.after.knobs]
    ways = [dict(one.knobs) for one in fabrics(mpi) if one.knobs and not one.semantics]
    ways = [*borders((*hinted, *ways)), *ways]
    forced: Mapping[str, Sequence[str]]
    if mpi.family in ("mpich", "mvapich", "cray"):
        forced = {name: mpich_selection.algorithms(mpi, name) for name in COLLECTIVES}
    else:
        forced = algorithms(mpi.family, listed, COLLECTIVES)
    preloads = ("noyield",) if mpi.family in ("mpich", "mvapich", "cray", "impi") else ()
    found = candidates(mpi.family, listed, transports=ways, preloads=preloads, hinted=hinted)
    return [*(_with_cause(one, causes) for one in found), *by_rule(forced, ranks)]


def _with_cause(one: Candidate, causes: Sequence[Suspect]) -> Candidate:
    """The candidate with what is known of the default that it changes."""
    for cause in causes:
        if cause.after.knobs == one.line.knobs and (cause.after.preload or "") == one.line.preload:
            return replace_fields(one, line=replace(one.line, why=cause.cause))
    return one


def _tried(search: Search) -> tuple[Tried, ...]:
    return tuple(
        Tried(
            what=name,
            stage=trial.stage,
            launches=trial.seen.launches,
            visits=trial.seen.visits,
            ratio=None if trial.seen.error else pooled(trial.seen, search.target.weights),
            taken=trial.taken,
            error=trial.seen.error,
            spoils=search.spoilt.get(name, ""),
        )
        for name, trial in search.trials.items()
    )


def _sent(trace: Target, wanted: Target) -> tuple[Sent, ...]:
    found = [
        Sent(kernel=spot[0], size_bytes=spot[1], calls=calls, share=wanted.weights[spot])
        for spot, calls in trace.weights.items()
    ]
    return tuple(sorted(found, key=lambda one: -one.share))


def _machine(node: NodeInventory) -> str:
    return f"{node.hostname} ({node.cpu_model or node.arch}, {len(node.sandbox.allowed_cpus)} CPUs)"
