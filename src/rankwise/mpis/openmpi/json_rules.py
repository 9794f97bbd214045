"""Rules in JSON, as Open MPI reads them from release 6: read more strictly than it does.

The names are those of its reader (coll_tuned_dynamic_file.c and mca_coll_base_name_to_colltype of the main branch of
2026), which ignores a file with a name that it does not know, and a field of an entry.
"""

from __future__ import annotations

import json

from rankwise.core.errors import UsageError
from rankwise.mpis.rules import COLLECTIVES

IGNORED = "Open MPI would ignore the file without a word"
_SIZES = {"msg_size_min", "msg_size_max", "faninout", "seg_size", "reqs"}
_RANKS = {"comm_size_min", "comm_size_max"}


def check(text: str) -> None:
    """Raises UsageError for a file that Open MPI would ignore, or follow in a way that nobody means."""
    try:
        root = json.loads(text)
    except ValueError as error:
        raise UsageError("bad-rules", f"rules: {error}", IGNORED) from error
    collectives = root.get("collectives") if isinstance(root, dict) else None
    if not isinstance(collectives, dict):
        raise _wrong("collectives", "is not an object of collectives")
    for name, by_ranks in collectives.items():
        if name not in COLLECTIVES:
            raise UsageError("bad-rules", f"rules: unknown collective '{name}'; use {', '.join(COLLECTIVES)}", IGNORED)
        for number, entry in enumerate(_list(by_ranks, name), 1):
            _ranks(entry, f"{name}, entry {number}")


def _ranks(entry: object, at: str) -> None:
    fields = _fields(entry, at, _RANKS, {"rules", "comm_rank_distribution"})
    for number, rule in enumerate(_list(fields.get("rules"), f"{at}, rules"), 1):
        here = f"{at}, rule {number}"
        algorithm = _fields(rule, here, _SIZES, {"alg"}).get("alg")
        if isinstance(algorithm, bool) or not isinstance(algorithm, (int, str)):
            raise _wrong(here, "names no algorithm (alg)")


def _list(value: object, at: str) -> list[object]:
    if not isinstance(value, list):
        raise _wrong(at, "is not a list")
    return value


def _fields(data: object, at: str, numbers: set[str], others: set[str]) -> dict[str, object]:
    if not isinstance(data, dict):
        raise _wrong(at, "is not an object")
    for name, value in data.items():
        if name not in numbers | others:
            raise _wrong(at, f"knows no field '{name}'")
        whole = isinstance(value, int) and not isinstance(value, bool)
        if name in numbers and not whole and value not in ("inf", "Inf", "INF"):
            raise _wrong(at, f"{name} is not a whole number")
    return data


def _wrong(at: str, problem: str) -> UsageError:
    return UsageError("bad-rules", f"rules: {at}: {problem}", IGNORED)
