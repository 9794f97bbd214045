"""Many small messages to the same ranks: each costs a latency, and one with all their values costs little more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rankwise.core.units import format_bytes
from rankwise.tracing.advice.evidence import TraceEvidence
from rankwise.tracing.records import TraceAdvice, TracedRank

_SENDS = ("Send", "Ssend", "Rsend", "Bsend", "Isend", "Issend", "Sendrecv")
_INSIDE = (*_SENDS, "Recv", "Irecv", "Wait", "Waitall", "Waitany", "Waitsome")
_SMALL_BYTES = 1024
_LEAST_MESSAGES = 1000
_ALIKE = 0.8  # of all messages, to call them small


def check(seen: TraceEvidence) -> Iterator[TraceAdvice]:
    """For the rank that is longest in such calls. Where it sends several at once to each partner, one is left of them;
    how many others could be sent together is not seen, so their gain is unknown."""
    rank = seen.most(*_INSIDE)
    out = [row for row in rank.rows if row.direction == "out" and row.call in _SENDS and row.peer is not None]
    small = [row for row in out if row.below_bytes <= _SMALL_BYTES]
    messages = sum(row.messages for row in small)
    if messages < _LEAST_MESSAGES or messages < _ALIKE * sum(row.messages for row in out):
        return
    partners = {row.peer for row in small}
    size_bytes = sum(row.bytes for row in small) // messages
    at_once = _at_once(rank) // len(partners)
    cost_s, own_s = seen.inside_s(rank, *_INSIDE), seen.own_s(rank, *_INSIDE)
    several = len(partners) > 1
    ranks = f"{len(partners)} ranks" if several else f"rank {next(iter(partners))}"
    together = f", {at_once} {'to each ' if several else ''}at once" if at_once > 1 else ""
    yield TraceAdvice(
        pattern="small messages",
        text=f"rank {rank.rank} sends {messages:,} messages of {format_bytes(size_bytes)} to {ranks}{together}: each "
        "costs a latency; collect values in a buffer, and send them as one message",
        where=seen.where(*_INSIDE),
        cost_s=cost_s,
        gain_s=own_s * (1.0 - 1.0 / at_once) if own_s is not None and at_once > 1 else None,
    )


def _at_once(rank: TracedRank) -> int:
    """How many small messages the rank most often has sent before it waits."""
    calls: Counter[int] = Counter()
    for size in rank.sizes:
        if size.call in ("Isend", "Issend") and size.size_bytes < _SMALL_BYTES:
            calls[size.together] += size.calls
    return max(calls, key=lambda together: (calls[together], together), default=1)
