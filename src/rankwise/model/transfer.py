"""How long one message takes on a path: its measured size curve, else latency and rate (Hockney's model)."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from rankwise.model.records import Curve


@dataclass(frozen=True)
class Transfer:
    """The times of messages on one path or class of paths. `rate_bytes_per_s` None: as fast as it goes."""

    latency_s: float
    rate_bytes_per_s: float | None = None
    curve: Curve | None = None

    def time_s(self, size_bytes: int) -> float:
        """One message, one way. Between two measured sizes the time lies on the line through both; beyond the last it
        grows with the line that was fitted there, or at the last size's rate."""
        if self.curve is not None and self.curve.sizes_bytes:
            return _on(self.curve, size_bytes)
        return self.latency_s + (size_bytes / self.rate_bytes_per_s if self.rate_bytes_per_s else 0.0)

    @property
    def most_bytes_per_s(self) -> float | None:
        """The highest rate of its bytes, once the first one is there; None: as fast as it goes."""
        known = [self.rate_bytes_per_s] if self.rate_bytes_per_s else []
        if self.curve is not None and self.curve.sizes_bytes:
            start_s = self.time_s(0)
            measured = zip(self.curve.sizes_bytes, self.curve.median_s, strict=True)
            known += [size / (time_s - start_s) for size, time_s in measured if time_s > 2.0 * start_s]
        return max(known, default=None)


def _on(curve: Curve, size_bytes: int) -> float:
    sizes, times = curve.sizes_bytes, curve.median_s
    if size_bytes <= sizes[0]:
        return times[0]
    if size_bytes >= sizes[-1]:
        gap = curve.segments[-1].gap_s_per_byte if curve.segments else 0.0
        return times[-1] + (size_bytes - sizes[-1]) * (gap or times[-1] / sizes[-1])
    at = bisect_left(sizes, size_bytes)
    share = (size_bytes - sizes[at - 1]) / (sizes[at] - sizes[at - 1])
    return times[at - 1] + share * (times[at] - times[at - 1])
