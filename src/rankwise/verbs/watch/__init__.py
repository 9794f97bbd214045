"""`watch`: who is late in a job while it runs: one that rankwise starts, or one that runs already, here or on several
nodes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

from rankwise.core.errors import UsageError
from rankwise.core.hostlist import parse_hosts
from rankwise.core.options import Agent, Argument, LaunchLine, Option
from rankwise.core.units import parse_duration

if TYPE_CHECKING:
    from rankwise.diagnoses.records import Watched

_JOB = re.compile(r"\d{1,18}(\.\d{1,9})?", re.ASCII)


def watch(
    command: Annotated[Sequence[str], LaunchLine()] = (),
    job: Annotated[
        str | int,
        Argument(
            "The PID of a launcher or of a rank, or the number of a job of Slurm or of a step of it, as 815.0.",
            metavar="[PID|JOBID]",
        ),
    ] = "",
    *,
    once: Annotated[bool, Option("One look at the half minute that windows of ranks hold.", "--once")] = False,
    every_s: Annotated[float, Option("Time between looks, e.g. 1s.", "--every", read=parse_duration, words="1s")] = 1.0,
    hosts: Annotated[
        str | Sequence[str] | None, Option("Look at ranks on these hosts too: n1,n2 or node[01-16].", "--hosts")
    ] = None,
    agent: Agent = None,
    quiet_output: bool = False,
) -> Iterator[Watched]:
    """The job of a launch line, or the one that `job` is a process of, at each look until it ends; the last time with
    `ended`. The looks begin when the first is taken.

    A job of Slurm is looked at on all of its nodes, any other on this node and on `hosts`. With `quiet_output` what a
    started job prints goes to standard error. Raises UsageError for what is no job and no program, EnvironmentProblem
    where no node says anything of it.
    """
    if bool(command) == bool(job):
        raise UsageError("no-job", "name one job", "write rankwise watch PID, or rankwise watch -- mpirun -n 4 ./app")
    if job and not _JOB.fullmatch(str(job)):
        raise UsageError(
            "bad-pid", f"'{job}' is no number of a process or job", "`pgrep -af mpirun` shows launchers, `squeue` jobs"
        )
    from rankwise.verbs.watch.run import Elsewhere, running

    elsewhere = Elsewhere(parse_hosts(hosts) if isinstance(hosts, str) else tuple(hosts or ()), agent or "")
    if command:
        from rankwise.verbs.watch.start import started

        return started(tuple(command), every_s, elsewhere, quiet_output=quiet_output)
    return running(str(job), every_s, elsewhere, once=once)
