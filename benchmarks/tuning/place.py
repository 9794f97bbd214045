"""Rank orders: the search against the best of all orders on small machines, and a large halo in bounded time."""

from __future__ import annotations

import time
from itertools import permutations

import numpy as np

from benchmarks.goals import Goal, Report, percent
from rankwise.model.machine import CostModel
from rankwise.model.transfer import Transfer
from rankwise.optimise import rank_order
from rankwise.optimise.order_cost import Costs
from rankwise.optimise.rank_order import best_order
from rankwise.optimise.traffic import Traffic, pattern

_PLACES, _QUICK_PLACES = 10, 7
_MAPS, _QUICK_MAPS = 20, 2
_SIDES, _QUICK_SIDES = (16, 8, 8), (4, 4, 4)
_PER_NODE = 16
_SIZE = 1 << 18


def place(quick: bool) -> Report:
    """Random machines of ten endpoints, five patterns; then 1,024 ranks on 64 unequal nodes."""
    maps, places = (_QUICK_MAPS, _QUICK_PLACES) if quick else (_MAPS, _PLACES)
    orders = np.array(list(permutations(range(places))), dtype=np.int8)
    worst: dict[str, float] = {}
    for seed in range(maps):
        machine = random_machine(seed, places)
        for traffic in patterns(places, seed):
            costs = Costs(traffic, machine)
            best = min(
                float(costs.values(orders[at : at + 50_000].astype(np.int64), "makespan")[0].min())
                for at in range(0, len(orders), 50_000)
            )
            ratio = costs.value(np.array(_searched(costs)), "makespan")[0] / best
            worst[traffic.name] = max(ratio, worst.get(traffic.name, 1.0))
    farthest = max(worst.values())
    seconds, gain, ranks = _large(_QUICK_SIDES if quick else _SIDES)
    goals = (
        Goal(
            f"{maps} machines of {places} endpoints, {len(worst)} patterns: farthest from the best of all orders",
            percent(farthest - 1.0),
            "<= 5 %",
            farthest <= 1.05,
        ),
        Goal(f"{ranks} ranks of a halo on unequal nodes: time to an order", f"{seconds:.0f} s", "< 60 s", seconds < 60),
        Goal("its modelled time: default over chosen", f"{gain:.2f}", ">= 1", gain >= 1.0),
    )
    return Report(
        method=(
            "random latencies and rates of each ordered pair, makespan; the search by swaps alone, also where all "
            "orders could be tried"
        ),
        goals=goals,
        header=("pattern", "farthest from the best"),
        rows=tuple((name, percent(ratio - 1.0)) for name, ratio in worst.items()),
    )


def _searched(costs: Costs) -> tuple[int, ...]:
    """The order that the search finds where it may not try all."""
    most, rank_order.MOST_ORDERS = rank_order.MOST_ORDERS, 0
    try:
        return best_order(costs, "makespan").order
    finally:
        rank_order.MOST_ORDERS = most


def patterns(ranks: int, seed: int) -> list[Traffic]:
    random = np.random.default_rng(seed + 1000)
    drawn = {
        (a, b): ((int(random.integers(8, 1 << 20)), float(random.integers(1, 20))),)
        for a in range(ranks)
        for b in range(ranks)
        if a != b and random.random() < 0.3
    }
    halo = f"halo:{ranks // 2}x2" if ranks % 2 == 0 else f"halo:{ranks}"
    star = {pair: ((_SIZE, 1.0),) for rank in range(1, ranks) for pair in ((0, rank), (rank, 0))}
    pairs = {(rank, rank ^ 1): ((_SIZE, 1.0),) for rank in range(ranks // 2 * 2)}
    return [
        pattern("ring", ranks, _SIZE),
        pattern(halo, ranks, _SIZE),
        Traffic("random", ranks, drawn),
        Traffic("star", ranks, star),
        Traffic("pairs", ranks, pairs),
    ]


def random_machine(seed: int, places: int) -> CostModel:
    random = np.random.default_rng(seed)
    level = np.arange(places * places).reshape(places, places)
    transfers = tuple(
        Transfer(float(latency), float(rate))
        for latency, rate in zip(
            random.uniform(1e-6, 50e-6, places * places), 10 ** random.uniform(8, 10, places * places), strict=True
        )
    )
    np.fill_diagonal(level, -1)
    return CostModel(tuple(f"n{index}" for index in range(places)), (0,) * places, level, transfers)


def _large(sides: tuple[int, int, int]) -> tuple[float, float, int]:
    """(seconds of the search, modelled default over chosen, ranks): nodes of 8 to 24 cores, links of 4 speeds."""
    ranks = int(np.prod(sides))
    random = np.random.default_rng(1)
    nodes = max(ranks // _PER_NODE, 2)
    cores = [_PER_NODE] * nodes
    for index in range(0, nodes - 1, 2):
        moved = int(random.integers(0, _PER_NODE // 2 + 1))
        cores[index], cores[index + 1] = _PER_NODE + moved, _PER_NODE - moved
    node = np.repeat(np.arange(nodes), cores)
    node = node[:ranks]
    speed = random.integers(0, 4, nodes)
    transfers = [Transfer(0.5e-6, 10e9), *(Transfer(2e-6, rate) for rate in (10e9, 5e9, 2.5e9, 1e9))]
    level = 1 + np.maximum(speed[node][:, None], speed[node][None, :])
    level[node[:, None] == node[None, :]] = 0
    machine = CostModel(tuple(f"c{index}" for index in range(ranks)), (0,) * ranks, level, tuple(transfers))
    costs = Costs(pattern("halo:" + "x".join(map(str, sides)), ranks, 1 << 16), machine)
    begin_s = time.monotonic()
    chosen = best_order(costs, "makespan")
    seconds = time.monotonic() - begin_s
    default = costs.value(np.arange(ranks), "makespan")[0]
    return seconds, default / costs.value(np.array(chosen.order), "makespan")[0], ranks
