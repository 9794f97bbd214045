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


def speeds_of(endpoints: Sequence[Endpoint], speeds: Mapping[str, float]) -> dict[str, float]:
    """The speed of each endpoint by its id; a later name wins.

    Raises UsageError for an endpoint without a speed, and for a name that is of no endpoint.
    """
    of = {endpoint.id: [name for name in speeds if _is_called(endpoint, name)] for endpoint in endpoints}
    known = ", ".join(dict.fromkeys(word for endpoint in endpoints for word in _words(endpoint)))
    for endpoint in endpoints:
        if not of[endpoint.id]:
            write = f"name it, its kind or architecture: --speed {_words(endpoint)[0]}=1; the map has {known}"
            raise UsageError("no-speed", f"{endpoint.id} has no speed", write)
    for name in speeds:
        if not any(name in names for names in of.values()):
            what = f"no endpoint is called '{name}', or is of such a kind"
            raise UsageError("bad-speed", what, f"the map has {known}")
    return {endpoint: speeds[names[-1]] for endpoint, names in of.items()}


def _is_called(endpoint: Endpoint, name: str) -> bool:
    return name in _words(endpoint) or name == endpoint.kind or fnmatchcase(endpoint.id, name)


def _words(endpoint: Endpoint) -> list[str]:
    """Kind and architecture, as people call them: a plan and a published machine have hosts, a map has their cores."""
    return list(filter(None, ("host" if endpoint.kind == "core" else endpoint.kind, endpoint.arch)))


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
