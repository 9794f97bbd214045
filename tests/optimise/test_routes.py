"""Routes equal the optimum of a plain search over all of them."""

import itertools
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

from builders.declared import declared_map
from rankwise.cluster.plan import read_plan
from rankwise.cluster.plan_map import to_map
from rankwise.core.records import Forwarding
from rankwise.maps.read import read_map
from rankwise.model.machine import ForwardingCost, SharedResource, machine_between, machine_of
from rankwise.optimise.routes import SMALLEST_PIECE_BYTES, fastest, routed
from rankwise.report.optimised import place_lines, route_lines, schedule_lines
from rankwise.verbs.place import place_ranks
from rankwise.verbs.route import find_route
from rankwise.verbs.schedule import make_schedule


def _random_links(seed):
    dice = random.Random(seed)
    count = dice.randint(2, 12)
    latency = np.array([[dice.uniform(1e-6, 1e-4) for _ in range(count)] for _ in range(count)])
    rate = np.array([[dice.choice([0, 1e8, 1e9, 6e9]) for _ in range(count)] for _ in range(count)])
    adapter = np.array([dice.randrange(4) for _ in range(count)])
    return machine_between(latency, rate, adapter), dice.choice([8, 65536, 1 << 22])


def _plain(machine, stops, pieces, size):
    piece = -(-size // pieces)
    hops = list(itertools.pairwise(stops))
    if any(machine.rate_bytes_per_s[hop] == 0 for hop in hops):
        return float("inf")
    loads = {hop: machine.latency_s[hop] + piece / machine.rate_bytes_per_s[hop] for hop in hops}
    cost = ForwardingCost()
    loads |= {("relay", stop): cost.message_s + piece / cost.rate_bytes_per_s for stop in stops[1:-1]}
    first = sum(loads.values())
    for hop in hops:
        for row in machine.between[hop]:
            if row < len(machine.capacities):
                loads[row] = loads.get(row, 0) + piece / machine.capacities[row]
    return first + (pieces - 1) * max(loads.values())


@pytest.mark.parametrize("seed", range(100))
def test_route_is_the_exhaustive_optimum(seed):
    links, size = _random_links(seed)
    best = float("inf")
    for relays in range(3):
        for way in itertools.permutations(range(2, len(links.names)), relays):
            pieces = 1
            while pieces == 1 or (relays and size // pieces >= SMALLEST_PIECE_BYTES):
                best = min(best, _plain(links, (0, *way, 1), pieces, size))
                pieces *= 2
    assert fastest(links, 0, 1, size).time_s == pytest.approx(best)


def test_a_fast_way_around_a_bad_path_is_taken():
    rate = np.array([[0, 25e7, 6e9], [25e7, 0, 6e9], [6e9, 6e9, 0]])
    route = fastest(machine_between(np.full((3, 3), 1e-6), rate), 0, 1, 1 << 22)
    assert route.endpoints == (0, 2, 1)
    assert route.pieces > 1


def test_places_without_a_path_between_them_have_none():
    own = ~np.eye(3, dtype=bool)
    rate = np.where(own, 1e9, 0.0)
    rate[0, 1] = 0.0
    machine = machine_between(1e-6 * own, rate)
    assert (machine.level < 0).sum() == 4 and machine.level[0, 1] == -1
    assert [transfer.rate_bytes_per_s for transfer in machine.transfers] == [1e9]


def test_a_path_that_is_not_reachable_is_none_whatever_was_measured_of_it():
    machine = declared_map("m", dict.fromkeys(itertools.permutations("abc", 2), (1e-6, 1e9)))
    paths = tuple(structs.replace(path, reachable={path.source, path.target} != {"a", "b"}) for path in machine.paths)
    assert fastest(machine_of(machine), 0, 1, 8).endpoints == (0, 1)
    assert fastest(machine_of(structs.replace(machine, paths=paths)), 0, 1, 8).endpoints == (0, 2, 1)


def test_far_cards_of_the_phi_plan_go_by_their_hosts():
    machine = to_map(read_plan(Path("examples/phi-cluster.toml")))
    links = machine_of(machine)
    routes = [
        fastest(links, a, b, 1 << 22)
        for a, b in itertools.permutations(range(len(machine.endpoints)), 2)
        if machine.endpoints[a].node != machine.endpoints[b].node
    ]
    kinds = {machine.endpoints[stop].kind for route in routes for stop in route.endpoints[1:-1]}
    assert kinds == {"core"}


def test_a_small_message_pays_for_being_passed_on():
    # The hops by the relay take less than the direct path, but for what the relay itself takes.
    latency = np.array([[0, 50e-6, 22e-6], [50e-6, 0, 22e-6], [22e-6, 22e-6, 0]])
    machine = machine_between(latency, np.full((3, 3), 1e9))
    assert fastest(machine, 0, 1, 8).endpoints == (0, 1)
    assert fastest(replace(machine, forwarding=(ForwardingCost(1e-6, 1e9),) * 3), 0, 1, 8).endpoints == (0, 2, 1)


def test_what_a_relay_is_charged_is_told_and_whether_it_was_measured():
    figures = {("a", "b"): (1e-6, 1e7), ("a", "c"): (1e-6, 1e9), ("c", "b"): (1e-6, 1e9)}
    machine = declared_map("m", figures)
    assert (
        "Assumed: passing on takes c 10.0 us a message at 4.00 GB/s." in routed(machine, "a", "b", 1 << 20).forwarding
    )
    row = Forwarding(hosts=("c",), message_s=12e-6, rate_bytes_per_s=3e9)
    measured = routed(structs.replace(machine, forwarding=(row,)), "a", "b", 1 << 20)
    assert measured.best.endpoints == ("a", "c", "b")
    assert measured.forwarding == "Passing on takes c 12.0 us a message at 3.00 GB/s, as measured."
    assert measured.forwarding in route_lines(measured)
    assert routed(machine, "a", "c", 1 << 20).forwarding == ""


def test_hops_that_share_a_resource_add_up_there():
    # Both hops leave a host by the uplink of its switch: two pieces at once have half of it each.
    rate = np.array([[0, 2e8, 9e9], [2e8, 0, 9e9], [9e9, 9e9, 0]])
    free = machine_between(np.zeros((3, 3)), rate)
    uplink = SharedResource("uplink", np.zeros(3, dtype=int), ("uplink",), np.array([1e9]), np.array([1e9]), both=True)
    shared = replace(free, shared=(uplink,), through=((0,),) * len(free.transfers))
    times = [fastest(machine, 0, 1, 1 << 24).time_s for machine in (free, shared)]
    assert times[0] < (1 << 24) / 3e9 + 1e-3
    assert times[1] == pytest.approx(2 * (1 << 24) / 1e9, rel=0.05)


def test_a_size_in_bytes_is_told_with_its_unit():
    assert route_lines(find_route(read_map("phi-cluster"), "n1-mic2", "n2-mic3", 8))[0] == "8 B on phi-cluster"
    assert "8 B, bound " in "\n".join(schedule_lines(make_schedule(read_map("phi-cluster"), "bcast", (8,))))


def test_how_far_a_placement_is_from_the_best_is_never_no_distance():
    placed = place_ranks(read_map("phi-cluster"), "alltoall", ranks=4)
    text = "\n".join(place_lines(structs.replace(placed, exact=False, bound_s=1.0, gap=0.003701)))
    assert "this one is at most 0.38% above the best." in text
    assert "at most 5% above the best" in "\n".join(place_lines(structs.replace(placed, exact=False, gap=0.041)))
