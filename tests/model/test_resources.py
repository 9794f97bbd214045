"""Rates are max-min fair, and a pattern takes as long as its busiest resource where all pairs are alike."""

from __future__ import annotations

import random

import numpy as np
import pytest

from rankwise.core.errors import UsageError
from rankwise.core.records import Endpoint, Resource
from rankwise.model.machine import FASTEST_BYTES_PER_S, CostModel, machine_between, machine_of, subset
from rankwise.model.records import Map, Path
from rankwise.model.resources import Profile, fair_rates, time_of, timed

RATE = 12e9


def cluster(*resources: Resource, nodes: int = 4, per_node: int = 5, through: tuple[str, ...] = ()) -> Map:
    """Endpoints of which each has a path of 12 GB/s to each other; those between nodes pass `through`."""
    ends = tuple(
        Endpoint(id=f"n{node}e{end}", node=f"n{node}", kind="card", socket=end % 2, switches=(f"leaf{node // 2}",))
        for node in range(nodes)
        for end in range(per_node)
    )
    paths = tuple(
        Path(
            source=a.id,
            target=b.id,
            fabric="f",
            latency_s=1e-6,
            bandwidth_bytes_per_s=RATE,
            through=through if a.node != b.node else (),
        )
        for a in ends
        for b in ends
        if a != b
    )
    return Map(
        name="m", origin="declared", source="", endpoints=ends, fabrics=(), paths=paths, classes=(), resources=resources
    )


def alltoall(ranks: int, size_bytes: int) -> dict[tuple[int, int], Profile]:
    return {(a, b): ((size_bytes, 1.0),) for a in range(ranks) for b in range(ranks) if a != b}


def test_flows_share_the_narrowest_first() -> None:
    # Bertsekas and Gallager's kind of example: two share a row of 1, the one beside them has what is left of 10.
    uses = np.array([[0, 3], [0, 1], [1, 3], [3, 3]])
    rates = fair_rates(uses, np.array([1.0, 10.0, 5.0]), np.array([9.0, 9.0, 99.0, 4.0]))
    assert rates.tolist() == [0.5, 0.5, 9.5, 4.0]


@pytest.mark.parametrize("seed", range(20))
def test_no_flow_can_have_more_without_taking_from_a_smaller(seed: int) -> None:
    draw = random.Random(seed)
    rows, count = draw.randint(1, 6), draw.randint(1, 12)
    uses = np.array([[draw.randint(0, rows), draw.randint(0, rows)] for _ in range(count)])
    uses[uses[:, 0] == uses[:, 1], 1] = rows
    capacities = np.array([draw.uniform(1, 10) for _ in range(rows)])
    limits = np.array([draw.uniform(0.5, 12) for _ in range(count)])
    rates = fair_rates(uses, capacities, limits)
    carried = np.array([rates[(uses == row).any(axis=1)].sum() for row in range(rows)])
    assert (carried <= capacities * (1 + 1e-9)).all() and (rates <= limits * (1 + 1e-9)).all()
    for flow, rate in enumerate(rates):
        full = [
            row
            for row in uses[flow]
            if row < rows
            and carried[row] >= capacities[row] * (1 - 1e-9)
            and rate >= rates[(uses == row).any(axis=1)].max() * (1 - 1e-9)
        ]
        assert full or rate >= limits[flow] * (1 - 1e-9)


def test_an_adapter_bounds_an_alltoall() -> None:
    adapter = Resource(name="adapter", rate_bytes_per_s=RATE, per="node")
    through = cluster(adapter, through=("adapter",))
    answer = timed(alltoall(20, 1 << 20), machine_of(through))
    bytes_out = 5 * 15 * (1 << 20)
    assert answer.time_s == pytest.approx(bytes_out / RATE, rel=0.01)
    assert answer.busiest == "adapter of n0, out"
    assert answer.busy_s == pytest.approx(bytes_out / RATE)


def test_both_directions_of_one_rate_take_twice_as_long() -> None:
    each = cluster(Resource(name="adapter", rate_bytes_per_s=RATE, per="node"), through=("adapter",))
    both = cluster(Resource(name="adapter", rate_bytes_per_s=RATE, per="node", both=True), through=("adapter",))
    times = [time_of(alltoall(20, 1 << 20), machine_of(item)) for item in (each, both)]
    assert times[1] == pytest.approx(2 * times[0], rel=0.01)


def test_what_a_map_does_not_tell_is_assumed() -> None:
    plain = cluster()
    assert time_of(alltoall(20, 1 << 20), machine_of(plain)) == pytest.approx(75 * (1 << 20) / RATE, rel=0.01)
    apart = machine_of(plain, shares_adapters=False)
    assert time_of(alltoall(20, 1 << 20), apart) == pytest.approx(19 * (1 << 20) / RATE, rel=0.02)


