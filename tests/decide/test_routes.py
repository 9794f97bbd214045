"""Routes equal the optimum of a plain search over all of them."""

import itertools
import random
from pathlib import Path

import numpy as np
import pytest

from rankwise.cluster.declared import to_map
from rankwise.cluster.plan import read_plan
from rankwise.decide.routes import SMALLEST_PIECE_BYTES, Links, fastest, links_of


def _random_links(seed):
    dice = random.Random(seed)
    count = dice.randint(2, 12)
    latency = np.array([[dice.uniform(1e-6, 1e-4) for _ in range(count)] for _ in range(count)])
    rate = np.array([[dice.choice([0, 1e8, 1e9, 6e9]) for _ in range(count)] for _ in range(count)])
    return Links(latency, rate, np.array([dice.randrange(4) for _ in range(count)])), dice.choice([8, 65536, 1 << 22])


def _plain(links, stops, pieces, size):
    piece = -(-size // pieces)
    hops = list(itertools.pairwise(stops))
    if any(links.rate_bytes_per_s[hop] == 0 for hop in hops):
        return float("inf")
    took = {hop: links.latency_s[hop] + piece / links.rate_bytes_per_s[hop] for hop in hops}
    loads = dict(took)
    for a, b in hops:
        if links.adapter[a] != links.adapter[b]:
            for name in (("out", links.adapter[a]), ("in", links.adapter[b])):
                loads[name] = loads.get(name, 0) + took[a, b]
    return sum(took.values()) + (pieces - 1) * max(loads.values())


@pytest.mark.parametrize("seed", range(200))
def test_route_is_the_exhaustive_optimum(seed):
    links, size = _random_links(seed)
    best = float("inf")
    for relays in range(3):
        for way in itertools.permutations(range(2, len(links.adapter)), relays):
            pieces = 1
            while pieces == 1 or (relays and size // pieces >= SMALLEST_PIECE_BYTES):
                best = min(best, _plain(links, (0, *way, 1), pieces, size))
                pieces *= 2
    assert fastest(links, 0, 1, size).time_s == pytest.approx(best)


def test_a_fast_way_around_a_bad_path_is_taken():
    rate = np.array([[0, 25e7, 6e9], [25e7, 0, 6e9], [6e9, 6e9, 0]])
    route = fastest(Links(np.full((3, 3), 1e-6), rate, np.arange(3)), 0, 1, 1 << 22)
    assert route.endpoints == (0, 2, 1)
    assert route.pieces > 1


def test_far_cards_of_the_phi_plan_go_by_their_hosts():
    machine = to_map(read_plan(Path("examples/phi-cluster.toml")))
    links = links_of(machine)
    routes = [
        fastest(links, a, b, 1 << 22)
        for a, b in itertools.permutations(range(len(machine.endpoints)), 2)
        if machine.endpoints[a].node != machine.endpoints[b].node
    ]
    kinds = {machine.endpoints[stop].kind for route in routes for stop in route.endpoints[1:-1]}
    assert kinds == {"core"}
