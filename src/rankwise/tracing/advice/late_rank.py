"""A rank for which the others wait: its work is what must become shorter."""

from __future__ import annotations

from collections.abc import Iterator

from rankwise.core.units import format_seconds
from rankwise.tracing.advice.evidence import TraceEvidence
from rankwise.tracing.records import TraceAdvice

_LEAST_SHARE = 0.4
"""Of all waiting: below, several ranks are late in turn."""
_FAIR = 2.0
"""Times its share among equals, up to what is sure of two ranks."""
_SURE = 0.75


def check(seen: TraceEvidence) -> Iterator[TraceAdvice]:
    """For the rank that causes most of the waiting. The gain is what each of the others waited for it."""
    waits = seen.waiting.waits if seen.waiting else ()
    total_s = sum(row.time_s for row in waits)
    if seen.waiting is None or seen.world < 2 or total_s <= 0:
        return
    worst = seen.waiting.causes[0]
    if worst.time_s <= max(_LEAST_SHARE, min(_SURE, _FAIR / seen.world)) * total_s:
        return
    on = [row for row in waits if row.on == worst.rank]
    top = max(on, key=lambda row: row.time_s, default=None)
    if top is None:
        return
    each_s = worst.time_s / max(seen.world - 1, 1)
    since = f" since {format_seconds(worst.since_s)} after the first call" if worst.since_s > 0.1 * seen.run_s else ""
    yield TraceAdvice(
        pattern="late rank",
        text=f"rank {worst.rank} is late{since}: each other rank waits {format_seconds(each_s)} for it, most in "
        f"MPI_{top.call}; the ranks that wait did nothing wrong: give rank {worst.rank} less work",
        where=seen.where(top.call),
        cost_s=each_s,
        gain_s=each_s * (seen.world - 1) / seen.world,
    )
