"""Orders of ranks: what the model adds up, and that the search gives the best of all where all can be tried."""

from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

import rankwise
from benchmarks.tuning import place
from builders.networks import alike
from rankwise.cluster.plan import read_plan
from rankwise.cluster.plan_map import to_map
from rankwise.core.errors import UsageError
from rankwise.model.machine import CostModel, machine_between, machine_of
from rankwise.model.records import Map
from rankwise.model.transfer import Transfer
from rankwise.optimise import rank_order
from rankwise.optimise.order_bound import bound
from rankwise.optimise.order_cost import Costs, Objective
from rankwise.optimise.order_search import grown
from rankwise.optimise.rank_order import best_order
from rankwise.optimise.traffic import Traffic, matrix, pattern

PHI = Path(__file__).parents[2] / "examples/phi-cluster.toml"
OBJECTIVES: tuple[Objective, ...] = ("makespan", "bottleneck", "total")


def phi() -> Map:
    return to_map(read_plan(PHI))


def random_machine(seed: int, places: int, kinds: tuple[int, ...] | None = None) -> CostModel:
    random = np.random.default_rng(seed)
    rates = random.uniform(0.1e9, 10e9, size=(places, places))
    transfers = tuple(Transfer(5e-6, float(rate)) for rate in rates.ravel())
    level = np.arange(places * places).reshape(places, places)
    np.fill_diagonal(level, -1)
    return CostModel(tuple(f"n{index}" for index in range(places)), kinds or (0,) * places, level, transfers)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("name", ["ring", "halo:3x2", "halo:2x3x1"])
def test_the_best_of_all_orders_is_given_where_all_can_be_tried(objective: Objective, name: str) -> None:
    costs = Costs(pattern(name, 6, 1 << 20), random_machine(3, 6))
    best = np.inf
    for value, order in sorted((costs.value(np.array(order), objective)[0], order) for order in permutations(range(6))):
        if value <= best:  # no order takes less than its busiest resource
            best = min(best, costs.time_s(np.array(order), objective))
    solution = best_order(costs, objective)
    time_s = costs.time_s(np.array(solution.order), objective)
    assert solution.bound <= best * (1 + 1e-6)
    if objective != "makespan":
        assert solution.exact
    # The orders that are timed whole are those with the least busy resources: on such unlike paths the best is near.
    assert time_s <= best * (1.02 if objective == "makespan" else 1 + 1e-12)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_where_all_paths_are_alike_no_bound_is_above_what_every_order_takes(objective: Objective) -> None:
    costs = Costs(pattern("halo:3x3", 9, 1 << 20), alike(9).machine)
    assert bound(costs, objective) <= costs.time_s(np.arange(9), objective) * (1 + 1e-9)


@pytest.mark.parametrize(("objective", "seconds"), [("makespan", 10.0), ("bottleneck", 10.0), ("total", 22.0)])
def test_a_bound_gives_each_rank_a_place_of_its_own(objective: Objective, seconds: float) -> None:
    """A ring of four on two places that send at 1 GB/s to each other, and two that send at 0.1 GB/s to all."""
    level = np.ones((4, 4), dtype=np.int64)
    level[0, 1] = level[1, 0] = 0
    machine = CostModel(tuple("abcd"), (0,) * 4, level, (Transfer(0.0, 1e9), Transfer(0.0, 1e8)))
    costs = Costs(pattern("ring", 4, 10**9), machine)
    assert bound(costs, objective) == pytest.approx(seconds)
    assert bound(Costs(Traffic("silent", 4, {}), machine), objective) == 0.0


