"""Time against message size: where the protocol changes, the linear model in between, and what bandwidth it reaches.

Sources: t = latency + size * gap is Hockney's model (Parallel Computing 20 (1994) 389), whose half-performance length
is the size that reaches half the peak. In LogGP (Alexandrov et al., SPAA 1995; after LogP, Culler et al., PPoPP 1993)
the gap per byte is G and the latency of a one-way message is L + 2 o.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rankwise.core.records import Estimate
from rankwise.model.records import Curve, ProtocolStep, Segment

JUMP = 1.5
"""A step up: time beyond this many times what the neighbouring slopes explain."""
FALL = 0.95
"""A step down: a larger message takes less than this part of the time of a smaller one."""
NEGLIGIBLE_ERROR = 0.05
"""A line that stays within 5 % of every point is not divided further."""
SMALLEST_SWITCH_BYTES = 256
"""Steps below come from inlining and cache lines; the switch from eager to rendezvous lies above in every MPI."""


@dataclass(frozen=True)
class _Point:
    size: int
    time: float
    low: float
    high: float


def curve(sizes_bytes: Sequence[int], estimates: Sequence[Estimate]) -> Curve:
    """The curve of a path or collective: steps, segments, peak and half-bandwidth size; sizes in any order, each once.

    Raises ValueError when there is no size, or one size twice.
    """
    if not sizes_bytes or len(set(sizes_bytes)) < len(sizes_bytes):
        raise ValueError("a curve needs at least one size, and each size once")
    points = [
        _Point(size, estimate.median_s, estimate.low_s, estimate.high_s)
        for size, estimate in sorted(zip(sizes_bytes, estimates, strict=True), key=lambda pair: pair[0])
    ]
    jumps = _steps(points)
    pieces = [points[first:last] for first, last in zip([0, *jumps], [*jumps, len(points)], strict=True)]
    steps = tuple(
        ProtocolStep(below_bytes=points[index - 1].size, above_bytes=points[index].size, ratio=ratio)
        for index, ratio in jumps.items()
    )
    peak = max(point.size / point.time for point in points)
    return Curve(
        sizes_bytes=tuple(point.size for point in points),
        median_s=tuple(point.time for point in points),
        low_s=tuple(point.low for point in points),
        high_s=tuple(point.high for point in points),
        steps=steps,
        half_bandwidth_bytes=_half_bandwidth(points, peak),
        peak_bytes_per_s=peak or None,
        segments=tuple(segment for piece in pieces for segment in _segments(piece)),
        eager_limit_bytes=next((step.below_bytes for step in steps if step.above_bytes > SMALLEST_SWITCH_BYTES), None),
    )


def _steps(points: list[_Point]) -> dict[int, float]:
    """Indices of points that come after a step, with its ratio. It must hold for the near ends of both intervals."""
    steps: dict[int, float] = {}
    for index in range(1, len(points)):
        before, after = points[index - 1], points[index]
        if after.time < FALL * before.time and after.high < before.low:
            steps[index] = after.time / before.time
            continue
        # What explains growth: the slope to the left (unless it is itself a step) or the one to the right.
        left = _slope(points, index - 2) if index - 1 not in steps else 0.0
        slope = max(left, _slope(points, index), 0.0)
        growth = slope * (after.size - before.size)
        if after.low > JUMP * (before.high + growth):
            steps[index] = after.time / (before.time + growth)
    return steps


def _slope(points: list[_Point], index: int) -> float:
    """Seconds per byte from a point to the next; 0 beyond the ends."""
    if not 0 <= index < len(points) - 1:
        return 0.0
    first, two = points[index], points[index + 1]
    return (two.time - first.time) / (two.size - first.size)


def _segments(points: list[_Point]) -> list[Segment]:
    """Few lines that stay close to the points of one protocol: divided where that helps most, as long as needed."""
    whole = _fit(points)
    if whole.worst_error <= max(NEGLIGIBLE_ERROR, _noise(points)) or len(points) < 6:
        return [whole]
    at = min(
        range(3, len(points) - 2),
        key=lambda cut: max(_fit(points[:cut]).worst_error, _fit(points[cut:]).worst_error),
    )
    return _segments(points[:at]) + _segments(points[at:])


def _noise(points: list[_Point]) -> float:
    """The largest relative half width among the points: a line need not be closer than that."""
    return max((point.high - point.low) / (2.0 * point.time) for point in points)


def _fit(points: list[_Point]) -> Segment:
    """The line of least squared relative distance. Its gap is not below zero, nor is the latency of the first line."""
    weights = [1.0 / point.time**2 for point in points]
    total = sum(weights)
    size = sum(weight * point.size for weight, point in zip(weights, points, strict=True)) / total
    time = sum(weight * point.time for weight, point in zip(weights, points, strict=True)) / total
    squares = sum(weight * (point.size - size) ** 2 for weight, point in zip(weights, points, strict=True))
    products = sum(
        weight * (point.size - size) * (point.time - time) for weight, point in zip(weights, points, strict=True)
    )
    gap = max(products / squares, 0.0) if squares else 0.0
    latency = time - gap * size
    if latency < 0.0 and points[0].size == 0:
        latency = 0.0
        gap = sum(weight * point.size * point.time for weight, point in zip(weights, points, strict=True)) / sum(
            weight * point.size**2 for weight, point in zip(weights, points, strict=True)
        )
    distances = [(latency + gap * point.size) / point.time - 1.0 for point in points]
    left = len(points) - 2
    variance = sum(distance**2 for distance in distances) / left if left > 0 else 0.0
    return Segment(
        first_bytes=points[0].size,
        last_bytes=points[-1].size,
        latency_s=latency,
        gap_s_per_byte=gap,
        latency_error_s=math.sqrt(variance * (1.0 / total + size**2 / squares)) if squares else 0.0,
        gap_error_s_per_byte=math.sqrt(variance / squares) if squares else 0.0,
        worst_error=max(abs(distance) for distance in distances),
    )


def _half_bandwidth(points: list[_Point], peak: float) -> float | None:
    """The first size at which half the peak is reached, between two measured sizes by the line through their times."""
    if not peak:
        return None
    for before, after in zip([None, *points], points, strict=False):
        if after.size / after.time < 0.5 * peak:
            continue
        if before is None:
            return float(after.size)
        # size / (t0 + slope (size - s0)) = peak / 2
        slope = (after.time - before.time) / (after.size - before.size)
        size = 0.5 * peak * (before.time - slope * before.size) / (1.0 - 0.5 * peak * slope)
        return min(max(size, float(before.size)), float(after.size))
    return None
