"""Intel MPI Benchmarks 2021.11 as rows: each benchmark's name, our kernel, its columns and what its rate counts.

Read from the sources of IMB (`IMB_parse_name_*.c`, `IMB_output.c`, `P2P/*.c`) and held against its output.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from rankwise.core.records import Pace

VERSION = "2021.11"

TIME_RATE = ("t_s", "rate_bytes_per_s")
RANGE_RATE = ("t_min_s", "t_max_s", "t_avg_s", "rate_bytes_per_s")
RANGE = ("t_min_s", "t_max_s", "t_avg_s")
RATE = ("rate_bytes_per_s", "messages_per_s")
OVERLAP = ("t_ovrl_s", "t_pure_s", "t_cpu_s", "overlap")
PASSIVE = ("t_pure_s", "t_ovrl_s")
P2P = ("t_s", "rate_bytes_per_s", "messages_per_s")


@dataclass(frozen=True)
class Benchmark:
    """One benchmark. `counts(n)` times X bytes over t_max is its Mbytes/sec, n being the ranks of the group.

    `ranks`: exactly so many take part, 0: all. `even`: an even number; `imb_takes_odd`: IMB's own takes any.
    `default`: measured when none is named. `mode`: a variant that the heading names. `origin`: only the first rank's
    time counts. `messages`: of one call, by rank (IMB-P2P). `buffers(n)` times X is what a rank needs. `each_rank`: X
    bytes are kept by each rank, n X are reduced. `element`: one element travels whatever the size. `dimensions` of a
    grid whose sides must be longer than one. `behind_barriers`: each call is timed alone, with a barrier between
    (`-sync`); else calls follow each other. `singly`: ours are timed alone, from a common start. `together`: one flush
    is behind all operations. `window_kind`: how windows are made.
    """

    name: str
    kernel: str
    columns: tuple[str, ...]
    counts: Callable[[int], float] = field(default=lambda _ranks: 1.0)
    ranks: int = 0
    even: bool = False
    imb_takes_odd: bool = False
    default: bool = True
    mode: str = ""
    origin: bool = False
    reduces: bool = False
    rooted: bool = False
    sized: bool = True
    each_rank: bool = False
    element: bool = False
    messages: float = 1
    dimensions: int = 0
    behind_barriers: bool = False
    singly: bool = False
    together: bool = False
    window_kind: str = ""
    buffers: Callable[[int], int] = field(default=lambda _ranks: 2)

    def cell_bytes(self, size_bytes: int, ranks: int) -> int:
        """What our kernel calls the size of a row of `size_bytes`: its vector is divided among the ranks."""
        return size_bytes * ranks if self.each_rank else size_bytes

    def pace(self, *, sync: bool) -> Pace:
        """How IMB's calls follow each other where ours do otherwise."""
        if self.behind_barriers and sync:
            return "barrier"
        return "batch" if self.singly else ""

    @property
    def one_place(self) -> bool:
        """Whether all messages of a window, or operations under one flush, are in one buffer, as IMB's: sums are not,
        they would add up."""
        return self.columns == RATE or (self.together and not self.reduces and not self.element)


def _all_to_all(ranks: int) -> int:
    return 2 * ranks


def _one_to_all(ranks: int) -> int:
    return 1 + ranks


def _collective(name: str, **changes: object) -> Benchmark:
    changes = {"behind_barriers": True, "singly": "rooted" in changes, **changes}
    return Benchmark(name, name.lower(), RANGE, **changes)  # type: ignore[arg-type]


