"""The interval over launches: right for the median that is shown, and never wider for one launch more."""

import math

import numpy as np
import pytest

from rankwise.model.estimate import estimate


def measured(rng: np.random.Generator, launches: int) -> list[list[float]]:
    """Launches that scatter by 3 %, of visits that scatter by 1 %."""
    return [list(np.exp(level + rng.normal(0, 0.01, 8))) for level in rng.normal(0, 0.03, launches)]


@pytest.mark.parametrize("launches", [4, 5, 6, 7, 8, 10, 16])
def test_it_holds_the_median_of_other_launches_in_95_of_100_cases(launches: int) -> None:
    rng = np.random.default_rng(launches)
    held = 0
    for _ in range(800):
        found = estimate(measured(rng, launches), stop="budget")
        other = float(np.median(np.exp(rng.normal(0, 0.03, 20))))
        held += found.low_s <= other <= found.high_s
    assert 0.925 <= held / 800 <= 0.975  # of 800 cases at 95 %, three standard deviations


def test_one_launch_more_narrows_it() -> None:
    rng = np.random.default_rng(1)

    def width(launches: int) -> float:
        found = [estimate(measured(rng, launches), stop="budget") for _ in range(300)]
        return float(np.median([math.log(one.high_s / one.low_s) for one in found]))

    widths = [width(launches) for launches in (3, 4, 5, 6, 8, 12)]
    assert widths == sorted(widths, reverse=True)
