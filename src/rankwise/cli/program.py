"""`rankwise program`: small real programs that ship with rankwise."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from rankwise.cli.after_dashes import PassingWords, program_of
from rankwise.cli.envelope import Answer, command
from rankwise.cli.options import Json, MpiName, MpiNames, Out, Quiet
from rankwise.core import settings
from rankwise.core.errors import Exit

app = typer.Typer(no_args_is_help=True, help="Small real programs: list, show, build and run them.")

Name = Annotated[str, typer.Argument(help="A program, as `rankwise program list` names it.")]


@app.command("list")
@command("program list")
def list_programs(*, json: Json = False) -> Answer:
    """List the programs: what each computes, and how its ranks talk."""
    from rankwise.report.tables import aligned
    from rankwise.verbs.program import programs

    rows = [("program", "computes", "its ranks exchange", "the same for any number of ranks")]
    rows += [(row.name, row.computes, row.talks, row.promise) for row in programs()]
    data = {row.name: {"computes": row.computes, "talks": row.talks, "promise": row.promise} for row in programs()}
    return Answer(data, lambda: print("\n".join(aligned(rows))))


@app.command("path")
@command("program path")
def path(name: Name, *, mpi: MpiName = None, json: Json = False) -> Answer:
    """Build a program where it is not yet, and print where it is: mpirun -n 4 $(rankwise program path ring)."""
    from rankwise.verbs.program import program_path

    file = program_path(name, settings.value("mpi", mpi))
    return Answer({"program": name, "path": str(file)}, lambda: print(file))


@app.command("run", cls=PassingWords)
@command("program run")
def run(
    context: typer.Context,
    name: Name,
    *,
    mpi: MpiNames = None,
    ranks: Annotated[int, typer.Option("--ranks", "-n", min=0, help="Ranks. Default: one for each core.")] = 0,
    out: Out = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Answer:
    """Run a program with one MPI or several: rankwise program run fft3d --mpi all -- --size 96.

    What follows `--` is for the program. Status 4 when its check fails: a wrong answer has no time.
    """
    from rankwise.cli.watching import watching
    from rankwise.report.answers import show, write
    from rankwise.verbs.program import ProgramOptions, run_program
    from rankwise.verbs.runs import page_file

    options = ProgramOptions(
        program=name,
        arguments=program_of(context),
        mpi=settings.value("mpi", mpi),
        ranks=ranks,
        out=Path(settings.value("out", out)),
    )
    with ExitStack() as stack:
        answer = run_program(options, watching(stack, quiet, lambda _run, _total_s: ""))
    page = write(answer, page_file(answer.run, out))
    ended = {"interrupted": Exit.INTERRUPTED, "failed": Exit.MEASUREMENT_FAILED}
    status = ended.get(answer.run.status, Exit.DONE)
    return Answer(answer, lambda: show(answer, page), status, list(answer.run.warnings))
