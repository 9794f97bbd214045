"""`compare`: sides that live at the same time, alternated until each ratio is decided or the budget ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from rankwise.core import settings
from rankwise.core.cell_options import device_memory
from rankwise.core.errors import UsageError
from rankwise.core.options import (
    Argument,
    Device,
    DeviceBuffers,
    DeviceList,
    Figure,
    Higher,
    Launcher,
    LaunchLine,
    MpiName,
    Option,
    Out,
    Ranks,
    Seed,
    ShippedProgram,
    budget,
    share,
    sizes_of,
)
from rankwise.core.units import parse_duration, parse_words

if TYPE_CHECKING:
    from rankwise.experiment.records import Comparison
    from rankwise.measure.watcher import Watcher


def compare(
    sides: Annotated[
        Sequence[str],
        Argument(
            "Two sides or more, the first is the baseline. Parts of a side are joined by +: mpi=NAME, "
            "env:NAME=VALUE, mca:NAME=VALUE, fabric=NAME, tuning=FILE, bind=none, cpus=0,1, endpoints=FILE, "
            "hosts=A,B, device=staged|auto|off, container=COMMAND, default.",
            metavar="A B [C...]",
        ),
    ],
    command: Annotated[Sequence[str], LaunchLine()] = (),
    *,
    program: ShippedProgram = "",
    kernels: Annotated[Sequence[str], Option("Kernels to measure, e.g. pingpong,allreduce.", read=parse_words)] = (),
    sizes: Annotated[Sequence[int], sizes_of()] = (),
    ranks: Ranks = 0,
    buffers: Annotated[str, Option("Send from D (device), P (pinned), M (managed) memory, or D,H by side.")] = "",
    device: Device = "gpu",
    devices: DeviceList = "auto",
    device_buffers: DeviceBuffers = False,
    budget_s: Annotated[float, budget("60s")] = 60.0,
    precision: Annotated[
        float,
        Option("Stop when each ratio's interval has this half width, e.g. 5%.", read=share("precision"), words="5%"),
    ] = 0.05,
    margin: Annotated[
        float, Option("Differences below this count as equal, e.g. 2%.", read=share("margin"), words="2%")
    ] = 0.02,
    figure: Figure = "",
    higher_is_better: Higher = False,
    mpi: MpiName = None,
    launcher: Launcher = None,
    out: Out = None,
    seed: Seed = 1,
    allow: Sequence[str] = (),
    watcher: Watcher | None = None,
) -> Comparison:
    """Compares sides, alternated on the same cores; with `command` or `program` whole runs of that program.

    `figure` is a pattern of a number that the program prints, in place of its wall time. `allow`: knobs that tunings
    set although none may. Raises UsageError and EnvironmentProblem before anything is measured; what a side that cannot
    be launched said, when fewer than two are left or it was the baseline.
    """
    from rankwise.programs.shipped import job_of

    loaded = settings.load({"mpi": mpi, "out": out, "launcher": launcher})
    job = job_of(command, program, ranks=ranks, mpi=mpi, figure=figure, higher=higher_is_better)
    if not job.argv:
        from rankwise.experiment.sides import CompareOptions, compare_sides
        from rankwise.placement.choice import parse_all

        options = CompareOptions(
            sides=tuple(parse_all(sides, tuple(allow))),
            kernels=tuple(kernels),
            sizes=tuple(sizes),
            ranks=ranks,
            mpi=loaded["mpi"].value,
            launcher=loaded["launcher"].value,
            budget_s=budget_s,
            precision=precision,
            margin=margin,
            out=settings.folder(out),
            watchdog_s=parse_duration(loaded["watchdog"].value),
            seed=seed,
            memory=device_memory(buffers, device, devices, device_buffers),
        )
        return compare_sides(options, watcher)

    if (kernels or sizes or launcher or buffers or devices != "auto" or device_buffers) or (
        not job.shipped and (ranks or mpi)
    ):
        raise UsageError(
            "kernels-and-program",
            "--kernels, --sizes, --ranks, --mpi, --launcher, --buffers, --devices and --device-buffers say how kernels "
            "are measured, not a program",
            "leave them away, or leave -- COMMAND away; device=auto in a side is --device-buffers of a program",
        )
    from rankwise.experiment.programs import RunOptions
    from rankwise.verbs.compare.program import compare_program

    judged = RunOptions(
        argv=job.argv,
        figure=job.figure,
        higher_is_better=job.higher,
        budget_s=budget_s,
        precision=precision,
        margin=margin,
        out=settings.folder(out),
        seed=seed,
        allow=tuple(allow),
        phases=job.shipped.phases if job.shipped else None,
    )
    return compare_program(sides, job, judged, watcher, device="" if device == "gpu" else device)
