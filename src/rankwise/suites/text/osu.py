"""OMB's own text: headings, columns and rows as osu_* of OMB 7.4 and of OMB 5.3 print them."""

from __future__ import annotations

from collections.abc import Iterator

from rankwise.core.version import __version__
from rankwise.suites.records import SuiteReport, SuiteRow, SuiteTable

# Name in a heading, factor from SI units, width.
COLUMNS: dict[str, tuple[str, float, int]] = {
    "t_s": ("Latency (us)", 1e6, 18),
    "t_avg_s": ("Avg Latency(us)", 1e6, 18),
    "t_min_s": ("Min Latency(us)", 1e6, 18),
    "t_max_s": ("Max Latency(us)", 1e6, 18),
    "iterations": ("Iterations", 1.0, 12),
    "rate_bytes_per_s": ("Bandwidth (MB/s)", 1e-6, 18),
    "pairs_rate_bytes_per_s": ("MB/s", 1e-6, 18),
    "messages_per_s": ("Messages/s", 1.0, 18),
    "t_overall_s": ("Overall(us)", 1e6, 18),
    "t_compute_s": ("Compute(us)", 1e6, 18),
    "t_init_s": ("Coll. Init(us)", 1e6, 18),
    "t_test_s": ("MPI_Test(us)", 1e6, 18),
    "t_wait_s": ("MPI_Wait(us)", 1e6, 18),
    "t_pure_s": ("Pure Comm.(us)", 1e6, 18),
    "t_pure_min_s": ("Min Comm.(us)", 1e6, 18),
    "t_pure_max_s": ("Max Comm.(us)", 1e6, 18),
    "overlap": ("Overlap(%)", 100.0, 18),
    "valid": ("Validation", 1.0, 18),
    **{f"p{percent}_s": (f"P{percent} Tail Lat(us)", 1e6, 18) for percent in range(1, 100)},
}
_FIRST = 10  # width of a size
_ALONE = {"t_avg_s": 17, "t_overall_s": 13}
"""Width of the first column of a row without size: as long as its heading with `# `."""


_VERDICTS = {False: ("Pass", "Fail"), True: ("passed", "failed")}
"""Of data that was checked; True: of latencies of one-sided operations."""


def lines(report: SuiteReport) -> Iterator[str]:
    """The whole text: one benchmark's, as OMB has a program for each."""
    for table in report.tables:
        yield from table_lines(report.version, table)


def table_lines(version: str, table: SuiteTable) -> Iterator[str]:
    """One benchmark. `head` are the lines between title and columns, as the benchmark's class has them."""
    title, *more = table.head
    yield from [""] if title.startswith("\n") else []
    yield f"{title.lstrip()} v{version} (this form, measured by rankwise {__version__})"
    yield from more
    yield from columns_and_rows(table)


def columns_and_rows(table: SuiteTable) -> Iterator[str]:
    """The line that names the columns, and the rows."""
    sized = all(row.size_bytes is not None for row in table.rows)
    yield _names(table.columns, sized=sized)
    for row in table.rows:
        yield _row(table, row)


def _names(columns: tuple[str, ...], *, sized: bool) -> str:
    if sized:
        return f"{'# Size':<{_FIRST}}" + "".join(f"{COLUMNS[column][0]:>{COLUMNS[column][2]}}" for column in columns)
    first, *rest = columns
    return f"# {COLUMNS[first][0]}" + "".join(f"{COLUMNS[title][0]:>{COLUMNS[title][2]}}" for title in rest)


def _row(table: SuiteTable, row: SuiteRow) -> str:
    words = "" if row.size_bytes is None else f"{row.size_bytes:<{_FIRST}d}"
    if row.problem:
        return f"# {words.strip()}: {row.problem}"
    for place, (column, value) in enumerate(zip(table.columns, row.values, strict=True)):
        _, factor, width = COLUMNS[column]
        if place == 0 and row.size_bytes is None:
            width = _ALONE[column]
        if column == "valid":
            right, wrong = _VERDICTS[table.columns[0] == "t_s"]
            words += f"{right if value else wrong:>{width}}"
        else:
            words += f"{value * factor:{width}.{0 if column == 'iterations' else 2}f}"
    return words
