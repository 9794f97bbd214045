"""The screening design is orthogonal, and pairs are found in gains that were made up."""

from __future__ import annotations

import random
from collections.abc import Mapping

import numpy as np
import pytest

from rankwise.tuning.factorial import MOST_FACTORS, Pair, Run, design, pairs

NOISE = 0.02


def test_every_factor_is_on_in_half_of_the_runs_and_no_two_go_together() -> None:
    runs = [*design(MOST_FACTORS), Run()]
    signs = np.array([[1 if place in run else -1 for place in range(MOST_FACTORS)] for run in runs])
    assert (signs.T @ signs == 12 * np.eye(MOST_FACTORS)).all()
    assert (signs.sum(axis=0) == 0).all()
    for first in range(MOST_FACTORS):  # an interaction is never the column of a main effect
        for second in range(first):
            product = signs.T @ (signs[:, first] * signs[:, second])
            assert set(abs(np.delete(product, [first, second]))) == {4}


@pytest.mark.parametrize("factors", range(2, MOST_FACTORS + 1))
def test_no_run_is_made_twice_or_is_the_one_that_others_are_compared_with(factors: int) -> None:
    runs = design(factors)
    assert len(runs) == len(set(runs)) <= 11
    assert Run() not in runs
    assert set().union(*runs) == set(range(factors))


@pytest.mark.parametrize("factors", [0, MOST_FACTORS + 1])
def test_other_numbers_of_factors_are_refused(factors: int) -> None:
    with pytest.raises(ValueError, match=f"{factors} factors"):
        design(factors)


def measured(
    alone: Mapping[int, float], together: Mapping[tuple[int, int], float], seed: int, missing: int = 0
) -> list[Pair]:
    """Pairs that are seen in the design and in each factor by itself, where factors gain so much `alone`, and two of
    them so much more."""
    chance = random.Random(seed)
    gains = {
        run: sum(gain for place, gain in alone.items() if place in run)
        + sum(gain for both, gain in together.items() if run.issuperset(both))
        + chance.gauss(0.0, NOISE)
        for run in [*design(MOST_FACTORS), *(Run({place}) for place in range(MOST_FACTORS))]
    }
    return pairs({run: gains[run] for run in list(gains)[missing:]}, MOST_FACTORS)


@pytest.mark.parametrize("both", [(0, 1), (2, 7), (8, 9)])
@pytest.mark.parametrize(
    "alone", [{}, {2: 0.05, 7: 0.03}, {4: 0.1}, {4: -0.1}], ids=["neither", "each", "another", "harm"]
)
def test_two_that_gain_only_together_are_the_best_pair(both: tuple[int, int], alone: dict[int, float]) -> None:
    right = [measured(alone, {both: 0.25}, seed) for seed in range(5)]
    best = [found[0] for found in right if found and found[0].factors == both]
    assert len(best) >= 4
    expected = 0.25 + sum(alone.get(place, 0.0) for place in both)
    assert sum(pair.together for pair in best) / len(best) == pytest.approx(expected, abs=0.05)
    assert sum(pair.interaction for pair in best) / len(best) == pytest.approx(0.25, abs=0.06)


def test_gains_that_only_add_up_are_no_interaction() -> None:
    found = [pair for seed in range(5) for pair in measured({1: 0.1, 3: 0.2}, {}, seed)[:1]]
    assert [pair.factors for pair in found] == [(1, 3)] * 5
    assert all(abs(pair.interaction) < 0.05 for pair in found)
    assert all(pair.together == pytest.approx(0.3, abs=0.05) for pair in found)


def test_nothing_is_found_where_nothing_is() -> None:
    found = [pair for seed in range(10) for pair in measured({}, {}, seed)]
    found += pairs(dict.fromkeys(design(MOST_FACTORS), 0.0), MOST_FACTORS)  # and no noise: all runs take the same time
    assert [pair for pair in found if min(pair.together, pair.interaction) > NOISE] == []


def test_runs_that_failed_are_missed_and_too_few_tell_nothing() -> None:
    assert measured({}, {(2, 7): 0.25}, 1, missing=4)[0].factors == (2, 7)
    assert measured({}, {(2, 7): 0.25}, 1, missing=14) == []
