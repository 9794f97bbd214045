"""The ALCF suite's own lines, as its programs print them; for what was published without a program, lines alike."""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping

from rankwise.core.grouped import grouped
from rankwise.suites.alcf_tables import COPY
from rankwise.suites.records import SuiteReport, SuiteTable


def lines(report: SuiteReport) -> Iterator[str]:
    """Every table in turn; the acceptance of the collectives after the last of theirs."""
    ppn = int(report.facts["ppn"])
    collectives = [table for table in report.tables if table.each_group]
    for table in report.tables:
        yield from _FORMS.get(table.benchmark, _collective)(table, ppn)
        of_test = [collective for collective in collectives if collective.mode == table.mode]
        if of_test and table is of_test[-1]:
            yield from _acceptance(of_test)


def notices(report: SuiteReport) -> Iterator[str]:
    """Tests of the acceptance that are not decided."""
    by_mode = grouped((table.mode, table) for table in report.tables if table.each_group)
    for mode, tables in by_mode.items():
        for number, outcome in _tests(tables).items():
            if outcome not in ("", "failed"):
                yield f"{mode}: acceptance test {number} is {_in_words(outcome)}"


def _rates(table: SuiteTable, _ppn: int) -> Iterator[str]:
    scale = 1e6 if table.columns[0] == "messages_per_s" else 1e9
    what = "mmps" if table.columns[0] == "messages_per_s" else "aggregate"
    for row in table.rows:
        if row.problem:
            yield f"# {row.label}: {row.problem}"
    if any(row.values for row in table.rows):
        for layer, ranks in enumerate(table.groups):
            best = max(row.values[layer] for row in table.rows if row.values) / scale
            yield f"Rank {ranks[0]}: source, {what} - {best:f}"
    yield from table.tail


def _pingpong(table: SuiteTable, _ppn: int) -> Iterator[str]:
    yield f"{'Comm type':>12} {'msize':>6}  {'Latency(us)':>10}"
    for row in table.rows:
        yield f"{row.label:>12} {row.size_bytes:6d}: ".removeprefix(" " * 12) + (
            row.problem or f"{row.values[0] * 1e6:10.4f}"
        )


def _labelled(table: SuiteTable, _ppn: int) -> Iterator[str]:
    for row in table.rows:
        scaled = [
            f"{value * 1e6:12.4f}" if column.startswith("t_") else f"{value / _SCALE.get(column, 1.0):12.6f}"
            for column, value in zip(table.columns, row.values, strict=False)
        ]
        yield f"{table.benchmark} {row.label:<24} {row.size_bytes:8d}: " + (row.problem or " ".join(scaled))
    yield from table.tail


_SCALE = {"rate_bytes_per_s": 1e9}


def _collective(table: SuiteTable, ppn: int) -> Iterator[str]:
    for group, ranks in enumerate(table.groups):
        name = table.benchmark if len(table.groups) == 1 else f"{table.benchmark}{group} of WORLD"
        of_group = [row for row in table.rows if row.group == group or (row.problem and group == 0)]
        for place, row in enumerate(of_group):
            # The programs write two blanks here in these rows, and a parser may count on it.
            gap = "  " if len(table.groups) == 4 or (len(table.groups) == 2 and place >= 2) else " "
            begin = f"PPN: {ppn}{gap}size: {len(ranks)} {name:>20}: {row.label} min, max, us: "
            if row.problem:
                yield f"{begin}{row.problem}"
            else:
                least_us, most_us = (value * 1e6 for value in row.values)
                yield f"{begin}{least_us:18.2f}   {most_us:18.2f}"
        yield ""


def _acceptance(tables: list[SuiteTable]) -> Iterator[str]:
    tests = _tests(tables)
    verdict = "FAILED " if "failed" in tests.values() else "NOT DECIDED" if set(tests.values()) - {""} else "PASSED"
    yield f"ACCEPTANCE {verdict}"
    if verdict != "PASSED":
        yield "SUMMARY"
        yield from (f"test{number} {_in_words(outcome)}" for number, outcome in tests.items() if outcome)
    yield "*********************************************"


def _in_words(outcome: str) -> str:
    return outcome if outcome == "failed" else f"not decided: {outcome}"


def _tests(tables: list[SuiteTable]) -> dict[int, str]:
    """Of each test "" where it is passed, `failed`, or why it is not decided.

    1: the copy within 2 % of the world; 2 and 3: no half and no quarter slower than it; by the slowest rank's mean. Of
    quarters all four are looked at.
    """
    world = tables[0]
    named = {table.benchmark: table for table in tables}
    return {
        1: _outcome(world, named.get(COPY), _apart, "there is no copy of the world"),
        2: _outcome(world, named.get("2Half"), operator.lt, "halves need 4 ranks or more"),
        3: _outcome(world, named.get("4Half"), operator.lt, "quarters need 8 ranks or more"),
    }


def _outcome(world: SuiteTable, part: SuiteTable | None, fails: Callable[[float, float], bool], without: str) -> str:
    if part is None:
        return without
    whole, parts, missing = _slowest_s(world), _slowest_s(part), ""
    for label in dict.fromkeys(row.label for row in world.rows):
        if any(fails(value, other) for value in whole[label] for other in parts[label]):
            return "failed"
        if not whole[label] or len(parts[label]) < len(part.groups):
            where = part.benchmark if whole[label] else world.benchmark
            missing = missing or f"{' '.join(label.rstrip(' ,').split())} was not measured on {where}"
    return missing


def _slowest_s(table: SuiteTable) -> dict[str, list[float]]:
    """By operation: the mean of the slowest rank of each group that was measured."""
    times: dict[str, list[float]] = defaultdict(list)
    for row in table.rows:
        if row.values:
            times[row.label].append(row.values[1])
    return times


def _apart(value: float, other: float) -> bool:
    least = min(value, other)
    return least > 0.0 and abs(other - value) / least > 0.02


_FORMS: Mapping[str, Callable[[SuiteTable, int], Iterator[str]]] = {
    "mmps": _rates,
    "mmps_any_source": _rates,
    "aggregate": _rates,
    "aggregate_unidirectional": _rates,
    "pingpong": _pingpong,
    "bisection": _labelled,
    "halo": _labelled,
    "overlap": _labelled,
}
