from collections import defaultdict

from rankwise.core.records import Endpoint
from rankwise.model.mapping import (
    PairTimes,
    classes_of,
    not_confirmed,
    paths_of,
    representative,
    suspicious,
    with_classes,
)

NAMES = ["a", "a0", "a1", "b", "b0", "b1"]
ENDPOINTS = {name: Endpoint(id=name, node=name[0], kind="card" if len(name) > 1 else "core") for name in NAMES}


def relation(a: Endpoint, b: Endpoint) -> str:
    return "same node" if a.node == b.node else "other node"


def measured(**slow: float) -> PairTimes:
    """Every pair: 50 us and 1 GB/s on a node, 100 us and 100 MB/s between nodes; one visit in three is disturbed."""
    found = PairTimes(1 << 20, defaultdict(list), defaultdict(list), defaultdict(list))
    for a in NAMES:
        for b in NAMES:
            if a != b:
                near = a[0] == b[0]
                factor = slow.get(f"{a}_{b}", 1.0)
                found.latency[a, b] = [t * (50e-6 if near else 100e-6) for t in (1.0, 7.0, 1.01)]
                found.large[a, b] = [factor * t * (1e-3 if near else 10e-3) for t in (3.0, 1.0, 1.02)]
    return found


def test_two_levels_are_two_classes_although_visits_were_disturbed() -> None:
    values = measured()
    paths = paths_of("net", values, ())
    classes = classes_of(paths, values, ENDPOINTS, relation)
    assert [one.relations for one in classes] == [("same node",), ("other node",)]
    assert [len(one.paths) for one in classes] == [12, 18]
    assert not any(one.exceptions for one in classes)
    assert suspicious(paths, values, ENDPOINTS, relation) == []
    assert {path.path_class for path in with_classes(paths, classes)} == {one.id for one in classes}


def test_one_slow_direction_stands_out_and_is_tested_again_first() -> None:
    values = measured(a0_b1=2.5)
    paths = paths_of("net", values, ())
    assert suspicious(paths, values, ENDPOINTS, relation)[0] == ("a0", "b1")
    named = [words for one in classes_of(paths, values, ENDPOINTS, relation) for words in one.exceptions]
    assert len(named) == 1
    assert named[0].startswith("a0 -> b1: other node, but")


def test_only_what_was_tested_again_is_told_to_be_slow() -> None:
    values = measured(a0_b1=2.5)
    values.large["a", "b"] = [10e-3]
    doubted = suspicious(paths_of("net", values, ()), values, ENDPOINTS, relation)
    assert not_confirmed(values, doubted, ()) == {("a", "b"), ("a0", "b1")}
    assert not_confirmed(values, doubted, {("a0", "b1")}) == {("a", "b")}


def test_a_pair_of_one_visit_is_tested_again() -> None:
    values = measured()
    values.large["a", "b"] = [10e-3]
    assert suspicious(paths_of("net", values, ()), values, ENDPOINTS, relation) == [("a", "b")]


def once(values: PairTimes, *, but: str) -> PairTimes:
    """Only pairs from there have more than their first undisturbed visit: the time was over."""
    for pair in values.latency:
        if pair[0] != but:
            values.latency[pair] = values.latency[pair][:1]
            values.large[pair] = values.large[pair][1:2]
    return values


def test_levels_are_told_apart_although_most_pairs_have_one_visit() -> None:
    """All were one class, of 1 us to 10 ms: those with one visit were taken to be in doubt, and so was everything."""
    values = once(measured(), but="a")
    for pair in (("b", "a"), ("b", "b0"), ("b", "b1")):  # six and more with two visits, on both levels
        values.latency[pair] += [1.02 * values.latency[pair][0]]
        values.large[pair] += [1.02 * values.large[pair][0]]
    classes = classes_of(paths_of("net", values, ()), values, ENDPOINTS, relation)
    assert [one.relations for one in classes] == [("same node",), ("other node",)]
    assert all(one.latency_high_s < 1.3 * one.latency_low_s for one in classes)


def test_nothing_is_said_against_a_pair_of_one_visit() -> None:
    values = once(measured(a0_b1=2.5), but="a")
    for pair in (("b", "a"), ("b", "b0"), ("b", "b1")):
        values.latency[pair] += [1.02 * values.latency[pair][0]]
        values.large[pair] += [1.02 * values.large[pair][0]]
    classes = classes_of(paths_of("net", values, ()), values, ENDPOINTS, relation)
    assert not any(one.exceptions for one in classes)
    assert {len(one.paths) for one in classes if ("a0", "b1") in one.paths} == {1}, "a class of its own all the same"


def test_pairs_with_an_error_have_no_figures() -> None:
    values = measured()
    del values.latency["a", "b"]
    known = {(path.source, path.target) for path in paths_of("net", values, {("b", "a")})}
    assert len(known) == 28
    assert not known & {("a", "b"), ("b", "a")}


def test_representative_is_the_middle_of_its_class() -> None:
    values = measured(a_a0=0.98, a_a1=1.02)
    paths = paths_of("net", values, ())
    first = classes_of(paths, values, ENDPOINTS, relation)[0]
    pair = representative(first, {(path.source, path.target): path for path in paths})
    assert pair not in (("a", "a0"), ("a", "a1"))
