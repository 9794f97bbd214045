"""What commands print, README and guides are short: no sentence has more than 28 words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import rankwise

SOURCE = Path(rankwise.__file__).parent
ROOT = Path(__file__).parents[2]
GENERATED = {"claims.md", "cli.md"}
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


def test_no_sentence_of_readme_and_guides_is_long() -> None:
    guides = [page for page in (ROOT / "docs").glob("*.md") if page.name not in GENERATED]
    long = [
        f"{page.name}: {sentence}"
        for page in [ROOT / "README.md", *guides]
        for paragraph in _paragraphs(page.read_text())
        for sentence in _sentences(paragraph)
        if len(sentence.split()) > MOST
    ]
    assert not long, "\n".join(long)


def test_a_long_sentence_of_a_guide_is_found() -> None:
    text = f"- {'word ' * MOST}[and\n  a link](page.md).\n- Short.\n\n    {'word ' * 2 * MOST}\n"
    assert max(len(sentence.split()) for part in _paragraphs(text) for sentence in _sentences(part)) == MOST + 3


def test_a_long_sentence_is_found() -> None:
    words = "word " * MOST
    code = f'"""{words}of a docstring."""\nf"{{name}} {words}and more, (see below). Short; `{words}typed here`."'
    lengths = {_words(sentence) for _, text in _texts(ast.parse(code)) for sentence in _sentences(text)}
    assert max(lengths) == MOST + 5


def _paragraphs(page: str) -> Iterator[str]:
    """The paragraphs and items of a page, without commands, tables, and where links lead; each on one line."""
    prose = re.sub(r"\]\([^)]*\)", "]", re.sub(r"^```.*?^```|^(?: {4}|\|).*?$", "", page, flags=re.M | re.S))
    for part in re.split(r"\n\s*\n|\n(?=[-#*] |\d+\. )", prose):
        yield " ".join(re.sub(r"^\s*(?:[-#*]+|\d+\.) ", "", part).split())


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
