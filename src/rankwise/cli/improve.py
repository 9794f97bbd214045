"""`rankwise improve`: one command for an application: see what it sends, change what helps, prove it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rankwise.cli.after_dashes import OfProgram
from rankwise.cli.command import command
from rankwise.cli.envelope import Answer, paged
from rankwise.cli.options import Json, Quiet
from rankwise.core.errors import Exit
from rankwise.verbs.improve import improve as verb

if TYPE_CHECKING:
    from rankwise.verbs.records import Improved


@command("improve", verb, cls=OfProgram)
def improve(asked: partial[Improved], *, json: Json = False, quiet: Quiet = False) -> Answer:
    """Make a program faster: look at its job, trace it, try what helps, prove it on whole runs.

    `rankwise improve -- mpirun -n 4 ./app`. The program is not changed. What is proven faster is written to a file for
    `rankwise run --tuning`. Status 1 when the time was too short to tell.
    """
    from rankwise.cli.watching import watching

    with watching(quiet) as watcher:
        answer = asked(watcher=watcher)
    status = Exit.ANSWER_IS_NO if answer.answer in ("cannot tell", "changes the output") else Exit.DONE
    return paged(answer, answer.run, asked.keywords.get("out"), status, answer.run.warnings if json else ())
