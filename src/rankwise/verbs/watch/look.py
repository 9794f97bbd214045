"""A look at the ranks of a job on this node: their windows where they keep them, what the kernel tells of them, and
else samples of their stacks."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rankwise.core import proc
from rankwise.core.at_once import on_each
from rankwise.core.proc import environment
from rankwise.core.words import Text
from rankwise.diagnoses.hung_job import number_of
from rankwise.diagnoses.stacks import call_in, place_of
from rankwise.diagnoses.unwind import Stacks
from rankwise.mpis.rank_variables import SIZE, SLURM
from rankwise.tracing.window import WATCH, RankWindow, read_window

_NS, _AT_ONCE = 1e-9, 8
_WINDOW = re.compile(r"\s(/\S+\.window)$", re.MULTILINE)
_WAITED_S = 0.01  # for a CPU since the look before, from which on it is asked who runs there
ENDED = "it has ended"
STUCK = "it waits for a device or a file system"


@dataclass(frozen=True)
class Kernel:
    """What the kernel tells of a process: the CPU on which it was last, seconds on a CPU and of waiting for one, pages
    read from a disk, bytes swapped out."""

    cpu: int
    cpu_s: float
    waited_s: float
    major_faults: int
    swapped_bytes: int


@dataclass(frozen=True)
class Seen:
    """A rank at one moment. `world`: ranks of its job, 0 where that is not known; `step`: of Slurm. `sampled`: its
    stack was asked for, for it keeps no window; `in_mpi`: whether that was in a call of MPI, None where it cannot be
    seen; `by_gdb`: gdb had to look, which takes a CPU for a tenth of a second. `sites`: object and offset of the
    addresses from which it calls. `beside`: what runs on the CPU that it waits for. `unread`: why nothing is known of
    it."""

    number: int
    pid: int
    host: Text = ""
    world: int = 0
    step: Text = ""
    window: RankWindow | None = None
    kernel: Kernel | None = None
    sampled: bool = False
    in_mpi: bool | None = None
    by_gdb: bool = False
    call: Text = ""
    sites: Mapping[int, tuple[Text, int]] = field(default_factory=dict)
    beside: Text = ""
    unread: Text = ""


class Node:
    """The ranks of a job on this node, look after look. Ranks are sampled by their stacks, which stops each for a
    moment, where none was started with a window."""

    def __init__(self) -> None:
        self._sampled: bool | None = None  # not known before a rank is there
        self._stacks = Stacks()
        self._waited_s: dict[int, float] = {}
        self._sites: dict[int, dict[int, tuple[str, int]]] = {}

    def look(self, pids: Sequence[int]) -> list[Seen]:
        """Each process, in the order of ranks."""
        if self._sampled is None and pids:
            self._sampled = not any(WATCH in environment(pid) for pid in pids)
        ranks = self._samples(pids) if self._sampled else [_seen(pid) for pid in pids]
        waits = {rank.pid for rank in ranks if rank.window and self._waits(rank.pid, rank.kernel)}
        running = _running() if waits else {}
        told = [self._with_sites(rank, running if rank.pid in waits else {}) for rank in ranks]
        return sorted(told, key=lambda rank: rank.number)

    def _samples(self, pids: Sequence[int]) -> list[Seen]:
        """The ranks by their stacks; gdb looks where those cannot be told without it."""
        # Stacks of one moment, as far as that goes: while one is stopped the others come to wait for it, so that the
        # first would seem to be late if it were always the same.
        order = random.sample(pids, len(pids))
        stuck = {pid for pid in order if proc.state(pid) == "D"}  # it would not stop to be looked at
        stacks = {pid: None if pid in stuck else self._stacks.frames(pid) for pid in order}
        blind = [pid for pid in order if not stacks[pid] and pid not in stuck and Path(f"/proc/{pid}").exists()]
        by_gdb = on_each(blind, place_of, at_once=_AT_ONCE)
        ranks = [_sampled(pid, stacks[pid], by_gdb.get(pid)) for pid in order]
        return [replace(rank, unread=STUCK) if rank.pid in stuck and rank.sampled else rank for rank in ranks]

    def _waits(self, pid: int, kernel: Kernel | None) -> bool:
        """Whether it waited for a CPU since the look before."""
        if kernel is None:
            return False
        before_s = self._waited_s.get(pid, kernel.waited_s)
        self._waited_s[pid] = kernel.waited_s
        return kernel.waited_s - before_s > _WAITED_S

    def _with_sites(self, rank: Seen, running: Mapping[int, Mapping[int, str]]) -> Seen:
        if rank.window is None:
            return rank
        known = self._sites.setdefault(rank.pid, {})
        if fresh := {event.address for event in rank.window.events.values() if event.address} - known.keys():
            known |= _sites(rank.pid, fresh)
        on_cpu = running.get(rank.kernel.cpu, {}) if rank.kernel else {}
        beside = next((words for pid, words in on_cpu.items() if pid != rank.pid), "")
        return replace(rank, sites=dict(known), beside=beside)


def _seen(pid: int) -> Seen:
    """A rank of a job that was started with windows."""
    window = window_of(pid)
    if window is None:
        rank = _rank(pid)
        return rank if rank.unread else replace(rank, unread="it keeps no window: was MPI_Finalize called?")
    step = environment(pid).get("SLURM_STEP_ID", "")
    return Seen(window.rank, pid, os.uname().nodename, window.world, step, window, kernel_of(pid))


def _sampled(pid: int, frames: Sequence[tuple[str, str]] | None, by_gdb: tuple[list[str], str] | None) -> Seen:
    """A rank that keeps no window, by its stack."""
    rank = _rank(pid)
    if rank.unread:
        return rank
    names, call = by_gdb or ([name for name, _ in frames or ()], call_in(frames or ())[0])
    if not names:
        return replace(rank, sampled=True, unread="its stack cannot be read: is it yours, and gdb here?")
    return replace(rank, sampled=True, in_mpi=bool(call), by_gdb=by_gdb is not None, call=call)


def _rank(pid: int) -> Seen:
    """What its environment and the kernel tell of it."""
    host, number, environ = os.uname().nodename, number_of(pid) or 0, environment(pid)
    if not Path(f"/proc/{pid}").exists():
        return Seen(number, pid, host, unread=ENDED)
    sizes = (environ.get(name, "") for name in (*SIZE, *SLURM.size))
    world = next((int(size) for size in sizes if size.isdecimal()), 0)
    return Seen(number, pid, host, world, environ.get("SLURM_STEP_ID", ""), kernel=kernel_of(pid))


def window_of(pid: int) -> RankWindow | None:
    """The window that a process has mapped; None where there is none, or nobody may look."""
    for path in dict.fromkeys(_WINDOW.findall(proc.read(pid, "maps"))):
        window = read_window(Path(path))
        if window is not None and window.pid == pid:
            return window
    return None


def kernel_of(pid: int) -> Kernel | None:
    """What the kernel tells of a process; None where it is gone, or somebody else's."""
    words, waited, status = proc.stat(pid), proc.read(pid, "schedstat").split(), proc.read(pid, "status")
    if not words or not status:
        return None
    swapped = re.search(r"^VmSwap:\s+(\d{1,15}) kB", status, re.MULTILINE)
    return Kernel(
        cpu=int(words[36]),
        cpu_s=proc.cpu_s(words),
        waited_s=int(waited[1]) * _NS if len(waited) > 1 else 0.0,
        major_faults=int(words[9]),
        swapped_bytes=int(swapped[1]) << 10 if swapped else 0,
    )


