"""Do intervals keep their word? Stated when measuring stops, then held against what is measured afterwards."""

from __future__ import annotations

import random
from dataclasses import dataclass

from benchmarks.goals import Goal, Report, percent, share
from benchmarks.sides import PAIR, one_round, two_cores, until_precise
from rankwise.core.records import Cell, Estimate
from rankwise.core.units import parse_sizes
from rankwise.measure.cells import cell
from rankwise.measure.session import Session
from rankwise.measure.side import Side
from rankwise.model.estimate import LATER_VISITS, OTHER_LAUNCHES, estimate
from rankwise.model.robust import median
from rankwise.mpis.install import install
from rankwise.placement.making import make_side

PRECISION = 0.02
LATER_SHARE, OTHERS_SHARE = 0.90, 0.85
_LEAST_ROUNDS = 8
_KERNEL_SIZES = {
    "pingpong": "0,8,1KiB,8KiB,64KiB,1MiB,4MiB",
    "sendrecv": "8,64KiB",
    "exchange": "8,64KiB",
    "uniband": "4KiB",
    "message_rate": "8",
    "barrier": "0",
    "bcast": "8,64KiB",
    "allreduce": "8,64KiB",
    "alltoall": "1KiB",
    "gather": "1KiB",
}


@dataclass(frozen=True)
class _Extent:
    """How much is measured: rounds and later visits of each launch; launches; for the interval over launches, how many
    trials, launches it is stated from, and others it is held against."""

    most_rounds: int
    later: int
    launches: int
    trials: int
    stated_from: int
    others: int


_FULL = _Extent(most_rounds=30, later=LATER_VISITS, launches=10, trials=4, stated_from=6, others=OTHER_LAUNCHES)
_QUICK = _Extent(most_rounds=8, later=4, launches=1, trials=1, stated_from=2, others=2)


def coverage(quick: bool) -> Report:
    """Coverage of the interval over visits and of the interval over launches, for 20 cells on MPICH."""
    extent = _QUICK if quick else _FULL
    side = make_side("mpich", install("mpich"), two_cores())
    cells = [
        cell(side.name, kernel, size, PAIR) for kernel, sizes in _KERNEL_SIZES.items() for size in parse_sizes(sizes)
    ]
    noise = random.Random(1)
    within_launch = _later(side, cells, noise, extent)
    over_launches = _others(side, cells, noise, extent)
    return Report(
        method=f"{len(cells)} cells on MPICH. {extent.launches} launches of visits until {percent(PRECISION)} or "
        f"{extent.most_rounds} rounds, then {extent.later} later visits; and {extent.trials} times "
        f"{extent.stated_from} launches, then {extent.others} others",
        goals=(
            _goal("interval of a launch holds the median of its later visits", within_launch, LATER_SHARE),
            _goal(
                "interval over launches holds the median of others, or regimes were said", over_launches, OTHERS_SHARE
            ),
        ),
        header=("cell", "later visits", "other launches"),
        rows=tuple((one.id, _share(within_launch[one.id]), _share(over_launches[one.id])) for one in cells),
    )


def _goal(what: str, hits: dict[str, list[bool]], least: float) -> Goal:
    every = [hit for of_cell in hits.values() for hit in of_cell]
    return Goal(what, _share(every), f">= {percent(least)}", sum(every) >= least * len(every))


def _share(hits: list[bool]) -> str:
    return share(sum(hits), len(hits))


def _holds(stated: Estimate, later: list[float]) -> bool:
    return stated.low_s <= median(later) <= stated.high_s


def _later(side: Side, cells: list[Cell], noise: random.Random, extent: _Extent) -> dict[str, list[bool]]:
    hits: dict[str, list[bool]] = {one.id: [] for one in cells}
    for launch in range(extent.launches):
        with Session(side, launch) as session:
            visits = until_precise(
                session, cells, noise, precision=PRECISION, least=_LEAST_ROUNDS, most=extent.most_rounds
            )
            after = [one_round(session, cells, number, noise) for number in range(extent.later)]
        for one in cells:
            stated = estimate([visits[one.id]], stop="precision")
            hits[one.id].append(_holds(stated, [times[one.id] for times in after]))
    return hits


def _others(side: Side, cells: list[Cell], noise: random.Random, extent: _Extent) -> dict[str, list[bool]]:
    hits: dict[str, list[bool]] = {one.id: [] for one in cells}
    for _ in range(extent.trials):
        launches = [_launch(side, cells, noise) for _ in range(extent.stated_from)]
        after = [_launch(side, cells, noise) for _ in range(extent.others)]
        for one in cells:
            stated = estimate([visits[one.id] for visits in launches], stop="precision")
            medians = [median(visits[one.id]) for visits in after]
            hits[one.id].append(bool(stated.regimes) or _holds(stated, medians))
    return hits


def _launch(side: Side, cells: list[Cell], noise: random.Random) -> dict[str, list[float]]:
    with Session(side, 0) as session:
        visits = [one_round(session, cells, number, noise) for number in range(_LEAST_ROUNDS)]
    return {one.id: [times[one.id] for times in visits] for one in cells}
