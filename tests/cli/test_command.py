"""A command is made of the signature of its verb: what is given reaches the verb, read; what is not, is its default."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click
import pytest
from click.testing import CliRunner

import rankwise
from rankwise.cli.command import Signature, command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import Quiet
from rankwise.core.errors import UsageError
from rankwise.core.options import Argument, From, Option, Places, Ranks, Unpack, share, sizes_of

if TYPE_CHECKING:
    from rankwise.measure.watcher import Watcher


def pair(first: Annotated[str, Option("One.")] = "a", second: Annotated[str, Option("Two.")] = "b") -> tuple[str, str]:
    return first, second


def verb(
    names: Annotated[Sequence[str], Argument("Names.")],
    sizes: Annotated[Sequence[int], sizes_of("8,1KiB")] = (8, 1024),
    *,
    ranks: Ranks = 0,
    both: Annotated[tuple[str, str], From(pair)] = ("a", "b"),
    precision: Annotated[float | None, Option("Half width.", read=share("precision"))] = None,
    again: Annotated[bool, Option("Do it again.", "--again/--once")] = True,
    watcher: Watcher | None = None,
    **where: Unpack[Places],
) -> dict[str, Any]:
    """Do it."""
    return {
        "names": names,
        "sizes": sizes,
        "ranks": ranks,
        "both": both,
        "again": again,
        "precision": precision,
        **where,
    }


@command("it", verb)
def it(asked: partial[dict[str, Any]], *, quiet: Quiet = False) -> Answer:
    answer = asked()
    return Answer({"given": {**answer, "both": list(answer["both"])}, "quiet": quiet}, lambda: ["done"])


def given(*words: str) -> dict[str, Any]:
    done = CliRunner().invoke(it, [*words, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.output)["data"]["given"]  # type: ignore[no-any-return]


def test_what_is_left_away_has_the_default_of_the_verb() -> None:
    assert given("x") == {
        "names": ["x"], "sizes": [8, 1024], "ranks": 0, "both": ["a", "b"], "again": True, "precision": None,
    }  # fmt: skip


def test_what_is_given_is_read() -> None:
    words = ["x", "y", "--sizes", "4KiB", "-n", "3", "--second", "z", "--once", "--precision", "2%", "--hosts", "n1,n2"]
    assert given(*words) == {
        "names": ["x", "y"], "sizes": [4096], "ranks": 3, "both": ["a", "z"], "again": False, "precision": 0.02,
        "hosts": "n1,n2",
    }  # fmt: skip


def test_what_cannot_be_read_is_an_error_in_json() -> None:
    done = CliRunner().invoke(it, ["x", "--sizes", "much", "--json"])
    assert done.exit_code == 2
    assert json.loads(done.output)["error"]["code"] == "bad-size"


def test_its_help_lists_arguments_first_and_json_before_quiet() -> None:
    flags = [parameter.opts[0] for parameter in it.params]
    assert flags[0] == "names" and flags[-2:] == ["--json", "--quiet"]
    assert "watcher" not in {parameter.name for parameter in it.params}
    shown = CliRunner().invoke(it, ["--help"], terminal_width=100).output
    assert "Do it." in shown and "8,1KiB" in shown
    assert shown.lower().count("arguments:") == 1  # click has a section of its own from 8.5 on


def verbs() -> list[Callable[..., Any]]:
    return [function for name in rankwise.__all__ if inspect.isfunction(function := getattr(rankwise, name))]


def test_the_default_words_of_an_option_are_the_default_of_the_verb() -> None:
    wrong = [
        f"{function.__name__}: {name}"
        for function in verbs()
        for name, _, option, default in Signature(function).rows
        if isinstance(option, Option) and option.words is not None and option.read
        if option.read(option.words) != default
    ]
    assert not wrong


def test_a_lab_needs_a_process_that_is_in_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with pytest.raises(UsageError, match="no lab 'nowhere'"):
        rankwise.bench(("pingpong",), lab="nowhere", out=tmp_path)
    assert isinstance(it, click.Command)
