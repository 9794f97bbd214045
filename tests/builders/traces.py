"""Traces as records, of what ranks are said to have sent."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from builders import runs
from rankwise.tracing.records import Trace, TraceCommunicator, TracedRank, TraceRow


def sent(call: str, size: int, messages: int, peer: int | None = None) -> TraceRow:
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


def a_trace(rows: Mapping[int, tuple[TraceRow, ...]], world: int = 4) -> Trace:
    """The trace of these ranks, by their numbers, of `world` ranks."""
    ranks = tuple(
        TracedRank(rank=rank, host="n1", pid=rank, time_s=1.0, ended=True, rows=own) for rank, own in rows.items()
    )
    return Trace(
        run=replace(runs.run(), kind="trace"),
        mpi="mpich",
        program=("app",),
        status=0,
        world=world,
        ranks=ranks,
        communicators=(TraceCommunicator(ranks=world, members=tuple(range(world))),),
        matrix_bytes=(),
        matrix_messages=(),
    )
