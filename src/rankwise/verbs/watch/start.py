"""Starts a job whose ranks keep windows, for who watches them meanwhile or later."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from rankwise.core import leftovers, process
from rankwise.core.errors import UsageError
from rankwise.core.process import Job
from rankwise.core.records import Mpi
from rankwise.diagnoses.hung_job import ranks_of_job
from rankwise.diagnoses.records import Watched
from rankwise.diagnoses.slurm_job import job_of, step_of, take_away
from rankwise.mpis import catalog
from rankwise.placement.launch_words import check_program
from rankwise.placement.program_abi import with_settings
from rankwise.placement.program_mpi import fortran_layers, mpi_of
from rankwise.tracing.fetch import own_folder
from rankwise.tracing.library import tracing
from rankwise.tracing.window import OWN, WATCH
from rankwise.verbs.watch.nodes import Nodes
from rankwise.verbs.watch.run import Elsewhere, Here, Watch

_MEMORY = Path("/dev/shm")


def started(
    argv: Sequence[str], every_s: float, elsewhere: Elsewhere, *, quiet_output: bool = False
) -> Iterator[Watched]:
    """The job of a launch line at each look until it ends, the last time with `ended`. Raises UsageError for what is no
    program."""
    check_program(argv)
    by_srun = Path(argv[0]).name == "srun"
    with ExitStack() as stack:
        apart = by_srun or bool(elsewhere.hosts)
        line, env = stack.enter_context(kept_windows(argv, os.environ, mpi_of(argv), apart=apart))
        which = [f"{name}={env[name]}" for name in (WATCH, OWN) if name in env]
        sys.stdout.flush()
        before = leftovers.present()
        stdin = process.DEVNULL if os.isatty(0) else 0
        job = Job.start(line, env=env, stdin=stdin, stdout=2 if quiet_output else 1, stderr=2)
        ranks: Here | Nodes | None = None
        state = Watch(shlex.join(argv))
        try:
            while job.popen.poll() is None:
                if ranks is None:
                    if elsewhere.hosts:
                        ranks = elsewhere.readers(which, every_s)
                    elif not by_srun:
                        ranks = Here(lambda: _ranks(job.popen.pid))
                    elif slurm := job_of(step_of(job.popen.pid)):
                        ranks = Nodes(slurm.nodes, slurm.agent, which, every_s, runs=lambda: False)
                    if ranks:
                        stack.enter_context(closing(ranks))
                yield state.look(ranks.look(), ranks.silent) if ranks else state.look([])
                _rest(job, every_s)
        finally:
            if job.popen.poll() is None:
                job.stop()
            if job.popen.returncode:
                job.kill_rest()
                leftovers.sweep(before)
        yield state.look([], ended=True, status=job.popen.returncode)


def whose(argv: Sequence[str], name: str = "") -> Mpi:
    """The MPI of a launch line, or of this name. Raises as `catalog.find` and `mpi_of`."""
    return catalog.find(name) if name else mpi_of(argv)


@contextmanager
def kept_windows(
    argv: Sequence[str], env: Mapping[str, str], mpi: Mpi, *, apart: bool = False
) -> Iterator[tuple[list[str], dict[str, str]]]:
    """Within it a launch line and an environment with which its ranks keep windows, for who watches them later.
    `apart`: also on nodes that see no folder of this one, where a reader takes away what they leave; those of an
    allocation of Slurm always do."""
    steps = Path(argv[0]).name == "srun" and "SLURM_JOB_NODELIST" in env
    with watching_folder() as folder, TemporaryDirectory(prefix="rankwise-trace-") as traces, own_folder() as own:
        layers = fortran_layers(argv)
        added = tracing(mpi, Path(traces), own=own if apart or steps else "", layers=layers) | {WATCH: str(folder)}
        try:
            yield with_settings(argv, env, added, mpi)
        finally:
            if steps:
                take_away(env["SLURM_JOB_NODELIST"], own, str(folder))


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
