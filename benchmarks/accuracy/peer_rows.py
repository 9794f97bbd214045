"""Which kernel of ours answers which benchmark of IMB, where definitions differ, and how to count as IMB does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from benchmarks.accuracy.imb import ImbBenchmark, TableRow
from benchmarks.accuracy.sides import PAIR
from rankwise.core.records import Cell, Pace
from rankwise.core.units import parse_sizes
from rankwise.measure.cells import cell
from rankwise.measure.visits import DEFAULT_OPTIONS, VisitOptions

SIZES = parse_sizes("8,4KiB,256KiB,4MiB")
FEWER_SIZES = parse_sizes("8,4KiB,256KiB")
WINDOW = 256
_FLUSHED = 100  # repetitions where each is flushed

_TO_LAST = (
    "IMB: each call behind a barrier, by a rank's own clock; ours: from a common start until the last rank is done"
)
_BACK_TO_BACK = "IMB: each call behind a barrier, with a clock read; ours: back to back"
_IN_LOOP = "IMB: back to back, which pipelines; ours: call by call, from a common start until the last rank is done"
_EACH_RANK = "IMB (since 2019): a vector of X bytes for each rank, ours: X in all; IMB: a barrier before each call"
_ONE_BUFFER = "IMB receives all messages of a window into one buffer, which MPI forbids; ours: each into its own"
_CREATED = "IMB: a window on memory that exists (Win_create); ours: one that MPI allocates"
_CREATED_ON_ONE_PLACE = f"{_CREATED}; IMB: all operations on one place, ours: each on its own"
_ALL_RANKS = "IMB: all ranks at once, a barrier and a clock read for each call; ours: one rank, back to back"


@dataclass(frozen=True)
class Theirs:
    """What changes when we count as IMB does. `pace`: as in `Cell`. `times`: IMB's size in ours."""

    reason: str
    pace: Pace = ""
    times: int = 1
    all_ranks: bool = False
    window_kind: str = ""
    one_place: bool = False


@dataclass(frozen=True)
class Peer:
    """A benchmark of IMB and the kernel that answers it. `rate`: IMB prints messages per second of so many windows at
    a time. `together`: of IMB's repetitions, only the last is followed by a flush. `theirs` None: definitions agree."""

    imb: ImbBenchmark
    kernel: str
    sizes: tuple[int, ...]
    theirs: Theirs | None = None
    rate: int = 0
    together: bool = False

    def cell(self, side: str, size_bytes: int, theirs: Theirs | None) -> Cell:
        """Our cell, or that which is counted as IMB does."""
        reduces = any(word in self.kernel for word in ("reduce", "accumulate", "fetch"))
        alone = self.kernel == "reduce_local" and not (theirs and theirs.all_ranks)
        return cell(
            side,
            self.kernel,
            size_bytes * (theirs.times if theirs else 1),
            PAIR[:1] if alone else PAIR,
            window=WINDOW if self.rate else self.operations(size_bytes),
            windowed=bool(self.rate) or self.together,
            datatype="float" if reduces else "byte",
            operation="sum" if reduces else "",
            window_kind=theirs.window_kind if theirs else "",
            one_place=bool(theirs and theirs.one_place),
            pace=theirs.pace if theirs else "",
        )

    def operations(self, size_bytes: int) -> int:
        """How many of IMB's repetitions are one call of ours."""
        return self.imb.repetitions(size_bytes) if self.together else 1

    def options(self, size_bytes: int, theirs: Theirs | None) -> VisitOptions:
        """How a visit times it: to count as IMB does, exactly as many calls, in one go."""
        if theirs is None or self.rate:
            return DEFAULT_OPTIONS
        calls = 1 if self.together else self.imb.repetitions(size_bytes)
        return VisitOptions(samples=1, calls=calls, warm_s=0.0)

    @property
    def from_times(self) -> bool:
        """Whether IMB's figure is a time that it prints, in coarse steps, and not a rate."""
        return self.imb.behind_calls or not self.imb.sized

    def imb_time_s(self, row: TableRow) -> float:
        """IMB's figure of a row: its t, its t_max, or the time of a window out of its message rate."""
        if self.rate:
            return self.rate * WINDOW / row.columns[-1]
        if len(row.columns) == 2:
            return self.imb.time_s(row)
        return (row.columns[1] if len(row.columns) >= 3 else row.columns[0]) * 1e-6


