"""Where a warm-up ends: the first calls of a cell are slow (connections, registration, page faults), later ones not."""

from __future__ import annotations

from collections.abc import Sequence

from rankwise.model.robust import NORMAL, logs, median

_DEVIATIONS = 4.0
"""A first call is slow beyond this many robust deviations of the later half; noise is so in under 5 % of series."""
_LEAST = 0.02
"""... and when it is at least 2 % slower: less cannot be told from drift, and matters to nobody."""


def warmup_end(times_s: Sequence[float]) -> int:
    """How many leading calls (or batches) belong to the warm-up; 0 when there is none.

    The later half of the series says what is normal. Warm-up ends at the first call that is normal and whose next two
    are so by majority: one spike later on is no warm-up, one lucky call early on does not end it. Fewer than four
    times cannot show a change: 0.
    """
    values = logs(times_s)
    if len(values) < 4:
        return 0
    settled = values[len(values) // 2 :]
    normal = median(settled)
    deviation = NORMAL * median([abs(value - normal) for value in settled])
    limit = normal + max(_DEVIATIONS * (1.0 + 5.0 / len(settled)) * deviation, _LEAST)
    for index, value in enumerate(values):
        if value <= limit and median(values[index : index + 3]) <= limit:
            return index
    return len(values)
