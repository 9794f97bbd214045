"""Two launches that lived at the same time, alternated every few milliseconds: which is faster, and by how much."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from rankwise.model.location import location
from rankwise.model.records import Answer, Ratio
from rankwise.model.robust import logs, median, trimmed

DEFAULT_MARGIN: Final = 0.02
"""A difference below 2 % is `same` unless the caller asks for a finer answer."""
LEAST_PAIRS: Final = 3
"""Fewer launch pairs cannot tell a difference from the luck of a launch."""

WITHIN_PAIR: Final = 0.3
"""Share of visits trimmed at each end within a launch pair: a busy neighbour disturbs a third of them and no more. (On
a machine loaded five times over, this halved the intervals that a share of 0.2 gave.)"""

_WIDEST: Final = math.log(100.0)


def ratio(pairs: Sequence[Sequence[tuple[float, float]]], *, margin: float = DEFAULT_MARGIN) -> Ratio:
    """The time of A over the time of B. `pairs[k][v]` is (seconds in A, seconds in B) at visit v of launch pair k,
    where both visits are neighbours in time.

    Each launch pair gives one value, the trimmed mean of its log ratios. Ratio, interval and p-value are the most
    likely middle of these values (`location`), where a far launch pair has little weight. The answer counts this
    comparison alone: pass many to `decide`. Raises ValueError when there is no pair of visits.
    """
    by_launch = [visits for visits in pairs if len(visits)]
    if not by_launch:
        raise ValueError("a ratio needs at least one pair of visits")
    inner = [within_pair(visits) for visits in by_launch]
    # By luck few pairs agree better than their own visits allow: then the visits decide.
    least = median([spread / len(visits) for (_, spread, _), visits in zip(inner, by_launch, strict=True)])
    middle = location([mean for mean, _, _ in inner], error=math.sqrt(least / len(inner)), widest=_WIDEST)
    low, high = math.exp(middle.low), math.exp(middle.high)
    return Ratio(
        ratio=math.exp(middle.centre),
        low=low,
        high=high,
        p_value=middle.p_value,
        launch_pairs=len(by_launch),
        visit_pairs=sum(map(len, by_launch)),
        margin=margin,
        answer=_answer(middle.centre, (low, high), margin=margin, p_value=middle.p_value, launch_pairs=len(by_launch)),
    )


def within_pair(visits: Sequence[tuple[float, float]]) -> tuple[float, float, int]:
    """The log ratio of a launch pair as `trimmed` returns it: centre, variance of a visit, degrees of freedom."""
    before, after = logs([a for a, _ in visits]), logs([b for _, b in visits])
    return trimmed([a - b for a, b in zip(before, after, strict=True)], WITHIN_PAIR)


def decide(ratios: Sequence[Ratio], *, fdr: float = 0.05, margin: float | None = None) -> tuple[Ratio, ...]:
    """The same ratios, answered together: at most a share `fdr` of those called different are so by luck.

    Source: Benjamini and Hochberg, J. R. Stat. Soc. B 57 (1995) 289. `margin`, when given, replaces that of each.
    """
    from msgspec.structs import replace

    adjusted = _adjusted([ratio.p_value for ratio in ratios])
    answered = []
    for undecided, p_value in zip(ratios, adjusted, strict=True):
        kept = undecided.margin if margin is None else margin
        answer = _answer(
            math.log(undecided.ratio),
            (undecided.low, undecided.high),
            margin=kept,
            p_value=p_value,
            launch_pairs=undecided.launch_pairs,
            level=fdr,
        )
        answered.append(replace(undecided, margin=kept, answer=answer, adjusted_p=p_value))
    return tuple(answered)


def _answer(
    centre: float,
    interval: tuple[float, float],
    *,
    margin: float,
    p_value: float,
    launch_pairs: int,
    level: float = 0.05,
) -> Answer:
    if launch_pairs < LEAST_PAIRS:
        return "cannot tell"
    if interval[0] >= 1.0 / (1.0 + margin) and interval[1] <= 1.0 + margin:
        return "same"
    if p_value > level:
        return "cannot tell"
    return "faster" if centre > 0.0 else "slower"


def _adjusted(p_values: Sequence[float]) -> list[float]:
    """Benjamini-Hochberg p-values, in the order given."""
    order = sorted(range(len(p_values)), key=lambda index: p_values[index], reverse=True)
    adjusted = [1.0] * len(p_values)
    smallest = 1.0
    for place, index in enumerate(order):
        smallest = min(smallest, p_values[index] * (len(p_values) / (len(p_values) - place)))
        adjusted[index] = smallest
    return adjusted
