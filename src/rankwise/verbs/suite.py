"""A command line of another suite, measured with our engine and stored like any other run."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from rankwise.core.errors import UsageError
from rankwise.core.records import Cell, CellResult, KernelFacts, Mpi, Plan, Run
from rankwise.measure import device_trial
from rankwise.measure.outcome import CellState
from rankwise.measure.provenance import new_run
from rankwise.measure.side import Side
from rankwise.measure.sweep import Sweep
from rankwise.measure.watcher import Watcher
from rankwise.model.estimate import within
from rankwise.mpis.running_job import joined
from rankwise.placement.devices import Devices, with_devices
from rankwise.placement.sides import kernels_of
from rankwise.placement.where import HERE, Where
from rankwise.store import Recording, Store, recorded
from rankwise.suites.measuring import measure, timed
from rankwise.suites.partial_text import TextSoFar
from rankwise.suites.ranks import SuiteRanks, become_rank, dismiss, launched, within_job
from rankwise.suites.records import SuiteReport, SuiteTable
from rankwise.suites.sheet import Planned, SheetLine, SuiteJob
from rankwise.suites.table import PROGRAMS, face, suite_program
from rankwise.suites.text import forms

_VISIT = 0.25  # of the watchdog's time, for the calls of a visit: warm-up and checks come on top
_VISIT_S, _WATCHDOG_S = 5.0, 20.0
_NO_LIMIT_S = 7 * 86400.0  # the engine's alarm takes a number
_PRECISION = 0.02  # what our own table calls wide; how often a call is made is for the suite's flags to say

__all__ = [
    "PROGRAMS",
    "SuiteOptions",
    "answer_of",
    "first_rank",
    "notices",
    "suite",
    "suite_program",
    "text_lines",
    "within_a_job",
]


@dataclass(frozen=True)
class SuiteOptions:
    """`program` and `words`: its command line. `where` its ranks run; on all cores by default.
    `progress` async: a progress thread in each rank. `device`, `devices` and `device_buffers` as `placement.devices`
    takes them, for buffers that are on a device. A visit that takes longer than `watchdog_s` counts as hung; None: no
    visit does, where the suite has no limit of time of its own."""

    program: str
    words: tuple[str, ...]
    mpi: str = ""
    where: Where = HERE
    progress: str = "default"
    device: str = "gpu"
    devices: str = "auto"
    device_buffers: bool = False
    out: Path = Path("rankwise-results")
    watchdog_s: float | None = None
    seed: int = 1


def within_a_job() -> bool:
    """Whether a launcher started this process as a rank of a job."""
    return joined() is not None


def text_lines(report: SuiteReport) -> list[str]:
    """The lines that the program itself would print."""
    return list(forms.lines(report))


def notices(report: SuiteReport) -> list[str]:
    """What its text leaves out or shows otherwise."""
    return list(forms.notices(report))


def first_rank() -> bool:
    """Whether this process is the one of its job that speaks."""
    job = joined()
    return job is None or job.rank == 0


def answer_of(options: SuiteOptions) -> str | None:
    """What the program prints without measuring; None when something is to be measured. Raises UsageError for a wrong
    command line, but within a user's job: there `suite` tells it, which ends the other ranks in order."""
    program = face(options.program)
    try:
        return program.answer(options.words)
    except UsageError:
        if joined() is None:
            raise
        return None


def suite(
    options: SuiteOptions, watcher: Watcher | None = None, tell: Callable[[list[str]], None] = lambda _lines: None
) -> SuiteReport:
    """Measures what the command line asks for, and gives it in the suite's columns; `run` is what is stored. `tell`
    gets lines of the text when they are certain, in their order.

    Raises UsageError and EnvironmentProblem before anything is measured, MeasurementFailed when nothing could be.
    """
    watcher = watcher or Watcher()
    job = joined()
    with ExitStack() as stack:
        if job is not None and job.rank > 0:
            become_rank(face(options.program).memory, options.mpi)
        if job is not None:
            suite_ranks = within_job(job, options.mpi)
        else:
            suite_ranks = launched(
                options.mpi,
                stack,
                watcher.phase,
                where=options.where,
                progress=options.progress,
            )
        try:
            if job is not None:
                _check_job(options, job.ranks)
            store = stack.enter_context(Store.of(options.out))
            asked = _asked(options, suite_ranks)
        except BaseException:
            dismiss(suite_ranks)
            raise
        return _suite(options, watcher, tell, asked, store)


def _check_job(options: SuiteOptions, ranks: int) -> None:
    """Raises UsageError for options that say what the user's launcher has decided."""
    decided = {
        "--ranks": options.where.ranks not in (0, ranks),
        "--endpoints": options.where.endpoints is not None,
        "--hosts": bool(options.where.hosts),
        "--plan": options.where.plan is not None,
        "--progress": options.progress != "default",
    }
    if given := [name for name, differs in decided.items() if differs]:
        raise UsageError(
            "within-job",
            f"{', '.join(given)}: the launcher that started this job has decided it",
            "leave it away, or start rankwise without that launcher",
        )


@dataclass(frozen=True)
class _Asked:
    """A command line that can be measured: its plan, the lines of it, and the run that begins."""

    suite_ranks: SuiteRanks
    side: Side
    known: dict[str, KernelFacts]
    planned: Planned
    lines: list[SheetLine]
    run: Run


def _asked(options: SuiteOptions, suite_ranks: SuiteRanks) -> _Asked:
    side, devices = suite_ranks.side, Devices(options.device, options.devices, options.device_buffers)
    known = kernels_of(side)
    program = face(options.program)
    planned = program.plan(options.words, SuiteJob(side.ranks, side.name, known))
    lines = _unique(measured for sheet in planned.sheets for line in sheet.lines for measured in line.measured)
    side, warnings = _on_devices(side, devices, sorted({line.cell.buffers for line in lines} - {""}))
    run = _begin(options, suite_ranks, planned, lines)
    run = msgspec.structs.replace(run, warnings=(*run.warnings, *warnings))
    return _Asked(suite_ranks, replace(side, memory=program.memory), known, planned, lines, run)


