"""Two levels are found where they were planted, and noise is never split in two."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.noise import Noise, heavy_tailed, lognormal, skewed, spiky
from rankwise.model.regimes import LEAST_SHARE, MIN_SEPARATION, levels, regimes

TRIALS = 400


# One value of three or four that is off may be a level or a spike: nobody can tell, so spikes begin at five.
COUNTS = [3, 4, 5, 6, 8, 10, 12, 20, 30, 60]
NOISES = [lognormal(0.02), lognormal(0.1), lognormal(0.3), heavy_tailed(0.1), heavy_tailed(0.3), skewed(0.3)]


@pytest.mark.parametrize(
    ("noise", "count"),
    [(noise, count) for noise in NOISES for count in COUNTS]
    + [(spiky(0.02, 0.05), count) for count in COUNTS if count >= 5],
)
def test_noise_is_one_level(noise: Noise, count: int) -> None:
    rng = np.random.default_rng(count)
    split = sum(bool(regimes(np.exp(noise(rng, count)).tolist())) for _ in range(TRIALS))
    assert split / TRIALS <= 0.05


@pytest.mark.parametrize("count", [6, 8, 12, 20])
@pytest.mark.parametrize("deviation", [0.01, 0.05])
def test_two_planted_launch_regimes_are_found(count: int, deviation: float) -> None:
    """0.17 or 0.39 us for a whole launch, as seen; each level often enough to be one."""
    rng = np.random.default_rng(count)
    found = 0
    for _ in range(TRIALS):
        least = max(2, math.ceil(LEAST_SHARE * count))
        slow = int(rng.integers(least, count - least + 1))
        levels = np.repeat([0.17e-6, 0.39e-6], [count - slow, slow]) * np.exp(rng.normal(0.0, deviation, count))
        answer = regimes(rng.permutation(levels).tolist())
        if len(answer) == 2:
            found += 1
            assert answer[0].median_s == pytest.approx(0.17e-6, rel=0.15)
            assert answer[1].median_s == pytest.approx(0.39e-6, rel=0.15)
            assert answer[1].share == pytest.approx(slow / count)
    assert found / TRIALS >= 0.9


def test_four_tight_launches_are_enough() -> None:
    assert len(regimes([0.17e-6, 0.171e-6, 0.39e-6, 0.392e-6])) == 2
    assert len(regimes([0.17e-6, 0.1701e-6, 0.39e-6])) == 2


def test_three_planted_levels_are_found_within_a_launch() -> None:
    rng = np.random.default_rng(3)
    times = np.repeat([1.0, 1.5, 3.0], 10) * np.exp(rng.normal(0.0, 0.02, 30))
    answer = regimes(times.tolist(), "visit")
    assert [round(one.median_s, 1) for one in answer] == [1.0, 1.5, 3.0]
    assert {one.scope for one in answer} == {"visit"}


def test_one_spike_hides_no_levels_and_is_none() -> None:
    two = [1.0, 1.01, 1.02, 0.99, 2.0, 2.02, 1.98, 2.01]
    assert len(regimes([*two, 50.0])) == 2
    assert len(regimes([0.01, *two])) == 2
    assert regimes([1.0, 1.01, 1.02, 0.99, 1.03, 50.0]) == ()


def test_close_levels_are_one() -> None:
    close = 0.95 * MIN_SEPARATION
    assert regimes([1.0] * 10 + [close] * 10) == ()


@given(st.lists(st.floats(1e-7, 1e-3), max_size=25), st.randoms(use_true_random=False), st.floats(0.1, 10.0))
def test_order_and_scale_do_not_matter(times: list[float], shuffler: object, scale: float) -> None:
    shuffled = [scale * time_s for time_s in times]
    shuffler.shuffle(shuffled)  # type: ignore[attr-defined]
    one, two = regimes(times), regimes(shuffled)
    assert [level.share for level in one] == [level.share for level in two]
    assert sum(level.share for level in one) == pytest.approx(1.0 if one else 0.0)


@pytest.mark.parametrize(("count", "gap"), [(4, 27.0), (5, 8.5), (7, 8.15), (8, 6.8), (10, 5.6), (12, 4.7)])
def test_a_gap_divides_from_so_many_deviations_on(count: int, gap: float) -> None:
    lower = [0.05 * (at % 2) for at in range(count // 2)]
    upper = [0.05 * (at % 2) for at in range(count - count // 2)]
    within = sum((value - sum(group) / len(group)) ** 2 for group in (lower, upper) for value in group)
    least = gap * math.sqrt(within / (count - 2))
    for share, found in ((0.99, 0), (1.01, 2)):
        values = sorted([*lower, *(max(lower) + share * least + value for value in upper)])
        assert len(levels(values, "launch")) == found


def test_of_two_halves_the_slower_is_the_level_that_must_be_narrow() -> None:
    wide, narrow = [0.05 * at for at in range(8)], [0.0] * 8
    assert len(levels([*wide, *(wide[-1] + 0.42 + value for value in narrow)], "visit")) == 2
    assert levels([*narrow, *(0.42 + value for value in wide)], "visit") == ()
