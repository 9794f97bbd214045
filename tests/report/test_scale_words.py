"""How start-up and memory at scale are told: a projection that says nothing is not shown as a figure."""

from __future__ import annotations

from msgspec.structs import replace

from rankwise.measure.records import TransportLevel
from rankwise.model.records import Projection, ScalingFit
from rankwise.report.scale import basis, form, not_projected, projected, published, table
from rankwise.report.scale import starts as told
from rankwise.verbs.records import PublishedScaling, ScaleStarts, TransportScaling

READY = ScalingFit(
    form="a + b n",
    coefficients=(0.1, 0.01),
    relative_error=0.04,
    largest=64,
    points=((16, 0.26), (64, 0.74)),
    projections=(
        Projection(processes=128, value=1.38, low=1.2, high=1.6, extrapolated=False),
        Projection(processes=4096, value=41.1, low=30.0, high=50.0, extrapolated=True),
    ),
    held_out=Projection(processes=64, value=0.814, low=0.7, high=0.9, extrapolated=False),
)
TCP = TransportScaling(fabric="ofi/tcp", mode="connected", fits={"ready_s": READY})


def test_an_interval_of_more_than_ten_times_is_no_figure() -> None:
    known = Projection(processes=1024, value=8.0, low=2.0, high=20.0, extrapolated=True)
    assert projected("ready_s", known) == "8.00 s (2.00 s to 20.0 s)"
    wide = Projection(processes=1024, value=8.04, low=0.076, high=926640.0, extrapolated=True)
    assert projected("ready_s", wide) == "cannot tell"


def test_a_row_is_measured_projected_or_extrapolated() -> None:
    head, *rows, last = table(TCP)
    assert head[:2] == ("processes", "start-up") and [row[0] for row in rows] == ["16", "64", "128", "4096"]
    assert [(row[1], row[-1]) for row in rows] == [
        ("260 ms", ""),
        ("740 ms", ""),
        ("1.38 s (1.20 s to 1.60 s)", "projected"),
        ("41.1 s (30.0 s to 50.0 s)", "extrapolated"),
    ]
    assert last[:3] == ("form", "a + b n (±4%)", "-"), "nothing is said of what was not fitted"


def test_counts_without_a_law_have_no_row_of_it_and_say_that_nothing_is_projected() -> None:
    levels = tuple(
        TransportLevel(
            processes=count, ready_s=0.1, init_s=0.1, connect_s=1e-4, pss_before_bytes=1, uss_before_bytes=1,
            pss_bytes=1, uss_bytes=1,
        )
        for count in (2, 4)
    )  # fmt: skip
    bare = TransportScaling(fabric="ofi/tcp", mode="connected", levels=levels)
    assert [row[0] for row in table(bare)] == ["processes", "2", "4"]
    assert not_projected(bare) == ["nothing is projected: 2 process counts measured, 4 are needed"]
    assert not_projected(TCP) == []


def test_projections_name_what_they_come_from_and_how_far_off_they_were() -> None:
    (words,) = basis(TCP)
    assert words.startswith("projected from 16 to 64 processes; ") and words.endswith(" of: start-up +10%")
    assert basis(TransportScaling(fabric="ofi/tcp", mode="connected")) == []
    assert form(replace(READY, grown=True)) == "base + a + b k for k peers (±4%)"


def test_starts_that_failed_or_had_no_time_are_told_beside_figures() -> None:
    starts = (
        ScaleStarts(processes=8, measured=1, left_out="no time was left"),
        ScaleStarts(processes=64, measured=1, failed=2, hung=2, why="no answer in 120 s", left_out="no time was left"),
        ScaleStarts(processes=128, measured=0, failed=1, why="status 1", left_out="no time was left"),
    )
    assert list(told(replace(TCP, starts=starts))) == [
        "64 processes: 2 of 3 starts hung: no answer in 120 s",
        "one launch of each count; others were left out: no time was left",
    ]
    some = (*starts[:1], ScaleStarts(processes=16, measured=2, failed=1, why="status 1"))
    assert list(told(replace(TCP, starts=some))) == [
        "16 processes: 1 of 3 starts failed: status 1",
        "one launch of 8 processes; others were left out: no time was left",
    ]
    assert not list(told(replace(TCP, starts=(ScaleStarts(processes=8, measured=3),))))


def test_a_published_bound_is_told_with_its_conditions() -> None:
    row = PublishedScaling(
        quantity="start-up", transport="DAPL", bound="above", value=90.0, unit="s", conditions="16384 processes"
    )
    assert published(row) == "start-up, DAPL: above 90 s (16384 processes)"
