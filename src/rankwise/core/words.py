"""Kinds of words and numbers in files that others send: a rule and an error for each, checked where a record is read.

A field of a record says what kind of word it holds (`host: HostName`), so that no renderer, launcher or export can
meet another: `convert` refuses the file and names the field, the value and the rule. A bare `str` in a record that is
read from a file fails `tests/core/test_kinds.py`.

Patterns end in `$(?!\n)`: `$` alone also matches before a last newline, and `\\Z` is no word of JSON schema.
"""

from __future__ import annotations

import math
import re
import types
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

# C0, DEL, C1 (ECMA-48), line and paragraph separators, what turns the direction of writing (Unicode UAX 9), halves of
# letters (surrogates).
STEERING: Final = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
_LINE: Final = "text on one line, without control characters"
_PART: Final = r"(?!\.\.?(?:/|$))[A-Za-z0-9_.+@-]+"  # of a path

_TREES: Final = (
    *("bin", "boot", "dev", "etc", "lib", "lib32", "lib64", "libx32"),
    *("proc", "root", "run", "sbin", "sys", "usr"),
)
_PLACES: Final = (
    *("home", "media", "mnt", "opt", "srv", "tmp", "var"),
    *(f"var/{name}" for name in ("cache", "lib", "lock", "log", "mail", "run", "spool", "tmp")),
)
"""Folders of the system. A plan gives away nothing in a tree; of a place, whatever is below it may be a home."""


def _word(pattern: str, rule: str, most: int) -> Meta:
    """`rule` says what a word of the kind is, in words that follow "is not"."""
    return Meta(pattern=f"^{pattern}$(?!\\n)", max_length=most, description=rule)


def _number(rule: str, low: float, high: float) -> Meta:
    return Meta(ge=low, le=high, description=f"{rule} from {low} to {high}")


HostName = Annotated[
    str, _word(r"(?:[A-Za-z0-9_][A-Za-z0-9._-]*)?", "a host name: letters, digits, . _ and -, no - first", 253)
]
"""A host or an endpoint, or empty where a field may be: what reaches a launcher or ssh never looks like an option."""

HostSuffix = Annotated[str, _word(r"[A-Za-z0-9._-]*", "an ending of host names: letters, digits, . _ and -", 63)]
HostList = Annotated[str, _word(r"[A-Za-z0-9_][A-Za-z0-9._,\[\]-]*", "a list of hosts such as n[01-16]", 4095)]
Address = Annotated[str, _word(r"(?:[A-Za-z0-9_][A-Za-z0-9._:%-]*)?", "a host name or an address", 253)]
NetworkAddress = Annotated[
    str, _word(r"(?:[0-9A-Fa-f:.]+(?:/[0-9.]+)?)?", "an address, or a network as 10.0.0.0/8", 64)
]
InterfaceName = Annotated[
    str, _word(r"(?:[A-Za-z0-9_][A-Za-z0-9_.-]*)?", "an interface name: at most 15 letters, digits, . _ and -", 15)
]
InterfaceOrNetwork = Annotated[
    str, _word(r"(?:[A-Za-z0-9_][A-Za-z0-9_.:/-]*)?", "an interface, or a network as 10.0.0.0/8", 64)
]
PlainName = Annotated[
    str, _word(r"[A-Za-z0-9_][A-Za-z0-9_.-]*", "a name: letters, digits, . _ and -, at most 60, no - first", 60)
]
ServiceName = Annotated[str, _word(r"[A-Za-z0-9_][A-Za-z0-9_.:@-]*", "the name of a service", 250)]
Segment = Annotated[
    str,
    _word(r"[A-Za-z0-9_][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_][A-Za-z0-9_.-]*)?", "a network, or NETWORK/CARD", 320),
]
AccountName = Annotated[str, _word(r"[A-Za-z_][A-Za-z0-9_.@-]*", "the name of a user or group", 64)]
EnvironmentName = Annotated[str, _word(r"[A-Za-z_][A-Za-z0-9_]*", "the name of a variable: letters, digits and _", 255)]
KnobName = Annotated[
    str, _word(r"(?:env|mca):[A-Za-z_][A-Za-z0-9_]*", "a knob: env:NAME or mca:NAME, of letters, digits and _", 255)
]
Name = Annotated[
    str, _word(r"(?:[A-Za-z0-9_][A-Za-z0-9_.@:+-]*)?", "a name: letters, digits and _ . @ : + -, no sign first", 255)
]
Rule = Annotated[
    str,
    _word(r"[A-Za-z0-9_.:/%*+(){} -]*", "a rule such as n{node:03} or 10.0.{cabinet}.{node + 20 * (card + 1)}", 200),
]
"""What `cluster.template.fill` makes a word of; the word has a kind of its own."""

PlainPath = Annotated[
    str, _word(rf"(?:/(?:{_PART}(?:/{_PART})*/?)?)?", "a full path of letters, digits and _ . / + @ -, no ..", 4095)
]
"""A path that stands in files of other programs and in shells: nothing in it needs quotes."""

