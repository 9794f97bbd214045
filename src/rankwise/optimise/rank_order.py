"""The rank order that takes the least modelled time: exact where few orders are possible, else searched by swaps."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import TYPE_CHECKING

from rankwise.core.errors import UsageError
from rankwise.core.grouped import grouped
from rankwise.optimise.order_bound import bound as least
from rankwise.optimise.order_cost import Costs, Objective
from rankwise.optimise.order_search import grown, tabu
from rankwise.optimise.traffic import refuse_more_than

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

MOST_ORDERS = math.factorial(9)
"""With no more possible orders than this all of them are tried."""
_FAQ_PLACES = 256
"""SciPy's quadratic_assignment multiplies dense matrices of this side in every step."""
_KICKS = 200
_KICKED_PLACES = 64
_TABU_PLACES, _TABU_RUNS = 16, 4
"""Kicks on ten places once ended 6 % above the best order, and took longer."""
_CELLS = 1 << 22
"""Numbers of one table of candidates, at most: 32 MiB."""
_CHUNK, _SHARED_CHUNK = 20_000, 2_000
_FINALISTS = 32
"""Orders of which the pattern is timed with all pairs under way: the busiest resource alone says a little less."""
_BETTER = 1.0 - 1e-9
_SAME = 1.0 + 1e-6


@dataclass(frozen=True)
class Solution:
    """`order[rank]` is a place. `bound` is what no order can be below, in seconds; equal to the value where `exact`:
    all orders were tried, and none takes less."""

    order: tuple[int, ...]
    exact: bool
    bound: float


def best_order(costs: Costs, objective: Objective, pins: Mapping[int, int] = {}, seed: int = 1) -> Solution:
    """The best order that is known. Rank i stands on place i by default, and changes it only for one of the same kind;
    `pins` says which ranks must be on which places. An order that is no better than the default is not taken.

    Raises UsageError for pins that contradict each other or the kinds, and where no order has a path for each pair.
    """
    import numpy as np

    default = _pinned(costs, pins)
    groups = _groups(costs, default, pins)
    count = math.prod(math.perm(len(places), ranks) for ranks, places in _sizes(costs, default, groups))
    every = count <= MOST_ORDERS
    search = OrderSearch(costs, objective, groups)
    least_s = 0.0 if every else least(costs, objective)
    if every:
        finalists = search.all_orders(default)
        least_s = costs.value(finalists[0], objective)[0]
    elif costs.time_s(default, objective) <= least_s * _SAME:
        finalists = [default]
    else:
        finalists = search.from_starts(default, seed, least_s)
    best = min(finalists, key=lambda order: costs.time_s(order, objective))
    value = costs.time_s(best, objective)
    if math.isfinite(value) and value >= costs.time_s(default, objective) * _BETTER:
        best, value = default, costs.time_s(default, objective)
    if not math.isfinite(value):
        pair = next(
            (int(a), int(b))
            for a, b in zip(costs.sources, costs.targets, strict=True)
            if costs.level[best[a], best[b]] < 0
        )
        names = costs.machine.names
        raise UsageError(
            "no-path",
            f"ranks {pair[0]} and {pair[1]} exchange messages, and the map has no path from {names[best[pair[0]]]} to "
            f"{names[best[pair[1]]]}, in this order or in any other that was tried",
            "name another --fabric, or measure all pairs (`rankwise map --all-pairs`)",
        )
    exact = every and value <= least_s * _SAME
    bound = value if exact else min(least_s, value)
    return (
        Solution(tuple(int(place) for place in best[: costs.ranks]), exact, bound)
        if np.size(best)
        else Solution((), exact, 0.0)
    )


def _pinned(costs: Costs, pins: Mapping[int, int]) -> Ints:
    """The default with each pinned rank where it must be, and who stood there in its place."""
    import numpy as np

    names, kinds = costs.machine.names, costs.machine.kinds
    order = np.arange(costs.places)
    refuse_more_than(costs.places, costs.ranks)
    if len(set(pins.values())) < len(pins):
        raise UsageError("bad-pin", "two ranks are pinned to one endpoint", "pin each rank to its own")
    for rank, place in sorted(pins.items()):
        if not 0 <= rank < costs.ranks:
            raise UsageError("bad-pin", f"there is no rank {rank}", f"ranks are 0 to {costs.ranks - 1}")
        if kinds[place] != kinds[rank]:
            raise UsageError(
                "bad-pin",
                f"rank {rank} has the binary of {names[rank]}; {names[place]} is of another kind or architecture",
                "ranks of one architecture change places among themselves only",
            )
        other = int(np.flatnonzero(order == place)[0])
        order[[rank, other]] = order[[other, rank]]
    return order


