"""Simulated times as a table. Every line says that they are simulated, or estimated."""

from __future__ import annotations

from rankwise.core.units import format_bytes, format_seconds
from rankwise.report.tables import aligned
from rankwise.simulate.records import Simulated, SimulatedCell

_SHOWN = 12


def lines(answer: Simulated) -> list[str]:
    """Everything that the terminal shows."""
    places = ", ".join(answer.places[:_SHOWN]) + (" ..." if len(answer.places) > _SHOWN else "")
    fabric = f" over {answer.fabric}" if answer.fabric else ""
    text = [f"{' and '.join(answer.machines)}{fabric}: {len(answer.places)} ranks on {places}"]
    if answer.missing:
        text.append(f"estimated only: {answer.missing}")
    header = ["", "kernel", "size"]
    for name in answer.machines:
        header += [f"{name} simulated", "estimate"] if not answer.missing else [f"{name} estimate"]
    header += ["ratio"] if len(answer.machines) > 1 else []
    header += [f"busiest on {name}" for name in answer.machines]
    rows = [tuple(header), *(_row(cell, answer) for cell in answer.cells)]
    text += ["", *aligned(rows)]
    text += [
        f"simulated: {cell.kernel} of {format_bytes(cell.size_bytes)}: {cell.error}"
        for cell in answer.cells
        if cell.error
    ]
    if len(answer.machines) > 1:
        text += ["", f"ratio: above 1, {answer.machines[1]} is faster. Nothing here was measured."]
    else:
        text += ["", "Nothing here was measured."]
    return [*text, *answer.notes]


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
