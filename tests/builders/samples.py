"""Records made of their types: every field is there, each list with one item, each word and number of its kind."""

from __future__ import annotations

import types
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

_LEAVES: Final[dict[type, tuple[Any, ...]]] = {
    str: ("n1", "64", "10.0.0.1", "env:UCX_TLS", "/home/me", "30s", "1GB/s", "noyield", "n[1-2]", "", "0" * 64),
    int: (2, 1, 600, 0),
    float: (1.5e-6, 2.0, 0.5),
    bool: (True,),
}
_DEEPEST: Final = 9


def sample(kind: Any, depth: int = 0) -> Any:
    """What a type takes, as JSON has it. Below nine levels there is nothing in a list or a table."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return sample(next(part for part in inner if part is not types.NoneType), depth)
    if origin is Literal:
        return inner[0]
    base = inner[0] if origin is Annotated else kind
    if base in _LEAVES:
        return next(value for value in _LEAVES[base] if _fits(value, kind))
    if origin in (list, tuple):
        parts = inner if origin is tuple and inner[-1] is not Ellipsis else inner[: depth < _DEEPEST]
        return [sample(part, depth + 1) for part in parts]
    if origin is dict:
        return {sample(inner[0]): sample(inner[1], depth + 1)} if depth < _DEEPEST else {}
    hints = get_type_hints(base, include_extras=True)
    fields = zip(base.__struct_encode_fields__, base.__struct_fields__, strict=True)
    return {name: sample(hints[field], depth + 1) for name, field in fields}


def _fits(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True
