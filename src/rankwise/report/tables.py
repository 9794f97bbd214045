"""Runs as tables: rows for CSV with the unit in every column's name, and lists for the terminal."""

from __future__ import annotations

import csv
import math
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import IO

from rankwise.core.cell_parameters import CELL_PARAMETERS
from rankwise.core.records import SCHEMA_VERSION, Run, RunSummary, Visit, to_builtins
from rankwise.core.units import format_seconds, plural
from rankwise.experiment.records import CellChange, Diff
from rankwise.report import words

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
_LEAST_COLUMN = 12
_CHANGED = ("side", "cell", "before", "after", "before / after")
_DIFFERENT = ("faster", "slower")


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
    rows = [("run", "kind", "status", "started", "host", "cells", "MPIs")]
    rows += [
        (run.id, run.kind, run.status, run.started_at, run.hostname, str(run.cells), ", ".join(run.mpis))
        for run in runs
    ]
    return aligned(rows)


def diff_lines(diff: Diff) -> list[str]:
    """What changed, the largest first, then how many cells are the same or cannot be told apart, and why."""
    lines = [f"{diff.before} -> {diff.after}: {plural(len(diff.changes), 'cell')} in both", *diff.warnings]
    told = [(change, ratio) for change in diff.changes if (ratio := change.ratio) and ratio.answer in _DIFFERENT]
    told.sort(key=lambda pair: abs(pair[1].ratio - 1), reverse=True)
    if told:
        rows = [(*_changed(change), words.ratio(ratio), ratio.answer) for change, ratio in told]
        lines += ["", *aligned([(*_CHANGED, "answer"), *rows])]
    single = [change for change in diff.changes if change.ratio is None]
    if single:
        single.sort(key=lambda change: abs(math.log(change.before_s / change.after_s)), reverse=True)
        lines += ["", *aligned([_CHANGED, *((*_changed(change), _without_interval(change)) for change in single)])]
    same = [ratio for change in diff.changes if (ratio := change.ratio) and ratio.answer == "same"]
    lines += ["", f"different: {len(told)}"]
    if same:
        margin = max(ratio.margin for ratio in same)
        lines.append(f"same: {len(same)}, within {margin:.0%}")
    reasons: dict[str, int] = {}
    for change in diff.changes:
        if change.answer == "cannot tell":
            reason = "identical launches or runs differ as much" if change.why.startswith("identical") else change.why
            reasons[reason] = reasons.get(reason, 0) + 1
    lines += [f"cannot tell: {count}, {why}" for why, count in sorted(reasons.items(), key=lambda item: -item[1])]
    alike = Counter(cell.why for cell in diff.incomparable)
    lines += [f"not comparable: {count}, {why}" for why, count in alike.items()]
    for names, where in ((diff.only_before, "before"), (diff.only_after, "after")):
        lines += [f"measured only {where}: {len(names)}"] if names else []
    return lines


def _changed(change: CellChange) -> tuple[str, ...]:
    times = format_seconds(change.before_s), format_seconds(change.after_s)
    return (change.side, change.cell.removeprefix(f"{change.side}/"), *times)


def _without_interval(change: CellChange) -> str:
    """The ratio of the two times beside it, and of which run there is a single launch."""
    where = "each" if max(change.launches) == 1 else "before" if change.launches[0] == 1 else "after"
    return f"{change.before_s / change.after_s:.3g}x, one launch {where}: no interval"


def aligned(rows: Sequence[tuple[str, ...]], columns: int = 0) -> list[str]:
    """Rows of equal length as lines with aligned columns. Where `columns` are given, the last column goes on below
    itself."""
    *widths, last = (max(len(row[column]) for row in rows) for column in range(len(rows[0])))
    before = sum(widths) + 2 * len(widths)
    room = max(columns - before, _LEAST_COLUMN) if columns else last
    lines = []
    for *cells, text in rows:
        start = "".join(f"{cell.ljust(width)}  " for cell, width in zip(cells, widths, strict=True))
        first, *rest = textwrap.wrap(text, max(room, 1), break_on_hyphens=False) or [""]
        lines += [f"{start}{first}".rstrip(), *(" " * before + line for line in rest)]
    return lines
