"""The parameters of a cell beside kernel, size and ranks: a row each.

From a row come the option of `rankwise bench` and the key of Python's `bench(parameters=...)`, the word of the command
to the engine, the part of a cell's name, the column of CSV, and the words of tables and pages. The order of rows is
their order in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypedDict

from msgspec import Struct

from rankwise.core.cell_options import (
    CellOption,
    count,
    datatype,
    every_kernel,
    flag,
    kinds_of_memory,
    known_words,
    numbers,
    rank,
)
from rankwise.core.units import format_size, number_ranges

if TYPE_CHECKING:
    from rankwise.core.records.kernel import KernelFacts
    from rankwise.core.records.plan import Cell, Pace


class CellParameters(TypedDict, total=False):
    """The parameters that a builder of cells passes on as they are, by the names of their rows."""

    datatype: str
    operation: str
    one_place: bool
    root: int
    communicator: str
    in_place: bool
    window_kind: str
    threads: int
    compute_share: float
    cold_cache: bool
    pace: Pace
    buffers: str
    load: str
    load_size_bytes: int
    load_groups: tuple[tuple[int, ...], ...]


class CellParameter(Struct, frozen=True, kw_only=True):
    """One parameter. Its default is that of its field in `Cell`; a cell that has the default shows nothing.

    name: the field of `Cell`, the column of CSV and the key in Python.
    wire: the key in the engine's `visit` command; `meaning` describes it in docs/engine.md.
    part: what a cell's name has of it; empty for what is named elsewhere in it.
    words: what tables and pages show; empty for nothing.
    sent: the value for the engine where it is written otherwise than in Python.
    option: how a user asks for it; None for what other code decides.
    column: whether CSV has it.
    """

    name: str
    wire: str
    meaning: str
    part: Callable[[Cell], str]
    words: Callable[[Cell], str]
    sent: Callable[[Cell], object] | None = None
    option: CellOption | None = None
    column: bool = True


def _nothing(_cell: Cell) -> str:
    return ""


def _pace_words(cell: Cell) -> str:
    return "each call behind a barrier" if cell.pace == "barrier" else "calls back to back"


CELL_PARAMETERS = (
    CellParameter(
        name="datatype",
        wire="datatype",
        meaning="of elements: a number, or a layout (`vector`, `resized`) in which 8 of 16 bytes are data",
        part=lambda cell: cell.datatype,
        words=lambda cell: cell.datatype,
        option=datatype(),
    ),
    CellParameter(
        name="operation",
        wire="op",
        meaning="of a reduction",
        part=lambda cell: cell.operation,
        words=lambda cell: cell.operation,
        option=known_words(
            ("--op",),
            "Reduction operation: sum, prod, max, min, land, bor ...",
            known=("sum", "prod", "max", "min", "land", "lor", "lxor", "band", "bor", "bxor"),
            default="sum",
            form=lambda kernel: bool(kernel.reduces),
            what="operation",
        ),
    ),
    CellParameter(
        name="window",
        wire="window",
        meaning="messages in flight",
        part=_nothing,  # `w64`, beside the ranks
        words=lambda cell: f"window {cell.window}",
        option=numbers(
            ("--window",),
            "Messages in flight, e.g. 1,2,4. 0: as many as memory allows, up to 64.",
            kind=int,
            default="0",
            form=lambda kernel: bool(kernel.windowed),
            what="window",
        ),
    ),
    CellParameter(
        name="one_place",
        wire="one_place",
        meaning="1: all messages of a window use the same buffer, as those of IMB and OMB do",
        part=lambda _cell: "one-place",
        words=lambda _cell: "same buffer",
        sent=lambda cell: int(cell.one_place),
        option=flag(
            ("--same-buffer", "--one-place"),
            "Use the same buffer for all messages of a window, as IMB and OMB do.",
            # Numbers that add up may not share one.
            form=lambda kernel: bool(kernel.windowed and kernel.sized and not kernel.reduces),
        ),
    ),
    CellParameter(
        name="root",
        wire="root",
        meaning="the root, or `rotate`: it changes from call to call",
        part=lambda cell: f"root{cell.root}" if cell.root > 0 else "rotating",
        words=lambda cell: f"root {cell.root}" if cell.root > 0 else "root rotating",
        sent=lambda cell: cell.root if cell.root > 0 else "rotate",
        option=rank(),
    ),
    CellParameter(
        name="communicator",
        wire="comm",
        meaning="`duplicate`: made by MPI_Comm_dup",
        part=lambda cell: cell.communicator,
        words=lambda cell: f"{cell.communicator} communicator",
    ),
    CellParameter(
        name="in_place",
        wire="in_place",
        meaning="1: MPI_IN_PLACE",
        part=lambda _cell: "in-place",
        words=lambda _cell: "in place",
        sent=lambda cell: int(cell.in_place),
        option=flag(("--in-place",), "Call collectives with MPI_IN_PLACE.", form=lambda kernel: bool(kernel.in_place)),
    ),
    CellParameter(
        name="window_kind",
        wire="window_kind",
        meaning="how a window is made: `allocate`, `create`, `dynamic`, `shared`",
        part=lambda cell: cell.window_kind,
        words=lambda cell: f"window by {cell.window_kind}",
        option=known_words(
            ("--window-kind",),
            "Kind of window for one-sided kernels: allocate, create, dynamic or shared.",
            known=("allocate", "create", "dynamic", "shared"),
            default="",
            form=lambda kernel: bool(kernel.window_kinds),
            what="window kind",
        ),
    ),
    CellParameter(
        name="threads",
        wire="threads",
        meaning="threads of a rank",
        part=lambda cell: f"threads{cell.threads}",
        words=lambda cell: f"{cell.threads} threads",
        option=count(
            ("--threads",),
            "Threads per rank, in kernels that use threads.",
            default=2,
            form=lambda kernel: bool(kernel.threaded),
        ),
    ),
    CellParameter(
        name="compute_share",
        wire="compute",
        meaning="the computation during an overlapped call, in times of the call alone",
        part=lambda cell: f"compute{cell.compute_share:g}",
        words=lambda cell: f"computing {cell.compute_share:g} times as long",
        option=numbers(
            ("--compute",),
            "Length of overlapped computation, in multiples of the call's time, e.g. 0.5,1,2.",
            kind=float,
            default="1",
            form=lambda kernel: bool(kernel.overlaps),
            what="compute",
        ),
    ),
    CellParameter(
        name="cold_cache",
        wire="cold",
        meaning="1: buffers are flushed from the cache before each call",
        part=lambda _cell: "cold",
        words=lambda _cell: "cold cache",
        sent=lambda cell: int(cell.cold_cache),
        option=flag(("--cold",), "Flush buffers from the cache before each call.", form=every_kernel),
    ),
    CellParameter(
        name="pace",
        wire="pace",
        meaning="`barrier`: each call is timed alone behind a barrier, as IMB and OMB do; `batch`: back to back",
        part=lambda cell: "behind-barriers" if cell.pace == "barrier" else "back-to-back",
        words=_pace_words,
    ),
    CellParameter(
        name="buffers",
        wire="buffers",
        meaning="memory of messages, by rank of a group in turn: D (device), P (pinned), M (managed), H (host)",
        part=lambda cell: f"buffers-{cell.buffers.replace(',', '')}",
        words=lambda cell: f"buffers {cell.buffers}",
        option=kinds_of_memory(),
    ),
    CellParameter(
        name="load",
        wire="load",
        meaning="the kernel that the ranks of `load_groups` call meanwhile",
        part=lambda cell: f"under-{cell.load}-{format_size(cell.load_size_bytes)}",
        words=lambda cell: f"under {cell.load} of {format_size(cell.load_size_bytes)}",
    ),
    CellParameter(
        name="load_size_bytes", wire="load_size", meaning="the size of its messages", part=_nothing, words=_nothing
    ),
    CellParameter(
        name="load_groups",
        wire="load_groups",
        meaning="the groups that call it",
        part=_nothing,
        words=_nothing,
        sent=lambda cell: ";".join(map(number_ranges, cell.load_groups)),
        column=False,
    ),
)

CELL_OPTIONS: Mapping[str, CellOption] = {row.name: row.option for row in CELL_PARAMETERS if row.option}
"""How a user asks for parameters, by their names."""


def default_of(name: str) -> Any:
    """The value of a parameter in a cell for which nothing was asked."""
    from rankwise.core.records.plan import Cell

    return dict(zip(reversed(Cell.__struct_fields__), reversed(Cell.__struct_defaults__), strict=False))[name]


def forms(kernel: KernelFacts) -> list[str]:
    """What a kernel can be asked for that others cannot, as on the command line."""
    return [
        option.flags[0] for option in CELL_OPTIONS.values() if option.form is not every_kernel and option.form(kernel)
    ]


def changed(cell: Cell) -> Iterator[CellParameter]:
    """The parameters in which a cell differs from the default."""
    return (row for row in CELL_PARAMETERS if getattr(cell, row.name) != default_of(row.name))


def name_parts(cell: Cell) -> list[str]:
    """What the name of a cell has beside side, kernel, size, ranks and window."""
    return [part for row in changed(cell) if (part := row.part(cell))]


def in_words(cell: Cell) -> list[str]:
    """What sets a cell apart beside kernel, size and ranks, for people."""
    return [words for row in changed(cell) if (words := row.words(cell))]


def sent(cell: Cell) -> list[str]:
    """`key=value` for the engine, of all that differs from the default."""
    return [f"{row.wire}={row.sent(cell) if row.sent else getattr(cell, row.name)}" for row in changed(cell)]
