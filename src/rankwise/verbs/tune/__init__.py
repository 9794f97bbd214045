"""`tune`: what makes an MPI, or a program, faster here, found, proven and written down."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from rankwise.core import settings
from rankwise.core.cell_options import device_memory
from rankwise.core.errors import UsageError
from rankwise.core.files import writable
from rankwise.core.options import (
    Device,
    DeviceBuffers,
    DeviceList,
    Figure,
    Higher,
    Hosts,
    LaunchLine,
    MpiName,
    MpiNames,
    Option,
    Out,
    Places,
    Ranks,
    Reductions,
    Seed,
    ShippedProgram,
    TuningTarget,
    Unpack,
    budget,
    one_of,
)
from rankwise.core.units import parse_sizes
from rankwise.verbs.tune.files import OtherBuild, TuningFile

if TYPE_CHECKING:
    from rankwise.measure.watcher import Watcher
    from rankwise.tuning.records import Tuned

GOALS = ("latency", "bandwidth", "collectives", "all")


def _between(text: str) -> tuple[int, ...]:
    """The first and the last size of `1KiB:1MiB`; none of nothing."""
    sizes = parse_sizes(text) if text else ()
    if sizes and sizes[-1] < 8 * max(8, sizes[0]):
        raise UsageError("bad-sizes", f"'{text}' is not a range to tune for", "eight times at least, e.g. 1KiB:1MiB")
    return sizes and (sizes[0], sizes[-1])


def tune(
    mpi: MpiNames = None,
    command: Annotated[Sequence[str], LaunchLine()] = (),
    *,
    program: ShippedProgram = "",
    goal: Annotated[
        Literal["latency", "bandwidth", "collectives", "all"],
        Option(
            "What to make faster: latency, bandwidth, collectives or all.",
            "--for",
            read=one_of("goal", *GOALS),
            words="all",
        ),
    ] = "all",
    trace: Annotated[
        str | Path | None,
        Option(
            "Tune for the messages of an application: a file with rows `kernel size count`.",
            "--for-trace",
            metavar="FILE",
        ),
    ] = None,
    budget_s: Annotated[float, budget("10m")] = 600.0,
    ranks: Ranks = 0,
    sizes: Annotated[
        tuple[int, ...], Option("Tune only for messages of these sizes, e.g. 1KiB:1MiB.", read=_between)
    ] = (),
    buffers: Annotated[
        str, Option("Tune for messages from D (device), P (pinned), M (managed) memory, or D,H by side.")
    ] = "",
    device: Device = "gpu",
    devices: DeviceList = "auto",
    device_buffers: DeviceBuffers = False,
    figure: Figure = "",
    higher_is_better: Higher = False,
    file: TuningTarget = "tuning.toml",
    hints: Annotated[bool, Option("Try first what helped on other machines.", "--hints/--no-hints")] = True,
    reductions: Reductions = "fixed",
    worst: Annotated[
        float | None,
        Option(
            "Reject a tuning that slows any benchmark point below this speed ratio. Default: 0.97.",
            least=0.0,
            most=1.0,
        ),
    ] = None,
    out: Out = None,
    seed: Seed = 1,
    on: Annotated[str | Path | None, Option("Start from this tuning and look for more.", metavar="FILE")] = None,
    watcher: Watcher | None = None,
    **where: Unpack[Places],
) -> Tuned:
    """Searches what makes one MPI or, with `command` or `program`, a program faster here; writes `file` when something
    wins.

    `sizes` are the first and the last one to tune for, `trace` a file of what an application sends; no cell may become
    slower than the ratio `worst` of times. `figure` is a pattern of a number that the program prints, in place of its
    wall time; `on` a tuning in use already; `reductions` what schedules do with sums of floating point. Raises
    UsageError and EnvironmentProblem before anything is measured, MeasurementFailed when the MPI as it is cannot be
    launched.
    """
    from rankwise.programs.shipped import job_of
    from rankwise.tuning.goals import LEAST_SPEED_RATIO
    from rankwise.tuning.tune import TuneOptions, read_trace, tune_kernels
    from rankwise.verbs.where import where_of

    job = job_of(command, program, ranks=ranks, mpi=mpi, figure=figure, higher=higher_is_better)
    memory = device_memory(buffers, device, devices, device_buffers)
    at = where_of(ranks=0 if job.shipped else ranks, **where)
    if job.argv and (not at.here or sizes or memory or goal != "all" or worst is not None):
        raise UsageError(
            "program-says",
            "a program says itself where it runs, what it sends and what counts",
            "leave --endpoints, --hosts, --plan, --lab, --sizes, --buffers, --for and --worst away",
        )
    if trace and (sizes or goal != "all"):
        raise UsageError("trace-says", "a trace says what is sent", "leave --sizes and --for away")
    options = TuneOptions(
        mpi=settings.value("mpi", job.mpi),
        goal=goal,
        trace=read_trace(Path(trace)) if trace else None,
        budget_s=budget_s,
        where=at,
        between=tuple(sizes),
        out=settings.folder(out),
        file=writable(Path(file)),
        seed=seed,
        hints=hints,
        worst=LEAST_SPEED_RATIO if worst is None else worst,
        base=Path(on) if on is not None else None,
        reductions=reductions,
        memory=memory,
    )
    if job.argv:
        from rankwise.tuning.tune_program import tune_program

        return tune_program(options, job.argv, watcher, figure=job.figure, higher_is_better=job.higher)
    return tune_kernels(options, watcher)


def verify_tuning(
    file: TuningFile,
    mpi: MpiName = None,
    *,
    budget_s: Annotated[float, budget("2m")] = 120.0,
    force: OtherBuild = False,
    keep: Annotated[bool, Option("Do not change the file.", "--keep")] = False,
    allow: Sequence[str] = (),
    out: Out = None,
    seed: Seed = 0,
    watcher: Watcher | None = None,
    **where: Unpack[Hosts],
) -> Tuned:
    """Measures a tuning anew, at sizes that its search did not see, or those of its trace. Lines that do not win are
    taken out of the file, unless `keep`.

    Raises UsageError for a tuning of another build, unless `force`, and for one that sets knobs which no tuning may,
    unless `allow` names them.
    """
    from rankwise.measure.watcher import Watcher
    from rankwise.mpis import catalog
    from rankwise.verbs.tune.verify import verify
    from rankwise.verbs.where import where_of

    return verify(
        Path(file),
        catalog.find(mpi) if mpi else None,
        where_of(**where),
        budget_s=budget_s,
        force=force,
        keep=keep,
        allow=tuple(allow),
        out=settings.folder(out),
        seed=seed,
        watcher=watcher or Watcher(),
    )
