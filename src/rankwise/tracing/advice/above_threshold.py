"""Messages a little longer than a power of two: libraries change their protocol there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rankwise.core.units import format_bytes
from rankwise.tracing.advice.evidence import TraceEvidence
from rankwise.tracing.records import TraceAdvice

_CALLS = ("Send", "Isend", "Sendrecv", "Ssend", "Issend", "Send_init")
_FIRST_BYTES, _LAST_BYTES = 1 << 10, 1 << 20
_ABOVE = 1 / 64
"""Of the power of two: a header or a rank's extra row."""
_LEAST_SHARE = 0.2
_LEAST_MESSAGES = 100


def check(seen: TraceEvidence) -> Iterator[TraceAdvice]:
    """For the size that most messages of a rank have, where it is just above such a length. The trace cannot know what
    that costs: `rankwise bench` measures both sides of it."""
    sizes: Counter[int] = Counter()
    for rank in seen.ranks:
        for size in rank.sizes:
            if size.call in _CALLS:
                sizes[size.size_bytes] += size.calls
    total = sum(sizes.values())
    for size_bytes, messages in sizes.most_common(3):
        below = 1 << (size_bytes.bit_length() - 1) if size_bytes else 0
        near = _FIRST_BYTES <= below <= _LAST_BYTES and below < size_bytes <= below * (1 + _ABOVE)
        if near and messages >= max(_LEAST_MESSAGES, _LEAST_SHARE * total):
            calls = [call for call in _CALLS if any(seen.calls(rank, call) for rank in seen.ranks)]
            yield TraceAdvice(
                pattern="above a threshold",
                text=f"{messages:,} messages have {size_bytes} B, {size_bytes - below} B more than "
                f"{format_bytes(below)}, where libraries change their protocol: try a header of its own, or see what "
                f"both sides take: `rankwise bench pingpong --sizes {below},{size_bytes}`",
                where=seen.where(*calls),
                cost_s=max(seen.inside_s(rank, *calls) for rank in seen.ranks),
            )
            return
