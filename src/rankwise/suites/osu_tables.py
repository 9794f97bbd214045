"""OSU Micro-Benchmarks 7.4 as rows: each program's title, our kernel, its class of output and its defaults.

Read from the sources of OMB 7.4 and 5.3 (`osu_util.c`, `osu_util_mpi.c`, `osu_*.c`) and held against their output.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from rankwise.core.records import Pace

VERSION = "7.4"
LARGE_BYTES = 8192
"""Larger messages are repeated less often."""

Class = Literal["latency", "rate", "pairs", "collective", "overlap", "one-sided latency", "one-sided rate"]
Loops = tuple[int, int]

_LATENCY: Loops = (10_000, 1_000)
_RATE: Loops = (100, 20)
_COLLECTIVE: Loops = (1_000, 100)


@dataclass(frozen=True)
class OsuProgram:
    """One `osu_*` program. `kind` decides columns and heading; `loops`: repetitions of small and of large messages.

    `counts`: messages of the window that are counted for one (2 where both directions are). `ranks`: exactly so many,
    0: any. `sync` and `window`: of a one-sided test, what its heading says. `datatype`: what
    releases before 7, which had no `-T`, combine.
    """

    name: str
    title: str
    kernel: str
    kind: Class
    loops: Loops
    most_bytes: int = 1 << 22
    ranks: int = 0
    even: bool = False
    counts: int = 1
    rooted: bool = False
    sized: bool = True
    sync: str = ""
    datatype: str = ""

    @property
    def one_place(self) -> bool:
        """Whether all messages of a window are in one buffer, unless `-b multiple` gives each its own."""
        return self.kind in ("rate", "pairs")

    @property
    def pace(self) -> Pace:
        """A barrier is behind each timed call of a collective, but of blocking barriers, and each round of pairs."""
        alone = self.even or self.kind == "overlap" or (self.kind == "collective" and self.sized)
        return "barrier" if alone else ""

    @property
    def reduces(self) -> bool:
        """Whether elements of a datatype are combined."""
        return any(word in self.kernel for word in ("reduce", "accumulate", "fetch_and_op"))

    @property
    def copies(self) -> bool:
        """Whether `-M` counts X once for every rank (`check_mem_limit`): not where X is combined or sent to all."""
        return not any(word in self.kernel for word in ("reduce", "bcast"))

    @property
    def divides(self) -> bool:
        """Whether a row's X bytes are divided among the ranks, each of which keeps as many elements as any other."""
        return "reduce_scatter_block" in self.kernel

    @property
    def on_ring(self) -> bool:
        """Whether ranks have two neighbours, as OMB's default `-N cart:1:1` gives them."""
        return "_ring" in self.kernel

    @property
    def swaps(self) -> bool:
        """Whether one integer is compared and swapped."""
        return "compare_and_swap" in self.kernel

    def cell_bytes(self, size_bytes: int, ranks: int, element_bytes: int) -> int:
        """What our kernel calls the size of a row of `size_bytes`: what each rank keeps, where that is divided."""
        return size_bytes // element_bytes // ranks * element_bytes if self.divides else size_bytes


def _pair(name: str, title: str, kernel: str, **changes: object) -> OsuProgram:
    settings: dict[str, object] = {"kind": "latency", "loops": _LATENCY, "ranks": 2, **changes}
    return OsuProgram(name, title, kernel, **settings)  # type: ignore[arg-type]


def _stream(name: str, title: str, kernel: str, counts: int = 1) -> OsuProgram:
    return OsuProgram(name, title, kernel, "rate", _RATE, ranks=2, counts=counts)


def _collective(name: str, title: str, *, rooted: bool = False, sized: bool = True) -> OsuProgram:
    kernel = name.removeprefix("osu_")
    return OsuProgram(name, title, kernel, "collective", _COLLECTIVE, most_bytes=1 << 20, rooted=rooted, sized=sized)


def _neighbours(name: str, title: str) -> OsuProgram:
    kernel = f"{name.removeprefix('osu_')}_ring"
    return OsuProgram(name, title, kernel, "collective", _COLLECTIVE, most_bytes=1 << 20)


def _overlap(name: str, title: str, *, rooted: bool = False, sized: bool = True, on_ring: bool = False) -> OsuProgram:
    kernel = f"{name.removeprefix('osu_')}{'_ring' if on_ring else ''}_overlap"
    return OsuProgram(name, title, kernel, "overlap", _COLLECTIVE, most_bytes=1 << 20, rooted=rooted, sized=sized)


