"""Launches that benchmarks compare, and how long they stay with them."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace as replace_side

from msgspec.structs import replace

from rankwise.core.records import Cell, Mpi, Plan, Visit
from rankwise.experiment.paired import paired, series
from rankwise.measure.build import engine_for
from rankwise.measure.campaign import Campaign
from rankwise.measure.cells import on_side
from rankwise.measure.session import Session
from rankwise.measure.side import Side
from rankwise.model.ratio import ratio
from rankwise.model.records import Ratio
from rankwise.model.robust import median
from rankwise.placement.placement import Placement
from rankwise.placement.sides import make_side
from rankwise.placement.where import this_machine

PAIR = (0, 1)
_EVERYTHING_IS_PRECISE = 1e9


def two_cores() -> Placement:
    """The first two cores of this machine. Raises UsageError when there is but one."""
    return this_machine(ranks=2)


def twins(mpi: Mpi, slowdown: float = 0.0) -> tuple[Side, Side]:
    """Two sides of one MPI that differ in name only, or by a slowdown that was planted in the second one's engine."""
    side = make_side("a", mpi, two_cores())
    if not slowdown:
        return side, replace_side(side, name="b")
    return _planted(side, "a", 0.0), _planted(side, "b", slowdown)


def _planted(side: Side, name: str, slowdown: float) -> Side:
    program = str(engine_for(side.mpi, defines=(f"RANKWISE_PLANT_SLOWDOWN={slowdown}",)))
    places = tuple(replace(place, program=program) for place in side.spec.places)
    return replace_side(side, name=name, spec=replace(side.spec, places=places))


def compare(
    sides: tuple[Side, Side], cells: Sequence[Cell], *, launch_pairs: int, rounds: int, seed: int
) -> list[Ratio]:
    """Time of the second side over time of the first for each cell (of the first), alternated over launch pairs."""
    others = [on_side(cell, sides[1].name) for cell in cells]
    plan = Plan(
        name="benchmark",
        endpoints=(),
        cells=(*cells, *others),
        seed=seed,
        precision=_EVERYTHING_IS_PRECISE,  # so that every cell gets exactly `rounds` visits in every launch
        budget_s=_EVERYTHING_IS_PRECISE,
        min_rounds=rounds,
        launches=launch_pairs,
    )
    visits: dict[str, list[Visit]] = defaultdict(list)

    def keep(measured: list[Visit]) -> None:
        for visit in measured:
            visits[visit.cell].append(visit)

    Campaign(plan, sides, sink=keep).run()
    return [
        ratio(paired(series(visits[other.id]), series(visits[cell.id])))
        for cell, other in zip(cells, others, strict=True)
    ]


def half_width(ratio: Ratio) -> float:
    """Of the interval, relative to its middle."""
    return float((ratio.high / ratio.low) ** 0.5 - 1.0)


def one_round(session: Session, cells: Sequence[Cell], number: int, noise: random.Random) -> dict[str, float]:
    """Visits every cell once, in random order: medians of visits in seconds, by cell."""
    return {cell.id: median(session.visit(cell, number)[0][0].samples_s) for cell in noise.sample(cells, len(cells))}
