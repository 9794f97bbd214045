"""A schedule: what each rank of one collective call sends, receives, copies and reduces, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

Collective = Literal[
    "bcast", "reduce", "gather", "scatter", "allgather", "alltoall", "allreduce", "reduce_scatter_block"
]
Region = Literal["in", "out", "tmp"]
Kind = Literal["send", "receive", "copy", "reduce"]
Order = Literal["none", "ranks", "any"]
"""How operands are combined: not at all, ((0 + 1) + 2) + ... for any number of ranks, or in an order of its own."""

COLLECTIVES: Final[tuple[Collective, ...]] = (
    "bcast",
    "reduce",
    "gather",
    "scatter",
    "allgather",
    "alltoall",
    "allreduce",
    "reduce_scatter_block",
)
ROOTED: Final[tuple[Collective, ...]] = ("bcast", "reduce", "gather", "scatter")
REDUCING: Final[tuple[Collective, ...]] = ("reduce", "allreduce", "reduce_scatter_block")


@dataclass(frozen=True, slots=True)
class Part:
    """`count` neighbouring chunks of a region of one rank, from chunk `first` on."""

    region: Region
    first: int
    count: int = 1

    @property
    def chunks(self) -> range:
        """The numbers of its chunks."""
        return range(self.first, self.first + self.count)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a rank. `send` reads `source`, `receive` writes `target`, `copy` does both; `reduce` makes `target`
    the result of source, then target. A message goes to or comes from `peer` under `tag`. The step begins when all
    steps of this rank in `after` have ended."""

    kind: Kind
    source: Part | None = None
    target: Part | None = None
    peer: int = -1
    tag: int = -1
    after: tuple[int, ...] = ()


@dataclass(frozen=True)
class Schedule:
    """The steps of all ranks. A block (what one rank gives to or gets from another, as the call counts it) is cut into
    `pieces` chunks of nearly equal size: chunk c of a region holds piece c % pieces of block c // pieces. `scratch` is
    the blocks of the region `tmp`. `root` is -1 where the collective has none."""

    name: str
    collective: Collective
    root: int
    pieces: int
    scratch: int
    order: Order
    ranks: tuple[tuple[Step, ...], ...]


def sizes_of(collective: Collective, ranks: int, root: int, rank: int) -> Mapping[Region, int]:
    """Blocks of the regions `in` and `out` of a rank."""
    at_root = int(rank == root)
    blocks: dict[Collective, tuple[int, int]] = {
        "bcast": (at_root, 1 - at_root),
        "reduce": (1, at_root),
        "gather": (1, ranks * at_root),
        "scatter": (ranks * at_root, 1),
        "allgather": (1, ranks),
        "alltoall": (ranks, ranks),
        "allreduce": (1, 1),
        "reduce_scatter_block": (ranks, 1),
    }
    given, got = blocks[collective]
    return {"in": given, "out": got}
