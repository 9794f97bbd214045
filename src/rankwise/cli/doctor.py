"""`rankwise doctor`: what is wrong with this machine or this job, and the line that mends it."""

from __future__ import annotations

import shlex
from functools import partial
from typing import TYPE_CHECKING, Annotated

from rankwise.cli.after_dashes import WithProgram
from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import Allow, Quiet, failing_on
from rankwise.cli.targets import enter_lab
from rankwise.core.errors import Exit, UsageError
from rankwise.core.findings import at_least
from rankwise.core.options import Argument, Option
from rankwise.verbs.doctor import NO_ANSWER
from rankwise.verbs.doctor import doctor as verb

if TYPE_CHECKING:
    from rankwise.diagnoses.records import Diagnosis


@command("doctor", verb, cls=WithProgram)
def doctor(
    asked: partial[Diagnosis],
    files: Annotated[list[str] | None, Argument("More logs, behind --log.", metavar="[FILE...]")] = None,
    *,
    allow: Allow = None,
    fix: Annotated[bool, Option("Print the fixes as a commented script. Nothing is run.", "--fix")] = False,
    fail_on: Annotated[
        str,
        failing_on(
            "Exit with status 1 for findings of at least `warning`, `serious` or `critical`, and when doctor "
            "cannot tell.",
            "warning",
            "serious",
            "critical",
        ),
    ] = "",
    quiet: Quiet = False,
) -> Answer:
    """Say what is wrong with this machine or, with -- COMMAND, with a job that is slow or does not start.

    `rankwise doctor -- mpirun -n 8 ./app` looks at what the line will start and load, then starts a probe in the place
    of the program, for seconds. The program itself is started only with --run.
    """
    from rankwise.cli.watching import watching
    from rankwise.report.answers import write
    from rankwise.report.doctor import lines, script
    from rankwise.verbs.runs import page_file

    given = asked.keywords
    logs = given.get("logs", ())
    if files and not logs and files[0].isdecimal():
        raise UsageError(
            "log-or-line",
            f"'{files[0]}' is a number, and neither an option nor a launch line",
            f"a job that hangs, by a PID or its number in Slurm: rankwise doctor --hung {files[0]}",
        )
    if files and not logs:
        raise UsageError(
            "log-or-line",
            f"'{files[0]}' is neither an option nor a launch line",
            f"a log: rankwise doctor --log {shlex.quote(files[0])}; a job: rankwise doctor -- mpirun -n 2 ./app",
        )
    enter_lab(given.get("lab"))
    with watching(quiet) as watcher:
        diagnosis = asked(logs=(*logs, *(files or ())), watcher=watcher)
    page = write(diagnosis, page_file(diagnosis.run, given.get("out")))
    wrong = diagnosis.explained is not None and diagnosis.answer == "problems"
    untold = wrong or (bool(fail_on) and diagnosis.answer == "cannot tell")
    bad = at_least(fail_on)
    failed = untold or any(finding.severity in bad or finding.id == NO_ANSWER for finding in diagnosis.findings)

    return Answer(
        diagnosis,
        lambda: script(diagnosis) if fix else [*lines(diagnosis), f"page: {page}"],
        Exit.ANSWER_IS_NO if failed else Exit.DONE,
    )
