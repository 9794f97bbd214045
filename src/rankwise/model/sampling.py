"""A map of many endpoints from a few of their pairs: representatives, random checks, group tests for slow links.

A slow port or cable slows every pair whose route it is on. Routes are not known to the tool, only pairs can be
measured, so a fault is described by the share of all pairs that it slows, wherever it sits:

1. random pairs are measured, enough that a fault on a share q of all pairs is met with the promised probability: s
   pairs all miss it with probability (1 - q)^s. Their medians are what is usual for each topological relation;
2. a pair that looks slow is measured again until a sequential test knows a fault, also one that comes and goes, from
   the disturbances that these medians show;
3. group tests find the cause: each end of a slow pair against a few random others. An end that is slow with most of
   them is itself slow (a port); what is left shares a link.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from rankwise.core.grouped import grouped
from rankwise.model.confirmation import LEAST_RATE, MOST_RATE, Confirmation, confirmation
from rankwise.model.robust import median

Pair = tuple[int, int]
N = TypeVar("N")
_FALSE = 1e-3  # of healthy maps accuse a pair
_OVERLOOKED = 0.1  # of the pairs of a port that is slow now and then
_DUTIES = (0.5, 1.0 / 3.0, 0.25)  # of faults that come and go, in the words of the promise
_PARTNERS = 8
_MOST_FOLLOWED = 200


@dataclass(frozen=True)
class Promise:
    """What a sampled map can see. A fault that slows the share `least_share` of all pairs by `factor` or more is met
    with probability 1 - `miss`; `pairs` are drawn at random for that. `disturbed`: for each kind of pair its share of
    them, and how many of its measurements are disturbed."""

    pairs: int
    least_share: float
    factor: float
    miss: float
    disturbed: tuple[tuple[float, float], ...] = ((1.0, LEAST_RATE),)

    def missed(self, duty: float) -> float:
        """The probability that a fault is missed that is there in `duty` of the measurements, each for itself."""
        accused = sum(share * Confirmation(rate, self.false).found(duty) for share, rate in self.disturbed)
        return float((1.0 - self.least_share * accused) ** self.pairs)

    @property
    def false(self) -> float:
        """The probability that a healthy pair is accused."""
        return _FALSE / self.pairs

    def __str__(self) -> str:
        rarely = ", ".join(f"{self.missed(duty):.2g} in {duty:.0%}" for duty in _DUTIES)
        disturbed = sum(share * rate for share, rate in self.disturbed)
        return (
            f"{self.pairs} random pairs: a fault that slows 1 pair in {1.0 / self.least_share:.0f} by {self.factor:g} "
            f"times is missed with probability {self.miss:.2g}; if it slows only some measurements, {rarely} of them, "
            f"with up to {disturbed:.0%} disturbed"
        )


@dataclass(frozen=True)
class SlowSpot(Generic[N]):
    """Something slow: a `port` with its endpoint, or a `link` with the pairs that were seen slow over it. `factor`: how
    many times the usual time of their relation, in the `share` of measurements that were slow. Endpoints are numbers,
    or names where they have some."""

    kind: str
    endpoint: N | None
    pairs: tuple[tuple[N, N], ...]
    factor: float
    share: float


@dataclass(frozen=True)
class Sampled:
    """What a sampled map found, and how many distinct pairs it measured. `unsteady`: so many first looks were disturbed
    that what is slow now and then may be disturbed as well."""

    usual: dict[str, float]
    suspects: tuple[SlowSpot[int], ...]
    measured: int
    promise: Promise
    unsteady: bool = False


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
        self._tests: dict[str, Confirmation] = {}

    def run(self) -> Sampled:
        pairs = self._random_pairs(self._agreed.pairs)
        self._look(pairs)
        by_relation = grouped((self._relation(pair), pair) for pair in pairs)
        looks, disturbances = 0, 0
        for name, members in by_relation.items():
            self._usual[name] = median([self._seen[pair][0] for pair in members])
            reached = [pair for pair in members if math.isfinite(self._seen[pair][0])]
            disturbed = sum(bool(self._slow(pair)) for pair in reached)
            looks, disturbances = looks + len(reached), disturbances + disturbed
            self._tests[name] = confirmation(disturbed, len(reached), false=self._agreed.false)
        slow = self._confirmed([pair for pair in pairs if self._slow(pair)])
        rates = tuple((len(by_relation[name]) / len(pairs), test.rate) for name, test in self._tests.items())
        agreed = replace(self._agreed, disturbed=rates)
        unsteady = disturbances > MOST_RATE * looks
        return Sampled(dict(self._usual), tuple(self._causes(slow)), len(self._seen), agreed, unsteady)

    def _random_pairs(self, count: int) -> list[Pair]:
        pairs: dict[Pair, None] = {}
        while len(pairs) < count:
            a, b = self._draw.randrange(self._endpoints), self._draw.randrange(self._endpoints)
            if a != b:
                pairs[a, b] = None
        return list(pairs)

    def _look(self, pairs: Sequence[Pair]) -> None:
        unique = list(dict.fromkeys(pairs))
        for pair, time_s in zip(unique, self._measure(unique), strict=True):
            self._seen[pair].append(time_s)

    def _slow(self, pair: Pair) -> list[float]:
        """The pair's slow measurements, each over what is usual."""
        usual = self._usual.get(self._relation(pair), min(self._usual.values()))
        # Half-way, as a ratio, between usual and the factor that must be seen.
        return [time_s / usual for time_s in self._seen[pair] if time_s / usual > math.sqrt(self._agreed.factor)]

    def _verdict(self, pair: Pair, overlooked: float | None) -> bool | None:
        """Whether the pair has a fault; None: measure it again."""
        slow, looks = self._slow(pair), len(self._seen[pair])
        test = self._tests.get(self._relation(pair)) or confirmation(0, 0, false=self._agreed.false)
        verdict = (replace(test, overlooked=overlooked) if overlooked else test).decide(len(slow), looks)
        if verdict and len(slow) < looks:
            # A sound path that usually takes nearly as long as counts as slow is beyond that now and then.
            return bool(median(slow) > self._agreed.factor**0.75)
        return verdict

    def _confirmed(self, pairs: list[Pair], overlooked: float | None = None) -> list[Pair]:
        """Those of the pairs that have a fault; each is measured until that is known."""
        confirmed: set[Pair] = set()
        left = pairs
        while left:
            verdicts = {pair: self._verdict(pair, overlooked) for pair in left}
            confirmed |= {pair for pair, verdict in verdicts.items() if verdict}
            left = [pair for pair, verdict in verdicts.items() if verdict is None]
            self._look(left)
        return [pair for pair in pairs if pair in confirmed]

    def _causes(self, slow: list[Pair]) -> list[SlowSpot[int]]:
        """Ports first: an end that is slow with most of a few random others. What is left are links."""
        followed = slow[:_MOST_FOLLOWED]
        ends = list(dict.fromkeys(end for pair in followed for end in pair))
        rarely = {end for pair in followed if len(self._slow(pair)) < len(self._seen[pair]) for end in pair}
        tests = {end: self._partners(end) for end in ends}
        self._look([pair for pairs in tests.values() for pair in pairs])
        # One measurement shows what is always slow; what comes and goes needs more of every pair.
        doubtful = {pair: None for end, pairs in tests.items() for pair in pairs if end in rarely or self._slow(pair)}
        known = {*slow, *self._confirmed(list(doubtful), _OVERLOOKED)}
        suspects = []
        ports = set()
        for end, pairs in tests.items():
            for way in (0, 1):  # a port may be slow when it sends, or when it receives
                alike = [pair for pair in pairs if pair in known and pair[way] == end]
                if len(alike) > _PARTNERS / 2:
                    ports.add(end)
                    suspects.append(self._suspect("port", end, alike))
                    break
        rest = [pair for pair in slow if not set(pair) & ports]
        if rest:
            suspects.append(self._suspect("link", None, rest))
        return suspects

    def _suspect(self, kind: str, end: int | None, pairs: Sequence[Pair]) -> SlowSpot[int]:
        factors = [median(self._slow(pair)) for pair in pairs]
        looks = sum(len(self._seen[pair]) for pair in pairs)
        share = sum(len(self._slow(pair)) for pair in pairs) / looks
        return SlowSpot(kind, end, tuple(pairs), median(factors), share)

    def _partners(self, end: int) -> list[Pair]:
        others = self._draw.sample([other for other in range(self._endpoints) if other != end], _PARTNERS)
        return [(end, other) for other in others] + [(other, end) for other in others]
