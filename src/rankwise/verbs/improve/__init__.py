"""`improve`: one command for an application: see what it sends, change what helps, prove it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rankwise.core import files, settings
from rankwise.core.errors import UsageError
from rankwise.core.options import (
    Figure,
    Higher,
    LaunchLine,
    MpiName,
    Option,
    Out,
    Reductions,
    Seed,
    ShippedProgram,
    ShippedRanks,
    TuningTarget,
    budget,
)
from rankwise.core.units import parse_words

if TYPE_CHECKING:
    from rankwise.measure.watcher import Watcher
    from rankwise.verbs.records import Improved


def improve(
    command: Annotated[Sequence[str], LaunchLine()] = (),
    *,
    program: ShippedProgram = "",
    ranks: ShippedRanks = 0,
    budget_s: Annotated[float, budget("10m")] = 600.0,
    figure: Figure = "",
    higher_is_better: Higher = False,
    same: Annotated[
        str, Option("Pattern for output that must be equal in every run, e.g. a residual.", metavar="PATTERN")
    ] = "",
    relays: Annotated[
        Sequence[str],
        Option(
            "Hosts outside the job that messages may go through, e.g. n1,n2. Those of the job may always.",
            metavar="HOSTS",
            read=parse_words,
        ),
    ] = (),
    endpoints: Annotated[
        str,
        Option(
            "Only ranks on hosts with such names change places, and only these pass on messages: 'c*-mic*'.",
            metavar="HOSTS",
        ),
    ] = "",
    reductions: Reductions = "fixed",
    file: TuningTarget = "tuning.toml",
    mpi: MpiName = None,
    out: Out = None,
    seed: Seed = 1,
    watcher: Watcher | None = None,
) -> Improved:
    """Looks at the job of a launch line, traces it, searches what makes it faster and proves that on whole runs; writes
    `file` when something wins.

    `figure` is a pattern of a number that the program prints, in place of its wall time; `same` one of what must print
    equal in every run; `relays` hosts outside the job that messages may go through; `endpoints` names the hosts between
    which ranks change places, and through which messages go (all); `reductions` what schedules do with sums of floating
    point. Raises UsageError where no host has such a name, EnvironmentProblem for a job that cannot work,
    MeasurementFailed for a program that fails.
    """
    from rankwise.programs.shipped import job_of
    from rankwise.verbs.improve import case, run

    job = job_of(command, program, ranks=ranks, mpi=mpi, figure=figure, higher=higher_is_better)
    if not job.argv:
        raise UsageError("no-program", "there is no program to improve", "write rankwise improve -- mpirun -n 4 ./app")
    if higher_is_better and not figure:
        raise UsageError("no-figure", "--higher is of a number", "name it: --figure 'rate: ([0-9.]+)'")
    options = case.ImproveOptions(
        argv=job.argv,
        budget_s=budget_s,
        mpi=job.mpi or "",
        figure=job.figure,
        higher_is_better=job.higher,
        same=same or job.same,
        relays=tuple(relays),
        endpoints=endpoints,
        reductions=reductions,
        out=settings.folder(out),
        file=files.writable(Path(file)),
        seed=seed,
        settings=settings.load({"mpi": mpi, "out": out}),
    )
    return run.improve(options, watcher)
