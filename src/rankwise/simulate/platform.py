"""What `machine.cpp` reads: the nodes of a machine, what a path of each kind takes by size, and what it goes through."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rankwise.cluster.machine import positions, rule_of
from rankwise.cluster.machine_map import endpoint_name, figures
from rankwise.core.errors import UsageError
from rankwise.core.records import Curve, Map
from rankwise.core.records.machine import Machine, MachineNetwork, MachineRule
from rankwise.model.path_time import UNLIMITED, PathTime, of_curve, of_figures

if TYPE_CHECKING:
    from rankwise.model.machine import Machine as Places

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
    """What a path takes, as an index of kinds, and the resources that it uses as it leaves and as it enters."""

    kind: int
    leaves: tuple[int, ...] = ()
    enters: tuple[int, ...] = ()


def of_map(machine: Map, fabric: str = "", *, shares_adapters: bool | None = False) -> Platform:
    """The platform of a map. An endpoint that is named several times has as many ranks; rank r is endpoint r.

    `fabric` chooses among several; `shares_adapters` is as in `model.machine`. Raises UsageError `incomplete-map` when
    an ordered pair of endpoints has no path with a latency and a bandwidth: every rank must reach every other.
    """
    from msgspec.structs import replace

    from rankwise.model.machine import machine_of

    ids = list(dict.fromkeys(endpoint.id for endpoint in machine.endpoints))
    by_id = {endpoint.id: endpoint for endpoint in machine.endpoints}
    chosen = fabric or _only_fabric(machine.name, [item.id for item in machine.fabrics])
    _check_paths(machine, chosen)
    places = machine_of(replace(machine, endpoints=tuple(by_id.values())), chosen, shares_adapters)
    ranks = tuple(ids.index(endpoint.id) for endpoint in machine.endpoints)
    return Platform(machine.name, _text_of_places(places), tuple(ids), ranks)


def of_machine(machine: Machine, fabric: str = "", places: Sequence[int] | None = None) -> Platform:
    """The platform of a machine with all its nodes; rank r is at `places[r]` (none: one rank on each endpoint), where
    an endpoint of a node has the number node * endpoints of a node + its own."""
    chosen = fabric or _only_fabric(machine.name, list(dict.fromkeys(rule.fabric for rule in machine.rules)))
    here, there = positions(machine, "n1"), positions(machine, "n2")
    count = len(here)
    kinds: dict[MachineRule | None, int] = {}
    numbers = {row.name: index for index, row in enumerate(machine.resources)}
    apart: dict[str, Callable[[int, bool], object]] = {
        "node": lambda end, other: other,
        "switch": lambda end, other: other,
        "socket": lambda end, other: (other, machine.endpoints[end].socket),
        "adapter": lambda end, other: (other, machine.endpoints[end].adapter),
        "card": lambda end, other: (other, end) if machine.endpoints[end].kind in ("card", "gpu") else None,
    }
    slots: dict[tuple[str, object], int] = {}

    def slot(name: str, end: int, other: bool) -> tuple[int, object] | None:
        row = machine.resources[numbers[name]]
        instance = apart[row.per](end, other)
        if instance is None:
            return None
        local = instance[1] if isinstance(instance, tuple) else 0
        return 2 * slots.setdefault((name, local), len(slots)) + row.both, instance

    def way(a: int, b: int, other: bool) -> _Way | None:
        rule = rule_of(machine, chosen, here[a], (there if other else here)[b])
        if rule is None and a == b and not other:
            return _Way(kinds.setdefault(None, len(kinds)))
        if rule is None:
            return None
        leaves, enters = [], []
        for name in rule.through:
            out, into = slot(name, a, other=False), slot(name, b, other)
            crosses = (out and out[1]) != (into and into[1])
            leaves += [out[0]] if out and (crosses or out[0] % 2) else []
            enters += [into[0]] if into and crosses else []
        return _Way(kinds.setdefault(rule, len(kinds)), tuple(leaves), tuple(enters))

    same = {(a, b): found for a in range(count) for b in range(count) if (found := way(a, b, False))}
    other = {(a, b): found for a in range(count) for b in range(count) if (found := way(a, b, True))}
    resources = [
        (machine.resources[numbers[name]].rate_bytes_per_s, machine.resources[numbers[name]].per == "switch")
        for name, _ in slots
    ]
    times = [_time_of(rule) for rule in kinds]
    text = _text(machine.nodes, count, times, resources, same, other, machine.network)
    names = tuple(endpoint_name(machine, *divmod(n, count)) for n in range(machine.nodes * count))
    ranks = tuple(range(len(names)) if places is None else places)
    platform = Platform(machine.name, text, names, ranks)
    _check_pairs(machine, platform, same, other)
    return platform


def _time_of(rule: MachineRule | None) -> PathTime:
    if rule is None:
        return _INSIDE
    return of_curve(rule.sizes_bytes, rule.times_s, rule.steps_bytes) if rule.times_s else of_figures(*figures(rule))


def _text_of_places(places: Places) -> str:
    """All places as the endpoints of one node, each instance of a resource as a resource of its own."""
    count = len(places.names)
    resources: list[tuple[float, bool]] = []
    first: list[int] = []
    for item in places.shared:
        first.append(len(resources))
        resources += [(float(rate), False) for rate in item.out_bytes_per_s]
    ways: dict[tuple[int, int], _Way] = {(place, place): _Way(len(places.transfers)) for place in range(count)}
    for a in range(count):
        for b in range(count):
            level = int(places.level[a, b])
            if a == b or level < 0:
                continue
            leaves, enters = [], []
            for number in places.through[level] if places.through else ():
                item = places.shared[number]
                here, there = int(item.place[a]), int(item.place[b])
                leaves += [2 * (first[number] + here) + item.both] if here >= 0 and (item.both or here != there) else []
                enters += [2 * (first[number] + there) + item.both] if there >= 0 and here != there else []
            ways[a, b] = _Way(level, tuple(leaves), tuple(enters))
    times = [
        of_curve(item.curve.sizes_bytes, item.curve.median_s, _steps(item.curve))
        if item.curve is not None and item.curve.sizes_bytes
        else of_figures(item.latency_s, item.rate_bytes_per_s)
        for item in places.transfers
    ]
    return _text(1, count, [*times, _INSIDE], resources, ways, {}, MachineNetwork())


def _steps(curve: Curve) -> tuple[int, ...]:
    return tuple(step.above_bytes for step in curve.steps)


def _text(
    nodes: int,
    ends: int,
    times: Sequence[PathTime],
    resources: Sequence[tuple[float, bool]],
    same: Mapping[tuple[int, int], _Way],
    other: Mapping[tuple[int, int], _Way],
    network: MachineNetwork,
) -> str:
    lines = [f"nodes {nodes} {ends}"]
    for time in times:
        points = " ".join(f"{size!r} {extra_s!r}" for size, extra_s in time.points)
        lines.append(f"time {time.rate_bytes_per_s!r} {len(time.points)} {points}")
    lines += [f"resource {rate!r} {int(of_leaf)}" for rate, of_leaf in resources]
    for word, ways in (("same", same), ("other", other)):
        lines += [
            f"{word} {a} {b} {way.kind} {' '.join(map(str, (len(way.leaves), *way.leaves, len(way.enters), *way.enters)))}"
            for (a, b), way in ways.items()
        ]
    rate = network.rate_bytes_per_s or UNLIMITED
    if network.shape == "torus":
        lines.append(f"torus {' '.join(map(str, (len(network.dimensions), *network.dimensions)))} {rate!r} {network.hop_s!r}")
    if network.shape == "tree":
        lines.append(f"tree {network.leaf_nodes} {rate!r} {network.hop_s!r}")
    return "\n".join(lines) + "\n"


def _only_fabric(name: str, ids: list[str]) -> str:
    if len(ids) == 1:
        return ids[0]
    if not ids:
        raise UsageError("no-paths", f"{name} has no path with a figure", "its published tables say nothing of paths")
    raise UsageError(
        "choose-fabric",
        f"'{name}' has {len(ids)} fabrics: {', '.join(ids)}",
        "a simulation has one path between two endpoints: name the fabric",
    )


def _check_paths(machine: Map, fabric: str) -> None:
    paths = {(path.source, path.target): path for path in machine.paths if path.fabric == fabric and path.reachable}
    ids = dict.fromkeys(endpoint.id for endpoint in machine.endpoints)
    for pair in ((a, b) for a in ids for b in ids if a != b):
        path = paths.get(pair)
        if path is None or path.latency_s is None or path.bandwidth_bytes_per_s is None:
            raise _incomplete("map", machine.name, *pair)
        if path.latency_s < 0 or path.bandwidth_bytes_per_s <= 0:
            raise UsageError(
                "bad-path",
                f"{pair[0]} to {pair[1]}: {path.latency_s:g} s, {path.bandwidth_bytes_per_s:g} B/s cannot be simulated",
                "a latency is zero or more, a bandwidth above zero",
            )


def _check_pairs(
    machine: Machine, platform: Platform, same: Mapping[tuple[int, int], _Way], other: Mapping[tuple[int, int], _Way]
) -> None:
    """Raises UsageError where two ranks have no path: kinds of pairs are looked at, not all pairs."""
    count = len(machine.endpoints)
    nodes: dict[int, set[int]] = {}
    for place in platform.ranks:
        nodes.setdefault(place // count, set()).add(place % count)
    layouts = {frozenset(ends): node for node, ends in nodes.items()}
    for a, b in _kinds_of_pairs(layouts):
        first, second = layouts[a], layouts[b]
        lacking = [(x, y, first) for x in a for y in a if (x, y) not in same]
        if len(nodes) > 1:
            lacking += [(x, y, second) for x in a for y in b if (x, y) not in other]
        for x, y, node in lacking:
            raise _incomplete("machine", machine.name, platform.names[first * count + x], platform.names[node * count + y])


def _kinds_of_pairs(layouts: Mapping[frozenset[int], int]) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    yield from ((a, b) for a in layouts for b in layouts)


def _incomplete(what: str, name: str, source: str, target: str) -> UsageError:
    return UsageError(
        "incomplete-map",
        f"the {what} {name} has no path with latency and bandwidth from {source} to {target}",
        "declare or measure all ordered pairs, or leave the endpoint out",
    )
