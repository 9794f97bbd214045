"""What IMB-NBC and IMB-RMA say of calls beside computation, and what our forms of them say: whole runs in turns.

How long IMB computes is up to a calibration of its own, so times of these calls cannot be held against each other one
by one. What can be is how much of both, the call and the computation, is left when they are done at once.
"""

from __future__ import annotations

import random
import shutil
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.accuracy.sides import half_width, two_cores
from benchmarks.goals import Goal, Report, share, share_goal
from rankwise.core import process
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.core.units import format_seconds, format_size, parse_sizes
from rankwise.model.ratio import ratio
from rankwise.model.records import Ratio
from rankwise.model.robust import median
from rankwise.mpis import catalog
from rankwise.mpis.install import install
from rankwise.placement.where import Where
from rankwise.suites.records import SuiteTable
from rankwise.suites.text import imb_text
from rankwise.suites.text.reading import Source
from rankwise.verbs.suite import SuiteOptions, suite

NEAR, WIDEST = (0.95, 1.05), 0.05
SIZES = parse_sizes("8,4KiB,256KiB")
_LAUNCHES, _BUDGET_S = 24, 420.0
_BLOCKING = ("bcast", "allgather", "allgatherv", "gather", "gatherv", "scatter", "scatterv", "alltoall", "alltoallv")
NAMES: Mapping[str, tuple[str, ...]] = {
    "IMB-NBC": (*(f"I{name}" for name in (*_BLOCKING, "reduce", "reduce_scatter", "allreduce")), "Ibarrier"),
    "IMB-RMA": ("Truly_passive_put",),
}
_QUICK = ("Ibcast", "Iallreduce", "Truly_passive_put")
_HEADER = (
    *("suite", "benchmark", "size", "ours: pure, computing, both", "IMB: pure, computing, both"),
    "left, ours / IMB",
)


@dataclass(frozen=True)
class _Figures:
    """What one run says of a benchmark at a size. `compute_s` is 0 where the suite does not tell it."""

    pure_s: float
    compute_s: float
    both_s: float

    @property
    def left(self) -> float:
        """How long both take at once, over both one after the other: a half where all of it overlaps, 1 for nothing."""
        return self.both_s / (self.pure_s + self.compute_s)


_Key = tuple[str, str, int]
"""Program, benchmark, size in bytes."""


def overlap(quick: bool) -> Report:
    """Ratio of what is left of call and computation, ours to IMB's, for each benchmark at three sizes."""
    mpi, found, begin_s = install("impi"), defaultdict[_Key, list[tuple[_Figures, _Figures]]](list), time.monotonic()
    names = {program: [one for one in every if not quick or one in _QUICK] for program, every in NAMES.items()}
    with TemporaryDirectory(prefix="rankwise-overlap-") as folder:
        for launch in range(2 if quick else _LAUNCHES):
            if time.monotonic() - begin_s > _BUDGET_S:
                break
            for key, pair in _pair(mpi, names, Path(folder), launch).items():
                found[key].append(pair)
    ratios = {key: ratio([[(ours.left, imb.left)] for ours, imb in pairs]) for key, pairs in found.items()}
    near = sum(_near(one) for one in ratios.values())
    unlike = {key for key, one in ratios.items() if one.high < NEAR[0] or one.low > NEAR[1]}
    computing = [imb.compute_s / imb.pure_s for pairs in found.values() for _, imb in pairs if imb.compute_s]
    return Report(
        method=f"Intel MPI, {max(map(len, found.values()))} pairs of whole runs, IMB's and our forms of the same "
        "benchmarks, in random order on the same two cores. IMB calibrates what it computes to take as long as the "
        f"call: {min(computing):.2f} to {max(computing):.2f} times as long here (median {median(computing):.2f}), and "
        "0.1 to 1 times when it is held as in the other tables, as it begins while others work. So what is held "
        "against each other is what is left: the time of both at once over the sum of their times alone (of a put "
        "whose target computes: over the put alone), each run's own. Near 1 is within "
        f"{NEAR[0]}-{NEAR[1]}",
        goals=(
            Goal("near 1", share(near, len(ratios)), "as many as calibrations agree", None),
            Goal("cannot tell", share(len(ratios) - near - len(unlike), len(ratios)), "none", None),
            share_goal("surely unlike", len(unlike), len(ratios), "none", not unlike),
        ),
        header=_HEADER,
        rows=tuple(_row(key, pairs, ratios[key]) for key, pairs in found.items()),
    )


