"""How long does the whole of IMB-MPI1 take us? Its 19 benchmarks at 24 sizes to 2 %, beside IMB's own default run."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.fidelity import comparable_side
from benchmarks.goals import Goal, Report, percent, share
from benchmarks.imb import SIZES
from benchmarks.sides import PAIR, two_cores
from rankwise.core import process
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Cell, Estimate, LaunchSpec, Place
from rankwise.measure.cells import cell
from rankwise.measure.session import Session
from rankwise.measure.side import Side
from rankwise.measure.visits import DEFAULT_OPTIONS, VisitOptions
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
_ONE_BY_ONE = ("bcast", "reduce", "gather", "gatherv", "scatter", "scatterv")
# A visit warms up for as long as one of its batches once the launch has been there; at 50 us the clock costs 0.1 %.
# Calls that are timed one by one vary more than batches of them, and take less time.
_BATCH_S = 50e-6
_SAMPLES, _SINGLE_SAMPLES = 5, 25


@dataclass
class _Open:
    """A cell that is measured, and the medians of its visits."""

    cell: Cell
    begun: bool = False
    times: list[float] = field(default_factory=list)

    def visit(self, session: Session, turn: int) -> None:
        """One visit more."""
        samples = _SINGLE_SAMPLES if self.cell.kernel in _ONE_BY_ONE else _SAMPLES
        warm_s = _BATCH_S if self.begun else DEFAULT_OPTIONS.warm_s
        options = VisitOptions(samples=samples, batch_s=_BATCH_S, warm_s=warm_s)
        self.times.append(median(session.visit(self.cell, turn, options)[0][0].samples_s))
        self.begun = True

    def is_precise(self) -> bool:
        """Within PRECISION."""
        return len(self.times) >= _LEAST_ROUNDS and within(self.estimate(), PRECISION)

    def estimate(self) -> Estimate:
        """Of what was measured so far."""
        return estimate([self.times], stop="precision")

    def holds(self, later: Sequence[float]) -> bool:
        """Whether the interval has the median of later visits in it."""
        stated = self.estimate()
        return stated.low_s <= median(later) <= stated.high_s


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
    missed: str


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
            Goal("wall time over IMB's", f"{ratio:.1f}", f"<= {MOST_TIMES_IMB:g}", round(ratio, 1) <= MOST_TIMES_IMB),
            Goal(f"cells within {percent(PRECISION)} by then", share(precise, cells), "all", precise == cells),
            Goal(
                "intervals hold the median of later visits",
                share(covered, later),
                f">= {percent(LEAST_COVERED)}",
                covered >= LEAST_COVERED * later,
            ),
        ),
        header=("trial", "IMB", "ours", "our visits", "precise", "later", "not precise"),
        rows=tuple(
            (
                str(number),
                f"{one.imb_s:.1f} s",
                f"{one.ours_s:.1f} s",
                str(one.visits),
                share(one.precise, one.cells),
                share(one.covered, one.later),
                one.missed,
            )
            for number, one in enumerate(trials)
        ),
    )


def _trial(side: Side, number: int, quick: bool) -> _Trial:
    noise = random.Random(number)
    imb_s = _imb(side, ("PingPong",) if quick else ())
    limit_s = imb_s if quick else MOST_TIMES_IMB * imb_s
    cells = [_Open(one) for one in (noise.sample(_cells(side), 40) if quick else _cells(side))]
    begin_s = time.monotonic()
    left: Sequence[_Open] = cells
    with Session(side, number) as session:
        for turn in range(1000):
            if not left or time.monotonic() - begin_s > limit_s:
                break
            for one in noise.sample(left, len(left)):
                if turn >= _LEAST_ROUNDS and time.monotonic() - begin_s > limit_s:
                    break
                one.visit(session, turn)
            left = [one for one in left if not one.is_precise()]
        ours_s = time.monotonic() - begin_s
        stated = [one for one in cells if one.is_precise()]
        asked = noise.sample(stated, min(_LATER_CELLS, len(stated)))
        after = [_Open(one.cell, begun=True) for one in asked]
        for turn in range(3 if quick else _LATER_VISITS):
            for later in noise.sample(after, len(after)):
                later.visit(session, turn)
    return _Trial(
        imb_s,
        ours_s,
        cells=len(cells),
        precise=len(stated),
        visits=sum(len(one.times) for one in cells),
        later=len(asked),
        covered=sum(one.holds(later.times) for one, later in zip(asked, after, strict=True)),
        missed=_by_kernel(one.cell for one in cells if not one.is_precise()),
    )


def _by_kernel(cells: Iterable[Cell]) -> str:
    counted = Counter(one.kernel for one in cells)
    return ", ".join(f"{kernel} {count}" for kernel, count in counted.most_common())


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
