"""The fastest way of one message between two endpoints: direct, or through one or two relays, whole or in pieces."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rankwise.core.errors import UsageError
from rankwise.core.records import Forwarding
from rankwise.core.units import format_rate, format_seconds
from rankwise.model.machine import CostModel, ForwardingCost, forwarder_of, known_machine_of, sharing
from rankwise.model.records import Map
from rankwise.optimise.records import Routed, RouteWay

SMALLEST_PIECE_BYTES = 4096


@dataclass(frozen=True)
class Route:
    """Endpoints from source to target, in how many equal pieces, and the predicted time (infinite without a path)."""

    endpoints: tuple[int, ...]
    pieces: int
    piece_bytes: int
    time_s: float


def routed(machine: Map, source: str, target: str, size_bytes: int) -> Routed:
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
    places = known_machine_of(machine)
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
        forwarding=" ".join(_passing_on(machine, best.endpoints[1:-1])),
        gain=None if math.isinf(plain.time_s) else plain.time_s / best.time_s,
    )


def _passing_on(machine: Map, relays: Sequence[int]) -> Iterator[str]:
    """What relays are charged, and whether that was measured."""
    ends = [machine.endpoints[relay] for relay in relays]
    rows = {end.id: forwarder_of(machine, end) for end in ends}
    for name, row in rows.items():
        if row:
            yield f"Passing on takes {name} {_charge(row)}, as measured."
    if unknown := [name for name, row in rows.items() if row is None]:
        charge = _charge(ForwardingCost())
        yield f"Assumed: passing on takes {', '.join(unknown)} {charge}. `map --loaded` measures it."


def _charge(cost: Forwarding | ForwardingCost) -> str:
    return f"{format_seconds(cost.message_s)} a message at {format_rate(cost.rate_bytes_per_s)}"


def _way(way: Route, names: list[str]) -> RouteWay:
    return RouteWay(
        endpoints=tuple(names[stop] for stop in way.endpoints),
        pieces=way.pieces,
        piece_bytes=way.piece_bytes,
        time_s=None if math.isinf(way.time_s) else way.time_s,
    )


def direct(machine: CostModel, source: int, target: int, size_bytes: int) -> Route:
    """The way without a relay, whole: pieces of one hop only add its latency."""
    import numpy as np

    time_s = float(_times(machine, (np.array([source]), np.array([target])), size_bytes, 1)[0])
    return Route((source, target), 1, size_bytes, time_s)


def fastest(machine: CostModel, source: int, target: int, size_bytes: int) -> Route:
    """The route of least predicted time with at most two relays; of equal ones the one with fewer relays and pieces.

    Pieces follow each other: the first takes the sum of its hops and of what relays take to pass it on; each later one
    the time of the busiest hop, relay or resource, where hops that share a resource add up. Raises ValueError when
    source and target are equal.
    """
    import numpy as np

    if source == target:
        raise ValueError("a route needs two different endpoints")
    everyone = np.arange(len(machine.names))
    relays = everyone[(everyone != source) & (everyone != target)]
    candidates: list[tuple[Any, ...]] = [(np.array([source]), np.array([target]))]
    if len(relays):
        candidates.append((np.full(len(relays), source), relays, np.full(len(relays), target)))
    if len(relays) > 1:
        first, second = (grid.ravel() for grid in np.meshgrid(relays, relays, indexing="ij"))
        first, second = first[first != second], second[first != second]
        ends = np.full(len(first), source), np.full(len(first), target)
        candidates.append((ends[0], first, second, ends[1]))
    best: Route | None = None
    for every in candidates:
        stops = every if best is None else _faster(machine, every, size_bytes, best.time_s)
        if not len(stops[0]):
            continue
        pieces = 1
        while pieces == 1 or (len(stops) > 2 and size_bytes // pieces >= SMALLEST_PIECE_BYTES):
            piece_bytes = -(-size_bytes // pieces)
            times = _times(machine, stops, piece_bytes, pieces)
            place = int(np.argmin(times))
            if best is None or times[place] < best.time_s:
                best = Route(tuple(int(stop[place]) for stop in stops), pieces, piece_bytes, float(times[place]))
            pieces *= 2
    assert best is not None
    return best


def _faster(machine: CostModel, stops: tuple[Any, ...], size_bytes: int, than_s: float) -> tuple[Any, ...]:
    """The ways that may take less: in any number of pieces a way has all its latencies, and all bytes on each link."""
    import numpy as np

    hops = list(itertools.pairwise(stops))
    with np.errstate(divide="ignore"):
        latency_s = sum(machine.latency_s[hop] for hop in hops)
        slowest = np.minimum.reduce([machine.rate_bytes_per_s[hop] for hop in hops])
        kept = latency_s + size_bytes / slowest < than_s
    return tuple(stop[kept] for stop in stops)


def _times(machine: CostModel, stops: tuple[Any, ...], piece_bytes: int, pieces: int) -> Any:
    import numpy as np

    hops = list(itertools.pairwise(stops))
    with np.errstate(divide="ignore", invalid="ignore"):
        took = [
            np.where(
                machine.rate_bytes_per_s[a, b] > 0,
                machine.latency_s[a, b] + piece_bytes / machine.rate_bytes_per_s[a, b],
                np.inf,
            )
            for a, b in hops
        ]
    passed_on = [_forwarding(machine, stop, piece_bytes) for stop in stops[1:-1]]
    first = sum(took) + sum(passed_on)
    if pieces == 1:
        return first
    busiest = np.maximum.reduce([*took, *passed_on])
    seconds = np.append(piece_bytes / machine.capacities, 0.0)
    uses = [machine.between[hop] for hop in hops]
    for row in np.moveaxis(np.concatenate(uses, axis=-1), -1, 0):
        times = sum((used == row[..., None]).any(axis=-1) for used in uses)
        busiest = np.maximum(busiest, times * seconds[row])
    return first + (pieces - 1) * busiest


def _forwarding(machine: CostModel, stops: Any, piece_bytes: int) -> Any:
    """Seconds in which relays pass on a piece."""
    import numpy as np

    costs = machine.forwarding or (ForwardingCost(),) * len(machine.names)
    seconds = np.array([item.message_s + piece_bytes / item.rate_bytes_per_s for item in costs])
    return seconds[stops]
