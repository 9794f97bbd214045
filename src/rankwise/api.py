"""What `import rankwise` offers: the verbs of the command line as functions that return the records.

`mpi`, `out`, `launcher` and the `precision` of a survey, left out, take their setting: `RANKWISE_*`, then
`rankwise.toml`, then the default. Problems are `rankwise.core.errors.RankwiseError`, with a stable `code` and a `hint`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rankwise.core import settings
from rankwise.core.records import (
    Comparison,
    Diagnosis,
    ExportedTuning,
    FabricSurvey,
    Improved,
    Inventory,
    Mpi,
    Record,
    Run,
    RunSummary,
    Survey,
    TransportReport,
    Tuned,
    TuningCheck,
    Visit,
)
from rankwise.core.units import parse_duration, parse_share

if TYPE_CHECKING:
    from rankwise.placement.where import Where


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
    tuning in use already.
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
    from rankwise.placement.making import choose_mpis
    from rankwise.verbs import fabrics as verb

    chosen, _ = choose_mpis(settings.value("mpi", mpi))
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
    from rankwise.mpis import catalog
    from rankwise.verbs import transport as verb

    return verb.measure_transport(
        verb.Options(
            catalog.find(settings.value("mpi", mpi)),
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
    hung: int = 0,
    out: str | Path | None = None,
) -> Diagnosis:
    """What is wrong with this machine, with the hosts that are named or, with `command`, with the job of a launch line,
    as `rankwise doctor` looks at it.

    A probe is started for `limit_s` at most in the place of the job's program; 0 leaves that away. `hung`: the
    launcher or a rank of a job that hangs now, whose ranks are then looked at. Raises
    EnvironmentProblem for a machine that cannot be looked at.
    """
    from rankwise.verbs import doctor as verb

    where = _where(0, endpoints, hosts, plan)
    return verb.doctor(verb.DoctorOptions(tuple(command), where, limit_s, hung, out=_out(out)))


def improve(
    command: Sequence[str],
    *,
    budget_s: float = 600.0,
    mpi: str = "",
    figure: str = "",
    higher_is_better: bool = False,
    same: str = "",
    file: str | Path = "tuning.toml",
    out: str | Path | None = None,
    seed: int = 1,
) -> Improved:
    """Looks at the job of a launch line, traces it, searches what makes it faster and proves that on whole runs, as
    `rankwise improve` does; writes `file` when something wins.

    `figure` is a pattern of a number that the program prints, in place of its wall time; `same` one of what must print
    equal in every run. Raises EnvironmentProblem for a job that cannot work, MeasurementFailed for a program that
    fails.
    """
    from rankwise.verbs import improve as verb

    return verb.improve(
        verb.ImproveOptions(
            argv=tuple(command),
            budget_s=budget_s,
            mpi=mpi,
            figure=figure,
            higher_is_better=higher_is_better,
            same=same,
            out=_out(out),
            file=Path(file),
            seed=seed,
        )
    )


def check_tuning(file: str | Path, mpi: str | None = None, *, force: bool = False) -> TuningCheck:
    """Whether each line of a tuning is in effect, as `rankwise tune check` does. `mpi` None: the one that it names.

    Raises UsageError for a tuning of another build (unless `force`) and for what the library does not know.
    """
    from rankwise.mpis import catalog
    from rankwise.placement.tuned import checked, ready

    return checked(ready(Path(file), catalog.find(mpi) if mpi else None, force=force), again=True)


def export_tuning(
    file: str | Path, out: str | Path, formats: Sequence[str] = ("all",), mpi: str | None = None, *, force: bool = False
) -> ExportedTuning:
    """Writes a tuning as files of the MPI itself into the folder `out`, as `rankwise tune export` does."""
    from rankwise.placement.tuned import exported

    return exported(Path(file), Path(out), tuple(formats), mpi=mpi or "", force=force)


def take_inventory() -> Inventory:
    """What this machine is made of."""
    from rankwise.inventory.collect import collect

    return Inventory(nodes=(collect(),))


def find_mpis() -> list[Mpi]:
    """Every MPI of this machine, the preferred first."""
    from rankwise.measure.build import with_engine
    from rankwise.mpis.catalog import find_all

    return [with_engine(mpi) for mpi in find_all()]


def list_runs(out: str | Path | None = None) -> list[RunSummary]:
    """The stored runs, oldest first. Raises UsageError when there is no store."""
    from rankwise.store import Store

    with Store.open(_database(out), create=False) as store:
        return store.runs()


def load_run(name: str = "last", out: str | Path | None = None) -> Run:
    """A stored run by its id, the beginning of one, or `last`. Raises UsageError when there is none."""
    from rankwise.store import Store

    with Store.open(_database(out), create=False) as store:
        return store.load(name)


def load_answer(name: str = "last", out: str | Path | None = None) -> Record:
    """What a stored run answered: Survey, Comparison, FabricSurvey, Map, TransportReport or Tuned by its kind, the Run
    itself of `bench` and of a run that did not end. Raises UsageError when there is no such run."""
    from rankwise.answers import answer_of
    from rankwise.store import Store

    with Store.open(_database(out), create=False) as store:
        return answer_of(store, store.load(name))


def write_page(name: str = "last", page: str | Path | None = None, out: str | Path | None = None) -> Path:
    """Writes the page of a stored run, as `rankwise report` does, and returns its path. Raises UsageError when there is
    no such run, EnvironmentProblem when the file cannot be written."""
    from rankwise.answers import answer_of, page_name
    from rankwise.report.answers import write
    from rankwise.store import Store

    with Store.open(_database(out), create=False) as store:
        run = store.load(name)
        return write(answer_of(store, run), Path(page) if page else _out(out) / page_name(run))


def load_visits(name: str = "last", out: str | Path | None = None) -> list[Visit]:
    """All raw samples of a stored run, visit by visit, in the order of time."""
    from rankwise.store import Store

    with Store.open(_database(out), create=False) as store:
        return store.visits(store.load(name).id)


def cell_table(run: Run) -> list[dict[str, object]]:
    """One row for each measured cell, with the unit in every key: `pandas.DataFrame(cell_table(run))`."""
    from rankwise.report.tables import cell_rows

    return list(cell_rows(run))


def _where(ranks: int, endpoints: str | Path | None, hosts: Sequence[str], plan: str | Path | None = None) -> Where:
    from rankwise.placement.where import Where

    return Where(
        ranks=ranks,
        hosts=tuple(hosts),
        endpoints=Path(endpoints) if endpoints is not None else None,
        plan=Path(plan) if plan is not None else None,
    )


def _out(out: str | Path | None) -> Path:
    return Path(settings.value("out", str(out) if out is not None else None))


def _database(out: str | Path | None) -> Path:
    return _out(out) / "rankwise.db"
