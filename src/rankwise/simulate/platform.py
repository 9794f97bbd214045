"""What `machine.cpp` reads: nodes, what a path of each kind takes by size, and what paths go through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import TYPE_CHECKING, Final

from rankwise.cluster.machine import best_rule, fabrics, figures, positions
from rankwise.cluster.machine_map import endpoint_name
from rankwise.cluster.records import Machine, MachineNetwork, MachineRule
from rankwise.core.errors import UsageError
from rankwise.model.path_time import UNLIMITED, PathTime, of_curve, of_figures
from rankwise.model.records import Curve, Map

if TYPE_CHECKING:
    from rankwise.model.machine import CostModel

_INSIDE: Final = of_figures(15e-6, 498e6)
"""Of ranks that share an endpoint, where nothing is stated: what SimGrid itself takes."""


@dataclass(frozen=True)
class Platform:
    """`text` is the file of the platform, the same bytes for the same machine. `names` are its endpoints, `ranks` the
    numbers of those on which ranks are, in their order."""

    name: str
    text: str
    names: tuple[str, ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True)
class _Way:
    """What a path takes, as an index of kinds, and the resources that it uses as it leaves and as it enters. The number
    of a resource is twice its index, and one more where both directions share its rate."""

    kind: int
    leaves: tuple[int, ...] = ()
    enters: tuple[int, ...] = ()

    def words(self) -> str:
        """As the file has it."""
        return " ".join(map(str, (self.kind, len(self.leaves), *self.leaves, len(self.enters), *self.enters)))


Ways = Mapping[tuple[int, int], _Way]


def of_map(machine: Map, fabric: str = "", *, shares_adapters: bool | None = False) -> Platform:
    """The platform of a map. An endpoint that is named several times has as many ranks; rank r is endpoint r.

    `fabric` chooses among several; `shares_adapters` is as in `model.machine`. Where the map names no resources and
    endpoints are not taken to share an adapter, each path is a link of its own. Raises UsageError `incomplete-map` when
    an ordered pair of endpoints has no path with a latency and a bandwidth: every rank must reach every other.
    """
    from msgspec.structs import replace

    from rankwise.model.machine import machine_of

    by_id = {endpoint.id: endpoint for endpoint in machine.endpoints}
    ids = list(by_id)
    known = [item.id for item in machine.fabrics]
    chosen = fabric or _only_fabric(machine.name, known)
    _check_fabric(machine.name, chosen, known)
    _check_paths(machine, chosen)
    places = machine_of(replace(machine, endpoints=tuple(by_id.values())), chosen, shares_adapters)
    ranks = tuple(ids.index(endpoint.id) for endpoint in machine.endpoints)
    ports = bool(machine.resources) or shares_adapters is not False
    return Platform(machine.name, _text_of_places(places, ports=ports), tuple(ids), ranks)


def of_machine(machine: Machine, fabric: str = "", places: Sequence[int] | None = None) -> Platform:
    """The platform of a machine with all its nodes; rank r is at `places[r]` (none: one rank on each endpoint), where
    an endpoint of a node has the number node * endpoints of a node + its own.

    Without a fabric each pair has the fastest of its own. Raises UsageError as `of_map`, for what two ranks would need.
    """
    _check_fabric(machine.name, fabric, fabrics(machine))
    count = len(machine.endpoints)
    node = _Node(machine, fabric)
    same, other = (node.ways(away=False), node.ways(away=True))
    times = [_time_of(rule) for rule in node.kinds]
    lines = [
        f"nodes {machine.nodes} {count}",
        *map(_time_line, times),
        *map(node.resource_line, node.slots),
        *_port_lines(count, times, (same, other)),
        *_way_lines("same", _with_ports(same, len(node.slots), away=False)),
        *_way_lines("other", _with_ports(other, len(node.slots), away=True)),
        *_network_lines(machine.network),
    ]
    names = tuple(endpoint_name(machine, *divmod(place, count)) for place in range(machine.nodes * count))
    ranks = tuple(range(len(names)) if places is None else places)
    platform = Platform(machine.name, "\n".join(lines) + "\n", names, ranks)
    _check_pairs(platform, count, same, other)
    return platform


@dataclass
class _Node:
    """The paths of one node's endpoints, to each other and to those of another node, with what they go through."""

    machine: Machine
    fabric: str
    kinds: dict[MachineRule | None, int] = field(default_factory=dict)
    slots: dict[tuple[int, int], int] = field(default_factory=dict)  # (row of the machine, instance) in a node

    def ways(self, *, away: bool) -> dict[tuple[int, int], _Way]:
        """All paths between endpoints of a node, or from its endpoints to those of another."""
        ends = range(len(self.machine.endpoints))
        return {(a, b): way for a in ends for b in ends if (way := self.way(a, b, away=away)) is not None}

    def way(self, a: int, b: int, *, away: bool) -> _Way | None:
        """The path from endpoint a to endpoint b, of another node where `away`; None where there is none."""
        here, there = positions(self.machine, "n1"), positions(self.machine, "n2" if away else "n1")
        rule = best_rule(self.machine, self.fabric, here[a], there[b])
        if rule is None:
            return None if a != b or away else _Way(self.kinds.setdefault(None, len(self.kinds)))
        leaves, enters = [], []
        for name in rule.through:
            row = next(i for i, known in enumerate(self.machine.resources) if known.name == name)
            both = self.machine.resources[row].both
            out, into = self._instance(row, a), self._instance(row, b)
            if out is not None and (both or away or out != into):
                leaves.append(2 * self.slots.setdefault((row, out), len(self.slots)) + both)
            if into is not None and (away or out != into):
                enters.append(2 * self.slots.setdefault((row, into), len(self.slots)) + both)
        return _Way(self.kinds.setdefault(rule, len(self.kinds)), tuple(leaves), tuple(enters))

    def resource_line(self, slot: tuple[int, int]) -> str:
        """A resource as the file has it."""
        row = self.machine.resources[slot[0]]
        return f"resource {row.rate_bytes_per_s!r} {int(row.per == 'switch')}"

    def _instance(self, row: int, end: int) -> int | None:
        """In which instance of a resource an endpoint is, of those in its node."""
        endpoint = self.machine.endpoints[end]
        return {
            "node": 0,
            "switch": 0,
            "root port": None,  # no machine names any
            "slot": None,
            "socket": endpoint.socket,
            "adapter": endpoint.adapter,
            "card": end if endpoint.kind in ("card", "gpu") else None,
        }[self.machine.resources[row].per]


