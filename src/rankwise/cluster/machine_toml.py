"""A machine as the text of a machine file, which reads back as the same machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankwise.cluster.records import Machine, MachineRule
from rankwise.core import toml

_WIDTH = 100


def text_of(machine: Machine) -> str:
    """The file; times in us, rates in bytes per second."""
    return "\n".join(_lines(machine)) + "\n"


def _lines(machine: Machine) -> Iterator[str]:
    yield from _words(name=machine.name, description=machine.description, origin=machine.origin, source=machine.source)
    yield from ("", "[nodes]", f"count = {machine.nodes}")
    yield f"sockets = {max((end.socket for end in machine.endpoints), default=0) + 1}"
    adapters = max((end.adapter for end in machine.endpoints), default=0) + 1
    sockets = (next((e.socket for e in machine.endpoints if e.adapter == n), 0) for n in range(adapters))
    yield f"adapters = [{', '.join(map(str, sockets))}]"
    yield "endpoints = ["
    for end in machine.endpoints:
        yield (f'  {{ name = "{end.name}", kind = "{end.kind}", socket = {end.socket}, adapter = {end.adapter} }},')
    yield "]"
    network = machine.network
    if network.shape != "star":
        yield from ("", "[network]", f'shape = "{network.shape}"', f"dimensions = {list(network.dimensions)}")
        yield f"leaf = {network.leaf_nodes}"
        yield from _words(link=_rate(network.rate_bytes_per_s), hop=_time(network.hop_s), source=network.source)
    for row in machine.resources:
        yield from ("", "[[resources]]", f"name = {toml.quoted(row.name)}", f'rate = "{_rate(row.rate_bytes_per_s)}"')
        yield from (f'per = "{row.per}"', f"both = {str(row.both).lower()}")
        yield from _words(source=row.evidence)
    for rule in machine.rules:
        yield from _rule(rule)
    for table in machine.tables:
        yield from ("", "[[tables]]", *_words(file=table.file, column=table.column, system=table.system))


def _rule(rule: MachineRule) -> Iterator[str]:
    yield from ("", "[[curves]]" if rule.times_s else "[[paths]]", f"fabric = {toml.quoted(rule.fabric)}")
    yield from _words(**{"from": rule.sender, "to": rule.receiver, "where": rule.where, "kernel": rule.kernel})
    if rule.both:
        yield "both = true"
    if rule.times_s:
        yield from _listed("sizes", [str(size) for size in rule.sizes_bytes])
        yield from _listed("times_us", [_microseconds(time) for time in rule.times_s])
        if rule.steps_bytes:
            yield f"steps = {list(rule.steps_bytes)}"
    yield from _words(
        latency=_time(rule.latency_s),
        latency_high=_time(rule.latency_high_s),
        rate=_rate(rule.rate_bytes_per_s),
        rate_high=_rate(rule.rate_high_bytes_per_s),
    )
    if rule.through:
        yield f"through = [{', '.join(map(toml.quoted, rule.through))}]"
    yield from _words(origin=rule.origin, source=rule.source, basis=rule.basis)


def _words(**fields: str) -> Iterator[str]:
    yield from (f"{name} = {toml.quoted(value)}" for name, value in fields.items() if value)


def _listed(name: str, items: Sequence[str]) -> Iterator[str]:
    yield f"{name} = ["
    line = " "
    for item in items:
        if len(line) + len(item) > _WIDTH:
            yield line
            line = " "
        line += f" {item},"
    yield from (line, "]")


def _rate(rate: float | None) -> str:
    return "" if rate is None else f"{rate:.12f}".rstrip("0").rstrip(".") + "B/s"


def _time(seconds: float | None) -> str:
    return "" if seconds is None else f"{_microseconds(seconds)}us"


def _microseconds(seconds: float) -> str:
    """The shortest decimal that reads back as the same number of seconds."""
    for digits in range(15):
        text = f"{seconds * 1e6:.{digits}f}"
        if float(text) / 1e6 == seconds:
            return text
    return f"{seconds * 1e6:.15f}"
