"""A look at the ranks of a job on this node: their windows where they keep them, what the kernel tells of them, and
else samples of their stacks."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from rankwise.diagnoses.hung_job import number_of
from rankwise.diagnoses.stacks import place_of
from rankwise.tracing.window import WATCH, RankWindow, read_window

_NS, _AT_ONCE = 1e-9, 8
_TICKS = os.sysconf("SC_CLK_TCK")
_WINDOW = re.compile(r"\s(/\S+\.window)$", re.MULTILINE)


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
    """A rank at one moment. `in_mpi`: whether its stack was in a call of MPI, None where no stack was sampled.
    `unread`: why nothing is known of it."""

    number: int
    pid: int
    window: RankWindow | None = None
    kernel: Kernel | None = None
    in_mpi: bool | None = None
    call: str = ""
    unread: str = ""


def look(pids: Sequence[int], *, stacks: bool) -> list[Seen]:
    """Each process, in the order of ranks. With `stacks` those without a window are sampled, which stops each for a
    moment."""
    with ThreadPoolExecutor(_AT_ONCE) as pool:  # stacks of one moment, as far as that goes
        seen = pool.map(lambda pid: _seen(pid, stacks=stacks), pids)
    return sorted(seen, key=lambda rank: rank.number)


def _seen(pid: int, *, stacks: bool) -> Seen:
    number, window = number_of(pid) or 0, window_of(pid)
    if window is not None:
        return Seen(window.rank, pid, window, kernel_of(pid))
    if not Path(f"/proc/{pid}").exists():
        return Seen(number, pid, unread="it has ended")
    if stacks:
        return _sampled(pid, number)
    return Seen(number, pid, None, kernel_of(pid), unread="it keeps no window: was MPI_Finalize called?")


def _sampled(pid: int, number: int) -> Seen:
    frames, call = place_of(pid)
    if not frames:
        return Seen(number, pid, None, kernel_of(pid), unread="its stack cannot be read: is gdb here, and it yours?")
    return Seen(number, pid, None, kernel_of(pid), bool(call), call)


def window_of(pid: int) -> RankWindow | None:
    """The window that a process has mapped; None where there is none, or nobody may look."""
    try:
        maps = Path(f"/proc/{pid}/maps").read_text(errors="replace")
    except OSError:
        return None
    for path in dict.fromkeys(_WINDOW.findall(maps)):
        window = read_window(Path(path))
        if window is not None and window.pid == pid:
            return window
    return None


def keeps_windows(pids: Sequence[int]) -> bool:
    """Whether a rank was started with windows."""
    for pid in pids:
        try:
            if f"{WATCH}=".encode() in Path(f"/proc/{pid}/environ").read_bytes():
                return True
        except OSError:
            continue
    return False


def kernel_of(pid: int) -> Kernel | None:
    """What the kernel tells of a process; None where it is gone, or somebody else's."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        waited = Path(f"/proc/{pid}/schedstat").read_text().split()
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None
    swapped = re.search(r"^VmSwap:\s+(\d{1,15}) kB", status, re.MULTILINE)
    return Kernel(
        cpu=int(words[36]),
        cpu_s=(int(words[11]) + int(words[12])) / _TICKS,
        waited_s=int(waited[1]) * _NS if len(waited) > 1 else 0.0,
        major_faults=int(words[9]),
        swapped_bytes=int(swapped[1]) << 10 if swapped else 0,
    )


def neighbour(pid: int, cpu: int) -> str:
    """Another process that runs on this CPU now, in words; empty where none is seen."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal() or int(entry.name) == pid:
            continue
        try:
            text = (entry / "stat").read_text()
        except OSError:
            continue
        words = text.rpartition(")")[2].split()
        if words[0] == "R" and int(words[36]) == cpu:
            return f"{text.partition('(')[2].rpartition(')')[0]} (process {entry.name})"
    return ""
