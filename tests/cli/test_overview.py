"""`rankwise --help` lists every command once, in one line of a terminal of 80 columns."""

from __future__ import annotations

import typer.main
from typer.testing import CliRunner

from rankwise.cli.main import app
from rankwise.cli.overview import SECTIONS


def test_every_command_has_one_row() -> None:
    listed = [name for commands in SECTIONS.values() for name in commands]
    command = typer.main.get_command(app)
    assert sorted(listed) == sorted(command.commands)  # type: ignore[attr-defined]


def test_a_row_is_one_line() -> None:
    shown = CliRunner().invoke(app, ["--help"], terminal_width=80).output.splitlines()
    for commands in SECTIONS.values():
        for name, text in commands.items():
            assert any(line.split() == [name, *text.split()] for line in shown), name