@pytest.mark.drawn(2)
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("name", ["ring", "halo:4x2", "alltoall"])
def test_the_search_is_within_five_percent_of_the_best(
    objective: Objective, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(3):
        costs = Costs(pattern(name, 8, 1 << 20), random_machine(seed, 8))
        exact = costs.value(np.array(best_order(costs, objective).order), objective)[0]
        with monkeypatch.context() as patch:
            patch.setattr(rank_order, "MOST_ORDERS", 0)
            searched = best_order(costs, objective)
            assert searched == best_order(costs, objective), "the same question has the same answer"
        assert not searched.exact
        value = costs.value(np.array(searched.order), objective)[0]
        assert searched.bound <= exact * (1 + 1e-9)
        assert value <= 1.05 * exact
        if name == "alltoall" and objective == "total":  # every order costs the same: nothing is left to assign
            assert searched.bound == pytest.approx(exact, rel=1e-9)


def test_ten_ranks_get_the_best_of_all_orders_without_trying_all() -> None:
    traffic = next(one for one in place.patterns(10, 1) if one.name == "random")
    costs = Costs(traffic, place.random_machine(1, 10))
    value = costs.value(np.array(best_order(costs, "makespan").order), "makespan")[0]
    assert value == pytest.approx(0.0089142101, rel=1e-6)  # the least of 3,628,800


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_values_of_swaps_are_those_of_the_whole_order(objective: Objective) -> None:
    costs = Costs(pattern("halo:3x3", 9, 4096), random_machine(1, 11))
    search = rank_order.OrderSearch(costs, objective, [list(range(11))])
    order = np.random.default_rng(5).permutation(11)
    others = np.array([index for index in range(11) if index != 4])
    values, totals = search.swapped(order, 4, others, search.times(order), objective)
    assert len(set(values)) > 1
    for b, value, total in zip(others.tolist(), values, totals, strict=True):
        swapped = order.copy()
        swapped[[4, b]] = swapped[[b, 4]]
        assert (value, total) == pytest.approx(costs.value(swapped, objective), rel=1e-9)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_swap_that_is_made_is_the_best_of_all(objective: Objective) -> None:
    costs = Costs(pattern("halo:3x3", 9, 4096), random_machine(1, 11))
    search = rank_order.OrderSearch(costs, objective, [list(range(11))])
    order = np.random.default_rng(5).permutation(11)
    every = [order.copy() for _ in range(11)]
    for b, swapped in enumerate(every):
        swapped[[4, b]] = swapped[[b, 4]]
    best = min(costs.value(swapped, objective) for swapped in every)
    assert search._best_swap(order, 4, objective)
    assert costs.value(order, objective) == pytest.approx(best, rel=1e-9)


def test_a_ring_on_the_published_cluster_avoids_its_slow_paths() -> None:
    costs = Costs(pattern("ring", 10, 1 << 20), machine_of(phi()))
    solution = best_order(costs, "makespan")
    assert solution.exact
    assert costs.slowest(np.arange(10))[2] == 0.5e9
    assert costs.slowest(np.array(solution.order))[2] == 1.3e9


def test_the_slowest_path_in_use_may_be_the_first() -> None:
    level = np.array([[-1, 0, 1], [1, -1, 1], [1, 1, -1]])
    machine = CostModel(tuple("abc"), (0,) * 3, level, (Transfer(1e-6, 1e8), Transfer(1e-6, 1e9)))
    assert Costs(pattern("ring", 3, 8), machine).slowest(np.arange(3)) == (0, 1, 1e8)
    unknown = CostModel(tuple("abc"), (0,) * 3, level, (Transfer(1e-6), Transfer(1e-6)))
    assert Costs(pattern("ring", 3, 8), unknown).slowest(np.arange(3))[2] is None


def test_an_order_is_exact_only_where_all_were_tried() -> None:
    """Ten ranks have more orders than are tried. On equal paths the default is at the bound all the same."""
    for objective in OBJECTIVES:
        costs = Costs(pattern("ring", 10, 1 << 20), alike(10).machine)
        solution = best_order(costs, objective)
        assert not solution.exact and solution.order == tuple(range(10))
        assert costs.time_s(np.arange(10), objective) == pytest.approx(solution.bound, rel=1e-6)


def test_the_search_relieves_the_busiest_adapter() -> None:
    """A ring of twelve is dealt out to two nodes in turn, so that all its messages leave a node. Of a better order two
    do: one each way."""
    node, own = np.arange(12) % 2, ~np.eye(12, dtype=bool)
    machine = machine_between(0.0 * own, np.where(node[:, None] == node[None, :], 100e9, 1e9) * own, node)
    costs = Costs(pattern("ring", 12, 10**9), machine)
    assert costs.time_s(np.arange(12), "makespan") == pytest.approx(6.0, rel=1e-3)
    best = np.array(best_order(costs, "makespan").order)
    assert costs.time_s(best, "makespan") == pytest.approx(1.0, rel=1e-3)


def test_ranks_of_one_architecture_change_places_among_themselves() -> None:
    machine = phi()
    solution = best_order(Costs(pattern("ring", 10, 1 << 20), machine_of(machine)), "makespan")
    kinds = [endpoint.arch for endpoint in machine.endpoints]
    assert [kinds[place] for place in solution.order] == kinds


def test_a_tie_stays_at_the_default() -> None:
    level = np.zeros((6, 6), dtype=np.int64)
    equal = CostModel(tuple("abcdef"), (0,) * 6, level, (Transfer(1e-6, 1e9),))
    for objective in OBJECTIVES:
        assert best_order(Costs(pattern("ring", 6, 8), equal), objective).order == tuple(range(6))


def test_ranks_move_to_places_that_nobody_has() -> None:
    machine = random_machine(2, 4)
    slow = np.full((4, 4), 1, dtype=np.int64)
    slow[2:, 2:] = 0
    fast = CostModel(machine.names, machine.kinds, slow, (Transfer(1e-6, 1e9), Transfer(1e-6, 1e6)))
    assert set(best_order(Costs(pattern("ring", 2, 1 << 20), fast), "makespan").order) == {2, 3}


def test_a_pinned_rank_stays() -> None:
    costs = Costs(pattern("ring", 10, 1 << 20), machine_of(phi()))
    assert best_order(costs, "makespan", {1: 4, 7: 7}).order[1] == 4
    with pytest.raises(UsageError, match="another kind or architecture"):
        best_order(costs, "makespan", {0: 1})
    with pytest.raises(UsageError, match="two ranks are pinned"):
        best_order(costs, "makespan", {1: 2, 3: 2})
    with pytest.raises(UsageError, match="there is no rank 10"):
        best_order(costs, "makespan", {10: 2})


def test_more_ranks_than_places_and_pairs_without_a_path_are_refused() -> None:
    with pytest.raises(UsageError, match="11 ranks and 10 endpoints"):
        best_order(Costs(pattern("ring", 11, 8), machine_of(phi())), "makespan")
    level = np.full((3, 3), -1, dtype=np.int64)
    level[0, 1] = level[1, 0] = 0
    apart = CostModel(("a", "b", "c"), (0, 0, 0), level, (Transfer(1e-6, 1e9),))
    with pytest.raises(UsageError, match="the map has no path from"):
        best_order(Costs(pattern("ring", 3, 8), apart), "total")
    assert set(best_order(Costs(pattern("ring", 2, 8), apart), "total").order) == {0, 1}


def test_busy_ranks_send_and_receive_at_the_same_time() -> None:
    machine = CostModel(("a", "b", "c"), (0, 0, 0), np.zeros((3, 3), dtype=np.int64), (Transfer(0.0, 1e6),))
    traffic = Traffic(
        "made up", 3, {(0, 1): ((1_000_000, 1.0),), (0, 2): ((1_000_000, 2.0),), (2, 0): ((500_000, 1.0),)}
    )
    order = np.arange(3)
    costs = Costs(traffic, machine)
    assert costs.value(order, "makespan") == (pytest.approx(3.0), pytest.approx(3.5))
    assert costs.value(order, "bottleneck")[0] == pytest.approx(2.0)
    assert costs.value(order, "total")[0] == pytest.approx(3.5)


def test_a_matrix_is_a_square_of_bytes_or_a_list_of_messages() -> None:
    square = matrix("0,100,0\n# a comment\n0,0,8192\n4,0,0\n", "m.csv", 4096)
    assert square.sends == {(0, 1): ((100, 1.0),), (1, 2): ((4096, 2.0),), (2, 0): ((4, 1.0),)}
    listed = matrix("source,target,size_bytes,calls\n0,1,8,10\n0,1,4096,2\n1,0,8,1\n", "t.csv")
    assert listed.ranks == 2
    assert listed.sends == {(0, 1): ((8, 10.0), (4096, 2.0)), (1, 0): ((8, 1.0),)}


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("0,1\n1\n", "m.csv, line 2: 1 columns in a matrix of 2 rows"),
        ("0,-1\n1,0\n", "m.csv, line 1, column 2: -1 is negative"),
        ("0,x\n1,0\n", "m.csv, line 1, column 2: 'x' is not a number"),
        ("0,1\n" + "9" * 200_000 + ",0\n", "m.csv, line 2: field larger"),
        ("0,nan\n1,0\n", "negative or too large"),
        ("", "m.csv is empty"),
        ("source,target,size_bytes,calls\n0,1,8\n", "m.csv, line 2: 3 columns"),
        ("source,target,size_bytes,calls\n0,1.5,8,1\n", "m.csv, line 2: ranks and sizes are whole numbers"),
    ],
)
def test_a_bad_matrix_is_refused_by_its_line(text: str, printed: str) -> None:
    with pytest.raises(UsageError, match=printed):
        matrix(text, "m.csv")


