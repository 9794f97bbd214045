"""What endpoints that share work spend on messages: as coprocessors of their hosts, or all alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

from rankwise.core.errors import UsageError
from rankwise.core.records import Endpoint
from rankwise.model.machine import CostModel
from rankwise.model.records import Map
from rankwise.model.resources import Flows, Profile
from rankwise.optimise.shares import Worker

_LONG_BYTES = 1 << 30
"""A message whose time is that of its bytes."""


def speed_of(endpoint: Endpoint, speeds: Mapping[str, float]) -> float:
    given = [
        value
        for name, value in speeds.items()
        if name in (endpoint.kind, endpoint.arch) or fnmatchcase(endpoint.id, name)
    ]
    if not given:
        raise UsageError(
            "no-speed", f"{endpoint.id} has no speed", "name it, its kind or architecture: --speed k1om=2.5"
        )
    return given[-1]


def offload(
    machine: Map, places: CostModel, speeds: Mapping[str, float], moved_bytes: tuple[int, int], exchange_bytes: int
) -> list[Worker]:
    number = {name: index for index, name in enumerate(places.names)}
    host_of = {
        endpoint.node: number[endpoint.id] for endpoint in reversed(machine.endpoints) if endpoint.kind == "core"
    }
    cards = [endpoint for endpoint in machine.endpoints if endpoint.kind != "core"]
    for endpoint in cards:
        if endpoint.node not in host_of:
            raise UsageError("no-host", f"{endpoint.id} is on {endpoint.node}, which has no host", "see `map show`")
    exchange_s = _exchanged(places, sorted(host_of.values()), exchange_bytes)
    there = [(host_of[endpoint.node], number[endpoint.id]) for endpoint in cards]
    ways = (there, moved_bytes[0]), ([(card, host) for host, card in there], moved_bytes[1])
    costs = [_at_once(places, pairs, size) for pairs, size in ways]
    workers = [
        Worker(endpoint.id, speeds[endpoint.id], 0.0, exchange_s.get(number[endpoint.id], 0.0))
        for endpoint in machine.endpoints
        if endpoint.kind == "core"
    ]
    for index, endpoint in enumerate(cards):
        (in_s, per_in_s), (out_s, per_out_s) = (cost[index] for cost in costs)
        waits_s = exchange_s.get(host_of[endpoint.node], 0.0)
        workers.append(Worker(endpoint.id, speeds[endpoint.id], per_in_s + per_out_s, waits_s + in_s + out_s))
    return sorted(workers, key=lambda worker: number[worker.name])


def _at_once(places: CostModel, pairs: Sequence[tuple[int, int]], unit_bytes: int) -> list[tuple[float, float]]:
    """(seconds in any case, seconds for each unit) of a stream from each first to each second place, all at once."""
    flows = _flows(places, dict.fromkeys(pairs, ((_LONG_BYTES, 1.0),)))
    rates = flows.rates_bytes_per_s()
    known = dict(zip(zip(flows.sources.tolist(), flows.targets.tolist(), strict=True), rates.tolist(), strict=True))
    return [(_latency_s(places, pair), unit_bytes / known[pair]) for pair in pairs]


def symmetric(places: CostModel, speeds: Mapping[str, float], exchange_bytes: int) -> list[Worker]:
    exchange_s = _exchanged(places, range(len(places.names)), exchange_bytes)
    return [Worker(name, speeds[name], 0.0, exchange_s.get(index, 0.0)) for index, name in enumerate(places.names)]


def _exchanged(places: CostModel, ring: Sequence[int], size_bytes: int) -> dict[int, float]:
    """When each place of a ring has sent to both neighbours and received from them, all at once."""
    if not size_bytes or len(ring) < 2:
        return {}
    next_ones = zip(ring, (*ring[1:], ring[0]), strict=True)
    pairs = sorted({pair for a, b in next_ones for pair in ((a, b), (b, a))})
    ends = _flows(places, dict.fromkeys(pairs, ((size_bytes, 1.0),))).ends_s()
    done: dict[int, float] = {}
    for pair, end_s in zip(pairs, ends, strict=True):
        for place in pair:
            done[place] = max(done.get(place, 0.0), float(end_s))
    return done


def _flows(places: CostModel, sends: Mapping[tuple[int, int], Profile]) -> Flows:
    for pair in sends:
        _latency_s(places, pair)
    return Flows.of(sends, places)


def _latency_s(places: CostModel, pair: tuple[int, int]) -> float:
    level = int(places.level[pair])
    if level < 0:
        source, target = (places.names[place] for place in pair)
        raise UsageError("no-path", f"the map has no path from {source} to {target}", "name another --fabric")
    return places.transfers[level].time_s(0)
