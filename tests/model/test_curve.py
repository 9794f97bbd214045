"""Planted protocol steps and lines are found, and noise makes none."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.build import measured
from rankwise.core.records import encode
from rankwise.model.curve import curve
from rankwise.model.records import Curve

SIZES = [0] + [1 << power for power in range(23)]


def line(size: int, latency_s: float = 0.3e-6, rate: float = 8e9) -> float:
    return latency_s + size / rate


def noisy(times: list[float], rng: np.random.Generator, half_width: float = 0.02) -> Curve:
    """The curve of medians that scatter as their intervals allow."""
    scattered = [time * math.exp(rng.normal(0.0, half_width / 1.96)) for time in times]
    return curve(SIZES, [measured(time, half_width) for time in scattered])


@pytest.mark.parametrize("half_width", [0.001, 0.02, 0.1])
def test_noise_makes_no_steps(half_width: float) -> None:
    rng = np.random.default_rng(1)
    wrong = sum(bool(noisy([line(size) for size in SIZES], rng, half_width).steps) for _ in range(200))
    assert wrong <= 4  # of 200 curves with 23 places each


def test_hockney_parameters_are_recovered() -> None:
    found = curve(SIZES, [measured(line(size)) for size in SIZES])
    (segment,) = found.segments
    assert segment.latency_s == pytest.approx(0.3e-6, rel=1e-6)
    assert 1 / segment.gap_s_per_byte == pytest.approx(8e9, rel=1e-6)
    assert segment.worst_error < 1e-6
    assert found.peak_bytes_per_s == pytest.approx(8e9, rel=1e-3)
    assert found.half_bandwidth_bytes == pytest.approx(0.3e-6 * 8e9, rel=2e-3)
    assert found.eager_limit_bytes is None


def test_errors_of_the_fit_contain_the_truth() -> None:
    rng = np.random.default_rng(2)
    contained = near = 0
    for _ in range(200):
        (segment,) = noisy([line(size) for size in SIZES], rng).segments
        near += abs(segment.latency_s - 0.3e-6) <= segment.latency_error_s / 2
        contained += abs(segment.latency_s - 0.3e-6) <= 2 * segment.latency_error_s
        contained += abs(segment.gap_s_per_byte - 1 / 8e9) <= 2 * segment.gap_error_s_per_byte
    assert contained / 400 >= 0.9
    assert near / 200 <= 0.7  # the errors are not merely large


@pytest.mark.parametrize("switch", [4096, 65536, 262144])
def test_a_rendezvous_switch_is_found(switch: int) -> None:
    rng = np.random.default_rng(switch)
    found = 0
    for _ in range(50):
        times = [line(size) + (0.0 if size <= switch else 1.5 * line(switch)) for size in SIZES]
        answer = noisy(times, rng)
        found += [step.below_bytes for step in answer.steps] == [switch] and answer.eager_limit_bytes == switch
        assert all(step.ratio == pytest.approx(1.8, rel=0.15) for step in answer.steps)
    assert found >= 48


def test_a_fall_with_size_is_found() -> None:
    """Single copy begins above 32 KiB: a larger message is faster."""
    rng = np.random.default_rng(4)
    times = [line(size, rate=2e9) if size <= 32768 else line(size, rate=12e9) for size in SIZES]
    answer = noisy(times, rng)
    (step,) = answer.steps
    assert (step.below_bytes, step.above_bytes) == (32768, 65536)
    assert step.ratio < 0.5
    assert len(answer.segments) >= 2


def test_a_change_of_slope_is_a_segment_and_no_step() -> None:
    """Memory instead of cache from 256 KiB on: the line bends, it does not jump."""
    bend = 262144
    times = [line(size, rate=20e9) + max(0, size - bend) / 4e9 for size in SIZES]
    answer = curve(SIZES, [measured(time) for time in times])
    assert answer.steps == ()
    assert len(answer.segments) >= 2
    assert max(segment.worst_error for segment in answer.segments) <= 0.1


@pytest.mark.parametrize("times_s", [(1e-6, 11e-6, 21e-6, 21e-6), (1e-6, 1e-6, 11e-6, 21e-6)])
def test_what_a_neighbouring_slope_explains_is_no_step(times_s: tuple[float, ...]) -> None:
    """10 us more: as much as from the first size to the second, or from the third to the last."""
    assert curve((1000, 2000, 3000, 4000), [measured(time_s) for time_s in times_s]).steps == ()


def test_wide_intervals_hide_a_step() -> None:
    times = [line(size) * (1.0 if size <= 4096 else 1.8) for size in SIZES]
    assert curve(SIZES, [measured(time, 0.5) for time in times]).steps == ()


def test_order_of_sizes_does_not_matter_and_double_sizes_are_refused() -> None:
    estimates = [measured(line(size)) for size in SIZES]
    assert curve(SIZES[::-1], estimates[::-1]) == curve(SIZES, estimates)
    with pytest.raises(ValueError, match="once"):
        curve([8, 8], estimates[:2])


def test_one_size_is_a_curve() -> None:
    found = curve([0], [measured(1e-6)])
    assert found.peak_bytes_per_s is None
    assert found.half_bandwidth_bytes is None


@given(
    st.dictionaries(
        st.integers(0, 1 << 30), st.tuples(st.floats(1e-8, 10.0), st.floats(0.0, 0.9)), min_size=1, max_size=30
    )
)
def test_any_curve_can_be_stored_and_its_segments_cover_it(points: dict[int, tuple[float, float]]) -> None:
    found = curve(list(points), [measured(*point) for point in points.values()])
    encode(found)
    assert found.segments[0].first_bytes == min(points)
    assert found.segments[-1].last_bytes == max(points)
    assert all(segment.gap_s_per_byte >= 0 for segment in found.segments)
    if found.half_bandwidth_bytes is not None:
        assert found.half_bandwidth_bytes <= max(points)