def _with_ports(ways: Ways, first: int, *, away: bool) -> Ways:
    """The paths, which also use the port of each end: resource `first` + 2 * endpoint as they leave, the next one as
    they enter."""
    return {
        (a, b): way
        if a == b and not away
        else _Way(way.kind, (*way.leaves, 2 * (first + 2 * a)), (*way.enters, 2 * (first + 2 * b + 1)))
        for (a, b), way in ways.items()
    }


def _port_lines(count: int, times: Sequence[PathTime], paths: Sequence[Ways]) -> list[str]:
    """Two resources for each endpoint of a node: what leaves it and what enters it, as fast as the fastest path."""
    rates = [0.0] * (2 * count)
    for ways in paths:
        for (a, b), way in ways.items():
            rate = times[way.kind].rate_bytes_per_s
            if a != b or ways is paths[1]:
                rates[2 * a], rates[2 * b + 1] = max(rates[2 * a], rate), max(rates[2 * b + 1], rate)
    return [f"resource {rate or UNLIMITED!r} 0" for rate in rates]


def _time_of(rule: MachineRule | None) -> PathTime:
    if rule is None:
        return _INSIDE
    return of_curve(rule.sizes_bytes, rule.times_s, rule.steps_bytes) if rule.times_s else of_figures(*figures(rule))


