"""A multiple is said where its interval is known, its bound where that is, and nothing otherwise."""

from __future__ import annotations

import pytest

from rankwise.core import said


@pytest.mark.parametrize(
    ("value", "low", "high", "words"),
    [
        (2.5, 2.4, 2.6, ("2.50x (2.40 to 2.60)", "2.50x", " by 2.50x")),
        (1.7, 1.0, 3.0, ("1.70x (1.00 to 3.00)", "1.70x", " by 1.70x")),
        (37.0, 1.17, 787.0, ("at least 1.17x", "at least 1.17x", ", by 1.17x at least")),
        (254.0, 2.5, 25400.0, ("at least 2.50x", "at least 2.50x", ", by 2.50x at least")),
        (0.1, 0.001, 0.4, ("at most 0.40x", "at most 0.40x", "")),
        (1.0, 0.01, 100.0, ("cannot tell", "", "")),
        (2.0, 0.0, 4.0, ("cannot tell", "", "")),
    ],
)
def test_what_may_be_said(value: float, low: float, high: float, words: tuple[str, str, str]) -> None:
    """The ratio with its interval, the factor alone, and what stands behind `slow`."""
    assert (said.ratio(value, low, high), said.factor(value, low, high), said.slow_by(value, low, high)) == words


@pytest.mark.parametrize(
    ("value", "low", "high", "place"),
    [(2.5, 2.4, 2.6, 2.5), (254.0, 2.5, 25400.0, 2.5), (0.1, 0.001, 0.4, 0.4), (1.0, 0.01, 100.0, None)],
)
def test_where_a_figure_draws_it(value: float, low: float, high: float, place: float | None) -> None:
    assert said.point(value, low, high) == place


def test_ratios_are_put_in_order_by_what_is_sure_of_them() -> None:
    assert said.sure(2.5, 25400.0) == 2.5
    assert said.sure(0.1, 0.2) == 5.0
    assert said.sure(0.5, 2.0) == said.sure(0.0, 0.0) == 1.0