@pytest.mark.parametrize(
    ("per", "rate", "pairs", "expected"),
    [
        ("socket", 2e9, [(0, 5), (2, 7)], 2 / 2e9),  # ends 0 and 2 hang on one socket, 5 and 7 on the other of n1
        ("socket", 2e9, [(0, 5), (1, 6)], 1 / 2e9),
        ("card", 3e9, [(0, 5), (0, 6)], 2 / 3e9),
        ("switch", 1e9, [(0, 10), (5, 15)], 2 / 1e9),  # two nodes of leaf0 send to nodes of leaf1
        ("switch", 1e9, [(0, 5)], 1 / RATE),  # below one leaf nothing goes up
        ("node", 1e9, [(5, 0), (10, 1)], 2 / 1e9),  # two nodes send into the first of all
        ("node", 99e9, [(5, 0), (10, 0)], 2 / RATE),  # and into its first end, by whose port
    ],
)
def test_there_is_one_in_each(per: str, rate: float, pairs: list[tuple[int, int]], expected: float) -> None:
    machine = machine_of(cluster(Resource(name="it", rate_bytes_per_s=rate, per=per), through=("it",)))  # type: ignore[arg-type]
    size = 1 << 26
    assert time_of(dict.fromkeys(pairs, ((size, 1.0),)), machine) == pytest.approx(expected * size, rel=0.01)


def test_an_adapter_is_as_fast_as_the_fastest_path_that_leaves_it_and_that_enters_it() -> None:
    """Places 0 and 1 share one, 2 and 3 the other. Paths between the two of an adapter, of 9 GB/s, do not count."""
    rates = np.array([[0, 9, 3, 1], [9, 0, 1, 4], [1, 1, 0, 9], [2, 1, 9, 0]]) * 1e9
    machine = machine_between(np.zeros((4, 4)), rates, np.array([0, 0, 1, 1]))
    (adapter,) = machine.shared
    assert set(machine.through) == {(0,)}
    assert adapter.out_bytes_per_s.tolist() == [4e9, 2e9]
    assert adapter.in_bytes_per_s.tolist() == [2e9, 4e9]
    sent = {(0, 2): ((10**9, 1.0),), (1, 3): ((10**9, 1.0),)}  # each has half of 4 GB/s
    assert timed(sent, machine).ends_s == {(0, 2): pytest.approx(0.5), (1, 3): pytest.approx(0.5)}


def test_a_later_row_is_of_the_places_that_it_names() -> None:
    rows = (
        Resource(name="adapter", rate_bytes_per_s=RATE, per="node"),
        Resource(name="adapter", rate_bytes_per_s=1e9, per="node", at=("n[23]",)),
    )
    machine = machine_of(cluster(*rows, through=("adapter",)))
    size = 1 << 26
    assert time_of({(0, 5): ((size, 1.0),)}, machine) == pytest.approx(size / RATE, rel=0.01)
    assert time_of({(10, 5): ((size, 1.0),)}, machine) == pytest.approx(size / 1e9, rel=0.01)


def test_a_flow_that_ends_leaves_its_share_to_the_others() -> None:
    machine = machine_of(cluster(Resource(name="adapter", rate_bytes_per_s=RATE, per="node"), through=("adapter",)))
    answer = timed({(0, 5): ((1 << 20, 1.0),), (1, 10): ((3 << 20, 1.0),)}, machine)
    assert answer.ends_s[0, 5] == pytest.approx(2 * (1 << 20) / RATE, rel=0.02)
    assert answer.time_s == pytest.approx(4 * (1 << 20) / RATE, rel=0.02)


def test_small_messages_of_a_rank_follow_each_other() -> None:
    machine = machine_of(cluster(nodes=1))
    alone, all_four = (time_of({(0, peer): ((8, 1.0),) for peer in range(1, 1 + count)}, machine) for count in (1, 4))
    assert all_four == pytest.approx(alone + 3 * machine.call_s, rel=0.01)


def test_no_path_takes_forever() -> None:
    machine = CostModel(("a", "b"), (0, 0), np.full((2, 2), -1), ())
    assert time_of({(0, 1): ((8, 1.0),)}, machine) == float("inf")
    assert time_of({}, machine) == 0.0


def test_what_has_no_rate_is_as_fast_as_it_goes() -> None:
    ends = (Endpoint(id="a", node="a"), Endpoint(id="b", node="b"))
    paths = (Path(source="a", target="b", fabric="f", latency_s=2e-6),)
    plain = Map(name="m", origin="declared", source="", endpoints=ends, fabrics=(), paths=paths, classes=())
    machine = machine_of(plain)
    assert machine.capacities.max() == FASTEST_BYTES_PER_S
    assert time_of({(0, 1): ((1 << 20, 1.0),)}, machine) == pytest.approx(2e-6, rel=0.01)


def test_a_subset_by_names() -> None:
    chosen = subset(cluster(), "n0e*,n1e0")
    assert [end.id for end in chosen.endpoints] == [*(f"n0e{end}" for end in range(5)), "n1e0"]
    assert all({path.source, path.target} <= {end.id for end in chosen.endpoints} for path in chosen.paths)
    with pytest.raises(UsageError, match="no endpoint of the map matches 'x'"):
        subset(cluster(), "x")


def test_a_port_is_as_fast_as_the_fastest_path_that_leaves_it_and_that_enters_it() -> None:
    rates = np.array([[0, 4, 3], [1, 0, 2], [1, 5, 0]]) * 1e9
    ports = machine_between(np.zeros((3, 3)), rates, np.arange(3)).ports
    assert ports.out_bytes_per_s.tolist() == [4e9, 2e9, 5e9]
    assert ports.in_bytes_per_s.tolist() == [1e9, 5e9, 3e9]
