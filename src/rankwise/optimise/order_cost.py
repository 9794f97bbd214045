"""What an order of ranks costs: the times of all pairs where they would run, and how they add up."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from rankwise.model.machine import CostModel
from rankwise.model.resources import Profile, time_of
from rankwise.optimise.traffic import Traffic

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

Objective = Literal["makespan", "bottleneck", "total"]


@dataclass
class Costs:
    """What all edges take in every place, in tables. An order is an array of places, one for each rank and, behind
    them, one for each place that no rank has; edges are the ordered pairs of ranks that exchange messages.

    `table[k, c]` are the seconds in which the messages of profile k cross paths of level c; infinite without a path.
    `size_bytes` are those of each edge, `extra_s` what the other messages of its ranks cost it.
    """

    traffic: Traffic
    machine: CostModel
    sources: Ints = field(init=False)
    targets: Ints = field(init=False)
    profile: Ints = field(init=False)
    table: Floats = field(init=False)
    level: Ints = field(init=False)
    size_bytes: Floats = field(init=False)
    extra_s: Floats = field(init=False)

    def __post_init__(self) -> None:
        import numpy as np

        traffic, machine = self.traffic, self.machine
        profiles: dict[Profile, int] = {}
        pairs = sorted(traffic.sends)
        self.sources = np.array([pair[0] for pair in pairs], dtype=np.int64)
        self.targets = np.array([pair[1] for pair in pairs], dtype=np.int64)
        self.profile = np.array(
            [profiles.setdefault(traffic.sends[pair], len(profiles)) for pair in pairs], dtype=np.int64
        )
        self.table = np.zeros((len(profiles), len(machine.transfers) + 1))
        self.table[:, -1] = np.inf
        sizes = sorted({size for sent in traffic.sends.values() for size, _ in sent})
        times = {size: [transfer.time_s(size) for transfer in machine.transfers] for size in sizes}
        for profile, row in profiles.items():
            for size, count in profile:
                self.table[row, :-1] += count * np.array(times[size])
        self.level = machine.level  # -1 takes the last column: infinite
        calls = np.array([float(sum(count for _, count in traffic.sends[pair])) for pair in pairs])
        self.size_bytes = np.array([float(sum(size * count for size, count in traffic.sends[pair])) for pair in pairs])
        sent, got = (np.bincount(side, calls, self.places) for side in (self.sources, self.targets))
        self.extra_s = machine.call_s * (np.maximum(sent[self.sources], got[self.targets]) - calls)

    @property
    def ranks(self) -> int:
        return self.traffic.ranks

    @property
    def places(self) -> int:
        return len(self.machine.names)

    @cached_property
    def least_s(self) -> float:
        """What passes before the first byte of any edge, at the least."""
        starts = [transfer.time_s(0) for transfer in self.machine.transfers]
        return (min(starts) if starts else 0.0) + (float(self.extra_s.min()) if self.extra_s.size else 0.0)

    @cached_property
    def moved_bytes(self) -> Floats:
        """What each rank sends, and what it receives, shape (2, places)."""
        import numpy as np

        return np.array([np.bincount(side, self.size_bytes, self.places) for side in (self.sources, self.targets)])

    def time_s(self, order: Ints, objective: Objective) -> float:
        """The objective, in seconds, as it is told: the makespan with all pairs under way at once."""
        if objective == "makespan":
            return time_of(self.traffic.sends, self.machine, order)
        return self.value(order, objective)[0]

    def value(self, order: Ints, objective: Objective) -> tuple[float, float]:
        """(the objective, the sum of all times) in seconds: what orders are compared by."""
        values, totals = self.values(order[None, :], objective)
        return float(values[0]), float(totals[0])

    def values(self, orders: Ints, objective: Objective, table: Floats | None = None) -> tuple[Floats, Floats]:
        """The objective and the sum of all times, for orders of shape (orders, places). The makespan is that of the
        busiest path, port or resource: `time_s` is no less, and the same where all pairs begin and end together.
        `table` may give pairs without a path a price."""
        import numpy as np

        table = self.table if table is None else table
        times = table[self.profile, self.level[orders[..., self.sources], orders[..., self.targets]]]
        totals = times.sum(axis=1)
        if objective == "total" or not times.shape[1]:
            return totals, totals
        if objective == "bottleneck":
            return times.max(axis=1), totals
        busiest = (times + self.extra_s).max(axis=1)
        busiest = np.maximum(busiest, self.least_s + self.port_times(orders).max(axis=1))
        if self.machine.shared:
            busiest = np.maximum(busiest, self.least_s + self.shared_times(orders).max(axis=1))
        return busiest, totals

    def port_times(self, orders: Ints) -> Floats:
        """Seconds that the port of each rank is busy, the longer direction, shape (orders, places)."""
        import numpy as np

        ports, (sent, got) = self.machine.ports, self.moved_bytes
        busy: Floats = np.maximum(sent / ports.out_bytes_per_s[orders], got / ports.in_bytes_per_s[orders])
        return busy

    def shared_times(self, orders: Ints, edges: Ints | None = None) -> Floats:
        """Seconds that each direction of each instance of each resource is busy, shape (orders, rows); with `edges`
        of these edges alone: shape (most,) for all orders, or (orders, most), -1 for none."""
        import numpy as np

        rows, first = self.machine.capacities, 2 * self.places
        number = np.arange(len(self.sources)) if edges is None else edges
        each = np.arange(len(orders))[:, None]
        uses = self.shared_uses[orders[each, self.sources[number]], orders[each, self.targets[number]]]
        size = np.broadcast_to(np.where(number >= 0, self.size_bytes[number], 0.0)[..., None], uses.shape)
        width = len(rows) - first + 1
        flat = (np.arange(len(orders)) * width)[:, None, None] + uses
        loads = np.bincount(flat.ravel(), size.ravel(), len(orders) * width).reshape(len(orders), width)
        times: Floats = loads[:, :-1] / rows[first:]
        return times

    def typical_s(self, table: Floats) -> Floats:
        """(place, place): seconds of a mean edge there, when all places beside it use what it shares as well."""
        import numpy as np

        far: Floats = table[self.profile].mean(axis=0)[self.level]
        if self.machine.shared:
            members = [
                np.bincount(item.place[item.place >= 0], minlength=len(item.labels)) for item in self.machine.shared
            ]
            crowd = np.concatenate([part for count in members for part in (count, count)])
            crowded = np.append(crowd / self.machine.capacities[2 * self.places :], 0.0)
            far = np.maximum(far, self.size_bytes.mean() * crowded[self.shared_uses].max(axis=2))
        np.fill_diagonal(far, 0.0)
        return far

    @cached_property
    def shared_uses(self) -> Ints:
        """The rows of resources that a path between two places uses, ports left out: (places, places, most)."""
        import numpy as np

        count, first = self.places, 2 * self.places
        ends = np.divmod(np.arange(count * count), count)
        uses = self.machine.uses(*ends)[:, 2:] - first
        used = uses[:, (uses < len(self.machine.capacities) - first).any(axis=0)]
        return used.reshape(count, count, -1).astype(np.int32)

    def slowest(self, order: Ints) -> tuple[int, int, float | None]:
        """(sender, receiver, bytes per second) of the path with the lowest rate among those in use; the rate is None
        where none of them has a rate."""
        worst: tuple[int, int, float | None] = (-1, -1, None)
        for source, target in zip(self.sources.tolist(), self.targets.tolist(), strict=True):
            index = int(self.level[order[source], order[target]])
            rate = self.machine.transfers[index].rate_bytes_per_s if index >= 0 else 0.0
            if worst[0] < 0 or (rate is not None and (worst[2] is None or rate < worst[2])):
                worst = (source, target, rate)
        return worst