MPI1 = (
    Benchmark("PingPong", "pingpong", TIME_RATE, ranks=2),
    Benchmark("PingPing", "pingping", TIME_RATE, ranks=2),
    Benchmark("Sendrecv", "sendrecv", RANGE_RATE, lambda _: 2.0),
    Benchmark("Exchange", "exchange", RANGE_RATE, lambda _: 4.0, buffers=lambda _: 3),
    _collective("Allreduce", reduces=True),
    _collective("Reduce", reduces=True, rooted=True),
    _collective("Reduce_local", reduces=True),
    _collective("Reduce_scatter", reduces=True, each_rank=True, buffers=_one_to_all),
    _collective("Reduce_scatter_block", reduces=True, buffers=_one_to_all),
    _collective("Allgather", buffers=_one_to_all),
    _collective("Allgatherv", buffers=_one_to_all),
    _collective("Gather", rooted=True, buffers=_one_to_all),
    _collective("Gatherv", rooted=True, buffers=_one_to_all),
    _collective("Scatter", rooted=True, buffers=_one_to_all),
    _collective("Scatterv", rooted=True, buffers=_one_to_all),
    _collective("Alltoall", buffers=_all_to_all),
    _collective("Alltoallv", buffers=_all_to_all),
    _collective("Bcast", rooted=True),
    _collective("Barrier", sized=False, behind_barriers=False),
    Benchmark("PingPongSpecificSource", "pingpong", TIME_RATE, ranks=2, default=False),
    Benchmark("PingPongAnySource", "pingpong_any_source", TIME_RATE, ranks=2, default=False),
    Benchmark("PingPingSpecificSource", "pingping", TIME_RATE, ranks=2, default=False),
    Benchmark("PingPingAnySource", "pingping_any_source", TIME_RATE, ranks=2, default=False),
    Benchmark("Uniband", "uniband", RATE, lambda n: n // 2, even=True, default=False),
    Benchmark("Biband", "biband", RATE, lambda n: 2.0 * (n // 2), even=True, default=False),
)


def _overlapping(name: str, **changes: object) -> tuple[Benchmark, Benchmark]:
    """The benchmark that overlaps with computation, and the one that does not."""
    kernel = name.lower()
    changes = {"behind_barriers": True, "singly": True, **changes}
    return (
        Benchmark(name, f"{kernel}_overlap", OVERLAP, **changes),  # type: ignore[arg-type]
        Benchmark(f"{name}_pure", kernel, RANGE, default=False, **changes),  # type: ignore[arg-type]
    )


NBC = (
    *_overlapping("Ibcast", rooted=True),
    *_overlapping("Iallgather", buffers=_one_to_all),
    *_overlapping("Iallgatherv", buffers=_one_to_all),
    *_overlapping("Igather", rooted=True, buffers=_one_to_all),
    *_overlapping("Igatherv", rooted=True, buffers=_one_to_all),
    *_overlapping("Iscatter", rooted=True, buffers=_one_to_all),
    *_overlapping("Iscatterv", rooted=True, buffers=_one_to_all),
    *_overlapping("Ialltoall", buffers=_all_to_all),
    *_overlapping("Ialltoallv", buffers=_all_to_all),
    *_overlapping("Ireduce", reduces=True, rooted=True),
    *_overlapping("Ireduce_scatter", reduces=True, each_rank=True, buffers=_one_to_all),
    *_overlapping("Iallreduce", reduces=True),
    *_overlapping("Ibarrier", sized=False, behind_barriers=False),
)

EACH, TOGETHER = "NON-AGGREGATE", "AGGREGATE"
"""Modes: a flush after each operation, one flush after all."""


def _both_modes(name: str, kernel: str, batched: str, **changes: object) -> tuple[Benchmark, ...]:
    """The benchmark with a flush after each operation, and with one flush at the end."""
    changes = {"origin": True, "window_kind": "create", **changes}
    return tuple(
        Benchmark(name, own, TIME_RATE, mode=mode, ranks=2, together=mode == TOGETHER, **changes)  # type: ignore[arg-type]
        for own, mode in ((kernel, EACH), (batched, TOGETHER))
    )


def _one_to_others(name: str, kernel: str, **changes: object) -> Benchmark:
    changes = {"origin": True, "window_kind": "create", "together": True, **changes}
    return Benchmark(name, kernel, TIME_RATE, _others, **changes)  # type: ignore[arg-type]


def _all_at_once(name: str, kernel: str, **changes: object) -> Benchmark:
    changes = {"window_kind": "create", **changes}
    return Benchmark(name, kernel, RANGE, **changes)  # type: ignore[arg-type]


def _others(ranks: int) -> float:
    return max(1, ranks - 1)


RMA = (
    *_both_modes("Unidir_put", "put_flush", "put_stream"),
    *_both_modes("Bidir_put", "put_stream_both", "put_stream_both", origin=False),
    *_both_modes("Unidir_get", "get_flush", "get_stream"),
    *_both_modes("Bidir_get", "get_stream_both", "get_stream_both", origin=False),
    *_both_modes("Put_local", "put_flush_local", "put_local_stream"),
    _one_to_others("Put_all_local", "put_to_all_local_stream"),
    _one_to_others("One_put_all", "put_to_all_stream"),
    _all_at_once("All_put_all", "all_put_to_all_stream", together=True),
    _one_to_others("One_get_all", "get_from_all_stream"),
    _all_at_once("All_get_all", "all_get_from_all_stream", together=True),
    _all_at_once("Exchange_put", "put_neighbours"),
    _all_at_once("Exchange_get", "get_neighbours"),
    *_both_modes("Accumulate", "accumulate_flush", "accumulate_stream", reduces=True),
    *_both_modes("Get_accumulate", "get_accumulate_flush", "get_accumulate_stream", reduces=True),
    *_both_modes("Fetch_and_op", "fetch_and_op_flush", "fetch_and_op_stream", element=True),
    *_both_modes("Compare_and_swap", "compare_and_swap_flush", "compare_and_swap_stream", element=True),
    Benchmark("Truly_passive_put", "put_passive_barrier", PASSIVE, ranks=2, origin=True, window_kind="create"),
    *_both_modes("Get_local", "get_flush_local", "get_local_stream", default=False),
    _one_to_others("Get_all_local", "get_from_all_local_stream", default=False),
)

P2P_PAIRS = (
    Benchmark("PingPong", "pingpong_pairs", P2P, lambda n: n / 2, even=True),
    Benchmark("PingPing", "pingping_pairs", P2P, lambda n: n, even=True),
    Benchmark("Unirandom", "unirandom", P2P, lambda n: n / 2, even=True, imb_takes_odd=True, messages=0.5),
    Benchmark("Birandom", "birandom", P2P, lambda n: n, even=True, imb_takes_odd=True),
    Benchmark("Corandom", "corandom", P2P, lambda n: n),
    Benchmark("Stencil2D", "halo_all_2d", P2P, lambda n: 4.0 * n, messages=4, dimensions=2),
    Benchmark("Stencil3D", "halo_all_3d", P2P, lambda n: 6.0 * n, messages=6, dimensions=3),
    Benchmark("SendRecv_Replace", "sendrecv_replace", P2P, lambda n: n),
)


def grid(ranks: int, dimensions: int) -> tuple[int, ...]:
    """Sides of a grid of two or three dimensions, the slowest first, as IMB-P2P and the engine (`grid.hpp`) lay it
    out."""
    if dimensions == 2:
        rows = next(rows for rows in range(math.isqrt(ranks - 1) + 1, 0, -1) if ranks % rows == 0)
        return rows, ranks // rows
    side = next(side for side in range(1, ranks + 1) if side**3 >= ranks)
    if side**3 == ranks:
        return side, side, side
    for planes in range(side - 1, 1, -1):
        rows, columns = grid(ranks // planes, 2)
        if ranks % planes == 0 and rows >= planes:
            return planes, rows, columns
    return 1, *grid(ranks, 2)
