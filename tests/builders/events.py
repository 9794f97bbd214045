"""The kept calls of a rank, whose times are known."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

NAMES = (
    "Send",
    "Recv",
    "Allreduce",
    "Bcast",
    "Sendrecv",
    "Isend",
    "Waitall",
    "Neighbor_alltoall",
    "Reduce_scatter",
    "Gatherv",
)
SENT, PENDING, RECEIVED, COLLECTED = range(4)


@dataclass(frozen=True)
class Rank:
    """Rows of key, kind, call, when it was posted, when it began and ended; each with its bytes in `sizes`, 8 where
    nothing is said; by `threads`, where not all are of the first."""

    rank: int
    rows: tuple[tuple[int, int, str, float, float, float], ...]
    clock: int = 1
    halvings: int = 0
    names: tuple[str, ...] = field(default=NAMES)
    receives: int = 1
    threads: tuple[int, ...] = ()
    sizes: tuple[int, ...] = ()

    @cached_property
    def key(self) -> npt.NDArray[np.uint64]:
        return np.array([row[0] for row in self.rows], dtype=np.uint64)

    @cached_property
    def kind(self) -> npt.NDArray[np.int64]:
        return np.array([row[1] for row in self.rows], dtype=np.int64)

    @cached_property
    def call(self) -> npt.NDArray[np.int64]:
        return np.array([NAMES.index(row[2]) for row in self.rows], dtype=np.int64)

    @cached_property
    def together(self) -> npt.NDArray[np.int64]:
        return np.full(len(self.rows), self.receives)

    @cached_property
    def thread(self) -> npt.NDArray[np.int64]:
        return np.array(self.threads or [0] * len(self.rows), dtype=np.int64)

    @cached_property
    def bytes(self) -> npt.NDArray[np.int64]:
        return np.array(self.sizes or [8] * len(self.rows), dtype=np.int64)

    @cached_property
    def posted_s(self) -> npt.NDArray[np.float64]:
        return np.array([row[3] for row in self.rows])

    @cached_property
    def began_s(self) -> npt.NDArray[np.float64]:
        return np.array([row[4] for row in self.rows])

    @cached_property
    def ended_s(self) -> npt.NDArray[np.float64]:
        return np.array([row[5] for row in self.rows])
