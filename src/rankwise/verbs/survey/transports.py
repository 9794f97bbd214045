"""What carries messages between nodes: asked of the library and of the interfaces, on a path of each class."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext

from msgspec.structs import replace

from rankwise.core.errors import RankwiseError
from rankwise.maps.launch import NetworkLaunch, probes_for
from rankwise.measure.side import Side
from rankwise.model.records import HardwareLimit, Map, PathClass
from rankwise.placement.nets import Net
from rankwise.placement.placement import Placement

_BYTES = 1 << 20
_MOST_CLASSES = 8  # each is a path in one launch


def with_transports(side: Side, machine: Map, placement: Placement, watchdog_s: float) -> tuple[Map, tuple[str, ...]]:
    """The map with what carried the bytes of its classes between nodes and what the adapters allow there; or the map as
    it is, and why."""
    node = {endpoint.id: endpoint.node for endpoint in placement.endpoints}
    paths = {
        path_class.id: [path for path in path_class.paths if {*path} <= node.keys() and node[path[0]] != node[path[1]]]
        for path_class in machine.classes[:_MOST_CLASSES]
    }
    away = {name: across[0] for name, across in paths.items() if across}
    if not away:
        return machine, ()
    pairs = list(dict.fromkeys(away.values()))
    try:
        with probes_for(side.mpi, placement, {end for pair in pairs for end in pair}) or nullcontext() as probes:
            net = Net("network", "network", "what the MPI chooses", {end: {} for pair in pairs for end in pair})
            launch = NetworkLaunch(side.mpi, placement, net, control=placement.control, probes=probes)
            words = launch.transports_of(pairs, _BYTES, watchdog_s)
    except RankwiseError as error:
        return machine, (f"{side.name}: what carries messages between nodes is unknown: {error.first_line}",)
    limits = {pair: launch.limit(pair) for pair in pairs}
    return replace(machine, classes=tuple(_with(path_class, away, words, limits) for path_class in machine.classes)), ()


def _with(
    path_class: PathClass,
    away: Mapping[str, tuple[str, str]],
    words: Mapping[tuple[str, str], str],
    limits: Mapping[tuple[str, str], HardwareLimit | None],
) -> PathClass:
    pair = away.get(path_class.id)
    return replace(path_class, transport=words[pair], limit=limits[pair]) if pair else path_class
