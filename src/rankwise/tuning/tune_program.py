"""`tune -- COMMAND`: settings that make whole runs of a user's program faster."""

from __future__ import annotations

import dataclasses
import os
import shlex
import time
from collections.abc import Sequence
from dataclasses import replace as replace_options
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from rankwise.apply import file as tuning_file
from rankwise.apply.carry import keep, schedule_folders
from rankwise.core import process
from rankwise.core.deadline import Deadline
from rankwise.core.errors import RankwiseError, UsageError
from rankwise.core.files import make
from rankwise.core.records import Mpi
from rankwise.core.units import plural
from rankwise.experiment.programs import RunOptions, try_once
from rankwise.measure.watcher import Watcher
from rankwise.mpis import catalog
from rankwise.placement.launch_words import check_program
from rankwise.placement.program import Program
from rankwise.placement.program_abi import fitted
from rankwise.placement.program_mpi import fortran_layers, mpi_of
from rankwise.placement.tuning import ready
from rankwise.store.runs import Store
from rankwise.tracing.file import read_folder
from rankwise.tracing.library import tracing
from rankwise.tuning.acceptance import on_top
from rankwise.tuning.changes import ChangeMaker
from rankwise.tuning.explain import in_words
from rankwise.tuning.goals import Target, target_of
from rankwise.tuning.program_judge import DEFAULT, ProgramJudge
from rankwise.tuning.proof import Proof
from rankwise.tuning.records import Tuned, TuningLine
from rankwise.tuning.tune import TuneOptions, tune_kernels
from rankwise.tuning.whole_runs import prove_by_runs

_SEARCH = 0.7  # share of the budget that finds what helps; the rest proves it
_COUNTED = 0.5  # of the budget, for the run in which messages are counted
_LATE = 0.1  # of the budget: so long a proof may take beyond it, where the search took all of the time
_SHORTEST_LIMIT_S, _LIMIT = 10.0, 10.0  # a run that takes so many times as long is ended
_FOR_ANY = "the search is for any program"


@process.guarded()
def tune_program(
    options: TuneOptions,
    argv: Sequence[str],
    watcher: Watcher | None = None,
    *,
    figure: str = "",
    higher_is_better: bool = False,
) -> Tuned:
    """What the program sends is counted in one run of it; what makes kernels like that faster is tried on the program,
    and taken when whole runs of it become faster. All that was taken is proven by more runs. A line with which the
    program fails, if only at times, goes.

    Raises UsageError for a trace beside the program, UsageError and MeasurementFailed as `compare_program` does, before
    anything is searched when the program fails by itself.
    """
    whole = watcher or Watcher()
    watcher = whole.part()
    check_program(argv)
    if options.trace:
        hint = "leave --for-trace away, or the program"
        raise UsageError("program-says", "what a program sends is counted in a run of it", hint)
    mpi = catalog.find(options.mpi) if options.mpi else mpi_of(argv)
    options = replace_options(options, mpi=mpi.name)
    run_options = RunOptions(
        argv=tuple(argv),
        figure=figure,
        higher_is_better=higher_is_better,
        budget_s=options.budget_s,
        precision=0.02,
        out=options.out,
        seed=options.seed,
    )
    # Files that ranks read lie where results do, for other nodes have their own /tmp.
    with TemporaryDirectory(prefix=".rules-", dir=make(options.out).absolute()) as folder:
        carry = ChangeMaker(
            mpi,
            Path(folder),
            ready(options.base, mpi).tuning.lines if options.base else (),
            schedule_folders(options.out, options.base),
        )
        plain = carry.started(DEFAULT, (), argv)
        whole.budget(options.budget_s)
        watcher.phase("the program as it is, and what it sends")
        begin_s, deadline = time.monotonic(), Deadline.after(options.budget_s)
        limit_s = deadline.first(_COUNTED).left_s
        target, ranks, warning = _counted(plain, mpi, replace_options(run_options, limit_s=limit_s))
        run_s = try_once(plain, replace_options(run_options, limit_s=deadline.left_s))
        run_options = replace_options(run_options, limit_s=max(_SHORTEST_LIMIT_S, _LIMIT * run_s))
        if warning:
            watcher.phase(warning)
        where = options.where
        if where.here and not (where.ranks or where.per):
            where = replace_options(where, ranks=ranks)
        budget_s = options.budget_s * _SEARCH
        judge = ProgramJudge(carry, run_options, watcher, run_s)
        searched = search_settings(
            replace_options(options, budget_s=budget_s, deadline_s=begin_s + budget_s, trace=target, where=where), judge
        )
        known = {line.id for line in carry.base}  # the answer has words of its own for lines that were in use
        lines = [line for line in searched.tuning.lines if line.id not in known]
        if not lines or searched.run.status != "finished":
            searched = replace(searched, tuning=replace(searched.tuning, goal="command"), mean=None)
            return _kept(searched, options, argv, begin_s, warning)
        proof, interrupted = Proof(open=tuple(lines), undecided=True), False
        try:
            proof = prove_by_runs(judge, lines, begin_s + options.budget_s, late_s=_LATE * options.budget_s)
        except KeyboardInterrupt:
            interrupted = True
        answer = answered(searched, options, carry.base, proof, interrupted=interrupted)
        return _kept(answer, options, argv, begin_s, warning)


