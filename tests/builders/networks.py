"""Networks of ranks, drawn by number."""

from __future__ import annotations

import numpy as np

from rankwise.model.machine import machine_between
from rankwise.optimise.schedules.network import ScheduleNetwork


def network(ranks: int, seed: int) -> ScheduleNetwork:
    """Ranks on a few nodes, paths within a node up to a hundred times faster than between two."""
    draw = np.random.default_rng(seed)
    host = np.sort(draw.integers(0, max(1, ranks // 2), ranks))
    host = np.unique(host, return_inverse=True)[1]
    away = host[:, None] != host[None, :]
    rate = 10.0 ** draw.uniform(8, 10, (ranks, ranks)) / np.where(away, 10.0, 1.0)
    latency = 10.0 ** draw.uniform(-6.5, -4, (ranks, ranks))
    own = ~np.eye(ranks, dtype=bool)
    adapter = host if draw.integers(2) else None
    return ScheduleNetwork(machine_between(latency * own, rate * own, adapter), host)


def alike(ranks: int) -> ScheduleNetwork:
    """Ranks on nodes of their own with equal paths, 1 us and 1 GB/s."""
    own = ~np.eye(ranks, dtype=bool)
    return ScheduleNetwork(machine_between(1e-6 * own, 1e9 * own), np.arange(ranks))
