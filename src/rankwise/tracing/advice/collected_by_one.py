"""One rank that receives from all others, a message each: a collective does that in fewer steps."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from rankwise.tracing.advice.evidence import TraceEvidence
from rankwise.tracing.records import TraceAdvice

_LEAST_SENDERS = 3
_LEAST_MESSAGES = 10
_EVEN = 1.5  # most messages of a sender over fewest


def check(seen: TraceEvidence) -> Iterator[TraceAdvice]:
    """For a rank that gets as many messages from each other rank by MPI_Recv. A tree has so many steps as the number of
    ranks has binary digits; waits for late senders stay."""
    for rank in seen.ranks:
        came: Counter[int] = Counter()
        for row in rank.rows:
            if row.direction == "in" and row.call == "Recv" and row.peer is not None:
                came[row.peer] += row.messages
        if len(came) < max(_LEAST_SENDERS, seen.world - 1) or min(came.values()) < _LEAST_MESSAGES:
            continue
        if max(came.values()) > _EVEN * min(came.values()):
            continue
        cost_s, own_s = seen.inside_s(rank, "Recv"), seen.own_s(rank, "Recv")
        steps = math.ceil(math.log2(len(came) + 1))
        yield TraceAdvice(
            pattern="collected by one",
            text=f"rank {rank.rank} receives {min(came.values()):,} messages from each of {len(came)} ranks with "
            "MPI_Recv: MPI_Gather or MPI_Reduce does that in a tree; MPI_ANY_SOURCE at least takes what is there",
            where=seen.where("Recv"),
            cost_s=cost_s,
            gain_s=None if own_s is None else own_s * max(0.0, 1.0 - steps / len(came)),
        )
        return
