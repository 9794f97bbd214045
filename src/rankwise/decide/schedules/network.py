"""What schedules are made for: paths between ranks, and the ports that messages share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rankwise.core.errors import UsageError
from rankwise.core.records import Map
from rankwise.model.machine import Machine, machine_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

_FASTEST = 1e12
_KEPT = 0.8
"""Paths that keep this share of their bandwidth while all pairs of a round are busy share no adapter."""


@dataclass(frozen=True)
class Network:
    """Paths between ranks, (sender, receiver): seconds of an empty message, and bytes per second, 0 without a path.

    `host` is (rank,): the number of the node that a rank is on; `adapter` likewise: ranks of one number share one. What
    leaves a rank in all, and what leaves an adapter, is no faster than the fastest of its paths; the same holds
    for what enters.
    """

    latency_s: Floats
    rate_bytes_per_s: Floats
    adapter: Ints
    host: Ints
    names: tuple[str, ...]

    @property
    def ranks(self) -> int:
        return len(self.adapter)

    def crosses(self) -> NDArray[np.bool_]:
        """(sender, receiver): whether a path goes through adapters."""
        found: NDArray[np.bool_] = self.adapter[:, None] != self.adapter[None, :]
        return found

    def leaves_host(self) -> NDArray[np.bool_]:
        """(sender, receiver): whether a path goes from node to node."""
        found: NDArray[np.bool_] = self.host[:, None] != self.host[None, :]
        return found

    def reversed(self) -> Network:
        """The same with every path turned round: a tree of it is one to reduce along."""
        return Network(self.latency_s.T.copy(), self.rate_bytes_per_s.T.copy(), self.adapter, self.host, self.names)

    def among(self, ranks: Sequence[int]) -> Network:
        """The network of these ranks alone, in this order."""
        import numpy as np

        both = np.ix_(ranks, ranks)
        chosen = np.array(ranks)
        adapter, host = (np.unique(one[chosen], return_inverse=True)[1] for one in (self.adapter, self.host))
        names = tuple(self.names[rank] for rank in ranks)
        return Network(self.latency_s[both], self.rate_bytes_per_s[both], adapter, host, names)

    def seconds(self, size_bytes: float) -> Floats:
        """(sender, receiver): one message of that size alone, infinite without a path."""
        import numpy as np

        with np.errstate(divide="ignore", invalid="ignore"):
            times: Floats = np.where(
                self.rate_bytes_per_s > 0, self.latency_s + size_bytes / self.rate_bytes_per_s, np.inf
            )
        return times


def network_of(machine: Map, endpoints: Sequence[str] = (), fabric: str = "", shared: bool | None = None) -> Network:
    """The network of ranks that run on these endpoints in this order (none: all of the map, one rank each). Ranks of a
    node share its adapter when `shared` is True, and where it is None unless the map shows that paths keep their
    bandwidth under load.

    Raises UsageError for an endpoint or fabric that the map lacks, and for fewer than two ranks.
    """
    import numpy as np

    known = machine_of(machine, fabric)
    for name in endpoints:
        if name not in known.names:
            raise UsageError(
                "no-endpoint", f"the map has no endpoint '{name}'", f"it has: {', '.join(known.names[:12])}"
            )
    places = [known.names.index(name) for name in endpoints] or list(range(len(known.names)))
    if len(places) < 2:
        raise UsageError("too-few-ranks", "a collective needs two ranks", "name a map with more endpoints")
    level, names = known.level[np.ix_(places, places)], tuple(known.names[place] for place in places)
    chosen = Machine(names, tuple(known.kinds[place] for place in places), level, known.transfers)
    return network_at(chosen, [machine.endpoints[place].node for place in places], shares_adapters(machine, shared))


def network_at(places: Machine, nodes: Sequence[str], shared: bool) -> Network:
    """The network of a rank at each place, which is on the node of that name."""
    import numpy as np

    count = len(places.names)
    has = (places.level >= 0) & ~np.eye(count, dtype=bool)
    latency = np.array([*(item.latency_s for item in places.transfers), 0.0])[places.level]
    rate = np.array([*(item.rate_bytes_per_s or _FASTEST for item in places.transfers), 0.0])[places.level]
    numbers: dict[str, int] = {}
    hosts = np.array([numbers.setdefault(node, len(numbers)) for node in nodes])
    adapters = hosts if shared else np.arange(count)
    return Network(np.where(has, latency, 0.0), np.where(has, rate, 0.0), adapters, hosts, places.names)


def shares_adapters(machine: Map, shared: bool | None = None) -> bool:
    """Whether ranks of a node share its adapter: as a user says, else (None) as the map shows."""
    return not _independent(machine) if shared is None else shared


def host_of(machine: Map, endpoint: str) -> str:
    """How the system of a rank there calls itself: a card has its own."""
    known = next(one for one in machine.endpoints if one.id == endpoint)
    return known.id if known.kind == "card" else known.node


def _independent(machine: Map) -> bool:
    """Whether the paths between nodes were as fast with all pairs of a round busy as alone."""
    node = {endpoint.id: endpoint.node for endpoint in machine.endpoints}
    kept = [
        path.loaded_bandwidth_bytes_per_s / path.bandwidth_bytes_per_s
        for path in machine.paths
        if path.loaded_bandwidth_bytes_per_s and path.bandwidth_bytes_per_s and node[path.source] != node[path.target]
    ]
    return bool(kept) and min(kept) >= _KEPT


class Load:
    """Units (chunks of equal size) that each path and port carries so far."""

    def __init__(self, network: Network) -> None:
        import numpy as np

        self.network = network
        rate = network.rate_bytes_per_s
        count, nodes = network.ranks, int(network.adapter.max()) + 1
        away = np.where(network.crosses(), rate, 0.0)
        self._rates = (
            rate,
            rate.max(axis=1),
            rate.max(axis=0),
            np.array([away[network.adapter == node].max() for node in range(nodes)]),
            np.array([away[:, network.adapter == node].max() for node in range(nodes)]),
        )
        self._units = (np.zeros((count, count)), np.zeros(count), np.zeros(count), np.zeros(nodes), np.zeros(nodes))

    def seconds_per_byte(self) -> Floats:
        """(sender, receiver): when the busiest part of each path would be done with one unit more, in seconds for each
        byte of a unit; infinite without a path."""
        import numpy as np

        with np.errstate(divide="ignore", invalid="ignore"):
            link, out, into, node_out, node_in = (
                (units + 1) / rates for units, rates in zip(self._units, self._rates, strict=True)
            )
        inside = np.maximum(np.maximum(out[:, None], into[None, :]), link)
        node = self.network.adapter
        away = np.maximum(node_out[node][:, None], node_in[node][None, :])
        times: Floats = np.where(self.network.crosses(), np.maximum(inside, away), inside)
        return np.where(self.network.rate_bytes_per_s > 0, times, np.inf)

    def add(self, source: int, target: int, units: float = 1.0) -> None:
        """Lets a path carry more."""
        link, out, into, node_out, node_in = self._units
        link[source, target] += units
        out[source] += units
        into[target] += units
        node = self.network.adapter
        if node[source] != node[target]:
            node_out[node[source]] += units
            node_in[node[target]] += units

    def busiest(self) -> float:
        """Seconds for each byte of a unit until everything is done."""
        import numpy as np

        times = []
        for units, rates in zip(self._units, self._rates, strict=True):
            used = units > 0
            with np.errstate(divide="ignore"):
                times.append(float((units[used] / rates[used]).max()) if used.any() else 0.0)
        return max(times)
