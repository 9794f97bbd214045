"""Threads of each rank, where the program has OpenMP: one, or as many as the rank's share of its host's cores."""

from __future__ import annotations

import os
import shutil
import socket
from collections import defaultdict
from collections.abc import Iterator

from rankwise.core import elf
from rankwise.placement.launch_words import programs_of
from rankwise.tuning.sources import placed
from rankwise.tuning.space import line
from rankwise.verbs.improve.case import Case, Offer

_KNOB = "env:OMP_NUM_THREADS"
_RUNTIMES = ("libgomp.so", "libomp.so", "libiomp5.so")


def why_not(case: Case) -> str:
    """Why the number of threads is left alone; empty where it may be asked."""
    if not (any(rank.threads for rank in case.ranks) or _linked_to_openmp(case)):
        return "the program is not linked to OpenMP, and OMP_NUM_THREADS is not set"
    if not share_of_cores(case):
        return "the short start did not show every rank's host"
    return ""


def offers(case: Case) -> Iterator[Offer]:
    """One thread, and a rank's share of the cores; where ranks are bound to fewer cores than that, also with what the
    MPI can change about the binding."""
    share = share_of_cores(case)
    now = {rank.threads for rank in case.ranks}  # 0: not set, and then a thread for each core that the rank may use
    bound_to = min((len(rank.cpus) for rank in case.ranks), default=share)
    for threads in sorted({1, share}):
        if now == {threads}:
            continue
        knobs = {_KNOB: str(threads)}
        yield _offer(f"{threads} each", knobs)
        if threads > bound_to:
            for binding in placed(case.mpi):
                yield _offer(f"{threads} each, {binding.name}", {**knobs, **binding.line.knobs})


def share_of_cores(case: Case) -> int:
    """Cores of a host over the ranks that are on it, where that is least; 0 where hosts are not known."""
    if not case.ranks or any(rank.number < 0 for rank in case.ranks):
        return 0
    cores: dict[str, set[int]] = defaultdict(set)
    ranks: dict[str, int] = defaultdict(int)
    for rank in case.ranks:
        cores[rank.host] |= set(rank.cpus)
        ranks[rank.host] += 1
        if rank.host == socket.gethostname():  # ranks may all be bound to less than the host has
            cores[rank.host] |= os.sched_getaffinity(0)
    return max(1, min(len(cores[host]) // ranks[host] for host in ranks))


def _linked_to_openmp(case: Case) -> bool:
    for words in programs_of(case.argv):
        path = shutil.which(words[0]) if words else None
        facts = elf.read(path) if path else None
        if facts and any(name.startswith(_RUNTIMES) for name in facts.needed):
            return True
    return False


def _offer(what: str, knobs: dict[str, str]) -> Offer:
    return Offer(
        what, line(knobs, why="threads of all ranks share the cores: too many wait for each other, too few idle")
    )
