"""Which pairs are relayed: on the published cluster, where far cards of two nodes have a slow path."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from rankwise.cluster.plan import read_plan
from rankwise.cluster.plan_map import to_map
from rankwise.core.records import Forwarding
from rankwise.model.records import Map
from rankwise.optimise.records import RelayedPair
from rankwise.optimise.relays import busiest_s, relay_gains
from rankwise.optimise.traffic import Traffic, pattern

PHI = Path(__file__).parents[2] / "examples/phi-cluster.toml"
HOSTS = ("c001-n001", "c001-n002")
FAR = tuple(f"{host}-mic2" for host in HOSTS)
LARGE, SMALL = 4 << 20, 64


@pytest.fixture(scope="module")
def phi() -> Map:
    return to_map(read_plan(PHI))


def sent(size_bytes: int, *pairs: tuple[int, int], calls: float = 100.0) -> Traffic:
    ranks = 1 + max(map(max, pairs))
    return Traffic("these", ranks, dict.fromkeys(pairs, ((size_bytes, calls),)))


def test_large_messages_of_far_cards_go_by_both_hosts(phi: Map) -> None:
    (gain,) = relay_gains(phi, sent(LARGE, (0, 1)), FAR)
    assert gain.pair == RelayedPair(source=FAR[0], target=FAR[1], through=HOSTS)
    assert gain.direct_s == pytest.approx(100 * (10e-6 + LARGE / 250e6), rel=0.01)
    assert gain.direct_s / gain.relayed_s > 9


def test_small_messages_stay_on_the_direct_path(phi: Map) -> None:
    assert relay_gains(phi, sent(SMALL, (0, 1), calls=1e6), FAR) == ()


def test_where_their_time_falls_decides_for_a_pair_of_both(phi: Map) -> None:
    few_large = {(0, 1): ((SMALL, 1e6), (LARGE, 10.0))}
    many_large = {(0, 1): ((SMALL, 1e4), (LARGE, 1e4))}
    assert relay_gains(phi, Traffic("small", 2, few_large), FAR) == ()
    assert len(relay_gains(phi, Traffic("large", 2, many_large), FAR)) == 1


def test_both_directions_of_a_pair_go_together(phi: Map) -> None:
    (gain,) = relay_gains(phi, sent(LARGE, (0, 1), (1, 0)), FAR)
    assert {gain.pair.source, gain.pair.target} == set(FAR)


def test_hosts_and_ranks_of_one_place_are_left_alone(phi: Map) -> None:
    assert relay_gains(phi, sent(LARGE, (0, 1)), HOSTS) == ()
    assert relay_gains(phi, sent(LARGE, (0, 1)), (FAR[0], FAR[0])) == ()


def test_pairs_that_share_a_link_share_its_time(phi: Map) -> None:
    places = tuple(f"{host}-mic{card}" for host in HOSTS for card in (2, 3))
    alone = relay_gains(phi, sent(LARGE, (0, 2)), places)
    both = relay_gains(phi, sent(LARGE, (0, 2), (1, 3)), places)
    assert len(both) == 2
    assert both[1].relayed_s >= 1.8 * alone[0].relayed_s, "the second of two through one adapter takes both their times"


def test_nothing_gets_busier_than_the_busiest_was(phi: Map) -> None:
    places = tuple(endpoint.id for endpoint in phi.endpoints)
    for gain in relay_gains(phi, pattern("alltoall", len(places), LARGE), places):
        assert gain.relayed_s < gain.direct_s


def test_a_relay_has_the_time_of_all_that_it_passes_on(phi: Map) -> None:
    """Whether it is the first of a way or the last, as either host is for one of the directions."""
    places = tuple(f"{host}-mic{card}" for host in HOSTS for card in (2, 3))
    pairs = [RelayedPair(source=places[a], target=places[a + 2], through=HOSTS) for a in (0, 1)]
    for host in HOSTS:
        slow = structs.replace(phi, forwarding=(Forwarding(hosts=(host,), message_s=1e-3, rate_bytes_per_s=1e9),))
        alone_s = busiest_s(slow, sent(LARGE, (0, 2)), places, pairs[:1])
        both_s = busiest_s(slow, sent(LARGE, (0, 2), (1, 3)), places, pairs)
        assert both_s == pytest.approx(2 * alone_s, rel=0.1)
        assert alone_s > 2 * busiest_s(phi, sent(LARGE, (0, 2)), places, pairs[:1]), "the map tells what relays take"


def test_an_endpoint_has_the_time_of_all_its_messages(phi: Map) -> None:
    alone, both = sent(LARGE, (0, 1)), sent(LARGE, (0, 1), (0, 2))
    places = (*FAR, HOSTS[0])
    direct_s = busiest_s(phi, alone, places)
    (gain,) = relay_gains(phi, alone, places)
    assert direct_s == pytest.approx(gain.direct_s)
    assert busiest_s(phi, alone, places, [gain.pair]) == pytest.approx(gain.relayed_s)
    assert direct_s < busiest_s(phi, both, places) < 1.2 * direct_s  # its own host is near
