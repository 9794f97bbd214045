"""Scores and ranges of a race, from pairs of visits whose truth is known."""

from __future__ import annotations

import math
import random

import pytest

from rankwise.experiment.paired import Pairs
from rankwise.tuning.race import (
    CandidateTimes,
    Range,
    evidence,
    gain,
    noticed,
    ranges,
    rounds,
    score,
    survivors,
    winners,
)

POINTS = [("pingpong", 8), ("pingpong", 1 << 20), ("bcast", 8)]
EVEN = dict.fromkeys(POINTS, 1.0)


def pairs(ratio: float, *, launches: int = 4, noise: float = 0.01, seed: int = 1) -> Pairs:
    """Visits in which the candidate takes 1 / `ratio` of the time."""
    order = random.Random(seed)
    found = []
    for _ in range(launches):
        bias = order.gauss(0, noise)
        found.append([(1e-6 * math.exp(bias + order.gauss(0, noise)), 1e-6 / ratio) for _ in range(5)])
    return found


def seen(*ratios: float) -> CandidateTimes:
    return CandidateTimes(
        {point: pairs(one, seed=index) for index, (point, one) in enumerate(zip(POINTS, ratios, strict=True))}
    )


def test_a_gain_is_the_logarithm_of_the_ratio() -> None:
    assert gain(pairs(1.5, noise=0.0)) == pytest.approx(math.log(1.5))
    assert score(seen(1.2, 1.2, 1.2), EVEN) == pytest.approx(math.log(1.2), abs=0.01)


def test_a_loss_counts_more_than_a_gain() -> None:
    assert score(seen(1.3, 0.77, 1.0), EVEN) < -0.1
    only_first = {POINTS[0]: 1.0, POINTS[1]: 0.0, POINTS[2]: 0.0}
    assert score(seen(1.3, 0.77, 1.0), only_first) < score(seen(1.3, 1.0, 1.0), only_first)


def test_what_one_launch_shows_is_no_regression_yet() -> None:
    once = CandidateTimes(
        {point: pairs(one, launches=1, noise=0.0) for point, one in zip(POINTS, (1.06, 1.06, 0.9), strict=True)}
    )
    often = CandidateTimes(
        {point: pairs(one, launches=16, noise=0.0) for point, one in zip(POINTS, (1.06, 1.06, 0.9), strict=True)}
    )
    assert score(once, EVEN) == pytest.approx((2 * math.log(1.06) + math.log(0.9)) / 3)
    assert score(often, EVEN) < score(once, EVEN)


def test_bundles_are_noticed_beyond_what_luck_shows() -> None:
    quiet = {str(index): seen(1.01, 0.99, 1.0) for index in range(5)}
    assert noticed({**quiet, "much": seen(1.3, 1.0, 1.0), "little": seen(1.1, 0.9, 1.0)}) == ["much", "little"]
    busy = {str(index): seen(1.2, 0.85, 1.0) for index in range(5)}
    assert noticed({**busy, "little": seen(1.1, 0.9, 1.0), "much": seen(1.8, 1.0, 1.0)}) == ["much"]
    broken = seen(2.0, 2.0, 2.0)
    broken.error = "hangs"
    assert noticed({**quiet, "broken": broken}) == []


def test_rounds_are_made_while_they_cost_less_than_a_start() -> None:
    assert rounds(4, start_s=1.0, round_s=20.0) == 1, "launches decide"
    assert rounds(4, start_s=10.0, round_s=4.0) == 2, "a start is dear"
    assert rounds(4, start_s=60.0, round_s=4.0) == 4, "never more than usual"
    assert rounds(4, start_s=0.0, round_s=math.inf) == 1, "nothing is known yet"


def test_a_failure_scores_below_everything() -> None:
    broken = seen(9.0, 9.0, 9.0)
    broken.error = "the launch ended with status 1"
    assert score(broken, EVEN) == score(CandidateTimes(), EVEN) == -math.inf
    assert survivors({"a": 0.1, "broken": -math.inf, "b": 0.3, "c": -0.1}, 5, 0.0) == ["b", "a"]


def test_the_mean_over_points_has_its_interval_over_launches() -> None:
    found = seen(1.1, 1.1, 1.1).mean(EVEN)
    assert found is not None
    assert found.launch_pairs == 4
    assert found.low < 1.1 < found.high
    assert found.low > 1.05
    assert CandidateTimes().mean(EVEN) is None


def test_a_mean_is_over_launches_that_saw_every_point() -> None:
    moods = (1.0, 9.0, 1.5**0.5, 1.5)  # of a whole launch
    seen = CandidateTimes()
    for point, missing in zip(POINTS, (None, 1, None), strict=True):
        numbers = [number for number in range(4) if number != missing]
        seen.add(point, [[(moods[number], 1.0)] * 3 for number in numbers], numbers)
    found = seen.mean(EVEN)
    assert found is not None
    assert found.launch_pairs == 3
    assert found.ratio == pytest.approx(1.5**0.5)
    assert CandidateTimes({point: [[(1.0, 1.0)]] for point in POINTS}, numbers={POINTS[0]: [7]}).mean(EVEN) is None
    later = seen.then(seen)
    assert later.numbers[POINTS[1]] == [0, 2, 3, 0, 2, 3]
    assert seen.then(CandidateTimes()) == seen


def test_winners_need_more_than_luck() -> None:
    noisy = [[(2e-6, 1e-6)], [(1e-6, 2e-6)], [(3e-6, 1e-6)]]
    group = {
        "steady": CandidateTimes({("bcast", 8): pairs(1.2), ("bcast", 64): pairs(1.0)}),
        "noisy": CandidateTimes({("bcast", 8): noisy, ("bcast", 64): noisy}),
        "broken": CandidateTimes({("bcast", 8): pairs(5.0)}, error="hangs"),
    }
    assert winners(group, "bcast") == {8: "steady", 64: ""}


def test_ranges_join_neighbours_and_meet_in_the_middle() -> None:
    best = {8: "a", 128: "a", 2048: "", 32768: "b"}
    assert ranges(best, largest=99999) == [Range("a", 0, 512), Range("b", 8193, 99999)]
    assert ranges({8: "", 64: ""}, largest=99999) == []


def test_launches_at_other_points_do_not_join_those_before() -> None:
    before = CandidateTimes({("bcast", 8): [[(1.0, 2.0)]]})
    same = before.then(CandidateTimes({("bcast", 8): [[(2.0, 2.0)]]}))
    assert same.pairs == {("bcast", 8): [[(1.0, 2.0)], [(2.0, 2.0)]]}
    more = CandidateTimes({("bcast", 8): [[(2.0, 2.0)]], ("bcast", 64): [[(1.0, 1.0)]]})
    assert before.then(more) == more
    assert before.then(CandidateTimes()) == before
    assert before.then(CandidateTimes(error="hung")).error == "hung"


def test_what_is_known_of_a_cell_takes_three_launches() -> None:
    shown = CandidateTimes({POINTS[0]: pairs(1.2, launches=3), POINTS[1]: pairs(1.2, launches=2)})
    known = evidence(shown)
    assert known.keys() == {POINTS[0][0]} and known[POINTS[0][0]].keys() == {POINTS[0][1]}
    centre, error = known[POINTS[0][0]][POINTS[0][1]]
    assert centre == pytest.approx(gain(shown.pairs[POINTS[0]]))
    assert 0 < error < 0.02
