"""An order to begin a search from on machines that are too large for SciPy's assignment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rankwise.optimise.order_cost import Costs

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]
    Floats = npt.NDArray[np.float64]


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
