"""What all records share: frozen, keyword-only, strict about unknown fields, one way in and out of JSON."""

from __future__ import annotations

import contextlib
import itertools
import math
from typing import Any, TypeVar

import msgspec

from rankwise.core import words
from rankwise.core.errors import UsageError

SCHEMA_VERSION = "rankwise/1"


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=False):
    """Base of every record."""


T = TypeVar("T")


def encode(record: Record, *, indent: int = 0) -> bytes:
    """The record as JSON. Refuses NaN and infinities: they are not JSON, and not measurements."""
    builtins = to_builtins(record)
    raw = msgspec.json.encode(builtins)
    return msgspec.json.format(raw, indent=indent) if indent else raw


def decode(kind: type[T], data: bytes | str, *, source: str = "the input") -> T:
    """A record from JSON; a `UsageError` that names the field, its value and its kind when the data does not fit."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        why = ""
        if isinstance(error, msgspec.ValidationError):
            with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                why = "; ".join(itertools.islice(words.wrong(msgspec.json.decode(data), kind), 3))
        raise UsageError(
            "bad-record",
            f"{source} is not a valid {getattr(kind, '__name__', kind)}: {why or error}",
            f"it must follow docs/schema.json, version {SCHEMA_VERSION}",
        ) from error


def to_builtins(record: Any) -> Any:
    """The record as dicts, lists and numbers. Raises ValueError when it holds a NaN or an infinity."""
    builtins = msgspec.to_builtins(record)
    _refuse_nan(builtins, "$")
    return builtins


def _refuse_nan(value: Any, where: str) -> None:
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{where} is {value}: only measured, finite numbers are stored")
    if isinstance(value, dict):
        for key, item in value.items():
            _refuse_nan(item, f"{where}.{key}")
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            _refuse_nan(item, f"{where}[{index}]")
