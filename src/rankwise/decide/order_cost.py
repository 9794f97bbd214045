"""What an order of ranks costs: the times of all pairs where they would run, and how they add up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from rankwise.core.errors import UsageError
from rankwise.core.records import Endpoint, Map, PathClass
from rankwise.decide.traffic import Traffic
from rankwise.model.transfer import Transfer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_MOST_SPREAD = 2.0
Objective = Literal["makespan", "bottleneck", "total"]


@dataclass(frozen=True)
class Machine:
    """Places for one rank each. `level[p, q]` says which of `transfers` carries messages from place p to place q (-1:
    no path); places of one `kinds` number hold the same binary. `names` are the endpoints, in the default's order."""

    names: tuple[str, ...]
    kinds: tuple[int, ...]
    level: Ints
    transfers: tuple[Transfer, ...]


def machine_of(machine: Map, fabric: str = "") -> Machine:
    """The endpoints of a map as places, and for each ordered pair the path class that its messages would use.

    A class that has a size curve speaks for its paths, unless they differ more than twofold; else a path's own latency
    and bandwidth do. Over several fabrics
    each pair has the one of the highest bandwidth. Raises UsageError for a fabric that the map lacks.
    """
    import numpy as np

    if fabric and fabric not in (known := [item.id for item in machine.fabrics]):
        raise UsageError("no-fabric", f"the map has no fabric '{fabric}'", f"it has: {', '.join(known)}")
    number = {endpoint.id: index for index, endpoint in enumerate(machine.endpoints)}
    classes = {(item.fabric, item.id): item for item in machine.classes}
    of_pair = {(item.fabric, pair): item for item in machine.classes for pair in item.paths}
    level = np.full((len(number), len(number)), -1, dtype=np.int64)
    best: dict[tuple[int, int], tuple[float, float]] = {}
    transfers: dict[object, int] = {}
    levels: list[Transfer] = []
    for path in machine.paths:
        if not path.reachable or path.source not in number or path.target not in number:
            continue
        if fabric and path.fabric != fabric:
            continue
        whole = classes.get((path.fabric, path.path_class or "")) or of_pair.get(
            (path.fabric, (path.source, path.target))
        )
        curve = whole.curve if whole and _alike(whole) else None
        latency_s = path.latency_s if path.latency_s is not None else (whole.latency_s if whole else None)
        rate = path.bandwidth_bytes_per_s or (whole.bandwidth_bytes_per_s if whole else None)
        if latency_s is None:
            continue
        if curve is not None and whole is not None:
            latency_s, rate = whole.latency_s, whole.bandwidth_bytes_per_s
        pair = number[path.source], number[path.target]
        merit = (-(rate or float("inf")), latency_s)
        if pair in best and best[pair] <= merit:
            continue
        best[pair] = merit
        key: object = (path.fabric, whole.id) if curve is not None and whole else (latency_s, rate)
        if key not in transfers:
            transfers[key] = len(levels)
            levels.append(Transfer(latency_s, rate, curve))
        level[pair] = transfers[key]
    kinds = _kinds(machine.endpoints)
    return Machine(tuple(number), kinds, level, tuple(levels))


def _alike(path_class: PathClass) -> bool:
    """Whether one curve can speak for all paths: on a disturbed machine classes hold paths that are unlike."""
    low, high = path_class.bandwidth_low_bytes_per_s, path_class.bandwidth_high_bytes_per_s
    return high <= _MOST_SPREAD * low


def _kinds(endpoints: Sequence[Endpoint]) -> tuple[int, ...]:
    numbers: dict[tuple[str, str | None], int] = {}
    return tuple(numbers.setdefault((endpoint.kind, endpoint.arch), len(numbers)) for endpoint in endpoints)


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
