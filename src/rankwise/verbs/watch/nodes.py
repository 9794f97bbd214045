"""The ranks of a job on several nodes: a reader on each, started by a launch agent, and what it told last."""

from __future__ import annotations

import os
import shlex
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import msgspec

from rankwise.core.errors import EnvironmentProblem
from rankwise.core.plain import plain
from rankwise.core.process import Job
from rankwise.core.reach import to_host
from rankwise.preloads.trace.layout import SECONDS
from rankwise.tracing.window import RankWindow
from rankwise.verbs.watch.look import Seen

MARK: Final = b"RANKWISE-WATCH "
_LONGEST: Final = 256 << 20  # bytes of a line
_FIRST_S: Final = 60.0  # for the first word of a node
_SILENT_S: Final = 30.0  # then
_GRACE_S: Final = 5.0
_MOST, _WIDTH = 4, 200


@dataclass(frozen=True)
class Told:
    """A look at a node's ranks, `at_s` of its monotonic clock. `ended`: all of them have."""

    at_s: float
    ranks: list[Seen]
    ended: bool = False


class Nodes:
    """Readers on these hosts; on this one without the agent. `which` ranks: those with these NAME=VALUE in their
    environment, or of a program of that name. `runs`: whether the job does, for one whose end ends its readers too.
    """

    def __init__(
        self,
        hosts: Sequence[str],
        agent: str,
        which: Sequence[str],
        every_s: float,
        runs: Callable[[], bool] = lambda: True,
    ) -> None:
        self._runs = runs
        self._first_s = time.monotonic() + _FIRST_S
        words = shlex.join([sys.executable, "-m", "rankwise.verbs.watch.here", str(every_s), *which])
        self._readers: list[_Reader] = []
        self._counted: dict[str, int] = {}
        try:
            for host in hosts:
                line = ["sh", "-c", words] if _is_here(host) else to_host(agent, host, words)
                self._readers.append(_Reader(host, line, max(_SILENT_S, 3 * every_s)))
        except BaseException:
            self.close()
            raise

    def look(self) -> list[Seen]:
        """All ranks as they were told last, in their order; a node that is silent tells none. Samples of stacks are
        given once, when each node has told new ones. The first look waits for the first word of each node.

        Raises EnvironmentProblem where no node tells anything, and the job goes on.
        """
        for reader in self._readers:
            reader.told.wait(max(0.0, self._first_s - time.monotonic()))
        if not any(reader.is_alive() or reader.ended for reader in self._readers) and self._runs():
            why = "; ".join(f"{name}: {words}" for name, words in list(self.silent.items())[:_MOST])
            raise EnvironmentProblem(
                "no-answer",
                f"no node says where ranks of the job run: {why}",
                "nodes need this Python at the same path, and to be reached: see --agent",
            )
        speaking = [reader for reader in self._readers if not reader.silent]
        counts = {reader.name: reader.count for reader in speaking if reader.ranks and not reader.ended}
        fresh = all(count > self._counted.get(name, 0) for name, count in counts.items())
        self._counted |= counts if fresh else {}
        ranks = sorted((rank for reader in speaking for rank in reader.ranks.values()), key=lambda rank: rank.number)
        return ranks if fresh else [replace(rank, in_mpi=None) for rank in ranks]

    @property
    def silent(self) -> dict[str, str]:
        """Why nodes tell nothing."""
        return {reader.name: reader.silent for reader in self._readers if reader.silent}

    @property
    def ended(self) -> bool:
        """Whether ranks of some node have ended, and nobody tells of others."""
        alive = [reader for reader in self._readers if reader.is_alive()]
        begun = any(reader.ended for reader in self._readers) or not alive
        return begun and not any(reader.ranks and not reader.silent for reader in alive)

    def close(self) -> None:
        """Ends the readers."""
        for reader in self._readers:
            reader.job.popen.terminate()
        for reader in self._readers:
            reader.job.stop(grace_s=_GRACE_S)
            reader.join(_GRACE_S)  # what an agent left behind may hold its output open


def _is_here(host: str) -> bool:
    return host.partition(".")[0] == os.uname().nodename.partition(".")[0]


class _Reader(threading.Thread):
    """What a node tells, as it comes."""

    def __init__(self, name: str, line: Sequence[str], silent_s: float) -> None:
        super().__init__(daemon=True)
        self.name, self._silent_s = name, silent_s
        self.told = threading.Event()
        self.ranks: Mapping[int, Seen] = {}
        self._shift_s: int | None = None
        self._last_s = time.monotonic()
        self.ended, self.count = False, 0
        self._wrong = ""
        self._words = "no answer"
        end, given = os.pipe()
        self._said = os.fdopen(end, "rb")
        try:
            self.job = Job.start(line, stdout=given, stderr=given)
        finally:
            os.close(given)
        self.start()

    def run(self) -> None:
        """Until it ends."""
        try:
            for line in iter(partial(self._said.readline, _LONGEST), b""):
                if line.startswith(MARK):
                    self._keep(msgspec.json.decode(line[len(MARK) :], type=Told))
                    if self.ended:
                        return
                elif words := plain(line.decode(errors="replace").strip()):
                    self._words = words[:_WIDTH]
        except msgspec.DecodeError:
            self._wrong = "its answer cannot be read"
        finally:
            self._said.close()
            self.told.set()

    @property
    def silent(self) -> str:
        """Why it tells nothing; empty where it does, and where all of its ranks have ended."""
        if self._wrong or self.ended:
            return self._wrong
        if not self.is_alive():
            return self._words
        quiet_s = time.monotonic() - self._last_s
        if not self.told.is_set():
            return f"no answer in {quiet_s:.0f} s"
        return f"no word for {quiet_s:.0f} s" if quiet_s > self._silent_s else ""

    def _keep(self, told: Told) -> None:
        """Seconds of the node become seconds of this host: those at which its first word came."""
        now_s = time.monotonic()
        if self._shift_s is None:
            self._shift_s = round(now_s - told.at_s)
        ranks = {rank.pid: self._joined(rank) for rank in told.ranks}
        self.ranks, self.ended, self._last_s = ranks, told.ended, now_s
        self.count += 1
        self.told.set()

    def _joined(self, rank: Seen) -> Seen:
        rank = replace(rank, host=self.name)
        if rank.window is None:
            return rank
        before = self.ranks.get(rank.pid)
        return replace(rank, window=joined(before.window if before else None, rank.window, self._shift_s or 0))


def joined(before: RankWindow | None, news: RankWindow, shift_s: int) -> RankWindow:
    """The window of a rank with its news, whose clock is so much behind; without what is older than a window."""
    seconds = {number + shift_s: second for number, second in news.seconds.items()}
    events = {
        key: replace(
            event,
            began_s=event.began_s + shift_s,
            ended_s=event.ended_s + shift_s,
            since_s=None if event.since_s is None else event.since_s + shift_s,
        )
        for key, event in news.events.items()
    }
    if before is not None:
        seconds, events = {**before.seconds, **seconds}, {**before.events, **events}
    oldest = max(seconds, default=0) - SECONDS
    return replace(
        news,
        seconds={number: second for number, second in seconds.items() if number > oldest},
        events={key: event for key, event in events.items() if event.ended_s > oldest},
    )
