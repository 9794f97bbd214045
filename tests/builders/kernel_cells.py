"""Cells of every kernel that an engine describes, at parameters that catch what round numbers hide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from rankwise.core.records import Cell

SIZES = (0, 1, 7, 4097)
NO_PAYLOAD = "barrier"


@dataclass(frozen=True)
class Kernel:
    """A row of `--describe`, as far as it says where the kernel runs. `max_ranks` 0: any number."""

    name: str
    min_ranks: int
    max_ranks: int
    even_ranks: int
    reduces: int

    def fits(self, ranks: int) -> bool:
        return self.min_ranks <= ranks <= (self.max_ranks or ranks) and not (self.even_ranks and ranks % 2)


class _Description(msgspec.Struct):
    protocol: int
    kernels: list[Kernel]


def kernels_of(described: str) -> list[Kernel]:
    """The kernels in what the engine printed for `--describe`."""
    return msgspec.json.decode(described[described.index("{") :], type=_Description).kernels


def cells_of(kernels: list[Kernel], ranks: int, *more_groups: tuple[int, ...]) -> Iterator[Cell]:
    """Every kernel that runs on so many ranks, at all sizes and types, a window of 3 and the last rank as the root; on
    ranks 0 to `ranks` - 1, and on `more_groups` of as many ranks at the same time."""
    for kernel in kernels:
        if not kernel.fits(ranks):
            continue
        for size_bytes in SIZES:
            for datatype in ("int", "float", "double") if kernel.reduces else ("byte",):
                yield Cell(
                    id=f"{kernel.name}/{size_bytes}/{datatype}/{ranks}x{1 + len(more_groups)}",
                    side="tested",
                    kernel=kernel.name,
                    size_bytes=size_bytes,
                    groups=(tuple(range(ranks)), *more_groups),
                    datatype=datatype,
                    root=ranks - 1,
                    window=3,
                )
