"""What a simulation answers."""

from __future__ import annotations

from typing import ClassVar

from rankwise.core.records import Record, Result, Run
from rankwise.core.words import Amount, Name, Prose, Whole


class SimulatedTime(Record, frozen=True, kw_only=True):
    """What a call takes on one machine: simulated (None without SimGrid), estimated by the shared resources, and what
    is busy longest by that estimate."""

    simulated_s: Amount | None = None
    estimated_s: Amount | None = None
    busiest: Prose = ""


class SimulatedCell(Record, frozen=True, kw_only=True):
    """A kernel at a size on each of the machines, in their order. `ratio` is the first time over the second: of two
    that were simulated, or, where it is `estimated`, of two estimates."""

    kernel: Name
    size_bytes: Whole
    times: tuple[SimulatedTime, ...]
    ratio: Amount | None = None
    error: Prose = ""
    estimated: bool = False


class Simulated(Result, frozen=True, kw_only=True):
    """What `rankwise simulate` answers. Nothing here was measured. `places` are the endpoints of the ranks on the first
    machine; `missing` says why there are only estimates."""

    rows: ClassVar[str] = "cells"

    run: Run
    machines: tuple[Prose, ...]
    fabric: Prose
    places: tuple[Prose, ...]
    cells: tuple[SimulatedCell, ...]
    notes: tuple[Prose, ...] = ()
    missing: Prose = ""
    interrupted: bool = False

    def time_s(self, time: SimulatedTime) -> float | None:
        """What a call takes: simulated, or estimated where nothing is simulated."""
        return time.estimated_s if self.missing else time.simulated_s

    @property
    def has_times(self) -> bool:
        """Whether any call has a time on any machine."""
        return any(self.time_s(time) is not None for cell in self.cells for time in cell.times)
