"""Machines in words and tables: each figure with its definition and its source."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rankwise.cluster.records import MachineRule
from rankwise.core import said
from rankwise.core.grouped import grouped
from rankwise.core.units import few, format_bytes, format_rate, format_seconds
from rankwise.maps.records import Beside, BesidePath
from rankwise.report import words
from rankwise.report.tables import fitted, told
from rankwise.verbs.records import ListedMachine, ShownMachine

_MEBI = 1 << 20
_LEAST_RATIO = 0.05  # below, two digits behind the point leave nothing of an interval


def list_lines(machines: Sequence[ListedMachine]) -> list[str]:
    """A line for each machine."""
    rows = [("machine", "endpoints", "figures", "origin", "")]
    rows += [(item.name, str(item.endpoints), str(item.figures), item.origin, item.description) for item in machines]
    return [*fitted(rows), "", "`rankwise machine show NAME` gives every figure with its source."]


def lines(shown: ShownMachine) -> list[str]:
    """Everything that the terminal shows of a machine."""
    machine, text = shown.machine, []
    ends = ", ".join(end.name for end in machine.endpoints[:8]) + (" ..." if len(machine.endpoints) > 8 else "")
    text += [
        ": ".join(filter(None, [machine.name, machine.description])),
        f"{machine.origin}; nodes: {machine.nodes}, each with {ends}",
    ]
    if machine.network.shape != "star":
        shape = "x".join(map(str, machine.network.dimensions)) or f"leaves of {machine.network.leaf_nodes} nodes"
        text.append(
            f"{machine.network.shape}: {shape}, a link carries {_rate(machine.network.rate_bytes_per_s)} each way"
        )
    if machine.resources:
        rows = [("shared", "rate", "per", "source")]
        rows += [
            (row.name, _rate(row.rate_bytes_per_s) + (" both ways" if row.both else " each way"), row.per, row.evidence)
            for row in machine.resources
        ]
        text += ["", *fitted(rows)]
    plain = [rule for rule in machine.rules if not rule.times_s]
    if plain:
        rows_of_paths = [("fabric", "paths", "latency", "bandwidth", "origin", "source")]
        rows_of_paths += [(rule.fabric, _paths(rule), *_figures(rule), rule.origin, rule.source) for rule in plain]
        text += ["", *fitted(rows_of_paths)]
    curves = grouped((_curve(rule), rule) for rule in machine.rules if rule.times_s)
    for alike in curves.values():
        text += _curve_lines(alike)
    for file, group in groupby(shown.rows, key=lambda row: row.file):
        listed = list(group)
        columns = list(dict.fromkeys(name for row in listed for name in row.values))
        text += [
            "",
            f"published, {file}:",
            *fitted([tuple(columns), *(_cells(row.values, columns) for row in listed)]),
        ]
    return text


def beside_lines(shown: Beside) -> list[str]:
    """Paths of a map, each with the published ones of its relation; the map's figures are called by their origin."""
    if not shown.rows:
        none = f"No published path has the relation of a path of {shown.measured}: {', '.join(shown.unmatched)}."
        return [
            none if shown.unmatched else f"{shown.measured} has no figures of its own to set beside published ones."
        ]
    names = list(dict.fromkeys(row.measured for row in shown.rows))
    title = words.listed(list(filter(None, names))) or shown.measured
    own = shown.measured if shown.origin == "published" else shown.origin
    text = told(f"{title}, beside published paths of the same relation (one direction, 1 MB is 1e6 bytes)")
    for (name, relation, *_), group in groupby(shown.rows, key=_measured):
        listed = list(group)
        rows = [("", "latency", "bandwidth", f"{own} / published", "")]
        rows.append((own, _time(listed[0].latency_s), _rate(listed[0].rate_bytes_per_s), "", ""))
        rows += [
            (
                f"{row.machine} ({row.fabric})",
                _time(row.published_latency_s),
                _rate(row.published_rate_bytes_per_s),
                _ratio(row),
                row.published_relation,
            )
            for row in listed
        ]
        heading = relation + words.stretched(listed[0].slowdown)
        notes = dict.fromkeys(f"{row.machine} ({row.fabric}): {note}" for row in listed for note in row.notes)
        text += ["", *told(f"{name}: {heading}" if len(names) > 1 else heading), *fitted(rows)]
        text += [f"  {line}" for note in notes for line in told(note, "  ")]
    sources = dict.fromkeys(row.source for row in shown.rows)
    text += ["", "sources:", *(f"  {source}" for source in sources)]
    if shown.unmatched:
        text.append(f"Without a published path of the same relation: {', '.join(shown.unmatched)}.")
    return text


def _measured(row: BesidePath) -> tuple[str, str, float | None, float | None, float]:
    return row.measured, row.relation, row.latency_s, row.rate_bytes_per_s, row.slowdown


def _ratio(row: BesidePath) -> str:
    if not row.rate_bytes_per_s or not row.published_rate_bytes_per_s:
        return ""
    ratio, low, high = (
        rate / row.published_rate_bytes_per_s
        for rate in (row.rate_bytes_per_s, row.rate_low_bytes_per_s, row.rate_high_bytes_per_s)
    )
    if low < high and high >= _LEAST_RATIO:
        return said.ratio(ratio, low, high, unit="")
    if low < high and not said.is_known(low, high):
        return "-"
    return f"{ratio:.2f}" if ratio >= 0.1 else f"{ratio:.2g}"


def _cells(values: dict[str, str], columns: Sequence[str]) -> tuple[str, ...]:
    return tuple(values.get(name, "") for name in columns)


def _paths(rule: MachineRule) -> str:
    sign = "<->" if rule.both else "->"
    return f"{rule.sender} {sign} {rule.receiver}" + (f", {rule.where}" if rule.where != "any" else "")


def _figures(rule: MachineRule) -> tuple[str, str]:
    latency, rate = _time(rule.latency_s), _rate(rule.rate_bytes_per_s)
    latency += f" to {_time(rule.latency_high_s)}" if rule.latency_high_s else ""
    return latency, rate + (f" to {_rate(rule.rate_high_bytes_per_s)}" if rule.rate_high_bytes_per_s else "")


def _curve(rule: MachineRule) -> tuple[object, ...]:
    """What rules of the same curve have in common: a map has one for each class of its paths."""
    return rule.fabric, rule.kernel, rule.origin, rule.source, rule.sizes_bytes, rule.times_s, rule.steps_bytes


def _curve_lines(rules: Sequence[MachineRule]) -> list[str]:
    rule, *_ = rules
    rows = [("size", "time", "one direction", "as published" if rule.kernel == "sendrecv" else "")]
    for size, time in zip(rule.sizes_bytes, rule.times_s, strict=True):
        both = 2 * size / time / _MEBI
        published = f"{both:.2f} Mbytes/s of 2^20, both directions" if rule.kernel == "sendrecv" else ""
        rows.append((format_bytes(size), format_seconds(time), _rate(size / time), published))
    steps = f"; protocol steps at {', '.join(map(format_bytes, rule.steps_bytes))}" if rule.steps_bytes else ""
    of = ", ".join(filter(None, [rule.kernel, rule.origin, rule.source]))
    return ["", *told(f"{rule.fabric}, {few(list(map(_paths, rules)), 2)}: {of}{steps}"), *fitted(rows)]


def _time(seconds: float | None) -> str:
    return "unknown" if seconds is None else format_seconds(seconds)


def _rate(rate: float | None) -> str:
    return "unknown" if rate is None else format_rate(rate)
