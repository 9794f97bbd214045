"""`rankwise watch`: who is late in a job while it runs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import click

from rankwise.cli.after_dashes import WithProgram, program_of
from rankwise.cli.command import command
from rankwise.cli.envelope import Answer, tell_line
from rankwise.cli.options import Json
from rankwise.core.errors import Exit, UsageError
from rankwise.core.options import Argument, Option
from rankwise.core.units import parse_duration

if TYPE_CHECKING:
    pass


@command("watch", cls=WithProgram)
def watch(
    context: click.Context,
    job: Annotated[str, Argument("The PID of a launcher or of a rank of a job that runs.", metavar="[PID]")] = "",
    *,
    once: Annotated[bool, Option("One look at the half minute that windows of ranks hold.", "--once")] = False,
    every: Annotated[str, Option("Time between looks, e.g. 1s.", "--every")] = "1s",
    json: Json = False,
) -> Answer:
    """Say which rank of a job is late, while it runs: `rankwise watch -- mpirun -n 4 ./app`, or the PID of a job.

    A job that `watch` or `run --watch` has started keeps a window of its last half minute in memory, which costs it
    nanoseconds a call. Of any other job the stacks are sampled, which needs gdb. With --json each look is a line.
    """
    from rankwise.report.watch import follow, lines, standard
    from rankwise.verbs.watch.run import WatchOptions, watched

    argv = program_of(context)
    if bool(argv) == bool(job):
        raise UsageError("no-job", "name one job", "write rankwise watch PID, or rankwise watch -- mpirun -n 4 ./app")
    if job and not job.isdecimal():
        raise UsageError("bad-pid", f"'{job}' is no number of a process", "`pgrep -af mpirun` shows launchers")
    options = WatchOptions(argv=argv, pid=int(job or 0), every_s=parse_duration(every), once=once, quiet_output=json)
    out = standard(program=bool(argv))
    last = follow(watched(options), out, partial(tell_line, "watch") if json else None)
    if last is None:
        raise UsageError("no-job", "the job ended before it was looked at", "is the program right?")
    failed = last.status is not None and last.status != 0
    status = Exit.MEASUREMENT_FAILED if failed else Exit.DONE
    return Answer(last, lambda: print("\n".join(lines(last)), file=out), status)
