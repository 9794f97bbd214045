"""Every benchmark of IMB-MPI1, IMB-NBC and IMB-RMA beside our kernel, alternated on the same cores: one ratio each.

Where our definition differs, a second ratio shows the same calls counted by IMB's: that one must be near 1.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timezone

from msgspec.structs import replace

from benchmarks.fidelity import comparable_side
from benchmarks.goals import Goal, Report, share
from benchmarks.imb_rows import ImbBenchmark, ImbRows, TableRow
from benchmarks.sides import two_cores
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Cell, Ratio
from rankwise.core.units import format_seconds, format_size, parse_sizes
from rankwise.measure import marks
from rankwise.measure.cells import cell
from rankwise.measure.session import CellFailed, Session
from rankwise.measure.side import Side
from rankwise.measure.visits import DEFAULT_OPTIONS, VisitOptions
from rankwise.model.peers import imb_max_s
from rankwise.model.ratio import ratio
from rankwise.model.robust import median

NEAR = (0.95, 1.05)
LAUNCH_PAIRS, ROWS = 3, 4
SIZES = parse_sizes("8,4KiB,256KiB,4MiB")
FEWER_SIZES = parse_sizes("8,4KiB,256KiB")
WINDOW = 256
Pairs = list[tuple[float, float]]

_BEHIND_BARRIER = (
    "IMB times each call alone behind a barrier, by each rank's own clock; ours run back to back, or from a common "
    "start until the last rank is done"
)


@dataclass(frozen=True)
class Peer:
    """A benchmark of IMB and the kernel that answers it. `rate`: IMB prints messages per second of windows. `reason` is
    why our own definition gives another number; then the same calls are also counted by IMB's, with windows of its
    `window_kind` and, with `each_rank`, its size on every rank. `everywhere`: IMB runs it on all ranks at once.
    `one_row`: it prints its table but once a launch. `behind_barriers`: it does before each call."""

    imb: ImbBenchmark
    kernel: str
    sizes: tuple[int, ...]
    reason: str = ""
    rate: int = 0
    everywhere: bool = False
    one_row: bool = False
    window_kind: str = ""
    each_rank: bool = False
    behind_barriers: bool = True

    def cell(self, side: Side, size_bytes: int, by_theirs: bool = False) -> Cell:
        """Our cell; `by_theirs` where it is another one than our own."""
        groups = ((0,), (1,)) if self.everywhere and by_theirs else ((0,),) if self.everywhere else ((0, 1),)
        reduces = any(word in self.kernel for word in ("reduce", "accumulate", "fetch"))
        window = WINDOW if self.rate else 1
        operation = "sum" if reduces else ""
        return cell(
            side.name,
            self.kernel,
            2 * size_bytes if self.each_rank and by_theirs else size_bytes,
            *groups,
            window=window,
            windowed=bool(self.rate),
            datatype="float" if reduces else "byte",
            operation=operation,
            window_kind=self.window_kind if by_theirs else "",
        )

    def imb_time_s(self, row: TableRow) -> float:
        """IMB's figure of a row: its t, its t_max, or the time of a window out of its message rate."""
        if self.rate:
            return self.rate * WINDOW / row.columns[-1]
        if len(row.columns) == 2 and self.imb.name != "Truly_passive_put" and row.columns[1] > 0.0 and row.size_bytes:
            return row.size_bytes / (row.columns[1] * 1e6)  # more digits than t[usec]
        return (row.columns[1] if len(row.columns) >= 3 else row.columns[0]) * 1e-6


_EACH_RANK = (
    "the vector of IMB (since 2019) holds X bytes for each rank, that of ours and of OMB X bytes in all; and "
    + _BEHIND_BARRIER
)
_CREATED = (
    "IMB makes its window of memory that exists (MPI_Win_create), ours lets the library allocate it "
    "(MPI_Win_allocate), which may put it where both ranks read and write; and IMB's is the mean of 100 calls"
)
_RMA_BARRIERS = (10, 0.0)


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
        yield Peer(ImbBenchmark("IMB-MPI1", name, barriers=(7, 0.0)), kernel, SIZES)
    for name, kernel, rate in (("Uniband", "uniband", 1), ("Biband", "biband", 2)):
        yield Peer(ImbBenchmark("IMB-MPI1", name, barriers=(7, 0.0)), kernel, FEWER_SIZES, rate=rate)
    for name in (
        *("Allreduce", "Reduce", "Reduce_scatter", "Reduce_scatter_block", "Allgather", "Allgatherv", "Gather"),
        *("Gatherv", "Scatter", "Scatterv", "Alltoall", "Alltoallv", "Bcast"),
    ):
        yield _collective(ImbBenchmark("IMB-MPI1", name), name.lower(), SIZES)
    yield Peer(ImbBenchmark("IMB-MPI1", "Barrier", sized=False), "barrier", (0,), reason=_BEHIND_BARRIER)
    yield Peer(
        ImbBenchmark("IMB-MPI1", "Reduce_local"),
        "reduce_local",
        SIZES,
        reason="IMB runs it on all ranks at once and reads the clock around each call; ours is one rank alone, in "
        "batches",
        everywhere=True,
    )


