"""Regimes: whether times come from one level or from several, without ever splitting noise in two."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Literal

from rankwise.core.records import Regime
from rankwise.model.robust import logs, sorted_median

MIN_SEPARATION = 1.15
"""Two levels closer than this ratio are one level to every decision that rankwise takes."""
LEAST_SHARE = 0.15
"""Fewer values than this share (and fewer than two, where there are more than four) are outliers, not a level."""

# The gap between the two sides of the best split, in units of the deviation within the sides, that noise of one level
# exceeds in 3 % to 5 % of cases. Simulated for normal, uniform, Student t (3 degrees) and exponential noise of
# logarithms, with all other conditions of this file; the largest is used.
_CRITICAL_GAP = ((3, 80.0), (4, 27.0), (5, 8.5), (6, 9.5), (8, 6.8), (10, 5.6), (12, 4.7), (16, 3.0))
_SMALLEST_DEVIATION = 1e-4  # of a logarithm: what the clock and rounding leave when every value is the same


def regimes(times_s: Sequence[float], scope: Literal["launch", "visit"] = "launch") -> tuple[Regime, ...]:
    """The levels found among launch medians (or the visits of one launch), fastest first; empty when there is one.

    A level holds at least two values and 15 % of them (one when there are at most four values); the rarer one is narrow
    beside the gap. A single value far from all others is an outlier: it is counted with the level next to it.
    """
    return levels(sorted(logs(times_s)), scope)


def levels(ordered: list[float], scope: Literal["launch", "visit"]) -> tuple[Regime, ...]:
    """The same for logarithms of times already in order."""
    groups = _split(ordered, _smallest_group(len(ordered)))
    if len(groups) == 1:
        return ()
    return tuple(
        Regime(share=len(group) / len(ordered), median_s=math.exp(sorted_median(group)), scope=scope)
        for group in groups
    )


def _smallest_group(count: int) -> int:
    return 1 if count <= 4 else max(2, math.ceil(LEAST_SHARE * count))


def _split(ordered: list[float], smallest: int) -> list[list[float]]:
    """The groups into which values in order fall, each tested against its neighbours, recursively."""
    at = _best_split(ordered, smallest)
    if at is None and len(ordered) >= 6:
        # One spike hides two levels because it inflates the deviation within: look again without the farthest value.
        middle = sorted_median(ordered)
        if ordered[-1] - middle >= middle - ordered[0]:
            at = _best_split(ordered[:-1], smallest)
        else:
            at = _best_split(ordered[1:], smallest)
            at = None if at is None else at + 1
    if at is None:
        return [ordered]
    return _split(ordered[:at], smallest) + _split(ordered[at:], smallest)


def _best_split(ordered: list[float], smallest: int) -> int | None:
    """Where values in order fall in two levels: the split with the least variance within; None if its gap is noise."""
    count = len(ordered)
    if count < max(3, 2 * smallest):
        return None
    if ordered[-1] - ordered[0] < math.log(MIN_SEPARATION):
        return None
    origin = ordered[0]
    sums = list(accumulate(value - origin for value in ordered))
    total = sums[-1]
    squares = sum((value - origin) ** 2 for value in ordered)
    explained, at = max(
        (sums[k - 1] ** 2 / k + (total - sums[k - 1]) ** 2 / (count - k), k)
        for k in range(smallest, count - smallest + 1)
    )
    separation = sorted_median(ordered[at:]) - sorted_median(ordered[:at])
    if separation < math.log(MIN_SEPARATION):
        return None
    deviation = math.sqrt(max(squares - explained, 0.0) / (count - 2))
    gap = ordered[at] - ordered[at - 1]
    minority = ordered[:at] if 2 * at < count else ordered[at:]
    if 2.0 * (minority[-1] - minority[0]) > gap:  # a level is narrow beside the gap; a few spikes far out are not
        return None
    return at if gap > _critical_gap(count) * max(deviation, _SMALLEST_DEVIATION) else None


def _critical_gap(count: int) -> float:
    for (few, gap_few), (many, gap_many) in pairwise(_CRITICAL_GAP):
        if count <= many:
            return gap_few + (gap_many - gap_few) * (count - few) / (many - few)
    return _CRITICAL_GAP[-1][1]
