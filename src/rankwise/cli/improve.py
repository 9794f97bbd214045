"""`rankwise improve`: one command for an application: see what it sends, change what helps, prove it."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import click

from rankwise.cli.after_dashes import OfProgram, program_of
from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import Budget, Json, Out, Quiet
from rankwise.core import settings
from rankwise.core.errors import Exit, UsageError
from rankwise.core.options import Figure, Higher, MpiName, Option, Reductions, Seed, ShippedProgram, ShippedRanks
from rankwise.core.units import parse_budget


@command("improve", cls=OfProgram)
def improve(
    context: click.Context,
    *,
    program: ShippedProgram = "",
    ranks: ShippedRanks = 0,
    budget: Budget = "10m",
    figure: Figure = "",
    higher: Higher = False,
    same: Annotated[
        str,
        Option("Pattern for output that must be equal in every run, e.g. a residual.", metavar="PATTERN"),
    ] = "",
    relays: Annotated[
        str,
        Option(
            "Hosts outside the job that messages may go through, e.g. n1,n2. Those of the job may always.",
            metavar="HOSTS",
        ),
    ] = "",
    reductions: Reductions = "fixed",
    file: Annotated[Path, Option("Write the tuning to this file.", "--file", metavar="FILE")] = Path("tuning.toml"),
    mpi: MpiName = None,
    out: Out = None,
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
) -> Answer:
    """Make a program faster: look at its job, trace it, try what helps, prove it on whole runs.

    `rankwise improve -- mpirun -n 4 ./app`. The program is not changed. What is proven faster is written to a file for
    `rankwise run --tuning`. Status 1 when the time was too short to tell.
    """
    from rankwise.report.answers import show, write
    from rankwise.report.live import Live
    from rankwise.verbs.improve.case import ImproveOptions
    from rankwise.verbs.improve.run import improve as run_improve
    from rankwise.verbs.program.shipped import job_of
    from rankwise.verbs.watching import Watcher

    meant = job_of(program_of(context), program, ranks=ranks, mpi=mpi, figure=figure, higher=higher)
    if not meant.argv:
        raise UsageError("no-program", "there is no program to improve", "write rankwise improve -- mpirun -n 4 ./app")
    if higher and not figure:
        raise UsageError("no-figure", "--higher is of a number", "name it: --figure 'rate: ([0-9.]+)'")
    loaded = settings.load({"mpi": mpi, "out": out})
    options = ImproveOptions(
        argv=meant.argv,
        budget_s=parse_budget(budget),
        mpi=meant.mpi or "",
        figure=meant.figure,
        higher_is_better=meant.higher,
        same=same or meant.same,
        relays=tuple(filter(None, relays.split(","))),
        reductions=reductions,
        out=Path(loaded["out"].value),
        file=file,
        seed=seed,
        settings=loaded,
    )
    with ExitStack() as stack:
        live = stack.enter_context(Live(0.0, quiet))
        answer = run_improve(options, Watcher(phase=live.phase))
    page = write(answer, options.out / f"improve-{answer.run.id}.html")
    unsure = answer.answer in ("cannot tell", "changes the output")
    status = Exit.INTERRUPTED if answer.run.status == "interrupted" else Exit.ANSWER_IS_NO if unsure else Exit.DONE
    return Answer(answer, lambda: show(answer, page), status, list(answer.run.warnings) if json else [])
