"""A job that a user's own launcher has started: which rank of it this process is, by which MPI, and how it goes on.

`mpirun -n 4 PROGRAM` starts PROGRAM four times. Rank 0's stays, and starts the engine as its child with the launcher's
environment; every other becomes the engine. The engines find each other as any MPI program's processes do.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rankwise.core import proc
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.records import Launch, LaunchSpec, Mpi
from rankwise.mpis.blocks import library_path
from rankwise.mpis.families import FAMILIES
from rankwise.mpis.rank_variables import RANK, SIZE, SLURM


@dataclass(frozen=True)
class JoinedJob:
    """The job that this process is a rank of."""

    rank: int
    ranks: int


def joined(environ: Mapping[str, str] = os.environ) -> JoinedJob | None:
    """The job, by what the launcher has set; None where no launcher has.

    Raises EnvironmentProblem when a launcher tells the rank and not how many there are.
    """
    rank = rank_of(environ)
    if rank is None:
        return None
    ranks = next((environ[name] for name in (*SIZE, *SLURM.size) if environ.get(name, "").isdecimal()), None)
    if ranks is None:
        raise EnvironmentProblem(
            "no-job-size",
            "a launcher has started this as a rank, and says nowhere of how many",
            "start it by itself: it launches its ranks with --ranks",
        )
    return JoinedJob(rank, int(ranks))


def rank_of(environ: Mapping[str, str]) -> int | None:
    """The rank that a launcher has told to a process with this environment; None where none has."""
    rank = next((environ[name] for name in RANK if environ.get(name, "").isdecimal()), None)
    return None if rank is None else int(rank)


def launched_by(mpis: Sequence[Mpi]) -> Mpi | None:
    """Which of the MPIs has started this process: the one whose launcher's daemon is above it, or else the first whose
    launcher alone sets such variables as are here; None when nothing shows it."""
    for program in _ancestors():
        able = [mpi for mpi in mpis if FAMILIES[mpi.family].daemons.fullmatch(program.name)]
        near = [mpi for mpi in able if program.is_relative_to(Path(mpi.prefix).resolve())]
        if near:
            return max(near, key=lambda mpi: len(mpi.prefix))
    for mpi in mpis:
        own = FAMILIES[mpi.family].own_variables
        if own and any(name.startswith(own) for name in os.environ):
            return mpi
    return None


def _ancestors() -> Iterator[Path]:
    pid = os.getppid()
    while pid > 1:
        try:
            yield Path(f"/proc/{pid}/exe").resolve()
        except OSError:
            return
        pid = proc.parent(pid) or 0


class JoinedLauncher:
    """Starts the engine of this one rank inside the job that is there."""

    def command(self, mpi: Mpi, spec: LaunchSpec) -> Launch:
        """The engine of the first place, as a rank of the surrounding job; it passes on what it is told."""
        place = spec.places[0]
        env = {**os.environ, **mpi.env, **spec.env}
        if mpi.library:
            env["LD_LIBRARY_PATH"] = library_path(str(Path(mpi.library).parent), {**os.environ, **env})
        relay = () if "--describe" in place.args else ("--relay",)
        return Launch(argv=(place.program, *place.args, *relay), env=env, inherits=_open_channel(env))


def _open_channel(env: Mapping[str, str]) -> tuple[int, ...]:
    """The open file through which Hydra talks to its ranks."""
    number = env.get("PMI_FD", "")
    if not number.isdecimal():
        return ()
    try:
        os.fstat(int(number))
    except OSError:
        return ()
    return (int(number),)
