"""`route`: the fastest way of a message between two endpoints of a map, direct or through one or two relays."""

from __future__ import annotations

import math

from rankwise.core.errors import UsageError
from rankwise.core.records import Map, Routed, RouteWay
from rankwise.model.machine import machine_of, sharing
from rankwise.optimise.routes import Route, direct, fastest


def route(machine: Map, source: str, target: str, size_bytes: int) -> Routed:
    """The direct way and the fastest one, for a message of `size_bytes`.

    Raises UsageError for an endpoint that the map does not have, twice the same, and a pair that nothing connects.
    """
    names = [endpoint.id for endpoint in machine.endpoints]
    for name in (source, target):
        if name not in names:
            raise UsageError("no-endpoint", f"the map has no endpoint '{name}'", f"it has: {', '.join(names[:12])}")
    if source == target:
        raise UsageError("same-endpoint", f"'{source}' is both ends of the route", "name two endpoints")
    if size_bytes < 1:
        raise UsageError("bad-size", "a message without bytes takes no route", "e.g. --size 4MiB")
    places = machine_of(machine)
    ends = names.index(source), names.index(target)
    plain, best = direct(places, *ends, size_bytes), fastest(places, *ends, size_bytes)
    if math.isinf(best.time_s):
        raise UsageError("no-path", f"nothing leads from {source} to {target}, not even two relays", "see the map")
    return Routed(
        machine=machine.name,
        size_bytes=size_bytes,
        direct=_way(plain, names),
        best=_way(best, names),
        sharing=sharing(machine, places),
        gain=None if math.isinf(plain.time_s) else plain.time_s / best.time_s,
    )


def _way(way: Route, names: list[str]) -> RouteWay:
    return RouteWay(
        endpoints=tuple(names[stop] for stop in way.endpoints),
        pieces=way.pieces,
        piece_bytes=way.piece_bytes,
        time_s=None if math.isinf(way.time_s) else way.time_s,
    )
