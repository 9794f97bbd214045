"""Where a suite's command line is measured: ranks that we launch, or the job in which a user's launcher has put us."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import Endpoint, LaunchSpec, Mpi, Place
from rankwise.measure.build import engine_for
from rankwise.measure.side import Side
from rankwise.mpis import catalog
from rankwise.mpis.catalog import choose_mpis
from rankwise.mpis.running_job import JoinedJob, JoinedLauncher, launched_by
from rankwise.placement.sides import make_sides, with_progress
from rankwise.placement.where import HERE, Where

_DISMISS_S = 60.0


@dataclass(frozen=True)
class SuiteRanks:
    """One side, its endpoints in rank order, and how often it can be launched where a launch was lost."""

    side: Side
    endpoints: tuple[Endpoint, ...]
    launches: int = 12


def launched(
    mpi: str,
    stack: ExitStack,
    phase: Callable[[str], None],
    *,
    where: Where = HERE,
    progress: str = "default",
) -> SuiteRanks:
    """Ranks of one MPI where the user names; `progress` async: with a progress
    thread in each.

    Raises UsageError where more than one side is asked for: a suite's text is of one.
    """
    if progress not in ("default", "async"):
        raise UsageError(
            "bad-progress",
            f"--progress {progress}: a suite's text is of one side",
            "ask twice, with --progress default and with --progress async",
        )
    mpis, _ = choose_mpis(mpi)
    if len(mpis) > 1:
        names = ", ".join(mpi.name for mpi in mpis)
        raise UsageError("several-mpis", f"a suite's text is of one MPI, not of {names}", "name one of them by --mpi")
    placement = stack.enter_context(where.placement())
    sides, _ = make_sides(mpis, placement, phase)
    sides, _ = with_progress(sides, progress)
    return SuiteRanks(sides[0], placement.endpoints)


def within_job(job: JoinedJob, mpi: str) -> SuiteRanks:
    """The ranks of the job that is there; only rank 0 calls it. Binding is the launcher's."""
    chosen = _mpi_of_job(mpi)
    program = str(engine_for(chosen))
    spec = LaunchSpec(places=tuple(Place(host=None, program=program) for _ in range(job.ranks)), bind=False)
    node = socket.gethostname()
    endpoints = tuple(Endpoint(id=f"rank {rank}", node=node if rank == 0 else "?") for rank in range(job.ranks))
    return SuiteRanks(Side(chosen.name, chosen, JoinedLauncher(), spec), endpoints, launches=1)


def dismiss(suite_ranks: SuiteRanks) -> None:
    """Ends a job in which rank 0 has nothing to measure: the other ranks wait for it in MPI_Init, and launchers let
    them. Rank 0 joins them and says that nothing comes."""
    if not isinstance(suite_ranks.side.launcher, JoinedLauncher):
        return
    program = suite_ranks.side.spec.places[0].program
    place = Place(host=None, program=program, args=("--plan", "/dev/null", "--results", "/dev/null"))
    launch = suite_ranks.side.launcher.command(suite_ranks.side.mpi, LaunchSpec(places=(place,), bind=False))
    process.run(launch.argv, timeout_s=_DISMISS_S, env=launch.env, inherits=launch.inherits)


def become_rank(memory: str, mpi: str) -> None:
    """Every rank but 0: this process becomes the engine, and waits for what rank 0 passes on. Does not return."""
    chosen = _mpi_of_job(mpi)
    program = str(engine_for(chosen))
    place = Place(host=None, program=program, args=("--memory", memory))
    launch = JoinedLauncher().command(chosen, LaunchSpec(places=(place,), bind=False))
    sys.stdout.flush()
    os.dup2(2, 1)  # what libraries print there is none of the suite's text
    # Of a job that is told to end, rank 0 ends the others, when what it has is kept. An engine that a signal ends takes
    # the job with it, and what rank 0 has is lost.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    process.become(launch.argv, launch.env)


def _mpi_of_job(wanted: str) -> Mpi:
    """The MPI that is named, or that started us; where nothing shows it, the preferred one."""
    if wanted:
        return catalog.find(wanted)
    usable = [mpi for mpi in catalog.find_all() if mpi.is_usable]
    owner = launched_by(usable)
    if owner is None and not usable:
        raise EnvironmentProblem("no-mpi", "no usable MPI was found", "RANKWISE_MPI names the one of this launcher")
    return owner or usable[0]