def _pair(
    mpi: Mpi, names: Mapping[str, Sequence[str]], folder: Path, launch: int
) -> dict[_Key, tuple[_Figures, _Figures]]:
    """One run of each program and of ours, by benchmark and size."""
    noise = random.Random(launch)
    found: dict[_Key, tuple[_Figures, _Figures]] = {}
    for program, wanted in names.items():
        read: dict[str, dict[tuple[str, int], _Figures]] = {}
        for who in noise.sample(("ours", "imb"), 2):
            tables = _imb(mpi, program, wanted, folder) if who == "imb" else _ours(mpi, program, wanted, folder, launch)
            read[who] = _figures(tables)
        found |= {(program, *key): (read["ours"][key], read["imb"][key]) for key in read["ours"].keys() & read["imb"]}
    return dict(sorted(found.items(), key=lambda item: (item[0][0], names[item[0][0]].index(item[0][1]), item[0][2])))


def _imb(mpi: Mpi, program: str, names: Sequence[str], folder: Path) -> tuple[SuiteTable, ...]:
    places = tuple(
        Place(
            host=None,
            program=shutil.which("taskset") or "taskset",
            args=(
                "-c",
                ",".join(map(str, endpoint.cpus)),
                str(Path(mpi.prefix, "bin", program)),
                *_words(names, folder),
            ),
        )
        for endpoint in two_cores().endpoints
    )
    launch = catalog.launcher_for(mpi).command(mpi, LaunchSpec(places=places))
    done = process.run(launch.argv, env=launch.env, timeout_s=120)
    if not done.ok:
        raise MeasurementFailed("imb", done.describe(), "is it another release of IMB?")
    return imb_text.read(Source(program, done.stdout)).tables


def _ours(mpi: Mpi, program: str, names: Sequence[str], folder: Path, launch: int) -> tuple[SuiteTable, ...]:
    words = tuple(_words(names, folder))
    return suite(SuiteOptions(program, words, mpi=mpi.prefix, where=Where(ranks=2), out=folder, seed=launch)).tables


def _words(names: Sequence[str], folder: Path) -> list[str]:
    (folder / "sizes").write_text("".join(f"{size}\n" for size in SIZES))
    return [*names, "-msglen", str(folder / "sizes")]


def _figures(tables: Sequence[SuiteTable]) -> dict[tuple[str, int], _Figures]:
    found = {}
    for table in tables:
        for row in table.rows:
            printed = dict(zip(table.columns, row.values, strict=False))
            if printed.get("t_pure_s"):
                figures = _Figures(printed["t_pure_s"], printed.get("t_cpu_s", 0.0), printed["t_ovrl_s"])
                found[table.benchmark, row.size_bytes or 0] = figures
    return found


def _near(ratio: Ratio) -> bool:
    return NEAR[0] <= ratio.ratio <= NEAR[1] and half_width(ratio) <= WIDEST


def _row(key: _Key, pairs: Sequence[tuple[_Figures, _Figures]], ratio: Ratio) -> tuple[str, ...]:
    program, name, size = key
    return (
        program,
        name,
        format_size(size) if size else "",
        _words_of([ours for ours, _ in pairs]),
        _words_of([imb for _, imb in pairs]),
        f"{ratio.ratio:.3f} ({ratio.low:.3f}-{ratio.high:.3f})",
    )


def _words_of(figures: Sequence[_Figures]) -> str:
    pure, both = (
        format_seconds(median([getattr(figure, name) for figure in figures])) for name in ("pure_s", "both_s")
    )
    computed = median([figure.compute_s for figure in figures])
    return f"{pure}, {format_seconds(computed) if computed else '-'}, {both}"
