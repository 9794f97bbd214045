"""The fastest way of one message between two endpoints: direct, or through one or two relays, whole or in pieces."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rankwise.core.records import Map

if TYPE_CHECKING:
    import numpy as np

SMALLEST_PIECE_BYTES = 4096


@dataclass(frozen=True)
class Links:
    """Paths between endpoints. `latency_s` and `rate_bytes_per_s` are (endpoint, endpoint), rate 0 without
    a path; `adapter` is (endpoint,): endpoints with one number share what leaves and what enters their group."""

    latency_s: np.ndarray[Any, Any]
    rate_bytes_per_s: np.ndarray[Any, Any]
    adapter: np.ndarray[Any, Any]


@dataclass(frozen=True)
class Route:
    """Endpoints from source to target, in how many equal pieces, and the predicted time (infinite without a path)."""

    endpoints: tuple[int, ...]
    pieces: int
    piece_bytes: int
    time_s: float


def links_of(machine: Map) -> Links:
    """The links of a map in the order of its endpoints: for each pair the fabric of the highest bandwidth.

    Endpoints of one node share its adapter. Paths without both figures, or that are broken, are left out.
    """
    import numpy as np

    index = {endpoint.id: place for place, endpoint in enumerate(machine.endpoints)}
    nodes = {name: place for place, name in enumerate(dict.fromkeys(endpoint.node for endpoint in machine.endpoints))}
    latency, rate = np.zeros((len(index), len(index))), np.zeros((len(index), len(index)))
    for path in machine.paths:
        if not path.reachable or path.latency_s is None or path.bandwidth_bytes_per_s is None:
            continue
        pair = index[path.source], index[path.target]
        if path.bandwidth_bytes_per_s > rate[pair]:
            latency[pair], rate[pair] = path.latency_s, path.bandwidth_bytes_per_s
    return Links(latency, rate, np.array([nodes[endpoint.node] for endpoint in machine.endpoints]))


def direct(links: Links, source: int, target: int, size_bytes: int) -> Route:
    """The way without a relay, whole: pieces of one hop only add its latency."""
    import numpy as np

    time_s = float(_times(links, (np.array([source]), np.array([target])), size_bytes, 1)[0])
    return Route((source, target), 1, size_bytes, time_s)


def fastest(links: Links, source: int, target: int, size_bytes: int) -> Route:
    """The route of least predicted time with at most two relays; of equal ones the one with fewer relays and pieces.

    Pieces follow each other: the first takes the sum of its hops, each later one the time of the busiest resource, and
    hops that leave or enter by the same adapter add up there. Raises ValueError when source and target are equal.
    """
    import numpy as np

    if source == target:
        raise ValueError("a route needs two different endpoints")
    everyone = np.arange(len(links.adapter))
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
        stops = every if best is None else _faster(links, every, size_bytes, best.time_s)
        if not len(stops[0]):
            continue
        pieces = 1
        while pieces == 1 or (len(stops) > 2 and size_bytes // pieces >= SMALLEST_PIECE_BYTES):
            piece_bytes = -(-size_bytes // pieces)
            times = _times(links, stops, piece_bytes, pieces)
            place = int(np.argmin(times))
            if best is None or times[place] < best.time_s:
                best = Route(tuple(int(stop[place]) for stop in stops), pieces, piece_bytes, float(times[place]))
            pieces *= 2
    assert best is not None
    return best


def _faster(links: Links, stops: tuple[Any, ...], size_bytes: int, than_s: float) -> tuple[Any, ...]:
    """The ways that may take less: in any number of pieces a way has all its latencies, and all bytes on each link."""
    import numpy as np

    hops = list(itertools.pairwise(stops))
    with np.errstate(divide="ignore"):
        latency_s = sum(links.latency_s[hop] for hop in hops)
        slowest = np.minimum.reduce([links.rate_bytes_per_s[hop] for hop in hops])
        kept = latency_s + size_bytes / slowest < than_s
    return tuple(stop[kept] for stop in stops)


def _times(links: Links, stops: tuple[Any, ...], piece_bytes: int, pieces: int) -> Any:
    import numpy as np

    hops = list(itertools.pairwise(stops))
    with np.errstate(divide="ignore", invalid="ignore"):
        took = [
            np.where(
                links.rate_bytes_per_s[a, b] > 0,
                links.latency_s[a, b] + piece_bytes / links.rate_bytes_per_s[a, b],
                np.inf,
            )
            for a, b in hops
        ]
    first = sum(took)
    if pieces == 1:
        return first
    busiest = took[0]
    for side in (0, 1):
        for hop, time in zip(hops, took, strict=True):
            group = links.adapter[hop[side]]
            load = time
            for other, more in zip(hops, took, strict=True):
                if other is not hop:
                    shared = _crosses(links, hop) & _crosses(links, other) & (links.adapter[other[side]] == group)
                    load = load + np.where(shared, more, 0.0)
            busiest = np.maximum(busiest, load)
    return first + (pieces - 1) * busiest


def _crosses(links: Links, hop: tuple[Any, Any]) -> Any:
    return links.adapter[hop[0]] != links.adapter[hop[1]]
