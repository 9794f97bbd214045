"""A map of many endpoints from a few of their pairs: representatives, random checks, group tests for slow links.

A slow port or cable slows every pair whose route it is on. Routes are not known to the tool, only pairs can be
measured, so a fault is described by the share of all pairs that it slows, wherever it sits:

1. random pairs are measured, enough that a fault on a share q of all pairs is met with the promised probability: s
   pairs all miss it with probability (1 - q)^s. Their medians are what is usual for each topological relation;
2. a pair that looks slow is measured again and again: noise goes away, a fault does not;
3. group tests find the cause: each end of a slow pair against a few random others. An end that is slow with most of
   them is itself slow (a port); what is left shares a link.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rankwise.model.robust import median

Pair = tuple[int, int]
N = TypeVar("N")
CONFIRMATIONS = 4
_PARTNERS = 8
_MOST_FOLLOWED = 200


@dataclass(frozen=True)
class Promise:
    """What a sampled map can see. A fault that slows the share `least_share` of all pairs by `factor` or more is met
    with probability 1 - `miss`; `pairs` are drawn at random for that."""

    pairs: int
    least_share: float
    factor: float
    miss: float

    def __str__(self) -> str:
        return (
            f"{self.pairs} random pairs: a fault that slows 1 pair in {1.0 / self.least_share:.0f} by {self.factor:g} "
            f"times is missed with probability {self.miss:.2g}"
        )


@dataclass(frozen=True)
class Suspect(Generic[N]):
    """Something slow: a `port` with its endpoint, or a `link` with the pairs that were seen slow over it. `factor`: how
    many times the usual time of their relation. Endpoints are numbers, or names where they have some."""

    kind: str
    endpoint: N | None
    pairs: tuple[tuple[N, N], ...]
    factor: float


@dataclass(frozen=True)
class Sampled:
    """What a sampled map found, and how many distinct pairs it measured."""

    usual: dict[str, float]
    suspects: tuple[Suspect[int], ...]
    measured: int
    promise: Promise


def promise(endpoints: int, *, least_share: float, factor: float = 1.5, miss: float = 1e-4) -> Promise:
    """How many random pairs keep the promise. Raises ValueError when that is more than there are."""
    drawn = math.ceil(math.log(miss) / math.log1p(-least_share))
    if drawn > endpoints * (endpoints - 1):
        raise ValueError(f"{endpoints} endpoints have fewer than {drawn} ordered pairs: measure them all")
    return Promise(drawn, least_share, factor, miss)


def sample(
    endpoints: int,
    relation: Callable[[Pair], str],
    measure: Callable[[Sequence[Pair]], Sequence[float]],
    agreed: Promise,
    seed: int = 1,
) -> Sampled:
    """The sampled map of endpoints 0 to n - 1. `measure` gives the seconds of each pair, and is called with many pairs
    at a time, never with one pair twice in a call."""
    search = _Search(endpoints, relation, measure, agreed, random.Random(seed))
    return search.run()


class _Search:
    def __init__(
        self,
        endpoints: int,
        relation: Callable[[Pair], str],
        measure: Callable[[Sequence[Pair]], Sequence[float]],
        agreed: Promise,
        draw: random.Random,
    ) -> None:
        self._endpoints, self._relation, self._measure = endpoints, relation, measure
        self._agreed, self._draw = agreed, draw
        self._seen: dict[Pair, list[float]] = defaultdict(list)
        self._usual: dict[str, float] = {}

    def run(self) -> Sampled:
        pairs = self._random_pairs(self._agreed.pairs)
        self._look(pairs)
        by_relation: dict[str, list[Pair]] = defaultdict(list)
        for pair in pairs:
            by_relation[self._relation(pair)].append(pair)
        for name, members in by_relation.items():
            self._usual[name] = median([self._seen[pair][0] for pair in members])
        slow = self._confirmed([pair for pair in pairs if self._is_slow(pair)])
        return Sampled(dict(self._usual), tuple(self._causes(slow)), len(self._seen), self._agreed)

    def _random_pairs(self, count: int) -> list[Pair]:
        found: dict[Pair, None] = {}
        while len(found) < count:
            a, b = self._draw.randrange(self._endpoints), self._draw.randrange(self._endpoints)
            if a != b:
                found[a, b] = None
        return list(found)

    def _look(self, pairs: Sequence[Pair]) -> None:
        unique = list(dict.fromkeys(pairs))
        for pair, time_s in zip(unique, self._measure(unique), strict=True):
            self._seen[pair].append(time_s)

    def _factor(self, pair: Pair) -> float:
        """The pair's fastest time over what is usual: noise only adds."""
        return min(self._seen[pair]) / self._usual.get(self._relation(pair), min(self._usual.values()))

    def _is_slow(self, pair: Pair) -> bool:
        # Half-way, as a ratio, between usual and the factor that must be seen.
        return self._factor(pair) > math.sqrt(self._agreed.factor)

    def _confirmed(self, pairs: list[Pair]) -> list[Pair]:
        for _ in range(CONFIRMATIONS):
            self._look(pairs)
            pairs = [pair for pair in pairs if self._is_slow(pair)]
        return pairs

    def _causes(self, slow: list[Pair]) -> list[Suspect[int]]:
        """Ports first: an end that is slow with most of a few random others. What is left are links."""
        ends = list(dict.fromkeys(end for pair in slow[:_MOST_FOLLOWED] for end in pair))
        tests = {end: self._partners(end) for end in ends}
        self._look([pair for pairs in tests.values() for pair in pairs])
        doubtful = [pair for pairs in tests.values() for pair in pairs if self._is_slow(pair)]
        self._look(doubtful)
        suspects = []
        ports = set()
        for end, pairs in tests.items():
            found = [pair for pair in pairs if self._is_slow(pair)]
            for way in (0, 1):  # a port may be slow when it sends, or when it receives
                alike = [pair for pair in found if pair[way] == end]
                if len(alike) > sum(pair[way] == end for pair in pairs) / 2:
                    ports.add(end)
                    factor = median([self._factor(pair) for pair in alike])
                    suspects.append(Suspect("port", end, tuple(alike), factor))
                    break
        rest = [pair for pair in slow if not set(pair) & ports]
        if rest:
            suspects.append(Suspect("link", None, tuple(rest), median([self._factor(pair) for pair in rest])))
        return suspects

    def _partners(self, end: int) -> list[Pair]:
        others = self._draw.sample([other for other in range(self._endpoints) if other != end], _PARTNERS)
        return [(end, other) for other in others] + [(other, end) for other in others]