def _text_of_places(places: CostModel, *, ports: bool) -> str:
    """All places as the endpoints of one node, each direction of what they share as a resource of its own. `ports`:
    with the ports of endpoints, which are the first rows."""
    count, rows = len(places.names), len(places.capacities)
    first = 0 if ports else 2 * count
    ways = {(place, place): _Way(len(places.transfers)) for place in range(count)}
    for a, b in permutations(range(count), 2):
        used = (int(row) - first for row in places.between[a, b] if first <= row < rows)
        ways[a, b] = _Way(int(places.level[a, b]), tuple(2 * row + 1 for row in used))
    times = [
        of_curve(item.curve.sizes_bytes, item.curve.median_s, _steps(item.curve))
        if item.curve is not None and item.curve.sizes_bytes
        else of_figures(item.latency_s, item.rate_bytes_per_s)
        for item in places.transfers
    ]
    lines = [
        f"nodes 1 {count}",
        *map(_time_line, (*times, _INSIDE)),
        *(f"resource {float(rate)!r} 0" for rate in places.capacities[first:]),
        *_way_lines("same", ways),
    ]
    return "\n".join(lines) + "\n"


def _steps(curve: Curve) -> tuple[int, ...]:
    return tuple(step.above_bytes for step in curve.steps)


def _time_line(time: PathTime) -> str:
    points = " ".join(f"{size!r} {extra_s!r}" for size, extra_s in time.points)
    return f"time {time.rate_bytes_per_s!r} {len(time.points)} {points}"


def _way_lines(word: str, ways: Ways) -> list[str]:
    return [f"{word} {a} {b} {way.words()}" for (a, b), way in ways.items()]


def _network_lines(network: MachineNetwork) -> list[str]:
    figures_of_links = f"{network.rate_bytes_per_s or UNLIMITED!r} {network.hop_s!r}"
    if network.shape == "torus":
        sizes = " ".join(map(str, network.dimensions))
        return [f"torus {len(network.dimensions)} {sizes} {figures_of_links}"]
    return [f"tree {network.leaf_nodes} {figures_of_links}"] if network.shape == "tree" else []


def _only_fabric(name: str, ids: list[str]) -> str:
    if len(ids) == 1:
        return ids[0]
    raise UsageError(
        "choose-fabric",
        f"'{name}' has {len(ids)} fabrics: {', '.join(ids)}",
        "a simulation has one path between two endpoints: name the fabric",
    )


def _check_fabric(name: str, fabric: str, known: Sequence[str]) -> None:
    if fabric and fabric not in known:
        raise UsageError("no-fabric", f"'{name}' has no fabric '{fabric}'", f"it has: {', '.join(known)}")


def _check_paths(machine: Map, fabric: str) -> None:
    paths = {(path.source, path.target): path for path in machine.paths if path.fabric == fabric and path.reachable}
    for pair in permutations(dict.fromkeys(endpoint.id for endpoint in machine.endpoints), 2):
        path = paths.get(pair)
        if path is None or path.latency_s is None or path.bandwidth_bytes_per_s is None:
            raise _incomplete(machine.name, *pair)
        if path.latency_s < 0 or path.bandwidth_bytes_per_s <= 0:
            raise UsageError(
                "bad-path",
                f"{pair[0]} to {pair[1]}: {path.latency_s:g} s, {path.bandwidth_bytes_per_s:g} B/s cannot be simulated",
                "a latency is zero or more, a bandwidth above zero",
            )


def _check_pairs(platform: Platform, count: int, same: Ways, other: Ways) -> None:
    """Raises UsageError where two ranks have no path. Of nodes that hold ranks alike, one stands for all."""
    ends: dict[int, set[int]] = {}
    for place in platform.ranks:
        ends.setdefault(place // count, set()).add(place % count)
    alike = {frozenset(there): node for node, there in ends.items()}
    for a, b in product(alike, repeat=2):
        lacking = [(x, y, alike[a]) for x, y in product(a, repeat=2) if (x, y) not in same]
        if len(ends) > 1:
            lacking += [(x, y, alike[b]) for x, y in product(a, b) if (x, y) not in other]
        for x, y, node in lacking:
            raise _incomplete(platform.name, platform.names[alike[a] * count + x], platform.names[node * count + y])


def _incomplete(name: str, source: str, target: str) -> UsageError:
    return UsageError(
        "incomplete-map",
        f"'{name}' has no path with latency and bandwidth from {source} to {target}",
        "declare or measure all ordered pairs, or leave the endpoint out",
    )
