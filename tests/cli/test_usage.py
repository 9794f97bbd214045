"""Whoever asks for JSON gets JSON, also for a command line that makes no sense."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from rankwise.cli.main import app
from rankwise.core.errors import Exit, UsageError
from rankwise.lab.up import STAGES


def commands(group: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command of the tree and its words."""
    if path:
        yield path, group
    if isinstance(group, click.Group):
        for name, command in group.commands.items():
            yield from commands(command, (*path, name))


ALL = dict(commands(app))
PASSING_ON = [path for path, command in ALL.items() if command.context_settings.get("ignore_unknown_options")]


def refused(*words: str) -> dict[str, str]:
    done = CliRunner().invoke(app, words)
    assert done.exit_code == Exit.USAGE, done.output
    answer = json.loads(done.stdout)
    assert not answer["ok"]
    assert done.stderr == ""
    error: dict[str, str] = answer["error"]
    assert error["message"]
    return error


@pytest.mark.parametrize("path", [path for path in ALL if path not in PASSING_ON], ids=" ".join)
def test_a_bad_option_is_answered_in_json(path: tuple[str, ...]) -> None:
    for words in (("--no-such-option", "--json"), ("--json", "--no-such-option")):
        error = refused(*path, *words)
        assert error["code"] == "bad-usage"
        assert "No such option" in error["message"]
    assert not CliRunner().invoke(app, [*path, "--no-such-option"]).stdout


def test_commands_that_pass_options_on_are_the_known_ones() -> None:
    assert PASSING_ON == [("lab", "run"), ("lab", "exec")]


@pytest.mark.parametrize(
    "words",
    [
        ("--json", "--nope"),
        ("nope", "--json"),
        ("runs", "--json"),
        ("runs", "nope", "--json"),
        ("bench", "--ranks", "x", "--json"),
        ("cluster", "check", "--json"),
        ("lab", "exec", "--json"),
        ("improve", "--json", "--"),
        ("runs", "export", "--format", "xml", "--json"),
    ],
    ids=" ".join,
)
def test_every_kind_of_usage_error_is_answered_in_json(words: tuple[str, ...]) -> None:
    assert refused(*words)["hint"].startswith("`rankwise ")


def test_the_option_of_another_program_asks_for_nothing() -> None:
    done = CliRunner().invoke(app, ["improve", "--nope", "--", "app", "--json"])
    assert (done.exit_code, done.stdout) == (Exit.USAGE, "")
    assert "--nope" in done.stderr


@pytest.mark.parametrize("name", ["machine", "program", "study"])
def test_a_command_that_lists_what_ships_shows_its_help_where_nothing_is_named(name: str) -> None:
    done = CliRunner().invoke(app, [name])
    assert (done.exit_code, done.stdout) == (Exit.USAGE, "")
    assert done.stderr.startswith(f"Usage: rankwise {name} ")
    assert f"rankwise {name} list" in done.stderr


@pytest.mark.parametrize(
    "words, hint",
    [
        (("doctor", "4711"), "rankwise doctor --hung 4711"),
        (("doctor", "--pid", "4711"), "it is `--hung PID` here"),
        (("bench", "allreduce", "--np", "4"), "it is `-n N` here"),
        (("survey", "--quik"), "did you mean `rankwise survey --quick`?"),
        (("survey", "--page", "x.html"), "`rankwise survey --help` lists what it takes"),
    ],
    ids=" ".join,
)
def test_options_of_other_programs_are_answered_with_ours(words: tuple[str, ...], hint: str) -> None:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == Exit.USAGE
    assert hint in " ".join(done.stderr.split())


def test_a_tuning_that_was_not_proven_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "tuning.toml"
    line = ["run", "--tuning", str(missing), "--", "mpirun", "-n", "2", "./app"]
    assert "-unproven" not in CliRunner().invoke(app, line).stderr
    (tmp_path / "tuning-unproven.toml").touch()
    done = CliRunner().invoke(app, line)
    assert done.exit_code == Exit.USAGE
    assert "tuning-unproven.toml has the best candidate, which is not proven" in " ".join(done.stderr.split())


def test_a_lab_tells_on_standard_error_what_it_is_doing(monkeypatch: pytest.MonkeyPatch) -> None:
    def up(_plan: Path, *, begins: Callable[[str], object], **_options: object) -> None:
        for stage in STAGES:
            begins(stage)
        raise UsageError("no-lab", "that is all")

    monkeypatch.setattr("rankwise.verbs.lab.up", up)
    done = CliRunner().invoke(app, ["lab", "up", "cluster.toml"])
    assert done.stdout == ""
    assert done.stderr.splitlines()[:3] == ["starting endpoints", "joining them by links", "measuring the links"]


@pytest.mark.parametrize("command", ["bench", "compare", "fabrics", "improve", "map", "scale", "survey", "tune"])
def test_the_help_of_a_budget_says_what_it_does_not_hold(command: str) -> None:
    text = " ".join(CliRunner().invoke(app, [command, "--help"]).output.split())
    assert "Time limit besides building engines, e.g. 90s." in text
