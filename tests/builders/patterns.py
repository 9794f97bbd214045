"""Every regular expression of the package, and the texts on which one that backtracks takes longest."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from re import _constants as code  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, get_args

from msgspec import Meta, Struct

import rankwise

SOURCE = Path(rankwise.__file__).parent
_METHODS = ("match", "fullmatch", "search", "findall", "finditer", "sub", "subn", "split")
_USED = re.compile(rf"\b(\w+)(?:\[\w+\])?\.({'|'.join(_METHODS)})\(")
_OF_A_CLASS = {
    code.CATEGORY_DIGIT: "7",
    code.CATEGORY_NOT_DIGIT: "a ",
    code.CATEGORY_SPACE: " \t\n",
    code.CATEGORY_NOT_SPACE: "a7/",
    code.CATEGORY_WORD: "a7_",
    code.CATEGORY_NOT_WORD: " -",
}
_ANY = 1 << 30
_REPEATS = (code.MAX_REPEAT, code.MIN_REPEAT)
_OTHERS = 'a7 -,:/."=\n\t(<[{'


@dataclass(frozen=True)
class Used:
    """A pattern, how it is used, and `module.NAME` or `module:LINE`."""

    name: str
    pattern: re.Pattern[Any]
    method: str
    """`match`, `fullmatch`, or `search` for whatever looks at every place of a text."""

    most: int = _ANY
    """Letters of a text: a rule of words is asked after the length."""


@cache
def used() -> tuple[Used, ...]:
    """All that are compiled when modules are imported, stand in calls of `re`, or are rules of words."""
    return tuple(_used())


def _used() -> Iterator[Used]:
    known: set[tuple[Any, int, str]] = set()
    for name in _modules():
        module = importlib.import_module(name)
        text = Path(module.__file__ or "").read_text()
        methods: dict[str, set[str]] = {}
        for variable, method in _USED.findall(text):
            methods.setdefault(variable, set()).add(method)
        pairs = [(f"{name}:{line}", pattern, {method}, _ANY) for line, pattern, method in written(text)]
        for variable, value in list(vars(module).items()):
            ways = methods.get(variable, {"search"})
            pairs += [(f"{name}.{key}", pattern, ways, most) for key, pattern, most in _inside(variable, value)]
        for where, pattern, ways, most in pairs:
            for method in {way if way in ("match", "fullmatch") else "search" for way in ways}:
                if (key := (pattern.pattern, pattern.flags, method)) not in known:
                    known.add(key)
                    yield Used(where, pattern, method, most)


def _modules() -> Iterator[str]:
    for found in pkgutil.walk_packages([str(SOURCE)], "rankwise."):
        if not found.name.startswith("rankwise.preloads"):
            yield found.name


def _inside(name: str, value: Any, depth: int = 4) -> Iterator[tuple[str, re.Pattern[Any], int]]:
    """The patterns in a value, by names that say where, and for how many letters each is."""
    if isinstance(value, re.Pattern):
        yield name, value, _ANY
    for meta in get_args(value)[1:]:
        if isinstance(meta, Meta) and meta.pattern:
            yield name, re.compile(meta.pattern), meta.max_length or _ANY
    inner: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, (tuple, list)):
        inner = enumerate(value)
    elif is_dataclass(value) and not isinstance(value, type):
        inner = [(field.name, getattr(value, field.name)) for field in fields(value)]
    elif isinstance(value, Struct):
        inner = [(name_of, getattr(value, name_of)) for name_of in value.__struct_fields__]
    for key, item in inner if depth else ():
        yield from _inside(f"{name}[{key}]", item, depth - 1)


def written(text: str) -> Iterator[tuple[int, re.Pattern[Any], str]]:
    """Patterns that stand as they are in calls of `re`: line, pattern, method."""
    for call, first in _calls(text):
        if isinstance(first, ast.Constant):
            names = {node.attr for node in ast.walk(call) if isinstance(node, ast.Attribute)}
            flags = sum(getattr(re, name) for name in names & {"MULTILINE", "DOTALL", "IGNORECASE", "ASCII"})
            method = call.func.attr  # type: ignore[attr-defined]
            if method != "compile":
                yield call.lineno, re.compile(first.value, flags), method


def made(text: str) -> Iterator[str]:
    """The expressions that calls of `re` get in place of a pattern that can be read."""
    yield from (ast.unparse(first) for _, first in _calls(text) if not isinstance(first, ast.Constant))


def _calls(text: str) -> Iterator[tuple[ast.Call, ast.expr]]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            of = node.func.value
            if isinstance(of, ast.Name) and of.id == "re" and node.func.attr in (*_METHODS, "compile"):
                yield node, node.args[0]


def worst(pattern: re.Pattern[Any], length: int) -> Iterator[Any]:
    """Texts of about so many letters: what each unbounded part repeats, behind what leads there, and no end that fits.

    Runs of what several parts take are what a search with backtracking shares out between them in every way.
    """
    data = isinstance(pattern.pattern, bytes)
    text = pattern.pattern.decode("latin1") if data else pattern.pattern
    tree = parser.parse(text, pattern.flags & ~re.UNICODE if data else pattern.flags)
    found: dict[tuple[str, str], None] = {}
    letters: dict[str, None] = {}
    _repeated(tree, "", found, letters)
    whole = _sample(tree)
    pumps = [*found, *(("", letter) for letter in (*letters, *" 7a\n")), ("", whole), ("", whole[:-1])]
    pumps += [("", one + other) for one in list(letters)[:5] for other in list(letters)[:5] if one != other]
    for before, pump in dict.fromkeys(pumps):
        for end in ("", "\x01", "\x01\n") if pump else ():
            made = before + pump * (length // len(pump)) + end
            yield made.encode("latin1", "replace") if data else made


def _repeated(tree: Any, before: str, found: dict[tuple[str, str], None], letters: dict[str, None]) -> None:
    """What the unbounded repeats of a pattern repeat, each with a text that leads to it."""
    for kind, value in tree:
        if kind in _REPEATS:
            _, most, inner = value
            if most is code.MAXREPEAT:
                for letter in _letters(inner):
                    letters[letter] = found[before, letter] = None
                found[before, _sample(inner)] = found[before, _sample(inner) + "\n"] = None
            _repeated(inner, before, found, letters)
        elif kind is code.SUBPATTERN:
            _repeated(value[3], before, found, letters)
        elif kind is code.BRANCH:
            for branch in value[1]:
                _repeated(branch, before, found, letters)
        elif kind in (code.ASSERT, code.ASSERT_NOT):
            _repeated(value[1], before, found, letters)
        before += _sample([(kind, value)])


def _sample(tree: Any) -> str:
    """A short text that a pattern takes, as far as that is seen without trying."""
    text = ""
    for kind, value in tree:
        if kind in _REPEATS:
            text += _sample(value[2]) * value[0]
        elif kind is code.SUBPATTERN:
            text += _sample(value[3])
        elif kind is code.BRANCH:
            text += _sample(value[1][0])
        else:
            text += next(iter(_letters([(kind, value)])), "")
    return text


def _letters(tree: Any) -> Iterator[str]:
    """Letters that a pattern takes somewhere."""
    for kind, value in tree:
        if kind is code.LITERAL:
            yield chr(value)
        elif kind in (code.ANY, code.NOT_LITERAL):
            yield from "a7 -:"
        elif kind is code.IN:
            yield from _of_set(value)
        elif kind in _REPEATS:
            yield from _letters(value[2])
        elif kind is code.SUBPATTERN:
            yield from _letters(value[3])
        elif kind is code.BRANCH:
            for branch in value[1]:
                yield from _letters(branch)


def _of_set(items: Any) -> Iterator[str]:
    letters = ""
    for kind, value in items:
        if kind is code.LITERAL:
            letters += chr(value)
        elif kind is code.RANGE:
            letters += chr(value[0]) + chr(value[1])
        elif kind is code.CATEGORY:
            letters += _OF_A_CLASS[value]
    if any(kind is code.NEGATE for kind, _ in items):
        letters = "".join(letter for letter in _OTHERS if letter not in letters)
    yield from letters
