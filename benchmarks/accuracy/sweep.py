"""How long does the whole of IMB-MPI1 take us? Its 19 benchmarks at 24 sizes to 2 %, beside IMB's own default run."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.accuracy.fidelity import comparable_side
from benchmarks.accuracy.imb import SIZES
from benchmarks.accuracy.lasting import PRECISION, Lasting, plan_of
from benchmarks.accuracy.sides import PAIR, two_cores
from benchmarks.goals import Goal, Report, percent, share, share_goal
from rankwise.core import process
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Cell, Estimate, LaunchSpec, Place
from rankwise.measure.cells import cell
from rankwise.measure.side import Side
from rankwise.model.estimate import LATER_VISITS, estimate, within
from rankwise.model.robust import median
from rankwise.suites.text import imb_text
from rankwise.suites.text.reading import Source

TIMES_IMB = (1, 2, 4)
LEAST_PRECISE, LEAST_COVERED = 0.90, 0.90
_TRIALS = 2
_LATER_CELLS = 80
_BYTES = ("pingpong", "pingping", "sendrecv", "exchange", "allgather", "allgatherv", "gather", "gatherv", "scatter")
_MORE_BYTES = ("scatterv", "alltoall", "alltoallv", "bcast")
_NUMBERS = ("allreduce", "reduce", "reduce_local", "reduce_scatter", "reduce_scatter_block")
_START_S = 0.5  # of a launch and its end, which are in the wall time
Row = tuple[str, int | None]
"""A benchmark and a size."""


def _listed(numbers: Sequence[int]) -> str:
    return f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


@dataclass(frozen=True)
class _Trial:
    """Some runs of IMB and ours: wall times with their launches, half widths of intervals (medians over cells) of IMB's
    runs and of ours by the time that they had, and what became of our cells in the longest one."""

    imb_s: float
    ours_s: float
    imb_width: float
    widths: tuple[float, ...]
    cells: int
    precise: int
    visits: int
    later: int
    covered: int
    missed: str


def sweep(quick: bool) -> Report:
    """Wall time of ours over IMB's, until 2 % or four times IMB's; and whether intervals keep their word."""
    side = comparable_side()
    trials = [_trial(side, number, quick) for number in range(1 if quick else _TRIALS)]
    ratio = median([trial.ours_s / trial.imb_s for trial in trials])
    precise, cells = sum(trial.precise for trial in trials), sum(trial.cells for trial in trials)
    covered, later = sum(trial.covered for trial in trials), sum(trial.later for trial in trials)
    most = TIMES_IMB[-1]
    return Report(
        method=f"Intel MPI, 2 ranks, the {trials[0].cells} cells of IMB-MPI1's default run, {len(trials)} trials. Ours "
        f"is one launch of a campaign, as `rankwise bench --launches 1` makes it, with {_listed(TIMES_IMB)} times "
        "IMB's wall time; wall times hold start and end of the launch. After the longest one all cells are visited as "
        f"often again, in random order, at least {LATER_VISITS} times; {_LATER_CELLS} cells, drawn at random from "
        f"those that are precise, are held against that. IMB runs {most} times; its interval is theirs",
        goals=(
            Goal("wall time over IMB's", f"{ratio:.1f}", f"<= {most}", round(ratio, 1) <= most),
            share_goal(
                f"cells within {percent(PRECISION)} by then",
                precise,
                cells,
                f">= {percent(LEAST_PRECISE)}",
                precise >= LEAST_PRECISE * cells,
            ),
            share_goal(
                "intervals hold the median of later visits",
                covered,
                later,
                f">= {percent(LEAST_COVERED)}",
                covered >= LEAST_COVERED * later,
            ),
            Goal(
                f"median half width of ours, {_listed(TIMES_IMB)} times IMB's time",
                ", ".join(percent(median(list(one))) for one in zip(*(trial.widths for trial in trials), strict=True)),
                "told",
                None,
            ),
            Goal(
                f"median half width of IMB's mean, {most} runs",
                percent(median([trial.imb_width for trial in trials])),
                "told",
                None,
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
    runs = [_imb(side, ("PingPong",) if quick else ()) for _ in range(TIMES_IMB[-1])]
    imb_s = median([wall_s for wall_s, _ in runs])
    cells = noise.sample(_cells(side), 40) if quick else _cells(side)
    plans = [plan_of("sweep", cells, number, max(times * imb_s - _START_S, 1.0)) for times in TIMES_IMB]
    widths = []
    for plan in plans[:-1]:
        with Lasting(side, plan) as lasting:
            widths.append(half_width(lasting.stated().values()))
    with Lasting(side, plans[-1]) as lasting:
        stated = lasting.stated()
        precise = [one for one in cells if one.id in stated and within(stated[one.id], PRECISION)]
        asked = noise.sample(precise, min(_LATER_CELLS, len(precise)))
        counts = {id_: one.visits for id_, one in stated.items()}
        counts |= {one.id: max(LATER_VISITS, counts[one.id]) for one in asked}
        later = lasting.later(counts, noise)
    return _Trial(
        imb_s,
        lasting.wall_s,
        half_width(estimates([times_s for _, times_s in runs])),
        (*widths, half_width(stated.values())),
        cells=len(cells),
        precise=len(precise),
        visits=sum(one.visits for one in stated.values()),
        later=len(asked),
        covered=sum(stated[one.id].low_s <= median(later[one.id]) <= stated[one.id].high_s for one in asked),
        missed=_by_kernel(one for one in cells if one not in precise),
    )


def half_width(estimates: Iterable[Estimate]) -> float:
    """The median over cells of half an interval, relative to its middle."""
    return median([(one.high_s - one.low_s) / 2 / one.median_s for one in estimates])


def estimates(runs: Sequence[dict[Row, float]]) -> list[Estimate]:
    """What whole runs of IMB tell of each row, each run a launch of one visit. Rows of a time that IMB prints as 0 are
    left out."""
    return [
        estimate([[run[row]] for run in runs], stop="budget") for row in runs[0] if all(run.get(row) for run in runs)
    ]


def _by_kernel(cells: Iterable[Cell]) -> str:
    counted = Counter(one.kernel for one in cells)
    return ", ".join(f"{kernel} {count}" for kernel, count in counted.most_common())


def _imb(side: Side, arguments: tuple[str, ...]) -> tuple[float, dict[Row, float]]:
    """Wall time of IMB-MPI1 on the same cores, without arguments as it is by default; and the seconds of its rows."""
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
    return time.monotonic() - begin_s, rows_of(done.stdout)


def rows_of(text: str) -> dict[Row, float]:
    """The mean seconds of each row of IMB's tables, by benchmark and size."""
    found: dict[Row, float] = {}
    for table in imb_text.read(Source("IMB-MPI1", text)).tables:
        at = next(table.columns.index(name) for name in ("t_avg_s", "t_s") if name in table.columns)
        found |= {(table.benchmark, row.size_bytes): row.values[at] for row in table.rows if row.values}
    return found


def _cells(side: Side) -> list[Cell]:
    found = [cell(side.name, kernel, size, PAIR) for kernel in (*_BYTES, *_MORE_BYTES) for size in SIZES]
    for kernel in _NUMBERS:
        group = (0,) if kernel == "reduce_local" else PAIR
        sizes = sorted({max(size, 4) if size else 0 for size in SIZES})
        found += [cell(side.name, kernel, size, group, datatype="float", operation="sum") for size in sizes]
    return [*found, cell(side.name, "barrier", 0, PAIR)]
