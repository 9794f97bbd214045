"""How long until the whole size curve is known to 2 %? Our visits against tables of IMB, alternated."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial

from benchmarks.accuracy.fidelity import comparable_side
from benchmarks.accuracy.imb import PINGPONG, SIZES, Imb
from benchmarks.accuracy.sides import PAIR, one_round, two_cores
from benchmarks.goals import Goal, Report, middle_of, percent, share_goal
from rankwise.core.records import Cell, Estimate
from rankwise.core.units import format_size
from rankwise.measure.cells import cell
from rankwise.measure.session import Session
from rankwise.measure.side import Side
from rankwise.model.estimate import LATER_VISITS, estimate, shared_drift, within
from rankwise.model.robust import median

PRECISION = 0.02
LEAST_RATIO = 3.0
LEAST_COVERED = 0.90
_LAUNCHES = 6
_LEAST_ROUNDS, _MOST_ROUNDS, _MOST_TABLES = 8, 160, 240
_LONGEST = 3.5
"""IMB's means may never settle: it is stopped where it took so many times our time, and is not there."""


@dataclass
class _Turns:
    """What one side has measured so far in its own turns, how many it had, and the wall time they took, its launch
    included."""

    wall_s: float
    visits: dict[int, list[float]] = field(default_factory=lambda: {size: [] for size in SIZES})
    count: int = 0
    done: bool = False

    def estimates(self) -> dict[int, Estimate]:
        drift = shared_drift(self.visits.values())
        return {size: estimate([times], stop="precision", drift=drift) for size, times in self.visits.items() if times}

    def open_sizes(self) -> list[int]:
        """Sizes whose interval is still wider than asked."""
        return [size for size, found in self.estimates().items() if not within(found, PRECISION)]


@dataclass(frozen=True)
class _Trial:
    ours: _Turns
    imb: _Turns
    covered: int  # of our stated intervals, those that hold the median of later visits


def duration(quick: bool) -> Report:
    """Wall time to 2 % at all sizes of PingPong: ours, IMB's, and whether our intervals then keep their word."""
    trials = [_trial(launch, most=3 if quick else _MOST_ROUNDS) for launch in range(1 if quick else _LAUNCHES)]
    ratios = [trial.imb.wall_s / trial.ours.wall_s for trial in trials if trial.ours.done]
    covered, stated = sum(trial.covered for trial in trials), len(trials) * len(SIZES)
    unfinished = sum(not trial.ours.done for trial in trials), sum(not trial.imb.done for trial in trials)
    done = len(trials) - unfinished[0]
    middle = median(ratios) if ratios else 0.0
    return Report(
        method=f"PingPong on Intel MPI at IMB's {len(SIZES)} sizes, {len(trials)} launch pairs. Rounds of ours (only "
        f"sizes not within {percent(PRECISION)}) and whole tables of IMB take turns, at least {_LEAST_ROUNDS} each. "
        "Both intervals are over repetitions within a launch, by the same estimator; time is the wall time of launch "
        "and turns. IMB need not be precise at 0 B, where its table has two digits. It is ended where it took "
        f"{_LONGEST:g} times our time, and counts with that where it never got there ({unfinished[1]} times). Where "
        f"ours did not ({unfinished[0]} times), nothing is known",
        goals=(
            Goal(
                "wall time of IMB over ours, median of launches",
                f"{middle:.1f} ({min(ratios):.1f}-{max(ratios):.1f})" if ratios else "not known",
                f">= {LEAST_RATIO:g}",
                middle >= LEAST_RATIO,
                middle_of(ratios, "x") if ratios else None,
            ),
            share_goal("launches in which ours got there", done, len(trials), "all", done == len(trials)),
            share_goal(
                f"our intervals hold the median of {LATER_VISITS} later visits, or of as many",
                covered,
                stated,
                f">= {percent(LEAST_COVERED)}",
                covered >= LEAST_COVERED * stated,
            ),
        ),
        header=("launch", "ours", "IMB", "our visits", "IMB tables", "our widest", "widest of IMB"),
        rows=tuple(_row(number, one) for number, one in enumerate(trials)),
    )


