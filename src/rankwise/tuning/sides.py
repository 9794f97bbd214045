"""A user's program as it starts with lines on trial: settings, files, preload, relays and order of ranks."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from rankwise.core.records import TuningLine
from rankwise.measure.mpi_preload import preloads
from rankwise.placement.choice import Choice
from rankwise.placement.ordered import in_order, order_of
from rankwise.placement.program import Program, program, with_relays
from rankwise.tuning.acceptance import on_top
from rankwise.tuning.changes import ChangeMaker


def started_with(name: str, carried: ChangeMaker, lines: Sequence[TuningLine], argv: Sequence[str]) -> Program:
    """A side of this name: the launch line with what is in use already and these lines on top of it."""
    folder, change = carried.placed(lines)
    knobs, mpi = dict(change.knobs), carried.mpi_with(lines)
    if libraries := preloads(change, mpi):
        knobs["env:LD_PRELOAD"] = ":".join(map(str, libraries))
    used = on_top(carried.base, lines)
    side = with_relays(program(Choice(name=name, mpi=mpi.name, knobs=knobs), argv), used, mpi)
    ordered = order_of(used)
    if ordered is None:
        return side
    line, env = in_order(side.argv, side.env, ordered[1], mpi, folder.absolute())
    return dataclasses.replace(side, argv=tuple(line), env=env)
