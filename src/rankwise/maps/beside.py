"""A measured map beside published paths of the same relation, by the same definition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from rankwise.cluster.machine import fabrics, figures, positions, rule_of
from rankwise.cluster.records import Machine, MachineRule
from rankwise.cluster.reference import machine_named, shipped
from rankwise.core.units import format_bytes, format_rate
from rankwise.maps.records import Beside, BesidePath
from rankwise.model.records import Map, PathClass

Relation = tuple[frozenset[str], str]
"""The kinds of both ends (cpu, card, gpu), and where one is from the other."""

_KINDS: Final = {"core": "cpu", "host": "cpu", "card": "card", "gpu": "gpu"}
_MEBI: Final = 1 << 20
_DEFINITIONS: Final = {
    "uniband": "published of windows of messages, which a single message does not reach",
    "bandwidth": "published by a test of copies, not of MPI messages",
}


def beside_map(measured: Map, machines: Iterable[Machine] | None = None) -> Beside:
    """A measured map beside machines, of those that ship where none are named."""
    known = list(machines) if machines is not None else [machine_named(name) for name in shipped()]
    published = [
        (relation, machine, rule)
        for machine in known
        if machine.origin == "published"
        for relation, rule in _rules(machine)
    ]
    rows: list[BesidePath] = []
    unmatched = []
    for each in measured.classes:
        relation = _relation(measured, each)
        fitting = dict.fromkeys((machine, rule) for other, machine, rule in published if _alike(relation, other))
        slowdown = next((fabric.slowdown for fabric in measured.fabrics if fabric.id == each.fabric), 1.0)
        rows += [
            replace(_row(measured.name, each, relation, machine, rule), slowdown=slowdown) for machine, rule in fitting
        ]
        unmatched += [] if fitting else [_words(relation)]
    return Beside(
        measured=measured.name, rows=tuple(rows), origin=measured.origin, unmatched=tuple(dict.fromkeys(unmatched))
    )


def _rules(machine: Machine) -> Iterator[tuple[Relation, MachineRule]]:
    """The rules of a machine, each once for each relation of its pairs."""
    here, there = positions(machine, "n1"), positions(machine, "n2")
    told = len({end.socket for end in machine.endpoints}) > 1
    known: dict[tuple[Relation, MachineRule], None] = {}
    for a in here:
        for b in (*here, *(there if machine.nodes > 1 else ())):
            if a is b:
                continue
            away = a.node != b.node
            where = "other node" if away else "same node"
            if told and not away:
                where = "same socket" if a.socket == b.socket else "other socket"
            relation = (frozenset((_KINDS[a.kind], _KINDS[b.kind])), where)
            for fabric in fabrics(machine):
                if (rule := rule_of(machine, fabric, a, b)) is not None:
                    known.setdefault((relation, rule))
    yield from known


def _relation(measured: Map, each: PathClass) -> Relation:
    """Of a measured class: by its first path, and by the words of its relations where they tell the socket."""
    ends = {end.id: end for end in measured.endpoints}
    a, b = (ends[name] for name in each.paths[0])
    words = " ".join(each.relations)
    where = "other node" if a.node != b.node else "same node"
    for told in ("same socket", "other socket"):
        where = told if where == "same node" and told in words else where
    return frozenset((_KINDS[a.kind], _KINDS[b.kind])), where


def _alike(measured: Relation, published: Relation) -> bool:
    """Whether two relations are one; inside a node, also where one of them does not tell the socket."""
    inside = {"same node", "same socket", "other socket"}
    where = {measured[1], published[1]}
    return measured[0] == published[0] and (len(where) == 1 or (where <= inside and "same node" in where))


def _row(measured: str, each: PathClass, relation: Relation, machine: Machine, rule: MachineRule) -> BesidePath:
    latency_s, rate = figures(rule)
    return BesidePath(
        relation=_words(relation),
        latency_s=each.latency_s,
        rate_bytes_per_s=each.bandwidth_bytes_per_s,
        machine=machine.name,
        fabric=rule.fabric,
        published_relation=f"{rule.sender} to {rule.receiver}, {rule.where}",
        published_latency_s=latency_s,
        published_rate_bytes_per_s=rate,
        notes=tuple(_notes(rule, rate)),
        source=rule.source,
        measured=measured,
        rate_low_bytes_per_s=each.bandwidth_low_bytes_per_s,
        rate_high_bytes_per_s=each.bandwidth_high_bytes_per_s,
    )


def _notes(rule: MachineRule, rate: float | None) -> Iterator[str]:
    if rule.kernel == "sendrecv" and rate is not None:
        size = max(rule.sizes_bytes, default=0)
        at = f" at {format_bytes(size)}" if size else ""
        yield (
            f"published as {2 * rate / _MEBI:.0f} Mbytes/s of both directions in units of 2^20{at}; "
            f"one direction is {format_rate(rate)}"
        )
        yield "both directions were busy at once; a single message may be faster"
    if rule.kernel in _DEFINITIONS and rate is not None:
        yield _DEFINITIONS[rule.kernel]
    if "(peak)" in rule.basis:
        yield "a peak, not a measurement"


def _words(relation: Relation) -> str:
    kinds = sorted(relation[0])
    return f"{kinds[0]} to {kinds[-1]}, {relation[1]}"