def _one_sided(
    name: str, title: str, kernel: str, *, sync: str = "flush", sized: bool = True, datatype: str = ""
) -> OsuProgram:
    kind: Class = "one-sided latency"
    return OsuProgram(name, title, kernel, kind, _LATENCY, ranks=2, sync=sync, sized=sized, datatype=datatype)


PROGRAMS = (
    _pair("osu_latency", "OSU MPI Latency Test", "pingpong"),
    _pair("osu_latency_persistent", "OSU MPI Latency Persistent Test", "pingpong_persistent"),
    _pair("osu_multi_lat", "OSU MPI Multi Latency Test", "pingpong_pairs", ranks=0, even=True),
    _stream("osu_bw", "OSU MPI Bandwidth Test", "uniband"),
    _stream("osu_bibw", "OSU MPI Bi-Directional Bandwidth Test", "message_rate", 2),
    _stream("osu_bw_persistent", "OSU MPI Bandwidth Persistent Test", "uniband_persistent"),
    _stream("osu_bibw_persistent", "OSU MPI Bi-Directional Bandwidth Persistent Test", "biband_persistent", 2),
    OsuProgram("osu_mbw_mr", "OSU MPI Multiple Bandwidth / Message Rate Test", "uniband", "pairs", _RATE, even=True),
    _collective("osu_allgather", "OSU MPI Allgather Latency Test"),
    _collective("osu_allgatherv", "OSU MPI Allgatherv Latency Test"),
    _collective("osu_allreduce", "OSU MPI Allreduce Latency Test"),
    _collective("osu_alltoall", "OSU MPI All-to-All Personalized Exchange Latency Test"),
    _collective("osu_alltoallv", "OSU MPI All-to-Allv Personalized Exchange Latency Test"),
    _collective("osu_alltoallw", "OSU MPI All-to-Allw Personalized Exchange Latency Test"),
    _collective("osu_barrier", "OSU MPI Barrier Latency Test", sized=False),
    _collective("osu_bcast", "OSU MPI Broadcast Latency Test", rooted=True),
    _collective("osu_gather", "OSU MPI Gather Latency Test", rooted=True),
    _collective("osu_gatherv", "OSU MPI Gatherv Latency Test", rooted=True),
    _collective("osu_reduce", "OSU MPI Reduce Latency Test", rooted=True),
    _collective("osu_reduce_scatter", "OSU MPI Reduce_scatter Latency Test"),
    _collective("osu_reduce_scatter_block", "OSU MPI Reduce_scatter_block Latency Test"),
    _collective("osu_scatter", "OSU MPI Scatter Latency Test", rooted=True),
    _collective("osu_scatterv", "OSU MPI Scatterv Latency Test", rooted=True),
    _neighbours("osu_neighbor_allgather", "OSU MPI Neighborhood Allgather Latency Test"),
    _neighbours("osu_neighbor_allgatherv", "OSU MPI Neighborhood Allgatherv Latency Test"),
    _neighbours("osu_neighbor_alltoall", "OSU MPI Neighborhood Alltoall Latency Test"),
    _neighbours("osu_neighbor_alltoallv", "OSU MPI Neighborhood All-to-Allv Latency Test"),
    _neighbours("osu_neighbor_alltoallw", "OSU MPI Neighborhood Alltoallw Latency Test"),
    _collective("osu_allgather_persistent", "OSU MPI Allgather Persistent Latency Test"),
    _collective("osu_allgatherv_persistent", "OSU MPI Allgatherv Persistent Latency Test"),
    _collective("osu_allreduce_persistent", "OSU MPI Allreduce Persistent Latency Test"),
    _collective("osu_alltoall_persistent", "OSU MPI All-to-All Personalized Exchange Persistent Latency Test"),
    _collective("osu_alltoallv_persistent", "OSU MPI All-to-Allv Personalized Exchange Persistent Latency Test"),
    _collective("osu_alltoallw_persistent", "OSU MPI All-to-Allw Personalized Exchange Persistent Latency Test"),
    _collective("osu_barrier_persistent", "OSU MPI Barrier Persistent Latency Test", sized=False),
    _collective("osu_bcast_persistent", "OSU MPI Broadcast Persistent Latency Test", rooted=True),
    _collective("osu_gather_persistent", "OSU MPI Gather Persistent Latency Test", rooted=True),
    _collective("osu_gatherv_persistent", "OSU MPI Gatherv Persistent Latency Test", rooted=True),
    _collective("osu_reduce_persistent", "OSU MPI Reduce Persistent Latency Test", rooted=True),
    _collective("osu_reduce_scatter_persistent", "OSU MPI Reduce_scatter Persistent Latency Test"),
    _collective("osu_scatter_persistent", "OSU MPI Scatter Persistent Latency Test", rooted=True),
    _collective("osu_scatterv_persistent", "OSU MPI Scatterv Persistent Latency Test", rooted=True),
    _overlap("osu_iallgather", "OSU MPI Non-blocking Allgather Latency Test"),
    _overlap("osu_iallgatherv", "OSU MPI Non-blocking Allgatherv Latency Test"),
    _overlap("osu_iallreduce", "OSU MPI Non-blocking Allreduce Latency Test"),
    _overlap("osu_ialltoall", "OSU MPI Non-blocking All-to-All Latency Test"),
    _overlap("osu_ialltoallv", "OSU MPI Non-blocking All-to-Allv Personalized Exchange Latency Test"),
    _overlap("osu_ialltoallw", "OSU MPI Non-blocking All-to-Allw Personalized Exchange Latency Test"),
    _overlap("osu_ibarrier", "OSU MPI Non-blocking Barrier Latency Test", sized=False),
    _overlap("osu_ibcast", "OSU MPI Non-Blocking Broadcast Latency Test", rooted=True),
    _overlap("osu_igather", "OSU MPI Non-blocking Gather Latency Test", rooted=True),
    _overlap("osu_igatherv", "OSU MPI Non-blocking Gatherv Latency Test", rooted=True),
    _overlap("osu_ineighbor_allgather", "OSU MPI Non-blocking Neighborhood Allgather Latency Test", on_ring=True),
    _overlap("osu_ineighbor_alltoall", "OSU MPI Non-blocking Neighborhood Alltoall Latency Test", on_ring=True),
    _overlap("osu_ireduce", "OSU MPI Non-blocking Reduce Latency Test", rooted=True),
    _overlap("osu_ireduce_scatter", "OSU MPI Non-blocking Reduce_scatter Latency Test"),
    _overlap("osu_ireduce_scatter_block", "OSU MPI Non-blocking Reduce_scatter_block Latency Test"),
    _overlap("osu_iscatter", "OSU MPI Non-blocking Scatter Latency Test", rooted=True),
    _overlap("osu_iscatterv", "OSU MPI Non-blocking Scatterv Latency Test", rooted=True),
    _one_sided("osu_put_latency", "OSU MPI_Put Latency Test", "put"),
    _one_sided("osu_get_latency", "OSU MPI_Get latency Test", "get"),
    _one_sided("osu_acc_latency", "OSU MPI_Accumulate latency Test", "accumulate"),
    _one_sided("osu_get_acc_latency", "OSU MPI_Get_accumulate latency Test", "get_accumulate", sync="lock"),
    _one_sided("osu_fop_latency", "OSU MPI_Fetch_and_op latency Test", "fetch_and_op", sized=False, datatype="int64"),
    _one_sided(
        "osu_cas_latency", "OSU MPI_Compare_and_swap latency Test", "compare_and_swap", sized=False, datatype="int64"
    ),
    OsuProgram(
        "osu_put_bw", "OSU MPI_Put Bandwidth Test", "put_stream", "one-sided rate", _RATE, ranks=2, sync="flush"
    ),
    OsuProgram(
        "osu_get_bw", "OSU MPI_Get Bandwidth Test", "get_stream", "one-sided rate", _RATE, ranks=2, sync="flush"
    ),
)

