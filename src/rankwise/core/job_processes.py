"""The processes of a job, which all have its token in their environment: found, ended, and what they leave removed."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Collection
from pathlib import Path

from rankwise.core import leftovers, proc

JOB_VARIABLE = "RANKWISE_JOB"
_LAUNCHERS_S = 1.0  # seen: 0.1 s
_END_S = 5.0
_LET_END_S = 30.0


class Marked:
    """All processes with a token, also those of daemons that a launcher made."""

    def __init__(self, token: str) -> None:
        self.token = token
        self._leftovers: set[str] = set()
        self._seen: set[int] = set()

    def pids(self) -> list[int]:
        """Living processes of this job; zombies are not living."""
        needle = f"{JOB_VARIABLE}={self.token}".encode()
        return [pid for pid, environment in proc.environments() if needle in environment.split(b"\0")]

    def launchers(self) -> set[int]:
        """Its living launchers, of Hydra."""
        return {pid for pid in self.pids() if _is_launcher(pid)}

    def note_leftovers(self) -> None:
        """Remembers the shared-memory files and session folders the job's processes hold now, to remove them later."""
        for pid in self.pids():
            self._seen.add(pid)
            self._leftovers.update(leftovers.held_by(pid))

    def end_first(self, programs: Collection[str]) -> None:
        """Ends the processes that run one of `programs` (absolute paths) before the rest, and notes what they hold.

        They are halted first: one that was killed while it runs could make one more shared-memory file between the
        look at what it holds and its end, and MPI libraries make theirs while they start.
        """
        chosen = [pid for pid in self.pids() if proc.program(pid) in programs]
        for signal_number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in chosen:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal_number)
            if signal_number == signal.SIGSTOP:
                deadline = time.monotonic() + 1.0
                while any(proc.state(pid) in "RSD" for pid in chosen) and time.monotonic() < deadline:
                    time.sleep(0.001)
                self.note_leftovers()

    def kill_rest(self) -> None:
        """Kills what is still alive of the job, launchers last, and removes its leftovers. Safe to call when it ended
        by itself."""
        begin_s = time.monotonic()
        while (alive := self.pids()) and (since_s := time.monotonic() - begin_s) < _END_S:
            for pid in alive:
                if since_s < _LAUNCHERS_S and _is_launcher(pid):
                    continue
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self._pause()
        self._bury()
        leftovers.remove(self._leftovers | leftovers.session_folders(self._seen))

    def wait_for_end(self) -> None:
        """Waits for the end of what is alive of the job, a while: a launcher that was killed ends before its ranks."""
        deadline = time.monotonic() + _LET_END_S
        while self.pids() and time.monotonic() < deadline:
            time.sleep(0.1)

    def _pause(self) -> None:
        time.sleep(0.05)

    def _bury(self) -> None:
        """Waits for what is a child of this process."""


def _is_launcher(pid: int) -> bool:
    return Path(proc.program(pid)).name in leftovers.HYDRA
