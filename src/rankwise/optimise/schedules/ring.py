"""Chunks go round a ring of ranks that follow each other on fast paths."""

from __future__ import annotations

from rankwise.optimise.schedules.network import ScheduleNetwork
from rankwise.optimise.schedules.steps import Collective
from rankwise.optimise.schedules.ways import Parents, Ways

_TYPICAL_BYTES = 1 << 16


def ring(network: ScheduleNetwork, collective: Collective, root: int, pieces: int) -> Ways:
    """A chain from each root on; sums come round the same way and end at their root."""
    order = _round(network)
    count = len(order)
    place = {rank: at for at, rank in enumerate(order)}

    def spread(root: int, _: int) -> Parents:
        return tuple(-1 if rank == root else order[place[rank] - 1] for rank in range(count))

    def collect(root: int, _: int) -> Parents:
        return tuple(-1 if rank == root else order[(place[rank] + 1) % count] for rank in range(count))

    return Ways(spread, collect)


def _round(network: ScheduleNetwork) -> list[int]:
    """Nearest neighbours from rank 0 on, then two ways round exchanged as long as the slowest hop gets faster."""
    times = network.seconds(_TYPICAL_BYTES)
    order, left = [0], set(range(1, network.ranks))
    while left:
        nearest = min(left, key=lambda rank: (times[order[-1], rank], rank))
        order.append(nearest)
        left.remove(nearest)
    best, better = _slowest(times, order), True
    while better:
        better = False
        for first in range(1, len(order)):
            for last in range(first + 1, len(order)):
                turned = [*order[:first], *reversed(order[first : last + 1]), *order[last + 1 :]]
                if (value := _slowest(times, turned)) < best:
                    order, best, better = turned, value, True
    return order


def _slowest(times: object, order: list[int]) -> tuple[float, float]:
    hops = [float(times[a, b]) for a, b in zip(order, [*order[1:], order[0]], strict=True)]  # type: ignore[index]
    return max(hops), sum(hops)
