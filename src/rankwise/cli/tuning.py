"""`rankwise tune check` and `tune export`: a tuning file looked at, and written as files of the MPI itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import Allow
from rankwise.core.errors import Exit
from rankwise.core.options import Argument, Option
from rankwise.core.units import parse_words

TuningFile = Annotated[Path, Argument("A tuning file.", metavar="FILE")]
MpiName = Annotated[str | None, Option("MPI by name. Default: the one named in the file.", "--mpi")]
Force = Annotated[bool, Option("Use a tuning made for another build of the MPI.", "--force")]


@command("tune check")
def check(file: TuningFile, mpi: MpiName = None, force: Force = False, allow: Allow = None) -> Answer:
    """Check in seconds whether each line of a tuning is in effect. Status 1 when one is not, 3 when no job
    starts."""
    from rankwise.report.not_looked import not_looked
    from rankwise.report.tables import aligned
    from rankwise.verbs.tune import files

    found, in_effect = files.check(file, mpi or "", force=force, allow=allow or ())

    def show() -> None:
        rows = [
            (line.id, line.answer, f"by {line.seen_by}" if line.seen_by else "", line.evidence) for line in found.lines
        ]
        for line in aligned(rows):
            print(line)
        print("\n".join(not_looked(found.not_looked)))
        print(f"{found.mpi} {found.version}, looked at in {found.took_s:.1f} s")

    nothing_seen = found.died and all(line.answer == "cannot tell" for line in found.lines)
    status = Exit.ANSWER_IS_NO if not in_effect else Exit.ENVIRONMENT if nothing_seen else Exit.DONE
    return Answer(found, show, status, [*found.differences, *found.allowed])


@command("tune export")
def export(
    file: TuningFile,
    *,
    out: Annotated[Path, Option("Folder of the files.", "--out", metavar="DIR")] = Path("tuning"),
    formats: Annotated[
        str, Option("Formats to write: rules, env, mca, json, module, sbatch or all.", "--format")
    ] = "all",
    mpi: MpiName = None,
    force: Force = False,
    allow: Allow = None,
) -> Answer:
    """Write a tuning as files of the MPI itself, so that a site needs no rankwise to use it."""
    from rankwise.verbs.tune import files

    found = files.export(file, out, parse_words(formats), mpi=mpi or "", force=force, allow=allow or ())

    def show() -> None:
        for path, use in found.files.items():
            print(f"{path}\n  {use}")
        for words in found.left_out:
            print(f"left out: {words}")

    return Answer(found, show, warnings=list(found.allowed))
