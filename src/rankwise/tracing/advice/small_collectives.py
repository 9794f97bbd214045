"""Small collectives that follow each other: a single one with all their values costs little more than one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rankwise.core.units import format_amount, format_bytes
from rankwise.tracing.advice.evidence import TraceEvidence
from rankwise.tracing.records import TraceAdvice

_MERGED = ("Allreduce", "Bcast", "Reduce", "Allgather", "Gather", "Scatter", "Scan")
_SMALL_BYTES = 4096
_LEAST_TIMES = 10
_ALIKE = 0.8  # of all calls, to speak of the size of them


def check(seen: TraceEvidence) -> Iterator[TraceAdvice]:
    """For each collective that is called several times in a row with few bytes. The gain leaves one call of each row,
    and a message of so few bytes takes as long as a shorter one; waits for others stay."""
    for call in _MERGED:
        rows = {length: times for (name, length), times in seen.repeats.items() if name == call}
        if sum(rows.values()) < _LEAST_TIMES:
            continue
        rank = seen.most(call)
        sizes: Counter[int] = Counter()
        for size in rank.sizes:
            if size.call == call:
                sizes[size.size_bytes] += size.calls
        calls, cost_s, own_s = seen.calls(rank, call), seen.inside_s(rank, call), seen.own_s(rank, call)
        if not sizes or not calls:
            continue
        size_bytes, alike = sizes.most_common(1)[0]
        length = max(rows, key=lambda key: (rows[key] * key, key))
        if alike < _ALIKE * calls or size_bytes * length > _SMALL_BYTES:
            continue
        saved = sum(times * (many - 1) for many, times in rows.items()) / calls
        each = f"{length} MPI_{call} of {format_bytes(size_bytes)} follow each other {rows[length]:,} times"
        yield TraceAdvice(
            pattern="small collectives",
            text=f"{each}: one of {format_amount(size_bytes * length)} takes about as long as each of them",
            where=seen.where(call),
            cost_s=cost_s,
            gain_s=None if own_s is None else own_s * min(saved, 1.0),
        )
