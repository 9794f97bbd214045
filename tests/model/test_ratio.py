"""Nothing is found between A and A, a planted 5 % is found, and its interval contains it."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankwise.core.records import encode
from rankwise.model.ratio import decide, ratio
from rankwise.model.records import Ratio

VISITS = 8


def launch_pairs(
    rng: np.random.Generator,
    count: int,
    spread: float,
    true: float,
    *,
    outliers: float = 0.0,
    visit_spread: float = 0.01,
) -> list[list[tuple[float, float]]]:
    """`count` co-resident launch pairs whose log ratios have standard deviation `spread` (Student t, 3 degrees: heavy
    tails), each with heavy-tailed visits; a share `outliers` of pairs is off by up to 40 %. A takes `true` times B.
    """
    pairs = []
    for _ in range(count):
        level = 1e-6 * math.exp(rng.normal(0.0, 0.3))
        between = rng.standard_t(3) * spread / math.sqrt(3.0) + (rng.random() < outliers) * rng.uniform(-0.4, 0.4)
        common = rng.normal(0.0, 0.1, VISITS)  # what both launches suffer at the same time
        a = level * true * np.exp(between + common + rng.standard_t(3, VISITS) * visit_spread)
        b = level * np.exp(common + rng.standard_t(3, VISITS) * visit_spread)
        pairs.append(list(zip(a.tolist(), b.tolist(), strict=True)))
    return pairs


def different(ratios: tuple[Ratio, ...]) -> int:
    return sum(one.answer in ("faster", "slower") for one in ratios)


@pytest.mark.parametrize(("count", "spread"), [(6, 0.01), (8, 0.02), (10, 0.03), (12, 0.03)])
def test_nothing_is_found_in_identical_work(count: int, spread: float) -> None:
    rng = np.random.default_rng(1)
    for outliers in (0.0, 0.08):
        ratios = [ratio(launch_pairs(rng, count, spread, 1.0, outliers=outliers)) for _ in range(200)]
        assert different(decide(ratios)) <= 2


@pytest.mark.parametrize(("count", "spread"), [(6, 0.01), (8, 0.02), (10, 0.03), (12, 0.03)])
def test_planted_five_percent_is_found_and_contained(count: int, spread: float) -> None:
    rng = np.random.default_rng(2)
    for outliers in (0.0, 0.05):
        ratios = decide([ratio(launch_pairs(rng, count, spread, 1.05, outliers=outliers)) for _ in range(200)])
        assert sum(one.answer == "faster" for one in ratios) >= 200 * 43 / 50
        assert sum(one.low <= 1.05 <= one.high for one in ratios) >= 200 * 45 / 50


def test_planted_differences_are_found_among_identical_work() -> None:
    rng = np.random.default_rng(3)
    planted = [ratio(launch_pairs(rng, 10, 0.02, 1 / 1.05)) for _ in range(50)]
    identical = [ratio(launch_pairs(rng, 10, 0.02, 1.0)) for _ in range(150)]
    decided = decide(planted + identical)
    assert sum(one.answer == "slower" for one in decided[:50]) >= 43
    assert different(decided[50:]) <= 4


def test_small_but_sure_is_the_same_within_the_margin() -> None:
    rng = np.random.default_rng(4)
    one = ratio(launch_pairs(rng, 10, 0.002, 1.005))
    assert one.answer == "same"
    assert ratio(launch_pairs(rng, 10, 0.0005, 1.005, visit_spread=0.001), margin=0.002).answer == "faster"
    assert decide([one], margin=0.0001)[0].answer != "same"


def test_too_noisy_to_tell_is_not_the_same() -> None:
    rng = np.random.default_rng(5)
    decided = decide([ratio(launch_pairs(rng, 6, 0.3, 1.0)) for _ in range(20)])
    assert {one.answer for one in decided} == {"cannot tell"}


def test_a_single_ratio_is_decided_at_five_percent() -> None:
    levels = [(1.1, 0.9, 1.2, 0.8, 1.1, 0.9), (1.1, 1.15, 1.05, 1.2, 1.1, 1.1)]
    noise, gain = (ratio([[(level, 1.0)] * 8 for level in launches]) for launches in levels)
    assert noise.p_value > 0.05 > gain.p_value
    assert (noise.answer, gain.answer) == ("cannot tell", "faster")


def test_one_pair_or_two_cannot_tell() -> None:
    for count in (1, 2):
        one = ratio([[(2.0, 1.0)] * 8] * count)
        assert one.answer == "cannot tell"
        encode(one)


def test_exact_times_give_exact_answers() -> None:
    assert ratio([[(1.0, 1.0)] * 8] * 6).answer == "same"
    assert ratio([[(1.1, 1.0)] * 8] * 6).answer == "faster"


def test_no_pairs_are_refused() -> None:
    with pytest.raises(ValueError, match="pair"):
        ratio([[]])


PAIR = st.tuples(st.floats(1e-7, 1e-2), st.floats(1e-7, 1e-2))
PAIRS = st.lists(st.lists(PAIR, min_size=1, max_size=8), min_size=1, max_size=10)


@given(PAIRS)
def test_swapping_a_and_b_swaps_the_answer(pairs: list[list[tuple[float, float]]]) -> None:
    opposite = {"faster": "slower", "slower": "faster"}
    one, other = ratio(pairs), ratio([[(b, a) for a, b in visits] for visits in pairs])
    assert other.ratio == pytest.approx(1 / one.ratio)
    assert other.low == pytest.approx(1 / one.high)
    # The middle is exact to 1e-6 of the values' scale, and rounding may let its search end one step sooner.
    assert other.p_value == pytest.approx(one.p_value, abs=1e-5)
    assert other.answer == opposite.get(one.answer, one.answer)


@given(PAIRS, st.randoms(use_true_random=False))
def test_order_does_not_matter(pairs: list[list[tuple[float, float]]], shuffler: object) -> None:
    shuffled = [list(visits) for visits in pairs]
    for visits in shuffled:
        shuffler.shuffle(visits)  # type: ignore[attr-defined]
    shuffler.shuffle(shuffled)  # type: ignore[attr-defined]
    assert ratio(shuffled).ratio == pytest.approx(ratio(pairs).ratio)


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=30))
def test_adjusted_p_values_are_larger_and_keep_their_order(p_values: list[float]) -> None:
    blank = ratio([[(1.0, 1.0)]] * 5)
    from msgspec.structs import replace

    decided = decide([replace(blank, p_value=value) for value in p_values])
    adjusted = [one.adjusted_p for one in decided if one.adjusted_p is not None]
    assert all(after >= before for before, after in zip(p_values, adjusted, strict=True))
    assert [value for _, value in sorted(zip(p_values, adjusted, strict=True))] == sorted(adjusted)


def test_the_inverse_answers_from_the_other_side_and_back() -> None:
    forth = decide([ratio([[(2.0 * scale, 1.0)] for scale in (0.98, 1.0, 1.01, 1.02)])])[0]
    back = forth.inverse()
    assert (forth.answer, back.answer) == ("faster", "slower")
    assert (back.ratio, back.low, back.high) == (1 / forth.ratio, 1 / forth.high, 1 / forth.low)
    assert back.low < back.ratio < back.high
    again = back.inverse()
    assert (again.answer, again.p_value) == (forth.answer, forth.p_value)
    assert again.ratio == pytest.approx(forth.ratio)
