import pytest

from rankwise.model.confirmation import Confirmation, confirmation

PAIRS = 37_721
FALSE = 1e-3 / PAIRS


def test_always_slow_is_known_after_a_few_looks_and_a_disturbance_goes_away() -> None:
    test = confirmation(700, PAIRS, false=FALSE)
    assert test.decide(1, 1) is None
    assert test.decide(7, 7) is True
    assert test.decide(1, 15) is False


@pytest.mark.parametrize(("duty", "found"), [(1.0, 1.0), (0.5, 0.99), (1 / 3, 0.98), (0.25, 0.95)])
def test_what_was_slow_once_and_is_slow_again_is_found(duty: float, found: float) -> None:
    """Where one measurement in fifty is disturbed; the first one is slow with the duty itself."""
    test = confirmation(PAIRS // 50, PAIRS, false=FALSE)
    assert test.found(duty) >= found * duty - 1e-9


@pytest.mark.parametrize("rate", [0.0, 0.02, 0.1, 0.25])
def test_no_more_healthy_pairs_are_accused_than_agreed(rate: float) -> None:
    test = confirmation(round(rate * PAIRS), PAIRS, false=FALSE)
    assert test.found(rate) <= FALSE


def test_much_disturbance_is_not_told_from_a_rare_fault_but_from_one_that_is_always_there() -> None:
    test = confirmation(PAIRS // 2, PAIRS, false=FALSE)
    assert test == Confirmation(0.25, FALSE)
    assert test.found(0.25) < FALSE
    assert test.found(1.0) == pytest.approx(1.0)


def test_the_rate_is_one_that_is_hardly_exceeded() -> None:
    """Of a count, twice its standard deviation more, and three for small counts."""
    assert confirmation(100, 1000, false=FALSE) == Confirmation(pytest.approx(0.123), FALSE)
    assert confirmation(0, 1000, false=FALSE) == Confirmation(0.02, FALSE)
