"""Which pairs are to be busy at once so that they meet in one resource, and what their rates say of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from rankwise.core.records import Endpoint, Per
from rankwise.core.sharing import place_of

Pair = tuple[str, str]

NAMES: Final[dict[Per, str]] = {
    "slot": "slot",
    "root port": "root-port",
    "socket": "socket-link",
    "adapter": "adapter",
    "node": "adapter",
    "switch": "uplink",
}
"""What is looked for, from the inside out: what an inner resource explains is none of an outer one."""
MOST_PAIRS = 8
BINDS = 0.85
"""Pairs that get less than this share of what is known so far would give them meet in something that is not known."""
SHARES_DIRECTIONS = 0.6
"""Of what both directions carry one after the other: when they carry less at once, they share one rate. Then it is a
half; two rates on a busy machine were seen to give 0.71."""


@dataclass(frozen=True)
class MeetingPlace:
    """One place where paths may share something, and the pairs that leave it, all of different endpoints."""

    per: Per
    place: str
    leaving: tuple[Pair, ...]

    @property
    def entering(self) -> tuple[Pair, ...]:
        return tuple((b, a) for a, b in self.leaving)


def candidates(endpoints: Sequence[Endpoint], usable: AbstractSet[Pair], per: Per) -> Iterator[MeetingPlace]:
    """The places of a kind that two or more pairs can leave at once over `usable` paths. Where there is a choice, pairs
    are at different places inside, and lead to different ones outside, so that they meet nowhere else."""
    where = {end.id: place_of(end, per) for end in endpoints}
    for place in dict.fromkeys(filter(None, where.values())):
        inside = [end for end in endpoints if where[end.id] == place]
        outside = [end for end in endpoints if where[end.id] not in ("", place)]
        used: Counter[str] = Counter()
        leaving: list[Pair] = []
        for source in _spread(inside, per):
            ways = {end.id: {(source.id, end.id), (end.id, source.id)} for end in outside}
            free = [end for end in outside if end.id not in used and usable >= ways[end.id]]
            if not free or len(leaving) == MOST_PAIRS:
                break
            target = min(free, key=lambda end: (used[f"{per} {where[end.id]}"], used[f"node {end.node}"]))
            used.update((target.id, f"{per} {where[target.id]}", f"node {target.node}"))
            leaving.append((source.id, target.id))
        if len(leaving) > 1:
            yield MeetingPlace(per, place, tuple(leaving))


def kinds(endpoints: Sequence[Endpoint]) -> Iterator[Per]:
    """The kinds of places that divide these endpoints, each division once."""
    seen: set[frozenset[frozenset[str]]] = set()
    for per in NAMES:
        parts: dict[str, set[str]] = {}
        for end in endpoints:
            parts.setdefault(place_of(end, per), set()).add(end.id)
        division = frozenset(frozenset(part) for part in parts.values())
        if len(division) > 1 and "" not in parts and division not in seen:
            seen.add(division)
            yield per


def inside(endpoints: Sequence[Endpoint], usable: AbstractSet[Pair], per: Per, count: int) -> tuple[Pair, ...]:
    """As many pairs of different endpoints that leave no place of a kind: fewer where there are not so many."""
    pairs: list[Pair] = []
    used: set[str] = set()
    for a in endpoints:
        for b in endpoints:
            free = a.id != b.id and not {a.id, b.id} & used
            if free and len(pairs) < count and place_of(a, per) == place_of(b, per) and (a.id, b.id) in usable:
                pairs.append((a.id, b.id))
                used |= {a.id, b.id}
    return tuple(pairs)


def carried_bytes_per_s(size_bytes: float, samples_s: Sequence[Sequence[float]]) -> float:
    """What pairs carry together while all of them are busy: each sent messages of that size, one after the other, that
    took `samples_s`. The time counts until the first pair has sent all of its messages."""
    busy_s = min(sum(samples) for samples in samples_s)
    sent = 0.0
    for samples in samples_s:
        left_s = busy_s
        for sample in samples:
            sent += min(1.0, left_s / sample)
            left_s = max(0.0, left_s - sample)
    return sent * size_bytes / busy_s


def _spread(ends: Sequence[Endpoint], per: Per) -> list[Endpoint]:
    """Endpoints of different nodes first; inside a node those of different sockets."""
    turn: Counter[str] = Counter()
    order: list[tuple[int, int]] = []
    for end in ends:
        place = end.node if per == "switch" else str(end.socket)
        order.append((turn[place], len(order)))
        turn[place] += 1
    return [ends[number] for _, number in sorted(order)]
