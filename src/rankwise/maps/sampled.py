"""One network of many endpoints, from a few of its pairs: representatives of each relation, random checks, suspects."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rankwise.core.errors import UsageError
from rankwise.core.records import Endpoint
from rankwise.maps.pair_visits import PairVisits
from rankwise.model import sampling
from rankwise.model.mapping import Pair, PairTimes
from rankwise.model.robust import median

MOST_ALL_PAIRS = 64
"""Above this many endpoints a map is a sample unless all pairs are asked for."""
_REPRESENTATIVES = 8
_LOOKS = 3  # at each representative: what is usual rests on them
_LOOKED_AROUND = 16  # endpoints with all partners of which the rare relations are found
_CALLED = 6  # others that each endpoint calls in the connect test


@dataclass(frozen=True)
class SampledNetwork:
    """`representatives` are the pairs that classes are made of; a suspect's pairs are ordered pairs of endpoints."""

    representatives: frozenset[Pair]
    suspects: tuple[sampling.SlowSpot[str], ...]
    promise: sampling.Promise
    unsteady: bool = False


def promise_for(endpoints: int) -> sampling.Promise:
    """A fault that slows one pair in as many as there are endpoints (one port) is what must be seen.

    Raises UsageError when that takes more pairs than there are.
    """
    try:
        return sampling.promise(endpoints, least_share=1.0 / endpoints)
    except ValueError as error:
        raise UsageError("too-few-endpoints", str(error), "--all-pairs") from error


def calls_of(members: Sequence[str], seed: int) -> list[Pair]:
    """The ordered pairs of the connect test of a sample: each endpoint calls its neighbour and a few others."""
    draw = random.Random(seed)
    pairs: dict[Pair, None] = {}
    for index, member in enumerate(members):
        others = [members[(index + 1) % len(members)], *draw.sample(members, min(_CALLED, len(members)))]
        pairs.update(dict.fromkeys((member, other) for other in others if other != member))
    return list(pairs)


def connected(members: Sequence[str], missing: Iterable[Pair]) -> list[str]:
    """The members without those that most of their calls failed with: each costs every launch that it is in."""
    left = list(members)
    broken = {frozenset(pair) for pair in missing}
    while True:
        counts = {member: sum(member in pair for pair in broken) for member in left}
        worst = max(left, key=lambda item: counts[item], default=None)
        if worst is None or counts[worst] < 2:
            return left
        left.remove(worst)
        broken = {pair for pair in broken if worst not in pair}


def sample_network(
    visits: PairVisits,
    values: PairTimes,
    errors: Mapping[Pair, str],
    endpoints: Sequence[Endpoint],
    relation: Callable[[Endpoint, Endpoint], str],
    *,
    agreed: sampling.Promise,
    seed: int,
    progress: Callable[[float], None] = lambda _share: None,
    again: Callable[[int], None] = lambda _pairs: None,
) -> SampledNetwork:
    """Measures representatives and the agreed number of random pairs, and follows what is slow; figures in `values`.
    `again` is called with how many pairs are measured once more, when they are."""
    network = _Network(
        visits, values, errors, endpoints=endpoints, relation=relation, agreed=agreed, seed=seed, progress=progress
    )

    def measure(pairs: Sequence[sampling.Pair]) -> list[float]:
        if network.representatives and pairs:  # after the first round
            again(len(pairs))
        return network.measure(pairs)

    sample = sampling.sample(len(endpoints), network.relation, measure, agreed, seed)
    names = [endpoint.id for endpoint in endpoints]
    return SampledNetwork(
        frozenset(pair for pairs in network.representatives.values() for pair in pairs),
        tuple(
            sampling.SlowSpot(
                suspect.kind,
                None if suspect.endpoint is None else names[suspect.endpoint],
                tuple((names[a], names[b]) for a, b in suspect.pairs),
                suspect.factor,
                suspect.share,
            )
            for suspect in sample.suspects
        ),
        sample.promise,
        sample.unsteady,
    )


class _Network:
    """Times of pairs in units of what is usual for their relation, so that latency and bandwidth are one number."""

    def __init__(
        self,
        visits: PairVisits,
        values: PairTimes,
        errors: Mapping[Pair, str],
        *,
        endpoints: Sequence[Endpoint],
        relation: Callable[[Endpoint, Endpoint], str],
        agreed: sampling.Promise,
        seed: int,
        progress: Callable[[float], None],
    ) -> None:
        self._visits, self._values, self._errors, self._progress = visits, values, errors, progress
        self._endpoints, self._relation_of, self._agreed = endpoints, relation, agreed
        self._draw = random.Random(seed)
        self._round = 0
        self._looked = 0
        self._usual: dict[str, tuple[float, float]] = {}
        self.representatives: dict[str, list[Pair]] = {}

    def relation(self, pair: sampling.Pair) -> str:
        return self._relation_of(self._endpoints[pair[0]], self._endpoints[pair[1]])

    def measure(self, pairs: Sequence[sampling.Pair]) -> list[float]:
        self._refer(pairs)
        names = [self._named(pair) for pair in pairs]
        self._look(names)
        return [self._time(name, self.relation(pair)) for name, pair in zip(names, pairs, strict=True)]

    def _refer(self, pairs: Sequence[sampling.Pair]) -> None:
        """Measures representatives of every relation among the pairs, and at the first time of all there are."""
        candidates = list(pairs)
        if not self._usual:
            everyone = range(len(self._endpoints))
            for end in self._draw.sample(everyone, min(_LOOKED_AROUND, len(everyone))):
                candidates += [(end, other) for other in everyone if other != end]
            self._draw.shuffle(candidates)
        unusual: dict[str, list[Pair]] = defaultdict(list)
        for pair in candidates:
            relation = self.relation(pair)
            if relation not in self._usual and len(unusual[relation]) < _REPRESENTATIVES:
                unusual[relation].append(self._named(pair))
        for relation, members in unusual.items():
            for _ in range(_LOOKS if members else 0):
                self._look(members)
            small = [min(self._values.latency[pair]) for pair in members if self._values.latency[pair]]
            large = [min(self._values.large[pair]) for pair in members if self._values.large[pair]]
            if small and large:
                self._usual[relation] = median(small), median(large)
                self.representatives[relation] = members

    def _look(self, pairs: Sequence[Pair]) -> None:
        self._round += 1
        able = [pair for pair in pairs if pair not in self._errors]
        for begin in range(0, len(able), 256):  # in portions, so that progress shows
            portion = able[begin : begin + 256]
            self._visits.look(portion, self._round)
            self._looked += len(portion)
            self._progress(min(1.0, self._looked / self._agreed.pairs))

    def _time(self, pair: Pair, relation: str) -> float:
        """The last visit, over what is usual; infinite for a pair that could not be measured."""
        small, large = self._values.latency.get(pair), self._values.large.get(pair)
        if pair in self._errors or not small or not large or relation not in self._usual:
            return math.inf
        usual = self._usual[relation]
        return max(small[-1] / usual[0], large[-1] / usual[1])

    def _named(self, pair: sampling.Pair) -> Pair:
        return self._endpoints[pair[0]].id, self._endpoints[pair[1]].id
