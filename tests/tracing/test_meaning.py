"""What a trace says in sentences."""

from __future__ import annotations

from rankwise.tracing.meaning import words
from rankwise.tracing.records import TracedRank


def rank(number: int, **lost: int) -> TracedRank:
    return TracedRank(rank=number, host="n1", pid=7, time_s=1.0, ended=True, **lost)


def test_what_had_no_room_is_told() -> None:
    told = "\n".join(words([rank(0, lost_messages=2, lost_bytes=4096), rank(1, lost_requests=3, lost_sizes=1)], 2))
    assert "no room: 2 messages with 4 KiB." in told
    assert "to follow 3 nonblocking calls to the end" in told
    assert "those of 1 call are in no row of `trace export`" in told


def test_nothing_is_told_of_a_trace_that_is_whole() -> None:
    assert not [sentence for sentence in words([rank(0), rank(1)], 2) if "room" in sentence or "too many" in sentence]
