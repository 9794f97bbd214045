"""What an order of ranks costs: the times of all pairs where they would run, and how they add up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from rankwise.decide.traffic import Traffic
from rankwise.model.machine import Machine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

Objective = Literal["makespan", "bottleneck", "total"]


@dataclass
class Costs:
    """Times of all edges in every place, in tables. An order is an array of places, one for each rank and, behind them,
    one for each place that no rank has; edges are the ordered pairs of ranks that exchange messages.

    `table[k, c]` are the seconds in which the messages of profile k cross paths of level c; infinite without a path.
    """

    traffic: Traffic
    machine: Machine
    sources: Ints = field(init=False)
    targets: Ints = field(init=False)
    profile: Ints = field(init=False)
    table: Floats = field(init=False)
    level: Ints = field(init=False)

    def __post_init__(self) -> None:
        import numpy as np

        traffic, machine = self.traffic, self.machine
        profiles: dict[object, int] = {}
        pairs = sorted(traffic.sends)
        self.sources = np.array([pair[0] for pair in pairs], dtype=np.int64)
        self.targets = np.array([pair[1] for pair in pairs], dtype=np.int64)
        self.profile = np.array(
            [profiles.setdefault(traffic.sends[pair], len(profiles)) for pair in pairs], dtype=np.int64
        )
        self.table = np.full((len(profiles), len(machine.transfers) + 1), np.inf)
        sizes = sorted({size for sent in traffic.sends.values() for size, _ in sent})
        times = {size: [transfer.time_s(size) for transfer in machine.transfers] for size in sizes}
        for sent, row in ((key, index) for key, index in profiles.items()):
            self.table[row, :-1] = sum(calls * np.array(times[size]) for size, calls in sent)  # type: ignore[attr-defined]
        self.level = machine.level  # -1 takes the last column: infinite

    @property
    def ranks(self) -> int:
        return self.traffic.ranks

    @property
    def places(self) -> int:
        return len(self.machine.names)

    def edge_times(self, order: Ints) -> Floats:
        """Seconds of each edge, shape (..., edges), for orders of shape (..., places)."""
        return self.table[self.profile, self.level[order[..., self.sources], order[..., self.targets]]]

    def value(self, order: Ints, objective: Objective) -> tuple[float, float]:
        """(the objective, the sum of all times) in seconds: what orders are compared by."""
        values, totals = self.values(order[None, :], objective)
        return float(values[0]), float(totals[0])

    def values(self, orders: Ints, objective: Objective) -> tuple[Floats, Floats]:
        """The objective and the sum of all times, for orders of shape (orders, places)."""
        import numpy as np

        times = self.edge_times(orders)
        totals = times.sum(axis=1)
        if objective == "total" or not times.shape[1]:
            return totals, totals
        if objective == "bottleneck":
            return times.max(axis=1), totals
        # A rank is busy as long as its sends take, or its receives: both directions of a link run at the same time.
        sent = np.zeros((len(orders), 2 * self.ranks))
        rows = np.arange(len(orders))[:, None]
        np.add.at(sent, (rows, self.sources), times)
        np.add.at(sent, (rows, self.targets + self.ranks), times)
        return sent.max(axis=1), totals

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
