"""What others use of this machine's CPUs while a benchmark runs: of the time of all processes, that of foreign ones.

A process is our own when it has the mark of this benchmark in its environment, or no mark and a parent that is our own:
a launcher may hide the environment, and a process that died cannot be asked. Another benchmark beside it is foreign.
Kernel threads count for nobody: the links of a lab are work of the kernel.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from pathlib import Path

from msgspec import Struct

MARK = "BENCHMARK_OF_RANKWISE"
"""The variable that marks the processes of a benchmark."""
READS = "BENCHMARK_READS"
"""The variable that names the folder in which they note the files that they read (`reads/sitecustomize.py`)."""
MOST_CPUS = 0.2
"""Of others, on average: with more a benchmark cannot tell. Harmless services of a quiet machine use a tenth of it."""
MOST_STEAL = 0.05
"""Of this machine's time, by others on the same host."""
_TICKS = os.sysconf("SC_CLK_TCK")
_PROC = Path("/proc")
_KTHREADD = 2


class Load(Struct, frozen=True):
    """`others_cpus`: how many CPUs foreign processes used on average. `steal`: the share of this machine's time that
    its host gave to others."""

    others_cpus: float
    steal: float
    seconds: float

    @property
    def busy(self) -> bool:
        return self.others_cpus > MOST_CPUS or self.steal > MOST_STEAL

    def __str__(self) -> str:
        return f"others used {self.others_cpus:.2f} of {os.cpu_count()} CPUs, steal {self.steal:.1%}"


@dataclass(frozen=True)
class Times:
    """Of a process: its parent, ticks of its own, ticks of children that it has waited for."""

    parent: int
    own: int
    waited: int


@dataclass
class Meter:
    """Adds up what foreign processes use between samples; `mark` is the value of MARK of our own."""

    mark: str
    proc: Path = _PROC
    ours: set[int] = field(default_factory=lambda: {os.getpid()})
    _last: dict[int, Times] = field(default_factory=dict)
    _own: int = 0  # ticks of foreign processes that were seen
    _waited: dict[int, int] = field(
        default_factory=dict
    )  # of a process: of children that were not, or not to their end
    _begin_s: float = field(default_factory=time.monotonic)
    _begin_cpu: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        self._last = self._look()
        self._begin_cpu = self._steal()

    def sample(self) -> None:
        """To be called every second or so: a process that began and ended in between counts when its parent waits."""
        now = self._look()
        self._end(now)
        for pid, times in now.items():
            if pid not in self.ours:
                before = self._last.get(pid, Times(0, 0, 0))
                self._own += times.own - before.own
                self._waited[pid] = self._waited.get(pid, 0) + times.waited - before.waited
        self._last = now

    @property
    def ticks(self) -> int:
        """Of foreign processes so far. A child and its parent are not read at the same moment: what the parent waited
        for is balanced over all samples."""
        return self._own + sum(max(0, ticks) for ticks in self._waited.values())

    def load(self) -> Load:
        """Since the meter was made."""
        took_s = max(1e-9, time.monotonic() - self._begin_s)
        steal, total = (now - then for now, then in zip(self._steal(), self._begin_cpu, strict=True))
        return Load(self.ticks / _TICKS / took_s, steal / max(1, total), took_s)

    def _end(self, now: dict[int, Times]) -> None:
        """Takes from the nearest ancestor that still lives what is counted already of a process that ended, or is our
        own: it has waited for it, or for who did."""
        for pid, times in self._last.items():
            if pid not in now:
                heir = times.parent
                while heir in self._last and heir not in now:
                    heir = self._last[heir].parent
                self._waited[heir] = self._waited.get(heir, 0) - times.own - times.waited

    def _look(self) -> dict[int, Times]:
        """All processes but kernel threads; `ours` learns which are our own."""
        found: dict[int, Times] = {}
        for entry in self.proc.iterdir():
            if entry.name.isdigit() and (times := _times(entry)) and times.parent != _KTHREADD:
                found[int(entry.name)] = times
        self.ours -= self._last.keys() - found.keys()  # the number may be another one's next
        for pid in sorted(found.keys() - self._last.keys()):
            mark = self._mark_of(pid)
            if mark == self.mark or (not mark and found[pid].parent in self.ours):
                self.ours.add(pid)
        return found

    def _mark_of(self, pid: int) -> str:
        """Of the benchmark that it belongs to; empty where its environment tells none."""
        try:
            variables = (self.proc / str(pid) / "environ").read_bytes().split(b"\0")
        except OSError:
            return ""
        name = f"{MARK}=".encode()
        return next((each[len(name) :].decode(errors="replace") for each in variables if each.startswith(name)), "")

    def _steal(self) -> tuple[int, int]:
        """Ticks that the host gave to others, and all ticks, of all CPUs."""
        words = (self.proc / "stat").read_text().split("\n", 1)[0].split()[1:]
        ticks = [int(word) for word in words[:8]]
        return ticks[7], sum(ticks)


def _times(entry: Path) -> Times | None:
    try:
        words = (entry / "stat").read_text().rpartition(")")[2].split()
    except (OSError, UnicodeDecodeError):
        return None
    user, system, waited_user, waited_system = map(int, words[11:15])
    return Times(int(words[1]), user + system, waited_user + waited_system)
