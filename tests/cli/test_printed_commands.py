"""Commands of rankwise in any text of the code: each can be typed as it is printed."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from builders.printed import in_words, wrong
from rankwise.cli.main import app
from rankwise.cli.overview import ROWS, command_of
from rankwise.core.errors import Exit
from rankwise.core.records import Mpi

SOURCE = Path(__file__).parents[2] / "src" / "rankwise"
_ELSEWHERE = ("cli/examples.py", "cli/reference.py")
"""Examples have a test of their own; the reference is made of the commands themselves."""
_A_COMMAND = "{command}"
_VALUE = "1"
"""What stands for a value that is known when the text is printed: a number is a name and a path too."""
_ALONE = re.compile(rf"(?:^ *|: |\()(rankwise (?:{'|'.join(ROWS)})\b(?:(?!  )[^;)`])*)")
"""A command without backquotes is one that begins its text, or stands behind a colon or in brackets."""


def trees(having: str) -> Iterator[tuple[str, ast.AST]]:
    """The name and the code of each file that has such words."""
    for file in sorted(SOURCE.rglob("*.py")):
        name, text = file.relative_to(SOURCE).as_posix(), file.read_text()
        if name not in _ELSEWHERE and re.search(having, text):
            yield name, ast.parse(text)


def text_of(node: ast.Constant | ast.JoinedStr) -> str:
    """A text with a value for each that is put into it."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return "".join(
        str(part.value)
        if isinstance(part, ast.Constant)
        else ("trace" if ast.unparse(part) == f"f'{_A_COMMAND}'" else _VALUE)
        for part in node.values
    )


def texts(tree: ast.AST) -> Iterator[str]:
    """All texts but docstrings and parts of other texts."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr):
            yield text_of(node)
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            yield from texts(node)


def typed(text: str) -> Iterator[str]:
    """The commands of rankwise that a text names."""
    yield from re.findall(r"`(rankwise (?!1)[^`]+)`", text)
    yield from _ALONE.findall(text)


def is_name(line: str) -> bool:
    """Whether it only names a command, with an option at most, as a sentence does that is about it."""
    words = shlex.split(line)[1:]
    if words[0] not in ROWS:
        return False
    command, rest = command_of(words[0]), words[1:]
    while isinstance(command, click.Group) and rest and rest[0] in command.commands:
        command, rest = command.commands[rest[0]], rest[1:]
    return not rest or (len(rest) == 1 and any(rest[0] in option.opts for option in command.params))


def to_type(node: ast.AST) -> Iterator[str]:
    """What a call gives as a fix, or as a way to verify: in backquotes, or as a line."""
    if not isinstance(node, ast.Call):
        return
    names = ("fixes", "verify", *(("line", "words") if ast.unparse(node.func) == "FixLine" else ()))
    for word in node.keywords:
        if word.arg in names:
            for text in texts(ast.Expression(word.value)):
                yield from in_words(f"`{text}`" if word.arg == "line" else text)


def bad(lines: Sequence[tuple[str, str]]) -> list[str]:
    """What is wrong with each of these lines, with the file that has it."""
    return [
        f"{name}: {line}: {why}" for name, line in lines if (why := wrong(line.replace(f"-- {_VALUE}", "-- ./app")))
    ]


def test_every_command_that_a_text_names_can_be_typed() -> None:
    """A line with dots is for the user to complete."""
    lines = [
        (name, line)
        for name, tree in trees(r"[`\"(: ]rankwise (?!import )[a-z]")
        for text in texts(tree)
        for line in typed(text)
        if "..." not in line and not line.startswith("rankwise help") and not is_name(line)
    ]
    assert len(lines) > 100
    assert not bad(lines), "\n".join(bad(lines))


def test_every_fix_and_every_way_to_verify_can_be_typed() -> None:
    """But lines that begin with a value: tests of real findings read these."""
    lines = [
        (name, line)
        for name, tree in trees(r"\b(fixes|verify)=|\bFixLine\(")
        for node in ast.walk(tree)
        for line in to_type(node)
        if not re.search(rf"(?:^|&& ){_VALUE}\b", line)
    ]
    assert len(lines) > 70
    assert not bad(lines), "\n".join(bad(lines))


@pytest.mark.mpi(2)
@pytest.mark.parametrize(
    "line",
    ["rankwise mpi list", "rankwise mpi show", "rankwise inventory", "rankwise doctor --explain -- LAUNCH LINE",
     "rankwise bench --list", "rankwise machine list", "rankwise program list", "rankwise lab list"],
)  # fmt: skip
def test_a_printed_command_that_changes_nothing_answers(
    line: str, mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert any(line in text for name, tree in trees(re.escape(line)) for text in texts(tree)), "it is printed nowhere"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RANKWISE_MPI", mpich.name)
    words = shlex.split(line.replace("LAUNCH LINE", f"{mpich.launcher} -n 2 /bin/true"))[1:]
    done = CliRunner().invoke(app, words)
    assert done.exit_code in (Exit.DONE, Exit.ANSWER_IS_NO) and done.stdout, done.output
