"""Where the default violates a guideline behind its own other calls, and what a search makes of it."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from builders.tunings import a_ratio
from rankwise.core.errors import UsageError
from rankwise.experiment.paired import Series
from rankwise.tuning.goals import COLLECTIVES, BenchmarkPoint, regression_points, target, traced
from rankwise.tuning.guidelines import likeliest_first, looked_at, told_why, violations, with_violations, worst
from rankwise.tuning.picks import collective_points, transport_points
from rankwise.tuning.records import Gain, TuningLine, Violation
from rankwise.tuning.space import HINTED, Candidate, line

WANTED = target("all", 2)
LONG = {("allreduce", 1 << power): 6.0 for power in range(12, 21)}
"""From 4 KiB on allreduce takes six times what other calls do."""


def times(slow: dict[BenchmarkPoint, float], launches: int = 4, noise: float = 0.02) -> dict[BenchmarkPoint, Series]:
    """An MPI whose calls take 1 us and 0.1 ns a byte, but for the `slow` ones, which take so many times longer."""
    order = random.Random(1)

    def visit(point: BenchmarkPoint) -> float:
        return (1e-6 + point[1] * 1e-10) * slow.get(point, 1.0) * (1 + order.uniform(-noise, noise))

    return {
        point: {(launch, number): visit(point) for launch in range(launches) for number in (0, 1)}
        for point in looked_at(WANTED)
    }


def found(measured: dict[BenchmarkPoint, Series]) -> tuple[Violation, ...]:
    return violations(measured, WANTED.kernels(), 2, uniform_paths=False)


def test_a_look_goes_to_all_sizes_and_to_the_calls_that_the_same_is_made_of() -> None:
    points = looked_at(WANTED)
    assert {size for kernel, size in points if kernel == "pingpong"} == {1 << power for power in range(3, 23)}
    assert {("scatter", 4096), ("gather", 4096), ("barrier", 0)} <= set(points)
    assert len(points) == len(set(points))
    assert {size for _, size in looked_at(target("all", 2, (1000, 64000)))} == {
        0,
        *(1 << power for power in range(10, 16)),
    }
    assert {kernel for kernel, _ in looked_at(target("latency", 2))} == {"pingpong"}
    with pytest.raises(UsageError, match="nothing that latency is about"):
        target("latency", 2, (1 << 16, 1 << 20))


def test_no_guideline_is_violated_where_calls_agree_with_each_other() -> None:
    assert found(times({})) == ()
    assert found(times({}, noise=0.3)) == (), "nor where they are noisy"


def test_a_violation_is_found_worst_first_with_what_it_is_held_against() -> None:
    *slow, second = found(times({**LONG, ("uniband", 512): 1.5}))
    assert {(violation.kernel, violation.size_bytes) for violation in slow} == set(LONG)
    (first,) = (violation for violation in slow if violation.size_bytes == 8192)
    assert first.than == "reduce_scatter 8KiB + allgather 4KiB"
    assert 2.5 < first.ratio.low <= first.ratio.ratio < 3.5
    assert (second.kernel, second.size_bytes) == ("uniband", 512)
    assert second.than == "uniband 1KiB", "a larger message takes less"
    assert second.ratio.low > 1.1


def test_two_launches_decide_nothing() -> None:
    assert found(times(LONG, launches=2)) == ()
    few = times(LONG)
    few["allgather", 4096] = {}
    assert all("allgather 4KiB" not in violation.than for violation in found(few)), "it was not measured"


def test_halves_of_a_large_message_may_stay_in_a_cache_that_the_whole_does_not_fit_in() -> None:
    # Each size takes nearly three times as long as the one before.
    slow = {("pingpong", 1 << power): 1.5 ** (power - 13) for power in range(14, 23)}
    assert {violation.size_bytes for violation in found(times(slow))} == {1 << 15, 1 << 16}


def test_alltoall_is_held_against_other_pairs_only_where_paths_are_alike() -> None:
    slow = times({("alltoall", 1 << power): 6.0 for power in range(3, 21)})
    alike = violations(slow, ["alltoall"], 2, uniform_paths=True)
    assert {violation.than for violation in alike if violation.size_bytes == 1024} == {"2 x sendrecv 1KiB"}
    assert not [violation for violation in found(slow) if "sendrecv" in violation.than]


def test_a_search_goes_by_the_worst_few_of_each_kernel() -> None:
    chosen = worst(found(times({**LONG, ("uniband", 512): 1.5})), WANTED)
    assert sorted(violation.kernel for violation in chosen) == ["allreduce", "allreduce", "uniband"]
    points = [(violation.kernel, violation.size_bytes) for violation in chosen]
    for counted, counts in ((True, 1.0), (False, 0.0)):
        guided = with_violations(WANTED, chosen, counted=counted)
        assert set(guided.added) == set(points) - set(WANTED.weights)
        assert all(guided.weights[point] == counts for point in guided.added)
        assert all(guided.weights[point] == 1.0 for point in WANTED.weights)
        assert {point for point in guided.added if point[0] in COLLECTIVES} <= set(collective_points(guided))
        assert transport_points(guided) == transport_points(WANTED), "they are left to algorithms"
        assert regression_points(guided) == regression_points(WANTED)
    assert worst(chosen, target("latency", 2)) == ()
    assert with_violations(traced([("allreduce", 8, 100.0)]), (), counted=True).added == ()


def test_knobs_that_may_cure_a_violation_are_tried_first() -> None:
    (violation,) = found(times({("uniband", 512): 1.5}))
    point = frozenset({"pingpong", "uniband", "bcast"})
    far, near = (
        Candidate(line({f"mca:{size}": "1"}), "protocol", point, threshold_bytes=size) for size in (1 << 20, 256)
    )
    none = Candidate(line({"mca:none": "1"}), "protocol", point)
    other = Candidate(line({"mca:bcast": "1"}), "collective", frozenset({"bcast"}))
    hinted = Candidate(line({"mca:hinted": "1"}), "protocol", point, HINTED)
    assert likeliest_first([hinted, far, none, other, near], [violation]) == [hinted, near, far, none, other]
    assert likeliest_first([far, near], []) == [far, near]


def test_a_line_says_what_was_wrong_where_it_gains() -> None:
    (violation,) = (one for one in found(times(LONG)) if one.size_bytes == 8192)
    gain = Gain(kernel="allreduce", size_bytes=8192, ranks=2, before_s=6e-6, after_s=2e-6, ratio=a_ratio(3.0))
    cures = TuningLine(id="x", why="", undo="", gains=(gain,))
    assert told_why(cures, [violation]).why.startswith("without it allreduce 8KiB takes 3.")
    assert told_why(cures, [violation]).why.endswith(" times as long as reduce_scatter 8KiB + allgather 4KiB")
    assert told_why(replace(cures, why="known"), [violation]).why == "known"
    more = replace(gain, kernel="bcast", ratio=a_ratio(4.0))
    assert told_why(replace(cures, gains=(gain, more)), [violation]).why == "", "it gains more elsewhere"
    elsewhere = replace(cures, gains=(replace(gain, size_bytes=8),))
    assert told_why(elsewhere, [violation]).why == ""
