"""The middle of a few values: its interval holds as often as promised, and one odd value costs little."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankwise.model.location import location

VALUES = st.lists(st.floats(-3.0, 3.0).map(lambda value: round(value, 6)), min_size=1, max_size=8)


def intervals(rng: np.random.Generator, count: int, cases: int) -> list[tuple[float, float]]:
    found = [location(list(rng.normal(0.0, 0.02, count))) for _ in range(cases)]
    return [(one.low, one.high) for one in found]


@pytest.mark.parametrize("count", [4, 5, 6, 8, 10, 16])
def test_it_holds_the_middle_of_normal_noise_in_95_of_100_cases(count: int) -> None:
    held = sum(low <= 0.0 <= high for low, high in intervals(np.random.default_rng(count), count, 600))
    assert 0.922 <= held / 600 <= 0.978  # of 600 cases at 95 %, three standard deviations


def test_one_value_more_narrows_it() -> None:
    rng = np.random.default_rng(1)
    widths = [float(np.median([high - low for low, high in intervals(rng, n, 150)])) for n in (3, 4, 5, 6, 8, 12)]
    assert widths == sorted(widths, reverse=True)


def test_one_far_value_widens_it_little() -> None:
    found = location([0.010, 0.012, 0.008, 0.011, 0.009, 0.4])
    assert found.centre == pytest.approx(0.01, abs=1e-3)
    assert found.high - found.low < 0.05  # of the mean: 0.33


def test_two_groups_are_both_kept() -> None:
    found = location([0.0, 0.001, 0.002, 0.5, 0.501, 0.502])
    assert found.low < 0.0
    assert found.high > 0.5


def test_values_that_agree_by_luck_have_the_error_that_is_known() -> None:
    found = location([0.1, 0.1, 0.1, 0.1], error=0.01)
    assert found.high - 0.1 == pytest.approx(3.18 * 0.01, rel=0.01)
    assert found.p_value == pytest.approx(0.002, rel=0.1)


def test_one_value_says_nothing() -> None:
    found = location([0.5], widest=4.0)
    assert (found.centre, found.low, found.high, found.p_value) == (0.5, -3.5, 4.5, 1.0)


@given(VALUES, st.floats(-1.0, 1.0), st.floats(0.1, 10.0))
def test_it_moves_and_scales_with_the_values(values: list[float], shift: float, scale: float) -> None:
    one, other = location(values), location([shift + scale * value for value in values])
    assert other.centre == pytest.approx(shift + scale * one.centre, abs=1e-3)
    assert one.low <= one.centre <= one.high
    assert all(math.isfinite(bound) or len(values) == 1 for bound in (one.low, one.high))


@given(VALUES)
def test_the_probability_and_the_interval_agree(values: list[float]) -> None:
    found = location(values, widest=100.0)
    if found.p_value > 0.0501:
        assert found.low <= 1e-6
        assert found.high >= -1e-6
