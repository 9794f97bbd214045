"""A map as a SimGrid platform: endpoints are hosts, every ordered path is a link of its own.

So a message takes exactly latency + size / bandwidth of its path, messages of one direction share its bandwidth, and
the two directions do not touch each other. Where the map names resources, each of their directions is a link too, and
so are the ports of endpoints: routes lead through what `model.machine` charges them for.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from xml.sax.saxutils import quoteattr

from rankwise.core.errors import UsageError
from rankwise.core.records import Map, Path
from rankwise.model.machine import machine_of

_HEAD = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="map" routing="Full">
"""
_FOOT = """  </zone>
</platform>
"""
_SPEED = "1Gf"  # a host must have one; nothing computes under simulation


def platform_xml(machine: Map, fabric: str = "") -> str:
    """The platform file of a map, the same bytes for the same map. The hosts are its endpoints, by their ids; an
    endpoint that is named several times is one host with as many ranks.

    `fabric` chooses among several. Raises UsageError `incomplete-map` when an ordered pair of endpoints has no path
    with a latency and a bandwidth: every rank must reach every other, or no MPI starts.
    """
    fabric = fabric or _only_fabric(machine)
    paths = _paths(machine, fabric)
    ids = dict.fromkeys(endpoint.id for endpoint in machine.endpoints)
    hosts = [f"    <host id={quoteattr(id_)} speed={quoteattr(_SPEED)}/>" for id_ in ids]
    pairs = list(permutations(ids, 2))
    links = [_link(*pair, *_figures(paths, pair)) for pair in pairs]
    shared, passed = _shared(machine, fabric) if machine.resources else ([], {})
    routes = [_route(*pair, passed.get(pair, ())) for pair in pairs]
    return _HEAD + "\n".join([*hosts, *links, *shared, *routes]) + "\n" + _FOOT


def _shared(machine: Map, fabric: str) -> tuple[list[str], dict[tuple[str, str], tuple[str, ...]]]:
    """Links of ports and resources, and by pair the names of those that its route leads through."""
    places = machine_of(machine, fabric)
    links = [
        f'    <link id={quoteattr(label)} latency="0s" bandwidth="{float(rate)!r}Bps"/>'
        for label, rate in dict(zip(places.labels, places.capacities.tolist(), strict=True)).items()
    ]
    names = places.names
    passed = {
        (names[a], names[b]): tuple(places.labels[row] for row in places.between[a, b] if row < len(places.labels))
        for a, b in permutations(range(len(names)), 2)
    }
    return links, passed


def _only_fabric(machine: Map) -> str:
    ids = [fabric.id for fabric in machine.fabrics]
    if len(ids) == 1:
        return ids[0]
    raise UsageError(
        "choose-fabric",
        f"map '{machine.name}' has {len(ids)} fabrics: {', '.join(ids)}",
        "a simulation has one path between two endpoints: name the fabric",
    )


def _paths(machine: Map, fabric: str) -> dict[tuple[str, str], Path]:
    return {(path.source, path.target): path for path in machine.paths if path.fabric == fabric and path.reachable}


def _figures(paths: Mapping[tuple[str, str], Path], pair: tuple[str, str]) -> tuple[float, float]:
    path = paths.get(pair)
    if path is None or path.latency_s is None or path.bandwidth_bytes_per_s is None:
        raise UsageError(
            "incomplete-map",
            f"the map has no path with latency and bandwidth from {pair[0]} to {pair[1]}",
            "declare or measure all ordered pairs, or leave the endpoint out",
        )
    if path.latency_s < 0 or path.bandwidth_bytes_per_s <= 0:
        raise UsageError(
            "bad-path",
            f"{pair[0]} to {pair[1]}: {path.latency_s:g} s, {path.bandwidth_bytes_per_s:g} B/s cannot be simulated",
            "a latency is zero or more, a bandwidth above zero",
        )
    return path.latency_s, path.bandwidth_bytes_per_s


def _name(source: str, target: str) -> str:
    return quoteattr(f"{source} -> {target}")


def _link(source: str, target: str, latency_s: float, rate: float) -> str:
    return f'    <link id={_name(source, target)} latency="{latency_s!r}s" bandwidth="{rate!r}Bps"/>'


def _route(source: str, target: str, passed: tuple[str, ...]) -> str:
    ends = f'src={quoteattr(source)} dst={quoteattr(target)} symmetrical="NO"'
    links = "".join(f"<link_ctn id={name}/>" for name in (_name(source, target), *map(quoteattr, passed)))
    return f"    <route {ends}>{links}</route>"
