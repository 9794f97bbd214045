"""No band, no whisker and no multiple of what a single launch or a wide interval leaves unknown."""

from __future__ import annotations

from msgspec.structs import replace

from builders.surveys import estimate
from rankwise.report.svg_bars import RatioBar, ratio_plot
from rankwise.report.svg_plot import Point, Series, rate_series, time_plot, times_of
from rankwise.report.words import legend, plus_minus


def drawn(*points: Point) -> str:
    return time_plot("time", [Series("mpich", 0, points)])


def test_a_band_is_drawn_of_several_launches_alone() -> None:
    several = replace(estimate(1e-6), low_s=0.9e-6, high_s=1.1e-6, launches=3)
    once = replace(several, launches=1)
    assert 'class="bd"' in drawn(*(Point(*times_of(size, several), "") for size in (8, 16)))
    assert 'class="bd"' not in drawn(*(Point(*times_of(size, once), "") for size in (8, 16)))
    (alone, lowest) = rate_series("mpich", 0, [times_of(8, once), times_of(8, several)]).points
    assert alone.low == alone.high == 8 / 1e-6
    assert lowest.low == 8 / 1.1e-6


def test_a_band_leaves_out_what_is_hardly_known() -> None:
    known = [Point(size, 1.0, 0.9, 1.1, "") for size in (8, 16, 64, 128)]
    wide = Point(32, 1.0, 0.01, 100.0, "")
    assert drawn(*known[:2], wide, *known[2:]).count('class="bd"') == 2
    assert drawn(*known).count('class="bd"') == 1


def test_a_ratio_that_is_hardly_known_is_a_point_at_its_bound() -> None:
    known = RatioBar("bcast", 2.5, 2.4, 2.6, "good", "")
    wide = RatioBar("reduce", 254.0, 2.5, 25400.0, "slow", "")
    unknown = RatioBar("scan", 1.0, 0.01, 100.0, "unsure", "")
    figure = ratio_plot("ratios", [known, wide, unknown])
    assert figure.count('class="ln"') == 3
    assert "reduce: at least 2.50x" in figure
    assert "scan: cannot tell" in figure
    assert "254" not in figure


def test_what_a_missing_width_means_is_told_where_it_is_shown() -> None:
    assert legend(["8 B  1.00 us ±2 %"]) == []
    (words,) = legend([f"8 B  1.00 us {plus_minus(1.0, 0.1, 10.0)}"])
    assert words.startswith("±?: too few values")
