"""Functions that make a program or an MPI faster, and those that use a tuning."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from rankwise.api.arguments import out_folder, where_to_run
from rankwise.apply.records import ExportedTuning, TuningCheck
from rankwise.core import settings
from rankwise.core.cell_options import device_memory
from rankwise.tuning.records import Tuned
from rankwise.verbs.records import Improved


def improve(
    command: Sequence[str],
    *,
    budget_s: float = 600.0,
    mpi: str = "",
    figure: str = "",
    higher_is_better: bool = False,
    same: str = "",
    relays: Sequence[str] = (),
    reductions: Literal["fixed", "library", "any"] = "fixed",
    file: str | Path = "tuning.toml",
    out: str | Path | None = None,
    seed: int = 1,
) -> Improved:
    """Looks at the job of a launch line, traces it, searches what makes it faster and proves that on whole runs, as
    `rankwise improve` does; writes `file` when something wins.

    `figure` is a pattern of a number that the program prints, in place of its wall time; `same` one of what must print
    equal in every run; `relays` hosts outside the job that messages may go through; `reductions` what schedules do
    with sums of floating point (`fixed`, `library`, `any`). Raises EnvironmentProblem for a job that cannot work,
    MeasurementFailed for a program that fails.
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
            reductions=reductions,
            out=out_folder(out),
            file=Path(file),
            seed=seed,
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
    buffers: str = "",
    device: str = "gpu",
    devices: str = "auto",
    device_buffers: bool = False,
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
    `buffers`, `device`, `devices` and `device_buffers` are as on the command line.
    Raises UsageError and EnvironmentProblem before anything is measured, MeasurementFailed when the MPI as it is cannot
    be launched.
    """
    from rankwise.verbs.tune import run as verb

    options = verb.TuneOptions(
        mpi=settings.value("mpi", mpi),
        goal=goal,
        budget_s=budget_s,
        where=where_to_run(ranks, endpoints, hosts, plan),
        between=sizes,
        trace=verb.read_trace(Path(trace)) if trace else None,
        worst=worst,
        hints=hints,
        reductions=reductions,
        launcher=settings.value("launcher", launcher),
        out=out_folder(out),
        file=Path(file),
        seed=seed,
        base=Path(on) if on else None,
        memory=device_memory(buffers, device, devices, device_buffers),
    )
    if command:
        from rankwise.verbs.tune.program import tune_program

        return tune_program(options, command, figure=figure, higher_is_better=higher_is_better)
    return verb.tune(options)


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
    allow: Sequence[str] = (),
    launcher: str | None = None,
    out: str | Path | None = None,
    seed: int = 0,
) -> Tuned:
    """Measures a tuning anew, at sizes that its search did not see, as `rankwise tune verify` does. Lines that do not
    win are taken out of the file, unless `keep`.

    Raises UsageError for a tuning of another build, unless `force`, and for one that sets knobs which no tuning may,
    unless `allow` names them.
    """
    from rankwise.verbs.tune import verify as verb

    return verb.verify(
        verb.VerifyOptions(
            file=Path(file),
            mpi=mpi,
            budget_s=budget_s,
            launcher=settings.value("launcher", launcher),
            out=out_folder(out),
            seed=seed,
            force=force,
            keep=keep,
            allow=tuple(allow),
            where=where_to_run(0, endpoints, hosts, plan),
        )
    )


def check_tuning(
    file: str | Path, mpi: str | None = None, *, force: bool = False, allow: Sequence[str] = ()
) -> TuningCheck:
    """Whether each line of a tuning is in effect, as `rankwise tune check` does. `mpi` None: the one that it names.

    Raises UsageError for a tuning of another build (unless `force`), for knobs that no tuning may set (unless `allow`
    names them) and for what the library does not know.
    """
    from rankwise.verbs.tune import files

    return files.check(Path(file), mpi or "", force=force, allow=allow)[0]


def export_tuning(
    file: str | Path,
    out: str | Path,
    formats: Sequence[str] = ("all",),
    mpi: str | None = None,
    *,
    force: bool = False,
    allow: Sequence[str] = (),
) -> ExportedTuning:
    """Writes a tuning as files of the MPI itself into the folder `out`, as `rankwise tune export` does. Raises as
    `check_tuning`."""
    from rankwise.verbs.tune import files

    return files.export(Path(file), Path(out), formats, mpi=mpi or "", force=force, allow=allow)
