"""A cell in numbers: the median time of one call and an interval that keeps its word about later visits and launches.

Times are compared as logarithms: their noise is multiplicative and skewed.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from rankwise.core.records import Estimate, Regime, Stop
from rankwise.model.regimes import levels
from rankwise.model.robust import logs, median, quantile, sorted_median, t_quantile, trimmed

LATER_VISITS = 30
"""The interval of one launch is for the median of this many later visits of that launch, or of as many as it was
stated from where these are more: for what measuring again would give."""
OTHER_LAUNCHES = 20
_TRIMMED_LAUNCHES = 8  # of five or six, trimming takes more of the degrees of freedom than it takes of the noise
# The inverse of the efficiency of the median of so many normal values (Kendall and Stuart, The Advanced Theory of
# Statistics 1, 14.6; seen again by simulation).
_MEDIAN_FACTORS = {2: 1.0, 3: 1.35, 4: 1.19, 5: 1.43, 6: 1.29, 7: 1.47}
"""The interval of several launches is for the median of this many other launches."""
WIDEST = math.log(100.0)
"""Half width, as a logarithm, that says `nothing is known`; one value alone cannot say how noisy it is."""

# Visits of a launch are correlated in time, and eight of them cannot show how much: their own estimate is drawn towards
# this usual correlation of neighbouring visits, with the weight that a spread of 0.3 among cells gives it.
_USUAL_CORRELATION = 0.3
_USUAL_SPREAD = 0.3

# What a launch drifts from one second to the next although its visits so far do not show it. On a quiet 2-core virtual
# machine, 40 real cells stopped at 2 %: without it their intervals held for 90 % of later medians, with it for all,
# for one visit more.
_UNSEEN_DRIFT = 0.006
# The drift of the cells of a launch together: what nine tenths of them differ. From the one half of a launch to the
# other it is half of what a walk drifts from all of it to as long again, and more than what comes and goes does.
_LEAST_CELLS, _LEAST_IN_PART, _CARRIED = 8, 3, 1.5
_MOST, _MOST_AT = 0.9, 1.645
OF_MEDIAN = math.pi / 2  # variance of a median of normal values over that of their mean
_FEWEST, _NEVER = 4, 1_000_000
_EXACT = 1e-5  # visits that agree better than this were simulated: nothing drifts there


def estimate(
    launches: Sequence[Sequence[float]],
    *,
    stop: Stop,
    samples: Sequence[float] | None = None,
    slowest_rank: int | None = None,
    drift: float = 0.0,
) -> Estimate:
    """The median with its 95 % interval. `launches[l][v]` is visit v of launch l in order of time, seconds per call.

    One launch: the interval is for the median of `LATER_VISITS` more visits of it, or of as many as there are. Its
    width comes from the winsorised variance of the visits with Student's t, widened for correlation between visits, for
    the difference between the earlier and the later half (a launch drifts), and for the `drift` that the cells of the
    launch show together (`shared_drift`). Several launches: it is for the median of `OTHER_LAUNCHES` others, and its
    width comes from the spread of launch medians, never less than visits alone would give. `samples` are all raw
    samples, for minimum, mean and percentiles (else taken over visits). Raises ValueError when there is no visit.
    """
    measured = [[float(time_s) for time_s in launch] for launch in launches if len(launch)]
    if not measured:
        raise ValueError("an estimate needs at least one visit")
    by_launch = [logs(launch) for launch in measured]
    alone = len(by_launch) == 1
    middle, half_width, regimes = _one_launch(by_launch[0], drift) if alone else _several_launches(by_launch)
    visits = [time_s for launch in measured for time_s in launch]
    ordered = sorted(float(time_s) for time_s in samples) if samples is not None and len(samples) else sorted(visits)
    return Estimate(
        median_s=math.exp(middle),
        low_s=math.exp(middle - half_width),
        high_s=math.exp(middle + half_width),
        min_s=ordered[0],
        mean_s=math.fsum(ordered) / len(ordered),
        p95_s=quantile(ordered, 0.95),
        p99_s=quantile(ordered, 0.99),
        slowest_rank=slowest_rank,
        visits=len(visits),
        launches=len(measured),
        samples=len(ordered),
        stop=stop,
        regimes=regimes,
        effective_launches=len(visits) ** 2 / sum(len(launch) ** 2 for launch in measured),
    )


def within(measured: Estimate, precision: float) -> bool:
    """Whether the interval is at most `precision` of the median to either side (0.02 is 2 %)."""
    return max(measured.high_s - measured.median_s, measured.median_s - measured.low_s) <= precision * measured.median_s


def shared_drift(cells: Iterable[Sequence[float]]) -> float:
    """The variance, of logarithms, that the drift of a launch adds to later medians, from the visits to each of its
    cells in order of time, in seconds; 0.0 where too few cells were visited to tell.

    The few visits of a cell hide what a machine drifts: of a hundred cells together they show it. It is what the
    halves, and the quarters half a launch apart, of most cells differ beyond their own noise.
    """
    series = [logs(visits) for visits in cells if len(visits) >= 2 * _LEAST_IN_PART]
    return _CARRIED * max(_beyond_noise([pair for visits in series for pair in _apart(visits, n)]) for n in (2, 4))


def visits_needed(visits: Sequence[float], precision: float, drift: float = 0.0) -> int:
    """How many visits of this launch an interval of `precision` is likely to take, from those there are (two at least),
    their times in seconds; by the noise between them alone, as no more visits help against `drift`."""
    measured = logs(visits)
    ordered = sorted(measured)
    per_visit = max(trimmed(ordered)[1] * _inflation(_correlation(measured, ordered), LATER_VISITS), _EXACT**2)
    wanted = math.log1p(precision)
    unseen = max(_UNSEEN_DRIFT**2, drift)

    def enough(count: int) -> bool:
        noise = per_visit * (1.0 / count + 1.0 / max(count, LATER_VISITS))
        return bool(t_quantile(max(3 * count // 5 - 1, 2)) * math.sqrt(noise + unseen) <= wanted)

    counts = range(_FEWEST, _NEVER)
    return counts[bisect_left(counts, True, key=enough)] if enough(_NEVER) else _NEVER


def _one_launch(visits: list[float], shared: float) -> tuple[float, float, tuple[Regime, ...]]:
    if len(visits) == 1:
        return visits[0], WIDEST, ()
    ordered = sorted(visits)
    _, variance, degrees = trimmed(ordered)
    correlation = _correlation(visits, ordered)
    later = max(LATER_VISITS, len(visits))
    noise = variance * (_inflation(correlation, len(visits)) / len(visits) + _inflation(correlation, later) / later)
    unseen = max(_UNSEEN_DRIFT**2, shared) if variance > _EXACT**2 else 0.0
    half_width = t_quantile(degrees) * math.sqrt(noise + _drift(visits, variance) + unseen)
    half_width = max(half_width, _quantum(ordered))
    return sorted_median(ordered), min(half_width, WIDEST), levels(ordered, "visit")


def _several_launches(by_launch: list[list[float]]) -> tuple[float, float, tuple[Regime, ...]]:
    medians = [median(launch) for launch in by_launch]
    _, variance, degrees = trimmed(medians, least=_TRIMMED_LAUNCHES)
    # By luck few launches agree better than their own visits allow: then the visits decide.
    least = median([trimmed(launch)[1] / len(launch) for launch in by_launch])
    variance = max(variance, least)
    noise = _median_factor(len(medians)) / len(medians) + _median_factor(OTHER_LAUNCHES) / OTHER_LAUNCHES
    half_width = t_quantile(degrees) * math.sqrt(variance * noise)
    return median(medians), min(half_width, WIDEST), levels(sorted(medians), "launch")


def _median_factor(count: int) -> float:
    """By how much the variance of a median of `count` values is above that of the mean that `trimmed` tells the error
    of: of a normal law, exactly for few values; of many against the trimmed mean."""
    return _MEDIAN_FACTORS.get(count, 1.35)


def _correlation(visits: list[float], ordered: list[float]) -> float:
    """Correlation of neighbouring visits, between 0 and 0.9, corrected for its bias in short series (Kendall,
    Biometrika 41 (1954) 403) and drawn towards the usual one; values beyond the middle 60 % count as its edges."""
    count = len(visits)
    if count < 6:
        return _USUAL_CORRELATION
    low, high = ordered[count // 5], ordered[-(count // 5) - 1]
    clipped = [min(max(visit, low), high) for visit in visits]
    mean = sum(clipped) / count
    squares = sum((value - mean) ** 2 for value in clipped)
    if squares == 0.0:
        return _USUAL_CORRELATION
    products = sum((a - mean) * (b - mean) for a, b in pairwise(clipped))
    seen = (count * products / squares + 1.0) / (count - 4)
    weight = count / (count + _USUAL_SPREAD**-2)
    return min(max(weight * seen + (1.0 - weight) * _USUAL_CORRELATION, 0.0), 0.9)


def _inflation(correlation: float, count: int) -> float:
    """By how much the variance of the mean of `count` values grows when neighbours correlate (first-order model)."""
    apart = 1.0 - correlation
    return (1.0 + correlation) / apart - 2.0 * correlation * (1.0 - correlation**count) / (count * apart * apart)


def _drift(visits: list[float], variance: float) -> float:
    """Variance that a slow drift adds to the later median: what the two halves differ beyond their noise, carried
    forward as a random walk would carry it."""
    count = len(visits)
    half = count // 2
    if half < 2:
        return 0.0
    between = median(visits[-half:]) - median(visits[:half])
    return max(0.0, between * between - variance * 4.0 / count) * (count + max(LATER_VISITS, count)) / count


def _apart(visits: list[float], parts: int) -> Iterator[tuple[float, float]]:
    """What the medians of parts differ that are half of all visits apart, and the variance that noise gives that."""
    count = len(visits) // parts
    if count >= _LEAST_IN_PART:
        noise = trimmed(sorted(visits))[1] * OF_MEDIAN * 2.0 / count
        first = len(visits) - parts * count
        middles = [median(visits[first + part * count : first + (part + 1) * count]) for part in range(parts)]
        for early, late in zip(middles, middles[parts // 2 :], strict=False):
            yield late - early, max(noise, _EXACT**2)


def _beyond_noise(pairs: Sequence[tuple[float, float]]) -> float:
    """The variance beside noise with which as many of the differences are small as of a normal law."""

    def is_enough(variance: float) -> bool:
        return quantile(sorted(abs(apart) / math.sqrt(noise + variance) for apart, noise in pairs), _MOST) <= _MOST_AT

    if len(pairs) < _LEAST_CELLS or is_enough(0.0):
        return 0.0
    low, high = _EXACT**2, max(apart * apart for apart, _ in pairs)
    while high > 1.1 * low:
        middle = math.sqrt(low * high)
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


def _quantum(ordered: list[float]) -> float:
    """The smallest step between values when some are equal: a clock or batch resolves no less."""
    steps = [b - a for a, b in pairwise(ordered)]
    real = [step for step in steps if step > 0.0]
    return min(real) if real and len(real) < len(steps) else 0.0
