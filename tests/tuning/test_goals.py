"""Cells of a goal, of a trace, and those that a search never saw."""

from __future__ import annotations

import pytest

from rankwise.core.errors import UsageError
from rankwise.tuning.goals import (
    COLLECTIVES,
    POINT_TO_POINT,
    SCHEDULED,
    SIZES,
    Target,
    beside_thresholds,
    largest,
    near,
    parse_trace,
    regression_points,
    steps,
    target,
    traced,
    unseen,
    weighted_by_time,
    within,
)
from rankwise.tuning.knob_values import thresholds_in
from rankwise.tuning.picks import transport_points
from rankwise.tuning.records import CollectiveRule


def test_a_goal_weighs_its_cells_and_guards_the_rest() -> None:
    latency = target("latency", 2)
    assert latency.weights["pingpong", 8] == 1.0
    assert latency.weights["pingpong", 4 << 20] == latency.weights["bcast", 8] == 0.0
    assert set(target("all", 2).weights.values()) == {1.0}
    assert target("all", 1).weights == {}
    assert {kernel for (kernel, _), weight in target("collectives", 4).weights.items() if weight} == set(COLLECTIVES)
    more = target("collectives", 4, (), SCHEDULED).weights
    assert {kernel for (kernel, _), weight in more.items() if weight} == {*COLLECTIVES, *SCHEDULED}
    assert all(size % 8 == 0 for _, size in more), "whole elements of any type"


def test_sizes_of_a_users_own_are_searched_in_steps_and_verified_in_between() -> None:
    between = (1 << 10, 1 << 20)
    assert steps(between) == (1 << 10, 8 << 10, 64 << 10, 512 << 10)
    wanted = target("collectives", 8, between)
    assert {size for _, size in wanted.weights} == set(steps(between))
    drawn = unseen(wanted.weights, COLLECTIVES, 3, between)
    assert not set(drawn) & set(wanted.weights)
    assert len(drawn) == 4 * len(COLLECTIVES)
    assert all(1 << 10 < size <= 1 << 20 for _, size in drawn)


def test_transports_are_seen_at_the_second_and_the_last_but_one_size_of_a_collective() -> None:
    shown = transport_points(target("all", 2))
    sizes = SIZES["bcast"]
    assert [size for kernel, size in shown if kernel == "bcast"] == [sizes[1], sizes[-2]]
    assert [size for kernel, size in shown if kernel == "pingpong"] == list(SIZES["pingpong"])


def test_collectives_of_other_communicators_alone_are_told_apart() -> None:
    seen = Target("trace", communicators={"bcast": (2, 4), "allreduce": (8,), "pingpong": (2,)})
    assert seen.apart(4) == {"allreduce": (8,)}


def test_verification_draws_sizes_that_the_search_did_not_see() -> None:
    seen = [(kernel, size) for kernel, sizes in SIZES.items() for size in sizes]
    drawn = unseen(seen, (*POINT_TO_POINT, *COLLECTIVES), seed=7)
    assert not set(seen) & set(drawn)
    assert drawn == unseen(seen, (*POINT_TO_POINT, *COLLECTIVES), seed=7)
    assert drawn != unseen(seen, (*POINT_TO_POINT, *COLLECTIVES), seed=8)
    assert all(size % 8 == 0 and 8 < size <= 4 << 20 for _, size in drawn)
    assert {kernel for kernel, _ in drawn} == {*POINT_TO_POINT, *COLLECTIVES}


@pytest.mark.parametrize(
    ("between", "sizes", "more"),
    [((1024, 8193), [1024, 8192], True), ((1024, 1028), [], False), ((1024, 1032), [1024, 1032], False)],
)
def test_no_size_is_drawn_where_none_is_left(between: tuple[int, ...], sizes: list[int], more: bool) -> None:
    drawn = unseen([], ["pingpong"], 1, between)
    assert all(sizes[0] < size <= sizes[-1] for _, size in drawn)
    assert bool(drawn) == bool(sizes)
    assert bool(unseen(drawn, ["pingpong"], 1, between)) == more


@pytest.mark.parametrize("size", [8, 128, 4096, 4 << 20])
def test_what_a_line_claims_is_asked_of_it_near_by(size: int) -> None:
    seen = {(kernel, size) for kernel, sizes in SIZES.items() for size in sizes}
    drawn = {near(("uniband", size), seen, seed) for seed in range(30)}
    assert not drawn & seen
    assert {one[0] for one in drawn if one} == {"uniband"}
    assert all(one and one[1] % 8 == 0 and size / 1.4 < one[1] <= min(4 << 20, max(16, 1.3 * size)) for one in drawn)


