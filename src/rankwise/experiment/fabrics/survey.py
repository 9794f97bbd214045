"""`fabrics`: every transport of every MPI on every path, what follows from it, and the run that keeps it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack

from msgspec.structs import replace

from rankwise.core.errors import MeasurementFailed, RankwiseError, UsageError
from rankwise.core.not_looked import of_fabrics
from rankwise.core.records import Mpi, Plan, Run
from rankwise.core.settings import with_sources
from rankwise.experiment.fabrics import judge
from rankwise.experiment.fabrics.path import FabricOptions, MeasuredPath, Raced
from rankwise.experiment.records import FabricPath, FabricSurvey
from rankwise.maps.reach import node_gone
from rankwise.measure.lost_ranks import in_words
from rankwise.measure.provenance import new_run
from rankwise.measure.watcher import Watcher
from rankwise.mpis.fabrics import DEFAULT, fabrics
from rankwise.placement.fabric import listed_on
from rankwise.placement.pair import EndpointPair, one_of_each, pair_of
from rankwise.store import Recording, Store, recorded

_MOST_PATHS = 3


def measure_fabrics(options: FabricOptions, watcher: Watcher | None = None) -> FabricSurvey:
    """Tries and races every transport of every MPI on every path, and stores the run, kind `fabrics`.

    An MPI that cannot be measured is left out with a warning, and the run has failed; one that is interrupted keeps the
    paths that are done. Raises UsageError and EnvironmentProblem before anything is launched, MeasurementFailed when
    nothing works, and what befell the first MPI when there is no path at all.
    """
    watcher = watcher or Watcher()
    begin_s = time.monotonic()
    with Store.of(options.out) as store, options.placement, ExitStack() as stack:
        watcher.phase("looking at the endpoints")
        gone: dict[str, str] = {}
        ends = _ends(options, gone)
        for mpi in options.mpis if options.only else ():
            _check_only(mpi, ends, options.only)
        told = with_sources(options.settings)
        empty = Plan(name="fabrics", endpoints=options.placement.endpoints, cells=(), seed=options.seed)
        run = new_run("fabrics", empty, {mpi.name: mpi for mpi in options.mpis}, told)
        recording = stack.enter_context(recorded(store, run))
        paths: list[FabricPath] = []
        raced: list[Raced] = []
        lost: dict[str, RankwiseError] = {}
        interrupted: KeyboardInterrupt | None = None
        for later, mpi in zip(reversed(range(len(options.mpis))), options.mpis, strict=True):
            try:
                done: set[tuple[str, str]] = set()
                while left := [pair for pair in ends if pair.ends not in done]:
                    deadline = options.deadline.first(1 / (len(left) + later * len(ends)))
                    measured_path = MeasuredPath(
                        mpi, left[0], options, deadline=deadline, watcher=watcher, run=run, store=store
                    )
                    path, race = measured_path.measure()
                    paths += [path] if path.trials or path.untried else []
                    raced += [race] if race else []
                    if race and race.outcome.interrupted:
                        break
                    done.add(left[0].ends)
                    if measured_path.gone:
                        gone |= {left[0].ends[rank]: why for rank, why in measured_path.gone.items()}
                        ends = _ends(options, gone)
                if not ends:
                    raise node_gone(gone.values())
            except KeyboardInterrupt as error:  # before a race, which keeps what it has
                interrupted = error
            except RankwiseError as error:
                lost[mpi.name] = error
            if interrupted or (raced and raced[-1].outcome.interrupted):
                break
        measured = {path.mpi for path in paths}
        told_lost = [f"{name} {'ends early' if name in measured else 'is left out'}: {error.message}"
                     for name, error in lost.items()]  # fmt: skip
        told_lost += [in_words(why) for why in dict.fromkeys(gone.values())] if ends else []
        run = _finished(recording, raced, time.monotonic() - begin_s, told_lost, interrupted=interrupted is not None)
        if not paths:
            raise interrupted or next(iter(lost.values()))
        survey = FabricSurvey(
            run=run,
            paths=tuple(paths),
            findings=tuple(finding for path in paths for finding in judge.findings(path)),
            summary=tuple(judge.path_words(path) for path in paths),
            not_looked=tuple(of_fabrics(paths)),
        )
        recording.keep(survey)
    _check_any(paths)
    return survey


def _check_any(paths: Sequence[FabricPath]) -> None:
    """Raises MeasurementFailed when no transport works."""
    trials = [trial for path in paths for trial in path.trials]
    if any(trial.outcome == "works" for trial in trials):
        return
    reasons = {trial.reason for trial in trials if trial.reason}
    reasons |= {f"no time was left to try {path.untried[0]}" for path in paths if path.untried}
    words = "no transport works: " + "; ".join(sorted(reasons)[:3])
    raise MeasurementFailed("no-fabric", words, "see `rankwise mpi show` and --agent")


def _ends(options: FabricOptions, gone: Mapping[str, str]) -> list[EndpointPair]:
    """The pairs that are measured, without endpoints whose nodes are `gone`."""
    left = [endpoint.id for endpoint in options.placement.endpoints if endpoint.id not in gone]
    if gone and (len(left) < 2 or {*(options.pair or ())} & gone.keys()):
        return []
    placement = options.placement.with_only(left, ()) if gone else options.placement
    chosen = [options.pair] if options.pair else one_of_each(placement, _MOST_PATHS)
    return [pair_of(placement, pair) for pair in chosen]


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


def _finished(
    recording: Recording, raced: Sequence[Raced], took_s: float, lost: Sequence[str], *, interrupted: bool
) -> Run:
    measuring_s = sum(race.outcome.measuring_s for race in raced)
    interrupted = interrupted or any(race.outcome.interrupted for race in raced)
    return replace(
        recording.ended(measuring_s, setup_s=took_s - measuring_s, interrupted=interrupted, failed=bool(lost)),
        plan=replace(recording.run.plan, cells=tuple(cell for race in raced for cell in race.cells)),
        launches=tuple(facts for race in raced for facts in race.outcome.launches),
        results=tuple(result for race in raced for result in race.campaign.results()),
        warnings=tuple(dict.fromkeys((*lost, *(words for race in raced for words in race.outcome.warnings)))),
    )
