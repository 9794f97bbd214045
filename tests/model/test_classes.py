"""Planted path classes are recovered exactly; scatter is not divided; what deviates is named."""

import math
from dataclasses import replace

import numpy as np
import pytest

from builders.levels import exact, ladder, path
from rankwise.model.classes import MeasuredPath, classify


def platform(
    rng: np.random.Generator, classes: int, noise: float
) -> tuple[list[MeasuredPath], dict[tuple[str, str], int]]:
    """Paths in 2 to 6 planted classes: each has a latency and a bandwidth, of which one differs by 25 % or more from
    every other class. An ordered pair belongs to a class at random, so directions differ."""
    levels: list[tuple[float, float]] = []
    while len(levels) < classes:
        new = (float(rng.uniform(0.0, 3.0)), float(rng.uniform(0.0, 3.0)))
        if all(max(abs(new[0] - old[0]), abs(new[1] - old[1])) > math.log(1.25) for old in levels):
            levels.append(new)
    count = int(rng.integers(4, 9))
    truth, paths = {}, []
    for source in range(count):
        for target in range(count):
            if source == target:
                continue
            # Every class has at least one path: the first ones are dealt in turn.
            which = len(truth) if len(truth) < classes else int(rng.integers(classes))
            name = (f"n{source}", f"n{target}")
            truth[name] = which
            latency_s = 1e-6 * math.exp(levels[which][0] + rng.normal(0.0, noise / 2))
            rate = 1e9 * math.exp(levels[which][1] + rng.normal(0.0, noise / 2))
            paths.append(path(name, latency_s, rate, half_width=noise))
    return paths, truth


@pytest.mark.parametrize("noise", [0.0, 0.005, 0.02])
def test_planted_classes_of_fifty_platforms_are_recovered_exactly(noise: float) -> None:
    rng = np.random.default_rng(17)
    for trial in range(50):
        paths, truth = platform(rng, 2 + trial % 5, noise)
        planted = {frozenset(name for name in truth if truth[name] == which) for which in set(truth.values())}
        assert {frozenset(found.paths) for found in classify(paths)} == planted, f"platform {trial}"


def test_continuous_scatter_is_one_class() -> None:
    """Cores of one socket differ by where they sit on its mesh: up to 20 % without any level in it."""
    rng = np.random.default_rng(5)
    for _ in range(20):
        paths = [
            path((f"c{index}", "c0"), 1e-6 * (1.0 + 0.2 * rng.random()), 1e9, "same socket", half_width=0.01)
            for index in range(1, 40)
        ]
        assert len(classify(paths)) == 1


def test_what_intervals_cannot_separate_is_one_class() -> None:
    near, far = ("a", "b"), ("c", "d")
    assert len(classify([path(near, 1e-6, 1e9, half_width=0.1), path(far, 1.15e-6, 1e9, half_width=0.1)])) == 1
    assert len(classify([path(near, 1e-6, 1e9, half_width=0.02), path(far, 1.15e-6, 1e9, half_width=0.02)])) == 2


def test_a_vague_bandwidth_hides_no_difference_of_latency_nor_a_vague_latency_one_of_bandwidth() -> None:
    """Each figure is held against its own interval."""

    def vague(axis: str, *figures: tuple[float, float]) -> list[MeasuredPath]:
        low, high = ("latency_low_s", "latency_high_s") if axis == "latency" else (
            "bandwidth_low_bytes_per_s", "bandwidth_high_bytes_per_s"
        )  # fmt: skip
        exact_paths = [path((f"a{n}", f"b{n}"), *figure, half_width=0.01) for n, figure in enumerate(figures)]
        return [replace(one, **{low: getattr(one, low) / 1.5, high: getattr(one, high) * 1.5}) for one in exact_paths]  # type: ignore[arg-type]

    assert len(classify(vague("bandwidth", (1e-6, 1e9), (1.3e-6, 1e9)))) == 2
    assert len(classify(vague("latency", (1e-6, 1e9), (1e-6, 1.3e9)))) == 2
    assert len(classify(vague("latency", (1e-6, 1e9), (1.3e-6, 1e9)))) == 1
    assert len(classify(vague("bandwidth", (1e-6, 1e9), (1e-6, 1.3e9)))) == 1


