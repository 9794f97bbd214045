"""Where the middle of a few values is, with an interval that one odd value among them widens little.

Noise counts as Student's t with 4 degrees of freedom, whose likelihood gives a far value little weight (Lange, Little
and Taylor, J. Am. Stat. Assoc. 84 (1989) 881). The interval holds all places that the likelihood ratio does not reject.
On four to ten values of normal noise it is as narrow as that of the mean.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rankwise.model.robust import median, t_quantile, t_two_sided

_TAILS = 4.0
# On normal noise the ratio of this likelihood, as a statistic t, is larger than t by so much. 60,000 simulated cases
# each: 1.02 at 4 values, 1.03 at 6, 1.05 at 8, 1.05 to 1.06 up to 50.
_TOO_LARGE = 1.05
_USUAL_SCALE = 0.5  # squared, of the mean square: where the search for the scale begins
_STEEPEST = 0.01
_LEAST_SCALE = 1e-9  # values nearer to each other than this are equal
_EXACT = 1e-6
_MOST_STEPS = 100
_MOST_RATIO = 100.0  # of the logarithm of a likelihood for each value: beyond it only overflow changes


@dataclass(frozen=True)
class Location:
    """The middle of values, its 95 % interval, and the probability of such values if the middle were zero."""

    centre: float
    low: float
    high: float
    p_value: float


def location(values: Sequence[float], *, error: float = 0.0, widest: float = math.inf) -> Location:
    """The middle of at least one value. `error` is the least standard error that the middle may have, `widest` the half
    width that the interval of one value has and no other exceeds."""
    ordered = sorted(values)
    degrees = len(ordered) - 1
    centre = most_likely(ordered)
    if not degrees:
        return Location(centre, centre - widest, centre + widest, 1.0)
    limit = t_quantile(degrees)

    def bound(side: int) -> float:
        half_width = _half_width([side * (value - centre) for value in ordered][::side], limit)
        return centre + side * min(max(half_width, limit * error), widest)

    p_value = t_two_sided(_statistic([value - centre for value in ordered], -centre), degrees)
    if error > 0.0:
        p_value = max(p_value, t_two_sided(centre / error, degrees))
    return Location(centre, bound(-1), bound(1), p_value)


def _half_width(around: list[float], limit: float) -> float:
    """The farthest place above 0 that the statistic does not reject; `around` are values in order, less their middle.
    Of places at which it is looked at, each value is one: two groups of values are both kept."""
    inside, outside = 0.0, math.nan
    for place in (value for value in around if value > 0.0):
        if _statistic(around, place) <= limit:
            inside, outside = place, math.nan
        elif math.isnan(outside):
            outside = place
    if math.isnan(outside):
        step = max(around[-1] - around[0], _LEAST_SCALE)
        outside = inside + step
        while _statistic(around, outside) <= limit:
            inside, step = outside, 2.0 * step
            outside = inside + step
    return _root(lambda place: _statistic(around, place) - limit, inside, outside)


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    """Where an increasing function that is negative at `low` and positive at `high` is zero (Illinois method)."""
    at_low, at_high = function(low), function(high)
    kept = 0
    for _ in range(_MOST_STEPS):
        if high - low <= _EXACT * high:
            break
        place = (low * at_high - high * at_low) / (at_high - at_low)
        value = function(place)
        if value <= 0.0:
            low, at_low = place, value
            at_high *= 0.5 if kept < 0 else 1.0
            kept = -1
        else:
            high, at_high = place, value
            at_low *= 0.5 if kept > 0 else 1.0
            kept = 1
        if abs(value) <= _EXACT:
            break
    return high


def _statistic(around: Sequence[float], place: float) -> float:
    """The likelihood ratio of a place to the middle, which is 0, as |t| that normal noise would have."""
    ratio = max(2.0 * (_log_likelihood(around, 0.0) - _log_likelihood(around, place)) / len(around), 0.0)
    return math.sqrt((len(around) - 1) * math.expm1(min(ratio, _MOST_RATIO))) / _TOO_LARGE


def _log_likelihood(values: Sequence[float], middle: float) -> float:
    squares = [(value - middle) ** 2 for value in values]
    variance = _variance(squares)
    far = math.fsum(math.log1p(square / (_TAILS * variance)) for square in squares)
    return -0.5 * (len(values) * math.log(variance) + (_TAILS + 1.0) * far)


def _variance(squares: Sequence[float]) -> float:
    """The most likely squared scale of values whose squared distances from the middle are given.

    It is where the sum of weights `5 d / (4 v + d)` is the number of values. The inverse of the sum is concave in v, so
    Newton's method on it rises to the solution once it is below.
    """
    count = len(squares)
    variance = max(_USUAL_SCALE * sum(squares) / count, _LEAST_SCALE**2)
    for _ in range(_MOST_STEPS):
        total = change = 0.0
        for square in squares:
            share = square / (_TAILS * variance + square)
            total += share
            change += share * (1.0 - share)
        total *= (_TAILS + 1.0) / count
        change *= (_TAILS + 1.0) / count
        if change <= 0.0 or total <= 0.0:
            break
        before = variance
        variance = max(variance * (1.0 + total * (total - 1.0) / change), _STEEPEST * variance, _LEAST_SCALE**2)
        if abs(variance - before) <= _EXACT * variance:
            break
    return variance


def most_likely(values: Sequence[float]) -> float:
    """The most likely middle of at least one value: from their median, each step is a mean with weights."""
    middle = median(values)
    for _ in range(_MOST_STEPS):
        squares = [(value - middle) ** 2 for value in values]
        scale = _TAILS * _variance(squares)
        weights = [1.0 / (scale + square) for square in squares]
        moved = math.fsum(w * v for w, v in zip(weights, values, strict=True)) / math.fsum(weights)
        if abs(moved - middle) <= _EXACT * math.sqrt(scale):
            return moved
        middle = moved
    return middle
