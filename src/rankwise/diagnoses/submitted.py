"""What a launch line has in Slurm once it was started: whether that waits in the queue, and how it is cancelled."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from rankwise.core import process
from rankwise.core.process import Job
from rankwise.diagnoses.slurm_job import step_of

_COLUMNS: Final = "JobID:40,State:40,AllocSID:40,SubmitTime:40,Reason:200"
_ASK_S, _GONE_S, _POLL_S, _TELL_S = 20.0, 5.0, 0.5, 1.0
_CLOCKS_S: Final = 300.0  # munge refuses nodes whose clocks differ by more
_WAITS: Final = ("PENDING", "CONFIGURING")
_OVER: Final = "COMPLETING"


@dataclass(frozen=True)
class Waiting:
    """What Slurm has not started. `reason`: the word of `squeue`; empty for a step of a job that runs."""

    job: str
    reason: str = ""

    def __str__(self) -> str:
        if self.reason:
            return f"job {self.job} waits in Slurm's queue ({self.reason})"
        return f"a step of job {self.job} waits for what other steps of it have"


class Submitted:
    """The jobs that a started `srun` or `salloc` has submitted, or its step of the job around it.

    A job is known by the session that it was submitted from: each `Job` has one of its own.
    """

    def __init__(self, job: Job, argv: Sequence[str], environ: Mapping[str, str]) -> None:
        name = Path(argv[0]).name
        self._job, self._since_s = job, time.time() - _CLOCKS_S
        self._by_slurm = name in ("srun", "salloc") and all(map(shutil.which, ("squeue", "scancel")))
        self._around = environ.get("SLURM_JOB_ID", "") if name == "srun" else ""
        self._step = ""

    def waits(self, limit_s: float, tell: Callable[[str], None]) -> Waiting | None:
        """What still waits after `limit_s`; None as soon as nothing does. It is told when it waits for a second."""
        begin_s, told = time.monotonic(), ""
        while self._by_slurm and self._job.popen.poll() is None:
            waiting, known = self._look()
            since_s = time.monotonic() - begin_s
            if known and waiting is None:
                return None
            if since_s >= limit_s:
                return waiting
            if waiting and str(waiting) != told and since_s >= _TELL_S:
                told = str(waiting)
                tell(f"{told}: nothing has started yet; it is given {limit_s:.0f} s")
            time.sleep(min(_POLL_S, max(0.0, limit_s - since_s)))
        return None

    def cancel(self) -> None:
        """Ends what Slurm has of it still: a srun that was killed leaves its job until the job's time limit."""
        left = [job for job, state, _ in self._jobs() or () if state != _OVER]
        if left:
            process.run(["scancel", *left], timeout_s=_ASK_S)
        end_s = time.monotonic() + _GONE_S
        while self._step and time.monotonic() < end_s and process.printed("squeue", "-h", f"--steps={self._step}"):
            # It was asked to end before; and a node that is starting a step takes no signal for it yet.
            process.run(["scancel", "--signal=KILL", self._step], timeout_s=_ASK_S)
            time.sleep(_POLL_S)

    def _look(self) -> tuple[Waiting | None, bool]:
        """What waits, and whether that is known: srun takes a moment to submit."""
        if self._around:
            self._step = step_of(self._job.popen.pid)
            return (None, True) if self._step else (Waiting(self._around), True)
        jobs = self._jobs()
        if jobs is None:
            return None, True  # there is no Slurm to ask
        return next((Waiting(job, reason) for job, state, reason in jobs if state in _WAITS), None), bool(jobs)

    def _jobs(self) -> list[tuple[str, str, str]] | None:
        """Number, state and reason of each; None where Slurm does not answer."""
        if not self._by_slurm:
            return None
        words = ["squeue", "--noheader", f"--user={os.getuid()}", f"--Format={_COLUMNS}"]
        done = process.run(words, timeout_s=_ASK_S, env={**os.environ, "SLURM_TIME_FORMAT": "standard"})
        return list(self._own(done.stdout)) if done.ok else None

    def _own(self, text: str) -> Iterator[tuple[str, str, str]]:
        for line in text.splitlines():
            job, state, session, at, reason = (*line.split(maxsplit=4), *[""] * 5)[:5]
            if session == str(self._job.popen.pid) and _seconds(at) > self._since_s:
                yield job, state, reason.strip()


def _seconds(at: str) -> float:
    try:
        return datetime.fromisoformat(at).timestamp()
    except ValueError:
        return 0.0


@contextmanager
def submitted(job: Job, argv: Sequence[str], environ: Mapping[str, str]) -> Iterator[Submitted]:
    """Within it what a started line has in Slurm; at the end the line is ended, and what is left there cancelled."""
    slurm = Submitted(job, argv, environ)
    try:
        yield slurm
    finally:
        job.stop()
        if job.popen.returncode != 0:
            slurm.cancel()
