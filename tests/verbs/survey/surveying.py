"""A survey in a process of its own, as a user starts it: watched from outside, disturbed, and asked what it left."""

from __future__ import annotations

import json
import os
import secrets
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from builders import paused

FIRST_VISIT = "rankwise.measure.session:Session.visits"
RANKWISE = Path(sys.executable).with_name("rankwise")
LIMIT_S = 240.0  # of a wait for an event that must come; generous, because machines may be busy


class Surveying:
    """A running `rankwise survey --json`, or another command that measures. Every process that it starts is known by a
    token in its environment."""

    def __init__(
        self,
        out: Path,
        *args: str,
        env: dict[str, str] | None = None,
        before: tuple[str, ...] = (),
        command: str = "survey",
        pause: str = "",
    ) -> None:
        self.out = out
        self._token = f"SURVEYING={secrets.token_hex(8)}"
        # Short, because the path of a socket is; of its own, so that what is left there was left by this survey.
        self.temporary = Path(tempfile.mkdtemp(prefix="rw-", dir="/tmp"))
        self._log = (self.temporary.with_suffix(".out"), self.temporary.with_suffix(".err"))
        name, value = self._token.split("=")
        self._fifos: Path | None = None
        program = [str(RANKWISE)]
        if pause:
            self._fifos = Path(tempfile.mkdtemp(prefix="rw-", dir="/tmp"))
            for fifo in ("reached", "go-on"):
                os.mkfifo(self._fifos / fifo)
            program = [sys.executable, paused.__file__, pause, str(self._fifos)]
        with self._log[0].open("wb") as stdout, self._log[1].open("wb") as stderr:
            self.popen = subprocess.Popen(
                [*before, *program, command, "--json", "--out", str(out), *args],
                env={**os.environ, name: value, "TMPDIR": str(self.temporary), **(env or {})},
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                cwd=self.temporary.parent,
            )

    def until(self, happened: Callable[[], bool]) -> None:
        """Waits for an event of the running survey."""
        end_s = time.monotonic() + LIMIT_S
        while not happened():
            assert self.popen.poll() is None, f"ended with {self.popen.returncode} before: {self.errors}"
            assert time.monotonic() < end_s, f"did not happen: {self.errors}"
            time.sleep(0.01)

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Within it the command stands after the first call of `pause`: what happens there happens in its first launch,
        however busy the machine is."""
        assert self._fifos is not None, "give `pause`"
        (self._fifos / "reached").read_text()
        yield
        (self._fifos / "go-on").write_text("")

    def measuring(self) -> bool:
        """Whether visits have been stored."""
        return visits_in(self.out) > 0

    def end(self) -> int:
        """The exit status."""
        return self.popen.wait(LIMIT_S)

    def processes(self) -> list[int]:
        """Every living process of this survey, itself included."""
        return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit() and self._owns(entry)]

    def engines(self) -> list[int]:
        """The ranks."""
        return [pid for pid in self.processes() if _program(pid) == "rankwise-engine"]

    def shared_memory(self) -> set[Path]:
        """Files in /dev/shm that ranks have mapped now."""
        found: set[Path] = set()
        for pid in self.engines():
            words = _read(Path(f"/proc/{pid}/maps")).split()
            found |= {Path(word.decode()) for word in words if word.startswith(b"/dev/shm/")}
        return found

    def gone(self) -> bool:
        """Whether every process has ended."""
        return not self.processes()

    @property
    def left(self) -> list[str]:
        """What stands in its folder for temporary files."""
        return sorted(path.name for path in self.temporary.iterdir())

    @property
    def answer(self) -> dict[str, Any]:
        """The envelope on standard output."""
        text = self._log[0].read_text()
        assert text, self.errors
        found: dict[str, Any] = json.loads(text)
        return found

    @property
    def errors(self) -> str:
        return self._log[1].read_text(errors="replace")

    def clean(self) -> None:
        """Ends what is left, whatever a test came to."""
        for pid in self.processes():
            os.kill(pid, signal.SIGKILL)
        self.popen.wait()
        shutil.rmtree(self.temporary, ignore_errors=True)
        if self._fifos is not None:
            shutil.rmtree(self._fifos, ignore_errors=True)
        for log in self._log:
            log.unlink(missing_ok=True)

    def _owns(self, entry: Path) -> bool:
        return self._token.encode() in _read(entry / "environ").split(b"\0")


@contextmanager
def surveying(
    out: Path,
    *args: str,
    env: dict[str, str] | None = None,
    before: tuple[str, ...] = (),
    command: str = "survey",
    pause: str = "",
) -> Iterator[Surveying]:
    """A survey, or another command, that is ended when the test is over."""
    survey = Surveying(out, *args, env=env, before=before, command=command, pause=pause)
    try:
        yield survey
    finally:
        survey.clean()


def visits_in(out: Path) -> int:
    """Blocks of visits in a store."""
    try:
        with sqlite3.connect(f"file:{out / 'rankwise.db'}?mode=ro", uri=True, timeout=10.0) as connection:
            return int(connection.execute("SELECT COUNT(*) FROM blocks").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def kill(pid: int) -> None:
    """Kills a process and waits until it has ended."""
    handle = os.pidfd_open(pid)
    os.kill(pid, signal.SIGKILL)
    assert select.select([handle], [], [], LIMIT_S)[0]
    os.close(handle)


def wait_until(happened: Callable[[], bool]) -> None:
    """Waits for an event that needs no survey."""
    end_s = time.monotonic() + LIMIT_S
    while not happened():
        assert time.monotonic() < end_s, "did not happen"
        time.sleep(0.01)


def _program(pid: int) -> str:
    return Path(_read(Path(f"/proc/{pid}/cmdline")).split(b"\0")[0].decode()).name


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