@pytest.mark.parametrize("name", ["rings", "halo:2x", "halo:0x2", "halo:axb"])
def test_an_unknown_pattern_is_refused(name: str) -> None:
    with pytest.raises(UsageError):
        pattern(name, 4, 8)


def test_a_pattern_of_another_number_of_ranks_is_refused() -> None:
    with pytest.raises(UsageError, match="'halo:2x2' is for 4 ranks, there are 6"):
        pattern("halo:2x2", 6, 8)


def test_a_grown_order_keeps_neighbours_on_a_node_that_the_default_tears_apart() -> None:
    """Ranks of a ring are dealt out to nodes in turn by default; grown, each node holds neighbours."""
    nodes, cores = 8, 4
    ranks = nodes * cores
    node = np.arange(ranks) % nodes
    level = np.where(node[:, None] == node[None, :], 0, 1)
    np.fill_diagonal(level, -1)
    machine = CostModel(tuple(map(str, range(ranks))), (0,) * ranks, level, (Transfer(0, 10e9), Transfer(0, 1e9)))
    costs = Costs(pattern("ring", ranks, 1000), machine)
    order = grown(costs, costs.table, [list(range(ranks))], np.arange(ranks))
    assert sorted(order) == list(range(ranks))
    crossing = sum(node[order[rank]] != node[order[(rank + 1) % ranks]] for rank in range(ranks))
    assert crossing <= 2 * nodes  # of 32 by default; a chain that is grown at both ends closes in the middle
    moved = grown(costs, costs.table, [list(range(4, ranks))], np.arange(ranks))
    assert list(moved[:4]) == [0, 1, 2, 3] and sorted(moved) == list(range(ranks))