def _on_devices(side: Side, devices: Devices, kinds: Sequence[str]) -> tuple[Side, list[str]]:
    """The side with devices where messages lie in such memory, and warnings. Raises EnvironmentProblem where there is
    no device, MeasurementFailed where the MPI crashes on device pointers."""
    if not kinds:
        return side, []
    if joined() is not None:
        raise UsageError(
            "within-job",
            "buffers on a device: the ranks of this job were started without it",
            "let rankwise start them: `rankwise bench --ranks N --suite ...`",
        )
    (ready,), warnings = with_devices([side], devices)
    for buffers in kinds:
        if side.ranks > 1 and set(buffers) & {"D", "M"}:
            device_trial.check(ready, buffers)
    return ready, warnings


def _suite(
    options: SuiteOptions, watcher: Watcher, tell: Callable[[list[str]], None], asked: _Asked, store: Store
) -> SuiteReport:
    side, planned, lines, run = asked.side, asked.planned, asked.lines, asked.run
    watcher.phase(f"measuring {len(lines)} lines of {planned.program} on {side.ranks} ranks of {side.mpi.name}")

    interrupted = False
    watchdog_s = _watchdog_s(options, planned)
    began = time.asctime()
    text = TextSoFar(planned, lambda tables: _report(planned, run, tables, began))
    with (
        recorded(store, run) as recording,
        Sweep(side, watchdog_s=watchdog_s, sink=recording.add, most_launches=asked.suite_ranks.launches) as sweep,
    ):

        def finished(cell: Cell) -> None:
            if certain := text.finished(cell, sweep.visits.get(cell.id, ()), sweep.errors.get(cell.id, "")):
                tell(certain)

        try:
            measure(
                sweep,
                lines,
                asked.known,
                limit_s=planned.limit_s,
                visit_s=min(_VISIT_S, _VISIT * watchdog_s),
                seed=options.seed,
                tell=watcher.share,
                finished=finished,
            )
        except KeyboardInterrupt:
            interrupted = True
        run = recording.keep(_finished(recording, lines, sweep, interrupted=interrupted))
    return _report(planned, run, _tables(planned, run, sweep), began)


def _watchdog_s(options: SuiteOptions, planned: Planned) -> float:
    """How long a visit may take: as long as was asked, else what the suite itself would wait."""
    if options.watchdog_s is not None:
        return options.watchdog_s
    return _NO_LIMIT_S if math.isinf(planned.limit_s) else max(_WATCHDOG_S, planned.limit_s)


def _unique(lines: Iterable[SheetLine]) -> list[SheetLine]:
    """Lines that are measured, each cell once: two benchmarks may be one kernel under two names."""
    by_id: dict[str, SheetLine] = {}
    for line in lines:
        known = by_id.get(line.cell.id)
        if not line.problem and (known is None or line.repetitions > known.repetitions):
            by_id[line.cell.id] = line
    return list(by_id.values())


def _begin(options: SuiteOptions, suite_ranks: SuiteRanks, planned: Planned, lines: Sequence[SheetLine]) -> Run:
    plan = Plan(
        name=planned.program,
        endpoints=suite_ranks.endpoints,
        cells=tuple(line.cell for line in lines),
        seed=options.seed,
        precision=_PRECISION,
        budget_s=0.0,
        launches=1,
    )
    asked = " ".join([options.program, *options.words])
    settings = {"suite": asked, **options.where.kept()}
    return new_run("bench", plan, {suite_ranks.side.name: suite_ranks.side.mpi}, settings, planned.notices)


def _finished(recording: Recording, lines: Sequence[SheetLine], sweep: Sweep, *, interrupted: bool) -> Run:
    run = recording.run
    return msgspec.structs.replace(
        recording.ended(interrupted=interrupted, failed=bool(sweep.errors)),
        launches=tuple(sweep.launches),
        results=tuple(_result(line, sweep, run.plan.precision) for line in lines),
        warnings=(*run.warnings, *sweep.warnings),
    )


def _result(line: SheetLine, sweep: Sweep, precision: float) -> CellResult:
    state = CellState(line.cell, error=sweep.errors.get(line.cell.id))
    for visit in sweep.visits.get(line.cell.id, ()):
        state.add(visit)
    counted = sweep.counted.get(line.cell.id)
    if counted is not None:
        state.bytes_per_transfer, state.messages_per_transfer = counted
    measured = state.estimate("budget")
    return state.result("precision" if measured is not None and within(measured, precision) else "budget")


def _tables(planned: Planned, run: Run, sweep: Sweep) -> tuple[SuiteTable, ...]:
    cells = {cell.id: cell for cell in run.plan.cells}
    timed_cells = {id_: timed(cell, sweep.visits.get(id_, ())) for id_, cell in cells.items()}
    times = {id_: times_of for id_, times_of in timed_cells.items() if times_of is not None}
    return tuple(sheet.filled(times, sweep.errors) for sheet in planned.sheets)


def _report(planned: Planned, run: Run, tables: tuple[SuiteTable, ...], began: str) -> SuiteReport:
    mpi: Mpi = next(iter(run.mpis.values()))
    return SuiteReport(
        suite=planned.suite,
        program=planned.program,
        version=planned.version,
        facts={**planned.facts, "mpi": f"{mpi.name} {mpi.version}", "date": began},
        tables=tables,
        notices=run.warnings,
        run=run,
    )
