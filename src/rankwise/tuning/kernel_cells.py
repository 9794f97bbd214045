"""The cells of a benchmark point: which ranks of a placement take part in a kernel."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from rankwise.core.records import Cell, Mpi
from rankwise.measure.cells import cell
from rankwise.measure.kernels import chosen
from rankwise.placement.placement import Placement
from rankwise.placement.sides import kernels_of, make_side
from rankwise.tuning.goals import BenchmarkPoint
from rankwise.tuning.launch import BASE


class KernelCells:
    """The kernels of the engine for one MPI on one placement, with `buffers` of device memory or of the host (empty).
    Builds the engine where that is not done yet."""

    def __init__(self, mpi: Mpi, placement: Placement, buffers: str = "") -> None:
        self._placement = placement
        self._buffers = buffers
        first = make_side(BASE, mpi, placement)
        self.ranks = first.ranks
        self._known = kernels_of(first)
        self._cells: dict[tuple[BenchmarkPoint, int], tuple[Cell, ...]] = {}

    def check(self, wanted: Iterable[str]) -> None:
        """Raises UsageError for a kernel that does not exist or does not fit."""
        chosen(self._known, list(wanted), self.ranks)

    def cells(self, point: BenchmarkPoint, window: int = 0) -> tuple[Cell, ...]:
        """The cells of a benchmark point on the side in use: one, but for kernels of two ranks one on a pair of each
        relation that endpoints have to each other. What speeds up messages inside a socket may slow them down between
        nodes. `window`: messages at a time in kernels that send several; 0: the usual number."""
        if (point, window) not in self._cells:
            facts = self._known[point[0]]
            size = point[1] if facts.sized else 0
            groups = self._pairs if facts.max_ranks == 2 else [facts.group(self.ranks)]
            self._cells[point, window] = tuple(
                cell(
                    BASE,
                    point[0],
                    size,
                    group,
                    window=window,
                    windowed=bool(facts.windowed),
                    buffers=self._buffers if facts.mirrored else "",
                )
                for group in groups
            )
        return self._cells[point, window]

    @cached_property
    def _pairs(self) -> list[tuple[int, int]]:
        return self._placement.pairs()
