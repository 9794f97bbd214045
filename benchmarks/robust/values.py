"""Hostile values, and documents in which each word or number in turn is replaced by one."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Iterator
from typing import Any, Final

from benchmarks.robust.case import CANARY, MARK

WORDS: Final = {
    "a line more": f"x\n{MARK} touch {CANARY}.line\n",
    "a shell's words": f"$(touch {CANARY}.shell)`touch {CANARY}.tick`;touch {CANARY}.end;'\"",
    "a path up": "../../outside/canary",
    "a full path": CANARY,
    "an option": f"-oProxyCommand=touch {CANARY}.{MARK}",
    "a terminal's words": f"\x1b]0;{MARK}\x07\x1b[2J\x9b31m",
    "a template": "{{ cycler.__init__.__globals__.os.system('touch " + CANARY + ".template') }}{% for %}",
    "a wide number": "{node:9999999999}",
    "a NUL": "a\0b",
    "a long word": "x" * 100_000,
    "turned letters": "a\u202eb\u2066c\u2028d",
    "markup": f"<script>{MARK}</script><img src=x onerror={MARK}>",
    "nothing": "",
    "a comment": f"x #/../../outside/canary\n{MARK}",
}
NUMBERS: Final = {
    "minus": -1, "huge": 1 << 62, "none": math.nan, "endless": math.inf, "a word": "7; x", "nothing": 0,
    "next to nothing": 5e-324, "next to endless": 1e308,
}  # fmt: skip

Path = tuple[str | int, ...]


def leaves(document: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The words and numbers of a document with their places; of a list those of its first item."""
    if isinstance(document, dict):
        for key, value in document.items():
            yield from leaves(value, (*path, key))
    elif isinstance(document, list):
        if document:
            yield from leaves(document[0], (*path, 0))
    elif document is not None:
        yield path, document


def variants(document: Any, each: int) -> Iterator[tuple[str, Any]]:
    """The document with one leaf replaced, `each` times for each leaf, and with each key of a table of words replaced.
    Which values a leaf gets goes round, so that all are met."""
    turn = 0
    for path, value in leaves(document):
        values: dict[str, Any] = NUMBERS if isinstance(value, (int, float)) else WORDS
        names = list(values)
        for _ in range(min(each, len(names))):
            name = names[turn % len(names)]
            turn += 1
            yield f"{'.'.join(map(str, path))}: {name}", replaced(document, path, values[name])


def doubled(document: Any, path: Path = ()) -> Iterator[tuple[str, Any]]:
    """The document with the items of one list twice, for each list in it; inside of lists, of their first item."""
    inside = document.items() if isinstance(document, dict) else enumerate(document[:1])
    for key, value in inside:
        if isinstance(value, (dict, list)):
            for name, changed in doubled(value, (*path, key)):
                yield name, replaced(document, (key,), changed)
        if isinstance(value, list) and value:
            yield f"{'.'.join(map(str, (*path, key)))}: twice", replaced(document, (key,), value * 2)


def replaced(document: Any, path: Path, value: Any) -> Any:
    """A copy of the document with another value at a place."""
    changed = copy.deepcopy(document)
    at = changed
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return changed


def toml(document: dict[str, Any]) -> str:
    """The document as TOML, its tables in braces."""
    return "".join(f"{json.dumps(key)} = {_toml(value)}\n" for key, value in document.items())


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value).replace("\x7f", "\\u007f")
