"""`rankwise --help` is one screen of a terminal of 80 columns; `help more` has a line for every command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from rankwise.cli import overview
from rankwise.cli.main import app
from rankwise.cli.overview import MORE, MOST, RENAMED, ROWS, command_of


def test_every_row_is_a_command_with_words() -> None:
    for name in ROWS:
        assert command_of(name).name == name
        assert command_of(name).help


def test_every_file_of_commands_has_a_row() -> None:
    named = {row.place.partition(":")[0] for row in ROWS.values()}
    folder = Path(overview.__file__).parent
    written = {file.stem for file in folder.glob("*.py") if "@command(" in file.read_text()}
    assert written - named == {"knobs"}, "of mpi"


@pytest.mark.parametrize("width", [80, 120])
def test_the_first_screen_describes_what_most_need_and_names_the_rest(width: int) -> None:
    screen = CliRunner().invoke(app, ["--help"], terminal_width=width).output.splitlines()
    assert len(screen) < 24, "with the prompt below it, a terminal shows all"
    assert max(map(len, screen)) <= 80
    for name, row in MOST.items():
        assert any(line.split() == [name, *row.text.split()] for line in screen), name
    for title, rows in MORE.items():
        assert any(line.split() == [title, *", ".join(rows).split()] for line in screen), title


def test_a_row_is_one_line() -> None:
    text = CliRunner().invoke(app, ["help", "more"], terminal_width=80).output.splitlines()
    for name, row in ROWS.items():
        assert any(line.split() == [name, *row.text.split()] for line in text), name
    assert any(line.split()[:2] == ["-V,", "--version"] for line in text)


@pytest.mark.parametrize("name", RENAMED)
def test_an_earlier_name_is_answered_with_the_one_of_now(name: str) -> None:
    answer = CliRunner().invoke(app, [name, "--some", "words"])
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert answer.stderr == f"rankwise: `rankwise {name}` is now `rankwise {RENAMED[name]}`\n"
    told = json.loads(CliRunner().invoke(app, [name, "--json"]).stdout)
    assert told["error"]["code"] == "renamed"
    command = command_of(RENAMED[name].split()[0])
    assert name not in ROWS and command.help


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("rankwise ben", "bench"),
        ("rankwise runs sh", "show"),
        ("rankwise bench --laun", "--launches"),
        ("rankwise bench pingp", "pingpong"),
        ("rankwise bench --mpi x-", "x-mpi"),
    ],
)
def test_a_shell_completes_what_there_is(line: str, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rankwise.cli.completion.mpis", lambda: ["mpich", "x-mpi"])
    words = line.split()
    completed = ShellComplete(app, {}, "rankwise", "_RANKWISE_COMPLETE").get_completions(words[1:-1], words[-1])
    assert word in {item.value for item in completed}


def test_what_completes_names_what_this_machine_has(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)  # where no run is stored
    for option in ("rankwise runs show ", "rankwise runs diff "):
        words = option.split()
        assert not ShellComplete(app, {}, "rankwise", "_RANKWISE_COMPLETE").get_completions(words[1:], "2026")


@pytest.mark.parametrize("group", ["mpi", "runs", "cluster", "machine", "tune", "lab"])
def test_help_of_a_group_has_whole_sentences(group: str) -> None:
    done = CliRunner().invoke(app, [group, "--help"])
    _, _, commands = done.output.partition("Commands:")
    assert commands, (done.output, done.exception)
    assert "..." not in commands.partition("Examples:")[0]


def test_help_breaks_no_word() -> None:
    shown = CliRunner().invoke(app, ["simulate", "--help"]).output
    assert "alltoall," in shown
