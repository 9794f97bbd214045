"""Projections of known laws hold the truth; what is far is called so."""

from __future__ import annotations

import math
import random

import pytest

from benchmarks.accuracy.projection import drawn
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


def test_drawn_memory_is_covered_and_mostly_shown() -> None:
    """Of 120 cases whose intervals cover 95 %, fewer than 106 are covered once in a thousand times (binomial)."""
    cases = drawn(20, seed=7)
    assert sum(case.covered for case in cases) >= 106
    assert sum(case.projection.is_known for case in cases) >= 0.6 * len(cases)
    for kind in ("linear", "square", "n log n"):
        some = [case for case in cases if case.kind == kind and case.projection.is_known]
        assert len(some) >= 15
        off = sorted(case.projection.value / case.truth for case in some)
        assert 0.8 < off[len(off) // 2] < 1.25


def test_a_large_base_hides_growth_and_that_is_known() -> None:
    """150 MB and 45 kB a peer, 2 % noise: a constant fits as well, so that nothing can be said of 16384."""
    draw = random.Random(3)
    covered = shown = 0
    for _ in range(100):
        points = [(n, (150e6 + 45e3 * n) * draw.gauss(1, 0.02)) for n in (2, 4, 8, 16, 32, 64)]
        (at,) = fit(points, (16384,)).projections
        covered += inside(at, 150e6 + 45e3 * 16384)
        shown += at.is_known
    assert covered >= 90
    assert shown <= 20


def test_what_a_process_holds_before_it_meets_anybody_is_projected_to_the_same_number_of_processes() -> None:
    before = [(n, 150e6 + 1e6 * n) for n in COUNTS]
    after = [(n, base + 45e3 * (n - 1)) for n, base in before]
    (projection,) = fit(after, (4096,), before=before).projections
    assert projection.value == pytest.approx(150e6 + 1e6 * 4096 + 45e3 * 4095, rel=1e-6)


def test_the_growth_of_a_process_is_known_beside_any_base() -> None:
    before = [(n, 150e6 * (1 + 0.02 * (n % 3 - 1))) for n in COUNTS for _ in range(3)]
    after = [(n, base + 200e3 + 45e3 * (n - 1)) for n, base in before]
    found = fit(after, (16384,), before=before)
    (at,) = found.projections
    assert found.grown and found.form == "a + b n"
    assert found.coefficients == pytest.approx((200e3, 45e3), rel=0.01)
    assert at.is_known and inside(at, 150e6 + 200e3 + 45e3 * 16383)


def test_values_of_other_launches_are_refused() -> None:
    points = [(n, 1e6) for n in COUNTS]
    with pytest.raises(ValueError, match="not of the same launches"):
        fit(points, (64,), before=points[:-1])
