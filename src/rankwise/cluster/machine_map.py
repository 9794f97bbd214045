"""A machine as a Map: every endpoint of every node, what each pair takes, and the classes of the machine's rules."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rankwise.cluster.links import Position, relation
from rankwise.cluster.machine import fabrics, figures, positions, rule_of
from rankwise.cluster.records import Machine, MachineRule
from rankwise.core.errors import UsageError
from rankwise.core.records import Endpoint
from rankwise.model.records import Curve, Fabric, Map, Path, PathClass, ProtocolStep

MOST_ENDPOINTS: Final = 512
"""Of a map, which holds every pair."""


def endpoint_name(machine: Machine, node: int, index: int) -> str:
    """What an endpoint of a node, from 0, is called: `n1` where a node has no other, `mic0` where there is one node."""
    name = machine.endpoints[index].name
    if machine.nodes == 1:
        return name
    return f"n{node + 1}" if len(machine.endpoints) == 1 or name == "host" else f"n{node + 1}-{name}"


def to_map(machine: Machine, nodes: int = 0) -> Map:
    """The map of the first `nodes` nodes (0: all). A range of published figures is its geometric middle.

    Raises UsageError `large-machine` for more endpoints than a map holds.
    """
    count = min(nodes or machine.nodes, machine.nodes)
    if count * len(machine.endpoints) > MOST_ENDPOINTS:
        raise UsageError(
            "large-machine",
            f"{machine.name} has {count * len(machine.endpoints)} endpoints; a map of all pairs holds {MOST_ENDPOINTS}",
            "`rankwise simulate` takes the machine itself; a map of some nodes: copy the file and lower nodes.count",
        )
    places = [place for node in range(count) for place in positions(machine, f"n{node + 1}")]
    names = [endpoint_name(machine, *divmod(number, len(machine.endpoints))) for number in range(len(places))]
    paths: list[Path] = []
    members: dict[MachineRule, list[tuple[int, int]]] = {}
    for fabric in fabrics(machine):
        for a, sender in enumerate(places):
            for b, receiver in enumerate(places):
                rule = rule_of(machine, fabric, sender, receiver) if a != b else None
                if rule is None:
                    continue
                members.setdefault(rule, []).append((a, b))
                latency_s, rate = figures(rule)
                paths.append(
                    Path(
                        source=names[a], target=names[b], fabric=fabric, path_class=_class_id(machine, rule),
                        latency_s=latency_s, bandwidth_bytes_per_s=rate, through=rule.through,
                    )
                )  # fmt: skip
    return Map(
        name=machine.name,
        origin="imported" if machine.origin == "measured" else machine.origin,  # not by this map
        source=machine.source or machine.description,
        endpoints=tuple(
            _endpoint(machine, place, name, number)
            for number, (place, name) in enumerate(zip(places, names, strict=True))
        ),
        fabrics=tuple(
            Fabric(id=name, kind=name, description=machine.description, evidence=machine.origin)
            for name in fabrics(machine)
        ),
        paths=tuple(paths),
        classes=tuple(
            made for rule, pairs in members.items() if (made := _class(machine, rule, pairs, places, names)) is not None
        ),
        resources=machine.resources,
    )


def _class_id(machine: Machine, rule: MachineRule) -> str:
    return f"{rule.fabric} {machine.rules.index(rule) + 1}"


def _class(
    machine: Machine, rule: MachineRule, pairs: list[tuple[int, int]], places: list[Position], names: list[str]
) -> PathClass | None:
    """None where the latency or the rate is not known: a class states both."""
    latency_s, rate = figures(rule)
    if latency_s is None or rate is None:
        return None
    return PathClass(
        id=_class_id(machine, rule),
        fabric=rule.fabric,
        relations=tuple(dict.fromkeys(relation(places[a], places[b]) for a, b in pairs)),
        paths=tuple((names[a], names[b]) for a, b in pairs),
        latency_s=latency_s,
        latency_low_s=rule.latency_s or latency_s,
        latency_high_s=rule.latency_high_s or latency_s,
        bandwidth_bytes_per_s=rate,
        bandwidth_low_bytes_per_s=rule.rate_bytes_per_s or rate,
        bandwidth_high_bytes_per_s=rule.rate_high_bytes_per_s or rate,
        curve=_curve(rule) if rule.times_s else None,
        through=rule.through,
    )


def _curve(rule: MachineRule) -> Curve:
    steps = []
    for size in rule.steps_bytes:
        above = next(i for i, known in enumerate(rule.sizes_bytes) if known >= size)
        ratio = rule.times_s[above] / rule.times_s[above - 1]
        steps.append(
            ProtocolStep(below_bytes=rule.sizes_bytes[above - 1], above_bytes=rule.sizes_bytes[above], ratio=ratio)
        )
    return Curve(
        sizes_bytes=rule.sizes_bytes,
        median_s=rule.times_s,
        low_s=rule.times_s,
        high_s=rule.times_s,
        steps=tuple(steps),
        peak_bytes_per_s=figures(rule)[1],
    )


def _endpoint(machine: Machine, place: Position, name: str, number: int) -> Endpoint:
    end = machine.endpoints[number % len(machine.endpoints)]
    made = Endpoint(id=name, node=place.node or "", kind="core" if end.kind == "host" else end.kind)
    return replace(made, socket=end.socket, adapter=f"adapter{end.adapter}")
