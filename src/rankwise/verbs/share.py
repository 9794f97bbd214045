"""`share`: work for each endpoint, so that all end at the same time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

from rankwise.core.errors import UsageError
from rankwise.core.records import Endpoint, Map, Shared, WorkShares
from rankwise.model.machine import Machine, machine_of, sharing
from rankwise.model.resources import Flows, Profile
from rankwise.optimise.shares import Worker, equal_time_s, work_shares

_LONG_BYTES = 1 << 30
"""A message whose time is that of its bytes."""


def share_work(
    machine: Map,
    speeds: Mapping[str, float],
    *,
    work: float = 1.0,
    unit_bytes: int = 0,
    result_bytes: int = 0,
    exchange_bytes: int = 0,
    fabric: str = "",
) -> Shared:
    """Shares of `work` units on all endpoints of a map. `speeds` are units per second by endpoint, kind (`card`) or
    architecture, with wildcards; a later one wins.

    Offload: a card's data of `unit_bytes` and `result_bytes` a unit cross the path from and to a host of its node, all
    cards at once, and each host exchanges `exchange_bytes` with the next and the one before. Symmetric: each endpoint
    does, in the order of the map. Messages that are under way at once share what the map says they share.
    Raises UsageError for an endpoint without a speed, a card without a host, and a pair without a path.
    """
    places = machine_of(machine, fabric)
    known = {endpoint.id: _speed(endpoint, speeds) for endpoint in machine.endpoints}
    ways = (
        ("offload", _offload(machine, places, known, (unit_bytes, result_bytes), exchange_bytes)),
        ("symmetric", _symmetric(places, known, exchange_bytes)),
    )
    shares = []
    for mode, workers in ways:
        time_s, units = work_shares(workers, work)
        equal_s = equal_time_s(workers, work)
        shares.append(
            WorkShares(
                mode="offload" if mode == "offload" else "symmetric", units=units, time_s=time_s, equal_s=equal_s
            )
        )
    faster = min(shares, key=lambda item: item.time_s).mode
    return Shared(
        machine=machine.name,
        work=work,
        speeds=known,
        shares=tuple(shares),
        faster=faster,
        sharing=sharing(machine, places),
    )


def _speed(endpoint: Endpoint, speeds: Mapping[str, float]) -> float:
    found = [
        value
        for name, value in speeds.items()
        if name in (endpoint.kind, endpoint.arch) or fnmatchcase(endpoint.id, name)
    ]
    if not found:
        raise UsageError(
            "no-speed", f"{endpoint.id} has no speed", "name it, its kind or architecture: --speed k1om=2.5"
        )
    return found[-1]


def _offload(
    machine: Map, places: Machine, speeds: Mapping[str, float], moved_bytes: tuple[int, int], exchange_bytes: int
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


def _at_once(places: Machine, pairs: Sequence[tuple[int, int]], unit_bytes: int) -> list[tuple[float, float]]:
    """(seconds in any case, seconds for each unit) of a stream from each first to each second place, all at once."""
    flows = _flows(places, dict.fromkeys(pairs, ((_LONG_BYTES, 1.0),)))
    rates = flows.rates_bytes_per_s()
    known = dict(zip(zip(flows.sources.tolist(), flows.targets.tolist(), strict=True), rates.tolist(), strict=True))
    return [(_time(places, pair, 0), unit_bytes / known[pair]) for pair in pairs]


def _symmetric(places: Machine, speeds: Mapping[str, float], exchange_bytes: int) -> list[Worker]:
    exchange_s = _exchanged(places, range(len(places.names)), exchange_bytes)
    return [Worker(name, speeds[name], 0.0, exchange_s.get(index, 0.0)) for index, name in enumerate(places.names)]


def _exchanged(places: Machine, ring: Sequence[int], size_bytes: int) -> dict[int, float]:
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


def _flows(places: Machine, sends: Mapping[tuple[int, int], Profile]) -> Flows:
    for pair in sends:
        _time(places, pair, 0)
    return Flows.of(sends, places)


def _time(places: Machine, pair: tuple[int, int], size_bytes: int) -> float:
    level = int(places.level[pair])
    if level < 0:
        source, target = (places.names[place] for place in pair)
        raise UsageError("no-path", f"the map has no path from {source} to {target}", "name another --fabric")
    return places.transfers[level].time_s(size_bytes)
