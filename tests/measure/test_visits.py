"""How long a visit should be: longer where visits spread so much that no number of them is precise."""

from __future__ import annotations

import numpy as np
import pytest

from rankwise.measure.visits import LEAST_SAMPLES, MOST_SAMPLES, samples_for
from rankwise.model.estimate import estimate, within

PRECISION = 0.02


def visits(spread: float) -> list[float]:
    """Many visits of 1 us that differ by this share of it."""
    return [float(time_s) for time_s in 1e-6 * np.exp(np.random.default_rng(1).normal(0.0, spread, 400))]


def test_visits_that_agree_stay_as_long_as_they_are() -> None:
    assert samples_for(visits(0.01), LEAST_SAMPLES, PRECISION) is None
    assert within(estimate([visits(0.01)], stop="precision"), PRECISION)


@pytest.mark.parametrize("spread", [0.06, 0.08])
def test_visits_of_which_no_number_is_precise_get_longer(spread: float) -> None:
    assert not within(estimate([visits(spread)], stop="precision"), PRECISION)
    wanted = samples_for(visits(spread), LEAST_SAMPLES, PRECISION)
    assert wanted is not None
    narrower = spread / (wanted / LEAST_SAMPLES) ** 0.5  # a median of more samples spreads less
    assert within(estimate([visits(narrower)], stop="precision"), PRECISION)


def test_a_visit_is_only_so_long() -> None:
    assert samples_for(visits(0.9), LEAST_SAMPLES, PRECISION) == MOST_SAMPLES
    assert samples_for(visits(0.9), MOST_SAMPLES, PRECISION) is None
