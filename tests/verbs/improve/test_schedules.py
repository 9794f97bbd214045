"""Which calls of a job follow schedules: on the published cluster, whose far cards have slow paths between nodes."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from builders.improving import on_phi
from builders.traces import a_trace, sent
from rankwise.optimise.records import PlacedRank, RankOrder
from rankwise.optimise.schedules.text import File, from_text
from rankwise.tracing.records import Trace, TraceCall, TraceCommunicator
from rankwise.tuning.records import TuningLine
from rankwise.verbs.improve.candidates.schedules import offers, why_not
from rankwise.verbs.improve.case import Case

NODES = ("c001-n001", "c001-n002")
HOSTS = tuple(host for node in NODES for host in (node, f"{node}-mic0", f"{node}-mic2"))
LARGE = 1 << 20


def calling(call: str, size: int, communicator: int = 0, time_s: float = 1.0) -> Trace:
    """Six ranks, each in that call for so long of its second. The second communicator has four of them."""
    row = replace(sent(call, size, 50), communicator=communicator)
    trace = a_trace(dict.fromkeys(range(len(HOSTS)), (row,)), world=len(HOSTS))
    some = TraceCommunicator(ranks=4, members=(5, 0, 1, 2))
    return replace(
        trace,
        ranks=tuple(replace(one, calls=(TraceCall(call=call, calls=50, time_s=time_s),)) for one in trace.ranks),
        communicators=(*trace.communicators, some),
    )


def files_of(job: Case, line: TuningLine) -> list[File]:
    return [from_text((job.options.out / f"schedules/{one}.schedules").read_text()) for one in line.schedules]


def test_calls_on_all_ranks_follow_the_fastest_schedule(tmp_path: Path) -> None:
    job = on_phi(tmp_path, HOSTS, calling("Alltoall", LARGE))
    assert why_not(job) == ""
    first, second = offers(job)
    assert first.what.startswith("alltoall by flow-") and first.what != second.what
    (file,) = files_of(job, first.line)
    (ranged,) = file.schedules
    assert file.hosts == HOSTS and file.reductions == "fixed"
    assert (ranged.schedule.collective, ranged.from_bytes, ranged.to_bytes) == ("alltoall", LARGE, 2 * LARGE - 1)


def test_a_rooted_collective_has_a_schedule_for_each_root(tmp_path: Path) -> None:
    job = on_phi(tmp_path, HOSTS, calling("Gather", 1 << 10))
    (file,) = files_of(job, next(iter(offers(job))).line)
    assert {ranged.schedule.root for ranged in file.schedules} == set(range(len(HOSTS)))


def test_a_reduce_scatter_counts_the_bytes_of_its_parts(tmp_path: Path) -> None:
    job = on_phi(tmp_path, HOSTS, calling("Reduce_scatter", len(HOSTS) * 5000))
    (file,) = files_of(job, next(iter(offers(job))).line)
    (ranged,) = file.schedules
    assert ranged.schedule.collective == "reduce_scatter_block" and ranged.from_bytes == 4096


def test_ranks_of_a_communicator_are_where_the_order_in_use_puts_them(tmp_path: Path) -> None:
    job = on_phi(tmp_path, HOSTS, calling("Allgather", LARGE, communicator=1))
    (file,) = files_of(job, next(iter(offers(job))).line)
    assert file.hosts == (HOSTS[5], HOSTS[0], HOSTS[1], HOSTS[2])
    turned = tuple(reversed(HOSTS))
    placed = tuple(
        PlacedRank(rank=rank, default=HOSTS[rank], chosen=host, host=host) for rank, host in enumerate(turned)
    )
    order = RankOrder(machine="m", pattern="the trace", ranks=placed)
    job.lines.append(TuningLine(id="rank-order", why="", undo="", placement=order))
    (file,) = files_of(job, next(iter(offers(job))).line)
    assert file.hosts == (turned[5], turned[0], turned[1], turned[2])


def test_calls_that_take_no_time_are_left_to_the_library(tmp_path: Path) -> None:
    trace = calling("Alltoall", LARGE)
    long, short = (
        replace(sent(call, LARGE, 50), time_s=time_s) for call, time_s in (("Alltoall", 1.0), ("Bcast", 0.01))
    )
    job = on_phi(tmp_path, HOSTS, replace(trace, ranks=tuple(replace(one, rows=(long, short)) for one in trace.ranks)))
    (file,) = files_of(job, next(iter(offers(job))).line)
    assert {ranged.schedule.collective for ranged in file.schedules} == {"alltoall"}


def test_why_no_schedule_is_made(tmp_path: Path) -> None:
    assert "take 1% of the run" in why_not(on_phi(tmp_path, HOSTS, calling("Alltoall", LARGE, time_s=0.01)))
    assert "take 0% of the run" in why_not(on_phi(tmp_path, HOSTS, calling("Alltoallv", LARGE)))
    assert "3 to 64 ranks" in why_not(on_phi(tmp_path, HOSTS, calling("Alltoall", 0)))
