"""How long a schedule takes by the map: messages that wait for none are a pattern, others are played through."""

from __future__ import annotations

import heapq
from collections import defaultdict

from rankwise.model.resources import Profile, time_of
from rankwise.optimise.schedules.network import ScheduleNetwork
from rankwise.optimise.schedules.steps import Schedule, Step

_LOCAL_BYTES_PER_S = 4e9
"""Copies and sums within a rank. It orders schedules that differ in nothing else."""


def predicted_s(schedule: Schedule, network: ScheduleNetwork, block_bytes: int) -> float:
    """Seconds until the last rank is done, for blocks of that size. Where no message waits for another one they are a
    pattern, whose time `time_of` gives. Else a message is through when its path is, and all that it shares with
    others, each of which serves one after the other. The schedule must have been checked."""
    if (sends := _pattern(schedule, block_bytes)) is not None:
        return time_of(sends, network.machine)
    return _Play(schedule, network, block_bytes / schedule.pieces).seconds()


def _pattern(schedule: Schedule, block_bytes: int) -> dict[tuple[int, int], Profile] | None:
    """What the ranks send each other, where no step that sends waits for one that receives; else None."""
    sends: dict[tuple[int, int], dict[int, float]] = {}
    for rank, steps in enumerate(schedule.ranks):
        waits = [False] * len(steps)
        for number, step in enumerate(steps):
            waits[number] = step.kind == "receive" or any(waits[other] for other in step.after)
            if step.kind == "receive":
                continue
            if waits[number] and step.kind in ("send", "reduce"):
                return None
            if step.kind == "send" and step.source is not None:
                size = round(block_bytes * step.source.count / schedule.pieces)
                sizes = sends.setdefault((rank, step.peer), {})
                sizes[size] = sizes.get(size, 0.0) + 1.0
    return {pair: tuple(sorted(sizes.items())) for pair, sizes in sends.items()}


class _Play:
    def __init__(self, schedule: Schedule, network: ScheduleNetwork, chunk_bytes: float) -> None:
        self.ranks, self.chunk_bytes = schedule.ranks, chunk_bytes
        self.latency, self.rate = network.latency_s.tolist(), network.rate_bytes_per_s.tolist()
        self.uses, self.capacities = network.uses.tolist(), network.machine.capacities.tolist()
        self.free: dict[tuple[int, int] | int, float] = defaultdict(float)
        self.call_s = network.machine.call_s
        self.busy = [0.0] * len(self.ranks)
        self.waits = [[len(step.after) + (step.kind == "receive") for step in steps] for steps in self.ranks]
        self.ready = [[0.0] * len(steps) for steps in self.ranks]
        self.dependents: list[dict[int, list[int]]] = []
        self.receives: dict[tuple[int, int, int], int] = {}
        for rank, steps in enumerate(self.ranks):
            waiting: dict[int, list[int]] = defaultdict(list)
            for number, step in enumerate(steps):
                for other in step.after:
                    waiting[other].append(number)
                if step.kind == "receive":
                    self.receives[step.peer, rank, step.tag] = number
            self.dependents.append(waiting)
        self.queue = [
            (0.0, number, rank)
            for rank, waits in enumerate(self.waits)
            for number, count in enumerate(waits)
            if not count
        ]
        heapq.heapify(self.queue)

    def seconds(self) -> float:
        """The end of the last step."""
        last = 0.0
        while self.queue:
            begin, number, rank = heapq.heappop(self.queue)
            step = self.ranks[rank][number]
            end = begin if step.kind == "receive" else self._act(begin, rank, step)
            last = max(last, end)
            for other in self.dependents[rank].get(number, ()):
                self._ended(rank, other, end)
        return last

    def _ended(self, rank: int, number: int, at: float) -> None:
        self.ready[rank][number] = max(self.ready[rank][number], at)
        self.waits[rank][number] -= 1
        if not self.waits[rank][number]:
            heapq.heappush(self.queue, (self.ready[rank][number], number, rank))

    def _act(self, begin: float, rank: int, step: Step) -> float:
        """When a step that is no receive has ended."""
        assert step.source is not None
        size = self.chunk_bytes * step.source.count
        begin = self.busy[rank] = max(begin, self.busy[rank]) + self.call_s
        if step.kind != "send":
            self.busy[rank] = begin + size / _LOCAL_BYTES_PER_S
            return self.busy[rank]
        peer, path = step.peer, (rank, step.peer)
        rates: dict[tuple[int, int] | int, float] = {path: self.rate[rank][peer]}
        rates |= {row: self.capacities[row] for row in self.uses[rank][peer] if row < len(self.capacities)}
        for name, most in rates.items():
            self.free[name] = max(begin, self.free[name]) + (size / most if most else float("inf"))
        end = max(self.free[name] for name in rates)
        self._ended(peer, self.receives[rank, peer, step.tag], end + self.latency[rank][peer])
        return end
