"""How long a schedule takes by the map: its steps are played through, and messages queue for paths and ports."""

from __future__ import annotations

import heapq
from collections import defaultdict

from rankwise.decide.schedules.network import Network
from rankwise.decide.schedules.steps import Schedule, Step

_LOCAL_BYTES_PER_S = 4e9
"""Copies and sums within a rank. It orders schedules that differ in nothing else."""
_CALL_S = 0.5e-6
"""What a step costs its rank beside the bytes."""


def predicted_s(schedule: Schedule, network: Network, block_bytes: int) -> float:
    """Seconds until the last rank is done, for blocks of that size. A message is through when its path and the ports of
    both ranks and nodes are, each of which serves one after the other. The schedule must have been checked."""
    return _Play(schedule, network, block_bytes / schedule.pieces).seconds()


class _Play:
    def __init__(self, schedule: Schedule, network: Network, chunk_bytes: float) -> None:
        self.ranks, self.chunk_bytes = schedule.ranks, chunk_bytes
        self.latency, self.rate, self.node = (
            network.latency_s.tolist(),
            network.rate_bytes_per_s.tolist(),
            network.adapter.tolist(),
        )
        self.port_rates = _ports(network)
        self.free: dict[tuple[str, int, int], float] = defaultdict(float)
        self.busy = [0.0] * len(self.ranks)
        self.waits = [[len(step.after) + (step.kind == "receive") for step in steps] for steps in self.ranks]
        self.ready = [[0.0] * len(steps) for steps in self.ranks]
        self.dependents: list[dict[int, list[int]]] = []
        self.receives: dict[tuple[int, int, int], int] = {}
        for rank, steps in enumerate(self.ranks):
            found: dict[int, list[int]] = defaultdict(list)
            for number, step in enumerate(steps):
                for other in step.after:
                    found[other].append(number)
                if step.kind == "receive":
                    self.receives[step.peer, rank, step.tag] = number
            self.dependents.append(found)
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
        begin = self.busy[rank] = max(begin, self.busy[rank]) + _CALL_S
        if step.kind != "send":
            self.busy[rank] = begin + size / _LOCAL_BYTES_PER_S
            return self.busy[rank]
        peer, (a, b) = step.peer, (self.node[rank], self.node[step.peer])
        uses = [("path", rank, peer), ("out", rank, 0), ("in", peer, 0)]
        if a != b:
            uses += [("node out", a, 0), ("node in", b, 0)]
        for name in uses:
            most = self.rate[rank][peer] if name[0] == "path" else self.port_rates[name]
            self.free[name] = max(begin, self.free[name]) + (size / most if most else float("inf"))
        end = max(self.free[name] for name in uses)
        self._ended(peer, self.receives[rank, peer, step.tag], end + self.latency[rank][peer])
        return end


def _ports(network: Network) -> dict[tuple[str, int, int], float]:
    rate, away = network.rate_bytes_per_s, network.rate_bytes_per_s * network.crosses()
    found: dict[tuple[str, int, int], float] = {}
    for rank in range(network.ranks):
        found["out", rank, 0], found["in", rank, 0] = float(rate[rank].max()), float(rate[:, rank].max())
    for node in range(int(network.adapter.max()) + 1):
        here = network.adapter == node
        found["node out", node, 0], found["node in", node, 0] = float(away[here].max()), float(away[:, here].max())
    return found
