"""What a trace says: sentences, who sends how much to whom, and the calls as rankwise's kernels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from rankwise.core.units import format_amount, format_seconds, plural
from rankwise.tracing.records import TracedRank, TraceRow

Matrix = tuple[tuple[int, ...], ...]
BLOCKING: Final = ("Send", "Ssend", "Rsend", "Bsend")
_ONE_SIDED: Final = ("put", "get", "accumulate", "get_accumulate", "fetch_and_op", "compare_and_swap")
_COLLECTIVES: Final = (
    *("barrier", "bcast", "allreduce", "reduce", "gather", "gatherv", "scatter", "scatterv", "allgather", "allgatherv"),
    *("alltoall", "alltoallv", "alltoallw", "reduce_scatter", "reduce_scatter_block"),
)
_KERNELS: Final = frozenset(
    (
        *(*_COLLECTIVES, *(f"i{name}" for name in _COLLECTIVES), "scan", "exscan", "sendrecv", "sendrecv_replace"),
        *("neighbor_allgather", "neighbor_allgatherv", "neighbor_alltoall", "neighbor_alltoallv"),
    )
)


def matrices(ranks: Sequence[TracedRank], world: int) -> tuple[Matrix, Matrix]:
    """Bytes and messages that world rank `row` sends to world rank `column`; shape (world, world). As the senders
    counted them, and of what is fetched the ranks that fetch; ranks that were not traced count nothing."""
    size = [[0] * world for _ in range(world)]
    messages = [[0] * world for _ in range(world)]
    for rank in ranks:
        for source, target, row in moved(rank, world):
            size[source][target] += row.bytes
            messages[source][target] += row.messages
    return tuple(map(tuple, size)), tuple(map(tuple, messages))


def moved(rank: TracedRank, world: int) -> Iterator[tuple[int, int, TraceRow]]:
    """The rows of a rank that move bytes between pairs, each with the world ranks from and to which."""
    for row in rank.rows:
        if row.peer is None or row.peer >= world or not 0 <= rank.rank < world:
            continue
        if row.direction == "out":
            yield rank.rank, row.peer, row
        elif row.direction == "fetched":
            yield row.peer, rank.rank, row


def kernel_rows(ranks: Sequence[TracedRank]) -> tuple[list[tuple[str, int, float]], list[str]]:
    """Rows of kernel, bytes, and the calls of the rank that has most of them; and the calls that no kernel is like.

    Blocking sends are `pingpong`, one message that is waited for is `pingping`, several at a time are `message_rate`.
    """
    window = window_of(ranks)
    most: dict[tuple[str, int], float] = {}
    without: set[str] = set()
    for rank in ranks:
        own: dict[tuple[str, int], float] = defaultdict(float)
        for row in rank.sizes:
            kernel = _kernel(row.call, row.together)
            if not kernel:
                without.add(row.call)
                continue
            own[kernel, row.size_bytes] += row.calls / (max(window, 1) if kernel == "message_rate" else 1)
        most |= {key: max(most.get(key, 0.0), calls) for key, calls in own.items()}
    return sorted((kernel, size, calls) for (kernel, size), calls in most.items()), sorted(without)


def _kernel(call: str, together: int) -> str:
    if call in BLOCKING:
        return "pingpong"
    if call in ("Sendrecv", "Sendrecv_replace"):
        return call.lower()
    name = call.lower()
    if name.removeprefix("i").removesuffix("_init") in (
        "send",
        "ssend",
        "rsend",
        "bsend",
        "sendrecv",
        "sendrecv_replace",
    ):
        return "message_rate" if together > 1 else "pingping"
    name = f"i{name.removesuffix('_init')}" if name.endswith("_init") else name
    return name if name in _KERNELS else ""


def window_of(ranks: Sequence[TracedRank]) -> int:
    """How many messages most of what is sent without waiting is sent with; 0 where each is waited for by itself."""
    messages: dict[int, int] = defaultdict(int)
    for rank in ranks:
        for row in rank.sizes:
            if _kernel(row.call, row.together) == "message_rate":
                messages[row.together] += row.calls
    return max(messages, key=lambda together: (messages[together], together), default=0)


def words(ranks: Sequence[TracedRank], world: int) -> tuple[str, ...]:
    """The trace in a few sentences, the most important first."""
    total_s = sum(time_s_of_threads(rank) for rank in ranks)
    sentences = []
    if world == 1 and len(ranks) > 1:
        sentences.append(
            f"Each of the {len(ranks)} processes is rank 0 of 1, a job of its own: `rankwise doctor -- LAUNCH LINE` "
            "says why, and how to start one job."
        )
    if total_s > 0:
        share = sum(call.time_s for rank in ranks for call in rank.calls) / total_s
        most = max(len(rank.threads) for rank in ranks)
        of = f"the time of their threads, up to {most} in a rank," if most > 1 else "that"
        longest = max(rank.time_s for rank in ranks)
        until = "" if all(rank.ended for rank in ranks) else " up to the last MPI call"  # later times nobody noted
        sentences.append(
            f"{plural(len(ranks), 'rank')} ran for {format_seconds(longest)}{until}; "
            f"{share:.0%} of {of} was inside MPI."
        )
    by_call: dict[str, float] = defaultdict(float)
    for rank in ranks:
        for call in rank.calls:
            by_call[call.call] += call.time_s
    if sum(by_call.values()) > 0:
        top = sorted(by_call, key=lambda name: -by_call[name])[:3]
        parts = [f"MPI_{name} {by_call[name] / sum(by_call.values()):.0%}" for name in top]
        sentences.append(f"Most of the time inside MPI: {', '.join(parts)}.")
    size, counts = matrices(ranks, world)
    sent = sum(map(sum, counts))
    if sent:
        value, source, target = max(
            (value, -row, -column) for row, line in enumerate(size) for column, value in enumerate(line)
        )
        sentences.append(
            f"{sent:,} message{'' if sent == 1 else 's'} with {format_amount(sum(map(sum, size)))} went between pairs; "
            f"most from rank {-source} to rank {-target}: {format_amount(value)}."
        )
    one_sided = [row for rank in ranks for _, _, row in moved(rank, world) if _one_sided(row.call)]
    if one_sided:
        messages, size_bytes = sum(row.messages for row in one_sided), sum(row.bytes for row in one_sided)
        sentences.append(
            f"One-sided calls moved {format_amount(size_bytes)} of this, in {plural(messages, 'message')}."
        )
    sentences += _overlap(ranks)
    alone = [rank.rank for rank in ranks if not rank.ended and rank.rank >= 0]  # sessions have neither
    for rank in ranks:
        if not rank.ended and rank.inside:
            sentences.append(f"Rank {rank.rank} ended inside MPI_{rank.inside}.")
    if alone:
        sentences.append(f"Without MPI_Finalize ended: ranks {', '.join(map(str, alone))}.")
    return (*sentences, *_lost(ranks))


def _lost(ranks: Sequence[TracedRank]) -> Iterator[str]:
    """What ranks had no room to count: without it a table would seem to be whole."""
    if messages := sum(rank.lost_messages for rank in ranks):
        size = format_amount(sum(rank.lost_bytes for rank in ranks))
        yield f"Other, for which the table had no room: {plural(messages, 'message')} with {size}."
    if calls := sum(rank.lost_requests for rank in ranks):
        yield f"Too many were under way at once to follow {plural(calls, 'nonblocking call')} to the end."
    if calls := sum(rank.lost_sizes for rank in ranks):
        yield f"There were too many different sizes: those of {plural(calls, 'call')} are in no row of `trace export`."


def time_s_of_threads(rank: TracedRank) -> float:
    """The time that the threads of a rank had, each while it was there."""
    return sum(thread.time_s for thread in rank.threads) or rank.time_s


def _overlap(ranks: Sequence[TracedRank]) -> list[str]:
    """For what part of nonblocking calls of each kind ranks were outside of MPI, and which rank least."""
    said = []
    for kind in ("receives", "sends", "collectives"):
        known = [(overlap, rank.rank) for rank in ranks for overlap in rank.overlaps if overlap.of == kind]
        if not known:
            continue
        share = sum(call.outside * call.pending_s for call, _ in known) / sum(call.pending_s for call, _ in known)
        least, rank = min(known, key=lambda pair: (pair[0].outside, pair[1]))
        differs = f"{least.outside:.0%}" != f"{share:.0%}"
        which = f"; least in rank {rank}: {least.outside:.0%}" if differs else ""
        said.append(f"While nonblocking {kind} were under way, ranks did other work {share:.0%} of the time{which}.")
    return said


def _one_sided(call: str) -> bool:
    return call.lower().removeprefix("r") in _ONE_SIDED


def missing(ranks: Sequence[TracedRank], world: int) -> str:
    """Which ranks of the world are not in the trace; empty when all are."""
    absent = sorted(set(range(world)) - {rank.rank for rank in ranks})
    if not absent:
        return ""
    names = ", ".join(map(str, absent[:8])) + (" ..." if len(absent) > 8 else "")
    return (
        f"not traced: ranks {names}; a static MPI, a container, or a node that does not see the trace library leaves "
        "no trace"
    )
