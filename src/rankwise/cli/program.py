"""`rankwise program`: small real programs that ship with rankwise."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

from rankwise.cli.after_dashes import PassingWords
from rankwise.cli.command import command
from rankwise.cli.envelope import Answer, paged
from rankwise.cli.options import Quiet
from rankwise.cli.shapes import Group
from rankwise.cli.targets import enter_lab
from rankwise.core import settings
from rankwise.core.errors import Exit
from rankwise.core.options import MpiName, Option, Seed, budget
from rankwise.verbs.program import Name, program_options

if TYPE_CHECKING:
    from rankwise.verbs.program.run import ProgramOptions

app = Group("program", help="Small real programs: list, show, build and run them.")


@command("program list", below=app)
def list_programs() -> Answer:
    """List the programs: what each computes, and how its ranks talk."""
    from rankwise.report.tables import fitted
    from rankwise.verbs.program.run import programs

    rows = [("program", "computes", "its ranks exchange", "the same for any number of ranks")]
    rows += [(row.name, row.computes, row.talks, row.promise) for row in programs()]
    data = {row.name: {"computes": row.computes, "talks": row.talks, "promise": row.promise} for row in programs()}
    return Answer(data, lambda: fitted(rows))


@command("program show", below=app)
def show_program(name: Name) -> Answer:
    """Show a program: what it computes and checks, where it was published, and its options."""
    from rankwise.report.tables import fitted
    from rankwise.verbs.program.run import program_shown

    shown = program_shown(name)
    options = [("option", "default", "meaning"), *((f"--{word}", usual, why) for word, usual, why in shown.options)]
    words = [f"{name}: {shown.computes}", f"its ranks exchange: {shown.talks}", f"check: {shown.checked}"]
    words += [f"the same for any number of ranks: {shown.promise}", f"published: {shown.published}", ""]
    return Answer(shown, lambda: [*words, *fitted(options)])


@command("program path", below=app)
def path(name: Name, *, mpi: MpiName = None) -> Answer:
    """Build a program where it is not yet, and print where it is: mpirun -n 4 $(rankwise program path ring)."""
    from rankwise.verbs.program.run import program_path

    file = program_path(name, settings.value("mpi", mpi))
    return Answer({"program": name, "path": str(file)}, lambda: [str(file)])


@command("program run", program_options, below=app, cls=PassingWords)
def run(
    asked: partial[ProgramOptions],
    *,
    sweep: Annotated[
        str, Option("Compare all splits of so many cores: ranks*threads=8.", metavar="ranks*threads=N")
    ] = "",
    budget_s: Annotated[float, budget("60s")] = 60.0,
    seed: Seed = 1,
    quiet: Quiet = False,
) -> Answer:
    """Run a program with one MPI or several: rankwise program run fft3d --mpi all -- --size 96.

    What follows `--` is for the program. Status 4 when its check fails: a wrong answer has no time.
    """
    from rankwise.cli.watching import watching
    from rankwise.verbs.program.run import run_program

    enter_lab(asked.keywords.get("lab"))
    options = asked()
    if sweep:
        return _swept(options, sweep, budget_s, seed, quiet)
    with watching(quiet) as watcher:
        answer = run_program(options, watcher)
    return paged(answer, answer.run, options.out, warnings=answer.run.warnings)


def _swept(options: ProgramOptions, product: str, budget_s: float, seed: int, quiet: bool) -> Answer:
    from rankwise.cli.watching import watching
    from rankwise.report.answers import write
    from rankwise.report.compare import lines
    from rankwise.report.program import best_split
    from rankwise.verbs.program.sweep import sweep

    with watching(quiet, lambda _run: "comparing") as watcher:
        answer = sweep(options, product, budget_s, seed, watcher)
    page = write(answer, options.out / f"compare-{answer.run.id}.html")
    undecided = all(ratio.answer == "cannot tell" for cell in answer.cells for ratio in cell.ratios.values())
    status = Exit.INTERRUPTED if answer.run.status == "interrupted" else Exit.ANSWER_IS_NO if undecided else Exit.DONE
    return Answer(answer, lambda: [best_split(answer), *lines(answer), f"page: {page}"], status)