def _collective(imb: ImbBenchmark, kernel: str, sizes: tuple[int, ...]) -> Peer:
    each_rank = kernel.endswith("reduce_scatter")
    return Peer(imb, kernel, sizes, reason=_EACH_RANK if each_rank else _BEHIND_BARRIER, each_rank=each_rank)


def _nbc() -> Iterator[Peer]:
    for name in (
        *("Ibcast", "Iallgather", "Iallgatherv", "Igather", "Igatherv", "Iscatter", "Iscatterv", "Ialltoall"),
        *("Ialltoallv", "Ireduce", "Ireduce_scatter", "Iallreduce"),
    ):
        yield _collective(ImbBenchmark("IMB-NBC", f"{name}_pure"), name.lower(), FEWER_SIZES)
    yield Peer(
        ImbBenchmark("IMB-NBC", "Ibarrier_pure", sized=False), "ibarrier", (0,), reason=_BEHIND_BARRIER, one_row=True
    )


def _rma() -> Iterator[Peer]:
    for name, kernel in (
        ("Unidir_put", "put_flush"),
        ("Unidir_get", "get_flush"),
        ("Bidir_put", "put_stream_both"),
        ("Bidir_get", "get_stream_both"),
        ("One_put_all", "put_to_all"),
        ("One_get_all", "get_from_all"),
        ("All_put_all", "all_put_to_all"),
        ("All_get_all", "all_get_from_all"),
        ("Put_local", "put_flush_local"),
        ("Get_local", "get_flush_local"),
        ("Put_all_local", "put_to_all_local"),
        ("Get_all_local", "get_from_all_local"),
        ("Exchange_put", "put_neighbours"),
        ("Exchange_get", "get_neighbours"),
        ("Accumulate", "accumulate_flush"),
        ("Get_accumulate", "get_accumulate_flush"),
    ):
        yield _one_sided(ImbBenchmark("IMB-RMA", name, barriers=_RMA_BARRIERS), kernel, FEWER_SIZES)
    for name, kernel in (("Fetch_and_op", "fetch_and_op_flush"), ("Compare_and_swap", "compare_and_swap_flush")):
        yield _one_sided(ImbBenchmark("IMB-RMA", name, sized=False, barriers=_RMA_BARRIERS), kernel, (0,))


def _one_sided(imb: ImbBenchmark, kernel: str, sizes: tuple[int, ...]) -> Peer:
    return Peer(imb, kernel, sizes, reason=_CREATED, window_kind="create", behind_barriers=False)


PEERS = {"mpi1": tuple(_mpi1()), "nbc": tuple(_nbc()), "rma": tuple(_rma())}
_QUICK = ("PingPong", "Allreduce", "Barrier", "Ibcast_pure", "Unidir_put")


@dataclass
class _Found:
    """Pairs of (ours, IMB) of each launch pair, by our definition and by IMB's."""

    ours: list[Pairs]
    theirs: list[Pairs]


@dataclass
class _Launch:
    """The same of one launch pair."""

    ours: Pairs
    theirs: Pairs


def mpi1(quick: bool) -> Report:
    """Ratio of our time to IMB's for every benchmark of IMB-MPI1 at four sizes."""
    return _peers("mpi1", quick)


def nbc(quick: bool) -> Report:
    """The same for IMB-NBC at three sizes."""
    return _peers("nbc", quick)


def rma(quick: bool) -> Report:
    """The same for IMB-RMA at three sizes."""
    return _peers("rma", quick)


def _peers(suite: str, quick: bool) -> Report:
    side = comparable_side()
    chosen = [one for one in PEERS[suite] if not quick or one.imb.name in _QUICK]
    launch_pairs, rows = (2, 1) if quick else (LAUNCH_PAIRS, ROWS)
    table: list[tuple[str, ...]] = []
    near = explained = failed = 0
    for peer in chosen:
        launches = range(launch_pairs)
        try:
            found = [_launch_pair(side, peer, launch, rows) for launch in launches]
        except (MeasurementFailed, CellFailed, OSError) as error:
            failed += 1
            table.append((peer.imb.program, peer.imb.name, peer.kernel, "", "", "", "", "", str(error)))
            continue
        for size in peer.sizes:
            both = _Found([one[size].ours for one in found], [one[size].theirs for one in found])
            row, is_near, is_explained = _row(peer, size, both)
            table.append(row)
            near, explained = near + is_near, explained + (is_near or is_explained)
    cells = sum(len(peer.sizes) for peer in chosen)
    return Report(
        method=f"Intel MPI, {launch_pairs} launch pairs, {rows} rows of IMB each (`-iter_policy off`, otherwise its "
        "defaults, non-aggregate RMA); rows of IMB, visits of ours and the same calls counted as IMB does, in random "
        "order on the same two cores. IMB's figure is t, t_max, or what its rate says. A ratio outside 0.95-1.05 has "
        "its reason beside it, and the ratio when we count as IMB does",
        goals=(
            Goal(
                "ratio within 0.95-1.05 by our own definition", share(near, cells), "as many as definitions agree", None
            ),
            Goal("within 0.95-1.05, or there by IMB's definition", share(explained, cells), "all", explained == cells),
        ),
        header=("suite", "benchmark", "kernel", "size", "ours", "IMB", "ratio", "counted as IMB does", "reason"),
        rows=tuple(table),
    )


