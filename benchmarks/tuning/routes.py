"""Routes: the search against all ways on small random machines, and one large machine in bounded time."""

from __future__ import annotations

import itertools
import math
import time

import numpy as np

from benchmarks.goals import Goal, Report, share_goal
from rankwise.model.machine import CostModel, ForwardingCost, machine_between
from rankwise.optimise.routes import SMALLEST_PIECE_BYTES, fastest

_MAPS, _QUICK_MAPS = 200, 20
_ENDPOINTS, _QUICK_ENDPOINTS = 1000, 200
_MOST_ENDPOINTS = 12
_SIZES = (8, 1 << 16, 1 << 22)
_WITHIN_S = 5.0
_LATENCIES = 50


def routes(quick: bool) -> Report:
    """Every way with at most two relays in every number of pieces, by a plain loop; then 1,000 endpoints."""
    maps, endpoints = (_QUICK_MAPS, _QUICK_ENDPOINTS) if quick else (_MAPS, _ENDPOINTS)
    best = relayed = 0
    for seed in range(maps):
        draw = np.random.default_rng(seed)
        links = _random_links(draw, int(draw.integers(2, _MOST_ENDPOINTS + 1)))
        size = int(draw.choice(_SIZES))
        found = fastest(links, 0, 1, size)
        best += math.isclose(found.time_s, _least_s(links, size), rel_tol=1e-9) or found.time_s == _least_s(links, size)
        relayed += len(found.endpoints) > 2
    large = _random_links(np.random.default_rng(maps), endpoints)
    begin = time.perf_counter()
    fastest(large, 0, 1, _SIZES[-1])
    took_s = time.perf_counter() - begin
    goals = (
        share_goal("routes that are the optimum of all ways", best, maps, f"{maps} of {maps}", best == maps),
        Goal(f"the route among {endpoints} endpoints", f"{took_s:.2f} s", "<= 5 s", took_s <= _WITHIN_S),
    )
    method = (
        f"random latencies, rates and shared adapters of 2 to {_MOST_ENDPOINTS} endpoints; {relayed} routes have relays"
    )
    return Report(method, goals)


def _random_links(draw: np.random.Generator, count: int) -> CostModel:
    latency = draw.choice(draw.uniform(1e-6, 1e-4, _LATENCIES), (count, count))
    rate = draw.choice([0.0, 1e8, 1e9, 6e9], (count, count))
    return machine_between(latency, rate, draw.integers(0, max(2, count // 3), count))


def _least_s(links: CostModel, size: int) -> float:
    least = math.inf
    for relays in range(3):
        for way in itertools.permutations(range(2, len(links.names)), relays):
            pieces = 1
            while pieces == 1 or (relays and size // pieces >= SMALLEST_PIECE_BYTES):
                least = min(least, _time_s(links, (0, *way, 1), pieces, size))
                pieces *= 2
    return least


def _time_s(links: CostModel, stops: tuple[int, ...], pieces: int, size: int) -> float:
    """The first piece over all hops, each later one by the busiest link, relay, port or adapter."""
    piece = -(-size // pieces)
    took: dict[tuple[int, int], float] = {}
    for hop in itertools.pairwise(stops):
        if links.rate_bytes_per_s[hop] == 0:
            return math.inf
        took[hop] = float(links.latency_s[hop] + piece / links.rate_bytes_per_s[hop])
    cost, loads = ForwardingCost(), dict[object, float](took)
    passed_on = {("relay", stop): cost.message_s + piece / cost.rate_bytes_per_s for stop in stops[1:-1]}
    loads |= passed_on
    for hop in took:
        for row in links.between[hop].tolist():
            if row < len(links.capacities):
                loads[row] = loads.get(row, 0.0) + float(piece / links.capacities[row])
    return sum(took.values()) + sum(passed_on.values()) + (pieces - 1) * max(loads.values())