HomeFolder = Annotated[
    str,
    _word(
        rf"(?:/(?!(?:{'|'.join(_TREES)})(?:/|$))(?!(?:{'|'.join(_PLACES)})/?$){_PART}(?:/{_PART})*/?)?",
        f"a folder for a user: a plain path, not of the system (/, /{', /'.join((*_TREES, *_PLACES))})",
        4095,
    ),
]
"""What a user gets for itself: accounts.sh makes it the user's own."""

SharedFolder = Annotated[
    str,
    _word(
        rf"(?:/(?!(?!usr/local(?:/|$))(?:{'|'.join(_TREES)})(?:/|$))(?!(?:tmp|var)/?$){_PART}(?:/{_PART})*/?)?",
        f"a folder to share: a plain path, not of the system (/, /tmp, /var, /{', /'.join(_TREES)} but /usr/local)",
        4095,
    ),
]
FullPath = Annotated[str, _word(rf"(?:/[^{STEERING}]*)?", "a full path without control characters", 4095)]
OwnPath = Annotated[str, _word(rf"(?:~?/[^{STEERING}]*)?", "a path from / or ~/ without control characters", 4095)]
PathInside = Annotated[str, _word(rf"/[^={STEERING}]*", "a full path without = and control characters", 4095)]
PathBelow = Annotated[
    str,
    _word(rf"(?!/)(?!(?:.*/)?\.\.?(?:/|$))[^{STEERING}]+", "a path below a folder: no / first, no . or .. part", 4095),
]
Pattern = Annotated[str, _word(r"[A-Za-z0-9_.*?\[\]!-]+", "a name, or a pattern with * ? and [...]", 253)]
PlacePattern = Annotated[
    str,
    _word(r"[A-Za-z0-9_.*?\[\]!:+@-]+", "a node, NODE:SOCKET, card or switch; * ? and [...] may be in it", 253),
]
MountOptions = Annotated[str, _word(r"[A-Za-z0-9_=,.:/@-]*", "options: letters, digits and _ = , . : / @ -", 1024)]
Size = Annotated[str, _word(r" *[0-9]{1,15} *(?:[KMGTkmgt]?i?[Bb]?) *", "a size: 8, 4KiB or 1MiB", 32)]
SizeBytes = Annotated[str, _word(r"[0-9]{1,16}", "a number of bytes", 16)]
"""The key of a table by size: keys of JSON are words."""

Duration = Annotated[
    str, _word(r"-? *[0-9]{1,12}(?:\.[0-9]{1,12})? *(?:us|ms|s|m|min|h)? *", "a duration: 30s, 2m or 500ms", 40)
]
Rate = Annotated[
    str, _word(r" *[0-9]{1,12}(?:\.[0-9]{1,12})? *[kMGT]?(?:bit|B)/s *", "a rate: 110MB/s, 3.8GB/s or 10Gbit/s", 40)
]
Sha256 = Annotated[str, _word(r"(?:[0-9a-f]{64})?", "a SHA-256: 64 letters 0-9a-f", 64)]
Prose = Annotated[str, _word(rf"[^{STEERING}]*", _LINE, 8192)]
"""Any words for people, on one line: may stand in a comment, a title, a cell of a table."""

Value = Annotated[str, _word(rf"[^{STEERING}]*", _LINE, 32768)]
"""What a knob or a variable is set to; a command that the user wrote."""

Text = Annotated[str, Meta(extra={"kind": "text"})]
"""What programs printed, on any number of lines: shown through `core.plain` and escaped on pages, never written into a
file of another program."""

Count = Annotated[int, _number("a number", 0, 1_000_000)]
NodeNumber = Annotated[int, _number("a number", 0, 999_999_999)]
CpuNumber = Annotated[int, _number("the number of a CPU", 0, 65_535)]
AccountNumber = Annotated[int, _number("the number of a user or group", 1, 4_294_967_293)]  # the next two mean nobody
PrefixLength = Annotated[int, _number("a prefix length", 0, 32)]
Mtu = Annotated[int, _number("an MTU", 576, 65_000)]
Latency = Annotated[float, Meta(ge=0, le=1e9, description="a latency in seconds, of 0 to 1e9")]
BytesPerSecond = Annotated[float, Meta(gt=0, le=1e15, description="a rate above 0, of at most 1e15 bytes per second")]
Slowdown = Annotated[float, _number("a slowdown (a lab can only be slower than its plan)", 1, 1_000_000)]

Title = Annotated[str, _word(rf"[^{STEERING}]*", _LINE, 1024)]
"""What a thing is called: words for people, short enough for a table."""

ReachedHost = Annotated[
    str,
    _word(
        r"(?:(?:[A-Za-z0-9_][A-Za-z0-9._-]*@)?[A-Za-z0-9_][A-Za-z0-9._:%-]*)?",
        "a host: letters, digits, . _ : % and -, no - first; USER@ may stand before it",
        320,
    ),
]
"""A host as a launch agent takes it: never an option, and nothing that a shell reads."""