def test_where_no_size_is_left_near_by_none_is_asked() -> None:
    assert near(("pingpong", 8), {("pingpong", 16)}, 1) is None
    assert near(("pingpong", 1024), (), 1, (1024, 1 << 20)) in {("pingpong", size) for size in range(1032, 1336, 8)}
    assert near(("pingpong", 1024), (), 1, (1024,)) is None


def test_a_trace_is_weighted_by_what_its_calls_take() -> None:
    rows = parse_trace("kernel size count\nbcast 64KiB 10  # ten\n\nallreduce\t8\t1000\nbcast 65536 30\n", "t")
    assert rows == [("bcast", 65536, 10.0), ("allreduce", 8, 1000.0), ("bcast", 65536, 30.0)]
    found = traced(rows)
    assert found.weights == {("bcast", 65536): 40.0, ("allreduce", 8): 1000.0}
    weighted = weighted_by_time(found, {("bcast", 65536): 75e-6, ("allreduce", 8): 1e-6})
    assert weighted.weights == pytest.approx({("bcast", 65536): 0.75, ("allreduce", 8): 0.25})


@pytest.mark.parametrize(
    "text",
    ["", "# nothing\n", "bcast 8\n", "bcast eight 1\n", "bcast 8 -1\n", "bcast 8 many\n", "8 1\n", "bcast 8 nan\n"],
)
def test_a_trace_that_is_none_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(UsageError, match=r"trace\.txt"):
        parse_trace(text, "trace.txt")


@pytest.mark.parametrize(
    ("kernels", "hint"),
    [(True, "write: allreduce 64KiB 12000"), (False, "write: allreduce 64KiB 12000, or 64KiB 12000")],
)
def test_a_row_without_a_kernel_is_proposed_only_where_none_is_needed(kernels: bool, hint: str) -> None:
    for text in ("bcast eight 1", ""):
        with pytest.raises(UsageError) as refused:
            parse_trace(text, "trace.txt", kernels=kernels)
        assert refused.value.hint == hint


def test_of_a_trace_no_sizes_but_its_own_are_looked_at() -> None:
    own = traced([("bcast", 8, 1.0), ("bcast", 4 << 10, 1.0)])
    assert regression_points(own) == list(own.weights)
    assert beside_thresholds([1 << 10], own) == largest(own) == []


@pytest.mark.parametrize(("low", "high"), [(0, 91), (46342, 370728), (370729, (1 << 31) - 1), (100, 101)])
def test_a_rule_is_verified_at_a_size_of_its_own(low: int, high: int) -> None:
    rule = CollectiveRule(collective="bcast", algorithm="1", from_bytes=low, to_bytes=high, ranks=2)
    sizes = {within(rule, seed) for seed in range(20)}
    assert all(low <= size <= min(high, 4 << 20) for size in sizes)
    assert len(sizes) > 1 or high - low < 8


def test_a_regression_is_looked_for_on_both_sides_of_thresholds_that_a_candidate_sets() -> None:
    thresholds = thresholds_in({"mca:pml": "ucx", "env:UCX_RNDV_THRESH": "8k", "env:UCX_MM_FIFO_SIZE": "32"})
    assert thresholds == (8192,)
    found = beside_thresholds(thresholds, target("all", 2))
    assert {kernel for kernel, _ in found} == {*POINT_TO_POINT, *COLLECTIVES}
    assert {size for _, size in found} == {6144, 8256}
    assert beside_thresholds([64 << 20], target("all", 2)) == [], "beyond all sizes"
    assert set(largest(target("all", 2))) == {(kernel, 4 << 20) for kernel in COLLECTIVES}
    assert {size for _, size in largest(target("all", 2, (8, 100)))} == {100}
    assert beside_thresholds(thresholds, target("all", 2, (64 << 10, 4 << 20))) == [], "below all sizes"
    within = beside_thresholds(thresholds, target("all", 2, (6144, 8256)))
    assert {size for _, size in within} == {6144}, "the first size is asked for, too"
    assert thresholds_in({"mca:btl_sm_eager_limit": "auto", "mca:btl_vader_fbox_threshold": "16"}) == ()
    assert thresholds_in({"env:UCX_RNDV_THRESH": "intra:8k,inter:64k"}) == (8 << 10, 64 << 10)
