"""A row of the table that a long command shows while it works."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class LiveRow:
    """How many cells of a kernel are finished, and the last value with its interval.

    `precision` is half the interval relative to the median.
    """

    side: str
    what: str
    finished: int
    cells: int
    median_s: float | None = None
    precision: float | None = None
