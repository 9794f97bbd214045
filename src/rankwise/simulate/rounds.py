"""Which messages a call makes, round by round: what an estimate without a simulator times by shared resources."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rankwise.model.machine import CostModel
from rankwise.model.resources import Profile, timed

Round = dict[tuple[int, int], Profile]
"""What is under way at once: messages by (sender, receiver)."""


def estimate(kernel: str, size_bytes: int, machine: CostModel, order: Sequence[int]) -> tuple[float, str] | None:
    """Seconds of one call by ranks at `order[r]`, and what is busy longest; None for a kernel of unknown messages.

    Each round begins when the one before has ended for all: collectives overlap their rounds, so this is no bound.
    """
    import numpy as np

    if kernel not in ROUNDS or len(order) < 2:
        return None
    busy_s: dict[str, float] = {}
    total_s = 0.0
    for sends in ROUNDS[kernel](len(order), size_bytes):
        part = timed(sends, machine, np.array(order, dtype=np.int64))
        total_s += part.time_s
        busy_s[part.busiest] = busy_s.get(part.busiest, 0.0) + part.busy_s
    return total_s, max(busy_s, key=lambda name: busy_s[name], default="")


def _one_way(_ranks: int, size: int) -> list[Round]:
    return [{(0, 1): ((size, 1),)}]


def _to_the_next(ranks: int, size: int) -> list[Round]:
    return [{(rank, (rank + 1) % ranks): ((size, 1),) for rank in range(ranks)}]


def _both_neighbours(ranks: int, size: int) -> list[Round]:
    if ranks == 2:
        return [{(0, 1): ((size, 2),), (1, 0): ((size, 2),)}]
    return [{(rank, (rank + step) % ranks): ((size, 1),) for rank in range(ranks) for step in (1, -1)}]


def _all_pairs(ranks: int, size: int) -> list[Round]:
    return [{(a, b): ((size, 1),) for a in range(ranks) for b in range(ranks) if a != b}]


def _ring_of_blocks(ranks: int, size: int) -> list[Round]:
    return _to_the_next(ranks, size) * (ranks - 1)


def _dissemination(ranks: int, _size: int) -> list[Round]:
    steps = [1 << power for power in range((ranks - 1).bit_length())]
    return [{(rank, (rank + step) % ranks): ((0, 1),) for rank in range(ranks)} for step in steps]


def _from_the_root(ranks: int, size: int) -> list[Round]:
    """Binomial tree: Thakur, Rabenseifner, Gropp, IJHPCA 19 (2005), 49-66."""
    steps = [1 << power for power in range((ranks - 1).bit_length())]
    return [
        {(rank, rank + step): ((size, 1),) for rank in range(min(step, ranks)) if rank + step < ranks} for step in steps
    ]


def _to_the_root(ranks: int, size: int) -> list[Round]:
    return [_reversed(sends) for sends in reversed(_from_the_root(ranks, size))]


def _everyone_reduces(ranks: int, size: int) -> list[Round]:
    """Recursive doubling of the largest power of two of ranks; the others send to one of them, and receive from it."""
    power = 1 << (ranks.bit_length() - 1)
    before: Round = {(rank, rank - power): ((size, 1),) for rank in range(power, ranks)}
    doubling: list[Round] = [
        {(rank, rank ^ (1 << bit)): ((size, 1),) for rank in range(power)} for bit in range(power.bit_length() - 1)
    ]
    return [sends for sends in (before, *doubling, _reversed(before)) if sends]


def _reversed(sends: Round) -> Round:
    return {(b, a): profile for (a, b), profile in sends.items()}


ROUNDS: Final[dict[str, Callable[[int, int], list[Round]]]] = {
    "oneway": _one_way,
    "pingpong": _one_way,
    "pingping": lambda _ranks, size: [{(0, 1): ((size, 1),), (1, 0): ((size, 1),)}],
    "sendrecv": _to_the_next,
    "exchange": _both_neighbours,
    "alltoall": _all_pairs,
    "allgather": _ring_of_blocks,
    "barrier": _dissemination,
    "bcast": _from_the_root,
    "reduce": _to_the_root,
    "allreduce": _everyone_reduces,
}
"""The rounds of a call by kernel: (ranks, size) to rounds."""
