"""From a machine file to a checked Machine: units, defaults, and every problem told at once with its line."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from rankwise.cluster import document
from rankwise.cluster.links import Position, matches
from rankwise.cluster.machine_document import (
    CurveTable,
    EndpointTable,
    MachineDocument,
    MachineNetworkTable,
    NodesTable,
    PathTable,
)
from rankwise.cluster.records import LinkRule, Machine, MachineEndpoint, MachineNetwork, MachineRule
from rankwise.core import files, toml, units, words
from rankwise.core.errors import UsageError
from rankwise.core.records.resource import Resource

_HINT: Final = "`rankwise machine list` names those that ship with rankwise"
MOST_ENDPOINTS: Final = 1 << 20
_FIELD: Final = re.compile(r"(resources|paths|curves)\[(\d+)\]\.(\w+)")
_STAND_INS: Final = {"per": "node", "rate": "1GB/s", "latency": "1us", "fabric": "x", "source": "x"}
"""What is taken for a field that was refused while the others are judged."""


def is_machine(file: Path) -> bool:
    """Whether a TOML file is a machine file: it has paths or curves, and no networks of a plan."""
    try:
        tables = toml.loads(files.read(file, "no-machine", _HINT))
    except toml.TomlError:
        return False
    return ("paths" in tables or "curves" in tables) and "networks" not in tables


def read_machine(file: Path) -> Machine:
    """The machine in `file`. Raises one UsageError that lists everything that is wrong, by field and line."""
    problems: list[str] = []
    try:
        written = _written(toml.loads(files.read(file, "no-machine", _HINT)), problems)
    except toml.TomlError as error:
        raise UsageError("bad-machine", f"{file}: {error}", "it must be TOML") from error
    except words.Refused as error:
        raise document.refused(file, error.problems, "machine") from error
    machine = Machine(
        name=written.name,
        description=written.description,
        origin=written.origin,
        source=written.source,
        nodes=written.nodes.count,
        endpoints=_endpoints(written.nodes, problems),
        rules=(
            *(_path(table, f"paths[{i}]", written, problems) for i, table in enumerate(written.paths)),
            *(_curve(table, f"curves[{i}]", written, problems) for i, table in enumerate(written.curves)),
        ),
        network=_network(written.network, written.nodes.count, problems),
        resources=tuple(
            Resource(
                name=table.name,
                rate_bytes_per_s=_rate(table.rate, f"resources[{i}].rate", problems) or 1.0,
                per=table.per,
                both=table.both,
                evidence=table.source or written.source,
            )
            for i, table in enumerate(written.resources)
        ),
        tables=written.tables,
    )
    problems += _unsound(machine, written)
    if problems:
        raise document.refused(file, problems, "machine")
    return machine


def _written(tables: dict[str, Any], problems: list[str]) -> MachineDocument:
    """The file as written. Fields of resources, paths and curves that are refused go to `problems`, and harmless ones
    stand in for them, so that what else is wrong is told at once. Raises Refused for other fields."""
    try:
        return words.convert(tables, MachineDocument)
    except words.Refused as error:
        for problem in error.problems:
            field = _FIELD.match(problem)
            if field is None:
                raise
            table, key = tables[field[1]][int(field[2])], field[3]
            table.pop(key, None)
            table.pop(f"{key}_high", None)
            if key in ("sizes", "times_us"):
                table.update(sizes=[1, 2], times_us=[1.0, 2.0], steps=[])
            elif key in _STAND_INS:
                table[key] = _STAND_INS[key]
        problems += error.problems
        try:
            return words.convert(tables, MachineDocument)
        except words.Refused:
            raise error from None


def positions(machine: Machine, node: str = "n1") -> list[Position]:
    """The endpoints of a node, as the rules of paths see them."""
    sockets = len({end.socket for end in machine.endpoints})
    return [
        Position(
            name=end.name,
            kind=end.kind,
            node=node,
            socket=end.socket,
            near=end.socket == _adapter_socket(machine, end.adapter),
            label=_label(end, sockets, _adapter_socket(machine, end.adapter)),
        )
        for end in machine.endpoints
    ]


def fabrics(machine: Machine) -> tuple[str, ...]:
    """The fabrics of its paths, in the order in which they are named."""
    return tuple(dict.fromkeys(rule.fabric for rule in machine.rules))


def best_rule(machine: Machine, fabric: str, sender: Position, receiver: Position) -> MachineRule | None:
    """What holds for an ordered pair over a fabric, or over the fabric that is fastest there where none is named."""
    named = [fabric] if fabric else fabrics(machine)
    rules = [rule for name in named if (rule := rule_of(machine, name, sender, receiver)) is not None]
    return max(rules, key=lambda rule: figures(rule)[1] or math.inf, default=None)


def figures(rule: MachineRule) -> tuple[float | None, float | None]:
    """Latency and rate of a rule: of a range the geometric middle, of a curve its first time and its greatest rate."""
    if rule.times_s:
        return rule.times_s[0], max(s / t for s, t in zip(rule.sizes_bytes, rule.times_s, strict=True))
    return (
        _middle(rule.latency_s, rule.latency_high_s),
        _middle(rule.rate_bytes_per_s, rule.rate_high_bytes_per_s),
    )


def _middle(low: float | None, high: float | None) -> float | None:
    return low if low is None or high is None else float((low * high) ** 0.5)


def rule_of(machine: Machine, fabric: str, sender: Position, receiver: Position) -> MachineRule | None:
    """What holds for an ordered pair: the last of its rules, and a curve before two figures."""
    fitting = [rule for rule in machine.rules if rule.fabric == fabric and fits(rule, sender, receiver)]
    return next((rule for rule in reversed(fitting) if rule.times_s), fitting[-1] if fitting else None)


def fits(rule: MachineRule, sender: Position, receiver: Position) -> bool:
    """Whether a rule is of this ordered pair; an endpoint to itself (`inside`) has rules of its own."""
    inside = (sender.node, sender.name) == (receiver.node, receiver.name)
    if inside or rule.where == "inside":
        return inside and rule.where == "inside" and sender.is_a(rule.sender)
    where = rule.where
    link = LinkRule(source=rule.sender, target=rule.receiver, where=where, latency_s=0.0, both=rule.both)
    return matches(link, sender, receiver)


def _adapter_socket(machine: Machine, adapter: int) -> int:
    """The socket of an adapter: that of the first endpoint that uses it."""
    return next((end.socket for end in machine.endpoints if end.adapter == adapter), 0)


def _label(end: MachineEndpoint, sockets: int, adapter_socket: int) -> str:
    if end.kind in ("host", "core") or sockets == 1:
        return end.kind
    return f"{'near' if end.socket == adapter_socket else 'far'} {end.kind}"


def _endpoints(table: NodesTable, problems: list[str]) -> tuple[MachineEndpoint, ...]:
    if bool(table.endpoints) == bool(table.cores):
        problems.append("nodes: name either its endpoints or a number of cores")
    if table.sockets == 0 or table.count == 0:
        problems.append("nodes: count and sockets are at least 1")
        return ()
    if table.count * (table.cores + len(table.endpoints)) > MOST_ENDPOINTS:
        problems.append(f"nodes: more than {MOST_ENDPOINTS} endpoints")
        return ()
    per_socket = -(-table.cores // table.sockets)
    ends = table.endpoints or tuple(
        EndpointTable(name=f"c{core}", kind="core", socket=core // per_socket) for core in range(table.cores)
    )
    names = [end.name for end in ends]
    twice = sorted({name for name in names if names.count(name) > 1})
    problems += [f"nodes.endpoints: '{name}' is there twice" for name in twice]
    problems += [
        f"nodes.endpoints: {end.name} is on socket {end.socket}, a node has {table.sockets}"
        for end in ends
        if end.socket >= table.sockets
    ]
    problems += [
        f"nodes.endpoints: {end.name} uses adapter {end.adapter}, a node has {len(table.adapters)}"
        for end in ends
        if end.adapter is not None and end.adapter >= len(table.adapters)
    ]
    return tuple(
        MachineEndpoint(name=end.name, kind=end.kind, socket=end.socket, adapter=_adapter(end, table.adapters))
        for end in ends
    )


def _adapter(end: EndpointTable, sockets: tuple[int, ...]) -> int:
    if end.adapter is not None:
        return end.adapter
    return sockets.index(end.socket) if end.socket in sockets else 0


def _network(table: MachineNetworkTable, nodes: int, problems: list[str]) -> MachineNetwork:
    if table.shape == "torus" and (given := math.prod(table.dimensions)) != nodes:
        problems.append(f"network.dimensions: {list(table.dimensions)} give {given} nodes, not {nodes}")
    if table.shape != "torus" and table.dimensions:
        problems.append(f"network.dimensions: a {table.shape} has none; a torus does")
    if table.shape == "tree" and table.leaf == 0:
        problems.append("network.leaf: a tree needs a number of nodes at each leaf switch")
    if table.shape != "star" and not table.link:
        problems.append(f"network.link: a {table.shape} needs the rate of a link")
    return MachineNetwork(
        shape=table.shape,
        dimensions=table.dimensions,
        leaf_nodes=table.leaf,
        rate_bytes_per_s=_rate(table.link, "network.link", problems),
        hop_s=_seconds(table.hop, "network.hop", problems) or 0.0,
        source=table.source,
    )


def _path(table: PathTable, where: str, written: MachineDocument, problems: list[str]) -> MachineRule:
    low, high = (_seconds(text, f"{where}.latency", problems) for text in (table.latency, table.latency_high))
    rate, rate_high = (_rate(text, f"{where}.rate", problems) for text in (table.rate, table.rate_high))
    if (low or 0.0) > (high or math.inf) or (rate or 0.0) > (rate_high or math.inf):
        problems.append(f"{where}: the highest figure of a range is below the lowest")
    if table.latency is None and table.rate is None:
        problems.append(f"{where}: neither a latency nor a rate")
    return replace(
        _rule(table, written),
        latency_s=low,
        latency_high_s=high,
        rate_bytes_per_s=rate,
        rate_high_bytes_per_s=rate_high,
    )


def _curve(table: CurveTable, where: str, written: MachineDocument, problems: list[str]) -> MachineRule:
    if len(table.sizes) != len(table.times_us) or len(table.sizes) < 2:
        problems.append(f"{where}.sizes: {len(table.sizes)} sizes and {len(table.times_us)} times; both need 2 or more")
    if any(a >= b for a, b in zip(table.sizes, table.sizes[1:], strict=False)):
        problems.append(f"{where}.sizes: sizes must rise")
    if any(time <= 0.0 for time in table.times_us):
        problems.append(f"{where}.times_us: a time of {min(table.times_us):g} us; times are above 0")
    if any(a >= b for a, b in zip(table.steps, table.steps[1:], strict=False)):
        problems.append(f"{where}.steps: steps must rise")
    outside = [step for step in table.steps if not table.sizes or not table.sizes[0] < step <= table.sizes[-1]]
    problems += [f"{where}.steps: {step} is outside of the sizes" for step in outside]
    return replace(
        _rule(table, written),
        sizes_bytes=table.sizes,
        times_s=tuple(time / 1e6 for time in table.times_us),
        steps_bytes=table.steps,
    )


def _rule(table: PathTable | CurveTable, written: MachineDocument) -> MachineRule:
    """What paths with figures and paths with a curve have in common."""
    return MachineRule(
        fabric=table.fabric,
        sender=table.sender,
        receiver=table.receiver,
        where=table.where,
        both=table.both,
        kernel=table.kernel,
        through=table.through,
        origin=table.origin or written.origin,
        source=table.source or written.source,
        basis=table.basis,
    )


def _unsound(machine: Machine, written: MachineDocument) -> Iterator[str]:
    """What no field alone shows."""
    known: dict[str, Resource] = {}
    for i, row in enumerate(machine.resources):
        if row.name in known:
            yield f"resources[{i}].name: '{row.name}' is there twice"
        if written.resources[i].at:
            yield f"resources[{i}].at: nodes of a machine are alike; a cluster plan tells them apart"
        known.setdefault(row.name, row)
    tables = [f"paths[{i}]" for i in range(len(written.paths))] + [f"curves[{i}]" for i in range(len(written.curves))]
    if not tables and not machine.tables:
        yield "paths: no path and no curve; a machine without figures says nothing"
    here, there = positions(machine, "n1"), positions(machine, "n2")
    pairs = [(a, b) for a in here for b in (*here, *(there if machine.nodes > 1 else ()))]
    for where, rule in zip(tables, machine.rules, strict=True):
        for name in rule.through:
            if name not in known:
                yield f"{where}.through: there is no resource '{name}'"
        if rule.origin == "published" and not rule.source:
            yield f"{where}.source: a published figure without a source"
        words_of_rule = (rule.sender, rule.receiver, rule.where)
        # Whoever moves a card or an adapter in a copy of a machine need not take rules away.
        by_socket = any(word.startswith(("near-", "far-")) or word.endswith("-socket") for word in words_of_rule)
        if not by_socket and not any(fits(rule, *pair) for pair in pairs):
            yield f"{where}: {rule.sender} to {rule.receiver}, {rule.where}, matches no pair"


def _rate(text: str | None, where: str, problems: list[str]) -> float | None:
    return _figure(units.parse_rate, text, where, problems)


def _seconds(text: str | None, where: str, problems: list[str]) -> float | None:
    return _figure(units.parse_duration, text, where, problems)


def _figure(parse: Callable[[str], float], text: str | None, where: str, problems: list[str]) -> float | None:
    """The figure of a field; None where it is not written, or where a problem was noted."""
    try:
        return None if text is None else parse(text)
    except UsageError as error:
        problems.append(f"{where}: {error.message}; {error.hint}")
        return None
