"""The one door to other programs: run one to its end, or start a job and be sure to end all of it.

Every process started here carries `RANKWISE_JOB=<token>` in its environment, so a job's processes are found again
even when a launcher daemonised them, and nothing else is ever signalled.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, NoReturn

from rankwise.core import group_leash
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.output import Output

JOB_VARIABLE = "RANKWISE_JOB"
SECRET_VARIABLE = "RANKWISE_SECRET"
"""Shows that a rank is of a launch: sent in environments, which other users cannot read, never in a command line."""
RELAY_TOKEN_VARIABLE = "RANKWISE_RELAY_TOKEN"
"""Lets a rank use the forwarders of its job."""
SECRETS = frozenset({SECRET_VARIABLE, RELAY_TOKEN_VARIABLE})
PIPE, DEVNULL = subprocess.PIPE, subprocess.DEVNULL
# As seen in /dev/shm under running jobs of Open MPI 5 (vader: Open MPI 4), MPICH 5, Intel MPI 2021, UCX and PSM3.
MPI_SEGMENT = re.compile(r"(?:vader_segment\.|sm_segment\.|mpich_|Intel_MPI_|ucx_shm_posix_|psm3_shm\.)")
_LAUNCHERS = ("mpiexec", "mpiexec.hydra", "hydra_pmi_proxy")
"""Programs that remove their own files (/tmp/hydra_hwloc_xmlfile_*) when their ranks are gone; nobody else can find
these, for nothing holds them open."""
_LAUNCHERS_S = 1.0  # seen: 0.1 s
_LEFTOVER = re.compile(r"^(?:/dev/shm/.+|/tmp/(?:ompi|prte|pmix|openmpi|mpich|impi|hydra_hwloc_xmlfile_)[^/]*)")


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
        return Completed(command, None, *_last(output))
    except BaseException:
        job.stop(grace_s=0.5)
        raise
    output.close()
    if job.popen.returncode != 0:
        job.kill_rest()  # a launcher that failed was seen to leave its daemons behind
    return Completed(command, job.popen.returncode, out, err)


def build(
    argv: Sequence[str | os.PathLike[str]], *, timeout_s: float, env: Mapping[str, str] | None = None
) -> Completed:
    """As `run`, of a compiler: it and all that it started end when this process is killed, and remove their files."""
    leash = (sys.executable, "-I", group_leash.__file__, str(os.getpid()))
    done = run([*leash, *argv], timeout_s=timeout_s, env=env)
    return replace(done, argv=done.argv[len(leash) :])


def become(argv: Sequence[str], env: Mapping[str, str]) -> NoReturn:
    """Replaces this program by another, which takes over its number and its open files."""
    try:
        os.execve(argv[0], list(argv), dict(env))
    except OSError as error:
        raise EnvironmentProblem(
            "cannot-start", f"cannot start `{argv[0]}`: {error.strerror}", "is it installed and executable?"
        ) from error


def shared_memory() -> frozenset[str]:
    """The files of shared memory that there are now, for `sweep`."""
    return frozenset(os.listdir("/dev/shm")) if os.path.isdir("/dev/shm") else frozenset()


def sweep(before: frozenset[str]) -> None:
    """Removes this user's files of shared memory that are named like an MPI's, new since `before` and that no living
    process holds: what an MPI leaves that was ended before it could clean up."""
    new = {f"/dev/shm/{name}" for name in shared_memory() - before if MPI_SEGMENT.match(name)}
    held = {path for pid, _ in _environments() for path in _held_files(pid)} if new else set()
    for path in new - held:
        with contextlib.suppress(OSError):
            if os.stat(path).st_uid == os.geteuid():
                os.unlink(path)


class Job:
    """A started program and everything it starts."""

    def __init__(self, popen: subprocess.Popen[bytes], token: str) -> None:
        self.popen = popen
        self.token = token
        self._leftovers: set[str] = set()
        self._seen = {popen.pid}

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
        except OSError as error:
            raise EnvironmentProblem(
                "cannot-start", f"cannot start `{command[0]}`: {error.strerror}", "is it installed and executable?"
            ) from error
        return cls(popen, token)

    def pids(self) -> list[int]:
        """Living processes of this job, found by its token; zombies are not living."""
        needle = f"{JOB_VARIABLE}={self.token}".encode()
        return [pid for pid, environment in _environments() if needle in environment.split(b"\0")]

    def launchers(self) -> set[int]:
        """Its living launchers, of Hydra."""
        return {pid for pid in self.pids() if Path(_executable(pid)).name in _LAUNCHERS}

    def note_leftovers(self) -> None:
        """Remembers the shared-memory files and session folders the job's processes hold now, to remove them later."""
        for pid in self.pids():
            self._seen.add(pid)
            self._leftovers.update(_held_files(pid))

    def end_first(self, programs: Collection[str]) -> None:
        """Ends the processes that run one of `programs` (absolute paths) before the rest, and notes what they hold.

        They are halted first: one that was killed while it runs could make one more shared-memory file between the
        look at what it holds and its end, and MPI libraries make theirs while they start.
        """
        chosen = [pid for pid in self.pids() if _executable(pid) in programs]
        for signal_number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in chosen:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal_number)
            if signal_number == signal.SIGSTOP:
                deadline = time.monotonic() + 1.0
                while any(_state(pid) in "RSD" for pid in chosen) and time.monotonic() < deadline:
                    time.sleep(0.001)
                self.note_leftovers()

    def let_end(self, limit_s: float) -> Completed:
        """Closes the program's input and waits for its end; ends it after `limit_s`. To be called once."""
        command = tuple(map(str, self.popen.args))  # type: ignore[arg-type]
        output = Output(self.popen, b"" if self.popen.stdin else None)
        try:
            out, err = output.finish(limit_s)
        except subprocess.TimeoutExpired:
            self.stop(grace_s=0.5)
            return Completed(command, None, *_last(output))
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

    def kill_rest(self) -> None:
        """Kills what is still alive of the job, launchers last, and removes its leftovers. Safe to call when it ended
        by itself."""
        begin_s = time.monotonic()
        while (alive := self.pids()) and (since_s := time.monotonic() - begin_s) < 5.0:
            for pid in alive:
                if since_s < _LAUNCHERS_S and Path(_executable(pid)).name in _LAUNCHERS:
                    continue
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.popen.wait(0.05)
        if self.popen.poll() is None:
            self.popen.kill()
            self.popen.wait()
        self._remove_leftovers()

    def _remove_leftovers(self) -> None:
        self._leftovers |= _session_folders(self._seen)
        in_use = {path for pid, _ in _environments() for path in _held_files(pid)} if self._leftovers else set()
        for path in self._leftovers - in_use:
            with contextlib.suppress(OSError):
                if os.path.isdir(path):
                    shutil.rmtree(path)
                else:
                    os.unlink(path)


