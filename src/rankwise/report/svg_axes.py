"""Logarithmic axes: where a value lies, and which ticks are nice."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rankwise.core.units import format_size


@dataclass(frozen=True)
class LogAxis:
    """A logarithmic axis from `low` to `high`, drawn from `start` to `end` (SVG's y grows downwards: start > end)."""

    low: float
    high: float
    start: float
    end: float

    @classmethod
    def around(cls, values: Sequence[float], start: float, end: float) -> LogAxis:
        """An axis that holds the positive values with a little air, and never less than a factor of 3."""
        positive = [value for value in values if value > 0] or [1.0]
        low, high = min(positive), max(positive)
        air = max((3.0 / (high / low)) ** 0.5, 1.12)
        return cls(low / air, high * air, start, end)

    def at(self, value: float) -> float:
        share = math.log(max(value, self.low) / self.low) / math.log(self.high / self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Powers of ten; 1, 2 and 5 of each decade where the axis spans fewer than 3 decades."""
        decades = math.log10(self.high / self.low)
        steps = (1.0, 2.0, 5.0) if decades < 2.4 else (1.0,)
        first, last = math.floor(math.log10(self.low)), math.ceil(math.log10(self.high))
        every = 1 if decades <= 7 else 2
        values = [step * 10.0**power for power in range(first, last + 1, every) for step in steps]
        return [tick for tick in values if self.low <= tick <= self.high]


@dataclass(frozen=True)
class SizeAxis:
    """Message sizes in powers of two; size 0 has a place of its own at the left."""

    low: int
    high: int
    zero: bool
    start: float
    end: float

    @classmethod
    def of(cls, sizes_bytes: Sequence[int], start: float, end: float) -> SizeAxis:
        positive = [size for size in sizes_bytes if size > 0] or [1]
        return cls(min(positive), max(positive), 0 in sizes_bytes, start, end)

    def at(self, size_bytes: float) -> float:
        left = 1.4 if self.zero else 0.0
        span = max(math.log2(self.high / self.low), 1.0) + left
        steps = math.log2(size_bytes / self.low) + left if size_bytes > 0 else 0.0
        return self.start + steps / span * (self.end - self.start)

    def ticks(self) -> list[tuple[int, str]]:
        """Sizes to name: powers of two so far apart that their names do not touch."""
        low, high = math.ceil(math.log2(self.low)), math.floor(math.log2(self.high))
        step = next(step for step in (1, 2, 4, 5, 10, 20) if (high - low) / step <= 6 or step == 20)
        first = low if step < 4 else low + (-low) % step
        named = [1 << power for power in range(first, high + 1, step) if power >= 0]
        zero = [(0, "0")] if self.zero else []
        return zero + [(size, format_size(size)) for size in named]


def tick_seconds(seconds: float) -> str:
    """`0.2 us`, `1 ms`: an exact tick, without the digits that a measurement has."""
    for limit, scale, unit in ((0.9e-6, 1e9, "ns"), (0.9e-3, 1e6, "us"), (0.9, 1e3, "ms")):
        if seconds < limit:
            return f"{seconds * scale:.6g} {unit}"
    return f"{seconds:.6g} s"


def tick_rate(rate_bytes_per_s: float) -> str:
    """`50 MB/s`, `2 GB/s`."""
    for limit, scale, unit in ((0.9e3, 1.0, "B/s"), (0.9e6, 1e-3, "kB/s"), (0.9e9, 1e-6, "MB/s")):
        if rate_bytes_per_s < limit:
            return f"{rate_bytes_per_s * scale:.6g} {unit}"
    return f"{rate_bytes_per_s * 1e-9:.6g} GB/s"
