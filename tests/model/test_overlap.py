"""Overlap by three definitions, on times whose answer is known."""

from __future__ import annotations

import pytest

from rankwise.model.overlap import imb_share, osu_share, overlap, overlap_share


@pytest.mark.parametrize(
    ("times_s", "ours", "imb", "osu"),
    [
        ((10e-6, 10e-6, 10e-6), 1.0, 1.0, 1.0),  # all hidden
        ((10e-6, 10e-6, 20e-6), 0.0, 0.0, 0.0),  # nothing hidden
        ((10e-6, 10e-6, 25e-6), -0.5, 0.0, 0.0),  # each slows the other: only ours says so
        ((10e-6, 40e-6, 42e-6), 0.8, 0.2, 0.8),  # IMB divides by the longer of the two
    ],
)
def test_known_times(times_s: tuple[float, float, float], ours: float, imb: float, osu: float) -> None:
    assert overlap_share(*times_s) == pytest.approx(ours)
    assert imb_share(*times_s) == pytest.approx(imb)
    assert osu_share(*times_s) == pytest.approx(osu)


def test_a_slow_visit_does_not_look_like_overlap() -> None:
    """Shares are made within a visit: one in which everything takes twice as long has the same share."""
    found = overlap([(10e-6, 10e-6, 14e-6), (20e-6, 20e-6, 28e-6), (10e-6, 10e-6, 14e-6)])
    assert found.share == pytest.approx(0.6)
    assert found.pure_s == pytest.approx(10e-6)
