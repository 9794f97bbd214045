"""The least time of a collective by the map: cuts for what spreads or comes together, flows for what is exchanged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rankwise.decide.schedules.flow import MOST_RANKS, demands, solved
from rankwise.decide.schedules.network import Network
from rankwise.decide.schedules.steps import Collective

if TYPE_CHECKING:
    from scipy.sparse import csr_array

_STEPS = 1 << 20
"""Capacities are whole numbers up to this; rounded up, so that a bound stays one."""


def bound_s(network: Network, collective: Collective, root: int, block_bytes: int) -> float | None:
    """Seconds that blocks of that size need at least: the bytes over the narrowest cut, or the longest way of an empty
    message. None for exchanges of more ranks than a linear program is solved for."""
    from scipy.sparse.csgraph import shortest_path

    times = shortest_path(network.seconds(0))
    if collective in ("bcast", "scatter"):
        far = float(times[root].max())
    elif collective in ("reduce", "gather"):
        far = float(times[:, root].max())
    else:
        far = float(times.max())
    if collective in ("alltoall", "gather", "scatter"):
        if network.ranks > MOST_RANKS:
            return None
        return max(far, block_bytes * solved(network, demands(network, collective, root, 1))[0])
    return max(far, block_bytes * _by_cuts(network, collective, root))


def _by_cuts(network: Network, collective: Collective, root: int) -> float:
    """Seconds for each byte of a block."""
    others = range(network.ranks)
    if collective == "bcast":
        return 1 / min(_flow(network, root, rank) for rank in others if rank != root)
    if collective == "reduce":
        return _by_cuts(network.reversed(), "bcast", root)
    if collective == "allreduce":
        return max(_by_cuts(network, "bcast", 0), _by_cuts(network, "reduce", 0))
    if collective == "reduce_scatter_block":
        return _by_cuts(network.reversed(), "allgather", root)
    low, high = 0.0, float(network.rate_bytes_per_s.max())
    for _ in range(20):
        share = (low + high) / 2
        if all(_flow(network, None, rank, share) >= network.ranks * share * (1 - 1e-3) for rank in others):
            low = share
        else:
            high = share
    return 1 / high


def _flow(network: Network, source: int | None, target: int, share: float = 0.0) -> float:
    """Bytes per second that get to a rank at most, from one rank, or at `share` from each (its own included)."""
    from scipy.sparse.csgraph import maximum_flow

    count = network.ranks
    graph, unit = _graph(network, share)
    begin = 4 * count if source is None else source
    return float(maximum_flow(graph, begin, 3 * count + target).flow_value) * unit


def _graph(network: Network, share: float) -> tuple[csr_array, float]:
    """Capacities, and what one of them is in bytes per second. A rank r is nodes r (has it), count + r (its way out),
    2 count + r (its way in) and 3 count + r (got it, and has it from then on); the last node gives to all ranks."""
    import numpy as np
    from scipy.sparse import csr_array

    count, rate = network.ranks, network.rate_bytes_per_s
    most = max(float(rate.max()), share)
    table = np.zeros((4 * count + 1, 4 * count + 1))
    ranks = np.arange(count)
    table[ranks, count + ranks] = rate.max(axis=1)
    table[2 * count + ranks, 3 * count + ranks] = rate.max(axis=0)
    table[3 * count + ranks, ranks] = most * count
    table[4 * count, 3 * count + ranks] = share
    table[count : 2 * count, 2 * count : 3 * count] = rate
    whole = np.ceil(table / most * _STEPS).astype(np.int32)
    return csr_array(whole), most / _STEPS