def search_settings(options: TuneOptions, judge: ProgramJudge) -> Tuned:
    """Settings that make kernels like the program's calls faster, each taken when whole runs become faster where there
    is time to ask, but not proven together. Raises as `tune`."""
    # A size that gets slower is no regression for a program that does not send it.
    options = replace_options(options, worst=0.0, write=False, proven_later=not judge.affordable)
    return tune_kernels(options, judge.watcher, judge if judge.affordable else None)


def _counted(plain: Program, mpi: Mpi, options: RunOptions) -> tuple[Target | None, int, str]:
    """What the program sends, by how many ranks on this node (0: more than it has CPUs), and what the kernels lack of
    that, if anything; None, 0 and why where nothing can be seen: no compiler, no MPI calls of its own, calls that no
    preload sees, a program that does not run with one."""
    with TemporaryDirectory(prefix="rankwise-trace-") as folder:
        try:
            added = tracing(mpi, Path(folder), plain.env.get("LD_PRELOAD", ""), layers=fortran_layers(plain.argv))
            line, env = fitted(plain.argv, plain.env | added, mpi)
            try_once(dataclasses.replace(plain, argv=tuple(line), env=env), options)
            world, ranks, _ = read_folder(Path(folder))
        except RankwiseError as error:  # whether it is the program's own fault shows when it runs without
            why = f"what the program sends could not be counted ({error.first_line})"
            return None, 0, f"{why}: {_FOR_ANY}"
    target = target_of(ranks)
    if target is None:
        return None, 0, f"no messages of the program were seen when it was counted: {_FOR_ANY}"
    cpus = len(os.sched_getaffinity(0))
    return target, len(ranks) if len(ranks) <= cpus else 0, lacking(len(ranks), world, cpus)


def lacking(ranks: int, world: int, cpus: int) -> str:
    """What of the program's job the kernels cannot be like on this node, of which `ranks` were traced here; empty where
    they are."""
    parts = []
    if world > ranks:
        others = f"{world - ranks} of the program's {world} ranks"
        parts.append(f"{others} are not on this node, and the kernels run on this node alone")
    if ranks > cpus:
        parts.append(f"the program has {ranks} ranks on {plural(cpus, 'CPU')}, and the kernels one on each core")
    return "; ".join(parts)


def _kept(answer: Tuned, options: TuneOptions, argv: Sequence[str], begin_s: float, warning: str) -> Tuned:
    """The answer in the place of what the search had stored, with the program, a warning if any, and the time that all
    of it took."""
    before = answer.run.provenance
    settings = {**before.settings, "program": shlex.join(argv)}
    provenance = replace(before, settings=settings, measuring_s=time.monotonic() - begin_s)
    warnings = (*filter(None, [warning]), *answer.run.warnings)
    run = replace(answer.run, provenance=provenance, warnings=warnings)
    answer = replace(answer, run=run)
    with Store.of(options.out) as store:
        store.update(run)
        store.put(run.id, "tuned", answer)
    return answer


def answered(
    tuned: Tuned, options: TuneOptions, base: Sequence[TuningLine], proof: Proof, *, interrupted: bool = False
) -> Tuned:
    """The tuning with lines that make the program faster, or none; its joint gain is that of the program."""
    lines = on_top(base, proof.lines) if proof.lines else []
    gains = (proof.whole,) if proof.whole else ()
    tuning = in_words(replace(tuned.tuning, lines=tuple(lines), joint=gains, goal="command"))
    if lines:
        tuning_file.write(tuning, options.file)
        keep(tuning.lines, schedule_folders(options.out, options.base), options.file)
    return replace(
        tuned,
        run=replace(tuned.run, status="interrupted") if interrupted else tuned.run,
        answer="tuned" if lines else "cannot tell" if proof.undecided else "leave it",
        tuning=tuning,
        mean=proof.whole.ratio if proof.whole else None,
        control=proof.control,
        dropped={**tuned.dropped, **proof.dropped},
        unmeasured=(*tuned.unmeasured, *proof.unmeasured),
        file=str(options.file) if lines else "",
    )
