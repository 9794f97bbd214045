"""One command to ranks that sleep, and what they say until all of them sleep again."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping

from rankwise.measure.frames import Done, Failed, Frame, Stuck
from rankwise.measure.ranks import Connection, Ranks

_LAST_WORD_S = 0.2  # a rank that MPI has failed waits 0.3 s before it ends the job


class RankDied(Exception):
    """A rank's connection has ended without a word."""

    def __init__(self, rank: int) -> None:
        super().__init__(f"rank {rank} died")
        self.rank = rank


class MpiFailed(Exception):
    """A call of MPI has failed on a rank."""

    def __init__(self, frame: Failed) -> None:
        super().__init__(frame.message)
        self.frame = frame


class Exchange:
    """`frames` is what was measured, `done` what each rank said at its end, `stuck` the ranks whose own watchdog ended
    them, `waiting` those that have not answered."""

    def __init__(self, ranks: Ranks, by_rank: Mapping[int, Connection], number: int, members: Iterable[int]) -> None:
        self.frames: list[Frame] = []
        self.done: dict[int, Done] = {}
        self.stuck: list[Stuck] = []
        self.waiting = set(members)
        self._ranks = ranks
        self._by_rank = by_rank
        self._number = number

    def send(self, line: str) -> None:
        """Raises RankDied."""
        # Where one rank passes on what all get, its connection is that of them all.
        for connection, rank in {
            id(self._by_rank[rank]): (self._by_rank[rank], rank) for rank in self.waiting
        }.values():
            try:
                connection.send(line)
            except OSError:
                raise RankDied(rank) from None

    def finish(self, deadline_s: float) -> None:
        """Waits until every rank has answered or is stuck, or for the deadline. Raises RankDied, MpiFailed."""
        while self.waiting:
            self._take_in(self._ranks.receive(deadline_s))
            if time.monotonic() > deadline_s:
                break

    def _take_in(self, events: list[tuple[Connection, Frame | None]]) -> None:
        """Notes how ranks stand, and keeps what they measured. A dead rank is the cause, and what MPI says of it on
        another rank the effect: it is told only where no rank has gone without a word. A kernel takes a dying
        process's memory before it closes its sockets, so a word of its end is waited for."""
        failures = [frame for _, frame in events if isinstance(frame, Failed) and frame.kind == "mpi"]
        end_s = time.monotonic() + _LAST_WORD_S if failures else 0.0
        while time.monotonic() < end_s and all(frame is not None for _, frame in events):
            events += self._ranks.receive(end_s)
        for connection, frame in events:
            if frame is None and connection.rank not in {failed.rank for failed in failures}:
                self._gone(connection)
            elif frame is not None and self._is_its_own(connection, frame):
                self._note(frame)
        if failures:
            raise MpiFailed(failures[0])

    def _is_its_own(self, connection: Connection, frame: Frame) -> bool:
        """Whether a connection speaks for its own rank, or for one of those that it passes on."""
        return not isinstance(frame, Done | Stuck | Failed) or self._by_rank.get(frame.rank) is connection

    def _note(self, frame: Frame) -> None:
        if isinstance(frame, Done) and frame.visit == self._number:
            self.waiting.discard(frame.rank)
            self.done[frame.rank] = frame
        elif isinstance(frame, Stuck):
            self.stuck.append(frame)
            self.waiting.discard(frame.rank)
        else:
            self.frames.append(frame)

    def _gone(self, connection: Connection) -> None:
        its = {rank for rank, own in self._by_rank.items() if own is connection} & self.waiting
        if not its:
            return
        if not self.stuck:
            raise RankDied(min(its))
        self.waiting -= its  # a rank that was stuck has ended the job: the others go with it
