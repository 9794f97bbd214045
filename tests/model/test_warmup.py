"""The slow first calls are found, and none are found where there are none."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.noise import Noise, heavy_tailed, lognormal, skewed, spiky
from rankwise.model.warmup import warmup_end

TRIALS = 400


@pytest.mark.parametrize(
    "noise", [lognormal(0.02), lognormal(0.3), heavy_tailed(0.05), skewed(0.05), spiky(0.02, 0.03)]
)
@pytest.mark.parametrize("count", [8, 20, 100])
def test_steady_series_have_no_warmup(noise: Noise, count: int) -> None:
    rng = np.random.default_rng(1)
    found = sum(warmup_end(np.exp(noise(rng, count)).tolist()) > 0 for _ in range(TRIALS))
    assert found / TRIALS <= 0.07


@pytest.mark.parametrize("slow", [1, 2, 5, 10])
@pytest.mark.parametrize("noise", [lognormal(0.03), heavy_tailed(0.02), spiky(0.02, 0.05)])
def test_slow_first_calls_are_found(noise: Noise, slow: int) -> None:
    rng = np.random.default_rng(2)
    exact = 0
    for _ in range(TRIALS):
        times = np.exp(noise(rng, 40))
        times[:slow] *= np.linspace(20.0, 1.6, slow)
        exact += warmup_end(times.tolist()) == slow
    assert exact / TRIALS >= 0.9


def test_a_slow_decay_ends_when_nothing_is_left_of_it() -> None:
    rng = np.random.default_rng(3)
    times = (1.0 + 2.0 * np.exp(-np.arange(60) / 5.0)) * np.exp(rng.normal(0.0, 0.01, 60))
    end = warmup_end(times.tolist())
    assert 10 <= end <= 30  # 2 exp(-i / 5) is 0.27 at 10 and 0.005 at 30


def test_one_lucky_call_does_not_end_it_and_one_spike_does_not_begin_it() -> None:
    assert warmup_end([9.0, 1.0, 9.0, 9.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]) == 4
    assert warmup_end([1.0, 1.0, 9.0, 1.0, 1.0, 1.0, 1.0, 1.0]) == 0


@pytest.mark.parametrize("times", [[], [5.0], [5.0, 1.0, 1.0]])
def test_too_few_calls_show_nothing(times: list[float]) -> None:
    assert warmup_end(times) == 0


@given(st.lists(st.floats(1e-7, 1.0), max_size=50), st.floats(0.01, 100.0))
def test_scale_does_not_matter_and_half_the_series_always_stays(times: list[float], scale: float) -> None:
    end = warmup_end(times)
    assert end <= max(len(times) - 1, 0)
    exact = 2.0 ** round(np.log2(scale))  # a power of two, so that no rounding decides
    assert warmup_end([exact * time_s for time_s in times]) == pytest.approx(end, abs=1)


def test_four_times_are_the_fewest_that_can_show_a_change() -> None:
    assert warmup_end([9.0, 1.0, 1.0]) == 0
    assert warmup_end([9.0, 1.0, 1.0, 1.0]) == 1
