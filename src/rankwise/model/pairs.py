"""Which pairs are measured at the same time, and which endpoints can be in one launch: pure combinatorics."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def tournament(members: Sequence[T], seed: int = 1) -> list[list[tuple[T, T]]]:
    """Every unordered pair once, in rounds of disjoint pairs; which pair meets in which round, and which of the two
    comes first, is drawn by `seed`.

    The circle method (Kirkman 1847): n - 1 rounds for an even number, n for an odd one, where one rests each time.
    """
    draw = random.Random(seed)
    seats: list[T | None] = list(members)
    draw.shuffle(seats)
    if len(seats) % 2:
        seats.append(None)
    half = len(seats) // 2
    rounds: list[list[tuple[T, T]]] = []
    for _ in range(len(seats) - 1):
        pairs = []
        for a, b in zip(seats[:half], reversed(seats[half:]), strict=True):
            if a is not None and b is not None:
                pairs.append((a, b) if draw.random() < 0.5 else (b, a))
        rounds.append(pairs)
        seats.insert(1, seats.pop())
    draw.shuffle(rounds)
    return rounds


def at_once(
    pairs: Sequence[tuple[T, T]], machine: Mapping[T, str], cores: Mapping[str, int], most: int | None = None
) -> list[list[tuple[T, T]]]:
    """The disjoint pairs of one round in portions that may run at the same time: on no machine are more endpoints
    active than two for each two of its cores, and at least one pair is. `most` limits a portion further."""
    portions: list[list[tuple[T, T]]] = []
    active: list[Counter[str]] = []
    for pair in pairs:
        load = Counter(machine[end] for end in pair)
        for portion, present in zip(portions, active, strict=True):
            fits = all(present[name] + count <= max(2, cores[name] // 2 * 2) for name, count in load.items())
            if fits and (most is None or len(portion) < most):
                portion.append(pair)
                present.update(load)
                break
        else:
            portions.append([pair])
            active.append(load)
    return portions


def circles(members: Sequence[T], missing: Collection[tuple[T, T]]) -> list[list[T]]:
    """Groups of endpoints within which everybody reaches everybody, so that every pair that is not in `missing` (in
    either direction) is inside at least one. A greedy cover: few groups, not always the fewest.
    """
    apart = {frozenset(pair) for pair in missing}
    reach = {
        member: {other for other in members if other != member and frozenset((member, other)) not in apart}
        for member in members
    }
    open_pairs = {frozenset((a, b)) for a in members for b in reach[a]}
    groups: list[list[T]] = []
    while open_pairs:
        # Starts where most is still to be covered, then takes in whoever covers most and reaches all so far.
        start = max(
            members, key=lambda member: sum(frozenset((member, other)) in open_pairs for other in reach[member])
        )
        group = [start]
        candidates = set(reach[start])
        while candidates:
            best = max(
                (member for member in members if member in candidates),
                key=lambda item: sum(frozenset((item, other)) in open_pairs for other in group),
            )
            group.append(best)
            candidates &= reach[best]
        open_pairs -= {frozenset((a, b)) for a in group for b in group}
        groups.append([member for member in members if member in group])
    return groups


def one_by_one(
    pairs: Sequence[tuple[int, int]], most: int, cost: Callable[[Counter[int], tuple[int, int]], int | tuple[int, int]]
) -> list[tuple[int, int]]:
    """At most `most` of these pairs, the first of the least cost each time. `cost` sees how often ends were taken."""
    taken: Counter[int] = Counter()
    chosen: list[tuple[int, int]] = []
    left = list(pairs)
    while left and len(chosen) < most:
        pair = min(left, key=lambda ends: cost(taken, ends))
        left.remove(pair)
        chosen.append(pair)
        taken.update(pair)
    return chosen
