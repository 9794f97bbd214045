"""Simulated times as a table. Every line says that they are simulated, or estimated."""

from __future__ import annotations

from rankwise.core.units import format_bytes, format_seconds, plural
from rankwise.report.run_page import Table, page_of_tables
from rankwise.report.tables import aligned
from rankwise.simulate.records import Simulated, SimulatedCell

_SHOWN = 12


def lines(answer: Simulated) -> list[str]:
    """Everything that the terminal shows."""
    missing = [f"estimated only: {answer.missing}"] if answer.missing else []
    return [
        _title(answer), *missing, "", *aligned(_table(answer)), *_said(answer), f"stored as run {answer.run.id}"
    ]  # fmt: skip


def render(answer: Simulated) -> str:
    """The page as text."""
    head, *rows = _table(answer)
    summary = [f"estimated only: {answer.missing}"] if answer.missing else []
    summary += [line for line in _said(answer) if line]
    return page_of_tables(answer.run, _title(answer), [Table("Calls", head, rows)], (), summary=summary)


def _title(answer: Simulated) -> str:
    places = ", ".join(answer.places[:_SHOWN]) + (" ..." if len(answer.places) > _SHOWN else "")
    fabric = f" over {answer.fabric}" if answer.fabric else ""
    return f"{' and '.join(answer.machines)}{fabric}: {plural(len(answer.places), 'rank')} on {places}"


def _table(answer: Simulated) -> list[tuple[str, ...]]:
    header = ["", "kernel", "size"]
    for name in answer.machines:
        header += [f"{name} simulated", "estimate"] if not answer.missing else [f"{name} estimate"]
    header += ["ratio"] if len(answer.machines) > 1 else []
    header += [f"busiest on {name}" for name in answer.machines]
    return [tuple(header), *(_row(cell, answer) for cell in answer.cells)]


def _said(answer: Simulated) -> list[str]:
    """What went wrong, how to read the table, and what else is to know."""
    errors = [
        f"simulated: {cell.kernel} of {format_bytes(cell.size_bytes)}: {cell.error}"
        for cell in answer.cells
        if cell.error
    ]
    ratio = f"ratio: above 1, {answer.machines[1]} is faster. " if len(answer.machines) > 1 else ""
    return [*errors, "", f"{ratio}Nothing here was measured.", *answer.notes]


def _row(cell: SimulatedCell, answer: Simulated) -> tuple[str, ...]:
    row = ["estimated" if answer.missing else "simulated", cell.kernel, format_bytes(cell.size_bytes)]
    for time in cell.times:
        row += [] if answer.missing else [_time(time.simulated_s)]
        row.append(_time(time.estimated_s))
    if len(answer.machines) > 1:
        row.append("" if cell.ratio is None else f"{cell.ratio:.2f}x")
    return (*row, *(time.busiest for time in cell.times))


def _time(seconds: float | None) -> str:
    return "-" if seconds is None else format_seconds(seconds)
