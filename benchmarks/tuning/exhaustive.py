"""What `tune` finds beside the best of all algorithms of three collectives, and beside Intel's own tuner."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.goals import Goal, Report, percent, share, share_goal
from benchmarks.tuning.tune import verified_elsewhere, watcher
from rankwise.core import process
from rankwise.core.records import Change, Mpi
from rankwise.core.units import format_size
from rankwise.experiment.paired import Pairs
from rankwise.mpis.install import install
from rankwise.placement.where import Where, this_machine
from rankwise.tuning.changes import ChangeMaker
from rankwise.tuning.goals import BenchmarkPoint, Target
from rankwise.tuning.in_use import InUse
from rankwise.tuning.race import CandidateTimes, gain
from rankwise.tuning.records import TuningLine
from rankwise.tuning.rule_search import RuleSearch
from rankwise.tuning.search import Search
from rankwise.tuning.sources import forced_algorithms
from rankwise.tuning.space import Candidate, by_rule
from rankwise.tuning.trial_runner import TrialRunner
from rankwise.tuning.tune import TuneOptions, tune_kernels

COLLECTIVES = ("allreduce", "bcast", "alltoall")
SIZES = (8, 4 << 10, 64 << 10, 1 << 20)
POINTS: tuple[BenchmarkPoint, ...] = tuple((name, size) for name in COLLECTIVES for size in SIZES)
SHARE = 0.90
_RANKS, _KEPT = 2, 3
_FAST = "mpitune_fast"


@dataclass(frozen=True)
class Effort:
    """Launches of every algorithm, of the best few, and of the comparison; how many searches, and the seconds of each
    and of its verification."""

    first: int = 2
    kept: int = 4
    last: int = 10
    repeats: int = 5
    tune_s: float = 90.0
    verify_s: float = 30.0


Gains = Mapping[str, Mapping[BenchmarkPoint, float]]
"""By the name of a side and a cell, the ratio of the default's time to its own."""


def exhaustive(family: str, quick: bool) -> Report:
    """Every algorithm beside the default, the best of each cell again; then those, what each `tune` found and what
    `mpitune_fast` wrote, where there is such a program, all beside the default. The ceiling of a cell is what the best
    of them gained there: a grid of algorithms alone is none, for a tuning may have other transports."""
    effort = Effort(1, 1, 1, 1, 8.0, 5.0) if quick else Effort()
    mpi = install(family)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="rankwise-exhaustive-")))
        maker = ChangeMaker(mpi, folder)
        runner = TrialRunner(mpi, stack.enter_context(this_machine(_RANKS)), math.inf)
        shown = _every_algorithm(runner, maker, effort)
        best = {point: _best(shown, point) for point in POINTS}
        fast, printed = mpitune_fast(mpi, folder)
        searches = [f"search {seed}" for seed in range(1, effort.repeats + 1)]
        sides = {name: maker(_tuned(mpi, folder, effort, seed)) for seed, name in enumerate(searches, 1)}
        sides |= {_FAST: fast} if fast else {}
        for size in SIZES:
            chosen = [best[point] for point in POINTS if point[1] == size]
            sides[f"grid {size}"] = maker([one.line for one in chosen if one is not None])
        seen = {name: CandidateTimes() for name in sides}
        runner.race(Change(), sides, POINTS, seen, launches=effort.last, rounds=4, until=time.monotonic() + 600.0)
    gains: Gains = {
        name: {point: math.exp(gain(pairs)) for point, pairs in one.pairs.items() if pairs}
        for name, one in seen.items()
    }
    ceiling = {point: ceiling_of([one.pairs.get(point, []) for one in seen.values()]) for point in POINTS}
    most = {point: max([1.0, *(own[point] for own in gains.values() if point in own)]) for point in POINTS}
    shares = {name: _share(gains[name], ceiling) for name in searches}
    tried = [one for one, trial in shown if trial.launches]
    return Report(
        method=f"{mpi.name} {mpi.version}, {_RANKS} ranks: {len(tried)} algorithms beside the default ({effort.first} "
        f"launches each, the best {_KEPT} of each cell {effort.kept} more); then the best of each cell (the grid), the "
        f"lines that `tune --for collectives` ({effort.tune_s:.0f} s) found and `tune verify` ({effort.verify_s:.0f} "
        f"s, another process) left, {effort.repeats} times, and `mpitune_fast`, beside the default, {effort.last} "
        "launches. The ceiling of a cell is what the best of these gained there, and 1 where none did: the best by "
        "every other launch, its gain by those between, and the same the other way round. A share is the geometric "
        f"mean over cells of what a search gained over the ceiling. mpitune_fast: {printed}",
        goals=(
            *judged(seen, shares),
            Goal("their shares", ", ".join(percent(round(one, 3)) for one in shares.values()), "told", None),
            Goal("share of the grid alone", percent(round(_share(_grid(gains), ceiling), 3)), "told", None),
            Goal(
                "shares of the largest figure of each cell, which is luck in part",
                ", ".join(percent(round(_share(gains[name], most), 3)) for name in searches),
                "told",
                None,
            ),
        ),
        header=("cell", "best algorithm", "grid", *searches, "mpitune_fast", "ceiling"),
        rows=tuple(
            (
                f"{point[0]} {format_size(point[1])}",
                one.line.rule.algorithm if (one := best[point]) and one.line.rule else "default",
                _times(_grid(gains), point),
                *(_times(gains[name], point) for name in searches),
                _times(gains.get(_FAST, {}), point),
                f"{ceiling[point]:.2f}x",
            )
            for point in POINTS
        ),
    )


