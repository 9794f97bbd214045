"""Messages of datatypes with gaps, such as a column of a matrix: the library copies their elements together."""

from __future__ import annotations

from collections.abc import Iterator

from rankwise.core.units import format_amount
from rankwise.tracing.advice.evidence import TraceEvidence
from rankwise.tracing.records import TraceAdvice, TracedRank

_WAITS = ("Wait", "Waitall", "Waitany", "Waitsome")
_LEAST_SHARE = 0.5
"""Of the bytes that a rank sends."""


def check(seen: TraceEvidence) -> Iterator[TraceAdvice]:
    """For the rank that sends most in such types, where that is most of what it sends. Persistent messages, collectives
    and windows are not looked at. The copy is not seen apart from the transfer, so the gain is unknown."""
    rank = max(seen.ranks, key=lambda rank: (sum(_gapped(rank).values()), -rank.rank))
    gapped = _gapped(rank)
    sent_bytes = sum(row.bytes for row in rank.rows if row.direction != "in")
    if not gapped or sum(gapped.values()) < _LEAST_SHARE * sent_bytes:
        return
    name = max(gapped, key=lambda call: gapped[call])
    calls = [*gapped, *(_WAITS if any(call.startswith("I") for call in gapped) else ())]
    yield TraceAdvice(
        pattern="types with gaps",
        text=f"rank {rank.rank} sends {format_amount(sum(gapped.values()))} of datatypes with gaps, most by "
        f"MPI_{name}: a library copies their elements together for each message; keep these values side by side",
        where=seen.where(name),
        cost_s=seen.inside_s(rank, *calls),
    )


def _gapped(rank: TracedRank) -> dict[str, int]:
    """Bytes of such types by the call that sent them."""
    return {call.call: call.gapped_bytes for call in rank.calls if call.gapped_bytes}
