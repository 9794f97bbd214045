"""Schedules are made where paths lead from each rank to each other, over others too."""

import pytest

from builders.declared import declared_map
from rankwise.core.errors import UsageError
from rankwise.optimise.schedules.bounds import bound_s
from rankwise.optimise.schedules.network import network_of
from rankwise.optimise.schedules.steps import COLLECTIVES, ROOTED, Collective
from rankwise.optimise.schedules.table import for_all_roots, schedules

WAY = (1e-6, 1e9)


@pytest.mark.parametrize("pairs", [[("a", "b"), ("b", "a"), ("c", "a")], [("a", "b"), ("b", "a"), ("a", "c")]])
def test_an_endpoint_that_no_path_leads_to_or_from_is_refused(pairs: list[tuple[str, str]]) -> None:
    with pytest.raises(UsageError, match=r"leads (to|from) 'c'"):
        network_of(declared_map("m", dict.fromkeys(pairs, WAY)))


@pytest.mark.parametrize("collective", COLLECTIVES)
def test_a_chain_of_endpoints_has_schedules_or_none_that_are_wrong(collective) -> None:  # type: ignore[no-untyped-def]
    pairs = [("a", "b"), ("b", "a"), ("b", "c"), ("c", "b")]
    network = network_of(declared_map("m", dict.fromkeys(pairs, WAY)))
    made = schedules(network, collective, 0 if collective in ROOTED else -1, "any")  # proves each
    assert all(schedule.collective == collective for schedule in made)


@pytest.mark.parametrize(
    ("collective", "seconds"),
    [("bcast", 1 / 4), ("reduce", 1.0), ("allreduce", 1.0), ("allgather", 2.0), ("reduce_scatter_block", 1.0)],
)
def test_a_bound_is_the_narrowest_cut_in_its_own_direction(collective: Collective, seconds: float) -> None:
    """`a` sends at 4 GB/s and receives at 1; the others send at 2. Two blocks enter `a` when all gather, and one when
    all reduce and scatter. Paths of no latency count, too."""
    rates = {"ab": 4e9, "ac": 4e9, "ba": 1e9, "ca": 1e9, "bc": 2e9, "cb": 2e9}
    network = network_of(declared_map("m", {(ends[0], ends[1]): (0.0, rate) for ends, rate in rates.items()}))
    bound = bound_s(network, collective, 0 if collective in ROOTED else -1, 1 << 30)
    assert bound == pytest.approx(seconds * (1 << 30) / 1e9, rel=3e-3)


def test_turned_round_a_network_is_turned_in_all_that_it_tells() -> None:
    pairs = [("a", "b"), ("b", "a"), ("b", "c"), ("c", "b"), ("c", "a"), ("a", "c")]
    network = network_of(declared_map("m", {pair: (1e-6, 1e9 * rank) for rank, pair in enumerate(pairs, 1)}))
    turned = network.reversed()
    assert (turned.seconds(8) == network.seconds(8).T).all()
    assert (turned.uses == network.uses.transpose(1, 0, 2)).all() and (turned.uses != network.uses).any()


def test_a_collective_with_roots_has_a_schedule_for_each_and_others_one() -> None:
    network = network_of(declared_map("m", {(a, b): WAY for a in "abc" for b in "abc" if a != b}))
    for collective in COLLECTIVES:
        (first, *_) = schedules(network, collective, 0 if collective in ROOTED else -1, "any")
        roots = [made.root for made in for_all_roots(network, collective, "any", first.name)]
        assert roots == ([0, 1, 2] if collective in ROOTED else [-1])
