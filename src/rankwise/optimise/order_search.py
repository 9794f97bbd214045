"""Searches for rank orders: a first order on machines too large for SciPy's assignment, and tabu search on few places.

Tabu search (Taillard, Parallel Computing 17, 1991) takes the best swap of all in each step, also where it is a step
back, and no rank soon returns to a place that it has left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from rankwise.optimise.order_cost import Costs, Objective

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_STEPS = 3000
_TIE = 1e-6
"""Of the sum of all times, added to the busiest rank's: swaps that do not change that one still differ."""


def tabu(
    costs: Costs, table: Floats, objective: Objective, groups: Sequence[Sequence[int]], order: Ints, *, seed: int
) -> Ints:
    """The best order that `_STEPS` steps meet from this one. `table` is that of the costs, with a price for pairs
    without a path; indices of an order change places within `groups`."""
    import numpy as np

    pairs = np.array([(a, b) for group in groups for a, b in combinations(group, 2) if a < costs.ranks], dtype=np.int64)
    if not len(pairs) or not len(costs.sources):
        return order
    random, rows = np.random.default_rng(seed), np.arange(len(pairs))

    def scores(orders: Ints) -> Floats:
        worst, total = costs.values(orders, objective, table)
        return worst if objective == "total" else worst + _TIE * total

    best, order = order, order.copy()
    best_score = float(scores(best[None, :])[0])
    free_at = np.zeros((costs.places, costs.places), dtype=np.int64)  # by index and place: the first step after the ban
    for step in range(_STEPS):
        orders = np.tile(order, (len(pairs), 1))
        orders[rows, pairs[:, 0]], orders[rows, pairs[:, 1]] = order[pairs[:, 1]], order[pairs[:, 0]]
        values = scores(orders)
        banned = np.maximum(free_at[pairs[:, 0], order[pairs[:, 1]]], free_at[pairs[:, 1], order[pairs[:, 0]]]) > step
        at = int(np.argmin(np.where(banned & (values >= best_score), np.inf, values)))
        left = order[pairs[at]]
        order = orders[at]
        free_at[pairs[at], left] = step + random.integers(costs.places, 2 * costs.places + 1)
        if values[at] < best_score:
            best, best_score = order.copy(), float(values[at])
    return best


def grown(costs: Costs, table: Floats, groups: Iterable[Sequence[int]], default: Ints) -> Ints:
    """Fills place after place, each time the one that is nearest to the last, with the rank that exchanges most with
    those near it. `table` are seconds of each profile on each level; indices of a group change places among themselves,
    all others stay where `default` has them."""
    import numpy as np

    weights = table[costs.profile][:, :-1].mean(axis=1)
    far = costs.typical_s(table)
    near = far.max() - (far + far.T) / 2.0
    order: Ints = default.copy()
    members = [np.array(group, dtype=np.int64) for group in sorted(groups, key=len, reverse=True)]
    placed = np.ones(costs.places, dtype=bool)
    for group in members:
        placed[group] = False
    for group in members:
        places, last = default[group], int(default[group[0]])
        for _ in range(len(group)):
            at = int(np.argmax(near[last, places]))
            last, places = int(places[at]), np.delete(places, at)
            close = np.where(placed, near[last, order], 0.0)
            pull = np.bincount(costs.sources, weights * close[costs.targets], costs.places)
            pull += np.bincount(costs.targets, weights * close[costs.sources], costs.places)
            index = int(group[np.argmax(np.where(placed[group], -1.0, pull[group]))])
            order[index], placed[index] = last, True
    return order
