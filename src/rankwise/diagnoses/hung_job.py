"""A job that hangs now: which of its ranks are on this node, and in which call each of them stands."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from rankwise.core import proc
from rankwise.core.at_once import on_each
from rankwise.core.errors import UsageError
from rankwise.core.grouped import grouped
from rankwise.core.launchers import is_launcher
from rankwise.core.proc import environment
from rankwise.diagnoses.records import StandingRank
from rankwise.diagnoses.stacks import stack_of
from rankwise.mpis.rank_variables import SIZE, SLURM
from rankwise.mpis.running_job import rank_of
from rankwise.placement.launch_words import programs_of

_SAMPLE_S = 0.5
_AT_ONCE = 4
_STATES = {
    "R": "running",
    "S": "sleeping",
    "D": "waiting for a device",
    "T": "stopped",
    "t": "traced",
    "Z": "dead",
    "X": "dead",
}


def ranks_of_job(pid: int) -> list[int]:
    """The processes of a job that have loaded an MPI library: of the launcher with this number, or of the job that this
    process is a rank of. Raises UsageError when there is no such process, or no rank."""
    if not Path(f"/proc/{pid}").exists():
        raise UsageError(
            "no-process",
            f"there is no process {pid}, and no such job of Slurm",
            "`pgrep -af mpirun` shows launchers, `squeue --me` jobs",
        )
    children = grouped((parent, other) for other in proc.pids() if (parent := proc.parent(other)) is not None)
    everyone, todo = [], [_launcher_above(pid)]
    while todo:
        process_id = todo.pop()
        everyone.append(process_id)
        todo += children.get(process_id, [])
    ranks = [
        process_id
        for process_id in everyone
        if environment(process_id) and rank_of(environment(process_id)) is not None and _has_mpi(process_id)
    ]
    if not ranks:
        raise UsageError(
            "no-rank",
            f"process {pid} is not a rank of a job, and has none below it that loaded MPI",
            "name the launcher (mpirun) or a rank, as the same user",
        )
    return sorted(ranks)


def ranks_here_of_all() -> list[tuple[int, int]]:
    """Every process on this node that is a rank and has loaded MPI, with its rank; of those that this user may see."""
    known = []
    for pid in proc.pids():
        number = number_of(pid)
        if number is not None and _has_mpi(pid):
            known.append((pid, number))
    return sorted(known)


def ranks_here(which: str) -> list[int]:
    """The ranks on this node that have this NAME=VALUE in their environment, or run a program of that name; only those
    that this user may look at."""
    name, is_variable, value = which.partition("=")
    ranks = []
    for pid in proc.pids():
        environ = environment(pid)
        if not environ or _number(environ) is None or not _has_mpi(pid):
            continue
        if environ.get(name) == value if is_variable else which in _names(pid):
            ranks.append(pid)
    return sorted(ranks)


def programs_of_job(pid: int) -> list[str]:
    """Names of the programs that the launcher above a process, or it itself, starts as ranks."""
    words = proc.command(_launcher_above(pid))
    return [Path(part[0]).name for part in programs_of(words) if part] if words else []


def _names(pid: int) -> set[str]:
    return {Path(word).name for word in proc.command(pid)[:3] if word}


def _number(environ: Mapping[str, str]) -> int | None:
    """The rank that a launcher, or Slurm alone, has told."""
    told = rank_of(environ)
    own = environ.get("SLURM_PROCID", "")
    return told if told is not None or not own.isdecimal() else int(own)


def number_of(pid: int) -> int | None:
    """The rank that a process was told to be; None where it is none, or nobody may look."""
    return _number(environment(pid))


def stand(pids: Sequence[int]) -> list[StandingRank]:
    """Where each of these processes stands: its stack by gdb where that is installed and allowed, else what the kernel
    tells; and how much of a CPU it took meanwhile. In the order of ranks."""
    before = {pid: proc.cpu_s(proc.stat(pid)) for pid in pids}
    time.sleep(_SAMPLE_S)  # an interval to measure, not something to wait for
    used = {pid: max(0.0, proc.cpu_s(proc.stat(pid)) - before[pid]) / _SAMPLE_S for pid in pids}
    states = {pid: _state(pid) for pid in pids}  # before gdb stops it
    stacks = on_each(pids, stack_of, at_once=_AT_ONCE)
    ranks = []
    for pid in pids:
        environ = environment(pid)
        frames, call, caller, messages, on_world = stacks[pid]
        ranks.append(
            StandingRank(
                number=_number(environ) or 0,
                world=_world(environ),
                pid=pid,
                state=states[pid],
                cpu_share=used[pid],
                call=call,
                caller=caller or next((name for name in frames if name in ("main", "MAIN__")), ""),
                messages=messages,
                on_world=on_world,
                stack=tuple(frames),
                waits_in=_kernel(pid),
            )
        )
    return sorted(ranks, key=lambda rank: rank.number)


def _launcher_above(pid: int) -> int:
    """The launcher of the job that a process belongs to; the process itself where none is above it."""
    top, at = pid, pid
    while at > 1:
        if any(map(is_launcher, proc.command(at)[:1])):
            top = at
        above = proc.parent(at)
        if above is None:
            break
        at = above
    return top


def _has_mpi(pid: int) -> bool:
    # Launchers and daemons of Open MPI load PMIx and no libmpi.
    return re.search(r"/lib(mpi|mpich|mpi_abi)\.so", proc.read(pid, "maps")) is not None


def _world(environ: Mapping[str, str]) -> int:
    names = (*SIZE, SLURM.size[0])
    return next((int(environ[name]) for name in names if environ.get(name, "").isdecimal()), 0)


def _state(pid: int) -> str:
    letter = proc.state(pid)
    return _STATES.get(letter, letter)


def _kernel(pid: int) -> str:
    """What the kernel says that a process waits in; empty where it does not, or runs."""
    word = proc.read(pid, "wchan").strip()
    return "" if word == "0" else word
