"""A sampled map with the real engine on a simulated machine: a slow port and a slow cable are named, nothing else."""

from collections import defaultdict
from itertools import permutations

import pytest

from builders.declared import Figures, declared_map
from builders.simulated_sweep import SimulatedSweep
from rankwise.core.errors import UsageError
from rankwise.core.records import Cell, Endpoint
from rankwise.maps.pair_visits import PairVisits
from rankwise.maps.sampled import calls_of, connected, promise_for, sample_network
from rankwise.measure.cells import cell
from rankwise.model.mapping import PairTimes, paths_of
from rankwise.model.records import Map, PathClass
from rankwise.model.sampled_classes import classes_of_sample
from rankwise.model.sampling import SlowSpot

NAMES = [f"n{number}" for number in range(48)]
RACK = 16
"""Endpoints of one rack are joined by one switch; racks by cables."""


def rack(name: str) -> int:
    return int(name[1:]) // RACK


def relation(a: Endpoint, b: Endpoint) -> str:
    return "same rack" if rack(a.id) == rack(b.id) else "other rack"


def machine(slow: dict[tuple[str, str], float]) -> Map:
    """10 us and 10 GB/s within a rack, 14 us and 5 GB/s between; `slow` is how many times a pair's time is longer."""

    def figures(a: str, b: str) -> Figures:
        latency_s, rate = (10e-6, 10e9) if rack(a) == rack(b) else (14e-6, 5e9)
        factor = slow.get((a, b), 1.0)
        return latency_s * factor, rate / factor

    return declared_map("racks", {(a, b): figures(a, b) for a, b in permutations(NAMES, 2)})


def mapped(truth: Map, seed: int) -> tuple[tuple[PathClass, ...], int]:
    """The classes that a sampled map of a simulated machine finds, and how many pairs it measured."""
    values = PairTimes(1 << 20, defaultdict(list), defaultdict(list), defaultdict(list))
    ranks = {name: rank for rank, name in enumerate(NAMES)}

    def make(kernel: str, size: int, pair: tuple[str, str]) -> Cell:
        return cell("smpi", kernel, size, (ranks[pair[0]], ranks[pair[1]]), window=1)

    visits = PairVisits(SimulatedSweep(truth), make, values, {})
    found = sample_network(visits, values, {}, truth.endpoints, relation, agreed=promise_for(len(NAMES)), seed=seed)
    paths = paths_of("link", values, ())
    endpoints = {endpoint.id: endpoint for endpoint in truth.endpoints}
    classes = classes_of_sample(
        paths, values, endpoints, relation, representatives=found.representatives, suspects=found.suspects
    )
    return classes, len(paths)


@pytest.mark.simgrid
def test_two_relations_are_two_classes_and_nothing_stands_out() -> None:
    classes, measured = mapped(machine({}), 1)
    assert [one.relations for one in classes] == [("same rack",), ("other rack",)]
    assert [one.exceptions for one in classes] == [(), ()]
    assert classes[0].latency_s == pytest.approx(10e-6, rel=0.01)
    assert classes[1].bandwidth_bytes_per_s == pytest.approx(5e9 / (1 + 14e-6 * 5e9 / (1 << 20)), rel=0.01)
    assert sum(len(one.paths) for one in classes) == measured < 0.3 * len(NAMES) * (len(NAMES) - 1)


@pytest.mark.simgrid
def test_a_port_that_sends_slowly_is_named() -> None:
    classes, _ = mapped(machine({("n7", other): 2.0 for other in NAMES}), 1)
    exceptions = [words for one in classes for words in one.exceptions]
    assert exceptions and all(words.startswith("n7 -> *: takes ") and "slow port" in words for words in exceptions)


@pytest.mark.thorough("test_a_port_that_sends_slowly_is_named")
@pytest.mark.simgrid
def test_a_slow_cable_between_two_racks_is_named_by_its_pairs() -> None:
    cable = {(a, b): 1.6 for a, b in permutations(NAMES, 2) if (rack(a), rack(b)) == (0, 2) and int(b[1:]) % 4 == 0}
    classes, _ = mapped(machine(cable), 1)
    exceptions = [words for one in classes for words in one.exceptions]
    assert any("slow cable" in words for words in exceptions)
    for words in exceptions:  # a small message goes there and back, so either direction may be named
        source, target = words.split(":")[0].split(" -> ")
        assert (source, target) in cable or (target, source) in cable


def test_what_comes_and_goes_is_told_with_its_share() -> None:
    truth = machine({})
    pairs = list(permutations(NAMES[:4], 2))
    times = {pair: [10e-6, 10e-6] for pair in pairs}
    values = PairTimes(1 << 20, defaultdict(list, times), defaultdict(list, times), defaultdict(list))
    (one,) = classes_of_sample(
        paths_of("link", values, ()),
        values,
        {endpoint.id: endpoint for endpoint in truth.endpoints},
        relation,
        representatives=frozenset(pairs),
        suspects=[SlowSpot("link", None, (("n1", "n2"),), 2.0, 0.347)],
    )
    assert one.exceptions == (
        "n1 -> n2: takes 2 times as long as same rack usually does in 35% of its measurements: "
        "a slow cable or switch on their way",
    )


def test_what_comes_and_goes_only_looks_slow_where_much_is_disturbed() -> None:
    pairs = list(permutations(NAMES[:4], 2))
    times = {pair: [10e-6, 10e-6] for pair in pairs}
    values = PairTimes(1 << 20, defaultdict(list, times), defaultdict(list, times), defaultdict(list))
    (alike,) = classes_of_sample(
        paths_of("link", values, ()),
        values,
        {endpoint.id: endpoint for endpoint in machine({}).endpoints},
        relation,
        representatives=frozenset(pairs),
        suspects=[SlowSpot("link", None, (pair,), 2.0, share) for pair, share in zip(pairs, (0.6, 1.0), strict=False)],
        unsteady=True,
    )
    assert [words.partition(":")[0] for words in alike.suspected] == ["n0 -> n1"]
    assert [words.partition(":")[0] for words in alike.exceptions] == ["n0 -> n2"], "it is always slow"


def test_a_sample_of_too_few_is_refused_before_it_begins() -> None:
    with pytest.raises(UsageError, match="measure them all"):
        promise_for(8)


def test_each_endpoint_calls_a_few_and_is_called() -> None:
    calls = calls_of(NAMES, 1)
    assert len(calls) == len(set(calls)) <= 7 * len(NAMES)
    assert {a for a, _ in calls} == {b for _, b in calls} == set(NAMES)
    assert all(a != b for a, b in calls)


def test_who_is_reached_by_nobody_is_left_out_and_one_broken_cable_costs_nobody() -> None:
    missing = [("n1", "n3"), ("n3", "n2"), ("n3", "n9"), ("n4", "n5")]
    assert connected(NAMES, missing) == [name for name in NAMES if name != "n3"]
