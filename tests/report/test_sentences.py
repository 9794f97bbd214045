"""What commands print is short: no sentence of a message has more than 28 words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import rankwise

SOURCE = Path(rankwise.__file__).parent
MOST = 28


def test_no_sentence_that_is_printed_is_long() -> None:
    long = {
        f"{path.relative_to(SOURCE)}:{number}: {sentence}"
        for path in SOURCE.rglob("*.py")
        for number, text in _texts(ast.parse(path.read_text()))
        for sentence in _sentences(text)
        if _words(sentence) > MOST
    }
    assert not long, "\n".join(sorted(long))


def test_a_long_sentence_is_found() -> None:
    words = "word " * MOST
    code = f'"""{words}of a docstring."""\nf"{{name}} {words}and more, (see below). Short; `{words}typed here`."'
    lengths = {_words(sentence) for _, text in _texts(ast.parse(code)) for sentence in _sentences(text)}
    assert max(lengths) == MOST + 5


def _texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Each text that is no docstring, with its line; what is filled in counts as a word."""
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            words = (part.value if isinstance(part, ast.Constant) else "X" for part in node.values)
            yield node.lineno, "".join(map(str, words))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and not {id(node)} & (parts | alone):
            yield node.lineno, node.value


def _words(sentence: str) -> int:
    """Without names and patterns of settings, of which tables list many."""
    return sum(not set("*_") & set(word) for word in sentence.split())


def _sentences(text: str) -> Iterator[str]:
    """A semicolon, a colon and a line's end end one; a command in backquotes is a word."""
    yield from re.split(r"(?<=[.!?:;])\s+|\n", re.sub(r"`[^`]*`", "X", text).strip())
