"""The one door to other programs: run one to its end, or start a job and be sure to end all of it.

Every process started here carries `RANKWISE_JOB=<token>` in its environment, so a job's processes are found again
even when a launcher daemonised them, and nothing else is ever signalled.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import IO, NoReturn

from rankwise.core import group_leash, guard, leftovers
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.job_processes import JOB_VARIABLE, Marked
from rankwise.core.output import Output

SECRET_VARIABLE = "RANKWISE_SECRET"
"""Shows that a rank is of a launch: sent in environments, which other users cannot read, never in a command line."""
RELAY_TOKEN_VARIABLE = "RANKWISE_RELAY_TOKEN"
"""Lets a rank use the forwarders of its job."""
SECRETS = frozenset({SECRET_VARIABLE, RELAY_TOKEN_VARIABLE})
PIPE, DEVNULL = subprocess.PIPE, subprocess.DEVNULL
_GUARD = (sys.executable, "-m", guard.__name__)
_guard: IO[bytes] | None = None
"""The input of the guard, where one is on."""


@dataclass(frozen=True)
class Completed:
    """A program that ran to its end. `returncode` is negative for a signal, None when it was stopped at its limit."""

    argv: tuple[str, ...]
    returncode: int | None
    stdout: str
    stderr: str

    @property
    def ok(self) -> bool:
        return self.returncode == 0

    @property
    def last_line(self) -> str:
        """The last line that it printed."""
        return (self.stderr.strip() or self.stdout.strip() or "no answer").splitlines()[-1]

    def describe(self) -> str:
        """The command, how it ended and its last words, for an error message."""
        how = "was stopped at its time limit" if self.returncode is None else f"ended with status {self.returncode}"
        words = "\n".join((self.stderr.strip() or self.stdout.strip()).splitlines()[-12:])
        return f"`{shlex.join(self.argv)}` {how}" + (f":\n{words}" if words else "")


def run(
    argv: Sequence[str | os.PathLike[str]],
    *,
    timeout_s: float,
    env: Mapping[str, str] | None = None,
    cwd: str | os.PathLike[str] | None = None,
    input_text: str | None = None,
    input_bytes: bytes | None = None,
    inherits: Sequence[int] = (),
) -> Completed:
    """Runs a program to its end, or ends all of it after `timeout_s`. A bad status is not an exception.

    Raises EnvironmentProblem when the program cannot be started at all.
    """
    given = input_text.encode() if input_text is not None else input_bytes
    stdin = subprocess.PIPE if given is not None else subprocess.DEVNULL
    job = Job.start(argv, env=env, cwd=cwd, stdin=stdin, inherits=inherits)
    command = tuple(os.fspath(part) for part in argv)
    try:
        output = Output(job.popen, given)
    except BaseException:  # no thread can be started
        job.stop(grace_s=0.5)
        raise
    try:
        out, err = output.finish(timeout_s)
    except subprocess.TimeoutExpired:
        job.stop(grace_s=0.5)
        return Completed(command, None, *last_words(output))
    except BaseException:
        job.stop(grace_s=0.5)
        raise
    output.close()
    if job.popen.returncode != 0:
        job.kill_rest()  # a launcher that failed was seen to leave its daemons behind
    return Completed(command, job.popen.returncode, out, err)


def printed(
    program: str, *words: str | os.PathLike[str], timeout_s: float = 20.0, env: Mapping[str, str] | None = None
) -> str:
    """What a program of the PATH prints, also where it fails; empty where there is no such program."""
    file = shutil.which(program)
    return run([file, *words], timeout_s=timeout_s, env=env).stdout if file else ""


def build(
    argv: Sequence[str | os.PathLike[str]], *, timeout_s: float, env: Mapping[str, str] | None = None
) -> Completed:
    """As `run`, of a compiler: it and all that it started end when this process is killed, and remove their files."""
    (done,) = build_side_by_side([argv], timeout_s=timeout_s, env=env)
    return done


def build_side_by_side(
    commands: Sequence[Sequence[str | os.PathLike[str]]], *, timeout_s: float, env: Mapping[str, str] | None = None
) -> list[Completed]:
    """As `build`, of several compilers at once. None ends another."""
    leash = (sys.executable, "-I", group_leash.__file__, str(os.getpid()))
    jobs = list[Job]()
    try:
        for argv in commands:
            jobs.append(Job.start([*leash, *argv], env=env))
        ends = [job.let_end(timeout_s) for job in jobs]
    except BaseException:
        for job in jobs:
            job.stop(grace_s=0.5)
        raise
    for job, end in zip(jobs, ends, strict=True):
        if not end.ok:
            job.kill_rest()
    return [replace(end, argv=end.argv[len(leash) :]) for end in ends]


def become(argv: Sequence[str], env: Mapping[str, str]) -> NoReturn:
    """Replaces this program by another, which takes over its number and its open files."""
    try:
        os.execve(argv[0], list(argv), dict(env))
    except OSError as error:
        raise _cannot_start(argv[0], error) from error


def become_cleanly(argv: Sequence[str], env: Mapping[str, str]) -> NoReturn:
    """As `become`, of a launcher on PATH. What its job leaves in /dev/shm and /tmp when it is killed is removed by a
    guard, which sleeps until then. Where no guard can be started it runs without one."""
    token = secrets.token_hex(8)
    reader, writer = os.pipe()
    with contextlib.suppress(OSError):
        _start_apart(reader)
    os.close(reader)
    with contextlib.suppress(OSError):  # there is no guard
        os.write(writer, f"{json.dumps(sorted(leftovers.present()))}\n{guard.AFTER}{token}\n".encode())
        os.set_inheritable(writer, True)  # its input ends with the last process of the job
    try:
        os.execvpe(argv[0], list(argv), {**env, JOB_VARIABLE: token})
    except OSError as error:
        raise _cannot_start(argv[0], error) from error


def _cannot_start(program: str, error: OSError | ValueError) -> EnvironmentProblem:
    why = error.strerror if isinstance(error, OSError) else error
    return EnvironmentProblem("cannot-start", f"cannot start `{program}`: {why}", "is it installed and executable?")


def _start_apart(reader: int) -> None:
    """Starts a guard that is no child of this program, whose successor may wait for all of its children; and does not
    wait until it has loaded. Raises OSError where no process can be made."""
    kept = signal.pthread_sigmask(signal.SIG_BLOCK, guard.OUTLIVED)  # a child that Ctrl-C ends would end as the tool
    try:
        child = os.fork()
        for number in guard.OUTLIVED if not child else ():
            signal.signal(number, signal.SIG_IGN)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, kept)
    if child:
        os.waitpid(child, 0)
        return
    try:
        subprocess.Popen(_GUARD, stdin=reader, stdout=DEVNULL, stderr=DEVNULL, cwd="/")
    finally:
        os._exit(0)


@contextlib.contextmanager
def guarded() -> Iterator[None]:
    """Jobs started within end when this process is killed, and what they leave in /dev/shm and /tmp is removed.

    For programs that are not ours. Where no guard can be started they run without one.
    """
    global _guard  # noqa: PLW0603  (jobs are started far from the verb that knows what they are)
    if _guard is not None:
        yield
        return
    try:
        guard_process = subprocess.Popen(
            _GUARD,
            stdin=PIPE,
            stdout=DEVNULL,
            stderr=DEVNULL,
            cwd="/",
            start_new_session=True,
        )
    except OSError:
        yield
        return
    _guard = guard_process.stdin
    _tell_guard(json.dumps(sorted(leftovers.present())))
    try:
        yield
    finally:
        _tell_guard(guard.DONE)
        _guard = None
        with contextlib.suppress(OSError):
            guard_process.communicate()


def _tell_guard(line: str) -> None:
    if _guard is not None:
        with contextlib.suppress(OSError):  # somebody ended it
            _guard.write(line.encode() + b"\n")
            _guard.flush()


class Job(Marked):
    """A started program and everything it starts."""

    def __init__(self, popen: subprocess.Popen[bytes], token: str) -> None:
        super().__init__(token)
        self.popen = popen
        self._seen.add(popen.pid)

    @classmethod
    def start(
        cls,
        argv: Sequence[str | os.PathLike[str]],
        *,
        env: Mapping[str, str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        stdin: int | IO[bytes] = subprocess.DEVNULL,
        stdout: int | IO[bytes] = subprocess.PIPE,
        stderr: int | IO[bytes] = subprocess.PIPE,
        inherits: Sequence[int] = (),
    ) -> Job:
        """Starts a program in a session of its own, so that a Ctrl-C at the terminal reaches only rankwise.

        `inherits` are open files, by number, that it has as well.
        """
        token = secrets.token_hex(8)
        _tell_guard(token)
        environment = {**(os.environ if env is None else env), JOB_VARIABLE: token}
        command = [os.fspath(part) for part in argv]
        try:
            popen = subprocess.Popen(
                command,
                env=environment,
                cwd=cwd,
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                start_new_session=True,
                pass_fds=tuple(inherits),
            )
        except (OSError, ValueError) as error:  # a ValueError is of a word with a NUL
            raise _cannot_start(command[0], error) from error
        return cls(popen, token)

    def let_end(self, limit_s: float) -> Completed:
        """Closes the program's input and waits for its end; ends it after `limit_s`. To be called once."""
        command = tuple(map(str, self.popen.args))  # type: ignore[arg-type]
        output = Output(self.popen, b"" if self.popen.stdin else None)
        try:
            out, err = output.finish(limit_s)
        except subprocess.TimeoutExpired:
            self.stop(grace_s=0.5)
            return Completed(command, None, *last_words(output))
        output.close()
        return Completed(command, self.popen.returncode, out, err)

    def stop(self, grace_s: float = 3.0) -> None:
        """Ends the whole job: asks the launcher first, kills whatever is left, removes its leftovers."""
        self.note_leftovers()
        if self.popen.poll() is None:
            self.popen.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.popen.wait(grace_s)
        self.kill_rest()

    def _pause(self) -> None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.popen.wait(0.05)

    def _bury(self) -> None:
        if self.popen.poll() is None:
            self.popen.kill()
            self.popen.wait()


def last_words(output: Output) -> tuple[str, str]:
    """What was printed by a program that was ended, and by those it left, which may still hold its output open."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        return output.finish(1.0)
    return output.texts()
