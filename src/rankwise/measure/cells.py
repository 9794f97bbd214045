"""The cells of a survey: which kernels, at which sizes, on which ranks of a launch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rankwise.core.cell_parameters import CellParameters, name_parts
from rankwise.core.records import Cell
from rankwise.core.units import format_size, parse_sizes

if TYPE_CHECKING:
    from typing_extensions import Unpack

CURVE_SIZES = parse_sizes("0:4MiB")
DIRECTION_SIZES = (8, 1 << 20)
COLLECTIVE_SIZES = (8, 1 << 10, 1 << 16, 1 << 20)
RING_SIZES = (8, 1 << 12, 1 << 16, 1 << 20)
COPY_SIZES = (1 << 16, 1 << 20, 1 << 22)
_WINDOW_BYTES = 16 << 20  # a window is kept small enough that its receive buffers do not crowd out the machine
_LONGEST_WINDOW = 64

COLLECTIVES = ("bcast", "reduce", "allreduce", "allgather", "alltoall", "gather", "scatter", "reduce_scatter")

_HALOS = ("all", "isend_irecv", "isend_recv", "sendrecv")
DEFINITIONS = {
    **dict.fromkeys((f"halo_{form}_{n}d" for form in _HALOS for n in (2, 3)), 2),
    **dict.fromkeys((f"{name}_lock" for name in ("get_accumulate", "fetch_and_op", "compare_and_swap")), 2),
    "biband_persistent": 2,
}
"""Kernels whose calls have come to be others under the same name: by which definition they are made now. Grids of
IMB-P2P's sides since 2, locks that are exclusive, windows in both directions that end without an answer."""


@dataclass(frozen=True)
class Pair:
    """Two ranks of a launch whose path is measured: at all sizes (`curve`), or for one latency and one bandwidth."""

    source: int
    target: int
    curve: bool


def survey_cells(side: str, pairs: Iterable[Pair], ranks: Sequence[int]) -> list[Cell]:
    """Everything a survey measures on one side: a size curve or two points for each pair, rings and windows on the
    first pair, collectives over `ranks`, and plain memory copies on one rank to hold them against."""
    cells: list[Cell] = []
    first: Pair | None = None
    for pair in pairs:
        first = first or pair
        sizes = CURVE_SIZES if pair.curve else DIRECTION_SIZES
        cells += [cell(side, "pingpong", size, (pair.source, pair.target)) for size in sizes]
    if first is not None:
        group = (first.source, first.target)
        cells += [
            cell(side, kernel, size, group) for kernel in ("pingping", "sendrecv", "exchange") for size in RING_SIZES
        ]
        cells += [cell(side, kernel, size, group) for kernel in ("uniband", "biband") for size in RING_SIZES]
        cells += [cell(side, "message_rate", size, group) for size in (0, 8)]
    if len(ranks) > 1:
        everyone = tuple(ranks)
        cells.append(cell(side, "barrier", 0, everyone))
        cells += [cell(side, kernel, size, everyone) for kernel in COLLECTIVES for size in COLLECTIVE_SIZES]
    cells += [cell(side, "copy", size, (ranks[0],)) for size in COPY_SIZES]
    return cells


def cell(
    side: str,
    kernel: str,
    size_bytes: int,
    *groups: tuple[int, ...],
    window: int = 0,
    windowed: bool | None = None,
    **more: Unpack[CellParameters],
) -> Cell:
    """A cell whose id reads as what it is: `mpich/pingpong/8/0-1`, `mpich/bcast/8/0..7/cold`. `window` 0: as long as
    memory allows, for kernels that are `windowed`; what the engine says of a kernel decides, where it was asked."""
    if windowed is None:
        windowed = kernel in ("uniband", "biband", "message_rate")
    width = (window or max(1, min(_LONGEST_WINDOW, _WINDOW_BYTES // max(1, size_bytes)))) if windowed else 1
    ranks = "+".join(_ranks_text(group) for group in groups)
    parts = [side, kernel, format_size(size_bytes), ranks, *([f"w{width}"] if windowed else [])]
    made = Cell(
        id="", side=side, kernel=kernel, size_bytes=size_bytes, groups=groups, window=width,
        definition=DEFINITIONS.get(kernel, 1), **more,
    )  # fmt: skip
    return replace(made, id="/".join([*parts, *name_parts(made)]))


def on_side(cell: Cell, side: str) -> Cell:
    """The same cell on another side."""
    return replace(cell, side=side, id=side + cell.id.removeprefix(cell.side))


def _ranks_text(group: tuple[int, ...]) -> str:
    if len(group) > 4 and group == tuple(range(group[0], group[0] + len(group))):
        return f"{group[0]}..{group[-1]}"
    return "-".join(map(str, group))
