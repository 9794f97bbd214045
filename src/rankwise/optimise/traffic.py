"""Who sends what to whom: patterns by name, and matrices of users."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rankwise.core.errors import UsageError
from rankwise.core.files import csv_rows
from rankwise.model.resources import Profile

_HALO = re.compile(r"halo:(\d+(?:x\d+){0,2})")
_COLUMNS = ("source", "target", "size_bytes", "calls")
HINT = "write ring, alltoall, halo:PxQxR, or name a matrix in CSV or a trace"


@dataclass(frozen=True)
class Traffic:
    """What `ranks` ranks send in one step. `sends` is keyed by (sender, receiver)."""

    name: str
    ranks: int
    sends: Mapping[tuple[int, int], Profile]


def pattern_ranks(name: str) -> int:
    """How many ranks a pattern is made for; 0 where it takes any number. Raises UsageError for an unknown pattern."""
    if name in ("ring", "alltoall"):
        return 0
    match = _HALO.fullmatch(name)
    if match is None:
        raise UsageError("bad-pattern", f"'{name}' is neither a pattern nor a file", HINT)
    ranks = 1
    for side in _sides(match[1]):
        ranks *= side
    if ranks == 0:
        raise UsageError("bad-pattern", f"'{name}' has a side of 0 ranks", "write for example halo:4x2x2")
    return ranks


def refuse_more_than(endpoints: int, ranks: int) -> None:
    """Raises UsageError for more ranks than endpoints, before what they send is made."""
    if ranks > endpoints:
        raise UsageError(
            "too-many-ranks",
            f"{ranks} ranks and {endpoints} endpoints: each endpoint holds one rank",
            "name fewer with --ranks, or a map that has an endpoint for each core",
        )


def pattern(name: str, ranks: int, size_bytes: int) -> Traffic:
    """A pattern by name, with messages of one size: `ring` (to the next rank), `halo:PxQxR` (to both sides in each
    dimension of a periodic grid, the last dimension fastest, as rankwise's halo kernels have it), `alltoall`.

    Raises UsageError for an unknown pattern, or a grid of another number of ranks.
    """
    fixed = pattern_ranks(name)
    if fixed and fixed != ranks:
        raise UsageError("bad-pattern", f"'{name}' is for {fixed} ranks, there are {ranks}", "leave --ranks away")
    if name == "ring":
        pairs = [(rank, (rank + 1) % ranks) for rank in range(ranks)]
    elif name == "alltoall":
        pairs = [(a, b) for a in range(ranks) for b in range(ranks)]
    else:
        pairs = list(_halo(_sides(name.partition(":")[2])))
    messages: dict[tuple[int, int], float] = defaultdict(float)
    for pair in pairs:
        if pair[0] != pair[1]:  # a grid of one rank in a dimension: nothing leaves the rank
            messages[pair] += 1.0
    return Traffic(name, ranks, {pair: ((size_bytes, count),) for pair, count in sorted(messages.items())})


def matrix(text: str, source: str, size_bytes: int = 0) -> Traffic:
    """A matrix in CSV. Either a square of bytes, a row for each sender and a column for each receiver (sent in messages
    of `size_bytes`; 0: each cell as one message), or rows of `source,target,size_bytes,calls` under that header.

    Raises UsageError that names the line for what is no number, negative, or of the wrong size.
    """
    rows = csv_rows(text, source, "bad-matrix", HINT)
    lines = [(number, row) for number, row in rows if not row[0].lstrip().startswith("#")]
    if not lines:
        raise UsageError("bad-matrix", f"{source} is empty", HINT)
    if tuple(cell.strip() for cell in lines[0][1]) == _COLUMNS:
        return _listed(lines[1:], source)
    ranks = len(lines)
    sends: dict[tuple[int, int], Profile] = {}
    for sender, (number, row) in enumerate(lines):
        if len(row) != ranks:
            what = f"{source}, line {number}: {len(row)} columns in a matrix of {ranks} rows"
            raise UsageError("bad-matrix", what, "a matrix needs a row and a column for each rank")
        for receiver, cell in enumerate(row):
            sent = _number(cell, f"{source}, line {number}, column {receiver + 1}")
            if sent and sender != receiver:
                size = min(size_bytes, round(sent)) or max(round(sent), 1)
                sends[sender, receiver] = ((size, sent / size),)
    return Traffic(source, ranks, sends)


def _listed(lines: list[tuple[int, list[str]]], source: str) -> Traffic:
    sent: dict[tuple[int, int], dict[int, float]] = defaultdict(lambda: defaultdict(float))
    ranks = 0
    for number, row in lines:
        where = f"{source}, line {number}"
        if len(row) != len(_COLUMNS):
            raise UsageError("bad-matrix", f"{where}: {len(row)} columns", f"write {','.join(_COLUMNS)}")
        a, b, size, calls = (_number(cell, f"{where}, {name}") for cell, name in zip(row, _COLUMNS, strict=True))
        if any(value != int(value) for value in (a, b, size)):
            raise UsageError("bad-matrix", f"{where}: ranks and sizes are whole numbers", "mend that line")
        ranks = max(ranks, int(a) + 1, int(b) + 1)
        if a != b and calls:
            sent[int(a), int(b)][int(size)] += calls
    return Traffic(source, ranks, {pair: tuple(sorted(sizes.items())) for pair, sizes in sorted(sent.items())})


def _number(cell: str, where: str) -> float:
    try:
        value = float(cell)
    except ValueError:
        raise UsageError("bad-matrix", f"{where}: '{cell.strip()}' is not a number", "write bytes or counts") from None
    if not 0.0 <= value < 1e18:
        raise UsageError("bad-matrix", f"{where}: {cell.strip()} is negative or too large", "write bytes or counts")
    return value


def _sides(text: str) -> tuple[int, ...]:
    return tuple(int(side) for side in text.split("x"))


def _halo(sides: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    ranks = 1
    for side in sides:
        ranks *= side
    for rank in range(ranks):
        stride = 1
        for side in reversed(sides):
            place = rank // stride % side
            origin = rank - place * stride
            yield rank, origin + (place + 1) % side * stride
            yield rank, origin + (place - 1) % side * stride
            stride *= side