def _mpi1() -> Iterator[Peer]:
    for name, kernel in (
        ("PingPong", "pingpong"),
        ("PingPongSpecificSource", "pingpong"),
        ("PingPongAnySource", "pingpong_any_source"),
        ("PingPing", "pingping"),
        ("PingPingSpecificSource", "pingping"),
        ("PingPingAnySource", "pingping_any_source"),
        ("Sendrecv", "sendrecv"),
        ("Exchange", "exchange"),
    ):
        yield Peer(ImbBenchmark("IMB-MPI1", name, behind_calls=False), kernel, SIZES)
    for name in ("Allreduce", "Reduce_scatter_block", "Allgather", "Allgatherv", "Alltoall", "Alltoallv"):
        yield Peer(ImbBenchmark("IMB-MPI1", name), name.lower(), SIZES, Theirs(_BACK_TO_BACK, "barrier"))
    for name in ("Reduce", "Gather", "Gatherv", "Scatter", "Scatterv", "Bcast"):
        yield Peer(ImbBenchmark("IMB-MPI1", name), name.lower(), SIZES, Theirs(_TO_LAST, "barrier"))
    yield Peer(
        ImbBenchmark("IMB-MPI1", "Reduce_scatter"), "reduce_scatter", SIZES, Theirs(_EACH_RANK, "barrier", times=2)
    )
    yield Peer(
        ImbBenchmark("IMB-MPI1", "Reduce_local"), "reduce_local", SIZES, Theirs(_ALL_RANKS, "barrier", all_ranks=True)
    )
    yield Peer(ImbBenchmark("IMB-MPI1", "Barrier", sized=False), "barrier", (0,))


def _mpi1_windows() -> Iterator[Peer]:
    for name, kernel, rate in (("Uniband", "uniband", 1), ("Biband", "biband", 2)):
        theirs = Theirs(_ONE_BUFFER, one_place=True)
        yield Peer(ImbBenchmark("IMB-MPI1", name, behind_calls=False), kernel, FEWER_SIZES, theirs, rate)


def _nbc() -> Iterator[Peer]:
    for name in (
        *("Ibcast", "Iallgather", "Iallgatherv", "Igather", "Igatherv", "Iscatter", "Iscatterv", "Ialltoall"),
        *("Ialltoallv", "Ireduce", "Iallreduce"),
    ):
        yield Peer(ImbBenchmark("IMB-NBC", f"{name}_pure"), name.lower(), FEWER_SIZES, Theirs(_TO_LAST, "barrier"))
    yield Peer(
        ImbBenchmark("IMB-NBC", "Ireduce_scatter_pure"),
        "ireduce_scatter",
        FEWER_SIZES,
        Theirs(_EACH_RANK, "barrier", times=2),
    )
    yield Peer(
        ImbBenchmark("IMB-NBC", "Ibarrier_pure", sized=False, behind_calls=False),
        "ibarrier",
        (0,),
        Theirs(_IN_LOOP, "batch"),
    )


def _rma() -> Iterator[Peer]:
    created = Theirs(_CREATED, window_kind="create")
    for name, kernel in (
        ("Unidir_put", "put_flush"),
        ("Unidir_get", "get_flush"),
        ("Bidir_put", "put_stream_both"),
        ("Bidir_get", "get_stream_both"),
        ("Put_local", "put_flush_local"),
        ("Get_local", "get_flush_local"),
        ("Accumulate", "accumulate_flush"),
        ("Get_accumulate", "get_accumulate_flush"),
    ):
        yield Peer(_one_sided(name, most=_FLUSHED), kernel, FEWER_SIZES, created)
    for name, kernel in (("Exchange_put", "put_neighbours"), ("Exchange_get", "get_neighbours")):
        yield Peer(_one_sided(name), kernel, FEWER_SIZES, created)
    for name, kernel in (
        ("One_put_all", "put_to_all_stream"),
        ("One_get_all", "get_from_all_stream"),
        ("All_put_all", "all_put_to_all_stream"),
        ("All_get_all", "all_get_from_all_stream"),
        ("Put_all_local", "put_to_all_local_stream"),
        ("Get_all_local", "get_from_all_local_stream"),
    ):
        theirs = replace(created, reason=_CREATED_ON_ONE_PLACE, one_place=True)
        yield Peer(_one_sided(name), kernel, FEWER_SIZES, theirs, together=True)
    for name, kernel in (("Fetch_and_op", "fetch_and_op_flush"), ("Compare_and_swap", "compare_and_swap_flush")):
        yield Peer(_one_sided(name, sized=False, most=_FLUSHED), kernel, (0,), created)


def _one_sided(name: str, *, sized: bool = True, most: int = 1000) -> ImbBenchmark:
    return ImbBenchmark("IMB-RMA", name, sized=sized, most=most, barriers=3, behind_calls=False)


PEERS: dict[str, tuple[tuple[Peer, ...], ...]] = {
    "mpi1": (tuple(_mpi1()), tuple(_mpi1_windows())),
    "nbc": (tuple(_nbc()),),
    "rma": (tuple(_rma()),),
}
"""Of each program, the benchmarks that are measured in the same launches: those with equal sizes."""
