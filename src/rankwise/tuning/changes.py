"""Lines on trial, as changes of a launch of kernels, and as a start of a user's program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from rankwise.apply.carry import carry
from rankwise.core.records import Change, Mpi
from rankwise.measure.mpi_preload import preloads
from rankwise.placement.choice import Choice
from rankwise.placement.program import Program, program, with_relays
from rankwise.placement.rank_order import in_order, order_of
from rankwise.placement.tuning import with_lines
from rankwise.tuning.acceptance import on_top
from rankwise.tuning.records import TuningLine


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

    def started(self, name: str, lines: Sequence[TuningLine], argv: Sequence[str]) -> Program:
        """A user's program as it starts with these lines on top of those in use: settings, files, preload, relays and
        order of ranks."""
        folder, change = self.placed(lines)
        knobs, mpi = dict(change.knobs), self.mpi_with(lines)
        if libraries := preloads(change, mpi):
            knobs["env:LD_PRELOAD"] = ":".join(map(str, libraries))
        used = on_top(self.base, lines)
        side = with_relays(program(Choice(name=name, mpi=mpi.name, knobs=knobs), argv), used, mpi)
        ordered = order_of(used)
        if ordered is None:
            return side
        line, env = in_order(side.argv, side.env, ordered[1], mpi, folder.absolute())
        return replace(side, argv=tuple(line), env=env)
