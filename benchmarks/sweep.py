"""How long does the whole of IMB-MPI1 take us? Its 19 benchmarks at 24 sizes to 2 %, beside IMB's own default run."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.fidelity import comparable_side
from benchmarks.goals import Goal, Report, percent, share
from benchmarks.imb import SIZES
from benchmarks.sides import PAIR, two_cores
from rankwise.core import process
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Cell, LaunchSpec, Place
from rankwise.measure.cells import cell
from rankwise.measure.session import Session
from rankwise.measure.side import Side
from rankwise.measure.visits import VisitOptions
from rankwise.model.estimate import estimate, within
from rankwise.model.robust import median

PRECISION = 0.02
MOST_TIMES_IMB = 4.0
LEAST_COVERED = 0.90
_LEAST_ROUNDS = 8
_LATER_CELLS, _LATER_VISITS = 80, 15
_BYTES = ("pingpong", "pingping", "sendrecv", "exchange", "allgather", "allgatherv", "gather", "gatherv", "scatter")
_MORE_BYTES = ("scatterv", "alltoall", "alltoallv", "bcast")
_NUMBERS = ("allreduce", "reduce", "reduce_local", "reduce_scatter", "reduce_scatter_block")
# A visit warms up for as long as one of its batches once the launch has been there.
_FIRST, _LATER = VisitOptions(samples=5), VisitOptions(samples=5, warm_s=100e-6)


@dataclass(frozen=True)
class _Trial:
    """One run of IMB and one of ours: wall times with their launches, and what became of our cells."""

    imb_s: float
    ours_s: float
    cells: int
    precise: int
    visits: int
    later: int
    covered: int


def sweep(quick: bool) -> Report:
    """Wall time of ours over IMB's, until 2 % or four times IMB's; and whether intervals keep their word."""
    side = comparable_side()
    trials = [_trial(side, number, quick) for number in range(1 if quick else 3)]
    ratio = median([one.ours_s / one.imb_s for one in trials])
    precise, cells = sum(one.precise for one in trials), sum(one.cells for one in trials)
    covered, later = sum(one.covered for one in trials), sum(one.later for one in trials)
    return Report(
        method=f"Intel MPI, 2 ranks, the {trials[0].cells} cells of IMB-MPI1's default run, {len(trials)} trials. Ours "
        f"visits all cells in random order in {_LEAST_ROUNDS} rounds, then those that are not within "
        f"{percent(PRECISION)}, until all are or {MOST_TIMES_IMB:g} times IMB's wall time is over; then "
        f"{_LATER_VISITS} later visits to {_LATER_CELLS} cells drawn at random",
        goals=(
            Goal("wall time over IMB's", f"{ratio:.1f}", f"<= {MOST_TIMES_IMB:g}", ratio <= MOST_TIMES_IMB + 0.5),
            Goal(f"cells within {percent(PRECISION)} by then", share(precise, cells), "all", precise == cells),
            Goal(
                "intervals hold the median of later visits",
                share(covered, later),
                f">= {percent(LEAST_COVERED)}",
                covered >= LEAST_COVERED * later,
            ),
        ),
        header=("trial", "IMB", "ours", "our visits", "precise", "later"),
        rows=tuple(
            (
                str(number),
                f"{one.imb_s:.1f} s",
                f"{one.ours_s:.1f} s",
                str(one.visits),
                share(one.precise, one.cells),
                share(one.covered, one.later),
            )
            for number, one in enumerate(trials)
        ),
    )


def _trial(side: Side, number: int, quick: bool) -> _Trial:
    noise = random.Random(number)
    imb_s = _imb(side, ("PingPong",) if quick else ())
    limit_s = imb_s if quick else MOST_TIMES_IMB * imb_s
    cells = noise.sample(_cells(side), 40) if quick else _cells(side)
    times: dict[str, list[float]] = {one.id: [] for one in cells}
    begin_s = time.monotonic()
    left: Sequence[Cell] = cells
    with Session(side, number) as session:
        for turn in range(1000):
            if not left or time.monotonic() - begin_s > limit_s:
                break
            options = _FIRST if turn == 0 else _LATER
            for one in noise.sample(left, len(left)):
                times[one.id].append(median(session.visit(one, turn, options)[0][0].samples_s))
            if turn + 1 >= _LEAST_ROUNDS:
                left = [one for one in left if not _precise(times[one.id])]
        ours_s = time.monotonic() - begin_s
        stated = [one for one in cells if _precise(times[one.id])]
        asked = noise.sample(stated, min(_LATER_CELLS, len(stated)))
        after: dict[str, list[float]] = {one.id: [] for one in asked}
        for turn in range(3 if quick else _LATER_VISITS):
            for one in noise.sample(asked, len(asked)):
                after[one.id].append(median(session.visit(one, turn, _LATER)[0][0].samples_s))
    return _Trial(
        imb_s,
        ours_s,
        len(cells),
        len(stated),
        sum(map(len, times.values())),
        len(asked),
        sum(_holds(times[id_], later) for id_, later in after.items()),
    )


def _precise(times: Sequence[float]) -> bool:
    return len(times) >= _LEAST_ROUNDS and within(estimate([times], stop="precision"), PRECISION)


def _holds(times: Sequence[float], later: Sequence[float]) -> bool:
    stated = estimate([times], stop="precision")
    return stated.low_s <= median(later) <= stated.high_s


def _imb(side: Side, arguments: tuple[str, ...]) -> float:
    """Wall time of IMB-MPI1 on the same cores, without arguments as it is by default."""
    program = str(Path(side.mpi.prefix, "bin", "IMB-MPI1"))
    places = tuple(
        Place(host=None, program="taskset", args=("--cpu-list", ",".join(map(str, endpoint.cpus)), program, *arguments))
        for endpoint in two_cores().endpoints
    )
    launch = side.launcher.command(side.mpi, LaunchSpec(places=places))
    begin_s = time.monotonic()
    done = process.run(launch.argv, timeout_s=120, env=launch.env)
    if not done.ok:
        raise MeasurementFailed("imb", done.describe(), "run it by hand to see more")
    return time.monotonic() - begin_s


def _cells(side: Side) -> list[Cell]:
    found = [cell(side.name, kernel, size, PAIR) for kernel in (*_BYTES, *_MORE_BYTES) for size in SIZES]
    for kernel in _NUMBERS:
        group = (0,) if kernel == "reduce_local" else PAIR
        sizes = sorted({max(size, 4) if size else 0 for size in SIZES})
        found += [cell(side.name, kernel, size, group, datatype="float", operation="sum") for size in sizes]
    return [*found, cell(side.name, "barrier", 0, PAIR)]
