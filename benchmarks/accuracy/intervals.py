"""How often the intervals that we show hold, on simulated noise with a known truth: figures of docs/statistics.md."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.goals import Goal, Report, percent
from rankwise.model.estimate import LATER_VISITS, OTHER_LAUNCHES, estimate
from rankwise.model.location import most_likely
from rankwise.model.ratio import decide, ratio
from rankwise.tuning.race import CandidateTimes

if TYPE_CHECKING:
    from rankwise.model.records import Ratio

    Noise = Callable[[np.random.Generator, int], np.ndarray]

_CASES, _QUICK_CASES = 2000, 100
_VISIT, _LAUNCH, _PAIR = 0.01, 0.03, 0.02  # scatter of visits, of launches, of the ratio between launch pairs
_ROUNDS = 8
_TRUTH = 1.05
_HARMED, _WORST = 0.9699, 0.97  # a loss that lies just beyond the bar
_MANY = 20_001  # values that show the middle of a shape
_LUCK = 3.0  # standard deviations that a count may miss its promise by


def intervals(quick: bool) -> Report:
    """Coverage of each interval, and how often what is excluded is there all the same."""
    cases = _QUICK_CASES if quick else _CASES
    rows: list[tuple[str, str, float, float, bool]] = []  # what, noise, found, promised, at most instead of at least

    def add(what: str, noise: str, case: Callable[[np.random.Generator], bool], promised: float) -> None:
        rng = np.random.default_rng(len(rows))
        rows.append((what, noise, sum(case(rng) for _ in range(cases)) / cases, promised, promised < 0.5))

    for visits in (8, 16, 30):
        add(f"one launch, {visits} visits", "log-normal", partial(_launch, visits, _white), 0.90)
        add(f"one launch, {visits} visits", "neighbours correlate by 0.5", partial(_launch, visits, _red), 0.90)
    for launches in (4, 6, 10):
        for name, noise in _SHAPES.items():
            add(f"{launches} launches", name, partial(_launches, launches, noise), 0.95)
    for pairs in (4, 6, 10):
        for name, noise in _SHAPES.items():
            truth = _TRUTH * math.exp(_PAIR * most_likely(noise(np.random.default_rng(1), _MANY).tolist()))
            add(f"ratio, {pairs} launch pairs", name, partial(_ratio_holds, pairs, noise, truth), 0.95)
    for pairs in (4, 6, 10):
        for name, noise in _SYMMETRIC.items():
            add(
                f"mean over 10 cells, {pairs} launches",
                f"{name}, half of it shared",
                partial(_mean, pairs, noise),
                0.95,
            )
    add("a loss of 3.01 % excluded as beyond 3 %, 6 launch pairs", "log-normal", partial(_excluded, 6), 0.025)
    add("40 cells of identical sides, any called different", "log-normal", _any_different, 0.05)
    return Report(
        method=f"{cases} cases each; scatter of visits {percent(_VISIT)}, of launches {percent(_LAUNCH)}, of ratios "
        f"between launch pairs {percent(_PAIR)}; {_ROUNDS} visits a launch",
        goals=tuple(
            Goal(
                f"{what} ({noise})", percent(found), f"{'<=' if most else '>='} {percent(promised)}", _met(*row, cases)
            )
            for row in rows
            for what, noise, found, promised, most in [row]
        ),
    )


def _met(_what: str, _noise: str, value: float, promised: float, most: bool, cases: int) -> bool:
    luck = _LUCK * math.sqrt(promised * (1.0 - promised) / cases)
    return value <= promised + luck if most else value >= promised - luck


def _white(rng: np.random.Generator, count: int) -> np.ndarray:
    return rng.normal(0.0, 1.0, count)


def _heavy(rng: np.random.Generator, count: int) -> np.ndarray:
    return rng.standard_t(3, count) / math.sqrt(3.0)


def _red(rng: np.random.Generator, count: int) -> np.ndarray:
    values = rng.normal(0.0, 1.0, count)
    for index in range(1, count):
        values[index] = 0.5 * values[index - 1] + math.sqrt(0.75) * values[index]
    return values


def _skewed(rng: np.random.Generator, count: int) -> np.ndarray:
    return 0.5 * (rng.gamma(4.0, size=count) - 4.0)


def _two_levels(rng: np.random.Generator, count: int) -> np.ndarray:
    """Three of ten values are of a second level, three standard deviations of a level higher."""
    return (rng.normal(0.0, 1.0, count) + 3.0 * (rng.random(count) < 0.3)) / 1.7


_SYMMETRIC = {"log-normal": _white, "Student's t with 3 degrees": _heavy}
_SHAPES = {**_SYMMETRIC, "skewness 1": _skewed, "two levels, 3 deviations apart": _two_levels}


def _launch(visits: int, noise: Noise, rng: np.random.Generator) -> bool:
    later = max(LATER_VISITS, visits)
    series = np.exp(_LAUNCH * noise(rng, visits + later))
    stated = estimate([list(series[:visits])], stop="budget")
    return bool(stated.low_s <= np.median(series[visits:]) <= stated.high_s)


def _launches(launches: int, noise: Noise, rng: np.random.Generator) -> bool:
    levels = _LAUNCH * noise(rng, launches + OTHER_LAUNCHES)
    stated = estimate(
        [list(np.exp(level + rng.normal(0.0, _VISIT, _ROUNDS))) for level in levels[:launches]], stop="budget"
    )
    return len(stated.regimes) > 1 or bool(stated.low_s <= math.exp(np.median(levels[launches:])) <= stated.high_s)


def _pairs(rng: np.random.Generator, level: float) -> list[tuple[float, float]]:
    noise = rng.normal(0.0, _VISIT, (_ROUNDS, 2))
    return [(math.exp(level + before), math.exp(after)) for before, after in noise]


def _ratio(rng: np.random.Generator, launch_pairs: int, truth: float, noise: Noise = _white) -> Ratio:
    levels = math.log(truth) + _PAIR * noise(rng, launch_pairs)
    return ratio([_pairs(rng, level) for level in levels])


def _ratio_holds(launch_pairs: int, noise: Noise, truth: float, rng: np.random.Generator) -> bool:
    return _holds(_ratio(rng, launch_pairs, _TRUTH, noise), truth)


def _excluded(launch_pairs: int, rng: np.random.Generator) -> bool:
    return _ratio(rng, launch_pairs, _HARMED).low >= _WORST


def _holds(ratio: Ratio, truth: float) -> bool:
    return ratio.low <= truth <= ratio.high


def _mean(launches: int, noise: Noise, rng: np.random.Generator) -> bool:
    """Cells that share their launches: half of the variance is common to all of one launch."""
    shared = _PAIR * math.sqrt(0.5) * noise(rng, launches)
    seen, points = CandidateTimes(), [("pingpong", 8 << cell) for cell in range(10)]
    for point in points:
        own = _PAIR * math.sqrt(0.5) * noise(rng, launches)
        seen.add(point, [_pairs(rng, math.log(_TRUTH) + a + b) for a, b in zip(shared, own, strict=True)])
    mean = seen.mean(dict.fromkeys(points, 1.0))
    return mean is not None and _holds(mean, _TRUTH)


def _any_different(rng: np.random.Generator) -> bool:
    answers = decide([_ratio(rng, 6, 1.0) for _ in range(40)])
    return any(one.answer in ("faster", "slower") for one in answers)
