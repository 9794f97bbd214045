"""A machine that changes its speed is told, and noise of cells, spikes and one odd cell are not."""

from __future__ import annotations

import numpy as np
import pytest

from model.noise import Noise, heavy_tailed, lognormal, skewed, spiky
from rankwise.model.shifts import Seen, shift

CELLS, ROUNDS, STEP_S = 12, 40, 0.01
NOISES = [lognormal(0.02), heavy_tailed(0.03), skewed(0.05), spiky(0.02, 0.05)]


def visits(
    rng: np.random.Generator, noise: Noise, slower: float = 1.0, since: float = 1.0, odd: int = CELLS
) -> list[Seen]:
    """Rounds over all cells, of two launches; from a share `since` of the time on cells before `odd` are slower."""
    usual = np.exp(rng.normal(-12.0, 2.0, CELLS))
    count = CELLS * ROUNDS
    cells, numbers = rng.integers(CELLS, size=count), np.arange(count)
    slowdowns = 1.0 + (slower - 1.0) * rng.uniform(0.7, 1.3, count) * ((numbers >= since * count) & (cells < odd))
    times_s = usual[cells] * np.exp(noise(rng, count)) * slowdowns
    launches = 2 * numbers // count
    rows = zip((numbers * STEP_S).tolist(), cells.tolist(), launches.tolist(), times_s.tolist(), strict=True)
    return [Seen(at_s, str(cell), launch, time_s) for at_s, cell, launch, time_s in rows]


@pytest.mark.parametrize("noise", NOISES)
def test_noise_is_no_shift(noise: Noise) -> None:
    rng = np.random.default_rng(1)
    assert sum(shift(visits(rng, noise)) is not None for _ in range(100)) <= 1


@pytest.mark.parametrize("noise", NOISES)
@pytest.mark.parametrize("since", [0.3, 0.5, 0.75])
def test_a_machine_that_becomes_slower_is_told_with_how_long_and_by_how_much(noise: Noise, since: float) -> None:
    rng = np.random.default_rng(2)
    found = [shift(visits(rng, noise, slower=1.4, since=since)) for _ in range(50)]
    told = [each for each in found if each is not None]
    assert len(told) >= 48
    near = [
        1.2 < each.low < 1.4 < each.high < 1.6 and abs(each.slow_s / each.total_s - (1.0 - since)) < 0.1
        for each in told
    ]
    assert sum(near) >= 0.95 * len(told)
    assert {each.by_launch for each in told} == {since == 0.5}


def test_what_is_slower_in_few_cells_is_theirs() -> None:
    rng = np.random.default_rng(3)
    assert not [1 for _ in range(50) if shift(visits(rng, NOISES[0], slower=3.0, since=0.5, odd=CELLS // 2))]


def test_too_little_is_never_told() -> None:
    rng = np.random.default_rng(4)
    seen = visits(rng, NOISES[0], slower=2.0, since=0.5)
    assert shift(seen[:79]) is None and shift([]) is None
    assert shift([visit for visit in seen if visit.cell in "01"] * 3) is None


def test_a_clock_that_began_earlier_changes_nothing() -> None:
    seen = visits(np.random.default_rng(5), NOISES[0], slower=1.4, since=0.5)
    told, later = shift(seen), shift([visit._replace(at_s=visit.at_s + 1000.0) for visit in seen])
    assert told is not None and later is not None
    assert (later.slow_s, later.total_s) == pytest.approx((told.slow_s, told.total_s))
