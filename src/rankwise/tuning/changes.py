"""Lines that are tried, as changes of a launch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from rankwise.apply.carry import carry
from rankwise.core.records import Change, Mpi, TuningLine
from rankwise.placement.tuned import with_lines
from rankwise.tuning.acceptance import on_top


@dataclass
class ChangeMaker:
    """Makes changes from lines, on top of those that are in use already; files of rules go into a folder of their own
    each, because launches live together. `schedules` are the folders of those that lines name."""

    mpi: Mpi
    folder: Path
    base: Sequence[TuningLine] = ()
    schedules: Sequence[Path] = ()
    _numbers: count[int] = field(default_factory=count)

    def __call__(self, lines: Sequence[TuningLine]) -> Change:
        return self.placed(lines)[1]

    def placed(self, lines: Sequence[TuningLine]) -> tuple[Path, Change]:
        """The change with the folder that its files are in."""
        folder = self.folder / str(next(self._numbers))
        return folder, carry(on_top(self.base, lines), self.mpi_with(lines), folder, self.schedules)

    def mpi_with(self, lines: Sequence[TuningLine]) -> Mpi:
        """The MPI that ranks have with these lines on top of those in use."""
        return with_lines(on_top(self.base, lines), self.mpi)
