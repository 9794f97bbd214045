"""Good, slow and cannot tell, by where the interval lies."""

import pytest
from msgspec.structs import replace

from model.build import measured
from rankwise.model.records import Expected
from rankwise.model.verdict import judge


def expected(time_s: float, high_s: float | None = None) -> Expected:
    return Expected(basis="sibling", time_s=time_s, high_s=high_s, explanation="")


@pytest.mark.parametrize(
    ("time_s", "half_width", "verdict"),
    [
        (1.00, 0.01, "good"),
        (0.30, 0.01, "good"),
        (1.08, 0.01, "good"),
        (1.08, 0.05, "cannot tell"),
        (1.20, 0.01, "slow"),
        (1.20, 0.15, "cannot tell"),
        (3.00, 0.50, "slow"),
    ],
)
def test_the_whole_interval_decides(time_s: float, half_width: float, verdict: str) -> None:
    assert judge(measured(time_s, half_width), [expected(1.0)], 0.1) == (verdict, pytest.approx(time_s))


def test_an_uncertain_expectation_accuses_nobody() -> None:
    assert judge(measured(1.5), [expected(1.0, high_s=1.6)])[0] == "cannot tell"
    assert judge(measured(2.0), [expected(1.0, high_s=1.6)])[0] == "slow"


def test_the_strictest_expectation_gives_the_ratio() -> None:
    assert judge(measured(3.0), [expected(1.0), expected(6.0)]) == ("slow", pytest.approx(3.0))


def test_a_ratio_of_pairs_decides_where_there_is_one() -> None:
    paired = replace(expected(1.0), ratio=2.0, ratio_low=1.9, ratio_high=2.1)
    assert judge(measured(1.0), [paired]) == ("slow", 2.0)


def test_nothing_expected_nothing_reported() -> None:
    assert judge(measured(1.0), []) == ("cannot tell", None)
