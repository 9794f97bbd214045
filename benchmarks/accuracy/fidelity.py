"""Do we measure what IMB measures? IMB-MPI1 and our kernels, alternated row by row on the same cores.

IMB prints a mean over its repetitions, so means are held against means: a median lies below the mean of the same calls.
"""

from __future__ import annotations

import math
import random
from dataclasses import replace

from benchmarks.accuracy.imb import PINGPONG, SENDRECV, SIZES, Imb, ImbBenchmark
from benchmarks.accuracy.sides import PAIR, half_width, two_cores
from benchmarks.goals import Figure, Goal, Report, middle_of, of_share, percent
from rankwise.core.units import format_seconds, format_size
from rankwise.measure.cells import cell
from rankwise.measure.session import Session
from rankwise.measure.side import Side
from rankwise.model.ratio import ratio
from rankwise.model.records import Ratio
from rankwise.model.robust import median
from rankwise.mpis.install import install
from rankwise.placement.sides import make_side

# The pages that a launch gets move the ratio of 128 KiB to 1 MiB by 6 %: many launches, few tables of each.
LAUNCH_PAIRS, TABLES = 40, 4
NEAR, NEVER, WIDEST, BIAS = 0.03, 0.07, 0.03, 0.01
LEAST_NEAR = 20
_KERNELS = {PINGPONG: "pingpong", SENDRECV: "sendrecv"}
Pairs = list[tuple[float, float]]


def fidelity(quick: bool) -> Report:
    """Ratio of our time to IMB's at every size, PingPong and Sendrecv."""
    launch_pairs, tables = (3, 1) if quick else (LAUNCH_PAIRS, TABLES)
    goals: list[Goal] = []
    rows: list[tuple[str, ...]] = []
    side = comparable_side()
    for imb in _KERNELS:
        launches = [_launch_pair(side, imb, launch, tables) for launch in range(launch_pairs)]
        judged = {size: ratio([launch[size] for launch in launches]) for size in SIZES}
        goals += _goals(imb.name, judged, _biases(launches))
        rows += [_row(imb.name, size, judged[size], [launch[size] for launch in launches]) for size in SIZES]
    return Report(
        method=f"Intel MPI, {launch_pairs} launch pairs, {tables} tables of IMB's default sizes and repetitions each; "
        "rows of IMB and our visits in random order on the same two cores; ratio of mean times, ours over IMB's (from "
        "Mbytes/sec)",
        goals=tuple(goals),
        header=("benchmark", "size", "ours", "IMB", "ratio", "95 % interval"),
        rows=tuple(rows),
    )


def comparable_side() -> Side:
    """Our kernels as IMB runs its own: Intel MPI, buffers from MPI_Alloc_mem, bound before the start."""
    return replace(make_side("impi", install("impi"), two_cores()), memory="mpi")


def _launch_pair(side: Side, benchmark: ImbBenchmark, launch: int, tables: int) -> dict[int, Pairs]:
    noise = random.Random(launch)
    found: dict[int, Pairs] = {size: [] for size in SIZES}
    with Session(side, launch) as session, Imb(side.mpi, two_cores().endpoints, [benchmark] * tables, SIZES) as imb:
        for table in range(tables):
            for size in SIZES:
                times = {}
                for who in noise.sample(("ours", "imb"), 2):
                    if who == "imb":
                        times[who] = benchmark.time_s(imb.row(benchmark, size))
                    else:
                        visits, _ = session.visit(cell(side.name, _KERNELS[benchmark], size, PAIR), table)
                        times[who] = math.fsum(visits[0].samples_s) / len(visits[0].samples_s)
                found[size].append((times["ours"], times["imb"]))
    return found


def _narrow(ratio: Ratio) -> bool:
    return half_width(ratio) <= WIDEST


def _biases(launches: list[dict[int, Pairs]]) -> list[float]:
    """Of each launch pair the geometric mean of its ratios, a median for each size but that of no bytes."""
    return [
        math.exp(
            math.fsum(math.log(median([ours / imb for ours, imb in pairs])) for size, pairs in launch.items() if size)
            / (len(launch) - (0 in launch))
        )
        for launch in launches
    ]


def _goals(name: str, judged: dict[int, Ratio], biases: list[float]) -> list[Goal]:
    sized = [at_size for size, at_size in judged.items() if size > 0]
    near = sum(abs(at_size.ratio - 1) <= NEAR and _narrow(at_size) for at_size in sized)
    far = max(sized, key=lambda at_size: abs(at_size.ratio - 1))
    wide = sum(not _narrow(at_size) for at_size in sized)
    bias = math.exp(math.fsum(math.log(at_size.ratio) for at_size in sized) / len(sized))
    below, above = (sum(beyond) for beyond in zip(*((r.high < 1, r.low > 1) for r in sized), strict=True))
    return [
        Goal(
            f"{name}: sizes with a ratio in 0.97-1.03 and an interval within 3 %",
            f"{near} of {len(sized)} ({wide} too wide)",
            f">= {LEAST_NEAR}",
            near >= LEAST_NEAR,
            of_share(near, len(sized)),
        ),
        Goal(
            f"{name}: bias, the geometric mean of all ratios",
            f"{bias:.4f}; {below} intervals wholly below 1, {above} above",
            f"within {percent(BIAS)} of 1",
            abs(bias - 1) <= BIAS,
            middle_of(biases),
        ),
        Goal(
            f"{name}: ratio farthest from 1",
            f"{far.ratio:.3f}",
            "in 0.93-1.07",
            abs(far.ratio - 1) <= NEVER,
            Figure(far.ratio, far.low, far.high),
        ),
    ]


def _row(name: str, size: int, judged: Ratio, launches: list[Pairs]) -> tuple[str, ...]:
    ours = median([median([ours for ours, _ in pairs]) for pairs in launches])
    imb = median([median([imb for _, imb in pairs]) for pairs in launches])
    return (
        name,
        format_size(size),
        format_seconds(ours),
        format_seconds(imb),
        f"{judged.ratio:.3f}",
        f"{judged.low:.3f}-{judged.high:.3f}" + ("" if _narrow(judged) else " too wide"),
    )
