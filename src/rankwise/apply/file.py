"""`tuning.toml`: a tuning as people read and edit it. What is left out has the default of the record."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import msgspec

from rankwise.core import files
from rankwise.core.errors import UsageError
from rankwise.core.records import SCHEMA_VERSION, CollectiveRule, Gain, Tuning, TuningLine, to_builtins

_HINT = "docs/apply.md lists the fields of a tuning"


def read(path: Path) -> Tuning:
    """The tuning of a file. Raises UsageError that names the line (no TOML) or the field (no tuning)."""
    return from_text(files.read(path, "no-tuning", "`rankwise tune` writes one"), str(path))


def from_text(text: str, source: str = "the tuning") -> Tuning:
    """As `read`, of what a file holds."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        tables: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError("bad-tuning", f"{source}: {error}", "it must be TOML") from error
    schema = tables.pop("schema", None)
    if schema != SCHEMA_VERSION:
        said = f"says schema {schema!r}" if schema is not None else "names no schema"
        raise UsageError("bad-tuning", f"{source} {said}", f'this release reads schema = "{SCHEMA_VERSION}"')
    try:
        tuning = msgspec.convert(tables, Tuning)
    except msgspec.ValidationError as error:
        raise UsageError("bad-tuning", f"{source}{_where(text, str(error))}: {error}", _HINT) from error
    ids = [line.id for line in tuning.lines]
    if twice := next((one for one in ids if ids.count(one) > 1), None):
        raise UsageError("bad-tuning", f"{source}: two lines are called '{twice}'", "give each its own id")
    for index, line in enumerate(tuning.lines):
        if not (line.knobs or line.rule or line.preload or line.placement):
            place = _where(text, f"$.lines[{index}]")
            raise UsageError("bad-tuning", f"{source}{place}: line '{line.id}' changes nothing", _HINT)
    return tuning


def write(tuning: Tuning, path: Path) -> None:
    """Writes the file; it appears whole or not at all. Raises EnvironmentProblem when it cannot."""
    files.put(path, to_text(tuning), "name another file")


def to_text(tuning: Tuning) -> str:
    """The file of a tuning; `from_text` gives it back."""
    head = {name: value for name, value in _given(tuning).items() if name not in ("build", "lines", "joint")}
    verified = "verified on fresh launches" if tuning.verified else "not verified yet: `rankwise tune verify FILE`"
    if tuning.doubts:
        verified = "`rankwise tune verify` did not confirm it, see `doubts`"
    if tuning.goal == "command":
        verified = "proven by whole runs of a program"
    blocks = [
        f"# What makes {tuning.build.name} {tuning.build.version} faster on {tuning.machine}; {verified}.\n"
        f"# Use it: rankwise run --tuning FILE -- mpirun -n {tuning.ranks} ./app\n"
        "# As files of the MPI itself: rankwise tune export FILE --out DIR\n"
        "# Any [[lines]] may be taken out; the others stay valid.",
        "\n".join(_pairs({"schema": SCHEMA_VERSION, **head})),
        "\n".join(["[build]", *_pairs(_given(tuning.build))]),
    ]
    blocks += [_line(line) for line in tuning.lines]
    blocks += [f"[[joint]]\n{_gain(gain)}" for gain in tuning.joint]
    return "\n\n".join(blocks) + "\n"


def _line(line: TuningLine) -> str:
    parts = _given(line)
    plain = {name: value for name, value in parts.items() if name not in ("knobs", "rule", "gains", "placement")}
    lines = ["[[lines]]", *_pairs(plain)]
    if line.gains:
        rows = ",\n".join(f"  {_inline(_given(gain))}" for gain in line.gains)
        lines += [f"gains = [\n{rows},\n]"]
    if line.knobs:
        lines += ["[lines.knobs]", *_pairs(line.knobs)]
    if line.rule:
        lines += ["[lines.rule]", *_pairs(_given(line.rule))]
    if line.placement:
        lines += ["[lines.placement]", *_pairs(_given(line.placement))]
    return "\n".join(lines)


def _gain(gain: Gain) -> str:
    return "\n".join(_pairs(_given(gain)))


def _given(record: Tuning | TuningLine | CollectiveRule | Gain | msgspec.Struct) -> dict[str, Any]:
    """The fields that differ from their defaults."""
    defaults = {field.name: _default(field) for field in msgspec.structs.fields(record)}
    values = to_builtins(record)
    return {name: value for name, value in values.items() if value != defaults[name]}


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return to_builtins(field.default)
    return field.default_factory() if field.default_factory is not msgspec.NODEFAULT else msgspec.NODEFAULT


def _pairs(values: dict[str, Any]) -> list[str]:
    return [f"{_key(name)} = {_value(value)}" for name, value in values.items() if value is not None]


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _value(name)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return _inline(value)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    # A string of JSON is one of TOML, except that TOML takes no surrogate pairs and no raw DEL.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _inline(values: dict[str, Any]) -> str:
    return f"{{ {', '.join(_pairs(values))} }}"


def _where(text: str, error: str) -> str:
    """`, line 12` of the table that an error means."""
    match = re.search(r"\$\.(lines|joint)\[(\d+)\]", error)
    if match is None:
        return ""
    headers = [
        number for number, line in enumerate(text.splitlines(), 1) if re.match(rf"\s*\[\[\s*{match[1]}\s*\]\]", line)
    ]
    index = int(match[2])
    return f", line {headers[index]} and below" if index < len(headers) else ""
