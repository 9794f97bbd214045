"""MPI_Barrier: what it costs by itself can go; the imbalance that it shows cannot."""

from __future__ import annotations

from collections.abc import Iterator

from rankwise.core.units import format_seconds
from rankwise.tracing.advice.evidence import TraceEvidence
from rankwise.tracing.records import TraceAdvice

_LEAST_CALLS = 10


def check(seen: TraceEvidence) -> Iterator[TraceAdvice]:
    """For barriers that are called often. Their own cost, and the gain, is what a rank spends in them beyond its waits
    for others; those are imbalance, which another call then shows. Without them the cost is not known, only that it is
    at most what any rank spends there."""
    called = [rank for rank in seen.ranks if seen.calls(rank, "Barrier") >= _LEAST_CALLS]
    if not called:
        return
    longest = seen.most("Barrier")
    cost_s = seen.inside_s(longest, "Barrier")
    own = [own_s for rank in called if (own_s := seen.own_s(rank, "Barrier")) is not None]
    own_s = min(own, default=None)
    if own_s is None:
        words = (
            f"at most {format_seconds(min(seen.inside_s(rank, 'Barrier') for rank in called))} of it are its own cost"
        )
    else:
        words = f"{format_seconds(own_s)} of it are its own cost, up to {format_seconds(cost_s - own_s)} hide imbalance"
    yield TraceAdvice(
        pattern="barrier",
        text=f"MPI_Barrier is called {seen.calls(longest, 'Barrier'):,} times: {words}; messages need no barrier, "
        "only files, windows and clocks do",
        where=seen.where("Barrier"),
        cost_s=cost_s,
        gain_s=own_s,
    )