def _trial(launch: int, most: int) -> _Trial:
    noise = random.Random(launch)
    side = comparable_side()
    with ExitStack() as stack:
        begin_s = time.monotonic()
        session = stack.enter_context(Session(side, launch))
        ours = _Turns(time.monotonic() - begin_s)
        begin_s = time.monotonic()
        tables = min(most, _MOST_TABLES)
        imb_job = stack.enter_context(Imb(side.mpi, two_cores().endpoints, [PINGPONG] * tables, SIZES))
        imb = _Turns(time.monotonic() - begin_s)
        turns = ((ours, partial(_round, session, side, ours, noise)), (imb, partial(_table, imb_job, imb)))

        def goes_on(who: _Turns) -> bool:
            if who is ours:
                return not ours.done and ours.count < most
            return not imb.done and imb.count < tables and imb.wall_s < _LONGEST * ours.wall_s

        later: list[dict[str, float]] = []
        while goes_on(ours) or goes_on(imb):
            for who, turn in noise.sample(turns, 2):
                if goes_on(who):
                    begin_s = time.monotonic()
                    turn()
                    who.wall_s += time.monotonic() - begin_s
                    who.count += 1
                    who.done = who.count >= _LEAST_ROUNDS and not who.open_sizes()
            if ours.done and not later:  # the visits that the interval is for, not those of ten seconds later
                later = _later(session, side, ours, noise)
        later = later or _later(session, side, ours, noise)
    stated = ours.estimates()
    cells = _cells(side, SIZES)
    medians = {one.size_bytes: median([times[one.id] for times in later if one.id in times]) for one in cells}
    return _Trial(ours, imb, sum(stated[size].low_s <= medians[size] <= stated[size].high_s for size in SIZES))


def _later(session: Session, side: Side, ours: _Turns, noise: random.Random) -> list[dict[str, float]]:
    """Later visits to every size: as many as its interval is for."""
    counts = {size: max(LATER_VISITS, len(times)) for size, times in ours.visits.items()}
    return [
        one_round(session, _cells(side, [size for size in SIZES if number < counts[size]]), number, noise)
        for number in range(max(counts.values()))
    ]


def _round(session: Session, side: Side, ours: _Turns, noise: random.Random) -> None:
    open_cells = _cells(side, SIZES if ours.count < _LEAST_ROUNDS else ours.open_sizes())
    times_s = one_round(session, open_cells, ours.count, noise)
    for open_cell in open_cells:
        ours.visits[open_cell.size_bytes].append(times_s[open_cell.id])


def _table(job: Imb, imb: _Turns) -> None:
    for size in SIZES:
        time_s = PINGPONG.time_s(job.row(PINGPONG, size))
        if size > 0:
            imb.visits[size].append(time_s)


def _cells(side: Side, sizes: Sequence[int]) -> list[Cell]:
    return [cell(side.name, "pingpong", size, PAIR) for size in sizes]


def _row(number: int, trial: _Trial) -> tuple[str, ...]:
    return (
        str(number),
        f"{trial.ours.wall_s:.2f} s" + ("" if trial.ours.done else " (not there)"),
        f"{trial.imb.wall_s:.2f} s" + ("" if trial.imb.done else " (not there)"),
        str(sum(map(len, trial.ours.visits.values()))),
        str(trial.imb.count),
        _widest(trial.ours),
        _widest(trial.imb),
    )


def _widest(turns: _Turns) -> str:
    """The size whose interval is widest, with half its width."""
    size, widest = max(turns.estimates().items(), key=lambda item: item[1].high_s / item[1].low_s)
    return f"{format_size(size)} {(widest.high_s / widest.low_s) ** 0.5 - 1:.1%}"
