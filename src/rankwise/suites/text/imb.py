"""IMB's own text: every heading, column and row as IMB 2021.11 prints it, so that what reads IMB reads this."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Iterator

from rankwise.core.version import __version__
from rankwise.suites.records import SuiteReport, SuiteRow, SuiteTable

WIDTH = 13
"""Of every column (`ow_format` in IMB's source)."""
# Name in a heading, factor from SI units, digits behind the point.
COLUMNS: dict[str, tuple[str, float, int]] = {
    "t_s": ("t[usec]", 1e6, 2),
    "t_min_s": ("t_min[usec]", 1e6, 2),
    "t_max_s": ("t_max[usec]", 1e6, 2),
    "t_avg_s": ("t_avg[usec]", 1e6, 2),
    "t_ovrl_s": ("t_ovrl[usec]", 1e6, 2),
    "t_pure_s": ("t_pure[usec]", 1e6, 2),
    "t_cpu_s": ("t_CPU[usec]", 1e6, 2),
    "overlap": (" overlap[%]", 100.0, 2),
    "rate_bytes_per_s": ("Mbytes/sec", 1e-6, 2),
    "messages_per_s": ("Msg/sec", 1.0, 0),
}
PARTS = {"IMB-MPI1": "MPI-1", "IMB-NBC": "MPI-NBC", "IMB-RMA": "MPI-RMA", "IMB-P2P": "IMB-P2P"}
"""What each program calls itself in its first lines."""
END = ("", "", "# All processes entering MPI_Finalize", "")
_LINE = "#----------------------------------------------------------------"


def lines(report: SuiteReport) -> Iterator[str]:
    """The whole text."""
    yield from _p2p_head(report) if report.program == "IMB-P2P" else _head(report)
    for table in report.tables:
        yield from table_lines(report.program, table)
    if report.run is None or report.run.status != "interrupted":  # it would pass for whole
        yield from END


def table_lines(program: str, table: SuiteTable) -> Iterator[str]:
    """One table with its heading."""
    yield from _table(table, plain=program == "IMB-P2P")


def _head(report: SuiteReport) -> Iterator[str]:
    facts = report.facts
    yield _LINE
    yield f"#    Intel(R) MPI Benchmarks {report.version}, {PARTS[report.program]} part{_origin()}"
    yield _LINE
    yield from _machine(facts)
    yield "# MPI Thread Environment: "
    yield from ("", "", "# Calling sequence was: ", "", f"# {facts['calling sequence']} ", "")
    yield from _size_facts(facts)
    yield "#"
    yield f"# MPI_Datatype                   :   {facts['datatype']} "
    yield f"# MPI_Datatype for reductions    :   {facts['reductions']} "
    yield from ("# MPI_Op                         :   MPI_SUM  ", "# ", "# ", "", "# List of Benchmarks to run:", "")
    yield from (f"# {name}" for name in facts["benchmarks"].split(","))


def _p2p_head(report: SuiteReport) -> Iterator[str]:
    facts = report.facts
    yield _LINE[:61]
    yield f"#    Intel(R) MPI Benchmarks {report.version}, IMB-P2P part{_origin()}"
    yield _LINE[:61]
    yield from _machine(facts)
    yield from ("# MPI Thread Environment:", "#", "# Calling sequence was:", "#", f"# {facts['calling sequence']}", "#")
    yield from ("# List of Benchmarks to run:", "#", *(f"# {name}" for name in facts["benchmarks"].split(",")), "#")
    yield from _size_facts(facts)
    yield "#"


def _origin() -> str:
    """Whose numbers these are, on a line that a parser of IMB reads past."""
    return f" (this form, measured by rankwise {__version__})"


def _machine(facts: dict[str, str]) -> Iterator[str]:
    system = platform.uname()
    yield f"# Date                  : {facts.get('date') or time.asctime()}"
    yield f"# Machine               : {system.machine}"
    yield f"# System                : {system.system}"
    yield f"# Release               : {system.release}"
    yield f"# Version               : {os.uname().version}"
    yield f"# MPI Version           : {facts.get('mpi', '')}"


def _size_facts(facts: dict[str, str]) -> Iterator[str]:
    if facts["most bytes"]:
        yield f"# Minimum message length in bytes:   {facts['least bytes']}"
        yield f"# Maximum message length in bytes:   {facts['most bytes']}"
    else:
        yield "# Message lengths were user defined"


def _table(table: SuiteTable, *, plain: bool) -> Iterator[str]:
    end = "" if plain else " "
    yield ""
    if table.refused:
        yield f"# !! Benchmark {table.benchmark} {'is ' if plain else ''}{table.refused} !!{end}"
        if not plain:
            yield ""
        return
    names = [*_leading(table), *(COLUMNS[column][0] for column in table.columns)]
    rule = "#" + "-" * (WIDTH * len(names) - 1)
    yield rule
    yield f"# Benchmarking {'Multi-' if len(table.groups) > 1 else ''}{table.benchmark}{end}"
    yield from _processes(table, end)
    yield rule
    if table.mode:
        yield from ("#", f"#    MODE: {table.mode} ", "#")
    yield "".join(f"{name:>{WIDTH}}" for name in names)
    for row in table.rows:
        if table.each_group and (row.group or 0) == 0:
            yield ""
        yield _row(table, row)


def _leading(table: SuiteTable) -> list[str]:
    names = ["Group"] if table.each_group else []
    names += ["#bytes"] if _sized(table) else []
    return [*names, "#repetitions"]


def _sized(table: SuiteTable) -> bool:
    return any(row.size_bytes is not None for row in table.rows)


def _processes(table: SuiteTable, end: str) -> Iterator[str]:
    count = len(table.groups[0])
    if len(table.groups) > 1:
        yield f"# ( {len(table.groups)} groups of {count} processes each running simultaneous ) "
        for number, group in enumerate(table.groups):
            yield f"# Group {number:2d}: " + "".join(f"{rank:5d}" for rank in group)
            yield "# "
        yield from (line for line in table.head if line.startswith("# cold"))
    elif table.head:
        yield from table.head
    else:
        yield f"# #processes = {count}{end}"
    if table.idle:
        yield f"# ( {table.idle} additional process{'es' if table.idle > 1 else ''} waiting in MPI_Barrier)"


def _row(table: SuiteTable, row: SuiteRow) -> str:
    words = [f"{row.group or 0:{WIDTH}d}"] if table.each_group else []
    words += [f"{row.size_bytes:{WIDTH}d}"] if row.size_bytes is not None else []
    if row.problem:
        return f"{''.join(words)} {row.problem}"
    words.append(f"{row.repetitions:{WIDTH}d}")
    for column, value in zip(table.columns, row.values, strict=True):
        _, factor, digits = COLUMNS[column]
        words.append(f"{value * factor:{WIDTH}.{digits}f}")
    return "".join(words)
