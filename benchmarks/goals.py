"""What a benchmark answers: figures beside the goals they must reach."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from rankwise.model.records import Ratio
from rankwise.model.robust import median

_Z = 1.959964
"""Of a 95 % interval."""


class Figure(Struct, frozen=True, omit_defaults=True):
    """A number with its 95 % interval, in `unit`: s, x (times), of 1 (a share) or none. `raw`: what it was computed
    from, pairs where two things were measured side by side."""

    value: float
    low: float
    high: float
    unit: str = ""
    raw: tuple[tuple[float, ...], ...] = ()


class Goal(Struct, frozen=True, omit_defaults=True):
    """A line of the answer. `met` is None where it only tells, or where this machine lacks what the goal needs; `found`
    then says what."""

    what: str
    found: str
    goal: str
    met: bool | None
    figure: Figure | None = None


class Report(Struct, frozen=True, omit_defaults=True):
    """A benchmark's answer: its method in a sentence or two, its goals, and a table of what they were counted from."""

    method: str
    goals: tuple[Goal, ...]
    header: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def percent(part: float) -> str:
    """`86 %`."""
    return f"{100 * part:.3g} %"


def share(part: int, whole: int) -> str:
    """`46 of 50 (92 %)`."""
    return f"{part} of {whole}" + (f" ({percent(round(part / whole, 3))})" if whole else "")


def of_share(part: int, whole: int) -> Figure | None:
    """A share with Wilson's interval; None of nothing."""
    if not whole:
        return None
    shrink, part_of_1 = 1 + _Z**2 / whole, part / whole
    middle = (part_of_1 + _Z**2 / (2 * whole)) / shrink
    half = _Z / shrink * math.sqrt(part_of_1 * (1 - part_of_1) / whole + _Z**2 / (4 * whole**2))
    return Figure(part_of_1, round(max(0.0, middle - half), 6), round(min(1.0, middle + half), 6), "of 1")


def share_goal(what: str, part: int, whole: int, asked: str, met: bool) -> Goal:
    """A goal for a share, with its interval."""
    return Goal(what, share(part, whole), asked, met, of_share(part, whole))


def middle_of(values: Sequence[float], unit: str = "") -> Figure | None:
    """A median with the interval that its order statistics give; from least to most where there are too few for 95 %,
    which is below six. None of nothing."""
    ordered = sorted(values)
    if not ordered:
        return None
    least = _rank_of_low(len(ordered))
    low = ordered[max(0, least - 1)]
    high = ordered[min(len(ordered) - 1, len(ordered) - max(1, least))]
    return Figure(median(ordered), low, high, unit, tuple((value,) for value in values))


def _rank_of_low(count: int) -> int:
    """The least number of heads of so many coins that at most 2.5 % of throws stay below or at."""
    below = 0.0
    for heads in range(count + 1):
        below += math.comb(count, heads) / 2.0**count
        if below >= 0.025:
            return heads
    return count


def of_ratio(ratio: Ratio, pairs: Sequence[tuple[float, float]] = ()) -> Figure:
    """A ratio as a comparison states it."""
    return Figure(ratio.ratio, ratio.low, ratio.high, "x", tuple(pairs))


def exactly(value: float, unit: str = "") -> Figure:
    """What was counted or computed, and would be the same again."""
    return Figure(value, value, value, unit)
