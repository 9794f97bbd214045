"""Spanning trees packed into the network: one for each piece, each where the paths are free (the optimum that they
approach is the one by cuts, Edmonds 1972; ForestColl, arXiv 2402.06787)."""

from __future__ import annotations

from collections.abc import Sequence

from rankwise.optimise.schedules.network import Load, ScheduleNetwork
from rankwise.optimise.schedules.steps import Collective
from rankwise.optimise.schedules.ways import Parents, Ways, owner

_PASSES = 2
"""How often every tree is taken out and grown again with all others in place."""


def packed(network: ScheduleNetwork, collective: Collective, root: int, pieces: int) -> Ways:
    """Trees for what the collective spreads and collects."""
    count = network.ranks
    if collective in ("allgather", "reduce_scatter_block"):
        wanted = [(rank, piece) for piece in range(pieces) for rank in range(count)]
    elif collective == "allreduce":
        wanted = [(owner(piece, pieces, count, root), piece) for piece in range(pieces)]
    else:
        wanted = [(root, piece) for piece in range(pieces)]
    spread = _grown(network, wanted) if collective in ("bcast", "allgather", "allreduce") else {}
    collects = collective in ("reduce", "reduce_scatter_block", "allreduce")
    collect = _grown(network.reversed(), wanted) if collects else {}
    return Ways(
        lambda root, piece: spread[root, piece],
        lambda root, piece: collect[root, piece],
        lambda source, target, _: (source,) if source == target else (source, target),
    )


def _grown(network: ScheduleNetwork, wanted: Sequence[tuple[int, int]]) -> dict[tuple[int, int], Parents]:
    load = Load(network)
    trees: dict[tuple[int, int], Parents] = {}
    for number in range(1 + _PASSES):
        for key in wanted:
            if number:
                _put(load, trees[key], -1.0)
            trees[key] = _tree(load, network, key[0])
            _put(load, trees[key], 1.0)
    return trees


def _put(load: Load, parents: Parents, units: float) -> None:
    for rank, parent in enumerate(parents):
        if parent >= 0:
            load.add(parent, rank, units)


def _tree(load: Load, network: ScheduleNetwork, root: int) -> Parents:
    """Grown from the root by the path that is free first (Prim); of equal ones by the least depth and latency."""
    import numpy as np

    count = network.ranks
    parents, depth = [-1] * count, np.zeros(count)
    inside = np.zeros(count, dtype=bool)
    inside[root] = True
    trial: list[tuple[int, int]] = []
    for _ in range(count - 1):
        cost = load.seconds_per_byte()
        cost = np.where(inside[:, None] & ~inside[None, :], cost, np.inf)
        low = cost.min()
        near = np.flatnonzero(cost.ravel() <= low * (1 + 1e-9))
        sources, targets = np.divmod(near, count)
        best = np.lexsort((targets, network.latency_s[sources, targets], depth[sources]))[0]
        source, target = int(sources[best]), int(targets[best])
        parents[target] = source
        depth[target] = depth[source] + 1
        inside[target] = True
        load.add(source, target)
        trial.append((source, target))
    for source, target in trial:
        load.add(source, target, -1.0)
    return tuple(parents)
