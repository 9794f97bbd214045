"""Cells of every kernel that an engine describes, at parameters that catch what round numbers hide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from rankwise.core.records import Cell

SIZES = (0, 1, 7, 4097)
ODD_SIZE = (4097,)
EVEN_SIZE = 4096
_FRACTIONS = ("float", "double", "complex", "double_complex")
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
    windowed: int = 0
    typed: int = 0
    in_place: int = 0
    rotates: int = 0
    window_kinds: int = 0
    overlaps: int = 0
    threaded: int = 0
    large: int = 0

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
        if not kernel.fits(ranks) or kernel.threaded:
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


def forms_of(kernels: list[Kernel], ranks: int) -> Iterator[Cell]:
    """Every form that a kernel has beside its plain one, at one size that all types divide: layouts and types, in
    place, a root that rotates, a window of messages in one buffer, each kind of window, twice and half the computation,
    on a duplicate, threads. Where ranks outnumber cores without those that move the
    same data in the same way: cold caches, and shares of computation."""
    for kernel in kernels:
        if not kernel.fits(ranks):
            continue
        plain = Cell(
            id=f"{kernel.name}/plain/{ranks}",
            side="tested",
            kernel=kernel.name,
            size_bytes=EVEN_SIZE,
            groups=(tuple(range(ranks)),),
            operation="sum" if kernel.reduces else "",
            datatype="double" if kernel.reduces else "byte",
            window=2,
        )
        forms: dict[str, dict[str, object]] = {"duplicate": {"communicator": "duplicate"}}
        forms |= {"cold": {"cold_cache": True}} if ranks <= 2 else {}
        if kernel.typed:
            forms |= {name: {"datatype": name} for name in ("vector", "resized", "double")}
        if kernel.in_place:
            forms["in-place"] = {"in_place": True}
        if kernel.in_place and kernel.typed:
            forms["in-place-vector"] = {"in_place": True, "datatype": "vector"}
        if kernel.rotates:
            forms["rotating"] = {"root": -1}
        if kernel.windowed and kernel.sized and not kernel.reduces:
            forms["one-place"] = {"one_place": True}
        if kernel.name.startswith("compare_and_swap"):
            forms |= {name: {"datatype": name} for name in ("int8", "int64")}
        if kernel.window_kinds:
            forms |= {name: {"window_kind": name} for name in ("create", "dynamic", "shared")}
        if kernel.overlaps and ranks <= 2:
            forms |= {"half": {"compute_share": 0.5}, "twice": {"compute_share": 2.0}}
        if kernel.threaded:
            forms |= {f"threads{count}": {"threads": count} for count in (1, 2, 3)}
        for name, changes in forms.items():
            yield replace(plain, id=f"{kernel.name}/{name}/{ranks}", **changes)


def reductions(ranks: int) -> Iterator[Cell]:
    """Allreduce in every type and operation that MPI defines together."""
    for datatype in ("int8", "uint8", "int16", "uint16", "int", "uint32", "int64", "uint64", *_FRACTIONS):
        ordered = () if "complex" in datatype else ("max", "min")
        logical = () if datatype in _FRACTIONS else ("land", "lor", "lxor", "band", "bor", "bxor")
        for operation in ("sum", "prod", *ordered, *logical):
            yield Cell(
                id=f"allreduce/{datatype}/{operation}/{ranks}",
                side="tested",
                kernel="allreduce",
                size_bytes=EVEN_SIZE,
                groups=(tuple(range(ranks)),),
                datatype=datatype,
                operation=operation,
            )


def with_payload(kernels: list[Kernel], cells: Iterable[Cell]) -> list[Cell]:
    """Of the cells, those in which at least one byte arrives that can be wrong."""
    by_name = {kernel.name: kernel for kernel in kernels}
    return [
        cell for cell in cells if by_name[cell.kernel].payload and (cell.size_bytes or not by_name[cell.kernel].sized)
    ]
