"""`tuning.toml`: a tuning as people read and edit it. What is left out has the default of the record.

What was measured stands in a file beside it (`tuning.evidence.json`): the tuning works without. Files that hold it
themselves, as earlier releases wrote them, are read as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from rankwise.apply import effects
from rankwise.apply.records import ExplainedTuning
from rankwise.core import files, toml, words
from rankwise.core.bounded import LIMITS
from rankwise.core.errors import UsageError
from rankwise.core.records import SCHEMA_VERSION, Record, encode, to_builtins
from rankwise.tuning.records import Tuning, TuningEvidence, TuningLine

_HINT = "docs/tune.md lists the fields of a tuning"
_REFUSED = (
    "`rankwise tune explain FILE` shows all that it would do; --allow NAME takes a knob that you trust, for one run"
)
_MEASURED = ("gains", "joint", "words")  # not in the file


def read(path: Path, allow: Collection[str] = ()) -> Tuning:
    """The tuning of a file, with what was measured where that lies beside it. Knobs of `allow` are taken although a
    tuning may not set them. Raises UsageError that names the line (no TOML), the field (no tuning), or what is refused.
    """
    return with_evidence(from_text(_text(path), str(path), allow), path)


def with_evidence(tuning: Tuning, path: Path) -> Tuning:
    """The tuning of this file with what was measured, where that lies beside it. Raises UsageError."""
    beside = evidence_path(path)
    if not files.is_file(beside):
        return tuning
    evidence = _evidence(beside)
    if evidence.run != tuning.run:
        return tuning
    lines = tuple(replace(line, gains=line.gains or evidence.gains.get(line.id, ())) for line in tuning.lines)
    return replace(tuning, lines=lines, joint=tuning.joint or evidence.joint)


def _evidence(file: Path) -> TuningEvidence:
    text = files.read(file, "no-evidence", "remove it: the tuning works without", most_bytes=LIMITS["record"])
    try:
        return words.convert(msgspec.json.decode(text), TuningEvidence)
    except (ValueError, RecursionError) as error:
        told = f"{file} (the tuning works without it) is not a valid TuningEvidence: {error}"
        raise UsageError("bad-record", told, "remove it: the tuning works without") from error


def refused_knobs(tuning: Tuning) -> list[str]:
    """What a tuning sets although none may, in words: what its reader has allowed."""
    return effects.refusals(to_builtins(tuning))


def explain(path: Path, allow: Collection[str] = ()) -> ExplainedTuning:
    """Everything that a tuning would do, also where it is refused. Raises UsageError for what is no TOML, or of another
    schema."""
    text = _text(path)
    tables = _tables(text, str(path))
    listed = effects.effects(tables, allow)
    try:
        tuning = with_evidence(_tuning(tables, text, str(path), allow), path)
    except UsageError as error:
        return ExplainedTuning(tuning=None, effects=listed, refused=error.message)
    return ExplainedTuning(tuning=tuning, effects=listed)


def _text(path: Path) -> str:
    unproven = path.parent / f"{path.stem}-unproven{path.suffix}"
    hint = "`rankwise improve` and `rankwise tune` write one when a gain is proven"
    if files.is_file(unproven):
        hint += f"; --tuning {unproven} has the best candidate, which is not proven"
    return files.read(path, "no-tuning", hint)


def evidence_path(path: Path) -> Path:
    """Where what was measured of a tuning lies: `tuning.evidence.json` beside `tuning.toml`."""
    return path.with_name(f"{path.stem}.evidence.json")


def from_text(text: str, source: str = "the tuning", allow: Collection[str] = ()) -> Tuning:
    """As `read`, of what a file holds."""
    return _tuning(_tables(text, source), text, source, allow)


def _tables(text: str, source: str) -> dict[str, Any]:
    """The tables of a file without its schema."""
    try:
        tables: dict[str, Any] = toml.loads(text)
    except toml.TomlError as error:
        raise UsageError("bad-tuning", f"{source}: {error}", "it must be TOML") from error
    schema = tables.pop("schema", None)
    if schema != SCHEMA_VERSION:
        named = f"says schema {_brief(schema)}" if schema is not None else "names no schema"
        raise UsageError("bad-tuning", f"{source} {named}", f'this release reads schema = "{SCHEMA_VERSION}"')
    return tables


def _tuning(tables: dict[str, Any], text: str, source: str, allow: Collection[str]) -> Tuning:
    try:
        tuning = words.convert(tables, Tuning)
    except ValueError as error:
        raise UsageError("bad-tuning", f"{source}{_where(text, str(error))}: {error}", _HINT) from error
    ids = [line.id for line in tuning.lines]
    if twice := next((name for name in ids if ids.count(name) > 1), None):
        raise UsageError("bad-tuning", f"{source}: two lines are called '{twice}'", "give each its own id")
    for index, line in enumerate(tuning.lines):
        if not any((line.knobs, line.rule, line.preload, line.placement, line.relay, line.mpi, line.schedules)):
            place = _where(text, f"lines[{index}]")
            raise UsageError("bad-tuning", f"{source}{place}: line '{line.id}' changes nothing", _HINT)
    if wrong := effects.refusals(tables, allow):
        raise UsageError("refused-tuning", f"{source} is refused: {'; '.join(wrong)}", _REFUSED)
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
    makes = "makes" if tuning.verified or tuning.goal == "command" else "may make"
    blocks = [
        f"# What {makes} {tuning.build.name} {tuning.build.version} faster on {tuning.machine}; {verified}.\n"
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
    # A string of JSON is one of TOML; what programs and libraries said may have several lines, and a file takes one.
    return json.dumps(words.one_line(value) if isinstance(value, str) else value, ensure_ascii=False)


def _inline(values: dict[str, Any]) -> str:
    return f"{{ {', '.join(_pairs(values))} }}"


def _brief(value: Any) -> str:
    text = ascii(value)
    return text if len(text) < 80 else f"{text[:80]}..."


def _where(text: str, error: str) -> str:
    """`, line 12` of the table that an error means."""
    match = re.search(r"\b(lines|joint)\[(\d+)\]", error)
    if match is None:
        return ""
    headers = [
        number for number, line in enumerate(text.splitlines(), 1) if re.match(rf"\s*\[\[\s*{match[1]}\s*\]\]", line)
    ]
    index = int(match[2])
    return f", line {headers[index]} and below" if index < len(headers) else ""
