"""Where harm is excluded, and where it is most likely."""

from __future__ import annotations

from msgspec.structs import replace

from builders.tunings import a_tuning
from rankwise.core.records import Gain
from rankwise.model.harm import excluded


def gain(low: float, high: float) -> Gain:
    one = a_tuning().joint[0]
    return replace(one, ratio=replace(one.ratio, ratio=(low * high) ** 0.5, low=low, high=high))


def test_a_wide_interval_excludes_no_harm() -> None:
    cells = [gain(0.98, 1.02), gain(0.90, 1.40), gain(0.80, 0.90), gain(1.2, 1.3)]
    assert excluded(cells, 0.97) == 2
    assert excluded(cells, 0.85) == 3