def _launch_pair(side: Side, peer: Peer, launch: int, rows: int) -> dict[int, _Launch]:
    found = {size: _Launch([], []) for size in peer.sizes}
    with Session(side, launch) as session:
        for size in peer.sizes:
            noise = random.Random(launch)
            count = 1 if peer.one_row else rows
            with ImbRows(side.mpi, two_cores().endpoints, peer.imb, size, count + (not peer.one_row)) as imb:
                if not peer.one_row:
                    imb.row()  # connections, caches, pages
                for number in range(count):
                    times = _alternate(session, imb, (peer, size, number), noise)
                    found[size].ours.append((times["ours"], times["imb"]))
                    if peer.reason:
                        found[size].theirs.append((times["theirs"], times["imb"]))
    return found


def _alternate(session: Session, imb: ImbRows, asked: tuple[Peer, int, int], noise: random.Random) -> dict[str, float]:
    """Times of one call: a row of IMB, a visit of ours, and ours counted as IMB does, in random order."""
    peer, size, number = asked
    turns = ["ours", "imb", *(["theirs"] if peer.reason else [])]
    times: dict[str, float] = {}
    for who in noise.sample(turns, len(turns)):
        if who == "imb":
            times[who] = peer.imb_time_s(imb.row())
        else:
            times[who] = _ours(session, peer, size, number, by_theirs=who == "theirs")
    return times


def _ours(session: Session, peer: Peer, size: int, number: int, *, by_theirs: bool) -> float:
    """Our time; by IMB's definition the mean of each rank's own times behind barriers, and of ranks the largest."""
    options = DEFAULT_OPTIONS
    if by_theirs:
        calls = min(200, peer.imb.repetitions(size))
        pace = "barrier" if peer.behind_barriers else ""
        options = VisitOptions(samples=1, calls=calls, pace=pace, warm_s=0.0)
    visits, _ = session.visit(peer.cell(session.side, size, by_theirs), number, options)
    if by_theirs:
        return max(imb_max_s([visit.rank_samples_s]) for visit in visits)
    return median(visits[0].samples_s)


def _row(peer: Peer, size: int, found: _Found) -> tuple[tuple[str, ...], bool, bool]:
    ours, theirs = _judged(found.ours), _judged(found.theirs) if peer.reason else None
    is_near = NEAR[0] <= ours[0] <= NEAR[1]
    is_explained = theirs is not None and NEAR[0] <= theirs[0] <= NEAR[1]
    pairs = [pair for launch in found.ours for pair in launch]
    row = (
        peer.imb.program,
        peer.imb.name,
        peer.kernel,
        format_size(size) if peer.imb.sized else "",
        format_seconds(median([one for one, _ in pairs])),
        format_seconds(median([imb for _, imb in pairs])),
        _text(ours),
        _text(theirs) if theirs else "",
        "" if is_near else peer.reason or "not explained",
    )
    return row, is_near, is_explained


def _judged(launches: list[Pairs]) -> tuple[float, Ratio]:
    """The median over launch pairs of their median ratios, with the interval."""
    return median([median([ours / imb for ours, imb in pairs]) for pairs in launches]), ratio(launches)


def _text(judged: tuple[float, Ratio]) -> str:
    middle, one = judged
    return f"{middle:.3f} ({one.low:.3f}-{one.high:.3f})"


def note(report: Report) -> None:
    """Writes the ratio of every kernel into the file of marks: by our definition where that is IMB's, else as IMB
    counts; of sizes the lowest and the highest."""
    ratios: dict[str, list[float]] = defaultdict(list)
    names: dict[str, str] = {}
    for program, name, kernel, *_, ours, theirs, _reason in report.rows:
        if text := theirs or ours:
            ratios[kernel].append(float(text.split()[0]))
            names.setdefault(kernel, f"{program} {name}")
    known = marks.load()
    kernels = dict(known.kernels)
    for kernel, found in ratios.items():
        kernels[kernel] = replace(
            kernels.get(kernel, marks.Mark()),
            peer=names[kernel],
            ratio_low=min(found),
            ratio_high=max(found),
            ratio_cells=len(found),
        )
    today = datetime.now(timezone.utc).date().isoformat()
    marks.save(replace(known, reconciled_on=today, kernels=kernels))
