"""What schedules are made for: a machine's paths between ranks, and what messages share on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from rankwise.core.errors import UsageError
from rankwise.model.machine import CostModel, known_machine_of
from rankwise.model.records import Map

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]


@dataclass(frozen=True)
class ScheduleNetwork:
    """A rank at each place of a machine. `host` is (rank,): the number of the node that a rank is on. `turned`: every
    path leads the other way."""

    machine: CostModel
    host: Ints
    turned: bool = False

    @property
    def ranks(self) -> int:
        return len(self.host)

    @property
    def names(self) -> tuple[str, ...]:
        return self.machine.names

    @cached_property
    def latency_s(self) -> Floats:
        """(sender, receiver): seconds of an empty message."""
        return self.machine.latency_s.T if self.turned else self.machine.latency_s

    @cached_property
    def rate_bytes_per_s(self) -> Floats:
        """(sender, receiver): bytes per second, 0 without a path."""
        return self.machine.rate_bytes_per_s.T if self.turned else self.machine.rate_bytes_per_s

    @cached_property
    def uses(self) -> Ints:
        """(sender, receiver, most): the rows of the machine's capacities that a path shares with others."""
        return self.machine.between.transpose(1, 0, 2) if self.turned else self.machine.between

    def leaves_host(self) -> NDArray[np.bool_]:
        """(sender, receiver): whether a path goes from node to node."""
        leaves: NDArray[np.bool_] = self.host[:, None] != self.host[None, :]
        return leaves

    def reversed(self) -> ScheduleNetwork:
        """The same with every path turned round: a tree of it is one to reduce along."""
        return ScheduleNetwork(self.machine, self.host, not self.turned)

    def among(self, ranks: Sequence[int]) -> ScheduleNetwork:
        """The network of these ranks alone, in this order."""
        import numpy as np

        host = np.unique(self.host[np.array(ranks)], return_inverse=True)[1]
        return ScheduleNetwork(self.machine.at(ranks), host, self.turned)

    def seconds(self, size_bytes: float) -> Floats:
        """(sender, receiver): one message of that size alone, infinite without a path."""
        import numpy as np

        with np.errstate(divide="ignore", invalid="ignore"):
            times: Floats = np.where(
                self.rate_bytes_per_s > 0, self.latency_s + size_bytes / self.rate_bytes_per_s, np.inf
            )
        return times


def network_of(
    machine: Map, endpoints: Sequence[str] = (), fabric: str = "", shared: bool | None = None
) -> ScheduleNetwork:
    """The network of ranks that run on these endpoints in this order (none: all of the map, one rank each). `shared`:
    whether ranks of a node share its adapter where the map names no resources; None: as it shows under load.

    Raises UsageError for an endpoint or fabric that the map lacks, for fewer than two ranks, and for one that no path
    leads to or from, not even over others.
    """
    known = known_machine_of(machine, fabric, shared)
    for name in endpoints:
        if name not in known.names:
            raise UsageError(
                "no-endpoint", f"the map has no endpoint '{name}'", f"it has: {', '.join(known.names[:12])}"
            )
    places = [known.names.index(name) for name in endpoints] or list(range(len(known.names)))
    if len(places) < 2:
        raise UsageError("too-few-ranks", "a collective needs two ranks", "name a map with more endpoints")
    network = network_at(known.at(places), [machine.endpoints[place].node for place in places])
    for ways, how in ((network.rate_bytes_per_s > 0, "to"), (network.rate_bytes_per_s.T > 0, "from")):
        if (lost := _apart(ways)) is not None:
            measure = "measure all pairs (`rankwise map --all-pairs`), or " if machine.origin == "measured" else ""
            raise UsageError(
                "no-path",
                f"no path of the map leads {how} '{network.names[lost]}', not even over others",
                f"{measure}name other --endpoints, or another --fabric",
            )
    return network


def _apart(ways: NDArray[np.bool_]) -> int | None:
    """The first rank that messages of rank 0 do not reach, over any others; None where all are reached."""
    import numpy as np

    reached = np.zeros(len(ways), dtype=bool)
    newest = np.array([0])
    while len(newest):
        reached[newest] = True
        newest = np.flatnonzero(ways[newest].any(axis=0) & ~reached)
    return None if reached.all() else int(np.flatnonzero(~reached)[0])


def network_at(places: CostModel, nodes: Sequence[str]) -> ScheduleNetwork:
    """The network of a rank at each place, which is on the node of that name."""
    import numpy as np

    numbers: dict[str, int] = {}
    return ScheduleNetwork(places, np.array([numbers.setdefault(node, len(numbers)) for node in nodes]))


def host_of(machine: Map, endpoint: str) -> str:
    """How the system of a rank there calls itself: a card has its own."""
    known = next(end for end in machine.endpoints if end.id == endpoint)
    return known.id if known.kind == "card" else known.node


class Load:
    """Units (chunks of equal size) that each path, port and resource carries so far."""

    def __init__(self, network: ScheduleNetwork) -> None:
        import numpy as np

        self.network = network
        self._capacities = np.append(network.machine.capacities, np.inf)
        self._link = np.zeros((network.ranks, network.ranks))
        self._rows = np.zeros(len(self._capacities))

    def seconds_per_byte(self) -> Floats:
        """(sender, receiver): when the busiest part of each path would be done with one unit more, in seconds for each
        byte of a unit; infinite without a path."""
        import numpy as np

        with np.errstate(divide="ignore", invalid="ignore"):
            link = (self._link + 1) / self.network.rate_bytes_per_s
        rows = (self._rows + 1) / self._capacities
        times: Floats = np.maximum(link, rows[self.network.uses].max(axis=2))
        return np.where(self.network.rate_bytes_per_s > 0, times, np.inf)

    def add(self, source: int, target: int, units: float = 1.0) -> None:
        """Lets a path carry more."""
        self._link[source, target] += units
        self._rows[self.network.uses[source, target]] += units
        self._rows[-1] = 0.0
