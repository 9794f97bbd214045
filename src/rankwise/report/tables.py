"""Runs as tables: rows for CSV with the unit in every column's name, and lists for the terminal."""

from __future__ import annotations

import csv
import re
import shutil
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import IO

from rankwise.core.cell_parameters import CELL_PARAMETERS
from rankwise.core.records import SCHEMA_VERSION, Run, RunSummary, Visit, to_builtins

CELL_COLUMNS = (
    *("run", "cell", "mpi", "mpi_version", "kernel", "size_bytes", "ranks", "groups"),
    *(row.name for row in CELL_PARAMETERS if row.column),
    *("definition", "median_s", "low_s", "high_s", "min_s", "mean_s", "p95_s"),
    *("p99_s", "slowest_rank", "visits", "launches", "samples", "stop", "regimes", "rate_bytes_per_s"),
    *("messages_per_s", "first_call_s", "imb_avg_s", "imb_max_s", "osu_avg_s", "error"),
)
SAMPLE_COLUMNS = (
    *("run", "cell", "mpi", "kernel", "size_bytes", "launch", "round", "group", "at_s", "calls_per_sample"),
    *("sample", "time_s"),
)

_OF_SEVERAL = ("low_s", "high_s", "p95_s", "p99_s")
"""What a single value does not tell."""
_LEAST_SCREEN, _MOST_SCREEN = 60, 116  # columns; a sentence in fewer or more is hard to read
_ENDLESS = 1 << 20  # columns of what has no edge, as a pipe
_KEPT = "\0"  # in the place of a blank at which no line is broken
_LEAST_COLUMN = 12
_BELOW = " " * 4  # before a cell that stands below its row


