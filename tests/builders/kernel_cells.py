"""Cells of every kernel that an engine describes, at parameters that catch what round numbers hide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec

from rankwise.core.records import Cell

SIZES = (0, 1, 7, 4097)
ODD_SIZE = (4097,)
# Every type meets every operation somewhere; sums, which all peers measure, are tried in all types.
NUMBERS = (("int", "sum"), ("float", "sum"), ("double", "sum"), ("int", "min"), ("float", "prod"), ("double", "max"))
BYTES = (("byte", ""),)


@dataclass(frozen=True)
class Kernel:
    """A row of `--describe`, as far as it says where the kernel runs. `max_ranks` 0: any number."""

    name: str
    min_ranks: int
    max_ranks: int
    even_ranks: int
    reduces: int
    sized: int
    payload: int
    lacks: str

    def fits(self, ranks: int) -> bool:
        """Whether it runs on so many ranks of the MPI that described it."""
        return (
            not self.lacks
            and self.min_ranks <= ranks <= (self.max_ranks or ranks)
            and not (self.even_ranks and ranks % 2)
        )


class _Description(msgspec.Struct):
    protocol: int
    kernels: list[Kernel]


def kernels_of(described: str) -> list[Kernel]:
    """The kernels in what the engine printed for `--describe`."""
    return msgspec.json.decode(described[described.index("{") :], type=_Description).kernels


def cells_of(
    kernels: list[Kernel], ranks: int, *more_groups: tuple[int, ...], sizes: tuple[int, ...] = SIZES
) -> Iterator[Cell]:
    """Every kernel that runs on so many ranks, at all sizes and types, a window of 3 and the last rank as the root; on
    ranks 0 to `ranks` - 1, and on `more_groups` of as many ranks at the same time. One size alone: in one type."""
    numbers = NUMBERS if len(sizes) > 1 else NUMBERS[:1]
    for kernel in kernels:
        if not kernel.fits(ranks):
            continue
        for size_bytes in sizes if kernel.sized else sizes[:1]:
            for datatype, operation in numbers if kernel.reduces else BYTES:
                yield Cell(
                    id=f"{kernel.name}/{size_bytes}/{datatype}{operation}/{ranks}x{1 + len(more_groups)}",
                    side="tested",
                    kernel=kernel.name,
                    size_bytes=size_bytes,
                    groups=(tuple(range(ranks)), *more_groups),
                    datatype=datatype,
                    operation=operation,
                    root=ranks - 1,
                    window=3,
                )


def with_payload(kernels: list[Kernel], cells: Iterable[Cell]) -> list[Cell]:
    """Of the cells, those in which at least one byte arrives that can be wrong."""
    by_name = {kernel.name: kernel for kernel in kernels}
    return [
        cell for cell in cells if by_name[cell.kernel].payload and (cell.size_bytes or not by_name[cell.kernel].sized)
    ]
