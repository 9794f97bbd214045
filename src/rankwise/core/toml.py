"""TOML of users and of others: read within limits, so that a hostile file is an error like any other."""

from __future__ import annotations

import sys
from typing import Any, Final

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TomlError = tomllib.TOMLDecodeError
_MOST_LETTERS: Final = 4 << 20
_DEEPEST: Final = 64
_LONGEST_KEY: Final = 256  # dots; the parser's time grows with their square


def loads(text: str) -> dict[str, Any]:
    """The tables of a text. Raises TomlError where it is no TOML, or larger or deeper than anything of use."""
    if len(text) > _MOST_LETTERS:
        raise TomlError(f"it has {len(text)} letters; {_MOST_LETTERS} are allowed")
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > _LONGEST_KEY and max(part.count(".") for part in line.split("=")) > _LONGEST_KEY:
            raise TomlError(f"line {number} has a key of more than {_LONGEST_KEY} parts")
    try:
        tables: dict[str, Any] = tomllib.loads(text)
    except RecursionError:
        raise TomlError(_too_deep()) from None
    except TomlError:
        raise
    except ValueError as error:  # a number of more digits than Python takes
        raise TomlError(str(error)) from error
    waiting: list[tuple[object, int]] = [(tables, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > _DEEPEST:
            raise TomlError(_too_deep())
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        waiting += [(child, depth + 1) for child in inner]
    return tables


def quoted(text: str) -> str:
    """A string of TOML that holds this text, whatever is in it."""
    escaped = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}

    def letter(character: str) -> str:
        if character in escaped:
            return escaped[character]
        return f"\\u{ord(character):04x}" if ord(character) < 0x20 or ord(character) == 0x7F else character

    return '"' + "".join(map(letter, _encodable(text))) + '"'


def comment(text: str) -> str:
    """A comment of one line, in which no letter ends it."""
    return "# " + "".join(letter if letter.isprintable() else " " for letter in _encodable(text))


def _encodable(text: str) -> str:
    return text.encode(errors="replace").decode()


def _too_deep() -> str:
    return f"it is nested more than {_DEEPEST} deep"