def judged(seen: Mapping[str, CandidateTimes], shares: Mapping[str, float]) -> tuple[Goal, Goal]:
    """The goals of searches, by their `shares`, and of all sides but Intel's table, which may be too slow to measure.
    What failed or was not measured in a cell counts there as the default, which proves nothing."""
    whole = {name for name, one in seen.items() if not one.error and one.points.issuperset(POINTS)}
    sides = [name for name in seen if name != _FAST]
    held = sum(one >= SHARE and name in whole for name, one in shares.items())
    lost = [f"; {name}: {seen[name].error or 'not all cells'}" for name in sides if name not in whole]
    return (
        share_goal(
            f"searches with {percent(SHARE)} of the ceiling or more",
            held,
            len(shares),
            f"{len(shares)} of {len(shares)}",
            held == len(shares),
        ),
        Goal(
            "sides of the comparison that were measured in every cell",
            share(len(sides) - len(lost), len(sides)) + "".join(lost),
            f"{len(sides)} of {len(sides)}",
            not lost,
        ),
    )


def ceiling_of(sides: Sequence[Pairs]) -> float:
    """The gain of the best of several sides in a cell, at least 1. The largest of figures with noise is luck in part,
    and no search would reach it: one half of the launches says which is the best, the other half what it gains."""
    logarithms = []
    for chosen in (0, 1):
        halves = [(pairs[chosen::2] or pairs, pairs[1 - chosen :: 2] or pairs) for pairs in sides if pairs]
        first, second = max(((gain(one), gain(other)) for one, other in halves), default=(0.0, 0.0))
        logarithms.append(second if first > 0 else 0.0)
    return math.exp(max(0.0, sum(logarithms) / 2))


def _grid(gains: Gains) -> dict[BenchmarkPoint, float]:
    """What the best algorithm of each cell gained there."""
    return {point: gains[f"grid {point[1]}"].get(point, 1.0) for point in POINTS}


def _share(own: Mapping[BenchmarkPoint, float], ceiling: Mapping[BenchmarkPoint, float]) -> float:
    """The geometric mean over cells of a gain over the ceiling."""
    return math.exp(sum(math.log(own.get(point, 1.0) / top) for point, top in ceiling.items()) / len(ceiling))


