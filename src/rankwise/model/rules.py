"""What no MPI should be slower than, as a table: a call against the same work put together from other calls.

Source: Traeff, Gropp, Thakur, "Self-consistent MPI performance guidelines", IEEE TPDS 21 (2010) 698, with sizes as our
kernels define them: the whole vector for bcast, reduce, allreduce and reduce_scatter, the block of one rank for gather,
scatter, allgather and alltoall.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Size = Callable[[int, int], int]


def same(size_bytes: int, ranks: int) -> int:
    """The size of the call itself."""
    return size_bytes


def of_all_ranks(size_bytes: int, ranks: int) -> int:
    """All blocks together."""
    return size_bytes * ranks


def part_of_rank(size_bytes: int, ranks: int) -> int:
    """The share of one rank, rounded up."""
    return -(-size_bytes // ranks)


def nothing(size_bytes: int, ranks: int) -> int:
    """For calls that carry no data."""
    return 0


def one_number(size_bytes: int, ranks: int) -> int:
    """The smallest vector that can be reduced."""
    return 4


@dataclass(frozen=True)
class Part:
    """`times(ranks)` calls of a kernel at a size that follows from the size of the call that is judged."""

    kernel: str
    size: Size = same
    times: Callable[[int], int] = lambda ranks: 1


@dataclass(frozen=True)
class Rule:
    """`kernel` should take no longer than its parts one after the other, at the same ranks.

    `ranks`: only for this number of ranks. `uniform`: only where all paths are alike (the parts use other pairs of
    ranks than the call).
    """

    kernel: str
    parts: tuple[Part, ...]
    ranks: int | None = None
    uniform: bool = False


# A rooted call is timed alone from a common start, an unrooted one back to back: where the first is held against the
# second, a barrier stands for the common start.
_START = Part("barrier", nothing)

COMPOSITION: tuple[Rule, ...] = (
    Rule("allreduce", (Part("reduce"), Part("bcast"))),
    Rule("allreduce", (Part("reduce_scatter"), Part("allgather", part_of_rank))),
    Rule("reduce", (Part("allreduce"), _START)),
    Rule("reduce", (Part("reduce_scatter"), Part("gather", part_of_rank))),
    Rule("reduce_scatter", (Part("reduce"), Part("scatter", part_of_rank))),
    Rule("reduce_scatter", (Part("allreduce"),)),
    Rule("bcast", (Part("scatter", part_of_rank), Part("allgather", part_of_rank))),
    Rule("allgather", (Part("gather"), Part("bcast", of_all_ranks))),
    Rule("allgather", (Part("alltoall"),)),
    Rule("gather", (Part("allgather"), _START)),
    Rule("scatter", (Part("bcast", of_all_ranks),)),
    Rule("barrier", (Part("allreduce", one_number),)),
    # One for each rank, itself too: its own block is copied, and a large one is no less work to copy than to send.
    Rule("alltoall", (Part("sendrecv", times=lambda ranks: ranks),), uniform=True),
    Rule("pingping", (Part("pingpong", times=lambda ranks: 2),)),
    Rule("sendrecv", (Part("pingpong", times=lambda ranks: 2),), ranks=2),
    Rule("exchange", (Part("sendrecv", times=lambda ranks: 2),)),
)

CACHED_BYTES = 1 << 16
"""Up to so many bytes of a buffer a call and its parts are at home in the same cache; above, a part that is measured by
itself, again and again in one buffer, may stay in one that the whole does not fit in."""

# Kernels whose size is the block of one rank: their buffers hold one for each.
BLOCK_OF_EACH = frozenset({"allgather", "alltoall", "gather", "scatter"})

# Kernels whose message can be cut in two halves that are sent one after the other: t(2 X) <= 2 t(X).
DIVISIBLE = frozenset(
    {"pingpong", "pingping", "sendrecv", "exchange", "bcast", "reduce", "allreduce"}
    | {"allgather", "alltoall", "gather", "scatter"}
)

# Kernels that do no less work with more ranks, so that a part of the ranks should not need longer than all.
GROWS_WITH_RANKS = frozenset(
    {"barrier", "bcast", "reduce", "allreduce", "reduce_scatter", "allgather", "alltoall", "gather", "scatter"}
)
