"""`watch`: who is late in a job while it runs: one that rankwise starts, or one that runs already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

from rankwise.core.errors import UsageError
from rankwise.core.options import Argument, LaunchLine, Option
from rankwise.core.units import parse_duration

if TYPE_CHECKING:
    from rankwise.diagnoses.records import Watched


def watch(
    command: Annotated[Sequence[str], LaunchLine()] = (),
    job: Annotated[str | int, Argument("The PID of a launcher or of a rank of a job that runs.", metavar="[PID]")] = "",
    *,
    once: Annotated[bool, Option("One look at the half minute that windows of ranks hold.", "--once")] = False,
    every_s: Annotated[float, Option("Time between looks, e.g. 1s.", "--every", read=parse_duration, words="1s")] = 1.0,
    quiet_output: bool = False,
) -> Iterator[Watched]:
    """The job of a launch line, or the one that `job` is a process of, at each look until it ends; the last time with
    `ended`. The looks begin when the first is taken.

    With `quiet_output` what a started job prints goes to standard error. Raises UsageError for what is no job and no
    program.
    """
    if bool(command) == bool(job):
        raise UsageError("no-job", "name one job", "write rankwise watch PID, or rankwise watch -- mpirun -n 4 ./app")
    if job and not str(job).isdecimal():
        raise UsageError("bad-pid", f"'{job}' is no number of a process", "`pgrep -af mpirun` shows launchers")
    from rankwise.verbs.watch import run

    if command:
        return run.started(tuple(command), every_s, quiet_output=quiet_output)
    return run.running(int(job), every_s, once=once)
