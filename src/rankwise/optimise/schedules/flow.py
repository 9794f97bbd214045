"""Chunks of an alltoall on the paths of an optimal multi-commodity flow, through other ranks where that is faster."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rankwise.optimise.schedules.network import ScheduleNetwork
from rankwise.optimise.schedules.packing import packed
from rankwise.optimise.schedules.steps import Collective
from rankwise.optimise.schedules.ways import Ways, owner

if TYPE_CHECKING:
    from rankwise.optimise.schedules.network import Floats

MOST_RANKS = 32
"""Beyond, the linear program has more than 30,000 unknowns."""
_NOTHING = 1e-6


def demands(network: ScheduleNetwork, collective: Collective, root: int, pieces: int) -> Floats:
    """(sender, receiver): blocks that must get there."""
    import numpy as np

    count = network.ranks
    wanted = np.zeros((count, count))
    if collective in ("gather", "reduce"):
        wanted[:, root] = 1
    elif collective == "scatter":
        wanted[root] = 1
    elif collective == "allreduce":
        for piece in range(pieces):
            wanted[:, owner(piece, pieces, count, root)] += 1 / pieces
    else:
        wanted[:] = 1
    np.fill_diagonal(wanted, 0)
    return wanted


def flow(network: ScheduleNetwork, collective: Collective, root: int, pieces: int) -> Ways:
    """Every chunk has a path of its own. The sums of an allreduce spread along packed trees."""
    wanted = demands(network, collective, root, pieces)
    _, flows = solved(network, wanted)
    paths = _paths(wanted, flows, pieces)
    trees = packed(network, collective, root, pieces)

    def path(source: int, target: int, piece: int) -> tuple[int, ...]:
        return (source,) if source == target else paths[source, target, piece]

    return Ways(trees.spread, trees.collect, path)


def solved(network: ScheduleNetwork, wanted: Floats) -> tuple[float, Floats]:
    """The least seconds for each byte of a block in which all demands get there, and the flow of each sender on each
    path, (sender, from, to) in blocks. A linear program: what comes in goes out but for what is wanted there, and
    nothing is used longer than that time."""
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import coo_array

    count = network.ranks
    edges = np.argwhere(network.rate_bytes_per_s > 0)
    senders = np.flatnonzero(wanted.sum(axis=1) > 0)
    width = len(edges)
    unknowns = len(senders) * width + 1
    rows, columns, values = [], [], []
    right = np.zeros(len(senders) * count)
    for number, sender in enumerate(senders):
        at = number * width + np.arange(width)
        for end, sign in ((1, 1.0), (0, -1.0)):
            rows.append(number * count + edges[:, end])
            columns.append(at)
            values.append(np.full(width, sign))
        right[number * count : (number + 1) * count] = wanted[sender]
        right[number * count + sender] = -wanted[sender].sum()
    equal = coo_array(
        (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape=(len(right), unknowns)
    )
    rows, columns, values = [], [], []
    scale = float(network.rate_bytes_per_s.max())  # the solver's tolerances are for numbers near 1
    limits = _limits(network, edges)
    for row, (members, rate) in enumerate(limits):
        for number in range(len(senders)):
            columns.append(number * width + members)
            rows.append(np.full(len(members), row))
            values.append(np.full(len(members), 1 / rate))
        columns.append(np.array([unknowns - 1]))
        rows.append(np.array([row]))
        values.append(np.array([-1 / scale]))
    least = coo_array(
        (np.concatenate(values) * scale, (np.concatenate(rows), np.concatenate(columns))), shape=(len(limits), unknowns)
    )
    cost = np.full(unknowns, 1e-6)  # of equal times the one with the fewest hops
    cost[-1] = 1.0
    answer: Any = linprog(  # type: ignore[call-overload]
        cost, least.tocsr(), np.zeros(len(limits)), equal.tocsr(), right, method="highs"
    )
    if answer.status != 0:
        raise ValueError(f"no flow meets the demands: {answer.message}")
    flows = np.zeros((count, count, count))
    for number, sender in enumerate(senders):
        flows[sender, edges[:, 0], edges[:, 1]] = answer.x[number * width : (number + 1) * width]
    return float(answer.x[-1]) / scale, flows


def _limits(network: ScheduleNetwork, edges: Any) -> list[tuple[Any, float]]:
    """Edges that share something, and its bytes per second: each path, port and resource."""
    import numpy as np

    rates = network.rate_bytes_per_s[edges[:, 0], edges[:, 1]]
    limits = [(np.array([number]), float(rate)) for number, rate in enumerate(rates)]
    uses = network.uses[edges[:, 0], edges[:, 1]]
    for row, rate in enumerate(network.machine.capacities.tolist()):
        members = np.flatnonzero((uses == row).any(axis=1))
        if len(members):
            limits.append((members, rate))
    return limits


def _paths(wanted: Floats, flows: Floats, pieces: int) -> dict[tuple[int, int, int], tuple[int, ...]]:
    """A path for each piece of each demand: those of the flow, each for its share, in whole pieces."""
    paths = {}
    for source in range(len(wanted)):
        left = flows[source].copy()
        for target in range(len(wanted)):
            if source == target or not wanted[source, target]:
                continue
            ways: dict[tuple[int, ...], float] = {}
            need = float(wanted[source, target])
            while need > _NOTHING and (path := _widest(left, source, target)):
                width = min(need, *(float(left[a, b]) for a, b in pairwise(path)))
                for a, b in pairwise(path):
                    left[a, b] -= width
                ways[path] = ways.get(path, 0.0) + width
                need -= width
            total = sum(ways.values())
            given = dict.fromkeys(ways, 0)
            for piece in range(pieces):
                path = max(ways, key=lambda way: (ways[way] / total * (piece + 1) - given[way], -len(way), way))
                given[path] += 1
                paths[source, target, piece] = path
    return paths


def _widest(left: Floats, source: int, target: int) -> tuple[int, ...]:
    """A path of the fewest hops in what is left of a flow; empty where there is none."""
    before, waiting = {source: -1}, deque([source])
    while waiting:
        at = waiting.popleft()
        if at == target:
            way = [at]
            while before[way[-1]] >= 0:
                way.append(before[way[-1]])
            return tuple(reversed(way))
        for rank in (left[at] > _NOTHING).nonzero()[0].tolist():
            if rank not in before:
                before[rank] = at
                waiting.append(rank)
    return ()
