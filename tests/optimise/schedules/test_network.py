"""Schedules are made where paths lead from each rank to each other, over others too."""

import pytest

from builders.declared import declared_map
from rankwise.core.errors import UsageError
from rankwise.optimise.schedules.bounds import bound_s
from rankwise.optimise.schedules.network import Load, network_of
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
@pytest.mark.parametrize("adapters", [True, False])
def test_a_bound_is_the_narrowest_cut_in_its_own_direction(
    collective: Collective, seconds: float, adapters: bool
) -> None:
    """`a` sends at 4 GB/s and receives at 1; the others send at 2. Two blocks enter `a` when all gather, and one when
    all reduce and scatter. Paths of no latency count, too, and adapters that are no narrower than them change
    nothing."""
    rates = {"ab": 4e9, "ac": 4e9, "ba": 1e9, "ca": 1e9, "bc": 2e9, "cb": 2e9}
    declared = declared_map("m", {(ends[0], ends[1]): (0.0, rate) for ends, rate in rates.items()})
    network = network_of(declared, shared=adapters)
    bound = bound_s(network, collective, 0 if collective in ROOTED else -1, 1 << 30)
    least_s = seconds * (1 << 30) / 1e9
    assert bound == pytest.approx(least_s, rel=3e-3) and bound <= least_s * (1 + 1e-6)


@pytest.mark.parametrize(("collective", "seconds"), [("scatter", 2.0), ("gather", 2.0), ("alltoall", 30 / 11)])
def test_a_bound_of_exchanges_relays_what_a_slow_path_would_hold_up(collective: Collective, seconds: float) -> None:
    """From `a` to `b` there are 0.1 GB/s, else 1. The port of `a` has two blocks to send or to receive; `c`, which in
    an alltoall relays x of the block to `b`, sends 2 + x of them while the path carries 1 - x: both take 30 / 11 s."""
    pairs = {(a, b): (0.0, 1e8 if a + b == "ab" else 1e9) for a in "abc" for b in "abc" if a != b}
    bound = bound_s(network_of(declared_map("m", pairs)), collective, 0 if collective in ROOTED else -1, 10**9)
    assert bound == pytest.approx(seconds, rel=1e-3)


def test_a_path_with_more_to_carry_is_done_later() -> None:
    load = Load(network_of(declared_map("m", dict.fromkeys([("a", "b"), ("b", "a")], WAY))))
    free_s = load.seconds_per_byte()[0, 1]
    load.add(0, 1)
    assert load.seconds_per_byte()[0, 1] == pytest.approx(2 * free_s) == pytest.approx(2e-9)
    load.add(0, 1, 2.0)
    assert load.seconds_per_byte()[0, 1] == pytest.approx(4 * free_s)


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