NetworkOrNone = Annotated[
    str, _word(r"(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?:/[0-9.]{1,15})?)?", "an IPv4 network: 10.34.0.0/15", 31)
]
Preload = Annotated[str, _word(r"(?:noyield)?", "one of rankwise's own libraries: noyield", 64)]
"""A library that a line of a tuning may name: a tuning brings no code."""

Whole = Annotated[int, _number("a number", 0, 1 << 53)]
"""How many, or how many bytes: what JSON and floats hold without loss."""

Ranks = Annotated[int, _number("a number of ranks", 0, 1 << 30)]
Amount = Annotated[float, _number("a figure", -1e18, 1e18)]
"""A figure of a program, seconds, a ratio: nothing that overflows when two are multiplied."""

T = TypeVar("T")
_SHOWN: Final = 60  # letters of a value in an error
_MOST: Final = 20  # problems in an error
_LEAST: Final = 1e-100  # of a float, but 0: what is smaller becomes 0 where it is scaled, and is then divided by


class Refused(ValueError):
    """Data that does not fit a record. `problems` names all of them by field, with value and rule."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems[:_MOST] + [f"and {len(problems) - _MOST} more"] * (len(problems) > _MOST)
        super().__init__("; ".join(self.problems))


def convert(tables: Any, kind: type[T]) -> T:
    """The tables of a file as a record. Raises Refused for words and numbers that are not of the kind of their field,
    and for numbers that are none: TOML has `nan` and `inf`, and no limit of a field refuses `nan` or 5e-324."""
    try:
        if place := _no_number(tables, ""):
            raise Refused([f"{place} is not a finite number, or next to 0"])
        return msgspec.convert(tables, kind)
    except msgspec.ValidationError as error:
        raise Refused(list(wrong(tables, kind)) or [str(error)]) from error
    except RecursionError as error:
        raise Refused(["it is nested too deep"]) from error


def problem(value: Any, kind: Any) -> str:
    """Why a value is not of a kind, as `'br0\\n' is not an interface name ...`; empty where it is."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        rule = _rule(kind)
        return f"{_shown(value)} is not {rule}" if rule else str(error)
    return ""


def unlike(value: Any, kind: Any) -> str:
    """Why a value is no word of a kind, in words that follow it: `is not a host name ...`; empty where it is one."""
    return f"is not {_rule(kind)}" if problem(value, kind) else ""


def one_line(text: str) -> str:
    """The text as `Prose` holds it: whatever breaks a line or steers a terminal is a blank."""
    return re.sub(f"[{STEERING}]+", " ", text)


def wrong(value: Any, kind: Any, place: str = "") -> Iterator[str]:
    """Each word and number that is not of the kind of its field: `networks[0].bridge: 'br0\\n' is not ...`."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        parts = [list(wrong(value, part, place)) for part in inner if part is not types.NoneType]
        yield from min(parts, key=len) if value is not None else ()
    elif _rule(kind):
        if why := problem(value, kind):
            yield f"{place}: {why}" if place else why
    elif origin is Annotated:
        yield from wrong(value, inner[0], place)
    elif isinstance(value, dict) and origin is dict:
        for key, item in value.items():
            yield from wrong(key, inner[0], place)
            yield from wrong(item, inner[1], f"{place}.{_key(key)}")
    elif isinstance(value, dict) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        hints = _hints(kind)
        for name, field in zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True):
            if name in value:
                yield from wrong(value[name], hints[field], f"{place}.{name}" if place else name)
    elif isinstance(value, (list, tuple)) and origin in (list, tuple):
        one_kind = origin is list or inner[-1] is Ellipsis
        for index, item in enumerate(value[: None if one_kind else len(inner)]):
            yield from wrong(item, inner[0 if one_kind else index], f"{place}[{index}]")


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _rule(kind: Any) -> str:
    """What a word of a kind is; empty for a type without a rule."""
    if get_origin(kind) is Literal:
        return f"one of {', '.join(map(str, get_args(kind)))}"
    metas = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    return next((meta.description for meta in metas if isinstance(meta, Meta) and meta.description), "")


def _shown(value: Any) -> str:
    if isinstance(value, (dict, list)):
        return f"{'a table' if isinstance(value, dict) else 'a list'} of {len(value)}"
    if isinstance(value, str):
        return ascii(value if len(value) <= _SHOWN else value[:_SHOWN] + "...")
    if isinstance(value, int) and abs(value) >= 10**30:
        return "a number of more than 30 digits"
    return str(value)


def _key(key: Any) -> str:
    return key if isinstance(key, str) and key.isidentifier() else _shown(key)


def _no_number(value: Any, place: str) -> str:
    """Where a NaN, an infinity or a number next to 0 stands; empty where none does."""
    if isinstance(value, float):
        return "" if math.isfinite(value) and (value == 0.0 or abs(value) >= _LEAST) else place
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    inner = (
        _no_number(item, f"{place}.{_key(key)}".removeprefix(".") if isinstance(value, dict) else f"{place}[{key}]")
        for key, item in pairs
    )
    return next(filter(None, inner), "")