def test_a_vague_path_bridges_no_classes() -> None:
    paths = [path(("a", f"b{index}"), 1e-6, 1e9, half_width=0.01) for index in range(5)]
    paths += [path(("c", f"d{index}"), 2e-6, 1e9, half_width=0.01) for index in range(5)]
    paths.append(path(("x", "y"), 1.3e-6, 1e9, half_width=0.5))
    assert sorted(len(found.paths) for found in classify(paths)) == [5, 6]


def test_directions_and_fabrics_count_separately() -> None:
    paths = [
        path(("host", "card"), 1e-6, 6e9),
        path(("card", "host"), 1e-6, 1e9),
        path(("host", "card"), 1e-6, 6e9, fabric="shm"),
    ]
    found = classify(paths)
    assert len(found) == 3
    assert len({one.id for one in found}) == 3


def test_relations_that_measure_alike_share_a_class() -> None:
    paths = [path(("a", "b"), 1e-6, 1e9, "same socket"), path(("a", "c"), 1.01e-6, 1e9, "other socket")]
    (found,) = classify(paths)
    assert set(found.relations) == {"same socket", "other socket"}
    assert found.exceptions == ()


def test_a_path_unlike_its_siblings_is_named() -> None:
    paths = [path(("a", f"n{index}"), 2e-6, 1e9) for index in range(9)]
    paths.append(path(("a", "sick"), 2e-6, 1e8))
    found = classify(paths)
    assert [one.exceptions for one in found if len(one.paths) == 9] == [()]
    (sick,) = [one for one in found if len(one.paths) == 1]
    assert sick.exceptions == (
        "a -> sick: other node, but 2.00 us and 100 MB/s where its 9 siblings have 2.00 us and 1.00 GB/s",
    )


def test_numbers_of_a_class_contain_its_paths() -> None:
    paths = [path(("a", f"n{index}"), 1e-6 + index * 1e-8, 1e9, half_width=0.01) for index in range(9)]
    (found,) = classify(paths)
    assert found.latency_s == pytest.approx(1.04e-6)
    assert found.latency_low_s <= 1.0e-6
    assert found.latency_high_s >= 1.08e-6
    assert found.id == "tcp-other-node"


def test_no_paths_no_classes() -> None:
    assert classify([]) == ()


def test_order_does_not_matter() -> None:
    rng = np.random.default_rng(23)
    paths, _ = platform(rng, 5, 0.01)
    shuffled = [paths[index] for index in rng.permutation(len(paths))]
    assert classify(shuffled) == classify(paths)


@pytest.mark.parametrize(("count", "cases"), [(56, 50), (400, 50), (4032, 10)])
def test_levels_stay_apart_as_maps_grow(count: int, cases: int) -> None:
    rng = np.random.default_rng(1)
    assert sum(exact(*ladder(rng, count)) for _ in range(cases)) >= 0.94 * cases


@pytest.mark.parametrize(("level", "stray", "leaves"), [(0.24, 0.129, True), (0.167, 0.1, False)])
def test_a_path_leaves_its_relation_where_chance_brings_none_of_so_many(
    level: float, stray: float, leaves: bool
) -> None:
    """As logarithms, paths have a standard deviation of 0.028: in one of a hundred maps of 43 paths one is 4.1 of them
    from its relation. The stray path is 4.5 or 3.4 away, and nearer to the other level; another path, which is nearer
    to its own, stands between, so that there is no gap."""
    near = [*np.linspace(-0.038, 0.038, 20), 0.081, stray]
    far = [*(level + np.linspace(-0.038, 0.038, 20)), level - 0.083]
    paths = [
        path((f"{relation}{number}", "b"), 1e-6 * math.exp(value), 1e9, relation)
        for relation, values in (("near", near), ("far", far))
        for number, value in enumerate(values)
    ]
    first, second = classify(paths)
    assert (("near21", "b") in second.paths) is leaves
    assert len(first.paths) + len(second.paths) == 43 and {len(first.paths), len(second.paths)} == {21, 22}


def test_one_level_of_many_relations_is_not_divided() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        paths = [
            path(
                (f"a{index}", "b"), 1e-6 * math.exp(rng.normal(0, 0.03)), 1e9, f"relation {index % 5}", half_width=0.03
            )
            for index in range(600)
        ]
        assert len(classify(paths)) == 1
