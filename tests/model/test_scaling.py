"""Projections of known laws hold the truth; what is far is called so."""

from __future__ import annotations

import math
import random

import pytest

from rankwise.model.scaling import fit, inside

COUNTS = (2, 4, 8, 16, 32)
LAWS = {
    "constant": lambda n: 9e6,
    "linear": lambda n: 5e6 + 40e3 * n,
    "logarithm": lambda n: 0.1 + 0.05 * math.log2(n),
    "square": lambda n: 0.2 + 0.03 * n + 0.002 * n * n,
}


@pytest.mark.parametrize("law", LAWS)
def test_the_largest_point_that_was_held_out_lies_inside(law: str) -> None:
    draw = random.Random(law)
    held = 0
    for _ in range(100):
        points = [(n, LAWS[law](n) * math.exp(draw.gauss(0, 0.04))) for n in COUNTS for _ in range(3)]
        (at,) = fit(points, (64,)).projections
        held += inside(at, LAWS[law](64) * math.exp(draw.gauss(0, 0.04)))
    assert held >= 93  # of 100, for an interval of 95 %


def test_the_largest_count_is_projected_from_the_others() -> None:
    points = [(n, 3.0 + 2.0 * n) for n in COUNTS]
    assert fit(points[:4]).held_out is None
    held_out = fit([*points, (1000, 4006.0)]).held_out  # twice what the law says
    assert held_out is not None and held_out.processes == 1000
    assert held_out.value == pytest.approx(2003.0, rel=0.01) and not inside(held_out, 4006.0)


def test_an_interval_is_no_excuse() -> None:
    points = [(n, LAWS["linear"](n) * (1 + 0.01 * (n % 3 - 1))) for n in COUNTS]
    found = fit(points, (64,))
    (at,) = found.projections
    assert at.high / at.low < 2
    assert found.form == "a + b n" and found.coefficients[1] == pytest.approx(40e3, rel=0.2)


def test_beyond_ten_times_what_was_measured_it_is_extrapolated() -> None:
    found = fit([(n, 1.0 + n) for n in COUNTS], (64, 320, 321, 16384))
    assert [projection.extrapolated for projection in found.projections] == [False, False, True, True]
    widths = [projection.high / projection.low for projection in found.projections]
    assert widths == sorted(widths)


def test_the_published_start_up_fits_a_connected_and_a_datagram_law() -> None:
    """16384 processes start above 90 s with a connection for each pair and below 30 s with datagrams: laws that are
    measured up to 64 and differ by connections alone are projected to either side of that."""
    connected = fit([(n, 1.0 + 0.02 * n) for n in (2, 4, 8, 16, 32, 64)], (16384,)).projections[0]
    datagram = fit([(n, 1.0 + 0.05 * math.log2(n)) for n in (2, 4, 8, 16, 32, 64)], (16384,)).projections[0]
    assert connected.low > 90 and datagram.high < 30
    assert connected.extrapolated and datagram.extrapolated


@pytest.mark.parametrize(
    "points", [[(2, 1.0), (4, 1.0)], [(2, 1.0), (4, 0.0), (8, 1.0)], [(2, 1.0), (4, math.nan), (8, 1)]]
)
def test_what_cannot_be_fitted_is_refused(points: list[tuple[int, float]]) -> None:
    with pytest.raises(ValueError, match=r"processes|process counts"):
        fit(points)


@pytest.mark.parametrize("value", [0.0, -1.0, math.nan, math.inf])
def test_a_value_that_does_not_scale_is_named(value: float) -> None:
    with pytest.raises(ValueError, match=r"at 4 processes is not a quantity"):
        fit([(2, 1.0), (4, value), (8, 1.0), (16, 1.0), (32, 1.0)])
