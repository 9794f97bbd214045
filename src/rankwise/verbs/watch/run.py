"""Looks at a job, one that is started or one that runs, until it ends."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from rankwise.core import leftovers, process
from rankwise.core.errors import UsageError
from rankwise.core.process import Job
from rankwise.core.records import Mpi
from rankwise.diagnoses.hung_job import ranks_of_job
from rankwise.diagnoses.records import Watched, WatchedRank
from rankwise.model.lateness import ALARMS_PER_HOUR
from rankwise.mpis import catalog
from rankwise.placement.launch_words import check_program
from rankwise.placement.program import with_settings
from rankwise.placement.program_mpi import fortran_layers, mpi_of
from rankwise.tracing.library import tracing
from rankwise.tracing.window import WATCH
from rankwise.verbs.watch.judge import Judge
from rankwise.verbs.watch.look import Kernel, Seen, keeps_windows, look
from rankwise.verbs.watch.reason import reason, site

_MEMORY = Path("/dev/shm")


def running(pid: int, every_s: float, *, once: bool = False) -> Iterator[Watched]:
    """The job of a process at each look until it ends, the last time with `ended`; with `once` at one look.

    Raises UsageError for what is no job.
    """
    pids = ranks_of_job(pid)
    state = _Watch(f"process {pid}", windows=keeps_windows(pids))
    while True:
        # A rank that has ended is told as such; a job of which none is left has.
        left = [pid for pid in pids if Path(f"/proc/{pid}").exists()]
        told = state.look(pids, ended=not left)
        yield told
        if not left or once:
            return
        time.sleep(every_s)  # an interval to measure, not something to wait for


def started(argv: Sequence[str], every_s: float, *, quiet_output: bool = False) -> Iterator[Watched]:
    """The job of a launch line at each look until it ends, the last time with `ended`. Raises UsageError for what is no
    program."""
    check_program(argv)
    with kept_windows(argv, os.environ, mpi_of(argv)) as (line, env):
        sys.stdout.flush()
        before = leftovers.present()
        stdin = process.DEVNULL if os.isatty(0) else 0
        job = Job.start(line, env=env, stdin=stdin, stdout=2 if quiet_output else 1, stderr=2)
        state = _Watch(shlex.join(argv), windows=True)
        pids: Sequence[int] = ()
        try:
            while job.popen.poll() is None:
                pids = _ranks(job.popen.pid) or pids
                yield state.look(pids)
                _rest(job, every_s)
        finally:
            if job.popen.poll() is None:
                job.stop()
            if job.popen.returncode:
                job.kill_rest()
                leftovers.sweep(before)
        yield state.look((), ended=True, status=job.popen.returncode)


def whose(argv: Sequence[str], name: str = "") -> Mpi:
    """The MPI of a launch line, or of this name. Raises as `catalog.find` and `mpi_of`."""
    return catalog.find(name) if name else mpi_of(argv)


@contextmanager
def kept_windows(argv: Sequence[str], env: Mapping[str, str], mpi: Mpi) -> Iterator[tuple[list[str], dict[str, str]]]:
    """Within it a launch line and an environment with which its ranks keep windows, for who watches them later."""
    with watching_folder() as folder, TemporaryDirectory(prefix="rankwise-trace-") as traces:
        added = tracing(mpi, Path(traces), layers=fortran_layers(argv)) | {WATCH: str(folder)}
        yield with_settings(argv, env, added, mpi)


@contextmanager
def watching_folder() -> Iterator[Path]:
    """A folder in the node's memory for the windows of ranks; it goes at the end."""
    place = str(_MEMORY) if os.access(_MEMORY, os.W_OK) else None
    with TemporaryDirectory(prefix="rankwise-watch-", dir=place, ignore_cleanup_errors=True) as name:
        yield Path(name)


def _rest(job: Job, seconds: float) -> None:
    """Waits for the end of the job, so long at most."""
    end_s = time.monotonic() + seconds
    while job.popen.poll() is None and (left_s := end_s - time.monotonic()) > 0:
        time.sleep(min(0.1, left_s))


def _ranks(pid: int) -> Sequence[int]:
    try:
        return ranks_of_job(pid)
    except UsageError:  # none has called MPI_Init yet
        return ()


class _Watch:
    """The looks at one job."""

    def __init__(self, job: str, *, windows: bool) -> None:
        self.job, self.windows = job, windows
        self.judge = Judge()
        self.numbers: dict[int, int] = {}
        self.began_s = time.monotonic()
        self.kernel: list[tuple[float, dict[int, Kernel]]] = []
        self.told: tuple[WatchedRank, ...] = ()

    def look(self, pids: Sequence[int], *, ended: bool = False, status: int | None = None) -> Watched:
        """The job now; at its end what was told last."""
        if not ended:
            ranks = self._numbered(look(pids, stacks=not self.windows))
            self.judge.see(ranks)
            self._remember(ranks)
            self.told = self._ranks(ranks)
        return Watched(
            job=self.job,
            how="windows" if self.windows else "stacks",
            world=max(self.judge.ranks, len(self.told)),
            seconds=time.monotonic() - self.began_s,
            ranks=self.told,
            alarms_per_hour=ALARMS_PER_HOUR,
            ended=ended,
            status=status,
            notes=()
            if self.windows
            else ("ranks keep no window, so their stacks are sampled, which stops each a moment",),
        )

    def _numbered(self, ranks: Sequence[Seen]) -> list[Seen]:
        """The ranks by the numbers that they had before: a process that ends tells none any more."""
        self.numbers |= {rank.pid: rank.number for rank in ranks if rank.window is not None}
        known = [replace(rank, number=self.numbers.get(rank.pid, rank.number)) for rank in ranks]
        return sorted(known, key=lambda rank: rank.number)

    def _remember(self, ranks: Sequence[Seen]) -> None:
        facts = {rank.number: rank.kernel for rank in ranks if rank.kernel is not None}
        self.kernel = [*self.kernel, (time.monotonic(), facts)][-30:]

    def _ranks(self, ranks: Sequence[Seen]) -> tuple[WatchedRank, ...]:
        shares, late = self.judge.late_share(), self.judge.late()
        (first_s, before), (last_s, now) = self.kernel[0], self.kernel[-1]
        return tuple(
            WatchedRank(
                number=rank.number,
                host=rank.window.host if rank.window else os.uname().nodename,
                pid=rank.pid,
                cpu=rank.kernel.cpu if rank.kernel else None,
                call=f"MPI_{rank.window.inside}" if rank.window and rank.window.inside else rank.call,
                calls_per_s=self.judge.mean("calls", rank.number),
                bytes_per_s=self.judge.mean("bytes", rank.number),
                inside_share=self.judge.mean("inside_s", rank.number),
                last_share=self.judge.last_share(rank.number),
                causes_share=self.judge.mean("caused_s", rank.number),
                late_share=shares.get(rank.number, 0.0),
                late=rank.number in late,
                site=site(self.judge, rank) if rank.number in late else "",
                reason=reason(self.judge, rank, before, now, last_s - first_s) if rank.number in late else "",
                unread=rank.unread,
            )
            for rank in ranks
        )
