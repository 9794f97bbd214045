"""What a message takes alone: a line, or a curve with protocol steps."""

from __future__ import annotations

import statistics

import pytest

from rankwise.cluster.records import MachineRule
from rankwise.cluster.reference import machine_named
from rankwise.model.path_time import of_curve, of_figures

CURVES = [rule for rule in machine_named("phi-workstation").rules if rule.times_s]


def test_two_figures_are_a_line() -> None:
    assert of_figures(1e-6, 1e9).time_s(1000) == pytest.approx(2e-6)
    assert of_figures(None, None).time_s(1000) == pytest.approx(0.0, abs=1e-11)


@pytest.mark.parametrize("rule", CURVES, ids=lambda rule: f"{rule.fabric}-{rule.sender}")
def test_a_curve_goes_through_its_points_and_never_below_its_rate(rule: MachineRule) -> None:
    time = of_curve(rule.sizes_bytes, rule.times_s, rule.steps_bytes)
    for size, expected in zip(rule.sizes_bytes, rule.times_s, strict=True):
        assert time.time_s(size) == pytest.approx(expected, rel=1e-9)
    assert all(extra >= 0.0 for _, extra in time.points)


@pytest.mark.parametrize("rule", CURVES, ids=lambda rule: f"{rule.fabric}-{rule.sender}")
def test_sizes_that_were_left_out_are_found_again(rule: MachineRule) -> None:
    kept = [index for index in range(len(rule.sizes_bytes)) if index % 2 == 0 or index == len(rule.sizes_bytes) - 1]
    sizes = tuple(rule.sizes_bytes[index] for index in kept)
    steps = tuple(next(size for size in sizes if size >= step) for step in rule.steps_bytes)
    time = of_curve(sizes, tuple(rule.times_s[index] for index in kept), steps)
    errors = [
        abs(time.time_s(size) / expected - 1)
        for size, expected in zip(rule.sizes_bytes, rule.times_s, strict=True)
        if size not in sizes and not any(step // 2 <= size <= step for step in rule.steps_bytes)
    ]
    assert statistics.median(errors) <= 0.05


def test_below_a_step_the_line_before_it_goes_on() -> None:
    time = of_curve((1000, 2000, 100000), (10e-6, 11e-6, 50e-6), steps_bytes=(100000,))
    assert time.time_s(99999) == pytest.approx(109e-6, rel=0.001)
    assert time.time_s(100000) == pytest.approx(50e-6)


def test_beyond_the_last_size_the_last_line_goes_on() -> None:
    assert of_curve((0, 10000, 20000), (10e-6, 20e-6, 30e-6)).time_s(40000) == pytest.approx(50e-6)
    assert of_curve((1000, 2000), (10e-6, 10e-6)).time_s(4000) == pytest.approx(20e-6)  # at its greatest rate
    assert of_curve((1000,), (10e-6,)).time_s(4000) == pytest.approx(40e-6)  # of which there is one


def test_a_last_line_that_is_much_faster_than_any_size_is_scatter() -> None:
    assert of_curve((10000, 20000), (20e-6, 25e-6)).time_s(40000) == pytest.approx(50e-6)  # at 0.8 GB/s, not at 2
