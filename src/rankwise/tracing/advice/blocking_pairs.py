"""Ranks that send to each other by blocking calls: the two directions of a path can be used at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rankwise.core.units import plural
from rankwise.tracing.advice.evidence import TraceEvidence
from rankwise.tracing.records import TraceAdvice, TracedRank

_SENDS = ("Send", "Ssend", "Rsend")
_LEAST_MESSAGES = 20
_EVEN = 1.5
_MOST = 0.5
"""Of the time inside: both directions at once."""


def check(seen: TraceEvidence) -> Iterator[TraceAdvice]:
    """For ranks that send to a rank as many messages as they receive from it, each by MPI_Send and MPI_Recv. At most
    half of the time inside them is gained, and no more than is no wait for a partner that is late."""
    pairs = [pair for rank in seen.ranks for pair in _exchanges(rank)]
    both = {pair for pair in pairs if pair[::-1] in pairs}
    ranks = [rank for rank in seen.ranks if any(pair[0] == rank.rank for pair in both)]
    if not ranks:
        return
    longest = max(ranks, key=lambda rank: seen.inside_s(rank, *_SENDS, "Recv"))
    cost_s, own_s = seen.inside_s(longest, *_SENDS, "Recv"), seen.own_s(longest, *_SENDS, "Recv")
    yield TraceAdvice(
        pattern="blocking pairs",
        text=f"{plural(len(both) // 2, 'pair')} of ranks exchange messages by MPI_Send and MPI_Recv, one direction "
        "after the other: MPI_Sendrecv, or MPI_Irecv before MPI_Send, moves both at once, and cannot deadlock",
        where=seen.where("Recv", *_SENDS),
        cost_s=cost_s,
        gain_s=None if own_s is None else min(cost_s * _MOST, own_s),
    )


def _exchanges(rank: TracedRank) -> Iterator[tuple[int, int]]:
    """This rank and each with which it exchanges as many messages as it gets."""
    out: Counter[int] = Counter()
    into: Counter[int] = Counter()
    for row in rank.rows:
        if row.peer is not None and row.direction == "out" and row.call in _SENDS:
            out[row.peer] += row.messages
        if row.peer is not None and row.direction == "in" and row.call == "Recv":
            into[row.peer] += row.messages
    for peer, sent in out.items():
        if (
            peer != rank.rank
            and min(sent, into[peer]) >= _LEAST_MESSAGES
            and max(sent, into[peer]) <= _EVEN * min(sent, into[peer])
        ):
            yield rank.rank, peer
