"""What a message takes on a path by itself: from two figures, or from a curve of times by size with protocol steps."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

UNLIMITED: Final = 1e15
"""Bytes per second of a path whose rate nobody stated."""
_MOST: Final = 2.0
"""So many times the greatest rate of any size can its bytes have; more is scatter of two sizes."""


@dataclass(frozen=True)
class PathTime:
    """A message of s bytes takes `extra(s)` seconds, in which it occupies nothing, and then s / `rate_bytes_per_s`, in
    which it occupies what it goes through. `points` are (size, extra seconds), between which is a line; sizes rise."""

    rate_bytes_per_s: float
    points: tuple[tuple[float, float], ...]

    def extra_s(self, size_bytes: float) -> float:
        """Seconds beside those of its bytes at the full rate; zero or more."""
        at = bisect_right(self.points, (size_bytes, float("inf")))
        if at == 0 or len(self.points) == 1:
            return self.points[0][1]
        if at == len(self.points):
            return self.points[-1][1]
        (low, a), (high, b) = self.points[at - 1], self.points[at]
        return a + (b - a) * (size_bytes - low) / (high - low)

    def time_s(self, size_bytes: float) -> float:
        """Seconds of a message that is alone on the machine."""
        return self.extra_s(size_bytes) + size_bytes / self.rate_bytes_per_s


def of_figures(latency_s: float | None, rate_bytes_per_s: float | None) -> PathTime:
    """A line; what nobody stated takes no time."""
    return PathTime(rate_bytes_per_s or UNLIMITED, ((0.0, latency_s or 0.0),))


def of_curve(sizes_bytes: Sequence[int], times_s: Sequence[float], steps_bytes: Sequence[int] = ()) -> PathTime:
    """The curve through all points, linear in size between two of them. Just below a step the line before it goes on.

    Beyond the last size the last line goes on, where it is faster than the greatest rate of any size and not twice as
    fast: that is what a longer message tends to.
    """
    rate = max(size / time for size, time in zip(sizes_bytes, times_s, strict=True))
    rise_s = times_s[-1] - times_s[-2] if len(times_s) > 1 else 0.0
    if rise_s > 0.0 and rate < (last := (sizes_bytes[-1] - sizes_bytes[-2]) / rise_s) <= _MOST * rate:
        rate = last
    known = list(zip(map(float, sizes_bytes), times_s, strict=True))
    whole: list[tuple[float, float]] = []
    for index, (size, time) in enumerate(known):
        if index and int(size) in steps_bytes:
            whole.append((size - 1.0, max(_continued(whole, size - 1.0), (size - 1.0) / rate)))
        whole.append((size, time))
    return PathTime(rate, tuple((size, max(0.0, time - size / rate)) for size, time in whole))


def _continued(before: Sequence[tuple[float, float]], size: float) -> float:
    """The line of the last two points at `size`, not below the last point."""
    last_size, last_s = before[-1]
    if len(before) < 2 or before[-2][0] == last_size:
        return last_s
    slope = (last_s - before[-2][1]) / (last_size - before[-2][0])
    return max(last_s, last_s + slope * (size - last_size))
