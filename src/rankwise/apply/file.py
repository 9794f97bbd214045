"""`tuning.toml`: a tuning as people read and edit it. What is left out has the default of the record.

What was measured stands in a file beside it (`tuning.evidence.json`): the tuning works without. Files that hold it
themselves, as earlier releases wrote them, are read as well.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from rankwise.core import files, toml
from rankwise.core.bounded import LIMITS
from rankwise.core.errors import UsageError
from rankwise.core.records import (
    SCHEMA_VERSION,
    Record,
    Tuning,
    TuningEvidence,
    TuningLine,
    decode,
    encode,
    to_builtins,
)

_HINT = "docs/apply.md lists the fields of a tuning"
_MEASURED = ("gains", "joint", "words")  # not in the file


def read(path: Path) -> Tuning:
    """The tuning of a file, with what was measured where that lies beside it. Raises UsageError that names the line (no
    TOML) or the field (no tuning)."""
    tuning = from_text(files.read(path, "no-tuning", "`rankwise tune` writes one"), str(path))
    beside = evidence_path(path)
    if not beside.is_file():
        return tuning
    text = files.read(beside, "no-evidence", "remove it: the tuning works without", most_bytes=LIMITS["record"])
    found = decode(TuningEvidence, text, source=f"{beside} (the tuning works without it)")
    if found.run != tuning.run:
        return tuning
    lines = tuple(replace(line, gains=line.gains or found.gains.get(line.id, ())) for line in tuning.lines)
    return replace(tuning, lines=lines, joint=tuning.joint or found.joint)


def evidence_path(path: Path) -> Path:
    """Where what was measured of a tuning lies: `tuning.evidence.json` beside `tuning.toml`."""
    return path.with_name(f"{path.stem}.evidence.json")


def from_text(text: str, source: str = "the tuning") -> Tuning:
    """As `read`, of what a file holds."""
    try:
        tables: dict[str, Any] = toml.loads(text)
    except toml.TomlError as error:
        raise UsageError("bad-tuning", f"{source}: {error}", "it must be TOML") from error
    schema = tables.pop("schema", None)
    if schema != SCHEMA_VERSION:
        named = f"says schema {schema!r}" if schema is not None else "names no schema"
        raise UsageError("bad-tuning", f"{source} {named}", f'this release reads schema = "{SCHEMA_VERSION}"')
    try:
        tuning = msgspec.convert(tables, Tuning)
    except msgspec.ValidationError as error:
        raise UsageError("bad-tuning", f"{source}{_where(text, str(error))}: {error}", _HINT) from error
    ids = [line.id for line in tuning.lines]
    if twice := next((one for one in ids if ids.count(one) > 1), None):
        raise UsageError("bad-tuning", f"{source}: two lines are called '{twice}'", "give each its own id")
    for index, line in enumerate(tuning.lines):
        if not any((line.knobs, line.rule, line.preload, line.placement, line.relay, line.mpi, line.schedules)):
            place = _where(text, f"$.lines[{index}]")
            raise UsageError("bad-tuning", f"{source}{place}: line '{line.id}' changes nothing", _HINT)
    return tuning


def write(tuning: Tuning, path: Path) -> None:
    """Writes the file, and what was measured beside it; each appears whole or not at all. A device or a pipe gets the
    tuning alone. Raises EnvironmentProblem when it cannot."""
    files.put(path, to_text(tuning), "name another file")
    gains = {line.id: line.gains for line in tuning.lines if line.gains}
    beside = evidence_path(path)
    if path.is_file() and not path.is_symlink() and (gains or tuning.joint or beside.exists()):
        evidence = TuningEvidence(run=tuning.run, gains=gains, joint=tuning.joint)
        files.put(beside, encode(evidence, indent=1) + b"\n", "name another file")


def to_text(tuning: Tuning) -> str:
    """The file of a tuning; `from_text` gives it back, without what was measured."""
    head = {name: value for name, value in _given(tuning).items() if name not in ("build", "lines", *_MEASURED)}
    verified = "verified on fresh launches" if tuning.verified else "not verified yet: `rankwise tune verify FILE`"
    if tuning.doubts:
        verified = "`rankwise tune verify` did not confirm it, see `doubts`"
    if tuning.goal == "command":
        verified = "proven by whole runs of a program"
    blocks = [
        f"# What makes {tuning.build.name} {tuning.build.version} faster on {tuning.machine}; {verified}.\n"
        f"# Use it: rankwise run --tuning FILE -- mpirun -n {tuning.ranks} ./app\n"
        "# As files of the MPI itself: rankwise tune export FILE --out DIR\n"
        "# Any [[lines]] may be taken out; the others stay valid. Each figure: `rankwise tune explain FILE`.",
        "\n".join(_pairs({"schema": SCHEMA_VERSION, **head})),
        "\n".join(["[build]", *_pairs(_given(tuning.build))]),
    ]
    blocks += [_line(line) for line in tuning.lines]
    return "\n\n".join(blocks) + "\n"


def _line(line: TuningLine) -> str:
    parts = {name: value for name, value in _given(line).items() if name not in _MEASURED}
    tables = {name: parts.pop(name) for name in ("knobs", "rule", "placement", "relay", "mpi") if parts.get(name)}
    lines = ["[[lines]]", *_pairs(parts)]
    for name, values in tables.items():
        lines += [f"[lines.{name}]", *_pairs(values)]
    return "\n".join(lines)


def _given(record: Record) -> dict[str, Any]:
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
        if value and isinstance(value[0], dict):  # a row each
            return "[\n" + "".join(f"  {_value(row)},\n" for row in value) + "]"
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, float):
        return f"{value:.4g}" if value % 1 else f"{value:.1f}"
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
