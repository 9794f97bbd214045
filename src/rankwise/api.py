"""What `import rankwise` offers: the verbs of the command line as functions that return the records.

`mpi`, `out`, `launcher` and the `precision` of a survey, left out, take their setting: `RANKWISE_*`, then
`rankwise.toml`, then the default. Problems are `rankwise.core.errors.RankwiseError`, with a stable `code` and a `hint`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rankwise.core import settings
from rankwise.core.records import (
    Comparison,
    Diagnosis,
    Diff,
    ExportedTuning,
    FabricSurvey,
    Improved,
    Inventory,
    Knob,
    Map,
    Mpi,
    Record,
    Run,
    RunSummary,
    Survey,
    Trace,
    TransportReport,
    Tuned,
    TuningCheck,
    Visit,
)
from rankwise.core.units import parse_duration, parse_share

if TYPE_CHECKING:
    from rankwise.verbs.where import Where


def survey(
    mpi: str | None = None,
    *,
    quick: bool = False,
    budget_s: float = 0.0,
    precision: float | None = None,
    ranks: int = 0,
    endpoints: str | Path | None = None,
    hosts: Sequence[str] = (),
    plan: str | Path | None = None,
    out: str | Path | None = None,
    launcher: str | None = None,
    experiments: bool = True,
    resume: str = "",
    seed: int = 1,
) -> Survey:
    """Measures this machine, the `endpoints` of a file, or one rank on each of the `hosts`, as `rankwise survey` does,
    and stores the run in `out`.

    `budget_s` 0 chooses by `quick`. After a Ctrl-C the answer holds what was measured, with `run.status`
    `interrupted`; `resume` takes its id. Raises UsageError and EnvironmentProblem before anything is measured,
    MeasurementFailed when nothing could be.
    """
    from rankwise.verbs.survey import run as verb

    return verb.survey(
        verb.Options(
            mpi=settings.value("mpi", mpi),
            where=_where(ranks, endpoints, hosts, plan),
            quick=quick,
            budget_s=budget_s,
            precision=precision or parse_share(settings.value("precision"), "precision"),
            out=_out(out),
            launcher=settings.value("launcher", launcher),
            watchdog_s=parse_duration(settings.value("watchdog")),
            experiments=experiments,
            resume=resume,
            seed=seed,
            settings=settings.load(),
        )
    )


def tune(
    mpi: str | None = None,
    *,
    goal: Literal["latency", "bandwidth", "collectives", "all"] = "all",
    budget_s: float = 600.0,
    ranks: int = 0,
    endpoints: str | Path | None = None,
    hosts: Sequence[str] = (),
    plan: str | Path | None = None,
    sizes: tuple[int, ...] = (),
    trace: str | Path | None = None,
    worst: float = 0.97,
    hints: bool = True,
    reductions: Literal["fixed", "library", "any"] = "fixed",
    command: Sequence[str] = (),
    figure: str = "",
    higher_is_better: bool = False,
    on: str | Path | None = None,
    file: str | Path = "tuning.toml",
    launcher: str | None = None,
    out: str | Path | None = None,
    seed: int = 1,
) -> Tuned:
    """Searches what makes this MPI, or with `command` a program, faster here, as `rankwise tune` does; writes `file`
    when something wins.

    Ranks are on cores of this machine, on the `endpoints` of a file, or one on each of the `hosts`; `sizes` are the
    first and the last one to tune for, `trace` a file of what an application sends; no cell may become slower than the
    ratio `worst` of times. `figure` is a pattern of a number that the program prints, in place of its wall time; `on` a
    tuning in use already; `reductions` what schedules do with sums of floating point (`fixed`, `library`, `any`).
    Raises UsageError and EnvironmentProblem before anything is measured, MeasurementFailed when the MPI as it is cannot
    be launched.
    """
    from rankwise.verbs.tune import run as verb

    options = verb.TuneOptions(
        mpi=settings.value("mpi", mpi),
        goal=goal,
        budget_s=budget_s,
        where=_where(ranks, endpoints, hosts, plan),
        between=sizes,
        trace=verb.read_trace(Path(trace)) if trace else None,
        worst=worst,
        hints=hints,
        reductions=reductions,
        launcher=settings.value("launcher", launcher),
        out=_out(out),
        file=Path(file),
        seed=seed,
        base=Path(on) if on else None,
    )
    if command:
        from rankwise.verbs.tune.program import tune_program

        return tune_program(options, command, figure=figure, higher_is_better=higher_is_better)
    return verb.tune(options)


def compare(
    sides: Sequence[str],
    *,
    kernels: Sequence[str] = (),
    sizes: Sequence[int] = (),
    mpi: str | None = None,
    ranks: int = 0,
    budget_s: float = 60.0,
    precision: float = 0.05,
    margin: float = 0.02,
    out: str | Path | None = None,
    seed: int = 1,
) -> Comparison:
    """Compares sides, each written as for `rankwise compare`, alternated on the same cores; sizes in bytes.

    Raises as `survey` does, and when fewer than two sides can be launched.
    """
    from rankwise.verbs.compare import run as verb

    return verb.compare(
        verb.CompareOptions(
            sides=tuple(sides),
            kernels=tuple(kernels),
            sizes=tuple(sizes),
            mpi=settings.value("mpi", mpi),
            ranks=ranks,
            launcher=settings.value("launcher"),
            budget_s=budget_s,
            precision=precision,
            margin=margin,
            out=_out(out),
            watchdog_s=parse_duration(settings.value("watchdog")),
            seed=seed,
        )
    )


def fabrics(
    mpi: str | None = None,
    *,
    endpoints: str | Path | None = None,
    hosts: Sequence[str] = (),
    plan: str | Path | None = None,
    only: Sequence[str] = (),
    sizes: Sequence[int] = (),
    budget_s: float = 40.0,
    launcher: str | None = None,
    out: str | Path | None = None,
    seed: int = 1,
) -> FabricSurvey:
    """Every way MPIs can move bytes between two cores of this machine, or between endpoints that are named, as
    `rankwise fabrics` tries and races them.

    `mpi` names one, several with commas, or `all`; `only` are words of the names of ways. Raises MeasurementFailed
    when nothing works.
    """
    from rankwise.verbs import fabrics as verb
    from rankwise.verbs.mpi import usable_of

    chosen, _ = usable_of(settings.value("mpi", mpi))
    return verb.measure_fabrics(
        verb.Options(
            chosen,
            _where(0, endpoints, hosts, plan).placement(launcher=settings.value("launcher", launcher)),
            only=tuple(only),
            sizes=tuple(sizes) or verb.SIZES,
            budget_s=budget_s,
            out=_out(out),
            seed=seed,
        )
    )


def bench(
    kernels: Sequence[str],
    sizes: Sequence[int] = (8, 1024, 65536, 1048576),
    *,
    mpi: str | None = None,
    ranks: int = 0,
    endpoints: str | Path | None = None,
    hosts: Sequence[str] = (),
    plan: str | Path | None = None,
    parameters: Mapping[str, object] | None = None,
    budget_s: float = 60.0,
    precision: float = 0.02,
    launches: int = 3,
    launcher: str | None = None,
    out: str | Path | None = None,
    seed: int = 1,
) -> Run:
    """Measures kernels at sizes in bytes, as `rankwise bench` does; each of its `results` has a median and an
    interval. `parameters` are as `{"window": (1, 64), "datatype": "double"}`, by the columns of `cell_table`; several
    values in a tuple are measured one by one.

    Raises UsageError for an unknown kernel, MeasurementFailed when nothing could be measured.
    """
    from rankwise.verbs import bench as verb

    return verb.bench(
        verb.BenchOptions(
            kernels=tuple(kernels),
            sizes=tuple(sizes),
            mpi=settings.value("mpi", mpi),
            where=_where(ranks, endpoints, hosts, plan),
            parameters=parameters or {},
            budget_s=budget_s,
            precision=precision,
            launches=launches,
            out=_out(out),
            launcher=settings.value("launcher", launcher),
            watchdog_s=parse_duration(settings.value("watchdog")),
            seed=seed,
        )
    )


def measure_map(
    mpi: str | None = None,
    *,
    endpoints: str | Path | None = None,
    hosts: Sequence[str] = (),
    plan: str | Path | None = None,
    quick: bool = False,
    budget_s: float = 0.0,
    launcher: str | None = None,
    out: str | Path | None = None,
    seed: int = 1,
) -> Map:
    """Who reaches whom, how fast and over what, as `rankwise map` measures it: the cores of this machine, the
    `endpoints` of a file, one rank on each of the `hosts`, or the endpoints of a `plan`. `budget_s` 0 chooses by
    `quick`.

    Raises EnvironmentProblem before anything is measured, MeasurementFailed when no pair could be.
    """
    from rankwise.verbs.map import run as verb
    from rankwise.verbs.mpi import usable

    where = _where(0, endpoints, hosts, plan)
    options = verb.Options(
        usable(settings.value("mpi", mpi)),
        where.placement(launcher=settings.value("launcher", launcher), partial=True),
        quick=quick,
        budget_s=budget_s,
        out=_out(out),
        seed=seed,
    )
    return verb.measure_map(options).map


def transport(
    mpi: str | None = None,
    *,
    processes: Sequence[int] = (),
    project: Sequence[int] = (1024, 16384),
    trace: str | Path | None = None,
    budget_s: float = 180.0,
    out: str | Path | None = None,
    seed: int = 1,
) -> TransportReport:
    """Start-up and memory of sleeping processes over connected and datagram transports, as `rankwise transport`.

    `trace` is a file of what an application sends, rows of `kernel size count` or `size count`. Raises
    MeasurementFailed when no transport can be launched.
    """
    from rankwise.verbs import transport as verb
    from rankwise.verbs.mpi import usable

    return verb.measure_transport(
        verb.Options(
            usable(settings.value("mpi", mpi)),
            counts=tuple(processes) or verb.COUNTS,
            targets=tuple(project),
            histogram=verb.read_trace(Path(trace)) if trace else None,
            budget_s=budget_s,
            out=_out(out),
            seed=seed,
        )
    )


def doctor(
    command: Sequence[str] = (),
    *,
    endpoints: str | Path | None = None,
    hosts: Sequence[str] = (),
    plan: str | Path | None = None,
    limit_s: float = 20.0,
    hung: int | str = "",
    run: bool = False,
    out: str | Path | None = None,
) -> Diagnosis:
    """What is wrong with this machine, with the hosts that are named or, with `command`, with the job of a launch line,
    as `rankwise doctor` looks at it.

    A probe is started for `limit_s` at most in the place of the job's program; 0 leaves that away. With `run` the job
    itself follows, and is ended when it hangs. `hung`: the launcher or a rank of a job that hangs now, or its number in
    Slurm; its ranks are then looked at, with `hosts` those there. Raises
    EnvironmentProblem for a machine that cannot be looked at.
    """
    from rankwise.verbs import doctor as verb

    where = _where(0, endpoints, hosts, plan)
    return verb.doctor(verb.DoctorOptions(tuple(command), where, limit_s, str(hung), run, out=_out(out)))


def improve(
    command: Sequence[str],
    *,
    budget_s: float = 600.0,
    mpi: str = "",
    figure: str = "",
    higher_is_better: bool = False,
    same: str = "",
    relays: Sequence[str] = (),
    file: str | Path = "tuning.toml",
    out: str | Path | None = None,
    seed: int = 1,
) -> Improved:
    """Looks at the job of a launch line, traces it, searches what makes it faster and proves that on whole runs, as
    `rankwise improve` does; writes `file` when something wins.

    `figure` is a pattern of a number that the program prints, in place of its wall time; `same` one of what must print
    equal in every run; `relays` hosts outside the job that messages may go through. Raises EnvironmentProblem for a
    job that cannot work, MeasurementFailed for a program that fails.
    """
    from rankwise.verbs.improve import case, run

    return run.improve(
        case.ImproveOptions(
            argv=tuple(command),
            budget_s=budget_s,
            mpi=mpi,
            figure=figure,
            higher_is_better=higher_is_better,
            same=same,
            relays=tuple(relays),
            out=_out(out),
            file=Path(file),
            seed=seed,
        )
    )


def verify_tuning(
    file: str | Path,
    mpi: str = "",
    *,
    budget_s: float = 120.0,
    endpoints: str | Path | None = None,
    hosts: Sequence[str] = (),
    plan: str | Path | None = None,
    force: bool = False,
    keep: bool = False,
    launcher: str | None = None,
    out: str | Path | None = None,
    seed: int = 0,
) -> Tuned:
    """Measures a tuning anew, at sizes that its search did not see, as `rankwise tune verify` does. Lines that do not
    win are taken out of the file, unless `keep`.

    Raises UsageError for a tuning of another build, unless `force`.
    """
    from rankwise.verbs.tune import verify as verb

    return verb.verify(
        verb.VerifyOptions(
            file=Path(file),
            mpi=mpi,
            budget_s=budget_s,
            launcher=settings.value("launcher", launcher),
            out=_out(out),
            seed=seed,
            force=force,
            keep=keep,
            where=_where(0, endpoints, hosts, plan),
        )
    )


def trace(command: Sequence[str], mpi: str = "", out: str | Path | None = None) -> Trace:
    """Runs the job of a launch line and counts what each rank sends, as `rankwise trace` does; its output goes where
    this process's goes.

    Raises EnvironmentProblem where the job cannot be traced.
    """
    from rankwise.verbs import trace as verb

    return verb.trace_program(verb.TraceOptions(tuple(command), mpi, _out(out)))


def import_results(
    files: Sequence[str | Path],
    *,
    side: str = "imported",
    ranks: int = 0,
    partial: bool = False,
    out: str | Path | None = None,
) -> Run:
    """Texts that IMB or OMB printed, as one stored run, as `rankwise import` reads them. Raises UsageError for a file
    that holds none."""
    from rankwise.verbs import import_text as verb

    reports = [(str(file), report) for file in files for report in verb.reports_of(Path(file), partial=partial)]
    return verb.keep(reports, verb.ImportOptions(side, ranks, _out(out))).run


def check_tuning(file: str | Path, mpi: str | None = None, *, force: bool = False) -> TuningCheck:
    """Whether each line of a tuning is in effect, as `rankwise tune check` does. `mpi` None: the one that it names.

    Raises UsageError for a tuning of another build (unless `force`) and for what the library does not know.
    """
    from rankwise.verbs.tune import files

    return files.check(Path(file), mpi or "", force=force)[0]


def export_tuning(
    file: str | Path, out: str | Path, formats: Sequence[str] = ("all",), mpi: str | None = None, *, force: bool = False
) -> ExportedTuning:
    """Writes a tuning as files of the MPI itself into the folder `out`, as `rankwise tune export` does."""
    from rankwise.verbs.tune import files

    return files.export(Path(file), Path(out), formats, mpi=mpi or "", force=force)


def take_inventory() -> Inventory:
    """What this machine is made of."""
    from rankwise.verbs.inventory import inventory

    return inventory()


def find_mpis() -> list[Mpi]:
    """Every MPI of this machine, the preferred first."""
    from rankwise.verbs.mpi import mpis

    return mpis()


def list_knobs(mpi: str | None = None, pattern: str = "") -> list[Knob]:
    """What can be set on an MPI whose name matches `pattern`: part of a name, or a pattern with *."""
    from rankwise.verbs.knobs import knobs

    return knobs(settings.value("mpi", mpi), pattern)[1]


def list_runs(out: str | Path | None = None) -> list[RunSummary]:
    """The stored runs, oldest first. Raises UsageError when there is no store."""
    from rankwise.verbs import runs

    return runs.runs(_words(out))


def load_run(name: str = "last", out: str | Path | None = None) -> Run:
    """A stored run by its id, the beginning of one, or `last`. Raises UsageError when there is none."""
    from rankwise.verbs import runs

    return runs.run(name, _words(out))


def load_answer(name: str = "last", out: str | Path | None = None) -> Record:
    """What a stored run answered: Survey, Comparison, FabricSurvey, Map, TransportReport or Tuned by its kind, the Run
    itself of `bench` and of a run that did not end. Raises UsageError when there is no such run."""
    from rankwise.verbs import runs

    return runs.answer(name, _words(out))[1]


def diff_runs(before: str, after: str = "last", out: str | Path | None = None) -> Diff:
    """Two stored runs cell by cell, as `rankwise runs diff` compares them: only what identical runs cannot explain is
    called a difference. Raises UsageError when one is not there."""
    from rankwise.verbs import runs

    return runs.diff(before, after, _words(out))


def write_page(name: str = "last", page: str | Path | None = None, out: str | Path | None = None) -> Path:
    """Writes the page of a stored run, as `rankwise report` does, and returns its path. Raises UsageError when there is
    no such run, EnvironmentProblem when the file cannot be written."""
    from rankwise.report.answers import write
    from rankwise.verbs import runs

    run, answer = runs.answer(name, _words(out))
    return write(answer, Path(page) if page else runs.page_file(run, _words(out)))


def load_visits(name: str = "last", out: str | Path | None = None) -> list[Visit]:
    """All raw samples of a stored run, visit by visit, in the order of time."""
    from rankwise.verbs import runs

    return runs.visits(name, _words(out))


def cell_table(run: Run) -> list[dict[str, object]]:
    """One row for each measured cell, with the unit in every key: `pandas.DataFrame(cell_table(run))`."""
    from rankwise.report.tables import cell_rows

    return list(cell_rows(run))


def _where(ranks: int, endpoints: str | Path | None, hosts: Sequence[str], plan: str | Path | None = None) -> Where:
    from rankwise.verbs.where import where_of

    return where_of(ranks=ranks, hosts=hosts, endpoints=endpoints, plan=plan)


def _out(out: str | Path | None) -> Path:
    return Path(settings.value("out", _words(out)))


def _words(out: str | Path | None) -> str | None:
    return str(out) if out is not None else None
