"""Cells of kernels on several sides, answered while visits come: when a comparison of them may end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from rankwise.core.records import Cell, Visit
from rankwise.core.units import format_bytes
from rankwise.experiment.compare import LOOK_LEVEL, LOOKS, MeasuredCell, compared, settled
from rankwise.experiment.paired import Moment, paired, series
from rankwise.experiment.records import ComparedCell
from rankwise.measure.cells import on_side
from rankwise.measure.outcome import Outcome
from rankwise.model.records import Ratio
from rankwise.placement.preparation import AGAIN


@dataclass
class CellAnswers:
    """Times by cell as visits come, and what they answer so far. `known`: kernel and size of the cells that were
    settled when it was last looked."""

    points: Sequence[Cell]
    sides: Sequence[str]
    margin: float
    times: dict[str, dict[Moment, float]] = field(default_factory=lambda: defaultdict(dict))
    known: set[tuple[str, int]] = field(default_factory=set)

    def add(self, visits: Sequence[Visit]) -> None:
        """Keeps the visits of a round that have valid samples; of cells with several groups, the first."""
        for visit in visits:
            if visit.group == 0:
                self.times[visit.cell] |= series([visit])

    def measured(self, outcome: Outcome) -> list[MeasuredCell]:
        """Every cell that two sides have or one failed in, with all pairs of visits."""
        alive = self._alive(outcome)
        cells = [self._measured(point, alive, outcome) for point in self.points] if alive else []
        return [cell for cell in cells if cell.paired(alive) or cell.failed]

    def compared(self, outcome: Outcome) -> tuple[ComparedCell, ...]:
        """What these cells answer, of the sides that were not lost."""
        return compared(self.measured(outcome), self._alive(outcome), margin=self.margin, level=LOOK_LEVEL)

    def not_reached(self, outcome: Outcome) -> list[str]:
        """Words of the cells that no two sides have although none failed, for the time was over: none or one."""
        reached = {(cell.kernel, cell.size_bytes) for cell in self.measured(outcome)}
        left_out = [point for point in self.points if (point.kernel, point.size_bytes) not in reached]
        names = ", ".join(f"{point.kernel} {format_bytes(point.size_bytes)}" for point in left_out)
        return [f"Not measured in the time there was: {names}."] if names else []

    def between(self, first: str, second: str, outcome: Outcome) -> dict[int, Ratio]:
        """What two of the sides answer by size, by the same rules as all."""
        cells = compared(self.measured(outcome), (first, second), margin=self.margin, level=LOOK_LEVEL)
        return {cell.size_bytes: cell.ratios[second] for cell in cells if second in cell.ratios}

    def settled(self, outcome: Outcome, precision: float) -> set[str]:
        """Ids of the cells that need no more visits, on every side: what `Campaign` asks after each launch. After those
        of `LOOKS` it is looked what is settled; in between that stays as it is."""
        alive = self._alive(outcome)
        if len(alive) < 2 or alive[0] != self.sides[0]:
            return set(outcome.states)  # there is nothing left to compare
        if 1 + max(facts.index for facts in outcome.launches) in LOOKS:
            # Without the baseline no ratio is kept: a cell where it failed goes on while there are others to rank.
            self.known = {
                (cell.kernel, cell.size_bytes)
                for cell in self.compared(outcome)
                if settled(cell, [side for side in alive if side not in cell.failed][1:], precision)
            }
        return {
            state.cell.id
            for state in outcome.states.values()
            if (state.cell.kernel, state.cell.size_bytes) in self.known
        }

    def _alive(self, outcome: Outcome) -> list[str]:
        return [side for side in self.sides if side not in outcome.lost_sides]

    def _measured(self, point: Cell, alive: Sequence[str], outcome: Outcome) -> MeasuredCell:
        failed = {side: error for side in alive if (error := outcome.states[on_side(point, side).id].error)}
        return MeasuredCell(
            kernel=point.kernel,
            size_bytes=point.size_bytes,
            ranks=len(point.groups[0]),
            times={side: self.of(point, side) for side in alive if side not in failed},
            control=paired(self.of(point, alive[0]), self.of(point, alive[0] + AGAIN)),
            failed=failed,
        )

    def of(self, point: Cell, side: str) -> dict[Moment, float]:
        """The times of a cell on a side."""
        return self.times[on_side(point, side).id]
