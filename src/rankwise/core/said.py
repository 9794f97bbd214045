"""What may be said of a ratio by its interval: the value, a bound, or nothing. Every screen, page and figure asks here.

A ratio is known where the ends of its 95 % interval are within a factor of three. Where they are further apart, the
middle is an accident of few launches: "254 times" was read off an interval that begins at 2.5.
"""

from __future__ import annotations

from typing import Final

WIDEST: Final = 3.0
"""Ends of an interval further apart than this factor leave the value unknown."""
CANNOT_TELL: Final = "cannot tell"
NOT_REACHED: Final = "was not reached in the time there was"
"""Why a cell has no figure that did not fail."""


def is_known(low: float, high: float) -> bool:
    """Whether a value with this interval may be shown, and the interval drawn."""
    return 0.0 < low <= high <= WIDEST * low


def sure(low: float, high: float) -> float:
    """How far a ratio is from 1 at least, above 1 of slower and faster alike: what puts ratios in order. The largest
    middle may be the least known."""
    return low if low > 1.0 else 1.0 / high if 0.0 < high < 1.0 else 1.0


def times(ratio: float, unit: str = "x") -> str:
    """`1.80x`, `12x`."""
    return f"{ratio:.2f}{unit}" if ratio < 10 else f"{ratio:.0f}{unit}"


def ratio(value: float, low: float, high: float, unit: str = "x") -> str:
    """`2.50x (2.40 to 2.60)`, `at least 2.50x`, `at most 0.40x`, or `cannot tell`."""
    if is_known(low, high):
        return f"{times(value, unit)} ({low:.2f} to {high:.2f})"
    return bound(low, high, unit) or CANNOT_TELL


def factor(value: float, low: float, high: float, unit: str = "x") -> str:
    """The same without the interval: `2.50x`, `at least 2.50x`, `at most 0.40x`, or nothing."""
    return times(value, unit) if is_known(low, high) else bound(low, high, unit)


def slow_by(value: float, low: float, high: float) -> str:
    """Behind `slow`: ` by 2.50x`, `, by 2.50x at least`, or nothing."""
    if is_known(low, high):
        return f" by {times(value)}"
    return f", by {times(low)} at least" if low > 1.0 else ""


def bound(low: float, high: float, unit: str = "x") -> str:
    """The end of the interval that is nearer to no difference; nothing where that is inside."""
    if low > 1.0:
        return f"at least {times(low, unit)}"
    return f"at most {times(high, unit)}" if 0.0 < high < 1.0 else ""


def point(value: float, low: float, high: float) -> float | None:
    """Where a figure draws it: the value, its bound where it is unknown, or nowhere."""
    if is_known(low, high):
        return value
    return low if low > 1.0 else high if 0.0 < high < 1.0 else None
