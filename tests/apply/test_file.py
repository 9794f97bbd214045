"""tuning.toml: what is written is read again, and what is wrong is told with its place."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.tunings import a_tuning
from rankwise.apply import file
from rankwise.core.errors import UsageError
from rankwise.optimise.records import Relay, RelayedPair
from rankwise.tuning.explain import in_words
from rankwise.tuning.records import TuningLine

OLD = Path(__file__).parents[1] / "recorded" / "tunings" / "with-gains.toml"


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    tuning = a_tuning()
    file.write(tuning, tmp_path / "tuning.toml")
    assert file.read(tmp_path / "tuning.toml") == replace(tuning, words=())


def test_a_person_reads_what_each_line_sets_gains_and_how_to_undo_it(tmp_path: Path) -> None:
    cells = tuple(replace(a_tuning().lines[0].gains[0], size_bytes=8 << n) for n in range(10))
    yields, eager, bcast = a_tuning().lines
    tuning = in_words(a_tuning(lines=(replace(yields, gains=cells), eager, bcast)))
    file.write(tuning, tmp_path / "tuning.toml")
    text = (tmp_path / "tuning.toml").read_text()
    assert max(map(len, text.splitlines())) < 160
    line = text[text.index("\n[[lines]]") + 1 : text.index('id = "eager"')].splitlines()
    assert [part.partition(" = ")[0] for part in line[1:6]] == ["id", "applies_to", "gain", "why", "undo"]
    assert 'gain = "faster in 10 cells; most: bcast 8 B 2.00 us -> 1.00 us, 2.00x (1.90 to 2.10)"' in text
    assert 'applies_to = "bcast of 8 B to 4KiB on communicators of 2 ranks"' in text
    assert "p_value" not in text
    assert file.read(tmp_path / "tuning.toml").lines[0].gains == cells


def test_a_tuning_works_without_its_evidence_and_takes_no_other_search_for_its_own(tmp_path: Path) -> None:
    path = tmp_path / "tuning.toml"
    tuning = in_words(a_tuning())
    file.write(replace(tuning, run="one"), path)
    assert file.read(path).joint == tuning.joint
    path.write_text(file.to_text(replace(tuning, run="another")))
    assert (file.read(path).joint, file.read(path).lines[0].gains) == ((), ())
    beside = file.evidence_path(path)
    beside.write_text("{")
    with pytest.raises(UsageError, match=r"tuning\.evidence\.json \(the tuning works without it\)"):
        file.read(path)
    beside.unlink()
    assert "2.00x (1.90 to 2.10)" in in_words(file.read(path)).words[0]


def test_files_of_earlier_releases_are_read() -> None:
    tuning = file.read(OLD)
    assert [len(line.gains) for line in tuning.lines] == [1, 0, 0]
    assert (tuning.joint, tuning.words) == (a_tuning().joint, a_tuning().words)


def test_relays_are_read_again() -> None:
    pairs = (
        RelayedPair(source="a", target="b", through=("c", "d")),
        RelayedPair(source="b", target="a", through=("e",)),
    )
    line = TuningLine(id="around", why="", undo="", relay=Relay(pairs=pairs, network="10.1.0.0/16"))
    assert file.from_text(file.to_text(a_tuning((line,)))).lines == (line,)


def test_people_may_comment_and_take_lines_out() -> None:
    text = file.to_text(a_tuning()).replace("\n[[lines]]", "\n# ours\n[[lines]]")
    first, _, rest = text.partition('[[lines]]\nid = "bcast"')
    assert [line.id for line in file.from_text(first).lines] == ["yield", "eager"]
    assert rest


def test_strange_words_survive() -> None:
    words = 'a "quoted" \\ word \u00e9 \U0001f600'
    line = TuningLine(id="x", why=words, undo=words, knobs={"env:UCX_TLS": words})
    tuning = a_tuning(lines=(line,))
    assert file.from_text(file.to_text(tuning)) == replace(tuning, joint=(), words=())


def test_what_a_library_said_in_several_lines_is_written_in_one() -> None:
    tuning = a_tuning(lines=(TuningLine(id="x", why="one\n\ttwo\x1b[31m", undo="", knobs={"env:UCX_TLS": "sm"}),))
    assert file.from_text(file.to_text(tuning)).lines[0].why == "one two [31m"


@pytest.mark.parametrize(
    ("before", "after", "printed"),
    [
        ('name = "t"', "name = ", "line 7"),
        ("ranks = 2", 'ranks = "two"', "ranks: 'two' is not a number of ranks"),
        ("to_bytes = 4096", "to_byte = 4096", "line 32 and below: Object contains unknown field `to_byte`"),
        ('schema = "rankwise/1"', 'schema = "rankwise/9"', "says schema 'rankwise/9'"),
        ('schema = "rankwise/1"', "", "names no schema"),
        ('id = "bcast"', 'id = "eager"', "two lines are called 'eager'"),
        ('preload = "noyield"', "", "line 'yield' changes nothing"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(before: str, after: str, printed: str) -> None:
    text = file.to_text(a_tuning())
    assert before in text
    with pytest.raises(UsageError) as caught:
        file.from_text(text.replace(before, after), "x.toml")
    assert printed in caught.value.message
    assert caught.value.code == "bad-tuning"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        file.read(tmp_path / "none.toml")
