"""Which pairs of a program's endpoints to relay, and through whom: by a map, and by what its ranks send each other."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from rankwise.model.machine import CostModel, ForwardingCost, machine_of
from rankwise.model.records import Map
from rankwise.model.resources import Profile
from rankwise.optimise.records import RelayedPair
from rankwise.optimise.traffic import Traffic

PIECE_BYTES = 1 << 16
"""What a forwarder hands on at a time, as far as a prediction goes: TCP's largest segment."""
_WORTH = 0.9  # a relayed pair must take less than this share of its direct time
_NEAREST = 12  # relays tried at each end, the fastest first

_Pair = tuple[int, int]
_Resource = tuple[str, int, int]  # a link by its ends, a row of the capacities, a relay by its place


@dataclass(frozen=True)
class RelayGain:
    """A pair that is faster by relays, with the predicted time of all its messages, both directions, there and so."""

    pair: RelayedPair
    direct_s: float
    relayed_s: float


def relay_gains(
    machine: Map, traffic: Traffic, places: Sequence[str], relays: Collection[str] | None = None
) -> tuple[RelayGain, ...]:
    """The pairs to relay when rank r runs on endpoint `places[r]`, those with most time first. `relays` are the
    endpoints that messages may go through (None: all).

    Both directions of a pair go together, for one TCP connection carries them. Messages of all pairs are taken to be
    under way at the same time: what shares a link, a relay or a resource adds up there. Pairs are taken one after the
    other, the one with the longest time first, and none makes the busiest resource of the job busier. Raises ValueError
    for a rank without a place or a place that the map does not have.
    """
    links = machine_of(machine)
    names = [endpoint.id for endpoint in machine.endpoints]
    sent = _between(traffic, [names.index(place) for place in places])
    allowed = set(range(len(names)) if relays is None else map(names.index, relays))
    ways: dict[_Pair, tuple[int, ...]] = {pair: pair for pair in sent}
    loads = _Loads(links)
    for pair, profiles in sent.items():
        loads.add(ways[pair], profiles, 1.0)
    gains = []
    for pair in sorted(sent, key=lambda item: -loads.time_s(item, sent[item])):
        profiles = sent[pair]
        before_s, busiest_s = loads.time_s(pair, profiles), loads.busiest_s()
        loads.add(pair, profiles, -1.0)
        best: tuple[int, ...] = pair
        best_s = before_s * _WORTH
        for way in _ways(links, pair, allowed):
            loads.add(way, profiles, 1.0)
            if (took_s := loads.time_s(way, profiles)) < best_s and loads.busiest_s() <= busiest_s:
                best, best_s = way, took_s
            loads.add(way, profiles, -1.0)
        loads.add(best, profiles, 1.0)
        if best != pair:
            source, *through, target = (names[stop] for stop in best)
            relayed = RelayedPair(source=source, target=target, through=tuple(through))
            gains.append(RelayGain(relayed, before_s, best_s))
    return tuple(gains)


def busiest_s(machine: Map, traffic: Traffic, places: Sequence[str], pairs: Sequence[RelayedPair] = ()) -> float:
    """Seconds of all messages of the busiest endpoint, when `pairs` are relayed. Raises as `relay_gains`."""
    links = machine_of(machine)
    names = [endpoint.id for endpoint in machine.endpoints]
    sent = _between(traffic, [names.index(place) for place in places])
    relayed = [tuple(map(names.index, (pair.source, *pair.through, pair.target))) for pair in pairs]
    ways = {pair: pair for pair in sent} | {(way[0], way[-1]): way for way in (_rising(way) for way in relayed)}
    loads = _Loads(links)
    for pair, profiles in sent.items():
        loads.add(ways[pair], profiles, 1.0)
    total_s: dict[int, float] = defaultdict(float)
    for pair, profiles in sent.items():
        for end in pair:
            total_s[end] += loads.time_s(ways[pair], profiles)
    return max(total_s.values(), default=0.0)


def _rising(way: tuple[int, ...]) -> tuple[int, ...]:
    return way if way[0] < way[-1] else way[::-1]