def _times(own: Mapping[BenchmarkPoint, float], point: BenchmarkPoint) -> str:
    return f"{own[point]:.2f}x" if point in own else "-"


Shown = Sequence[tuple[Candidate, CandidateTimes]]


def _every_algorithm(runner: TrialRunner, maker: ChangeMaker, effort: Effort) -> Shown:
    """What was seen of every algorithm of every collective; launches carry one of each."""
    known = forced_algorithms(runner.mpi)
    found = by_rule({name: [(algorithm, {}) for algorithm in known[name]] for name in COLLECTIVES}, _RANKS)
    seen = {one.name: CandidateTimes() for one in found}
    wanted = Target("collectives", dict.fromkeys(POINTS, 1.0))
    search = RuleSearch(Search(runner, wanted, InUse(maker), lambda _text: None))
    search.vectors(found, POINTS, seen, effort.first, math.inf)
    kept = {
        one.name: one
        for point in POINTS
        for one in sorted(found, key=lambda item, point=point: -_gain(seen[item.name], point))[:_KEPT]  # type: ignore[misc]
    }
    search.vectors(list(kept.values()), POINTS, seen, effort.kept, math.inf)
    return [(one, seen[one.name]) for one in found]


def _gain(seen: CandidateTimes, point: BenchmarkPoint) -> float:
    pairs = seen.pairs.get(point)
    return gain(pairs) if pairs and not seen.error else -math.inf


def _best(shown: Shown, point: BenchmarkPoint) -> Candidate | None:
    """The algorithm that gains most in a cell among those that were launched again; None where none gains."""
    most = max(seen.launches for _, seen in shown)
    often = [(_gain(seen, point), one) for one, seen in shown if len(seen.pairs.get(point, ())) == most]
    best_gain, best = max(often, key=lambda pair: pair[0], default=(0.0, None))
    return best if best_gain > 0 else None


def _tuned(mpi: Mpi, folder: Path, effort: Effort, seed: int) -> Sequence[TuningLine]:
    out = folder / f"search-{seed}"
    file = out / "tuning.toml"
    asked = TuneOptions(
        mpi=mpi.name,
        goal="collectives",
        budget_s=effort.tune_s,
        where=Where(ranks=_RANKS),
        out=out,
        file=file,
        seed=seed,
    )
    found = tune_kernels(asked, watcher())
    verified = verified_elsewhere(file, effort.verify_s) if found.file else None
    return verified.tuning.lines if verified is not None else ()


def mpitune_fast(mpi: Mpi, folder: Path) -> tuple[Change | None, str]:
    """The table that Intel's own tuner writes for these collectives here, as a change, and what it said of it."""
    program = Path(mpi.prefix, "bin", "mpitune_fast")
    if not program.is_file():
        return None, "it is not there"
    results = folder / "fast"
    begin = time.monotonic()
    argv = [
        str(program),
        "-n",
        "1",
        "-ppn",
        str(_RANKS),
        "-hosts",
        "localhost",
        "-c",
        ",".join(COLLECTIVES),
        "--enable-per-msg-size",
    ]
    argv += ["-d", str(results)]
    folders = {"PATH": f"{program.parent}:{os.environ['PATH']}", "LD_LIBRARY_PATH": str(Path(mpi.library or "").parent)}
    env = {**os.environ, **mpi.env, **folders, "HOME": str(folder)}
    done = process.run(argv, timeout_s=120, env=env, cwd=folder)
    tables = sorted(results.rglob("*.dat"))
    words = " / ".join(line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip())
    print(words, file=sys.stderr)
    took = f"after {time.monotonic() - begin:.0f} s"
    if not tables:
        return None, f"no table {took}, status {done.returncode}: {words[-300:]}"
    return Change(knobs={"env:I_MPI_TUNING_BIN": str(tables[0])}), f"{tables[0].name} {took}"
