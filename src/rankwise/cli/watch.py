"""`rankwise watch`: who is late in a job while it runs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from rankwise.cli.after_dashes import WithProgram
from rankwise.cli.command import command
from rankwise.cli.envelope import Answer, tell_line, written
from rankwise.cli.options import Json
from rankwise.core.errors import Exit, UsageError
from rankwise.verbs.watch import watch as verb

if TYPE_CHECKING:
    from rankwise.diagnoses.records import Watched


@command("watch", verb, cls=WithProgram)
def watch(asked: partial[Iterator[Watched]], *, json: Json = False) -> Answer:
    """Say which rank of a job is late, while it runs: `rankwise watch -- mpirun -n 4 ./app`, or the PID of a job.

    A job that `watch` or `run --watch` has started keeps a window of its last half minute in memory, which costs it
    nanoseconds a call. Of any other job the stacks are sampled. A job of Slurm is looked at on all of
    its nodes, by steps of the job. With --json each look is a line.
    """
    from rankwise.report.watch import follow, lines, standard

    out = standard(program=bool(asked.keywords["command"]))
    # A single look is the answer below.
    each = (lambda _: None) if asked.keywords["once"] else partial(tell_line, "watch")
    last = follow(asked(quiet_output=json), out, each if json else None)
    if last is None:
        raise UsageError("no-job", "the job ended before it was looked at", "is the program right?")
    stopped = not (last.ended or asked.keywords["once"])
    status = Exit.INTERRUPTED if stopped else Exit.MEASUREMENT_FAILED if last.status else Exit.DONE
    if not json:
        with written():
            print("\n".join(lines(last)), file=out)
    return Answer(last, status=status)
