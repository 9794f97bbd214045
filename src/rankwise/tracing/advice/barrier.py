"""MPI_Barrier: what it costs by itself can go; the imbalance that it shows cannot."""

from __future__ import annotations

from collections.abc import Iterator

from rankwise.core.units import format_seconds
from rankwise.tracing.advice.evidence import TraceEvidence
from rankwise.tracing.records import TraceAdvice

_LEAST_CALLS = 10


def check(seen: TraceEvidence) -> Iterator[TraceAdvice]:
    """For barriers that are called often. What the rank that comes last spends in them is their own cost, and the gain;
    what others spend beyond that is imbalance, which another call then shows."""
    called = [rank for rank in seen.ranks if seen.calls(rank, "Barrier") >= _LEAST_CALLS]
    if not called:
        return
    longest = seen.most("Barrier")
    own_s = min(seen.inside_s(rank, "Barrier") for rank in called)
    cost_s = seen.inside_s(longest, "Barrier")
    yield TraceAdvice(
        pattern="barrier",
        text=f"MPI_Barrier is called {seen.calls(longest, 'Barrier'):,} times: {format_seconds(own_s)} of it are its "
        f"own cost, up to {format_seconds(cost_s - own_s)} hide imbalance; messages need no barrier, only files, "
        "windows and clocks do",
        where=seen.where("Barrier"),
        cost_s=cost_s,
        gain_s=own_s,
    )