SYNC_WORDS = {
    "flush_local": "MPI_Win_flush_local",
    "flush": "MPI_Win_flush",
    "lock": "MPI_Win_lock/unlock",
    "lock_all": "MPI_Win_lock_all/unlock_all",
    "fence": "MPI_Win_fence",
    "pscw": "MPI_Win_post/start/complete/wait",
}
"""What `-s` takes here, and what a heading says of it."""
WINDOW_WORDS = {
    "create": "MPI_Win_create",
    "allocate": "MPI_Win_allocate",
    "dynamic": "MPI_Win_create_dynamic",
}
"""The same of `-w`."""


def synchronised(kernel: str, sync: str) -> str:
    """Our kernel of a one-sided operation so synchronised: where targets take part, OMB goes there and back."""
    return f"{kernel}_{sync}_pingpong" if sync in ("fence", "pscw") else f"{kernel}_{sync}"


_ACCELERATED = re.compile(r"(OSU MPI(?:_\w+)?)-(CUDA|ROCM|OPENACC|SYCL)( MANAGED)?\b")


def plain_title(title: str) -> tuple[str, str]:
    """A program's title without its accelerator, and that: `CUDA`, `CUDA MANAGED`, `ROCM`, `OPENACC`, `SYCL`."""
    match = _ACCELERATED.match(title)
    return (title.replace(match[0], match[1], 1), f"{match[2]}{match[3] or ''}") if match else (title, "")
