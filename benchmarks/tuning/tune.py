"""Tunings found here and verified in another process; planted nothing must fail, planted gains must pass."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from dataclasses import replace as replace_fields
from dataclasses import replace as replace_placement
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from benchmarks.goals import Goal, Report, share_goal
from benchmarks.labs import answer
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Mpi, decode
from rankwise.measure.build import engine_for
from rankwise.measure.endpoints import Entry
from rankwise.measure.watcher import Watcher
from rankwise.model.records import Ratio
from rankwise.model.robust import median
from rankwise.mpis.install import install
from rankwise.placement.placement import Placement
from rankwise.placement.where import Where, this_machine
from rankwise.tuning.changes import ChangeMaker
from rankwise.tuning.goals import COLLECTIVES, LEAST_SPEED_RATIO, POINT_TO_POINT, SIZES, Target, unseen
from rankwise.tuning.prove import prove
from rankwise.tuning.records import Gain, Tuned, TuningLine
from rankwise.tuning.trial_runner import TrialRunner
from rankwise.tuning.tune import TuneOptions, tune_kernels

PLANTED = 20
LEAST_FOUND = 18
GAIN = 0.10
REPEATS = 5
_BUDGET_S, _VERIFY_S, _PLANTED_S = 240.0, 60.0, 22.0
_HINTS_S, _HINTS_VERIFY_S = 200.0, 45.0
_AGAIN_FIRST_S, _AGAIN_S, _AGAIN_VERIFY_S = 240.0, 90.0, 30.0
_LEAST_HELD = 4  # of REPEATS
_FAST = "RANKWISE_BENCHMARK_FAST"


def tuned(family: str, quick: bool, *, worst: float = LEAST_SPEED_RATIO, repeats: int = REPEATS) -> Report:
    """`rankwise tune` on one MPI, then `rankwise tune verify` as a process that gets the file alone, again and again;
    no cell may lie below `worst`."""
    budget_s, verify_s = (15.0, 10.0) if quick else (_BUDGET_S, _VERIFY_S)
    mpi = install(family)
    found = [_repeat(mpi, seed, budget_s, verify_s, worst) for seed in range(1, 2 if quick else repeats + 1)]
    return Report(
        method=f"{len(found)} repeats, 2 ranks, no cell below {worst}: {budget_s:.0f} s of search, then {verify_s:.0f} "
        "s of verification in another process, at sizes that the search did not see",
        goals=tuple(_goals(mpi, found, worst)),
        header=("MPI", "answer", "lines", "verified", "tried", "launches", "mean", "best cell", "wall time"),
        rows=tuple(row for one in found for row in (_row(mpi, one), *tuned_lines(one.found, one.verified))),
    )


@dataclass(frozen=True)
class _Repeat:
    """A search and what another process said of its file (None without one, or where that failed)."""

    found: Tuned
    verified: Tuned | None
    took_s: float

    @property
    def gains(self) -> tuple[Gain, ...]:
        return self.verified.tuning.joint if self.verified else ()

    @property
    def mean(self) -> Ratio | None:
        return self.verified.mean if self.verified and self.gains else None

    @property
    def best(self) -> Gain | None:
        return max(self.gains, key=lambda gain: gain.ratio.ratio, default=None)


def _repeat(mpi: Mpi, seed: int, budget_s: float, verify_s: float, worst: float) -> _Repeat:
    begin = time.monotonic()
    with TemporaryDirectory() as folder:
        asked = replace_fields(_asked(mpi, budget_s, folder), seed=seed, worst=worst)
        found = tune_kernels(asked, watcher())
        verified = verified_elsewhere(asked.file, verify_s) if found.file else None
    return _Repeat(found, verified, time.monotonic() - begin)


def hints(quick: bool) -> Report:
    """MPICH tuned with what is known of it, and with all of that forgotten: how much of the gain needs to be known."""
    budget_s, verify_s = (8.0, 6.0) if quick else (_HINTS_S, _HINTS_VERIFY_S)
    mpi = install("mpich")
    found = {}
    for known in (True, False):
        with TemporaryDirectory() as folder:
            asked = _asked(mpi, budget_s, folder, hints=known)
            answer = tune_kernels(asked, watcher())
            found[known] = answer, verified_elsewhere(asked.file, verify_s) if answer.file else None
    gains = {
        known: math.log(one.mean.ratio) if one is not None and one.mean is not None and one.tuning.lines else 0.0
        for known, (_, one) in found.items()
    }
    kept = gains[False] / gains[True] if gains[True] > 0 else 0.0
    return Report(
        method=f"MPICH, 2 ranks, twice {budget_s:.0f} s of search and {verify_s:.0f} s of verification in another "
        "process: with the hints that rankwise ships, and without; gains are logarithms of the verified means",
        goals=(Goal("part of the gain that is left without hints", f"{kept:.0%}", ">= 90 %", kept >= 0.9),),
        header=("hints", "answer", "lines", "verified", "tried", "launches", "mean"),
        rows=tuple(
            (
                "with" if known else "without",
                answer.answer,
                str(len(answer.tuning.lines)),
                str(len(one.tuning.lines) if one else 0),
                str(len(answer.tried)),
                str(answer.tuning.launches),
                f"{math.exp(gains[known]):.2f}x",
            )
            for known, (answer, one) in found.items()
        ),
    )


def again(quick: bool) -> Report:
    """MPICH tuned, then searched once more, again and again, with that tuning in use: there is little left to find."""
    first_s, again_s, verify_s = (8.0, 6.0, 6.0) if quick else (_AGAIN_FIRST_S, _AGAIN_S, _AGAIN_VERIFY_S)
    mpi = install("mpich")
    with TemporaryDirectory() as folder:
        asked = _asked(mpi, first_s, folder)
        first = tune_kernels(asked, watcher())
        seeds = range(2, 3 if quick else REPEATS + 2) if first.file else ()
        more = replace_fields(asked, budget_s=again_s, base=asked.file, file=Path(folder, "more.toml"))
        found = [_once_more(replace_fields(more, seed=seed), verify_s) for seed in seeds]
    known = frozenset(line.id for line in first.tuning.lines)
    rows = [("first", first, None), *(("on top of it", one, verified) for one, verified in found)]
    held = sum(one.answer == "leave it" or _more_than(known, one, verified) for one, verified in found)
    return Report(
        method=f"MPICH, 2 ranks: {first_s:.0f} s of search; then {len(found)} times {again_s:.0f} s more beside what "
        f"was found (`tune --on`), and {verify_s:.0f} s of verification in another process where that found lines",
        goals=(
            Goal("the first search", first.answer, "tuned", first.answer == "tuned"),
            share_goal(
                "searches on top of it that end in 'leave it', or in a line that stands verification",
                held,
                len(found),
                f">= {_LEAST_HELD} of {REPEATS}",
                bool(found) and held >= _LEAST_HELD * len(found) / REPEATS,
            ),
        ),
        header=("search", "answer", "lines found", "verified", "tried", "of", "launches", "mean"),
        rows=tuple(
            (
                name,
                one.answer,
                str(len(one.tuning.lines)),
                str(len(verified.tuning.lines)) if verified else "-",
                str(len(one.tried)),
                str(one.candidates),
                str(one.tuning.launches),
                f"{one.mean.ratio:.2f}x" if one.mean else "-",
            )
            for name, one, verified in rows
        ),
    )


def _once_more(asked: TuneOptions, verify_s: float) -> tuple[Tuned, Tuned | None]:
    """What a search finds, and what another process says of its file."""
    found = tune_kernels(asked, watcher())
    return found, verified_elsewhere(asked.file, verify_s) if found.file else None


def _more_than(known: frozenset[str], found: Tuned, verified: Tuned | None) -> bool:
    """Whether a line that was found, and is not among those that are known, stands verification."""
    new = {line.id for line in found.tuning.lines} - known
    return verified is not None and any(
        line.id in new and line.id not in verified.unmeasured for line in verified.tuning.lines
    )


def _asked(mpi: Mpi, budget_s: float, folder: str, *, hints: bool = True) -> TuneOptions:
    out = Path(folder)
    return TuneOptions(
        mpi=mpi.name, budget_s=budget_s, where=Where(ranks=2), hints=hints, out=out, file=out / "tuning.toml"
    )


def tuned_lines(tuned: Tuned, verified: Tuned | None) -> list[tuple[str, ...]]:
    """A row for each line that was found or taken away again, and for each candidate that gained and slows a cell."""
    kept = {line.id for line in verified.tuning.lines} if verified else set()
    open_ = set(verified.unmeasured) if verified else set()
    why = verified.dropped if verified else {}
    printed = [
        (
            line.id,
            "verified" if line.id in kept else "not measured" if line.id in open_ else why.get(line.id, "not verified"),
        )
        for line in tuned.tuning.lines
    ]
    printed += [(name, why) for name, why in tuned.dropped.items()]
    printed += [(one.what, f"not taken: slower at {one.regresses_at}") for one in tuned.tried if one.regresses_at]
    return [("", what, words, *[""] * 6) for what, words in printed]


def planted_tunings(quick: bool) -> Report:
    """Lines that do nothing, and lines that take away a slowdown of a tenth that was built into the engine."""
    count, budget_s = (2, 6.0) if quick else (PLANTED, _PLANTED_S)
    mpi = install("mpich")
    nothing = sum(_passes(mpi, f"{_FAST}_NOT", budget_s, seed) for seed in range(1, count + 1))
    real = sum(_passes(mpi, _FAST, budget_s, seed) for seed in range(1, count + 1))
    return Report(
        method=f"{count} tunings of one line each on MPICH, {budget_s:.0f} s of verification each; the engine's timed "
        f"batches last {GAIN:.0%} longer unless a variable is set, which the line sets or does not",
        goals=(
            share_goal("tunings that do nothing and pass", nothing, count, "0", nothing == 0),
            share_goal(
                "gains of a tenth that pass",
                real,
                count,
                f">= {LEAST_FOUND} of {PLANTED}",
                real >= LEAST_FOUND * count / PLANTED,
            ),
        ),
    )


def verified_elsewhere(file: Path, budget_s: float) -> Tuned | None:
    """What another process says of the file; None when it fails."""
    words = ["tune", "verify", file, "--budget", f"{budget_s}s", "--out", file.parent, "--quiet"]
    try:
        return decode(Tuned, msgspec.json.encode(answer(words, timeout_s=budget_s * 4 + 120)))
    except MeasurementFailed as failed:
        print(failed.message, file=sys.stderr)
        return None


def _row(mpi: Mpi, repeat: _Repeat) -> tuple[str, ...]:
    return (
        f"{mpi.family} {mpi.version}",
        repeat.found.answer,
        str(len(repeat.found.tuning.lines)),
        str(len(repeat.verified.tuning.lines) if repeat.verified else 0),
        str(len(repeat.found.tried)),
        str(repeat.found.tuning.launches + (repeat.verified.tuning.launches if repeat.verified else 0)),
        f"{repeat.mean.ratio:.2f} ({repeat.mean.low:.2f}-{repeat.mean.high:.2f})" if repeat.mean else "-",
        f"{repeat.best.kernel} {repeat.best.size_bytes} B {repeat.best.ratio.ratio:.2f}x" if repeat.best else "-",
        f"{repeat.took_s:.0f} s",
    )


def _goals(mpi: Mpi, repeats: Sequence[_Repeat], worst: float) -> list[Goal]:
    gained = [repeat for repeat in repeats if repeat.mean and repeat.mean.low > 1]
    regressed = sum(cell.ratio.high < worst for repeat in repeats for cell in repeat.gains)
    means = [repeat.mean.ratio if repeat.mean else 1.0 for repeat in repeats]
    name = mpi.family
    goals = [
        share_goal(f"{name}: mean over unseen cells > 1", len(gained), len(repeats), "all", gained == list(repeats)),
        Goal(f"{name}: that mean, median of repeats", f"{median(means):.2f}x", "told", None),
        Goal(f"{name}: cells wholly below {worst}", str(regressed), "0", not regressed),
    ]
    if mpi.family != "impi":
        twice = sum(repeat.best is not None and repeat.best.ratio.ratio >= 2.0 for repeat in repeats)
        goals.append(share_goal(f"{name}: a cell of 2x", twice, len(repeats), "all", twice == len(repeats)))
    return goals


def _passes(mpi: Mpi, variable: str, budget_s: float, seed: int) -> bool:
    """Whether one line that sets `variable` is left after what `tune verify` does."""
    line = TuningLine(id="planted", why="", undo="", knobs={f"env:{variable}": "1"})
    seen = [(kernel, size) for kernel, sizes in SIZES.items() for size in sizes]
    wanted = Target("all", dict.fromkeys(unseen(seen, (*POINT_TO_POINT, *COLLECTIVES), seed), 1.0))
    with _slow_placement(mpi) as placement, TemporaryDirectory() as folder:
        runner = TrialRunner(mpi, placement, time.monotonic() + budget_s, seed=seed)
        proof = prove(runner, ChangeMaker(mpi, Path(folder)), [line], wanted, lambda _text: None)
    return bool(proof.lines)


@contextmanager
def _slow_placement(mpi: Mpi) -> Iterator[Placement]:
    """Two cores whose engine is slower unless a variable says otherwise."""
    with this_machine(2) as placement, TemporaryDirectory() as folder:
        script = Path(folder) / "engine"
        slow, fast = (engine_for(mpi, defines=(f"RANKWISE_PLANT_SLOWDOWN={gain}",)) for gain in (GAIN, 0.0))
        script.write_text(f'#!/bin/sh\n[ -n "${_FAST}" ] && exec "{fast}" "$@"\nexec "{slow}" "$@"\n')
        script.chmod(0o755)
        entries = {end.id: Entry(id=end.id, cpus=end.cpus, engine=str(script)) for end in placement.endpoints}
        with replace_placement(placement, entries=entries) as slowed:
            yield slowed


def watcher() -> Watcher:
    """Tells on standard error what a search does."""
    return Watcher(phase=lambda text: print(f"  {text}", file=sys.stderr, flush=True))
