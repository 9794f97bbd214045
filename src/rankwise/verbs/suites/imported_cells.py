"""Which cell of ours a row of another suite's text is, so that both can be compared."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rankwise.core.errors import UsageError
from rankwise.core.records import Cell, SuiteReport, SuiteRow, SuiteTable
from rankwise.measure.cells import cell
from rankwise.model.peers import IMB_WINDOW, OSU_WINDOW
from rankwise.verbs.suites import imb_tables, osu_tables
from rankwise.verbs.suites.imb import operations_together
from rankwise.verbs.suites.imb_tables import Benchmark

_IMB = {
    "IMB-MPI1": imb_tables.MPI1,
    "IMB-NBC": imb_tables.NBC,
    "IMB-RMA": imb_tables.RMA,
    "IMB-P2P": imb_tables.P2P_PAIRS,
}
_OSU = {one.title: one for one in osu_tables.PROGRAMS}
_PAIRS = re.compile(r"pairs: (\d+)")
_WINDOW = re.compile(r"window size: (\d+)")


@dataclass(frozen=True)
class Call:
    """What a suite makes of one call of ours: `operations` that it counts as repetitions, `times` of those that it
    prints, `messages` of its rates."""

    operations: int = 1
    times: float = 1.0
    messages: float = 1.0


def imb_benchmark(report: SuiteReport, table: SuiteTable) -> Benchmark | None:
    """The row of our table that an IMB table is, None for a benchmark that we do not have."""
    rows = _IMB.get(report.program, ())
    name = table.benchmark.partition(" (")[0]  # a grid's name is followed by its sides
    return next((one for one in rows if (one.name, one.mode) == (name, table.mode)), None)


def cell_of(report: SuiteReport, table: SuiteTable, row: SuiteRow, side: str, ranks: int) -> Cell:
    """Our cell where we have the benchmark, else one under the suite's own name.

    Raises UsageError `no-ranks` where the text does not say of how many ranks it is, and `ranks` is 0.
    """
    return _of_imb(report, table, row, side) if report.suite == "imb" else _of_osu(report, table, row, side, ranks)


def call_of(report: SuiteReport, table: SuiteTable, one: Cell) -> Call:
    """One call of the cell of a row, as the row counts it."""
    ranks = len(one.groups[0])
    benchmark, program = imb_benchmark(report, table), _OSU.get(table.benchmark)
    if benchmark is None:
        return Call(messages=(program.counts if program else 1) * (ranks // 2) * one.window)
    operations = one.window if benchmark.together else 1
    return Call(operations, operations * benchmark.messages, benchmark.counts(ranks) * one.window)


def _of_imb(report: SuiteReport, table: SuiteTable, row: SuiteRow, side: str) -> Cell:
    one = imb_benchmark(report, table)
    mode = f":{table.mode}" if table.mode else ""
    windowed = one is not None and (one.columns == imb_tables.RATE or one.together)
    window = operations_together(one, row.repetitions or 1) if one and one.together else IMB_WINDOW
    reduces = one is not None and one.reduces
    groups, size_bytes = table.groups or ((0, 1),), row.size_bytes or 0
    return cell(
        side,
        one.kernel if one else f"{report.program}:{table.benchmark}{mode}",
        one.cell_bytes(size_bytes, len(groups[0])) if one and _counts_each_rank(report) else size_bytes,
        *groups,
        window=window if windowed else 1,
        windowed=windowed,
        datatype="float" if reduces else "byte",
        operation="sum" if reduces else "",
        window_kind=one.window_kind if one else "",
        one_place=one is not None and one.one_place,
    )


def _counts_each_rank(report: SuiteReport) -> bool:
    """Whether X of IMB's Reduce_scatter is what each rank keeps: since IMB 2019; before, it was divided among them."""
    year = report.version.partition(".")[0].partition(" ")[0]
    return not year.isdigit() or int(year) >= 2019


def _of_osu(report: SuiteReport, table: SuiteTable, row: SuiteRow, side: str, ranks: int) -> Cell:
    one, head = _OSU.get(table.benchmark), " ".join(table.head)
    pairs = _PAIRS.search(head)
    ranks = (2 * int(pairs[1]) if pairs else 0) or (one.ranks if one else 0) or ranks
    if not ranks:
        raise UsageError("no-ranks", f"{table.benchmark}: OMB's text does not say of how many ranks", "add --ranks N")
    kernel = one.kernel if one else f"OMB:{table.benchmark}"
    if one and one.kind == "one-sided latency":
        kernel += next((f"_{name}" for name, words in osu_tables.SYNC_WORDS.items() if words in head), "")
    windowed = one is not None and one.kind in ("rate", "pairs", "one-sided rate")
    window = _WINDOW.search(head)
    reduces = one is not None and one.reduces
    floats = report.version.split(".")[0] < "7" or "MPI_FLOAT" in head  # before 7 always, and then as -T says
    return cell(
        side,
        kernel,
        row.size_bytes or 0,
        tuple(range(ranks)),
        window=(int(window[1]) if window else OSU_WINDOW) if windowed else 1,
        windowed=windowed,
        datatype=(one.datatype or ("float" if floats else "int8")) if one and reduces else "byte",
        operation="sum" if reduces else "",
        one_place=one is not None and one.one_place,
    )