def _running() -> dict[int, dict[int, str]]:
    """The processes that run now, in words, by their CPU."""
    running: dict[int, dict[int, str]] = {}
    for pid in proc.pids():
        words = proc.stat(pid)
        if words[:1] == ["R"]:
            name = proc.read(pid, "comm").strip()
            running.setdefault(int(words[36]), {})[pid] = f"{name} (process {pid})"
    return running


def _sites(pid: int, addresses: set[int]) -> dict[int, tuple[str, int]]:
    """In which object of a process each address lies, and where there; an empty name where that is not known."""
    maps = proc.read(pid, "maps")
    sites: dict[int, tuple[str, int]] = dict.fromkeys(addresses, ("", 0))
    for line in maps.splitlines():
        words = line.split(None, 5)
        low, _, high = words[0].partition("-")
        if len(words) == 6:
            inside = [address for address in addresses if int(low, 16) <= address < int(high, 16)]
            sites |= {address: (words[5], address - _base(maps, words[5])) for address in inside}
    return sites


def _base(maps: str, file: str) -> int:
    """What the loader added to the addresses of a file; 0 for a program with fixed ones."""
    try:
        with Path(file).open("rb") as program:
            kind = program.read(18)[16:18]
    except OSError:
        return 0
    if kind == b"\2\0":  # ET_EXEC
        return 0
    return min(int(line.partition("-")[0], 16) for line in maps.splitlines() if line.endswith(file))
