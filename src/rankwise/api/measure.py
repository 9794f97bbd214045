"""Functions that measure: each is the command of the same name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import ParamSpec

from rankwise.api.arguments import out_folder
from rankwise.core import settings
from rankwise.core.cell_options import device_memory
from rankwise.core.units import parse_duration
from rankwise.experiment.records import Comparison
from rankwise.maps.records import Mapped
from rankwise.model.records import Map
from rankwise.programs.records import Programmed
from rankwise.tracing.records import Trace
from rankwise.verbs.map import measure_map as mapped

P = ParamSpec("P")


def compare(
    sides: Sequence[str],
    *,
    kernels: Sequence[str] = (),
    sizes: Sequence[int] = (),
    mpi: str | None = None,
    ranks: int = 0,
    buffers: str = "",
    device: str = "gpu",
    devices: str = "auto",
    device_buffers: bool = False,
    budget_s: float = 60.0,
    precision: float = 0.05,
    margin: float = 0.02,
    out: str | Path | None = None,
    seed: int = 1,
    allow: Sequence[str] = (),
) -> Comparison:
    """Compares sides, each written as for `rankwise compare`, alternated on the same cores; sizes in bytes.
    `buffers`, `device`, `devices`, `device_buffers` and `allow` are as on the command line.

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
            out=out_folder(out),
            watchdog_s=parse_duration(settings.value("watchdog")),
            seed=seed,
            memory=device_memory(buffers, device, devices, device_buffers),
            allow=tuple(allow),
        )
    )


def _map_alone(verb: Callable[P, Mapped]) -> Callable[P, Map]:
    @wraps(verb)
    def measure(*args: P.args, **given: P.kwargs) -> Map:
        return verb(*args, **given).map

    return measure


measure_map = _map_alone(mapped)
"""`verbs.map.measure_map` without the run."""


def run_program(
    program: str,
    arguments: Sequence[str] = (),
    *,
    mpi: str | None = None,
    ranks: int = 0,
    out: str | Path | None = None,
) -> Programmed:
    """Runs a program that ships with rankwise, as `rankwise program run` does, with one MPI or several (`all`, names
    with commas). Raises UsageError for what the program refuses, MeasurementFailed where it ended well with no MPI."""
    from rankwise.verbs.program import run as verb

    options = verb.ProgramOptions(
        program=program,
        arguments=tuple(arguments),
        mpi=settings.value("mpi", mpi),
        ranks=ranks,
        out=out_folder(out),
    )
    return verb.run_program(options)


def trace(command: Sequence[str], mpi: str = "", out: str | Path | None = None) -> Trace:
    """Runs the job of a launch line and counts what each rank sends, as `rankwise trace` does; its output goes where
    this process's goes.

    Raises EnvironmentProblem where the job cannot be traced.
    """
    from rankwise.verbs import trace as verb

    return verb.trace_program(verb.TraceOptions(tuple(command), mpi, out_folder(out)))
