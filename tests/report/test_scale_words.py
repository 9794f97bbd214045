"""A projection that says nothing is not shown as a figure."""

from __future__ import annotations

from rankwise.model.records import Projection
from rankwise.report.scale import projected


def test_an_interval_of_more_than_ten_times_is_no_figure() -> None:
    known = Projection(processes=1024, value=8.0, low=2.0, high=20.0, extrapolated=True)
    assert projected("ready_s", known) == "8.00 s (2.00 s to 20.0 s)"
    wide = Projection(processes=1024, value=8.04, low=0.076, high=926640.0, extrapolated=True)
    assert projected("ready_s", wide) == "cannot tell"
