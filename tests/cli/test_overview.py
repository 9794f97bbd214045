"""`rankwise --help` lists every command once, in one line of a terminal of 80 columns."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from rankwise.cli import overview
from rankwise.cli.main import app
from rankwise.cli.overview import ROWS, command_of


def test_every_row_is_a_command_with_words() -> None:
    for name in ROWS:
        assert command_of(name).name == name
        assert command_of(name).help


def test_every_file_of_commands_has_a_row() -> None:
    named = {row.place.partition(":")[0] for row in ROWS.values()}
    folder = Path(overview.__file__).parent
    written = {file.stem for file in folder.glob("*.py") if "@command(" in file.read_text()}
    assert written - named == {"tuning", "suite_program"}, "of tune, and a program of its own"


def test_a_row_is_one_line() -> None:
    shown = CliRunner().invoke(app, ["--help"], terminal_width=80).output.splitlines()
    for name, row in ROWS.items():
        assert any(line.split() == [name, *row.text.split()] for line in shown), name
