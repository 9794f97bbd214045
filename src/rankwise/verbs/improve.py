"""`improve -- COMMAND`: look at a job, trace it, try what helps jobs like that, and prove it on whole runs."""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem, MeasurementFailed, RankwiseError, UsageError
from rankwise.core.records import Finding, Improved, Plan, ProbedRank, Trace, Tuned
from rankwise.core.settings import Setting
from rankwise.diagnoses.look import look_at, started
from rankwise.diagnoses.table import findings_of
from rankwise.inventory.collect import collect
from rankwise.measure.provenance import ended, new_run
from rankwise.measure.watcher import Watcher
from rankwise.mpis import catalog
from rankwise.placement.launch_words import check_program
from rankwise.placement.program_mpi import mpi_of
from rankwise.store.runs import Store
from rankwise.verbs.trace import TraceOptions, trace_program
from rankwise.verbs.tune.program import tune_program
from rankwise.verbs.tune.run import TuneOptions
from rankwise.verbs.tuned_start import started as started_tuned

_LOOK_S = 15.0
_SAME_RUNS = 2
_LIMIT, _SHORTEST_LIMIT_S = 10.0, 30.0  # a run that takes so many times as long as the traced one is ended


@dataclass(frozen=True)
class ImproveOptions:
    """What a user may ask: of the launch line `argv`, within `budget_s`. `figure` is a pattern of a number that the
    program prints, in place of its wall time; `same` one of what must print equal in every run. `file` gets the tuning.
    """

    argv: tuple[str, ...]
    budget_s: float = 600.0
    mpi: str = ""
    figure: str = ""
    higher_is_better: bool = False
    same: str = ""
    out: Path = Path("rankwise-results")
    file: Path = Path("tuning.toml")
    seed: int = 1
    settings: dict[str, Setting] = field(default_factory=dict)


def improve(options: ImproveOptions, watcher: Watcher | None = None) -> Improved:
    """Looks, traces, searches, proves, and stores the run, kind `improve`; the tuning is written where it wins.

    Raises UsageError for a line without a program and a pattern that fits nothing, EnvironmentProblem for a job that
    cannot work as it is, MeasurementFailed when the program fails by itself.
    """
    watcher = watcher or Watcher()
    begin_s = time.monotonic()
    check_program(options.argv)
    pattern = _pattern(options.same)
    mpi = catalog.find(options.mpi) if options.mpi else mpi_of(options.argv)
    plan = Plan(name="improve", endpoints=(), cells=(), seed=options.seed, budget_s=options.budget_s)
    told = {name: f"{item.value} ({item.source})" for name, item in options.settings.items()}
    run = new_run("improve", plan, {mpi.name: mpi}, {**told, "program": shlex.join(options.argv)})

    watcher.phase("looking at the job")
    ranks, findings = _look(options.argv)
    watcher.phase("one run of the program, traced")
    trace, warning = _traced(options)
    limit_s = max(_SHORTEST_LIMIT_S, _LIMIT * trace.run.provenance.measuring_s) if trace else options.budget_s
    printed = _printed(pattern, options.argv, None, limit_s) if pattern else ()
    left_s = options.budget_s - (time.monotonic() - begin_s)
    tuned = tune_program(
        TuneOptions(
            mpi=mpi.name, budget_s=max(left_s, 0.5 * options.budget_s), out=options.out, file=options.file,
            seed=options.seed,
        ),
        options.argv,
        watcher,
        figure=options.figure,
        higher_is_better=options.higher_is_better,
    )  # fmt: skip
    changed: tuple[str, ...] = ()
    if pattern and tuned.tuning.lines:
        watcher.phase("whether it prints the same")
        changed = _changed(pattern, printed, options, limit_s)
    run = ended(run, time.monotonic() - begin_s, interrupted=tuned.run.status == "interrupted")
    answer = Improved(
        run=replace(run, warnings=(*filter(None, [warning]), *tuned.run.warnings)),
        command=options.argv,
        answer=_answer(tuned, changed),
        ranks=ranks,
        findings=findings,
        trace=trace,
        mpi_share=_mpi_share(trace) if trace else None,
        tuned=tuned,
        same=options.same,
        printed=printed,
        changed=changed,
    )
    with Store.open(options.out / "rankwise.db") as store:
        store.begin(answer.run)
        store.update(answer.run)
        store.put(run.id, "improved", answer)
    return answer


