"""Numbers as people write them."""

from __future__ import annotations

import pytest

from rankwise.core.units import parse_words, plural


def test_one_of_a_thing_is_not_several() -> None:
    assert [plural(count, "line") for count in (0, 1, 2)] == ["0 lines", "1 line", "2 lines"]


@pytest.mark.parametrize("text", ["a,b", " a , b ", ",a,,b,"])
def test_words_stand_between_commas_whatever_is_around_them(text: str) -> None:
    assert parse_words(text) == ("a", "b")


def test_nothing_is_no_word() -> None:
    assert parse_words("") == parse_words(" , ") == ()
