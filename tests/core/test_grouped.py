"""Things by what they have in common."""

from rankwise.core.grouped import grouped


def test_values_are_grouped_in_their_order() -> None:
    groups = grouped((len(word), word) for word in ("red", "blue", "tan", "green", "teal"))
    assert list(groups.items()) == [(3, ["red", "tan"]), (4, ["blue", "teal"]), (5, ["green"])]


def test_nothing_has_no_groups() -> None:
    assert not grouped(())
