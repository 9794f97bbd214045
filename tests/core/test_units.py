"""Numbers as people write them."""

from __future__ import annotations

from rankwise.core.units import plural


def test_one_of_a_thing_is_not_several() -> None:
    assert [plural(count, "line") for count in (0, 1, 2)] == ["0 lines", "1 line", "2 lines"]
