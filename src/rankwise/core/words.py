"""Kinds of words in files that others send: a rule and an error for each, checked where a record is read.

A field of a record says what kind of word it holds (`host: HostName`), so that no renderer, launcher or export can
meet another: `convert` refuses the file and names the field, the value and the rule. A bare `str` in a record that is
read from a file fails `tests/core/test_words.py`.

Patterns end in `$(?!\n)`: `$` alone also matches before a last newline, and `\\Z` is no word of JSON schema.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta

_END: Final = r"$(?!\n)"
# C0, DEL, C1 (ECMA-48), line and paragraph separators, and what turns the direction of writing (Unicode UAX 9).
_STEERING: Final = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"

_LINE: Final = "text on one line, without control characters"

RULES: Final[dict[str, tuple[str, str]]] = {}
"""Pattern as msgspec prints it -> the pattern, and what a word of the kind is, in words that follow "is not"."""


def _kind(pattern: str, rule: str, most: int) -> Meta:
    whole = f"^{pattern}{_END}"
    RULES[repr(whole)] = whole, rule
    return Meta(pattern=whole, max_length=most)


HostName = Annotated[
    str, _kind(r"(?:[A-Za-z0-9_][A-Za-z0-9._-]*)?", "a host name: letters, digits, . _ and -, no - first", 253)
]
"""A host or an endpoint, or empty where a field may be: what reaches a launcher or ssh never looks like an option."""

Address = Annotated[str, _kind(r"(?:[A-Za-z0-9_][A-Za-z0-9._:%-]*)?", "a host name or an address", 253)]
InterfaceName = Annotated[
    str, _kind(r"(?:[A-Za-z0-9_][A-Za-z0-9_.-]*)?", "an interface name: at most 15 letters, digits, . _ and -", 15)
]
AccountName = Annotated[str, _kind(r"[A-Za-z_][A-Za-z0-9_.@-]*", "the name of a user or group", 64)]
EnvironmentName = Annotated[str, _kind(r"[A-Za-z_][A-Za-z0-9_]*", "the name of a variable: letters, digits and _", 255)]
KnobName = Annotated[
    str, _kind(r"(?:env|mca):[A-Za-z_][A-Za-z0-9_]*", "a knob: env:NAME or mca:NAME, of letters, digits and _", 255)
]
Name = Annotated[
    str, _kind(r"(?:[A-Za-z0-9_][A-Za-z0-9_.@:+-]*)?", "a name: letters, digits and _ . @ : + -, no sign first", 255)
]
PlainPath = Annotated[str, _kind(r"(?:/[A-Za-z0-9_./+@-]*)?", "a full path of letters, digits and _ . / + @ -", 4095)]
"""A path that stands in files of other programs and in shells: nothing in it needs quotes."""

FullPath = Annotated[str, _kind(rf"(?:/[^{_STEERING}]*)?", "a full path without control characters", 4095)]
PathBelow = Annotated[
    str,
    _kind(rf"(?!/)(?!(?:.*/)?\.\.?(?:/|$))[^{_STEERING}]+", "a path below a folder: no / first, no . or .. part", 4095),
]
Pattern = Annotated[str, _kind(r"[A-Za-z0-9_.*?\[\]!-]+", "a name, or a pattern with * ? and [...]", 253)]
Sha256 = Annotated[str, _kind(r"(?:[0-9a-f]{64})?", "a SHA-256: 64 letters 0-9a-f", 64)]
Prose = Annotated[str, _kind(rf"[^{_STEERING}]*", _LINE, 8192)]
"""Any words for people, on one line: may stand in a comment, a title, a cell of a table."""

Value = Annotated[str, _kind(rf"[^{_STEERING}]*", _LINE, 32768)]
"""What a knob or a variable is set to."""

Title = Annotated[str, _kind(rf"[^{_STEERING}]*", _LINE, 1024)]
"""What a thing is called: words for people, short enough for a table."""

ReachedHost = Annotated[
    str,
    _kind(
        r"(?:(?:[A-Za-z0-9_][A-Za-z0-9._-]*@)?[A-Za-z0-9_][A-Za-z0-9._:%-]*)?",
        "a host: letters, digits, . _ : % and -, no - first; USER@ may stand before it",
        320,
    ),
]
"""A host as a launch agent takes it: never an option, and nothing that a shell reads."""

NetworkOrNone = Annotated[
    str, _kind(r"(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?:/[0-9.]{1,15})?)?", "an IPv4 network: 10.34.0.0/15", 31)
]
Preload = Annotated[str, _kind(r"(?:noyield)?", "one of rankwise's own libraries: noyield", 64)]
"""A library that a line of a tuning may name: a tuning brings no code."""

Count = Annotated[int, Meta(ge=0, le=1 << 53)]
"""How many, or how many bytes: what JSON and floats hold without loss."""

Ranks = Annotated[int, Meta(ge=0, le=1 << 30)]
Amount = Annotated[float, Meta(ge=-1e18, le=1e18)]
"""A figure of a program, seconds, a ratio: nothing that overflows when two are multiplied."""

T = TypeVar("T")
_REGEX: Final = re.compile(
    r"Expected `str` matching regex (?P<regex>.*) - at (?P<key>`key` in )?`(?P<place>\$[^`]*)`", re.DOTALL
)
_STEPS: Final = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")
_SHOWN: Final = 60  # letters of a value in an error
_MOST_NUMBER: Final = 1e300  # beyond, an integer is no float


def convert(tables: Any, kind: type[T], *, strict: bool = True) -> T:
    """The tables of a file as a record. Raises ValueError in words that name the field, its value and its kind; also
    for a number that is none: TOML has `nan` and `inf`, and no limit of a field refuses `nan`."""
    if place := _no_number(tables, "$"):
        raise ValueError(f"{place} is not a finite number")
    try:
        return msgspec.convert(tables, kind, strict=strict)
    except (msgspec.ValidationError, RecursionError) as error:
        raise ValueError(explained(str(error), tables)) from error


def explained(error: str, tables: Any) -> str:
    """What msgspec says of a word, in ours: `$.networks[0].bridge: 'br0\\n' is not an interface name ...`."""
    match = _REGEX.search(error)
    if match is None or match["regex"] not in RULES:
        return _with_number(error, tables)
    pattern, rule = RULES[match["regex"]]
    return f"{match['place']}: {_wrong(tables, match['place'], pattern)} is not {rule}"


def one_line(text: str) -> str:
    """The text as `Prose` holds it: whatever breaks a line or steers a terminal is a blank."""
    return re.sub(f"[{_STEERING}]+", " ", text)


def unlike(value: Any, kind: Any) -> str:
    """Why a value is no word of a kind, in words that follow it: `is not a host name ...`; empty where it is one."""
    try:
        msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        match = re.search(r"matching regex (.*)", str(error), re.DOTALL)
        return f"is not {RULES[match[1]][1]}" if match and match[1] in RULES else f"is wrong: {error}"
    return ""


def _with_number(error: str, tables: Any) -> str:
    """The error with the number that lies outside of the limits."""
    match = re.search(r"Expected `(?:int|float)` [<>].* - at `(?P<place>\$[^`]*)`", error)
    if match is None:
        return error
    values = _values(tables, [step[0] or step[1] for step in _STEPS.findall(match["place"])])
    numbers = [value for value in values if isinstance(value, (int, float))]
    return f"{error}: it is {numbers[0]:.4g}" if len(numbers) == 1 and abs(numbers[0]) < _MOST_NUMBER else error


def _no_number(value: Any, place: str) -> str:
    """Where a NaN or an infinity stands; empty where none does."""
    if isinstance(value, float):
        return "" if math.isfinite(value) else place
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    inner = (
        _no_number(item, f"{place}.{key}" if isinstance(value, dict) else f"{place}[{key}]") for key, item in pairs
    )
    return next(filter(None, inner), "")


def _wrong(tables: Any, place: str, pattern: str) -> str:
    """The first value at a place that does not follow the rule, as it may be printed."""
    for value in _values(tables, [step[0] or step[1] for step in _STEPS.findall(place)]):
        if isinstance(value, str) and not re.search(pattern, value):
            return ascii(value if len(value) <= _SHOWN else value[:_SHOWN] + "...")
    return "a word"


def _values(value: Any, steps: list[str]) -> Iterator[Any]:
    """The values at a place; `...` is every key and value of a table."""
    if not steps:
        yield value
        if isinstance(value, dict):
            yield from value
        return
    step, rest = steps[0], steps[1:]
    if step == "..." and isinstance(value, dict):
        for inner in value.values():
            yield from _values(inner, rest)
        yield from value if not rest else ()
    elif isinstance(value, dict) and step in value:
        yield from _values(value[step], rest)
    elif isinstance(value, (list, tuple)) and step.isdigit() and int(step) < len(value):
        yield from _values(value[int(step)], rest)
