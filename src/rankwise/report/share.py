"""Work shares as a table."""

from __future__ import annotations

from rankwise.core.units import format_seconds
from rankwise.optimise.records import Shared
from rankwise.report.tables import aligned


def lines(shared: Shared) -> list[str]:
    """Everything that the terminal shows."""
    rows: list[tuple[str, ...]] = [("endpoint", "speed", *(item.mode for item in shared.shares))]
    for name, speed in shared.speeds.items():
        rows.append((name, f"{speed:g}/s", *(f"{item.units[name] / shared.work:.1%}" for item in shared.shares)))
    output = [f"{shared.work:g} units of work on {shared.machine}", "", *aligned(rows), ""]
    for item in shared.shares:
        better = item.equal_s / item.time_s
        output.append(
            f"{item.mode}: all end after {format_seconds(item.time_s)}; with equal shares "
            f"{format_seconds(item.equal_s)} ({better:.2f}x)"
        )
    if shared.sharing:
        output.append(shared.sharing)
    times = {item.mode: item.time_s for item in shared.shares}
    slower = max(times.values()) / times[shared.faster]
    if slower < 1.0 + 1e-9:
        return [*output, "Both take the same modelled time."]
    return [*output, f"{shared.faster} is {slower:.2f}x faster, by the model."]
