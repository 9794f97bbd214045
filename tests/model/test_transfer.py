"""The time of a message is on the measured curve where there is one, else latency and rate."""

import pytest
from msgspec.structs import replace

from rankwise.model.records import Curve, Segment
from rankwise.model.transfer import Transfer

CURVE = Curve(
    sizes_bytes=(8, 64, 1024, 4096),
    median_s=(1e-6, 2e-6, 5e-6, 11e-6),
    low_s=(1e-6, 2e-6, 5e-6, 11e-6),
    high_s=(1e-6, 2e-6, 5e-6, 11e-6),
)


@pytest.mark.parametrize(
    ("size_bytes", "time_s"),
    [(0, 1e-6), (8, 1e-6), (36, 1.5e-6), (64, 2e-6), (544, 3.5e-6), (2560, 8e-6), (4096, 11e-6), (8192, 22e-6)],
)
def test_between_sizes_the_time_is_on_the_line_through_both(size_bytes: int, time_s: float) -> None:
    assert Transfer(1.0, curve=CURVE).time_s(size_bytes) == pytest.approx(time_s)


def test_beyond_the_last_size_the_fitted_line_goes_on() -> None:
    line = Segment(
        first_bytes=64,
        last_bytes=4096,
        latency_s=1e-6,
        gap_s_per_byte=2e-9,
        latency_error_s=0.0,
        gap_error_s_per_byte=0.0,
        worst_error=0.0,
    )
    fitted = replace(CURVE, segments=(replace(line, last_bytes=64, gap_s_per_byte=9.0), line))
    assert Transfer(1.0, curve=fitted).time_s(4096 + 500) == pytest.approx(12e-6)


def test_without_a_curve_latency_and_rate_decide() -> None:
    assert Transfer(3e-6, 1e9).time_s(2000) == pytest.approx(5e-6)
    assert Transfer(3e-6).time_s(2000) == 3e-6
