"""`rankwise run`: the user's own program, with a tuning, with device buffers, on unequal endpoints."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from rankwise.cli.after_dashes import OfProgram, program_of
from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import Allow, Endpoints, Json, Quiet
from rankwise.core import process
from rankwise.core.errors import Exit, UsageError
from rankwise.core.options import Agent, Launcher, Option
from rankwise.core.units import plural

if TYPE_CHECKING:
    from rankwise.apply.records import TuningCheck
    from rankwise.core.records import Mpi


@command("run", cls=OfProgram)
def run(
    context: click.Context,
    *,
    tuning: Annotated[Path | None, Option("A tuning file.", "--tuning", metavar="FILE")] = None,
    device_buffers: Annotated[
        bool, Option("Let the program pass pointers to GPU memory to any MPI.", "--device-buffers")
    ] = False,
    device: Annotated[str, Option("Run on a device in software: software[:h2d=2GB/s,count=2].", "--device")] = "",
    endpoints: Endpoints = None,
    launcher: Launcher = None,
    agent: Agent = None,
    mpi: Annotated[str | None, Option("MPI whose launcher starts the program. Default: the one in PATH.")] = None,
    force: Annotated[
        bool, Option("Use a tuning of another build, or one whose lines are not all in effect.", "--force")
    ] = False,
    preload: Annotated[
        bool,
        Option("Set variables from a preloaded library, for launchers that do not pass them on.", "--preload"),
    ] = False,
    look: Annotated[bool, Option("Check whether each line of the tuning is in effect.", "--check/--no-check")] = True,
    watch: Annotated[
        bool,
        Option("Let ranks keep windows of their last half minute: `rankwise watch PID`.", "--watch"),
    ] = False,
    allow: Allow = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Answer:
    """Start a program with a tuning, `rankwise run --tuning tuning.toml -- mpirun -n 2 ./app`, or so that any MPI takes
    pointers to GPU memory, `rankwise run --device-buffers -- mpirun -n 2 ./app`.

    With --endpoints the launch line is made for you, with the program that fits each endpoint: `rankwise run
    --endpoints endpoints.toml -- ./app`.

    Exit status, output and signals are those of the program. With --json the envelope holds its status and output, and
    the status is 4 where the program fails.
    """
    from rankwise.verbs.run.relayed import relay_lines, relayed, run_beside
    from rankwise.verbs.run.start import plain_start, started_on, with_device
    from rankwise.verbs.run.tuned import started

    def tell(text: str) -> None:
        if not quiet:
            print(f"rankwise: {text}", file=sys.stderr)

    argv: Sequence[str] = program_of(context)
    check: TuningCheck | None = None
    done: process.Completed | None = None
    _check_options(
        adds=bool(tuning or device_buffers or device or watch), endpoints=endpoints is not None, start=launcher or agent
    )
    with ExitStack() as stack:
        on = None
        if endpoints is not None:
            on = stack.enter_context(
                started_on(endpoints, argv, mpi=mpi or "", launcher=launcher or "", agent=agent or "")
            )
            argv, mpi, agent = on.argv, on.mpi.name, on.agent
            for note in on.notes:
                tell(note)
        lines = relay_lines(tuning, allow or ()) if tuning is not None else []
        relays = stack.enter_context(relayed(lines, tell, agent or "")) if lines else None
        if tuning is not None:
            start = started(
                tuning,
                argv,
                mpi=mpi or "",
                force=force,
                preload=preload,
                look=look,
                tell=tell,
                relayed=relays.env if relays else {},
                env=on.env if on else None,
                allow=allow or (),
            )
            if on:
                on.check_files(start.files)
            for warning in start.warnings:
                print(f"rankwise: warning: {warning}", file=sys.stderr)
            tell(_words(start.check))
            line, env, meant, check = list(start.argv), start.env, start.mpi, start.check
        elif on:
            line, env, meant = list(argv), on.env, on.mpi
        else:
            line, env, meant = plain_start(argv, mpi or "")
        if device_buffers or device:
            line, env = with_device(line, env, meant, buffers=device_buffers, device=device)
        if watch:
            line, env = stack.enter_context(_watched(line, env, meant, mpi))
        if relays or on or json or watch:
            done = run_beside(relays, line, env, keeps_output=json)
    if done:
        return _ended(done, line, check, json=json)
    sys.stdout.flush()
    sys.stderr.flush()
    return process.become_cleanly(line, env)


def _watched(
    line: Sequence[str], env: Mapping[str, str], meant: Mpi | None, name: str | None
) -> AbstractContextManager[tuple[list[str], dict[str, str]]]:
    from rankwise.verbs.watch.start import kept_windows, whose

    return kept_windows(line, env, meant or whose(line, name or ""))


def _check_options(*, adds: bool, endpoints: bool, start: str | None) -> None:
    """Raises UsageError where nothing would change, and for options of how ranks start on endpoints without these."""
    if not adds and not endpoints:
        raise UsageError(
            "nothing-to-add",
            "there is nothing to add to the program",
            "give --tuning, --device-buffers, --watch or --endpoints",
        )
    if start and not endpoints:
        raise UsageError("no-endpoints", "--launcher and --agent start ranks on endpoints", "add --endpoints FILE")


def _ended(done: process.Completed, line: list[str], check: TuningCheck | None, *, json: bool) -> Answer:
    """What is answered for a program that rankwise stayed beside; without --json its own status ends the command."""
    from rankwise.verbs.run.relayed import shell_status

    if not json:
        raise click.exceptions.Exit(shell_status(done))
    data = {
        "command": line,
        "status": done.returncode,
        "stdout": done.stdout,
        "stderr": done.stderr,
        "check": check,
    }
    return Answer(data, status=Exit.DONE if done.ok else Exit.MEASUREMENT_FAILED)


def _words(check: TuningCheck) -> str:
    sure = sum(line.answer == "in effect" for line in check.lines)
    if not check.lines:
        return f"'{check.tuning}' on {check.mpi} {check.version}, not looked at"
    when = "known from before" if check.cached else f"looked at in {check.took_s:.1f} s"
    lines = f"{sure} of {plural(len(check.lines), 'line')} seen in effect"
    return f"'{check.tuning}': {lines} on {check.mpi} {check.version} ({when})"
