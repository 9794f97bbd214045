"""The traffic that a user names: a pattern, a matrix in a file, or what a trace says of who sends what to whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from rankwise.core import settings
from rankwise.core.errors import UsageError
from rankwise.core.files import is_file, read
from rankwise.core.records import decode
from rankwise.model.resources import Profile
from rankwise.optimise.traffic import HINT, Traffic, matrix, pattern, pattern_ranks, refuse_more_than
from rankwise.store import Store
from rankwise.tracing.meaning import moved
from rankwise.tracing.records import Trace, TraceCommunicator, TraceOrder, TraceStep

_PAIRWISE = ("alltoall", "alltoallv", "alltoallw")
_RING = ("allgather", "allgatherv")
_DOUBLING = ("allreduce", "reduce_scatter", "reduce_scatter_block", "barrier")


def traffic_of(
    name: str, endpoints: int, ranks: int = 0, size_bytes: int = 1 << 20, out: str | Path | None = None
) -> Traffic:
    """The traffic of a pattern, of a matrix in a file, or of a trace: a file of `trace export --format json` or a run
    that is stored in `out`. For `ranks` ranks (0: as many as it says, else all endpoints).

    Raises UsageError for an unknown pattern, a matrix that makes no sense and a trace that lacks ranks.
    """
    if (trace := trace_named(name, out)) is not None:
        if ranks and ranks != trace.world:
            raise UsageError("bad-trace", f"{name} is of {trace.world} ranks, not {ranks}", "leave --ranks away")
        return traffic_of_trace(trace)
    if _is_file(name):
        traffic = matrix(read(Path(name), "no-matrix", HINT), name, size_bytes)
        if ranks and ranks != traffic.ranks:
            raise UsageError("bad-matrix", f"{name} is of {traffic.ranks} ranks, not {ranks}", "leave --ranks away")
        return traffic
    wanted = ranks or pattern_ranks(name) or endpoints
    refuse_more_than(endpoints, wanted)
    return pattern(name, wanted, size_bytes)


def _is_file(name: str) -> bool:
    """Whether a word names a file: a pattern of that name is the pattern, and `./ring` the file."""
    if Path(name).suffix == ".csv":
        return True
    try:
        pattern_ranks(name)
    except UsageError:
        return is_file(name)
    return False


def trace_named(name: str, out: str | Path | None) -> Trace | None:
    """The trace of this name, a file or a stored run, `last` the last trace; None where it names a pattern or a matrix,
    and where nothing of the name is stored."""
    if Path(name).suffix == ".json":
        return decode(Trace, read(Path(name), "no-trace", HINT).encode(), source=name)
    if _is_file(name):
        return None
    try:
        pattern_ranks(name)
    except UsageError as unknown:
        try:
            with Store.of(settings.folder(out), create=False) as store:
                run, answer = store.answered(name, Trace if name == "last" else None)
        except UsageError as error:
            raise unknown if error.code in ("no-such-run", "no-store") else error from None
        if not isinstance(answer, Trace):
            raise UsageError("no-trace", f"run {run.id} is not a trace but of kind '{run.kind}'", HINT) from None
        return answer
    return None


def order_of_run(name: str, out: str | Path | None) -> TraceOrder | None:
    """What the ranks of a stored trace did in which order; None of what is none, and where it was not kept."""
    trace = None if is_file(name) else trace_named(name, out)
    if trace is None:
        return None
    with Store.of(settings.folder(out), create=False) as store:
        order = store.get(trace.run.id, TraceOrder.stored, TraceOrder)
    if order is None or all(_fits(step, order) for rank in order.ranks for step in rank.steps):
        return order
    return TraceOrder(lacking="what is stored of them does not fit together")


def _fits(step: TraceStep, order: TraceOrder) -> bool:
    """Whether the numbers of a step are as its call has them: a store may be damaged, or somebody else's."""
    if min(step.numbers, default=0) < 0:
        return False
    if step.call in ("send", "begin", "post"):
        return len(step.numbers) == 3 and step.numbers[0] < len(order.ranks)
    return step.call == "wait" or (len(step.numbers) == 2 and step.numbers[0] < len(order.communicators))


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
