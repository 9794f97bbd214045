"""Functions that decide by a map: which rank runs where, which way a message takes, what a collective sends."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from rankwise.api.arguments import out_folder
from rankwise.core import settings
from rankwise.core.records import Map, Scheduled
from rankwise.core.units import parse_duration


def make_schedule(
    machine: Map,
    collective: str,
    sizes: Sequence[int] = (1 << 10, 1 << 16, 1 << 20),
    *,
    reductions: Literal["fixed", "library", "any"] = "fixed",
    measure: bool = False,
    budget_s: float = 60.0,
    endpoints: str | Path | None = None,
    fabric: str = "",
    file: str | Path | None = None,
    mpi: str | None = None,
    launcher: str | None = None,
    out: str | Path | None = None,
) -> Scheduled:
    """Schedules of a collective made for a map, with their predicted times, as `rankwise schedule` makes them; sizes in
    bytes. With `measure` the best ones are raced beside the library's own, and `file` gets those that win. Raises
    UsageError for an unknown collective."""
    from rankwise.verbs import schedule as verb

    return verb.schedule(
        machine,
        verb.ScheduleOptions(
            collective=collective,
            sizes=tuple(sizes),
            reductions=reductions,
            fabric=fabric,
            endpoints=Path(endpoints) if endpoints else None,
            mpi=settings.value("mpi", mpi),
            file=Path(file) if file else None,
            attempt=measure,
            budget_s=budget_s,
            launcher=settings.value("launcher", launcher),
            out=out_folder(out),
            watchdog_s=parse_duration(settings.value("watchdog")),
        ),
    )
