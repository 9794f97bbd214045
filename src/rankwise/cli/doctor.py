"""`rankwise doctor`: what is wrong with this machine or this job, and the line that mends it."""

from __future__ import annotations

import shlex
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import click

from rankwise.cli.after_dashes import WithProgram, program_of
from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import Agent, Allow, Endpoints, Hosts, Lab, Launcher, Out, Plan, Quiet
from rankwise.core import settings
from rankwise.core.errors import Exit, UsageError
from rankwise.core.options import Argument, Option
from rankwise.core.units import parse_duration


@command("doctor", cls=WithProgram)
def doctor(
    context: click.Context,
    files: Annotated[list[str] | None, Argument("More logs, behind --log.", metavar="[FILE...]")] = None,
    *,
    log: Annotated[
        list[str] | None,
        Option("Say what is wrong by what a job printed: a file, also gzip, or -.", "--log", metavar="FILE"),
    ] = None,
    hosts: Hosts = None,
    endpoints: Endpoints = None,
    allow: Allow = None,
    plan: Plan = None,
    lab: Lab = None,
    agent: Agent = None,
    launcher: Launcher = None,
    limit: Annotated[
        str,
        Option(
            "Time limit of the short trial start, by default 20s; 0s: no trial start. With --run: when the job is "
            "looked at first, by default after 10s."
        ),
    ] = "",
    run: Annotated[
        bool,
        Option("Then start the job itself, and watch it: if it hangs, say who waits for what.", "--run"),
    ] = False,
    hung: Annotated[
        str,
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
    machine: Annotated[
        list[str] | None,
        Option(
            "With --explain: a machine that is not here, as a recording, hwloc XML, or words such as 'pack:2 "
            "core:8 pu:2'; HOSTS=MACHINE for some hosts. Repeatable.",
            "--machine",
            metavar="[HOSTS=]MACHINE",
        ),
    ] = None,
    mpi: Annotated[
        str,
        Option("With --explain: whose launcher it is, where that is not here: openmpi@5.0.11, mpich@4.2.", "--mpi"),
    ] = "",
    fix: Annotated[bool, Option("Print the fixes as a commented script. Nothing is run.", "--fix")] = False,
    fail_on: Annotated[
        str,
        Option(
            "Exit with status 1 for findings of at least `warning`, `serious` or `critical`, and when doctor "
            "cannot tell.",
            "--fail-on",
        ),
    ] = "",
    out: Out = None,
    quiet: Quiet = False,
) -> Answer:
    """Say what is wrong with this machine or, with -- COMMAND, with a job that is slow or does not start.

    `rankwise doctor -- mpirun -n 8 ./app` looks at what the line will start and load, then starts a probe in the place
    of the program, for seconds. The program itself is started only with --run.
    """
    from rankwise.cli.targets import enter_lab
    from rankwise.cli.watching import watching
    from rankwise.report.doctor import lines, script, write
    from rankwise.verbs.doctor import SEVERITIES, DoctorOptions
    from rankwise.verbs.doctor import doctor as look
    from rankwise.verbs.where import where_of

    if fail_on not in ("", *SEVERITIES[:3]):
        raise UsageError(
            "bad-fail-on", f"'{fail_on}' is nothing to fail on", "write --fail-on warning, serious or critical"
        )
    argv = program_of(context)
    logs = (*(log or ()), *(files or ()))
    if files and not log:
        raise UsageError(
            "log-or-line",
            f"'{files[0]}' is neither an option nor a launch line",
            f"a log: rankwise doctor --log {shlex.quote(files[0])}; a job: rankwise doctor -- mpirun -n 2 ./app",
        )
    if logs and (argv or hosts is not None or endpoints or plan or lab or hung or run):
        raise UsageError("log-alone", "a log is read by itself", "leave --hosts, --run and the launch line away")
    if run and not argv:
        raise UsageError("no-program", "--run needs a launch line", "for example: --run -- mpirun -n 2 ./app")
    if (attempt or machine or mpi) and not explain:
        raise UsageError("no-explain", "--try, --machine and --mpi belong to --explain", "add --explain")
    if argv and (hosts is not None or endpoints or plan or lab or hung):
        raise UsageError("program-says", "a job says itself where it runs", "leave --hosts and its like away")
    enter_lab(lab)
    loaded = settings.load({"agent": agent, "launcher": launcher, "out": out})
    options = DoctorOptions(
        argv=argv,
        where=where_of(hosts=hosts, endpoints=endpoints, plan=plan, lab=lab),
        limit_s=parse_duration(limit or "20s"),
        first_look_s=parse_duration(limit or "10s") or 10.0,
        hung=hung,
        run=run,
        logs=logs,
        explain=explain,
        attempt=attempt,
        machines=tuple(machine or ()),
        mpi=mpi,
        launcher=launcher or "",
        agent=agent or "",
        out=Path(loaded["out"].value),
        settings=loaded,
    )
    with ExitStack() as stack:
        diagnosis = look(options, watching(stack, quiet, lambda _run, _total_s: ""))
    page = write(diagnosis, options.out / f"doctor-{diagnosis.run.id}.html")
    bad = SEVERITIES[: SEVERITIES.index(fail_on) + 1] if fail_on else ()
    wrong = diagnosis.explained is not None and diagnosis.answer == "problems"
    untold = wrong or (bool(fail_on) and diagnosis.answer == "cannot tell")
    failed = untold or any(finding.severity in bad for finding in diagnosis.findings)

    def show() -> None:
        text = script(diagnosis) if fix else [*lines(diagnosis), f"page: {page}"]
        print("\n".join(text))

    return Answer(diagnosis, show, Exit.ANSWER_IS_NO if failed else Exit.DONE)
