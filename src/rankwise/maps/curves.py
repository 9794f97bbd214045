"""Size curves of a map: what messages of all sizes take on one path of each class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from rankwise.core.records import Cell
from rankwise.maps.launch import NetworkLaunch
from rankwise.maps.pair_visits import SMALL_VISIT
from rankwise.measure.sweep import Sweep
from rankwise.measure.visits import VisitOptions
from rankwise.model.curve import curve
from rankwise.model.estimate import estimate
from rankwise.model.mapping import Pair, value_of
from rankwise.model.records import PathClass

LARGE_ON_GPUS = (1 << 24, 1 << 26)  # 4 MiB are on the way for 20 us there, and for 150 us in calls of the driver
_SIZES = (1, 8, 64, 512, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22)
_LONGEST_S = 0.03  # no longer message is sent
_SHORT_S = 1e-3  # messages that take less get visits of more samples
_VISIT = VisitOptions(samples=4, warm_s=2e-3)
_FIRST_ROUND = 3001


class SizeCurves:
    """Measures on paths, each for the class that it is of, `rounds` visits of each size."""

    def __init__(self, launch: NetworkLaunch, rounds: int) -> None:
        self._launch, self._rounds = launch, rounds
        self._points: dict[Pair, dict[int, list[float]]] = {}

    def measure(self, sweep: Sweep, ranks: Mapping[str, int], pair: Pair, bytes_per_s: float) -> list[Cell]:
        """Visits a path of that bandwidth. Returns the cells that it has visited."""
        sizes = (*_SIZES, *(LARGE_ON_GPUS if self._launch.gpus else ()))
        cells = [self._launch.cell("pingpong", size, ranks, pair) for size in sizes if size <= _LONGEST_S * bytes_per_s]
        short = [cell for cell in cells if cell.size_bytes < _SHORT_S * bytes_per_s]
        for number in range(_FIRST_ROUND, _FIRST_ROUND + self._rounds):
            sweep.round(short, number, SMALL_VISIT)
            sweep.round(cells[len(short) :], number, _VISIT)
        # The two fastest visits: what they say of the path, and how well they agree.
        self._points[pair] = {
            cell.size_bytes: sorted(value_of(visit) for visit in sweep.visits[cell.id])[:2] for cell in cells
        }
        return cells

    def drawn(self, classes: Sequence[PathClass]) -> list[PathClass]:
        """The classes, those with the curve of a path which was measured on one."""
        return [self._with_curve(path_class) for path_class in classes]

    def _with_curve(self, path_class: PathClass) -> PathClass:
        points = next((self._points[pair] for pair in path_class.paths if pair in self._points), {})
        known = {size: estimate([values], stop="budget") for size, values in points.items() if values}
        return replace(path_class, curve=curve(list(known), list(known.values()))) if known else path_class
