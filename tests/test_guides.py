"""Examples of guides that measure nothing: each is typed as it stands, and prints what the guide shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from rankwise.cli.main import app

ROOT = Path(__file__).parents[1]
TYPED = ("place", "share", "route", "schedule", "map show", "cluster render")
"""Commands that compute or write files, from files of this repository alone."""
EXAMPLE = re.compile(r"^ {4}\$ rankwise ((?:.*\\\n)*.*[^\\\n])\n((?: {4}(?!\$ ).*\n|\n(?= {4}(?!\$ )))*)", re.MULTILINE)


def examples() -> dict[str, tuple[str, str]]:
    """The command and what the guide shows of its output, by page and command."""
    pages = [(page, EXAMPLE.findall(page.read_text())) for page in sorted((ROOT / "docs").glob("*.md"))]
    return {
        f"{page.name}: {line.split(' -')[0]}": (line.replace("\\\n", " "), shown)
        for page, found in pages
        for line, shown in found
        if line.startswith(TYPED)
    }


def test_each_of_these_commands_has_an_example() -> None:
    assert {name for name in TYPED if any(line.startswith(name) for line, _ in examples().values())} == {*TYPED}


@pytest.mark.parametrize("name", examples())
def test_an_example_prints_what_the_guide_shows(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines are wrapped as a page is wide, and `...` stands for lines that are left out."""
    line, shown = examples()[name]
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, shlex.split(line))
    assert done.exit_code == 0, done.output
    told, mark, warning = shown.partition("warning: ")
    pattern = re.escape(" ".join(told.split())).replace(r"\.\.\.", ".*")
    assert re.fullmatch(pattern, " ".join(done.stdout.split())), done.stdout
    assert " ".join(f"{mark}{warning}".split()) in " ".join(done.stderr.split())
