"""Groups of ranks with fast paths among themselves, joined by leaders; groups of groups likewise."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rankwise.optimise.schedules.network import ScheduleNetwork
from rankwise.optimise.schedules.steps import Collective
from rankwise.optimise.schedules.ways import Parents, Ways

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rankwise.optimise.schedules.network import Floats

_TYPICAL_BYTES = 1 << 16
_APART = 1.5
"""Two neighbouring times of all pairs that lie so far apart (as a ratio) are of different levels."""


def levels(network: ScheduleNetwork, collective: Collective, root: int, pieces: int) -> Ways:
    """From each root to its leader, between leaders, and from leaders to their groups, level by level. With several
    pieces the leaders of a group take turns: the piece chooses among its best-connected ranks."""
    times = network.seconds(_TYPICAL_BYTES)
    groups = _groups(times, network)
    away = [[(group, _away(group, times)) for group in partition] for partition in groups]

    def tree(root: int, piece: int) -> Parents:
        return _tree(away, root, piece)

    return Ways(tree, tree)


def _groups(times: Floats, network: ScheduleNetwork) -> list[list[list[int]]]:
    """Partitions of the ranks from the finest to the coarsest, each a union of groups of the one before it: what lies
    close together on a node, nodes, what lies close together. The last has one group."""
    import numpy as np

    count = network.ranks
    inside = ~network.leaves_host()
    both = np.maximum(times, times.T)
    near = np.where(inside, both, np.inf)
    parts = [_joined(near <= limit) for limit in _limits(near)]
    parts.append(_joined(inside))
    parts += [_joined(inside | (both <= limit)) for limit in _limits(both)]
    levels: list[list[list[int]]] = []
    for part in parts:
        if 1 < len(part) < count and (not levels or len(part) < len(levels[-1])):
            levels.append(part)
    return [*levels, [list(range(count))]]


def _limits(times: Floats) -> list[float]:
    """Times that are followed by much longer ones."""
    import numpy as np

    values = np.unique(times[np.isfinite(times) & ~np.eye(len(times), dtype=bool)])
    return [float(low) for low, high in pairwise(values) if high > low * _APART]


def _joined(near: Any) -> list[list[int]]:
    """Connected components."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    count, label = connected_components(csr_array(near), directed=False)
    return [[rank for rank in range(len(label)) if label[rank] == part] for part in range(count)]


def _away(group: Sequence[int], times: Floats) -> Floats:
    """(rank,): the times of all paths between a rank and everybody outside of the group."""
    import numpy as np

    outside = np.setdiff1d(np.arange(len(times)), group)
    sums: Floats = times[:, outside].sum(axis=1) + times[outside].sum(axis=0)
    return sums


def _tree(groups: Sequence[Sequence[tuple[Sequence[int], Floats]]], root: int, piece: int) -> Parents:
    """The parent of each rank: the leader of the smallest group that it does not lead itself, and that leader the next.
    The root leads all groups that it is in."""
    count = sum(len(group) for group, _ in groups[-1])
    parents = [-1] * count
    heads = list(range(count))  # who speaks for the ranks that were joined so far
    for partition in groups:
        for group, away in partition:
            known = list(dict.fromkeys(heads[rank] for rank in group))
            leader = root if root in group else _leader(known, away, piece)
            if leader not in known:  # a root below another head: it takes its group over
                known = [*known, leader]
            for head in known:
                if head != leader:
                    parents[head] = leader
            for rank in group:
                heads[rank] = leader
    return tuple(parents)


def _leader(heads: Sequence[int], away: Floats, piece: int) -> int:
    """The head with the fastest paths to and from everybody outside; among equals each piece has the next."""
    cost = {head: float(away[head]) for head in heads}
    best = min(cost.values())
    equal = [head for head in heads if cost[head] <= best * 1.05]
    return equal[piece % len(equal)]
