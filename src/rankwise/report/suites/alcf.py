"""The ALCF suite's own lines, as its programs print them; for what was published without a program, lines alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rankwise.core.records import SuiteReport, SuiteTable

COPY = "Copy of MPI_COMM_WORLD"


def lines(report: SuiteReport) -> Iterator[str]:
    """Every table in turn; the acceptance of the collectives after the last of theirs."""
    ppn = int(report.facts["ppn"])
    collectives = [table for table in report.tables if table.each_group]
    for table in report.tables:
        yield from _FORMS.get(table.benchmark, _collective)(table, ppn)
        of_test = [one for one in collectives if one.mode == table.mode]
        if of_test and table is of_test[-1]:
            yield from _acceptance(of_test)


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
        yield f" {row.size_bytes:6d}: " + (row.problem or f"{row.values[0] * 1e6:10.4f}")


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
    """The copy within 2 % of the world, no half and no quarter slower than it, by the slowest rank's mean; of quarters
    all four are looked at."""
    world = [row.values[1] for row in tables[0].rows if row.values]
    copies = [row.values[1] for table in tables if table.benchmark == COPY for row in table.rows if row.values]
    pairs = list(zip(world, copies, strict=False))
    failed = [1] if any(abs(copy - one) / min(copy, one) > 0.02 for one, copy in pairs if min(copy, one) > 0.0) else []
    for number, parts in ((2, "2Half"), (3, "4Half")):
        for table in tables:
            if table.benchmark != parts or len(world) != len({row.label for row in table.rows}):
                continue
            labels = [row.label for row in tables[0].rows]
            if any(row.values and row.values[1] > world[labels.index(row.label)] for row in table.rows):
                failed.append(number)
    yield "ACCEPTANCE FAILED " if failed else "ACCEPTANCE PASSED"
    if failed:
        yield "SUMMARY"
        yield from (f"test{number} failed" for number in failed)
    yield "*********************************************"


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
