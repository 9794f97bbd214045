"""A sweep of a simulated machine: what a sweep of launches is, so that whoever asks for visits cannot tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from rankwise.core.records import Cell, Visit
from rankwise.measure.visits import VisitOptions
from rankwise.model.records import Map
from rankwise.simulate.smpi import ONE_SAMPLE, run_cells


class SimulatedSweep:
    """`visits` are all visits by cell id, `errors` why a cell was refused. Rank r is endpoint r of the map.

    Every round is a simulation of its own. Simulated time has no noise, so one sample is made whatever is asked for.
    """

    def __init__(self, machine: Map, *, fabric: str = "", timeout_s: float = 120.0) -> None:
        self.visits: dict[str, list[Visit]] = defaultdict(list)
        self.errors: dict[str, str] = {}
        self._machine, self._fabric, self._timeout_s = machine, fabric, timeout_s

    def round(self, cells: Iterable[Cell], number: int, options: VisitOptions) -> None:
        """One visit to each cell that has no error, all in one simulation."""
        wanted = [cell for cell in cells if cell.id not in self.errors]
        if not wanted:
            return
        visits = run_cells(self._machine, wanted, fabric=self._fabric, options=ONE_SAMPLE, timeout_s=self._timeout_s)
        self.errors.update(visits.errors)
        for visit in visits.visits:
            self.visits[visit.cell].append(visit)