def _session_folders(pids: Collection[int]) -> set[str]:
    """Folders of Open MPI's launchers, named by their process, that dead ones of these processes left."""
    places = {f"{base}/ompi.{pid}" for base in ("/tmp", os.environ.get("TMPDIR", "/tmp")) for pid in pids}
    found = set()
    for path in places:
        with contextlib.suppress(OSError):
            if os.lstat(path).st_uid == os.geteuid() and _state(int(path.rpartition(".")[2])) in "XZ":
                found.add(path)
    return found


def _executable(pid: int) -> str:
    try:
        return os.readlink(f"/proc/{pid}/exe")
    except OSError:
        return ""


def _state(pid: int) -> str:
    """R, S, D ... of proc(5), or X for a process that is not there."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return "X"


def _environments() -> Iterator[tuple[int, bytes]]:
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                environment = Path(entry.path, "environ").read_bytes()
                if environment:
                    yield int(entry.name), environment


def _held_files(pid: int) -> set[str]:
    held: set[str] = set()
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/maps").read_text(errors="replace").splitlines():
            path = line.split(maxsplit=5)[-1].removesuffix(" (deleted)")
            if match := _LEFTOVER.match(path):
                held.add(match[0])
    with contextlib.suppress(OSError):
        for entry in os.scandir(f"/proc/{pid}/fd"):
            with contextlib.suppress(OSError):
                if match := _LEFTOVER.match(os.readlink(entry.path)):
                    held.add(match[0])
    return held


def _last(output: Output) -> tuple[str, str]:
    """What was printed by a program that was ended, and by those it left, which may still hold its output open."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        return output.finish(1.0)
    return output.texts()
