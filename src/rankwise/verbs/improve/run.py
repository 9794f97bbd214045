"""`improve -- COMMAND`: look at a job, trace it, try what may help, and prove it on whole runs."""

from __future__ import annotations

import math
import re
import shlex
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace as replace_options
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from rankwise.apply import file as tuning_file
from rankwise.apply.builds import tuned_build
from rankwise.apply.carry import keep, schedule_folders
from rankwise.core import process
from rankwise.core.deadline import Deadline
from rankwise.core.errors import RankwiseError, UsageError
from rankwise.core.files import make
from rankwise.core.not_looked import of_improved
from rankwise.core.records import Plan
from rankwise.core.settings import with_sources
from rankwise.core.units import few, format_seconds
from rankwise.diagnoses.records import ProbedRank
from rankwise.experiment.programs import RunOptions, try_once
from rankwise.measure.provenance import new_run
from rankwise.measure.watcher import Watcher
from rankwise.mpis import catalog
from rankwise.placement.launch_words import check_program, hosts_of, programs_of
from rankwise.placement.program_mpi import check_launched, mpi_of
from rankwise.placement.tuning import with_lines
from rankwise.store import Recording, Store, recorded
from rankwise.tuning.changes import ChangeMaker
from rankwise.tuning.explain import in_words
from rankwise.tuning.in_use import InUseFails
from rankwise.tuning.jury import DEFAULT, Jury
from rankwise.tuning.proof import Proof
from rankwise.tuning.records import Tuning
from rankwise.tuning.whole_runs import UNDECIDED, prove_by_runs
from rankwise.verbs.improve import same
from rankwise.verbs.improve.asking import ask
from rankwise.verbs.improve.candidates.settings import search
from rankwise.verbs.improve.candidates.table import CANDIDATES
from rankwise.verbs.improve.case import Case, ImproveOptions, host_names, is_named
from rankwise.verbs.improve.look import look, mpi_share, traced
from rankwise.verbs.improve.unproven import best_of, enough, written
from rankwise.verbs.records import Asked, Improved

_PROOF = 0.35
"""Of the budget, for the proof of all that was taken."""
_MOST_TOLD = 3
_LIMIT, _LEAST_LIMIT = 10.0, 5.0
"""A run that takes so many times as long as the default's is ended; so much less where the budget ends."""
_SHORTEST_LIMIT_S = 30.0


@process.guarded()
def improve(options: ImproveOptions, watcher: Watcher | None = None) -> Improved:
    """Looks, traces, asks the program of every candidate, proves what was taken, and stores the run, kind `improve`.
    The tuning is written where it wins. Ctrl-C keeps what was taken: each line of it was proven beside what was in use.

    Raises UsageError for a line without a program and a pattern that fits nothing, EnvironmentProblem for a job that
    cannot work as it is, MeasurementFailed when the program fails by itself.
    """
    watcher = watcher or Watcher()
    check_program(options.argv)
    check_launched(options.argv, "improve")
    pattern = same.pattern_of(options.same)
    mpi = catalog.find(options.mpi) if options.mpi else mpi_of(options.argv)
    plan = Plan(name="improve", endpoints=(), cells=(), seed=options.seed, budget_s=options.budget_s)
    run = new_run(
        "improve", plan, {mpi.name: mpi}, {**with_sources(options.settings), "program": shlex.join(options.argv)}
    )

    with (
        TemporaryDirectory(prefix=".rules-", dir=make(options.out).absolute()) as folder,
        Store.of(options.out) as store,
        recorded(store, run) as recording,
    ):
        carried = ChangeMaker(mpi, Path(folder), schedules=schedule_folders(options.out))
        watcher.begin(run, options.budget_s)
        return recording.keep(_improved(options, recording, carried, watcher.part(), pattern))


def _check_endpoints(options: ImproveOptions, ranks: Sequence[ProbedRank]) -> None:
    """Raises UsageError where no host of the job or relay has a name that was asked for."""
    hosts = list(dict.fromkeys((*host_names(ranks, hosts_of(options.argv)), *options.relays)))
    if options.endpoints and hosts and not any(is_named(host, options.endpoints) for host in hosts):
        told = f"no host of the job matches '{options.endpoints}'"
        raise UsageError("no-endpoint", told, f"it has: {few(hosts, 12)}")