def _look(argv: Sequence[str]) -> tuple[tuple[ProbedRank, ...], tuple[Finding, ...]]:
    """The ranks of a short start, and what is wrong; raises EnvironmentProblem where no job comes of it."""
    case = started(look_at(argv, collect()), _LOOK_S)
    findings = findings_of(case)
    fatal = [finding for finding in findings if finding.severity == "critical"]
    if fatal and not (case.script and fatal[0].id == "start-failed"):
        fix = fatal[0].fixes[0].line if fatal[0].fixes else "see `rankwise doctor`"
        raise EnvironmentProblem("job-cannot-work", f"{fatal[0].title}: {fatal[0].cause}", fix)
    return (case.start.ranks if case.start else ()), tuple(findings)


def _traced(options: ImproveOptions) -> tuple[Trace | None, str]:
    """One run of the program; None with the reason where its ranks cannot be traced. Raises MeasurementFailed for a
    program that fails by itself."""
    try:
        trace = trace_program(TraceOptions(options.argv, options.mpi, options.out, quiet_output=True))
    except (MeasurementFailed, EnvironmentProblem) as error:
        return None, f"not traced: {error.message}"
    if trace.status is None:
        raise KeyboardInterrupt
    if trace.status:
        raise MeasurementFailed(
            "program-failed", f"`{shlex.join(options.argv)}` ended with status {trace.status}", "run this line by hand"
        )
    return trace, ""


def _mpi_share(trace: Trace) -> float | None:
    """The part of the ranks' time that was inside MPI, but for MPI_Init and MPI_Finalize, which end with the job."""
    whole = sum(rank.time_s for rank in trace.ranks)
    inside = sum(
        call.time_s
        for rank in trace.ranks
        for call in rank.calls
        if call.call.lower() not in ("init", "init_thread", "finalize")
    )
    return min(1.0, inside / whole) if whole > 0 else None


def _pattern(text: str) -> re.Pattern[str] | None:
    try:
        return re.compile(text, re.MULTILINE) if text else None
    except re.error as error:
        raise UsageError("bad-same", f"--same '{text}': {error}", "a regular expression, e.g. 'residual .*'") from error


def _printed(
    pattern: re.Pattern[str], argv: Sequence[str], env: Mapping[str, str] | None, limit_s: float
) -> tuple[str, ...]:
    """What the pattern finds in a run. Raises UsageError where it finds nothing, MeasurementFailed for a bad end."""
    done = process.run(list(argv), timeout_s=limit_s, env=env)
    if not done.ok:
        raise MeasurementFailed("program-failed", done.describe(), "run this line by hand")
    texts = tuple(match[0] for match in pattern.finditer(done.stdout))
    if not texts:
        raise UsageError(
            "nothing-to-compare", f"--same '{pattern.pattern}' fits nothing that is printed", "see its output"
        )
    return texts


def _changed(
    pattern: re.Pattern[str], printed: Sequence[str], options: ImproveOptions, limit_s: float
) -> tuple[str, ...]:
    """What runs with the tuning print otherwise than the default's; the file goes where they do. Raises UsageError
    where runs of the default differ among themselves."""
    for _ in range(_SAME_RUNS - 1):
        if (again := _printed(pattern, options.argv, None, limit_s)) != printed:
            raise UsageError(
                "never-the-same",
                f"--same '{pattern.pattern}': the program as it is prints {printed[-1]!r} once and {again[-1]!r} then",
                "choose what does not change from run to run",
            )
    for _ in range(_SAME_RUNS):
        try:
            start = started_tuned(options.file, options.argv, look=False)
            texts = _printed(pattern, start.argv, start.env, limit_s)
        except RankwiseError as error:
            texts = (error.message,)
        if texts != printed:
            options.file.unlink(missing_ok=True)
            return texts
    return ()


def _answer(
    tuned: Tuned, changed: Sequence[str]
) -> Literal["faster", "nothing helps", "cannot tell", "changes the output"]:
    if changed:
        return "changes the output"
    if tuned.run.status != "finished":
        return "cannot tell"
    if tuned.answer == "tuned":
        return "faster"
    return "nothing helps" if tuned.answer == "leave it" else "cannot tell"
