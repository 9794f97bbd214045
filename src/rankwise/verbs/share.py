"""`share`: work for each endpoint, so that all end at the same time."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase

from rankwise.core.errors import UsageError
from rankwise.core.records import Endpoint, Map, Shared, WorkShares
from rankwise.decide.shares import Worker, equal_time_s, work_shares
from rankwise.model.machine import Machine, machine_of


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

    Offload: a card's data of `unit_bytes` and `result_bytes` a unit cross the path from and to a host of its node.
    Symmetric: each endpoint exchanges `exchange_bytes` with the next and the one before, in the order of the map.
    Raises UsageError for an endpoint without a speed, a card without a host, and a pair without a path.
    """
    places = machine_of(machine, fabric)
    known = {endpoint.id: _speed(endpoint, speeds) for endpoint in machine.endpoints}
    ways = (
        ("offload", _offload(machine, places, known, unit_bytes, result_bytes)),
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
    return Shared(machine=machine.name, work=work, speeds=known, shares=tuple(shares), faster=faster)


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
    machine: Map, places: Machine, speeds: Mapping[str, float], unit_bytes: int, result_bytes: int
) -> list[Worker]:
    hosts = {endpoint.node: endpoint.id for endpoint in reversed(machine.endpoints) if endpoint.kind == "core"}
    workers = []
    for endpoint in machine.endpoints:
        if endpoint.kind == "core":
            workers.append(Worker(endpoint.id, speeds[endpoint.id]))
            continue
        host = hosts.get(endpoint.node)
        if host is None:
            raise UsageError("no-host", f"{endpoint.id} is on {endpoint.node}, which has no host", "see `map show`")
        fixed_s = per_unit_s = 0.0
        for source, target, size in ((host, endpoint.id, unit_bytes), (endpoint.id, host, result_bytes)):
            # The line through two sizes: what a transfer takes in any case, and for each further byte.
            latency_s, many_s = (_time(places, source, target, count) for count in (0, 1 << 30))
            fixed_s += latency_s
            per_unit_s += size * (many_s - latency_s) / (1 << 30)
        workers.append(Worker(endpoint.id, speeds[endpoint.id], per_unit_s, fixed_s))
    return workers


def _symmetric(places: Machine, speeds: Mapping[str, float], exchange_bytes: int) -> list[Worker]:
    names = places.names
    workers = []
    for index, name in enumerate(names):
        others = {names[index - 1], names[(index + 1) % len(names)]} - {name} if exchange_bytes else set()
        sends = sum(_time(places, name, other, exchange_bytes) for other in others)
        receives = sum(_time(places, other, name, exchange_bytes) for other in others)
        workers.append(Worker(name, speeds[name], 0.0, max(sends, receives)))
    return workers


def _time(places: Machine, source: str, target: str, size_bytes: int) -> float:
    level = int(places.level[places.names.index(source), places.names.index(target)])
    if level < 0:
        raise UsageError("no-path", f"the map has no path from {source} to {target}", "name another --fabric")
    return places.transfers[level].time_s(size_bytes)