def write_cells(run: Run, file: IO[str]) -> None:
    """One row for each cell of the plan that has a result; empty where there is no value, as the interval of one
    sample."""
    writer = csv.DictWriter(file, CELL_COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(cell_rows(run))


def cell_rows(run: Run) -> Iterator[dict[str, object]]:
    """The rows of `write_cells`: one dict for each cell that has a result, its keys among CELL_COLUMNS."""
    cells = {cell.id: cell for cell in run.plan.cells}
    for result in run.results:
        cell = cells[result.cell]
        estimate = result.estimate
        mpi = run.mpis.get(cell.side)
        row: dict[str, object] = {"run": run.id, "mpi": cell.side, "mpi_version": mpi.version if mpi else ""}
        row["ranks"] = "|".join(" ".join(map(str, group)) for group in cell.groups)
        row["groups"] = len(cell.groups)
        if estimate:
            row["regimes"] = "|".join(f"{regime.share:.3f}:{regime.median_s!r}" for regime in estimate.regimes)
        unknown = _OF_SEVERAL if estimate and estimate.samples == 1 else ()
        for source in (cell, result, estimate):
            for name in CELL_COLUMNS:
                if name not in row and name not in unknown and (value := getattr(source, name, None)) is not None:
                    row[name] = value
        yield row


def write_samples(run: Run, visits: Iterable[Visit], file: IO[str]) -> None:
    """One row for each raw sample."""
    cells = {cell.id: cell for cell in run.plan.cells}
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(SAMPLE_COLUMNS)
    for visit in visits:
        cell = cells.get(visit.cell)  # none where a run was lost before its plan was written again
        known = (cell.side, cell.kernel, cell.size_bytes) if cell else ("", "", "")
        head = (run.id, visit.cell, *known, visit.launch, visit.round, visit.group)
        for number, time_s in enumerate(visit.samples_s):
            writer.writerow((*head, visit.at_s, visit.calls_per_sample, number, time_s))


def write_json(run: Run, visits: Sequence[Visit], file: IO[str]) -> None:
    """The run as one JSON object, with its raw visits when there are any to write."""
    import msgspec

    data = {"schema": SCHEMA_VERSION, "run": to_builtins(run)}
    if visits:
        data["visits"] = [to_builtins(visit) for visit in visits]
    file.write(msgspec.json.encode(data).decode() + "\n")


def run_list(runs: Iterable[RunSummary]) -> list[str]:
    """Stored runs as lines, oldest first."""
    rows = [("run", "kind", "status", "started", "host", "cells", "MPIs or sides")]
    rows += [
        (run.id, run.kind, run.status, run.started_at, run.hostname, str(run.cells), ", ".join(run.mpis))
        for run in runs
    ]
    return fitted(rows)


def columns(most: int, piped: int = 0) -> int:
    """Columns that text may have: those of the terminal, `_LEAST_SCREEN` at least and `most` at most; in a pipe
    `piped`, else `most`."""
    seen = shutil.get_terminal_size((0, 24)).columns
    return max(_LEAST_SCREEN, min(most, seen)) if seen else piped or most


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Prose as lines of `width` characters, `indent` before all but the first. What stands in backquotes, or as
    (rankwise ...), is to be typed: it is on one line, however long."""
    joined = re.sub(r"`[^`\n]*`|\(rankwise [^()\n]*\)", lambda typed: typed[0].replace(" ", _KEPT), text)
    lines = textwrap.wrap(joined, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return [line.replace(_KEPT, " ") for line in lines]


def told(text: str, indent: str = "") -> list[str]:
    """The same in the width of the terminal; in a pipe a line stays as it is."""
    width = columns(_MOST_SCREEN, piped=_ENDLESS)
    return [part for line in text.split("\n") for part in (wrapped(line, width, indent) or [""])]


def fitted(rows: Sequence[tuple[str, ...]], beside: int = 0) -> list[str]:
    """The same in the width of the terminal less what stands `beside` them; in a pipe a row is one line."""
    return aligned(rows, columns(_MOST_SCREEN, piped=_ENDLESS) - beside)


def apart(rows: Sequence[tuple[str, ...]], keys: int, at: int) -> list[str]:
    """The same; where the terminal does not hold the rows, what stands from column `at` is a table of its own below,
    behind the first `keys` columns."""
    if max(map(len, aligned(rows))) <= columns(_MOST_SCREEN, piped=_ENDLESS):
        return aligned(rows)
    return [*fitted([row[:at] for row in rows]), "", *fitted([(*row[:keys], *row[at:]) for row in rows])]


def aligned(rows: Sequence[tuple[str, ...]], columns: int = 0) -> list[str]:
    """Rows of equal length as lines with aligned columns. Where `columns` are given and do not hold them, first the
    last column goes on below itself, then others do between words; if that is not enough, it stands below its row."""
    *widths, last = (max(len(row[column]) for row in rows) for column in range(len(rows[0])))
    room, below = last, False
    if columns:
        widths, room, below = _narrowed(rows, widths, last, columns)
    lines = []
    for number, (*cells, text) in enumerate(rows):
        parts = [_folded(cell, width, hyphens=not number) for cell, width in zip(cells, widths, strict=True)]
        rest = _folded(text, room, hyphens=not number)
        for row in zip_longest(*parts, *([] if below else [rest]), fillvalue=""):
            *left, end = (*row, "") if below else row
            start = "".join(f"{cell.ljust(width)}  " for cell, width in zip(left, widths, strict=True))
            lines.append(f"{start}{end}".rstrip())
        lines += [f"{_BELOW}{line}" for line in rest if line] if below else []
    return lines


def _narrowed(
    rows: Sequence[tuple[str, ...]], widths: Sequence[int], last: int, columns: int
) -> tuple[list[int], int, bool]:
    """Widths of all columns but the last, the room of that, and whether it stands below.

    The widest become narrower, but none than its longest word; a heading is broken at hyphens, too."""
    texts = zip(*rows, strict=True)
    words = ([*re.findall(r"[^\s-]+-?", head), *" ".join(cells).split()] for head, *cells in texts)
    least = [max(map(len, column), default=0) for column in words]
    *least, longest = least
    wanted = min(last, max(_LEAST_COLUMN, longest))
    for below in (False, True):
        for most in range(max([*widths, _LEAST_COLUMN]), _LEAST_COLUMN - 1, -1):
            kept = [min(width, max(most, word)) for width, word in zip(widths, least, strict=True)]
            room = columns - sum(kept) - 2 * len(kept)
            if room >= (-2 if below else wanted):
                return kept, columns - len(_BELOW) if below else room, below
    return kept, max(columns - len(_BELOW), 1), True


def _folded(cell: str, width: int, hyphens: bool = False) -> list[str]:
    if len(cell) <= width and cell.isprintable():
        return [cell]
    return textwrap.wrap(cell, max(width, 1), break_long_words=False, break_on_hyphens=hyphens)
