"""Programs that hang in known ways: does `rankwise doctor --hung` name the call of each rank, and who is to blame?"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.goals import Goal, Report, share_goal
from rankwise.core import leftovers
from rankwise.core.process import Job
from rankwise.core.records import Mpi
from rankwise.mpis import catalog
from rankwise.verbs.doctor import doctor

_SOURCE = Path(__file__).with_name("hangs.c")
_LIMIT_S = 60.0
_RANKS, _QUICK = 3, 4


@dataclass(frozen=True)
class Hang:
    """Where each rank stands (empty: not in MPI), and who keeps the others waiting (nobody alone: empty)."""

    calls: tuple[str, str, str]
    guilty: frozenset[int] = frozenset()


def _all(call: str) -> Hang:
    return Hang((call, call, call))


def _one(call: str, rank: int) -> Hang:
    """All in `call` but this rank, which is elsewhere and not in MPI."""
    calls = [call] * _RANKS
    calls[rank] = ""
    return Hang((calls[0], calls[1], calls[2]), frozenset((rank,)))


HANGS: dict[str, Hang] = {
    "tags": _all("MPI_Recv"),
    "source": _all("MPI_Recv"),
    "communicator": _all("MPI_Recv"),
    "ssend-ring": _all("MPI_Ssend"),
    "large-send-ring": _all("MPI_Send"),
    "wait-receive": _all("MPI_Wait"),
    "probe": _all("MPI_Probe"),
    "sendrecv": _all("MPI_Sendrecv"),
    "barrier-loop": _one("MPI_Barrier", 1),
    "bcast-root-loop": _one("MPI_Bcast", 0),
    "allreduce-input": _one("MPI_Allreduce", 2),
    "gather-root-loop": _one("MPI_Gather", 0),
    "alltoall-input": _one("MPI_Alltoall", 0),
    "scatter-loop": _one("MPI_Scatter", 0),
    "barrier-receive": Hang(("MPI_Barrier", "MPI_Recv", "MPI_Barrier")),
    "allgather-receive": Hang(("MPI_Allgather", "MPI_Allgather", "MPI_Recv")),
    "reduce-barrier": Hang(("MPI_Allreduce", "MPI_Barrier", "MPI_Barrier")),
    "two-communicators": _all("MPI_Barrier"),
    "roots": _all("MPI_Bcast"),
    "stopped": Hang(("MPI_Barrier", "MPI_Barrier", "MPI_Barrier"), frozenset((1,))),
}


def doctor_hang(quick: bool) -> Report:
    """Twenty programs, three ranks each, on the first MPI that has a compiler wrapper."""
    mpi = next((found for found in catalog.find_all() if found.compiler and found.launcher), None)
    if mpi is None or shutil.which("gdb") is None:
        return Report("", (Goal("programs that hang", "needs an MPI with a compiler, and gdb", ">= 18 of 20", None),))
    names = list(HANGS)[:_QUICK] if quick else list(HANGS)
    rows = []
    with tempfile.TemporaryDirectory(prefix="rankwise-", dir="/var/tmp") as folder:
        app = Path(folder) / "hangs"
        library = Path(mpi.library or "").parent
        line = [str(mpi.compiler), "-g", "-O1", str(_SOURCE), "-o", str(app), f"-Wl,-rpath,{library}"]
        subprocess.run(line, check=True, env={**os.environ, **mpi.env}, capture_output=True)
        for name in names:
            place = Path(folder) / name
            place.mkdir()
            wrong = _wrong(mpi, app, name, place)
            if wrong:
                rows.append((name, wrong))
    right = len(names) - len(rows)
    return Report(
        method=f"{len(names)} programs of three ranks of {mpi.name} {mpi.version} that hang, looked at by gdb",
        goals=(
            share_goal(
                "call of each rank, and who is to blame", right, len(names), ">= 18 of 20", right >= 0.9 * len(names)
            ),
        ),
        header=("missed", "told"),
        rows=tuple(rows),
    )


def _wrong(mpi: Mpi, app: Path, name: str, place: Path) -> str:
    """What is told wrongly of one program; empty when all is right."""
    expected = HANGS[name]
    allowed = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    env = {**os.environ, **mpi.env, **allowed, "PRTE_MCA_rmaps_default_mapping_policy": ":OVERSUBSCRIBE"}
    before = leftovers.present()
    job = Job.start([str(mpi.launcher), "-n", str(_RANKS), str(app), name, str(place)], env=env)
    try:
        end_s = time.monotonic() + _LIMIT_S
        while len(list(place.glob("ready.*"))) < _RANKS:
            if time.monotonic() > end_s or job.popen.poll() is not None:
                return "did not start"
            time.sleep(0.05)
        time.sleep(1.0)  # from the file to the call
        if name == "stopped":
            victim = doctor(hung=job.popen.pid, out=place).standing[1].pid
            os.kill(victim, signal.SIGSTOP)
        told = doctor(hung=job.popen.pid, out=place)
        if name == "stopped":
            os.kill(victim, signal.SIGCONT)
    finally:
        job.stop(grace_s=0.5)
        job.popen.communicate()
        leftovers.sweep(before)
    calls = tuple(rank.call for rank in told.standing)
    found = next((finding for finding in told.findings if finding.id == "hang"), None)
    guilty = {int(word.removeprefix("rank ")) for word in found.affects} if found else set()
    if calls != expected.calls or (expected.guilty and guilty != expected.guilty) or found is None:
        return f"{calls}, blamed {sorted(guilty)}: {found.title if found else 'no finding'}"
    return ""
