"""Which algorithm serves which size, on a trial runner whose truth is known."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest

from builders.searching import TrialRunner, a_gain, algorithm, plain, search
from rankwise.mpis.impi.rules import combined
from rankwise.tuning.goals import BenchmarkPoint, target, traced
from rankwise.tuning.picks import best_of, collective_points, transport_points
from rankwise.tuning.race import CandidateTimes
from rankwise.tuning.rule_search import RuleSearch
from rankwise.tuning.space import by_rule


def test_each_size_gets_its_algorithm_and_a_failing_one_costs_the_others_nothing() -> None:
    def truth(knobs: Mapping[str, str], point: BenchmarkPoint) -> float:
        chosen = algorithm(knobs, point)
        fast = {("bcast", "2"): point[1] <= 1024, ("bcast", "3"): point[1] >= 128 << 10, ("reduce", "1"): True}
        return 1e-6 / (1.4 if fast.get((point[0], chosen)) else 1.0) * (1.3 if chosen == "4" else 1.0)

    def fails(knobs: Mapping[str, str]) -> bool:
        return any(name.startswith("rule:alltoall:") and value.startswith("2:") for name, value in knobs.items())

    one = search(TrialRunner(truth, fails))
    found = by_rule({"bcast": plain("1234"), "reduce": plain("124"), "alltoall": plain("12")}, ranks=2)
    RuleSearch(one).find(found, collective_points(one.target), math.inf)
    rules = {
        (rule.collective, rule.algorithm): (rule.from_bytes, rule.to_bytes)
        for line in one.in_use.lines()
        if (rule := line.rule)
    }
    assert rules.pop(("reduce", "1")) == (0, (1 << 31) - 1)
    assert rules.pop(("bcast", "2")) == (0, 4096)  # half way to 16 KiB
    assert rules.pop(("bcast", "3")) == (46342, (1 << 31) - 1)
    assert rules == {}
    assert one.trials.by_name["alltoall by 2"].seen.error
    assert not one.trials.by_name["alltoall by 1"].seen.error


@pytest.mark.parametrize(
    ("harmless", "taken", "parts"),
    [("2", ["bcast by 1:0-27;2:28-2147483647, all sizes"], {"bcast by 1", "bcast by 2"}), ("", [], set())],
)
def test_where_rules_change_other_sizes_too_one_rule_serves_all(
    harmless: str, taken: list[str], parts: set[str]
) -> None:
    """Algorithm 1 gains at the smallest size and is slower elsewhere, 3 everywhere."""

    def truth(knobs: Mapping[str, str], point: BenchmarkPoint) -> float:
        chosen = algorithm(knobs, point)
        if point[0] != "bcast" or chosen in ("", harmless):
            return 1e-6
        return 0.5e-6 if chosen == "1" and point[1] == 8 else 1.3e-6

    one = search(TrialRunner(truth))
    wanted = by_rule({"bcast": plain("123")}, 2)
    RuleSearch(one, combined).find(wanted, collective_points(one.target), math.inf)
    assert [line.id for line in one.in_use.lines()] == taken
    assert one.in_use.names() == parts


def test_a_size_that_one_rule_for_all_makes_slower_is_served_by_another_algorithm() -> None:
    """Algorithm 1 gains at 8 B and, though it is not slower at 1 KiB, is half way there; 2 does neither."""

    def truth(knobs: Mapping[str, str], point: BenchmarkPoint) -> float:
        chosen = algorithm(knobs, point)
        if point[0] != "bcast" or chosen in ("", "2"):
            return 1e-6
        return {8: 0.5e-6, 1 << 10: 0.99e-6, 88: 1.3e-6}.get(point[1], 1e-6)

    one = search(TrialRunner(truth))
    wanted = by_rule({"bcast": plain("12")}, 2)
    RuleSearch(one, combined).find(wanted, collective_points(one.target), math.inf)
    assert [line.id for line in one.in_use.lines()] == ["bcast by 1:0-27;2:28-2147483647, all sizes"]
    assert ("bcast", 88) not in one.target.weights


@pytest.mark.parametrize(("better", "left"), [("all rules", 2), ("bcast by 1, all sizes", 1), ("", 0)])
def test_a_judge_takes_all_rules_one_or_none(better: str, left: int) -> None:
    one = search(
        TrialRunner(lambda knobs, point: 1e-6 / (1.4 if algorithm(knobs, point) else 1.0)),
        judge=lambda _used, sets, _until: {better: a_gain(1.3)} if better in sets else {},
    )
    RuleSearch(one).find(
        by_rule({"bcast": plain("1"), "reduce": plain("1")}, ranks=2), collective_points(one.target), math.inf
    )
    assert len(one.in_use.lines()) == len(one.in_use.names()) == left
    assert sum(bool(line.gains) for line in one.in_use.lines()) == (left == 1)


def test_of_a_trace_all_sizes_count_and_rules_stay_near_them() -> None:
    one = search(
        TrialRunner(lambda knobs, point: 1e-6 / (1.4 if algorithm(knobs, point) else 1.0)),
        traced([("bcast", 4096, 10.0), ("message_rate", 64, 10.0)]),
    )
    assert set(transport_points(one.target)) == {("bcast", 4096), ("message_rate", 64)}
    RuleSearch(one).find(by_rule({"bcast": plain("1")}, ranks=2), collective_points(one.target), math.inf)
    assert [(line.rule.from_bytes, line.rule.to_bytes) for line in one.in_use.lines() if line.rule] == [(1024, 16384)]


def test_over_slow_links_the_largest_messages_are_for_those_that_are_good_at_smaller_ones() -> None:
    visited: list[tuple[str, int]] = []

    def truth(knobs: Mapping[str, str], point: BenchmarkPoint) -> float:
        chosen = algorithm(knobs, point)
        if chosen:
            visited.append((chosen, point[1]))
        return 1e-3 * {"1": 0.5, "2": 1.5}.get(chosen, 1.0)

    one = search(TrialRunner(truth), target("collectives", 8, (1 << 10, 1 << 20)))
    RuleSearch(one).find(by_rule({"bcast": plain("12")}, 8), collective_points(one.target), math.inf, slow=True)
    assert [line.id for line in one.in_use.lines()] == ["bcast by 1, 1KiB to 1MiB"]
    assert ("1", 512 << 10) in visited
    assert ("2", 64 << 10) in visited
    assert ("2", 512 << 10) not in visited


def test_a_size_that_an_algorithm_spoils_keeps_the_default_and_the_others_gain() -> None:
    """A gain of 1.13 at most sizes, and half the speed at one of them."""
    bad = sorted(size for name, size in collective_points(target("all", 2)) if name == "allreduce")[1]

    def truth(knobs: Mapping[str, str], point: BenchmarkPoint) -> float:
        if point[0] != "allreduce" or not algorithm(knobs, point):
            return 1e-6
        return 2e-6 if point[1] == bad else 1e-6 / 1.13

    one = search(TrialRunner(truth))
    RuleSearch(one).find(by_rule({"allreduce": plain("1")}, 2), collective_points(one.target), math.inf)
    rules = [line.rule for line in one.in_use.lines() if line.rule is not None]
    sizes = {size for name, size in collective_points(one.target) if name == "allreduce"}
    served = {size for size in sizes if any(rule.from_bytes <= size <= rule.to_bytes for rule in rules)}
    assert served == sizes - {bad}


@pytest.mark.parametrize(("every_size", "count"), [(True, 2), (False, 1)])
def test_where_one_rule_serves_all_sizes_what_loses_a_little_may_serve_some(every_size: bool, count: int) -> None:
    """Nothing gains at 64 KiB, where one algorithm is within the noise of the default and others far behind."""
    group = by_rule({"bcast": plain("123")}, 2)
    seen = {candidate.name: CandidateTimes() for candidate in group}
    for candidate, at_8, at_64k in zip(group, (1.3, 0.9, 0.5), (0.5, 0.97, 0.5), strict=True):
        for size, ratio in ((8, at_8), (65536, at_64k)):
            seen[candidate.name].add(("bcast", size), [[(ratio, 1.0)] * 3] * 3)
    assert best_of(group, seen, 1, every_size=every_size) == group[:count]