def test_a_grown_order_puts_those_together_that_exchange_most() -> None:
    node = np.array([0, 0, 1, 1])
    level = np.where(node[:, None] == node[None, :], 0, 1)
    np.fill_diagonal(level, -1)
    machine = CostModel(tuple("abcd"), (0,) * 4, level, (Transfer(0, 10e9), Transfer(0, 1e9)))
    sent = {(a, b): ((1000 if abs(a - b) == 2 else 1, 1.0),) for a in range(4) for b in range(4) if a != b}
    costs = Costs(Traffic("pairs", 4, sent), machine)
    order = grown(costs, costs.table, [list(range(4))], np.arange(4))
    assert node[order[0]] == node[order[2]] != node[order[1]] == node[order[3]]


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_search_avoids_a_pair_without_a_path_also_where_every_path_takes_minutes(
    objective: Objective, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rank_order, "MOST_ORDERS", 0)
    rates = np.array([[0, 0, 1, 1], [0, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]]) * 1e6
    costs = Costs(pattern("ring", 4, 10**8), machine_between(np.zeros((4, 4)), rates))
    assert np.isfinite(costs.time_s(np.array(best_order(costs, objective).order), objective))


@pytest.mark.parametrize("decide", [rankwise.place_ranks, rankwise.make_schedule, rankwise.find_route])
def test_a_machine_of_rates_alone_is_not_said_to_have_no_paths(decide: Callable[..., object]) -> None:
    """It has paths of 200 GB/s, and `route` said that nothing leads from its host to a GPU."""
    asked = {
        rankwise.place_ranks: ("ring",),
        rankwise.make_schedule: ("bcast", (8,)),
        rankwise.find_route: ("host", "gcd0", 8),
    }
    with pytest.raises(UsageError, match="no path of 'frontier' has a latency that is known"):
        decide(rankwise.read_map("frontier"), *asked[decide])
