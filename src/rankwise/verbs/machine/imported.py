"""`machine import`: a map, a run, results of IMB or OMB, or a table as a machine file, each figure with its source."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from itertools import chain, count
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from rankwise.cluster.machine import read_machine
from rankwise.cluster.machine_toml import text_of
from rankwise.cluster.records import Machine, MachineEndpoint, MachineRule, Origin
from rankwise.core import files, words
from rankwise.core.errors import UsageError
from rankwise.core.files import csv_rows, is_file
from rankwise.core.units import few
from rankwise.core.words import PlainName
from rankwise.maps.read import latest, read_map
from rankwise.model.records import Map
from rankwise.suites.cell_names import cell_of
from rankwise.suites.records import SuiteReport, SuiteRow, SuiteTable
from rankwise.suites.text.logs import not_imported, reports_of, without_time
from rankwise.verbs.records import WrittenMachine

_COLUMNS: Final = ("fabric", "from", "to", "size_bytes", "time_us")
_HINT: Final = f"write a table with the columns {','.join(_COLUMNS)}"
_TOLD: Final = 200  # letters of what a fabric is of
_KERNELS: Final = ("pingpong", "pingping", "sendrecv")
"""Kernels of two ranks whose time is that of a message from one to the other."""
_TIMES: Final = ("t_max_s", "t_s", "t_avg_s")


def imported(sources: Sequence[str], file: Path, name: str, out: str | Path | None = None) -> WrittenMachine:
    """The machine of the sources, written to `file`. Several texts or tables are fabrics of their own.

    Raises UsageError for what holds no paths, and for a name that is none.
    """
    if why := words.problem(name, PlainName):
        raise UsageError("bad-name", f"machine: {why}", "give another with --name")
    rules: list[MachineRule] = []
    ends: dict[str, MachineEndpoint] = {}
    notes: list[str] = []
    curves: dict[str, str] = {}
    sources = [latest(out) if source == "last" else source for source in sources]
    for source in sources:
        if Path(source).suffix == ".csv":
            made = list(_of_table(Path(source)))
        elif is_file(source) and Path(source).suffix not in (".json", ".toml"):
            made = list(_of_texts(Path(source), notes, curves, {rule.fabric for rule in rules}))
        else:
            known = read_map(source, out)
            ends |= {_plain(end.id): MachineEndpoint(name=_plain(end.id), kind=end.kind) for end in known.endpoints}
            made = list(_of_map(known, words.one_line(source)))
        if not made:
            raise UsageError("no-paths", f"{source} holds no path between two endpoints", _HINT)
        rules += made
    notes += [f"fabric {fabric}: {of}" for fabric, of in curves.items() if len(curves) > 1]
    for rule in rules:
        ends |= {end: MachineEndpoint(name=end) for end in (rule.sender, rule.receiver) if end not in ends}
    origin: Origin = "measured" if all(rule.origin == "measured" for rule in rules) else "imported"
    named = words.one_line(", ".join(sources))  # names of files may hold anything
    machine = Machine(
        name=name, description=f"from {named}", origin=origin, source=named, nodes=1,
        endpoints=tuple(ends.values()), rules=tuple(rules),
    )  # fmt: skip
    files.put(file, text_of(machine), "choose another --to")
    return WrittenMachine(machine=read_machine(file), file=str(file), notes=tuple(notes))


def _of_map(known: Map, source: str) -> Iterator[MachineRule]:
    curves = {(item.fabric, pair): item.curve for item in known.classes for pair in item.paths}
    for path in known.paths:
        if not path.reachable or (path.latency_s is None and path.bandwidth_bytes_per_s is None):
            continue
        rule = MachineRule(
            fabric=_plain(path.fabric),
            sender=_plain(path.source),
            receiver=_plain(path.target),
            latency_s=path.latency_s,
            rate_bytes_per_s=path.bandwidth_bytes_per_s,
            origin=known.origin,
            source=source,
        )
        curve = curves.get((path.fabric, (path.source, path.target)))
        if curve is not None and len(curve.sizes_bytes) > 1:
            steps = tuple(step.above_bytes for step in curve.steps)
            sizes, times = curve.sizes_bytes, curve.median_s
            rule = replace(
                rule, latency_s=None, rate_bytes_per_s=None, sizes_bytes=sizes, times_s=times, steps_bytes=steps
            )
        yield rule


def _of_texts(file: Path, notes: list[str], curves: dict[str, str], taken: Set[str]) -> Iterator[MachineRule]:
    """A curve for each benchmark of two ranks that a text of IMB or OMB has; no two are of one fabric, nor of one that
    is `taken`. `curves` gets what each fabric is of."""
    left: dict[str, None] = {}
    for number, report in enumerate(reports_of(file, partial=True)):
        notes += [line for line in not_imported(report) if line not in notes]
        for table in report.tables:
            kernel, points, timeless = _curve(report, table)
            notes += [without_time(timeless, table.benchmark)] * bool(timeless)
            if len(points) < 2:
                left |= {table.benchmark: None}
                continue
            fabric = "-".join([_plain(file.stem), *([str(number + 1)] if number else [])])
            fabric = fabric if kernel == "pingpong" else f"{fabric}-{kernel}"
            names = chain((fabric,), (f"{fabric}.{again}" for again in count(2)))
            fabric = next(name for name in names if name not in curves and name not in taken)
            told = " | ".join([table.benchmark, *(line.lstrip("# ") for line in table.head), *table.around.values()])
            curves[fabric] = words.one_line(told)[:_TOLD]
            if kernel == "sendrecv":
                notes.append(f"{file.name}: Sendrecv, whose bandwidth counts both directions; its time is kept")
            yield MachineRule(
                fabric=fabric,
                sender="a",
                receiver="b",
                both=True,
                kernel=kernel,
                sizes_bytes=tuple(size for size, _ in points),
                times_s=tuple(time for _, time in points),
                origin="imported",
                source=words.one_line(file.name),
                basis=f"{report.program} {report.version} {table.benchmark}",
            )
    if left:
        notes.append(f"left out: {few(list(left))}: no curve of the time of a message between two ranks")


def _curve(report: SuiteReport, table: SuiteTable) -> tuple[str, list[tuple[int, float]], list[SuiteRow]]:
    """Our kernel of a table, its times by size, and rows that have none; nothing where it is of other ranks than two,
    or of another kind."""
    column = next((name for name in _TIMES if name in table.columns), None)
    if not table.rows or column is None or any(len(group) != 2 for group in table.groups):
        return "", [], []
    kernel = cell_of(report, table, table.rows[0], "", 2).kernel
    at = table.columns.index(column)
    if kernel not in _KERNELS:
        return kernel, [], []
    rows = [row for row in table.rows if row.size_bytes is not None and row.values]
    points = {row.size_bytes: row.values[at] for row in rows if row.size_bytes is not None and row.values[at] > 0}
    return kernel, sorted(points.items()), [row for row in rows if not row.values[at] > 0]


def _of_table(file: Path) -> Iterator[MachineRule]:
    """A curve for each pair of a table in CSV."""
    (_, columns), *rows = csv_rows(files.read(file, "no-table", _HINT), str(file), "bad-table", _HINT) or [(0, [])]
    if lacking := [name for name in _COLUMNS if name not in columns]:
        raise UsageError("bad-table", f"{file} has no column {', '.join(lacking)}", _HINT)
    points: dict[tuple[str, str, str], list[tuple[int, float]]] = defaultdict(list)
    for line, cells in rows:
        row, where = dict(zip(columns, cells, strict=False)), f"{file}, line {line}"
        if len(cells) != len(columns):
            raise UsageError("bad-table", f"{where}: {len(cells)} cells under {len(columns)} columns", _HINT)
        try:
            size, time_us = int(row["size_bytes"]), float(row["time_us"])
        except ValueError:
            raise UsageError("bad-table", f"{where}: no numbers", _HINT) from None
        if not (size >= 0 and 0.0 < time_us < 1e15):
            raise UsageError("bad-table", f"{where}: {size} bytes in {time_us:g} us", "sizes from 0, times above 0")
        points[_plain(row["fabric"]), _plain(row["from"]), _plain(row["to"])].append((size, time_us / 1e6))
    for (fabric, sender, receiver), known in points.items():
        known.sort()
        if len(known) < 2:
            raise UsageError("bad-table", f"{file}: {sender} to {receiver} has one size", "a curve needs two")
        yield MachineRule(
            fabric=fabric, sender=sender, receiver=receiver, origin="imported", source=words.one_line(file.name),
            sizes_bytes=tuple(size for size, _ in known), times_s=tuple(time for _, time in known),
        )  # fmt: skip


def _plain(name: str) -> str:
    """A name as machine files have it: what is no letter, digit or one of `_.-` becomes `-`."""
    return re.sub(r"[^A-Za-z0-9_.-]", "-", name).lstrip("-.") or "x"
