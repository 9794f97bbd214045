"""Ranks that were ended by a signal while their launcher takes no notice.

Hydra's proxy of Intel MPI does not reap a rank that is killed before it joined the job. The other ranks then wait for
it, and the launcher never ends.
"""

from __future__ import annotations

import contextlib
import signal
import subprocess  # noqa: TID251  (its exception)
import time

from rankwise.core import proc
from rankwise.core.deadline import NEVER, Deadline
from rankwise.core.process import Job

_LOOK_S = 1.0
_DEAD_S = 5.0  # launchers that do notice end the job in less than a second
_FIRST_SIGNAL_STATUS = 128  # of a shell whose child was ended by a signal


def wait(job: Job, deadline: Deadline = NEVER) -> tuple[int, str]:
    """Waits for the end of a job: its exit status, and an empty text. Raises TimeoutError, and stops the job, when the
    deadline is over.

    Stops a job whose launcher has left a dead rank alone for 5 s: the status is then 128 + the rank's signal, and the
    text names the rank's process.
    """
    since: dict[int, float] = {}
    while True:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return job.popen.wait(_LOOK_S), ""
        if deadline.over:
            job.stop()
            raise TimeoutError
        dead, now = _unreaped(job), time.monotonic()
        since = {pid: since.get(pid, now) for pid in dead}
        for pid, begin_s in since.items():
            if now - begin_s >= _DEAD_S:
                job.stop()
                return _FIRST_SIGNAL_STATUS + dead[pid], (
                    f"process {pid}, a rank, was ended by {_name(dead[pid])}, and the launcher did not end the others"
                )


def _unreaped(job: Job) -> dict[int, int]:
    """Dead children of the job's launchers, which nobody has waited for, and the signal that ended each.

    Launchers are looked for only where something is dead: that reads the environment of every process, beside ranks.
    """
    dead: dict[int, tuple[int, int]] = {}
    for pid in proc.pids():
        with contextlib.suppress(IndexError, ValueError):
            fields = proc.stat(pid)
            if fields[0] == "Z" and (number := _signal(int(fields[-1]))):
                dead[pid] = int(fields[1]), number
    launchers = job.launchers() if dead else set()
    return {pid: number for pid, (parent, number) in dead.items() if parent in launchers}


def _signal(code: int) -> int:
    """The signal in a status of wait(2): of the process, or of what a shell waited for; 0 when there was none."""
    return code & 0x7F or max(0, (code >> 8) - _FIRST_SIGNAL_STATUS)


def _name(number: int) -> str:
    return signal.Signals(number).name if number in set(signal.Signals) else f"signal {number}"
