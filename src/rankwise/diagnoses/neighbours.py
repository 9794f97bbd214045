"""Ranks of other jobs on this node that are bound to CPUs: a job that gets the same ones waits for them."""

from __future__ import annotations

import os
from dataclasses import dataclass

from rankwise.core import proc
from rankwise.diagnoses.hung_job import ranks_here_of_all


@dataclass(frozen=True)
class Neighbour:
    """A rank of another job: its process, its program, and the CPUs that it may use."""

    pid: int
    number: int
    program: str
    cpus: tuple[int, ...]


def bound_neighbours() -> tuple[Neighbour, ...]:
    """Ranks on this node now that may not use every CPU which this process may."""
    mine = os.sched_getaffinity(0)
    known = []
    for pid, number in ranks_here_of_all():
        try:
            cpus = os.sched_getaffinity(pid)
        except OSError:
            continue
        if not cpus >= mine:
            known.append(Neighbour(pid, number, proc.read(pid, "comm").strip(), tuple(sorted(cpus))))
    return tuple(known)
