"""How much of a map is measured in the time that there is."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rankwise.core.deadline import NEVER, Deadline

ROUNDS = 2
LARGE_S = 2e-3  # a large message takes at least this long where there is a size that does
_HURRIED = 4  # a large message is so many times smaller where there is no time for a round, and paths are slow


@dataclass(frozen=True)
class Pace:
    """How long the rounds may take, and when a pair counts as hung. `ROUNDS` rounds are made where they end before
    `end_s` of the monotonic clock, the first in any case. `sampled`: random pairs in place of all. `transports` False:
    the launches that ask what carries the bytes are left out. What does not begin before the `deadline` is left out,
    pairs of the first round too."""

    budget_s: float
    watchdog_s: float
    loaded: bool
    seed: int
    sampled: bool = False
    curve_rounds: int = 3
    transports: bool = True
    end_s: float = math.inf
    deadline: Deadline = NEVER


def rounds_within(round_s: float, left_s: float) -> int:
    """How many rounds over all pairs are made in all, where the first took `round_s` and `left_s` are left after it."""
    return 1 + sum(more * round_s <= left_s for more in range(1, ROUNDS))


def size_within(size_bytes: int, slowest_s: float, round_s: float, left_s: float) -> int:
    """The bytes of a large message, of which a round over all pairs takes `round_s`: fewer where that is more than is
    left, as long as the slowest path is then still busy for `LARGE_S`."""
    while round_s > left_s and slowest_s >= _HURRIED * LARGE_S:
        size_bytes, round_s, slowest_s = size_bytes // _HURRIED, round_s / _HURRIED, slowest_s / _HURRIED
    return size_bytes
