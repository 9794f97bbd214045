"""`rankwise run`: the user's own program, with a tuning."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rankwise.cli.after_dashes import program_of
from rankwise.cli.envelope import Answer, command
from rankwise.cli.options import Json, Quiet
from rankwise.core.errors import EnvironmentProblem, Exit

if TYPE_CHECKING:
    from rankwise.core.records import TuningCheck


@command("run")
def run(
    context: typer.Context,
    *,
    tuning: Annotated[Path, typer.Option("--tuning", help="A tuning file.", metavar="FILE")],
    mpi: Annotated[
        str | None, typer.Option(help="MPI whose launcher starts the program. Default: the one in PATH.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Use a tuning of another build, or one whose lines are not all in effect.")
    ] = False,
    preload: Annotated[
        bool,
        typer.Option(
            "--preload", help="Set variables from a preloaded library, for launchers that do not pass them on."
        ),
    ] = False,
    look: Annotated[
        bool, typer.Option("--check/--no-check", help="Check whether each line of the tuning is in effect.")
    ] = True,
    json: Json = False,
    quiet: Quiet = False,
) -> Answer:
    """Start a program with a tuning: `rankwise run --tuning tuning.toml -- mpirun -n 2 ./app`.

    Exit status, output and signals are those of the program. With --json the envelope holds its status and output, and
    the status is 4 where the program fails.
    """
    from rankwise.verbs.tuned_start import started

    def tell(text: str) -> None:
        if not quiet:
            print(f"rankwise: {text}", file=sys.stderr)

    start = started(tuning, program_of(context), mpi=mpi or "", force=force, preload=preload, look=look, tell=tell)
    for warning in start.warnings:
        print(f"rankwise: warning: {warning}", file=sys.stderr)
    tell(_words(start.check))
    if json:
        from rankwise.core import process

        done = process.run(start.argv, env=start.env, timeout_s=float(7 * 86400))
        data = {
            "command": list(start.argv),
            "status": done.returncode,
            "stdout": done.stdout,
            "stderr": done.stderr,
            "check": start.check,
        }
        return Answer(data, status=Exit.DONE if done.ok else Exit.MEASUREMENT_FAILED)
    sys.stdout.flush()
    sys.stderr.flush()
    try:
        os.execvpe(start.argv[0], start.argv, start.env)
    except OSError as error:
        message = f"cannot start `{start.argv[0]}`: {error.strerror}"
        raise EnvironmentProblem("cannot-start", message, "is it installed and executable?") from error


def _words(check: TuningCheck) -> str:
    sure = sum(line.answer == "in effect" for line in check.lines)
    if not check.lines:
        return f"'{check.tuning}' on {check.mpi} {check.version}, not looked at"
    when = "known from before" if check.cached else f"looked at in {check.took_s:.1f} s"
    lines = f"{sure} of {len(check.lines)} lines seen in effect"
    return f"'{check.tuning}': {lines} on {check.mpi} {check.version} ({when})"
