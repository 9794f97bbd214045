"""Numbers as people write them."""

from __future__ import annotations

import pytest

from rankwise.core.errors import UsageError
from rankwise.core.units import format_amount, format_seconds, parse_share, parse_words, plural


def test_one_of_a_thing_is_not_several() -> None:
    assert [plural(count, "line") for count in (0, 1, 2)] == ["0 lines", "1 line", "2 lines"]
    assert [plural(count, "class") for count in (1, 2)] == ["1 class", "2 classes"]


@pytest.mark.parametrize("text", ["a,b", " a , b ", ",a,,b,"])
def test_words_stand_between_commas_whatever_is_around_them(text: str) -> None:
    assert parse_words(text) == ("a", "b")


def test_nothing_is_no_word() -> None:
    assert parse_words("") == parse_words(" , ") == ()


@pytest.mark.parametrize(("text", "share"), [("2%", 0.02), ("0.02", 0.02), (" .05 ", 0.05), ("0.5 %", 0.005)])
def test_a_share_is_a_number_or_a_percentage(text: str, share: float) -> None:
    assert parse_share(text, "precision") == pytest.approx(share)


@pytest.mark.parametrize("text", ["", "%", "2", "200%", "0", "two", "nan", "-1%"])
def test_what_is_no_share_is_refused_by_name(text: str) -> None:
    with pytest.raises(UsageError, match="is not a margin") as error:
        parse_share(text, "margin")
    assert error.value.code == "bad-margin"


def test_a_sum_of_sizes_is_told_in_three_digits() -> None:
    sizes = (0, 8, 1024, 2800, 320000 << 10, 3 << 40)
    assert [format_amount(size) for size in sizes] == ["0 B", "8 B", "1 KiB", "2.73 KiB", "312 MiB", "3 TiB"]


def test_just_below_the_next_unit_it_is_no_power_of_ten() -> None:
    told = [format_amount(mebi * (1 << 20)) for mebi in (999.4, 999.5, 999.7, 1000, 1023)]
    assert told == ["999 MiB", "1000 MiB", "1000 MiB", "1000 MiB", "1023 MiB"]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1.5, "1.50 s"), (119.0, "119 s"), (300.0, "5 min"), (7300.0, "2.03 h"), (1_382_520.0, "16.0 days")],
)
def test_long_durations_have_a_unit_that_people_count_in(seconds: float, words: str) -> None:
    assert format_seconds(seconds) == words
