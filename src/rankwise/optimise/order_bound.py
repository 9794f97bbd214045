"""What no order of ranks can be below: each rank at its best place, with its peers on the places nearest to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rankwise.optimise.order_cost import Costs, Objective

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
    if objective == "makespan":
        return max(loose, _smallest_largest(np.maximum(np.maximum(sends, receives), _ports(costs))), _cut(costs))
    if objective == "total":  # each edge is among the sends of one rank and the receives of another
        both = (sends + receives) / 2
        rows, columns = linear_sum_assignment(both)
        return max(loose, float(both[rows, columns].sum()))
    return max(loose, _smallest_largest(np.maximum(sends, receives)))


def _every_edge_on_the_fastest(costs: Costs, objective: Objective) -> float:

    fastest = costs.table[:, :-1].min(axis=1)[costs.profile]
    if objective == "total" or not fastest.size:
        return float(fastest.sum())
    return float((fastest + costs.extra_s if objective == "makespan" else fastest).max())


def _ports(costs: Costs) -> Floats:
    """Seconds that the port of a place is busy with the messages of a rank; shape (ranks, places)."""
    import numpy as np

    ports, (sent, got) = costs.machine.ports, costs.moved_bytes[:, : costs.ranks]
    busy = np.maximum(sent[:, None] / ports.out_bytes_per_s, got[:, None] / ports.in_bytes_per_s)
    times: Floats = costs.least_s + busy
    return times


def _cut(costs: Costs) -> float:
    """Where every place has a rank: the bytes that must leave an instance of a resource, or enter it, whichever ranks
    are in it, over its rate. Of what a rank sends as many of its peers as fit may be beside it, those of most bytes."""
    import numpy as np

    if costs.ranks < costs.places:
        return 0.0
    most = 0.0
    by_rank = np.zeros((2, costs.ranks, costs.ranks))
    by_rank[0, costs.sources, costs.targets] = costs.size_bytes
    by_rank[1, costs.targets, costs.sources] = costs.size_bytes
    by_rank.sort(axis=2)
    machine, everyone = costs.machine, np.arange(costs.places)
    for number, item in enumerate(machine.shared):
        passed = np.array([*(number in names for names in machine.through), True])
        for instance in range(len(item.labels)):
            inside = item.place == instance
            here, there = everyone[inside], everyone[~inside]
            if (
                not passed[machine.level[np.ix_(here, there)]].all()
                or not passed[machine.level[np.ix_(there, here)]].all()
            ):
                continue
            beside = max(len(here) - 1, 0)
            away = np.sort(by_rank[:, :, : costs.ranks - beside].sum(axis=2), axis=1)[:, : len(here)].sum(axis=1)
            out_s, in_s = away[0] / item.out_bytes_per_s[instance], away[1] / item.in_bytes_per_s[instance]
            most = max(most, out_s + in_s if item.both else max(out_s, in_s))
    return costs.least_s + float(most)


def _least(costs: Costs, objective: Objective, *, sending: bool) -> Floats:
    """Seconds that the messages which a rank sends (or receives) take at the least when it is on a place, by the
    objective; shape (ranks, places)."""
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    own = costs.sources if sending else costs.targets
    level = costs.level if sending else costs.level.T
    finite = costs.table[np.isfinite(costs.table)]
    table = np.where(np.isfinite(costs.table), costs.table, 1e6 * float(finite.max()) if finite.size else 1.0)
    least = np.zeros((costs.ranks, costs.places))
    known: dict[tuple[int, ...], Floats] = {}
    for rank in range(costs.ranks):
        profiles = tuple(sorted(costs.profile[own == rank].tolist()))
        if profiles not in known:
            known[profiles] = np.zeros(costs.places)
            for place in range(costs.places) if profiles else ():
                others = np.delete(level[place], place)
                times = table[np.array(profiles)][:, others]
                if objective != "total":
                    known[profiles][place] = _smallest_largest(times)
                else:
                    rows, columns = linear_sum_assignment(times)
                    known[profiles][place] = times[rows, columns].sum()
        least[rank] = known[profiles]
    return least


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
