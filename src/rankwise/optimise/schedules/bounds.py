"""The least time of a collective by the map: cuts for what spreads or comes together, flows for what is exchanged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rankwise.optimise.schedules.flow import MOST_RANKS, demands, solved
from rankwise.optimise.schedules.network import ScheduleNetwork
from rankwise.optimise.schedules.steps import Collective

if TYPE_CHECKING:
    from scipy.sparse import csr_array

_STEPS = 1 << 20
"""Capacities are whole numbers up to this; rounded up, so that a bound stays one."""


def bound_s(network: ScheduleNetwork, collective: Collective, root: int, block_bytes: int) -> float | None:
    """Seconds that blocks of that size need at least: the bytes over the narrowest cut, or the longest way of an empty
    message. None for exchanges of more ranks than a linear program is solved for."""
    import numpy as np
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import shortest_path

    seconds = network.seconds(0)
    source, target = np.nonzero(np.isfinite(seconds))  # of a full table SciPy takes less than 10 ns for no path
    paths: csr_array[np.float64] = csr_array((seconds[source, target], (source, target)), shape=seconds.shape)
    times = shortest_path(paths, method="D")
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
    return max(far, block_bytes * max(_by_cuts(network, collective, root), _by_resources(network, collective, root)))


def _by_cuts(network: ScheduleNetwork, collective: Collective, root: int) -> float:
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


def _by_resources(network: ScheduleNetwork, collective: Collective, root: int) -> float:
    """Seconds for each byte of a block, by what must leave and enter each instance of each resource."""
    machine, everyone, most = network.machine, range(network.ranks), 0.0
    for number, item in enumerate(machine.shared):
        passed = [*(number in names for names in machine.through), True]
        for instance in range(len(item.labels)):
            inside = {rank for rank in everyone if item.place[rank] == instance}
            outside = [rank for rank in everyone if rank not in inside]
            ways = [pair for a in inside for b in outside for pair in ((a, b), (b, a))]
            if not ways or not all(passed[machine.level[pair]] for pair in ways):
                continue
            out, into = _crossing(collective, len(inside), len(outside), root in inside)
            out_s, in_s = out / item.out_bytes_per_s[instance], into / item.in_bytes_per_s[instance]
            most = max(most, out_s + in_s if item.both else max(out_s, in_s))
    return float(most)


def _crossing(collective: Collective, inside: int, outside: int, root_inside: bool) -> tuple[int, int]:
    """Blocks that at least leave a group of ranks, and that enter it."""
    rooted = (1, 0) if root_inside else (0, 1)
    blocks: dict[Collective, tuple[int, int]] = {
        "bcast": rooted,
        "reduce": rooted[::-1],
        "allgather": (inside, outside),
        "reduce_scatter_block": (outside, inside),
        "allreduce": (1, 1),
    }
    return blocks[collective]


def _flow(network: ScheduleNetwork, source: int | None, target: int, share: float = 0.0) -> float:
    """Bytes per second that get to a rank at most, from one rank, or at `share` from each (its own included)."""
    from scipy.sparse.csgraph import maximum_flow

    count = network.ranks
    graph, unit = _graph(network, share)
    begin = 4 * count if source is None else source
    return float(maximum_flow(graph, begin, 3 * count + target).flow_value) * unit


def _graph(network: ScheduleNetwork, share: float) -> tuple[csr_array, float]:
    """Capacities, and what one of them is in bytes per second. A rank r is nodes r (has it), count + r (its way out),
    2 count + r (its way in) and 3 count + r (got it, and has it from then on); the last node gives to all ranks."""
    import numpy as np
    from scipy.sparse import csr_array

    count, rate = network.ranks, network.rate_bytes_per_s
    most = max(float(rate.max()), share)
    table = np.zeros((4 * count + 1, 4 * count + 1))
    ranks = np.arange(count)
    ports = network.machine.ports
    out, into = ports.out_bytes_per_s, ports.in_bytes_per_s
    table[ranks, count + ranks] = into if network.turned else out
    table[2 * count + ranks, 3 * count + ranks] = out if network.turned else into
    table[3 * count + ranks, ranks] = most * count
    table[4 * count, 3 * count + ranks] = share
    table[count : 2 * count, 2 * count : 3 * count] = rate
    whole = np.ceil(np.minimum(table / most, count) * _STEPS).astype(np.int32)
    return csr_array(whole), most / _STEPS
