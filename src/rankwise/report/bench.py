"""Results of `bench` as tables: ours, and beside them what IMB and OMB would print for the same calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankwise.core.records import Cell, CellResult, Run
from rankwise.core.units import format_rate, format_seconds
from rankwise.report import words

_HEAD = ("size", "median", "95 %", "p99", "slowest", "rate", "IMB", "OMB")


def lines(run: Run) -> list[str]:
    """A table for each kernel of each MPI; a last line says how to read it and where the run is."""
    cells = {one.id: one for one in run.plan.cells}
    tables: dict[tuple[str, ...], list[CellResult]] = {}
    for result in run.results:
        tables.setdefault(_title(cells[result.cell]), []).append(result)
    found: list[str] = []
    for title, results in tables.items():
        found += ["", ", ".join(title)]
        found += _table([(cells[one.cell], one) for one in sorted(results, key=lambda one: cells[one.cell].size_bytes)])
    return [*found[1:], "", *_notes(run)]


def _title(cell: Cell) -> tuple[str, ...]:
    ranks = len(cell.groups[0])
    more = [cell.datatype] if cell.datatype != "byte" else []
    return (cell.kernel, cell.side, f"{ranks} rank{'s' if ranks != 1 else ''}", *more, *filter(None, [cell.operation]))


def _table(rows: Sequence[tuple[Cell, CellResult]]) -> list[str]:
    overlaps = any(result.overlap for _, result in rows)
    head = (*_HEAD, *(("alone", "computing", "overlap", "IMB's", "OMB's") if overlaps else ()))
    texts = [head, *(_row(cell, result, overlaps) for cell, result in rows)]
    used = [column for column in range(len(head)) if any(row[column] for row in texts[1:] if len(row) == len(head))]
    widths = {column: max(len(row[column]) for row in texts if len(row) == len(head)) for column in used}
    return [
        "  " + "  ".join(row[column].rjust(widths[column]) for column in used) if len(row) == len(head) else row[0]
        for row in texts
    ]


def _row(cell: Cell, result: CellResult, overlaps: bool) -> tuple[str, ...]:
    one = result.estimate
    if one is None:
        return (f"  {words.size(cell)}: {result.error}",)
    row = [
        words.size(cell) + (f" w{cell.window}" if cell.window != 1 else ""),
        format_seconds(one.median_s),
        words.precision(one) + ("" if one.stop == "precision" else " *"),
        format_seconds(one.p99_s),
        f"rank {one.slowest_rank}" if one.slowest_rank is not None else "",
        format_rate(result.rate_bytes_per_s) if result.rate_bytes_per_s else "",
        format_seconds(result.imb_max_s) if result.imb_max_s is not None else "",
        format_seconds(result.osu_avg_s) if result.osu_avg_s is not None else "",
    ]
    return (*row, *(_overlap(result) if overlaps else ()))


def _overlap(result: CellResult) -> Iterator[str]:
    one = result.overlap
    if one is None:
        yield from [""] * 5
        return
    yield from (format_seconds(one.pure_s), format_seconds(one.compute_s))
    yield from (f"{share:.0%}" for share in (one.share, one.imb_share, one.osu_share))


def _notes(run: Run) -> Iterator[str]:
    stops = {result.estimate.stop for result in run.results if result.estimate}
    if stops - {"precision"}:
        remedy = "was asked for: give more --budget" if run.plan.budget_s else "would be good: ask for more iterations"
        yield f"* the interval is wider than the ±{100 * run.plan.precision:g} % that {remedy}"
    yield "IMB: its t_max or t, OMB: its average latency; computed from the same calls by their definitions"
    yield f"run {run.id} ({run.status}); `rankwise runs show {run.id}`, `rankwise bench --list` says what a kernel is"
