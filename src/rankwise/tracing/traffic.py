"""What a trace says of who sends what to whom, as the traffic for which an order of ranks is sought."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rankwise.core.errors import UsageError
from rankwise.model.resources import Profile
from rankwise.optimise.traffic import Traffic
from rankwise.tracing.meaning import moved
from rankwise.tracing.records import Trace, TraceCommunicator

_PAIRWISE = ("alltoall", "alltoallv", "alltoallw")
_RING = ("allgather", "allgatherv")
_DOUBLING = ("allreduce", "reduce_scatter", "reduce_scatter_block", "barrier")


def traffic_of_trace(trace: Trace) -> Traffic:
    """Messages between pairs by their sizes, what one-sided calls put or fetch, and collectives as the messages of a
    usual algorithm: an all-to-all from each rank to each other, an allgather around a ring, an allreduce by recursive
    doubling. Rooted collectives are left out: their trees differ by library and size.

    Raises UsageError for a trace in which a rank is missing, and for one without messages.
    """
    known = {rank.rank for rank in trace.ranks}
    if absent := sorted(set(range(trace.world)) - known):
        raise UsageError(
            "trace-cut-short",
            f"the trace of run {trace.run.id} lacks {len(absent)} of {trace.world} ranks, rank {absent[0]} among them",
            "trace the program to its end, with every rank",
        )
    sent: dict[tuple[int, int], dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for rank in trace.ranks:
        for source, target, row in moved(rank, trace.world):
            if source != target and row.messages:
                sent[source, target][round(row.bytes / row.messages)] += row.messages
        for row in rank.rows:
            if row.direction == "collective" and row.communicator is not None and row.messages:
                members = members_of(trace.communicators[row.communicator], trace.world)
                if rank.rank in members:
                    for peer, size, messages in _messages(row.call, members, rank.rank, row.bytes / row.messages):
                        sent[rank.rank, peer][round(size)] += messages * row.messages
    if not sent:
        raise UsageError("no-messages", f"the trace of run {trace.run.id} holds no messages", "trace a longer run")
    sends: dict[tuple[int, int], Profile] = {pair: tuple(sorted(sizes.items())) for pair, sizes in sorted(sent.items())}
    return Traffic(f"the trace {trace.run.id}", trace.world, sends)


def members_of(communicator: TraceCommunicator, world: int) -> tuple[int, ...]:
    """World ranks of a communicator, none where they are not known: a trace keeps the first of a large one."""
    if communicator.between_groups:
        return ()
    if communicator.ranks == world:
        return communicator.members if len(communicator.members) == world else tuple(range(world))
    return communicator.members if len(communicator.members) == communicator.ranks else ()


def _messages(call: str, members: tuple[int, ...], rank: int, size: float) -> Iterator[tuple[int, float, int]]:
    """World rank, bytes and number of the messages that `rank` sends in one collective over `members`. Sizes are as
    the trace counts them: of an all-to-all and an allgather what one rank sends another."""
    name = call.lower().removesuffix("_init").removeprefix("i")
    count, own = len(members), members.index(rank)
    if name in _PAIRWISE:
        yield from ((peer, size, 1) for peer in members if peer != rank)
    elif name in _RING and count > 1:
        yield members[(own + 1) % count], size, count - 1
    elif name in _DOUBLING:
        step = 1
        while step < count:
            if (peer := own ^ step) < count:
                yield members[peer], size, 1
            step *= 2
