"""tuning.toml: what is written is read again, and what is wrong is told with its place."""

from pathlib import Path

import pytest

from builders.tunings import a_tuning
from rankwise.apply import file
from rankwise.core.errors import UsageError
from rankwise.core.records import TuningLine


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    tuning = a_tuning()
    file.write(tuning, tmp_path / "tuning.toml")
    assert file.read(tmp_path / "tuning.toml") == tuning


def test_people_may_comment_and_take_lines_out() -> None:
    text = file.to_text(a_tuning()).replace("\n[[lines]]", "\n# ours\n[[lines]]")
    first, _, rest = text.partition('[[lines]]\nid = "bcast"')
    assert [line.id for line in file.from_text(first).lines] == ["yield", "eager"]
    assert rest


def test_strange_words_survive() -> None:
    words = 'a "quoted" \\ path\n\ttab \x7f \u00e9 \U0001f600'
    line = TuningLine(id="x", why=words, undo=words, knobs={"env:A.b c": words})
    tuning = a_tuning(lines=(line,))
    assert file.from_text(file.to_text(tuning)) == tuning


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('name = "t"', "name = ", "line 7"),
        ("ranks = 2", 'ranks = "two"', "$.ranks"),
        ("to_bytes = 4096", "to_byte = 4096", "line 36 and below: Object contains unknown field `to_byte`"),
        ('schema = "rankwise/1"', 'schema = "rankwise/9"', "says schema 'rankwise/9'"),
        ('schema = "rankwise/1"', "", "names no schema"),
        ('id = "bcast"', 'id = "eager"', "two lines are called 'eager'"),
        ('preload = "noyield"', "", "line 'yield' changes nothing"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(before: str, after: str, said: str) -> None:
    text = file.to_text(a_tuning())
    assert before in text
    with pytest.raises(UsageError) as caught:
        file.from_text(text.replace(before, after), "x.toml")
    assert said in caught.value.message
    assert caught.value.code == "bad-tuning"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        file.read(tmp_path / "none.toml")
