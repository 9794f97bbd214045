"""Who sends what to whom, as a trace says it."""

from __future__ import annotations

import pytest

from builders import runs
from rankwise.core.errors import UsageError
from rankwise.core.records import Trace, TraceCommunicator, TracedRank, TraceRow
from rankwise.decide.trace_traffic import traffic_of_trace


def row(call: str, size: int, messages: int, peer: int | None = None) -> TraceRow:
    """Messages of one size to a peer, or collective calls on the first communicator."""
    return TraceRow(
        call=call,
        direction="collective" if peer is None else "out",
        communicator=0,
        peer=peer,
        below_bytes=1 << size.bit_length(),
        messages=messages,
        bytes=size * messages,
        time_s=0.0,
    )


def trace(rows: dict[int, tuple[TraceRow, ...]], world: int = 4) -> Trace:
    ranks = tuple(
        TracedRank(rank=rank, host="n1", pid=rank, time_s=1.0, ended=True, rows=own) for rank, own in rows.items()
    )
    return Trace(
        run=runs.run(),
        mpi="mpich",
        program=("app",),
        status=0,
        world=world,
        ranks=ranks,
        communicators=(TraceCommunicator(ranks=world, members=tuple(range(world))),),
        matrix_bytes=(),
        matrix_messages=(),
    )


def test_messages_between_pairs_keep_their_sizes() -> None:
    own = (row("Send", 100, 5, 1), row("Isend", 4000, 2, 1), row("Send", 8, 1, 0))
    found = traffic_of_trace(trace({0: own, 1: (), 2: (), 3: ()}))
    assert found.sends == {(0, 1): ((100, 5.0), (4000, 2.0))}  # what a rank sends itself crosses no path


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("Alltoall", {(0, 1): ((64, 3.0),), (0, 2): ((64, 3.0),), (0, 3): ((64, 3.0),)}),
        ("Iallgather", {(0, 1): ((64, 9.0),)}),
        ("Allreduce", {(0, 1): ((64, 3.0),), (0, 2): ((64, 3.0),)}),
    ],
)
def test_collectives_are_the_messages_of_a_usual_algorithm(call: str, expected: object) -> None:
    assert traffic_of_trace(trace({0: (row(call, 64, 3),), 1: (), 2: (), 3: ()})).sends == expected


def test_a_trace_that_lacks_ranks_or_messages_is_refused() -> None:
    with pytest.raises(UsageError, match=r"lacks 1 of 4 ranks, rank 2 among them"):
        traffic_of_trace(trace({0: (), 1: (), 3: ()}))
    with pytest.raises(UsageError, match="holds no messages"):
        traffic_of_trace(trace({rank: (row("Bcast", 64, 3),) for rank in range(4)}))
