"""Every message of the table is recognised in an excerpt of its own, and no excerpt is told as something else."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from builders.logs import told
from builders.printed import all_wrong
from rankwise.logs.judge import findings_of
from rankwise.logs.reader import read
from rankwise.logs.row import HOLES, Row, words_of
from rankwise.logs.table import ROWS

FIXTURES = Path(__file__).parent / "fixtures"
_IN_LINES = {name for name in HOLES if name.isidentifier()}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_its_excerpt_is_told_first(row: Row) -> None:
    text = (FIXTURES / f"{row.name}.log").read_text()
    findings = findings_of(read(text)) if row.needs == "job" else told(text)
    assert [item.id for item in findings][:1] == [row.name]
    first = findings[0]
    assert first.fixes and first.check and first.evidence[0].observation
    words = " ".join([first.title, first.cause, first.check, *(fix.text for fix in first.fixes)])
    assert not re.search(r"\{\w*\}", words), "a hole is left"
    assert not all_wrong(findings)


def test_every_excerpt_has_a_row() -> None:
    assert {file.stem for file in FIXTURES.iterdir()} == {row.name for row in ROWS}
    assert len({row.name for row in ROWS}) == len(ROWS) > 160


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_row_is_whole(row: Row) -> None:
    assert row.source.startswith("https://")
    assert all(len(key) >= 3 for key, _ in row.keys)
    assert set(row.explains) <= {other.name for other in ROWS} - {row.name}
    for text in (row.title, row.cause, row.proof, *row.fixes.values()):
        assert set(re.findall(r"\{(\w+)\}", text)) <= _IN_LINES
    assert len(row.title.split()) <= 22 and not row.title.endswith(".")


_UNMARKED = re.compile(
    r"(^|[ (])(export|unset|docker|srun -|mpirun -|mpiexec -|sysctl|fi_info|rankwise) "
    r"|(^|[ (])--?[a-z]+-[a-z]|[A-Z]_[A-Z]+="
)
"""What begins a line to type. Names of programs alone may stand in a sentence."""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_what_is_to_be_typed_is_in_backquotes_and_a_shell_reads_it(row: Row) -> None:
    for text in (row.proof, *row.fixes.values()):
        parts = text.split("`")
        assert len(parts) % 2, text
        assert not any(_UNMARKED.search(words) for words in parts[::2]), text
        typed = [re.sub(r"\{\w+\}|\.\.\.", "NAME", line) for line in parts[1::2]]
        assert all(0 < len(line) <= 200 for line in typed)
        read = subprocess.run(["bash", "-n"], input="\n".join(typed), text=True, capture_output=True, check=False)
        assert (read.returncode, read.stderr) == (0, ""), text


def test_a_hole_holds_nothing_that_a_shell_reads() -> None:
    """Lines to type have the log's own words in them."""
    for name, pattern in HOLES.items():
        if name.isidentifier():
            assert not re.fullmatch(pattern, "-oProxyCommand=x")
            assert not any(re.fullmatch(pattern, f"a{sign}b") for sign in " ;&|$`'\"<>(){}\n\\*?!#~")


def test_words_are_those_of_letters() -> None:
    assert words_of(b"mlx5_0: can't open /dev/x") == [b"mlx", b"can", b"t", b"open", b"dev", b"x"]
