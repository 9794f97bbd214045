"""A map as a SimGrid platform: endpoints are hosts, every ordered path is a link of its own.

So a message takes exactly latency + size / bandwidth of its path, messages of one direction share its bandwidth, and
the two directions do not touch each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from xml.sax.saxutils import quoteattr

from rankwise.core.errors import UsageError
from rankwise.core.records import Map, Path

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
    paths = _paths(machine, fabric or _only_fabric(machine))
    ids = dict.fromkeys(endpoint.id for endpoint in machine.endpoints)
    hosts = [f"    <host id={quoteattr(id_)} speed={quoteattr(_SPEED)}/>" for id_ in ids]
    pairs = list(permutations(ids, 2))
    links = [_link(*pair, *_figures(paths, pair)) for pair in pairs]
    routes = [_route(*pair) for pair in pairs]
    return _HEAD + "\n".join([*hosts, *links, *routes]) + "\n" + _FOOT


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


def _route(source: str, target: str) -> str:
    ends = f'src={quoteattr(source)} dst={quoteattr(target)} symmetrical="NO"'
    return f"    <route {ends}><link_ctn id={_name(source, target)}/></route>"
