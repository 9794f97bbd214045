"""Tabu search for rank orders on few places (Taillard, Parallel Computing 17, 1991): the best swap of all in each step,
also where it is a step back, and no rank soon returns to a place that it has left."""

from __future__ import annotations

from collections.abc import Sequence
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
