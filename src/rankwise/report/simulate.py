"""Simulated times as a table. Every line says that they are simulated, or estimated."""

from __future__ import annotations

from rankwise.core.units import format_bytes, format_seconds, plural
from rankwise.report.run_page import Table, page_of_tables
from rankwise.report.tables import fitted, told
from rankwise.simulate.records import Simulated, SimulatedCell

_SHOWN = 12
_INTERRUPTED = "Interrupted: calls that were not finished are left out."
_SAME = 1.005
"""A ratio that is nearer to 1 is shown as 1.00x."""


def verdict(answer: Simulated) -> list[str]:
    """Where the second machine is faster or slower than the first; of a single one, which call takes longest."""
    told = _beside(answer) if len(answer.machines) > 1 else _longest(answer)
    failed = sum(bool(cell.error) for cell in answer.cells)
    of = f"{failed} of {plural(len(answer.cells), 'call')} failed" if failed else ""
    words = "; ".join(filter(None, (told, of)))
    return [f"{'Estimated' if answer.missing else 'Simulated'}, not measured: {words}."] if words else []


def _beside(answer: Simulated) -> str:
    told = (cell for cell in answer.cells if answer.missing or not cell.estimated)
    ratios = {_call(cell): cell.ratio for cell in told if cell.ratio}
    first, second = answer.machines
    faster = {call: ratio for call, ratio in ratios.items() if ratio > _SAME}
    slower = {call: 1 / ratio for call, ratio in ratios.items() if ratio < 1 / _SAME}
    parts = [
        f"{word} in {len(by_call)} of {plural(len(ratios), 'call')}, most in {most}: {by_call[most]:.2f}x"
        for word, by_call in (("faster", faster), ("slower", slower))
        if (most := max(by_call, key=lambda call: by_call[call], default=""))
    ]
    if not parts:
        return f"{second} takes as long as {first} in {plural(len(ratios), 'call')}" if ratios else ""
    return f"{second}, beside {first}, is {' and '.join(parts)}"


def _longest(answer: Simulated) -> str:
    times = {cell: time_s for cell in answer.cells if (time_s := answer.time_s(cell.times[0]))}
    if not times:
        return ""
    cell = max(times, key=lambda cell: times[cell])
    busiest = f"; busiest is {cell.times[0].busiest}" if cell.times[0].busiest else ""
    takes = "takes longest," if len(times) > 1 else "takes"
    return f"{_call(cell)} {takes} {format_seconds(times[cell])}{busiest}"


def _call(cell: SimulatedCell) -> str:
    return f"{cell.kernel} of {format_bytes(cell.size_bytes)}" if cell.size_bytes else cell.kernel


def lines(answer: Simulated) -> list[str]:
    """Everything that the terminal shows."""
    missing = [f"estimated only: {answer.missing}"] if answer.missing else []
    missing += [_INTERRUPTED] if answer.interrupted else []
    count = len(answer.machines)  # what is busiest on each is one text at the end, which may go on below itself
    table = fitted([(*row[:-count], "; ".join(filter(None, row[-count:]))) for row in _table(answer)])
    prose = ([line for text in texts for line in told(text)] for texts in ((_title(answer), *missing), _said(answer)))
    before, after = prose
    return [*before, "", *table, *after, f"stored as run {answer.run.id}"]


def render(answer: Simulated) -> str:
    """The page as text."""
    summary = [*verdict(answer), *([f"estimated only: {answer.missing}"] if answer.missing else [])]
    summary += [line for line in _said(answer) if line] + ([_INTERRUPTED] if answer.interrupted else [])
    return page_of_tables(answer.run, _title(answer), [Table("Calls", _table(answer))], (), summary=summary)


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
        of = " (estimates)" if cell.estimated and not answer.missing else ""
        row.append("" if cell.ratio is None else f"{cell.ratio:.2f}x{of}")
    return (*row, *(time.busiest for time in cell.times))


def _time(seconds: float | None) -> str:
    return "-" if seconds is None else format_seconds(seconds)