def _groups(costs: Costs, default: Ints, pins: Mapping[int, int]) -> list[list[int]]:
    """Indices of an order that may change places among themselves; places without a rank are among them."""
    members = grouped(
        (costs.machine.kinds[place], index) for index, place in enumerate(default.tolist()) if index not in pins
    )
    return [group for group in members.values() if group[0] < costs.ranks]


def _sizes(costs: Costs, default: Ints, groups: Sequence[Sequence[int]]) -> Iterator[tuple[int, list[int]]]:
    for group in groups:
        yield sum(index < costs.ranks for index in group), sorted(default[group].tolist())


def _rounded(times: Floats) -> Floats:
    """To twelve digits: sums in another sequence are equal all the same."""
    import numpy as np

    with np.errstate(divide="ignore", invalid="ignore"):
        unit = 10.0 ** (np.floor(np.log10(times)) - 11)
        rounded: Floats = np.where((times > 0) & np.isfinite(times), np.round(times / unit) * unit, times)
    return rounded


class OrderSearch:
    """Orders of ranks that are tried from one to the next, each with the times of all messages."""

    def __init__(self, costs: Costs, objective: Objective, groups: list[list[int]]) -> None:
        import numpy as np

        self.costs, self.objective, self.groups = costs, objective, groups
        finite = costs.table[np.isfinite(costs.table)]
        # A pair without a path costs more than anything else, and still leaves digits for the rest.
        lost = 1e6 * float(finite.max()) if finite.size else 1.0
        self.table = np.where(np.isfinite(costs.table), costs.table, lost)
        self.group_of = {index: np.array(group) for group in groups for index in group}
        self.incident = self._incident()

    def _incident(self) -> Ints:
        """Edges at each index, shape (places, most edges), -1 beyond the last."""
        import numpy as np

        at: list[list[int]] = [[] for _ in range(self.costs.places)]
        for edge, (a, b) in enumerate(zip(self.costs.sources.tolist(), self.costs.targets.tolist(), strict=True)):
            at[a].append(edge)
            at[b].append(edge)
        padded = np.full((len(at), max(map(len, at), default=0) or 1), -1, dtype=np.int64)
        for index, edges in enumerate(at):
            padded[index, : len(edges)] = edges
        return padded

    def all_orders(self, default: Ints) -> list[Ints]:
        """The best of all, those of one value by their sums, then by the fewest ranks moved."""
        import numpy as np

        ranks = self.costs.ranks
        moving = [[index for index in group if index < ranks] for group in self.groups]
        choices = [permutations(places, size) for size, places in _sizes(self.costs, default, self.groups)]
        best = default[None, :]
        every = product(*choices)
        most = _SHARED_CHUNK if self.costs.machine.shared else _CHUNK
        while chunk := [row for _, row in zip(range(most), every, strict=False)]:
            orders = np.tile(default, (len(chunk), 1))
            for number, indices in enumerate(moving):
                orders[:, indices] = np.array([row[number] for row in chunk], dtype=np.int64).reshape(len(chunk), -1)
            orders = np.concatenate([best, orders])
            values, totals = self.costs.values(orders, self.objective)
            moved = (orders[:, :ranks] != default[:ranks]).sum(axis=1)
            ranking = np.lexsort((moved, _rounded(totals), _rounded(values)))
            best = orders[ranking[:_FINALISTS]]
        return list(best)

    def from_starts(self, default: Ints, seed: int, enough_s: float = 0.0) -> list[Ints]:
        """The best that swaps lead to from the default and from another start; then, by the number of places, what tabu
        search finds from there, or swaps from kicked copies of it. An order that takes `enough_s` ends the search:
        none takes less."""
        import numpy as np

        small = self.costs.places <= _FAQ_PLACES
        other = self._assigned(default) if small else grown(self.costs, self.table, self.groups, default)
        improved = sorted((self.improved(start) for start in (default, other)), key=self.key)
        best = improved[0]
        if self.key(best)[0] <= enough_s * _SAME:
            return improved
        if self.costs.places <= _TABU_PLACES:
            runs = range(seed, seed + _TABU_RUNS)
            more = (tabu(self.costs, self.table, self.objective, self.groups, best, seed=run) for run in runs)
            return sorted([*improved, *more], key=self.key)
        random = np.random.default_rng(seed)
        for _ in range(_KICKS if self.costs.places <= _KICKED_PLACES else 0):
            kicked = best.copy()
            for _ in range(3):
                group = self.groups[int(random.integers(len(self.groups)))]
                a, b = (group[int(at)] for at in random.integers(len(group), size=2))
                kicked[[a, b]] = kicked[[b, a]]
            kicked = self.improved(kicked)
            if self.key(kicked)[0] < self.key(best)[0] * _BETTER:
                best = kicked
        return [best, *improved]

    def key(self, order: Ints) -> tuple[float, float]:
        """What orders are compared by, with a price for lost paths."""
        values, totals = self.costs.values(order[None, :], self.objective, self.table)
        return float(values[0]), float(totals[0])

    def times(self, order: Ints) -> Floats:
        """Seconds of each edge alone, with that price."""
        costs = self.costs
        times: Floats = self.table[costs.profile, costs.level[order[costs.sources], order[costs.targets]]]
        return times

    def _assigned(self, default: Ints) -> Ints:
        """SciPy's fast approximate quadratic assignment: mean times of pairs of ranks against those of pairs of places,
        one group after the other with everybody else where they are."""
        import numpy as np
        from scipy.optimize import quadratic_assignment

        costs, size = self.costs, self.costs.places
        flow = np.zeros((size, size))
        flow[costs.sources, costs.targets] = self.table[costs.profile][:, :-1].mean(axis=1)
        distance = costs.typical_s(self.table)
        flow, distance = flow / (flow.max() or 1.0), distance / (distance.max() or 1.0)
        order = default.copy()
        for group in sorted(self.groups, key=len, reverse=True):
            others = np.setdiff1d(np.arange(size), group)
            known = np.column_stack([others, order[others]])
            solved = quadratic_assignment(
                flow, distance, options={"partial_match": known, "rng": np.random.default_rng(1)}
            )
            order = np.asarray(solved.col_ind, dtype=np.int64)
        assigned: Ints = order
        return assigned

    def improved(self, order: Ints) -> Ints:
        """Swaps as long as they help: all that lower the sum, then those that relieve the busiest rank or pair."""
        order = order.copy()
        best, best_key = order.copy(), self.key(order)
        for objective in dict.fromkeys((self.objective, "total", self.objective)):
            self._descend(order, objective)
            if self.key(order) < best_key:
                best, best_key = order.copy(), self.key(order)
        order = best.copy()
        self._descend(order, self.objective)
        return order if self.key(order) < best_key else best

    def _descend(self, order: Ints, objective: str) -> None:
        while True:
            better = False
            for a in self._candidates(order, objective):
                better |= self._best_swap(order, a, objective)
            if not better:
                return

    def _candidates(self, order: Ints, objective: str) -> list[int]:
        """Indices whose swaps can help: all for a sum; the busiest ones and those they talk to for a maximum."""
        import numpy as np

        if objective == "total" or not len(self.costs.sources):
            return sorted(self.group_of)
        critical = self._critical(order, objective)
        ends = np.union1d(self.costs.sources[critical], self.costs.targets[critical])
        return [int(index) for index in ends if int(index) in self.group_of]

    def _critical(self, order: Ints, objective: str) -> Ints:
        """Edges of what decides: the slowest pairs, or all that go through the busiest port or resource."""
        import numpy as np

        costs, times = self.costs, self.times(order)
        if objective == "makespan":
            times = times + costs.extra_s
            ports = costs.least_s + costs.port_times(order[None, :])[0]
            shared = costs.least_s + costs.shared_times(order[None, :])[0] if costs.machine.shared else ports[:0]
            row_s, port_s = shared.max(initial=0.0), ports.max()
            if row_s > max(times.max(), port_s):
                uses = costs.shared_uses[order[costs.sources], order[costs.targets]]
                passing: Ints = np.flatnonzero((uses == int(np.argmax(shared))).any(axis=1))
                return passing
            if port_s > times.max():
                at_port: Ints = self.incident[int(np.argmax(ports))]
                return at_port[at_port >= 0]
        slowest: Ints = np.flatnonzero(times >= times.max() * _BETTER)[:4]
        return slowest

    def _best_swap(self, order: Ints, a: int, objective: str) -> bool:
        """Makes the best swap of `a`, where one helps."""
        import numpy as np

        group = self.group_of[a]
        group = group[(group != a) & ((group < self.costs.ranks) | (a < self.costs.ranks))]
        if not len(group):
            return False
        times = self.times(order)
        values, totals = self.costs.values(order[None, :], objective, self.table)  # type: ignore[arg-type]
        now = float(values[0]), float(totals[0])
        passed = len(self.costs.machine.capacities) if self.costs.machine.shared else 1
        step = max(1, _CELLS // max(2 * self.costs.places, 8 * self.incident.shape[1], passed))
        parts = [self.swapped(order, a, group[at : at + step], times, objective) for at in range(0, len(group), step)]
        value, total = (np.concatenate(part) for part in zip(*parts, strict=True))
        at = int(np.lexsort((total, value))[0])
        helps = value[at] < now[0] * _BETTER or (value[at] <= now[0] and total[at] < now[1] * _BETTER)
        if helps:
            b = int(group[at])
            order[[a, b]] = order[[b, a]]
        return bool(helps)

    def swapped(self, order: Ints, a: int, b: Ints, times: Floats, objective: str) -> tuple[Floats, Floats]:
        """(objective, sum) with `a` and each of `b` in each other's place: only their edges are looked at."""
        import numpy as np

        costs = self.costs
        edges = np.concatenate(
            [np.broadcast_to(self.incident[a], (len(b), self.incident.shape[1])), self.incident[b]], 1
        )
        source, target = costs.sources[edges], costs.targets[edges]
        twice = (source == a) | (target == a)  # an edge between the two, counted among those of a
        twice[:, : self.incident.shape[1]] = False
        valid = (edges >= 0) & ~twice
        there, column = order[b][:, None], b[:, None]

        def place(index: Ints) -> Ints:
            return np.where(index == a, there, np.where(index == column, order[a], order[index]))

        new = self.table[costs.profile[edges], costs.level[place(source), place(target)]]
        change = np.where(valid, new - times[edges], 0.0)
        totals: Floats = times.sum() + change.sum(axis=1)
        if objective == "total":
            return totals, totals
        extra = costs.extra_s if objective == "makespan" else np.zeros(len(times))
        worst = np.where(valid, new + extra[edges], 0.0).max(axis=1, initial=0.0)
        worst = np.maximum(worst, self._slowest_of_others(times + extra, a, b))
        if objective == "bottleneck":
            return worst, totals
        orders = np.tile(order, (len(b), 1))
        orders[np.arange(len(b)), a], orders[np.arange(len(b)), b] = order[b], order[a]
        worst = np.maximum(worst, costs.least_s + costs.port_times(orders).max(axis=1))
        if costs.machine.shared:
            moved, before = np.where(valid, edges, -1), np.broadcast_to(order, orders.shape)
            loads = costs.shared_times(order[None, :]) - costs.shared_times(before, moved)
            worst = np.maximum(worst, costs.least_s + (loads + costs.shared_times(orders, moved)).max(axis=1))
        return worst, totals

    def _slowest_of_others(self, times: Floats, a: int, b: Ints) -> Floats:
        """The longest time among edges that end neither at `a` nor at b, for each of `b`."""
        import numpy as np

        costs, most = self.costs, 2 * self.incident.shape[1] + 1  # one more than can end at two ranks
        top = np.argpartition(-times, most)[:most] if most < len(times) else np.arange(len(times))
        source, target = costs.sources[top], costs.targets[top]
        theirs = (source == b[:, None]) | (target == b[:, None]) | (source == a) | (target == a)
        kept: Floats = np.where(theirs, 0.0, times[top]).max(axis=1, initial=0.0)
        return kept
