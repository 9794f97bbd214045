"""`doctor`: what is wrong with a machine, an allocation or a job: looked at, judged, stored."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from rankwise.core import settings
from rankwise.core.errors import UsageError
from rankwise.core.options import Hosts, LaunchLine, Option, Out, Unpack
from rankwise.core.units import parse_duration

if TYPE_CHECKING:
    from rankwise.diagnoses.records import Diagnosis
    from rankwise.measure.watcher import Watcher

NO_ANSWER: Final = "no-answer"
"""The finding of nodes that could not be asked: an answer without them is not whole."""
_FIRST_LOOK_S: Final = 10.0


def doctor(
    command: Annotated[Sequence[str], LaunchLine()] = (),
    *,
    logs: Annotated[
        Sequence[str | Path],
        Option("Say what is wrong by what a job printed: a file, also gzip, or -.", "--log", metavar="FILE"),
    ] = (),
    limit_s: Annotated[
        float | None,
        Option(
            "Time limit of the short trial start, by default 20s; 0s: no trial start. With --run: when the job is "
            "looked at first, by default after 10s.",
            "--limit",
            read=parse_duration,
        ),
    ] = None,
    run: Annotated[
        bool, Option("Then start the job itself, and watch it: if it hangs, say who waits for what.", "--run")
    ] = False,
    hung: Annotated[
        str | int,
        Option(
            "Diagnose a job that hangs now: its number in Slurm, or the PID of its launcher or of a rank; with "
            "--hosts its ranks on these hosts.",
            "--hung",
            metavar="PID|JOBID",
        ),
    ] = "",
    explain: Annotated[
        bool,
        Option("Say what the launcher makes of the line: which rank runs where. Nothing is started.", "--explain"),
    ] = False,
    attempt: Annotated[
        bool, Option("With --explain: start a probe through the line, and mark what differs.", "--try")
    ] = False,
    machines: Annotated[
        Sequence[str],
        Option(
            "With --explain: a machine that is not here, as a recording, hwloc XML, or words such as 'pack:2 "
            "core:8 pu:2'; HOSTS=MACHINE for some hosts. Repeatable.",
            "--machine",
            metavar="[HOSTS=]MACHINE",
        ),
    ] = (),
    mpi: Annotated[
        str, Option("With --explain: whose launcher it is, where that is not here: openmpi@5.0.11, mpich@4.2.", "--mpi")
    ] = "",
    out: Out = None,
    watcher: Watcher | None = None,
    **where: Unpack[Hosts],
) -> Diagnosis:
    """Say what is wrong with this machine, with hosts, or with the job of the launch line `command`.

    A probe is started in the place of the job's program for `limit_s` at most; 0 leaves that away. With `run` the job
    itself follows, and is ended when it hangs. `hung` is a job that hangs now. `logs`: what jobs have printed, which is
    then read and nothing else. `explain`: tell what the launcher makes of the line, without a start, on `machines`.
    Raises EnvironmentProblem for a machine or log that cannot be looked at.
    """
    placed = any(where.get(name) is not None for name in ("hosts", "endpoints", "plan", "lab"))
    if logs and (command or placed or hung or run):
        raise UsageError("log-alone", "a log is read by itself", "leave --hosts, --run and the launch line away")
    if run and not command:
        raise UsageError("no-program", "--run needs a launch line", "for example: --run -- mpirun -n 2 ./app")
    if (attempt or machines or mpi) and not explain:
        raise UsageError("no-explain", "--try, --machine and --mpi belong to --explain", "add --explain")
    if command and (placed or hung):
        raise UsageError("program-says", "a job says itself where it runs", "leave --hosts and its like away")
    from rankwise.measure.watcher import Watcher
    from rankwise.verbs.doctor.run import begun, of_job, of_machine
    from rankwise.verbs.where import where_of

    at, watcher = where_of(**where), watcher or Watcher()
    asked = settings.load({"agent": where.get("agent"), "launcher": where.get("launcher"), "out": out})
    with begun(command, settings.folder(out), asked) as recording:
        if logs:
            from rankwise.verbs.doctor.log import of_logs

            return recording.keep(of_logs(recording, tuple(map(str, logs)), watcher))
        trial_s = 20.0 if limit_s is None else limit_s
        if explain:
            from rankwise.verbs.doctor.explain import of_line

            watcher.phase("looking at the launch line")
            return recording.keep(of_line(recording, command, machines, mpi, try_s=trial_s * attempt))
        if command:
            first_look_s = (limit_s or _FIRST_LOOK_S) if run else None
            job = of_job(recording, command, limit_s=trial_s, first_look_s=first_look_s, watcher=watcher)
            return recording.keep(job)
        return recording.keep(of_machine(recording, at, str(hung), watcher))
