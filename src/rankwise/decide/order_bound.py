"""What no order of ranks can be below: each rank at its best place, with its peers on the places nearest to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rankwise.decide.order_cost import Costs, Objective

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_PLACES = 64
"""With more places the bound takes longer than the search: then every edge is on the fastest path of the map."""


def bound(costs: Costs, objective: Objective) -> float:
    """Seconds that no order can be below.

    Up to `_PLACES` places, after Gilmore (SIAM J. Appl. Math. 10, 1962) and Lawler (Manage. Sci. 9, 1963): the least
    that each rank costs on each place is an assignment of its peers to other places, and ranks need places of their
    own. Ranks may stand anywhere in it, also where their kind may not, so the bound only gets lower.
    """
    loose = _every_edge_on_the_fastest(costs, objective)
    if costs.places > _PLACES or not costs.sources.size:
        return loose
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    sends, receives = _least(costs, objective, sending=True), _least(costs, objective, sending=False)
    if objective == "total":  # each edge is among the sends of one rank and the receives of another
        both = (sends + receives) / 2
        rows, columns = linear_sum_assignment(both)
        return max(loose, float(both[rows, columns].sum()))
    return max(loose, _smallest_largest(np.maximum(sends, receives)))


def _every_edge_on_the_fastest(costs: Costs, objective: Objective) -> float:
    import numpy as np

    fastest = costs.table[:, :-1].min(axis=1)[costs.profile]
    if objective == "total" or not fastest.size:
        return float(fastest.sum())
    if objective == "bottleneck":
        return float(fastest.max())
    loads = [np.bincount(ends, fastest).max() for ends in (costs.sources, costs.targets)]
    return float(max(loads))


def _least(costs: Costs, objective: Objective, *, sending: bool) -> Floats:
    """Seconds that the messages which a rank sends (or receives) take at the least when it is on a place, by the
    objective; shape (ranks, places)."""
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    own = costs.sources if sending else costs.targets
    level = costs.level if sending else costs.level.T
    finite = costs.table[np.isfinite(costs.table)]
    table = np.where(np.isfinite(costs.table), costs.table, 1e6 * float(finite.max()) if finite.size else 1.0)
    found = np.zeros((costs.ranks, costs.places))
    known: dict[tuple[int, ...], Floats] = {}
    for rank in range(costs.ranks):
        profiles = tuple(sorted(costs.profile[own == rank].tolist()))
        if profiles not in known:
            known[profiles] = np.zeros(costs.places)
            for place in range(costs.places) if profiles else ():
                others = np.delete(level[place], place)
                times = table[np.array(profiles)][:, others]
                if objective == "bottleneck":
                    known[profiles][place] = _smallest_largest(times)
                else:
                    rows, columns = linear_sum_assignment(times)
                    known[profiles][place] = times[rows, columns].sum()
        found[rank] = known[profiles]
    return found


def _smallest_largest(times: Floats) -> float:
    """The least t for which every row has a column of its own with at most t: the bottleneck of an assignment."""
    import numpy as np
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import maximum_bipartite_matching

    values = np.unique(times)
    low, high = 0, len(values) - 1
    while low < high:
        middle = (low + high) // 2
        matched = maximum_bipartite_matching(csr_matrix(times <= values[middle]), perm_type="column")
        low, high = (low, middle) if (matched >= 0).all() else (middle + 1, high)
    return float(values[low])