def _between(traffic: Traffic, places: Sequence[int]) -> dict[_Pair, tuple[Profile, Profile]]:
    """What each pair of different endpoints sends, there and back."""
    times: dict[_Pair, list[list[tuple[int, float]]]] = defaultdict(lambda: [[], []])
    for (sender, receiver), profile in traffic.sends.items():
        a, b = places[sender], places[receiver]
        if a != b:
            times[min(a, b), max(a, b)][a > b] += profile
    return {pair: (tuple(there), tuple(back)) for pair, (there, back) in times.items()}


def _ways(links: CostModel, pair: _Pair, relays: Collection[int]) -> Iterator[tuple[int, ...]]:
    import numpy as np

    source, target = pair
    slowest = np.minimum(links.rate_bytes_per_s, links.rate_bytes_per_s.T)
    near = [int(host) for host in np.argsort(-slowest[source], kind="stable") if slowest[source, host] > 0]
    far = [int(host) for host in np.argsort(-slowest[target], kind="stable") if slowest[target, host] > 0]
    first = [host for host in near if host != target and host in relays][:_NEAREST]
    last = [host for host in far if host != source and host in relays][:_NEAREST]
    for relay in dict.fromkeys((*first, *last)):
        yield source, relay, target
    for host, other in itertools.product(first, last):
        if host != other:
            yield source, host, other, target


class _Loads:
    """Seconds that the messages of all pairs keep each link, relay and resource busy."""

    def __init__(self, links: CostModel) -> None:
        self.links = links
        self.busy_s: dict[_Resource, float] = defaultdict(float)

    def add(self, way: Sequence[int], profiles: tuple[Profile, Profile], sign: float) -> None:
        """Puts the messages of a pair on a way, or takes them off it (`sign` -1)."""
        for profile, stops in zip(profiles, (way, way[::-1]), strict=True):
            total_bytes = sum(size * calls for size, calls in profile)
            for hop in itertools.pairwise(stops):
                for resource, rate in self._resources(hop):
                    self.busy_s[resource] += sign * total_bytes / max(rate, 1e-9)
            for relay in stops[1:-1]:
                self.busy_s["relay", relay, -1] += sign * self._passed_on_s(relay, profile)

    def busiest_s(self) -> float:
        """Of all links, relays and resources."""
        return max(self.busy_s.values(), default=0.0)

    def time_s(self, way: Sequence[int], profiles: tuple[Profile, Profile]) -> float:
        """Of all messages of a pair that is on this way: every message one after the other, the hops of a long one at
        the same time, and never less than its busiest link, relay or resource needs for all that goes over it."""
        alone = 0.0
        busiest = 0.0
        for profile, stops in zip(profiles, (way, way[::-1]), strict=True):
            hops = list(itertools.pairwise(stops))
            if not profile:
                continue
            relays = [self._forwarder(relay) for relay in stops[1:-1]]
            slowest = min([*map(self._rate, hops), *(item.rate_bytes_per_s for item in relays)])
            for size, calls in profile:
                piece = min(size, PIECE_BYTES)
                first = sum(self._latency(hop) + piece / max(self._rate(hop), 1e-9) for hop in hops)
                first += sum(item.message_s + piece / item.rate_bytes_per_s for item in relays)
                alone += calls * (first + (size - piece) / max(slowest, 1e-9))
            used = [resource for hop in hops for resource, _ in self._resources(hop)]
            used += [("relay", relay, -1) for relay in stops[1:-1]]
            busiest = max(busiest, *(self.busy_s[resource] for resource in used))
        return max(alone, busiest)

    def _resources(self, hop: _Pair) -> Iterator[tuple[_Resource, float]]:
        """What a hop uses, and its bytes per second."""
        yield ("link", *hop), self._rate(hop)
        for row in self.links.between[hop].tolist():
            if row < len(self.links.capacities):
                yield ("row", row, -1), float(self.links.capacities[row])

    def _passed_on_s(self, relay: int, profile: Profile) -> float:
        cost = self._forwarder(relay)
        return sum(
            calls * (-(-size // PIECE_BYTES) * cost.message_s + size / cost.rate_bytes_per_s) for size, calls in profile
        )

    def _forwarder(self, relay: int) -> ForwardingCost:
        return self.links.forwarding[relay] if self.links.forwarding else ForwardingCost()

    def _rate(self, hop: _Pair) -> float:
        return float(self.links.rate_bytes_per_s[hop])

    def _latency(self, hop: _Pair) -> float:
        return float(self.links.latency_s[hop])
