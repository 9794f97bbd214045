"""What `tune` finds beside the best of all algorithms of three collectives, and beside Intel's own tuner."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.goals import Goal, Report, percent
from benchmarks.tune import verified_elsewhere, watcher
from rankwise.core import process
from rankwise.core.records import Change, Mpi, TuningLine
from rankwise.core.units import format_seconds, format_size
from rankwise.decide.goals import BenchmarkPoint, Target
from rankwise.decide.race import Seen, gain
from rankwise.decide.space import Candidate, by_rule
from rankwise.mpis.install import install
from rankwise.placement.where import Where, this_machine
from rankwise.tuning.changes import ChangeMaker
from rankwise.tuning.in_use import InUse
from rankwise.tuning.launched import BASE
from rankwise.tuning.offered import forced_algorithms
from rankwise.tuning.rule_search import RuleSearch
from rankwise.tuning.search import Search
from rankwise.tuning.trial_runner import TrialRunner
from rankwise.verbs.tune.run import TuneOptions, tune

COLLECTIVES = ("allreduce", "bcast", "alltoall")
SIZES = (8, 4 << 10, 64 << 10, 1 << 20)
POINTS: tuple[BenchmarkPoint, ...] = tuple((name, size) for name in COLLECTIVES for size in SIZES)
SHARE = 0.90
_RANKS, _KEPT = 2, 3
_TUNED, _FAST = "tuned", "mpitune_fast"


@dataclass(frozen=True)
class Effort:
    """Launches of every algorithm, of the best few, and of the comparison; seconds of search and verification."""

    first: int = 2
    kept: int = 4
    last: int = 10
    tune_s: float = 130.0
    verify_s: float = 40.0


def exhaustive(family: str, quick: bool) -> Report:
    """Every algorithm beside the default, the best of each cell again; then those, what `tune` found and what
    `mpitune_fast` wrote, where there is such a program, all beside the default at once."""
    effort = Effort(1, 1, 1, 8.0, 5.0) if quick else Effort()
    mpi = install(family)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="rankwise-exhaustive-")))
        maker = ChangeMaker(mpi, folder)
        runner = TrialRunner(mpi, stack.enter_context(this_machine(_RANKS)), math.inf)
        seen = _every_algorithm(runner, maker, effort)
        best = {point: _best(seen, point) for point in POINTS}
        fast, printed = mpitune_fast(mpi, folder)
        lines = _tuned(mpi, folder, effort)
        sides = {BASE: Change(), _TUNED: maker(lines), **({_FAST: fast} if fast else {})}
        for size in SIZES:
            chosen = [best[point] for point in POINTS if point[1] == size]
            sides[f"best {size}"] = maker([one.line for one in chosen if one is not None])
        found = runner.launch(sides, POINTS, launches=effort.last, rounds=4, budget_s=600.0)
    ratios = {
        name: {point: math.exp(gain(pairs)) for point in POINTS if (pairs := found.pairs(BASE, name, point))}
        for name in sides
        if name != BASE
    }
    rows: list[tuple[str, ...]] = []
    reached = []
    for point in POINTS:
        one = best[point]
        top = max(1.0, ratios[f"best {point[1]}"].get(point, 1.0)) if one else 1.0
        own = ratios[_TUNED].get(point, 1.0)
        reached.append(own / top)
        rows.append(
            (
                f"{point[0]} {format_size(point[1])}",
                format_seconds(found.median_s(BASE, point) or 0.0),
                one.line.rule.algorithm if one and one.line.rule else "default",
                f"{top:.2f}x",
                f"{own:.2f}x",
                percent(round(own / top, 3)),
                f"{ratios[_FAST][point]:.2f}x" if point in ratios.get(_FAST, {}) else "-",
            )
        )
    whole = math.exp(sum(map(math.log, reached)) / len(reached))
    worst = min(zip(reached, POINTS, strict=True))
    tried = [one for one, shown in seen if shown.launches]
    return Report(
        method=f"{mpi.name} {mpi.version}, {_RANKS} ranks: {len(tried)} algorithms beside the default ({effort.first} "
        f"launches each, the best {_KEPT} of each cell {effort.kept} more); then the best of each cell, the lines of "
        f"`tune --for collectives` ({effort.tune_s:.0f} s) that `tune verify` ({effort.verify_s:.0f} s, another "
        f"process) left, and `mpitune_fast` beside the default at once, {effort.last} launches. A cell that none "
        f"makes faster counts as 1. mpitune_fast: {printed}",
        goals=(
            Goal("share of the best, geometric mean", percent(round(whole, 3)), f">= {percent(SHARE)}", whole >= SHARE),
            Goal(
                "share of the best, least",
                f"{percent(round(worst[0], 3))} ({worst[1][0]} {format_size(worst[1][1])})",
                "told",
                None,
            ),
        ),
        header=("cell", "default", "best algorithm", "best", "tuned", "share", "mpitune_fast"),
        rows=tuple(rows),
    )


Shown = Sequence[tuple[Candidate, Seen]]


def _every_algorithm(runner: TrialRunner, maker: ChangeMaker, effort: Effort) -> Shown:
    """What was seen of every algorithm of every collective; launches carry one of each."""
    known = forced_algorithms(runner.mpi)
    found = by_rule({name: [(algorithm, {}) for algorithm in known[name]] for name in COLLECTIVES}, _RANKS)
    seen = {one.name: Seen() for one in found}
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


def _gain(seen: Seen, point: BenchmarkPoint) -> float:
    pairs = seen.pairs.get(point)
    return gain(pairs) if pairs and not seen.error else -math.inf


def _best(shown: Shown, point: BenchmarkPoint) -> Candidate | None:
    """The algorithm that gains most in a cell among those that were launched again; None where none gains."""
    most = max(seen.launches for _, seen in shown)
    often = [(_gain(seen, point), one) for one, seen in shown if len(seen.pairs.get(point, ())) == most]
    best_gain, best = max(often, key=lambda pair: pair[0], default=(0.0, None))
    return best if best_gain > 0 else None


def _tuned(mpi: Mpi, folder: Path, effort: Effort) -> Sequence[TuningLine]:
    file = folder / "tuning.toml"
    asked = TuneOptions(
        mpi=mpi.name, goal="collectives", budget_s=effort.tune_s, where=Where(ranks=_RANKS), out=folder, file=file
    )
    found = tune(asked, watcher())
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
