"""Whether the machine changed its speed while it was measured: what most cells show at the same moments."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from rankwise.core.grouped import grouped
from rankwise.model.regimes import LEAST_SHARE, levels
from rankwise.model.robust import logs, median, quantile

_VISITS, _MOST_MOMENTS = 8, 24
"""A moment is so many visits, one after the other, or more; one spike cannot move its median."""
_LEAST_MOMENTS = 10
_LEAST_CELLS, _MOST_PART = 3, 0.75
"""What changes for fewer cells, or a smaller part of them, is of these cells and not of the machine."""
_SLOWER = 1.05
_MIDDLE = (0.1, 0.9)  # of the cells, by how much longer they took
_ONE_SPEED = 0.9


class Seen(NamedTuple):
    """A visit: when it began, in seconds of one clock, to which cell, in which launch, and seconds of a call."""

    at_s: float
    cell: str
    launch: int
    time_s: float


@dataclass(frozen=True)
class Shift:
    """`slow_s` of `total_s` seconds were slower: `cells` of `compared` took longer then, most by `low` to `high` times.
    `by_launch`: each launch had one of the two speeds, so it may be the launch that has it, and not the machine."""

    slow_s: float
    total_s: float
    low: float
    high: float
    cells: int
    compared: int
    by_launch: bool


def shift(visits: Sequence[Seen]) -> Shift | None:
    """The two speeds of a machine; None where it had one, or where too little was visited to tell.

    Cells are visited in random order. Times of each are taken relative to its quick ones; what most cells have at the
    same moment is the machine's, and it has two speeds where these moments fall into levels (`regimes.levels`).
    """
    ordered = sorted(visits)
    count = min(len(ordered) // _VISITS, _MOST_MOMENTS)
    times = grouped((visit.cell, visit.time_s) for visit in ordered)
    if count < _LEAST_MOMENTS or len(times) < _LEAST_CELLS:
        return None
    quick = {cell: quantile(sorted(values), LEAST_SHARE) for cell, values in times.items()}
    edges = [round(number * len(ordered) / count) for number in range(count + 1)]
    moments = [ordered[a:b] for a, b in pairwise(edges)]
    off = [median(logs([visit.time_s / quick[visit.cell] for visit in moment])) for moment in moments]
    speeds = levels(sorted(off), "visit")
    if not speeds:
        return None
    between = math.log(speeds[0].median_s * speeds[-1].median_s) / 2.0
    return _between([value > between for value in off], moments)


def _between(slow: Sequence[bool], moments: Sequence[Sequence[Seen]]) -> Shift | None:
    """The shift between moments that are slow and others, where it is of most cells."""
    by_cell: dict[str, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    by_launch: dict[int, list[bool]] = defaultdict(list)
    for is_slow, moment in zip(slow, moments, strict=True):
        for visit in moment:
            by_cell[visit.cell][is_slow].append(visit.time_s)
            by_launch[visit.launch].append(is_slow)
    factors = sorted(median(slower) / median(faster) for faster, slower in by_cell.values() if faster and slower)
    cells = sum(factor > _SLOWER for factor in factors)
    if len(factors) < _LEAST_CELLS or cells < _MOST_PART * len(factors):
        return None
    begins_s = [moment[0].at_s for moment in moments] + [moments[-1][-1].at_s]
    lengths_s = [until_s - since_s for since_s, until_s in pairwise(begins_s)]
    one_speed = [max(sum(each), len(each) - sum(each)) >= _ONE_SPEED * len(each) for each in by_launch.values()]
    return Shift(
        slow_s=sum(length_s for length_s, is_slow in zip(lengths_s, slow, strict=True) if is_slow),
        total_s=begins_s[-1] - begins_s[0],
        low=quantile(factors, _MIDDLE[0]),
        high=quantile(factors, _MIDDLE[1]),
        cells=cells,
        compared=len(factors),
        by_launch=len(one_speed) > 1 and all(one_speed),
    )