def _improved(
    options: ImproveOptions,
    recording: Recording,
    carried: ChangeMaker,
    watcher: Watcher,
    pattern: re.Pattern[str] | None,
) -> Improved:
    begin_s = time.monotonic()
    watcher.phase("looking at the job")
    deadline = Deadline(begin_s + options.budget_s)
    ranks, findings = look(options.argv)
    _check_endpoints(options, ranks)
    watcher.phase("one run of the program, traced")
    trace, warning = traced(options)  # a program that never ends is seen here
    asked = RunOptions(
        argv=options.argv,
        figure=options.figure,
        higher_is_better=options.higher_is_better,
        budget_s=options.budget_s,
        precision=0.02,
        out=options.out,
        seed=options.seed,
    )
    watcher.phase("one run of the program as it is")
    run_s = try_once(carried.started(DEFAULT, (), options.argv), asked)
    limit_s = min(max(_SHORTEST_LIMIT_S, _LIMIT * run_s), max(_LEAST_LIMIT * run_s, deadline.left_s))
    asked = replace_options(asked, limit_s=limit_s)
    jury = Jury(carried, asked, watcher, run_s)
    watcher.phase(_what_it_takes(run_s, jury.enough_s, options.budget_s))
    texts = same.printed(pattern, jury) if pattern else ()
    until = begin_s + (1.0 - _PROOF) * options.budget_s
    case = Case(options, carried.mpi, jury, ranks, trace, mpi_share(trace) if trace else None, until)
    interrupted, proof = False, Proof()
    try:
        _ask_all(case)
        proof = prove_by_runs(jury, case.lines, begin_s + options.budget_s)
    except KeyboardInterrupt:
        kept = tuple(line for line in case.lines if line.gains)  # of the others no run was seen to win
        interrupted, proof = True, Proof(kept, undecided=True)
    different: tuple[str, ...] = ()
    if pattern and proof.lines:  # also of what is kept when it is interrupted: nothing that was not looked at
        watcher.phase("whether it prints the same")
        different = same.changed(pattern, texts, jury, proof.lines)
    warnings = tuple(filter(None, [warning, *_failures(jury.failures)]))
    answer = Improved(
        run=replace(recording.ended(interrupted=interrupted), warnings=warnings),
        command=options.argv,
        answer="cannot tell",
        ranks=ranks,
        findings=findings,
        trace=trace,
        mpi_share=case.share,
        run_s=run_s,
        enough_s=jury.enough_s,
        map_words=case.map_words,
        asked=tuple(case.asked),
        tuned=case.tuned,
        lines=proof.lines,
        whole=proof.whole,
        control=proof.control,
        without=proof.without,
        dropped=proof.dropped | dict.fromkeys(proof.unmeasured, UNDECIDED),
        same=options.same,
        printed=texts,
        changed=different,
    )
    answer = replace(answer, not_looked=tuple(of_improved(answer)))
    answer = _answered(answer, options, decided=not proof.undecided)
    best = best_of(case, proof)
    if answer.answer != "cannot tell" or answer.lines or best is None:
        return answer
    budget_s = enough(case, best, proof.control)
    return replace(answer, best=written(best, _tuning(replace(answer, lines=best.lines)), options, budget_s))


def _what_it_takes(run_s: float, enough_s: float, budget_s: float) -> str:
    """How long a run is, and which budget is enough to ask it of every candidate."""
    text = f"a run takes {format_seconds(run_s)}"
    return (
        f"{text}; --budget {math.ceil(enough_s / 60)}m lets every candidate be tried" if enough_s > budget_s else text
    )


def _failures(failures: Sequence[str]) -> Iterator[str]:
    """The first few runs that failed, and how many more there were."""
    yield from failures[:_MOST_TOLD]
    if more := len(failures) - _MOST_TOLD:
        yield f"{more} more runs failed" if more > 0 else ""


def _ask_all(case: Case) -> None:
    """Every candidate of the table, then the search for settings on top of what was taken."""
    for candidate in CANDIDATES:
        why = candidate.why_not(case)
        try:
            offered = [] if why else list(candidate.offers(case))
            if offered:
                ask(case, candidate.name, offered)
                continue
            why = why or "the default is the best that is known"
        except InUseFails as error:  # what was taken fails, if only at times: it goes
            gone = case.lines.pop()
            why = f"{gone.id} was taken back: {error.message}"
        except RankwiseError as error:
            if not case.lines and error.code == "program-failed":
                raise
            why = error.first_line
        case.asked.append(Asked(candidate=candidate.name, what="", why=why))
    try:
        search(case)
    except RankwiseError as error:
        case.asked.append(Asked(candidate="settings", what="a search", why=error.first_line))


def _answered(answer: Improved, options: ImproveOptions, *, decided: bool) -> Improved:
    """The answer in a word, and the tuning in its file where there are lines that may be used."""
    if answer.changed:
        return replace(answer, answer="changes the output", lines=())
    if not answer.lines:
        open_ = not decided or any(candidate.undecided for candidate in answer.asked)
        searched = answer.tuned is None or answer.tuned.answer != "cannot tell"
        nothing = answer.run.status == "finished" and searched and not open_
        return replace(answer, answer="nothing helps" if nothing else "cannot tell")
    tuning_file.write(_tuning(answer), options.file)
    keep(answer.lines, schedule_folders(options.out), options.file)
    proven = answer.whole is not None and answer.run.status == "finished"
    return replace(answer, answer="faster" if proven else "cannot tell", file=str(options.file))


def _tuning(answer: Improved) -> Tuning:
    mpi = with_lines(answer.lines, next(iter(answer.run.mpis.values())))
    hosts = tuple(rank.host for rank in answer.ranks)
    tuning = Tuning(
        name=f"{Path(programs_of(answer.command)[0][0]).name} with {mpi.family} {mpi.version}",
        build=tuned_build(mpi),
        machine=f"{len(set(hosts)) or 1} hosts" if len(set(hosts)) > 1 else "".join(set(hosts)),
        ranks=len(answer.ranks),
        lines=answer.lines,
        joint=(answer.whole,) if answer.whole else (),
        goal="command",
        created_at=answer.run.provenance.finished_at or "",
        run=answer.run.id,
        hosts=hosts if len(set(hosts)) > 1 else (),
    )
    return in_words(tuning)
