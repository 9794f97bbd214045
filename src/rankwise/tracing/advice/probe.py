"""Loops of MPI_Iprobe or MPI_Test: many calls for each message that comes."""

from __future__ import annotations

from collections.abc import Iterator

from rankwise.tracing.advice.evidence import TraceEvidence
from rankwise.tracing.records import TraceAdvice

_POLLS = ("Iprobe", "Improbe", "Test", "Testall", "Testany", "Testsome")
_LEAST_CALLS = 1000
_MANY = 10  # calls for each message


def check(seen: TraceEvidence) -> Iterator[TraceAdvice]:
    """For the rank that asks most often in vain. The gain is the time of all calls but one for each message."""
    rank = max(seen.ranks, key=lambda rank: (seen.calls(rank, *_POLLS), -rank.rank))
    calls = seen.calls(rank, *_POLLS)
    messages = sum(row.messages for row in rank.rows if row.direction == "in")
    if calls < _LEAST_CALLS or calls < _MANY * max(messages, 1):
        return
    name = max(_POLLS, key=lambda poll: seen.calls(rank, poll))
    cost_s = seen.inside_s(rank, *_POLLS)
    instead = "MPI_Probe, or MPI_Irecv before the work" if "probe" in name else "MPI_Wait where there is no other work"
    often = f"{seen.calls(rank, name):,} times for {messages:,} messages"
    yield TraceAdvice(
        pattern="polling",
        text=f"rank {rank.rank} calls MPI_{name} {often}: use {instead}",
        where=seen.where(name),
        cost_s=cost_s,
        gain_s=cost_s * (1.0 - min(messages / calls, 1.0)),
    )
