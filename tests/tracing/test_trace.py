"""What the trace library counts in real programs: exactly what they send, and once."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from builders.programs import compiled, fortran, of_debian
from rankwise.core import process
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.measure.mpi_preload import built
from rankwise.mpis import catalog
from rankwise.tracing.events import read_events
from rankwise.tracing.file import read_folder
from rankwise.tracing.library import TRACE, tracing
from rankwise.tracing.meaning import words
from rankwise.tracing.records import TracedRank
from rankwise.tracing.timeline import timeline
from rankwise.tracing.waiting import waiting
from rankwise.tracing.window import WATCH, read_window

SOURCES = Path(__file__).parent


def traced(
    mpi: Mpi, program: Path, folder: Path, *args: str, count: int = 4, world: int | None = None
) -> tuple[int, tuple[TracedRank, ...], list[int]]:
    """The status of the ranks, what they counted, and the sizes of communicators."""
    folder.mkdir()
    place = Place(host=None, program=str(program), args=args)
    launch = catalog.launcher_for(mpi).command(mpi, LaunchSpec(places=(place,) * count))
    done = process.run(launch.argv, timeout_s=120, env={**launch.env, **tracing(mpi, folder)})
    found, ranks, communicators = read_folder(folder)
    assert found == (count if world is None else world), done.describe()
    assert done.returncode is not None and "not traced" not in done.stderr
    return done.returncode, ranks, [one.ranks for one in communicators]


def unusual(mpi: Mpi, folder: Path, *args: str, count: int = 2) -> tuple[TracedRank, ...]:
    """The ranks of a program that does what few do."""
    program = compiled(mpi, SOURCES / "trace_unusual.c", folder / "unusual", "-pthread")
    status, ranks, _ = traced(mpi, program, folder / "trace", *args, count=count)
    assert (status, [rank.ended for rank in ranks]) == (0, [True] * count)
    return ranks


def rows(rank: TracedRank) -> set[tuple[str, str, int | None, int, int]]:
    return {(row.call, row.direction, row.peer, row.messages, row.bytes) for row in rank.rows}


@pytest.mark.each_mpi
@pytest.mark.mpi(ranks=4)
def test_peers_are_world_ranks_and_sizes_are_those_that_came(any_mpi: Mpi, tmp_path: Path) -> None:
    program = compiled(any_mpi, SOURCES / "trace_peers.c", tmp_path / "peers")
    status, ranks, communicators = traced(any_mpi, program, tmp_path / "trace")
    assert (status, communicators) == (0, [4, 4])
    assert [rank.rank for rank in ranks] == [0, 1, 2, 3]
    for rank in ranks:
        after, before = (rank.rank + 1) % 4, (rank.rank - 1) % 4
        expected: set[tuple[str, str, int | None, int, int]] = {
            ("Isend", "out", after, 1, 200),
            ("Irecv", "in", before, 1, 200),
            ("Isend", "out", before, 1, 20),  # on the communicator in reverse order, which is freed before they end
            ("Irecv", "in", after, 1, 20),
            ("Send_init", "out", after, 3, 300),
            ("Recv_init", "in", before, 3, 300),
            ("Issend", "out", rank.rank, 1, 40),
            ("Irsend", "out", rank.rank, 1, 44),
            ("Ibsend", "out", rank.rank, 1, 48),
            ("Isend", "out", rank.rank, 1, 24),
            ("Irecv", "in", rank.rank, 1, 24),  # under MPI_Pcontrol(0)
            ("Irecv", "in", rank.rank, 3, 132),
            ("Allreduce", "collective", None, 1, 40),
        }
        if rank.rank == 0:
            expected |= {("Recv", "in", 1, 7, 2800)}
        if rank.rank == 1:
            expected |= {("Send", "out", 0, 7, 2800)}
        if rank.rank == 2:
            expected |= {("Recv", "in", 3, 1, 4)}
        if rank.rank == 3:
            expected |= {("Send", "out", 2, 1, 4)}
        assert rows(rank) == expected
        calls = {call.call: call.calls for call in rank.calls}
        assert "Barrier" not in calls  # under MPI_Pcontrol(0)
        assert (calls["Sendrecv"], calls["Comm_split"], calls["Waitall"], calls["Startall"]) == (1, 1, 8, 3)
        assert (rank.ended, rank.lost_messages, rank.lost_sizes, rank.lost_requests) == (True, 0, 0, 0)
        assert 0 <= sum(call.time_s for call in rank.calls) <= rank.time_s


@pytest.mark.mpi(ranks=4)
def test_one_sided_calls_count_what_they_put_and_fetch(any_mpi: Mpi, tmp_path: Path) -> None:
    program = compiled(any_mpi, SOURCES / "trace_one_sided.c", tmp_path / "one-sided")
    status, ranks, communicators = traced(any_mpi, program, tmp_path / "trace")
    assert (status, communicators) == (0, [4, 4])
    for rank in ranks:  # the first window's ranks are in reverse order, and the second one may have its handle
        before, across, after = (rank.rank - 1) % 4, (rank.rank + 2) % 4, (rank.rank + 1) % 4
        assert rows(rank) == {
            ("Put", "out", before, 2, 80),
            ("Get", "fetched", across, 1, 80),
            ("Accumulate", "out", before, 1, 12),
            ("Get_accumulate", "out", before, 1, 20),
            ("Get_accumulate", "fetched", before, 1, 20),
            ("Get_accumulate", "fetched", across, 1, 28),  # MPI_NO_OP
            ("Fetch_and_op", "out", before, 1, 4),
            ("Fetch_and_op", "fetched", before, 2, 8),  # once with MPI_NO_OP
            ("Compare_and_swap", "out", before, 1, 8),
            ("Compare_and_swap", "fetched", before, 1, 4),
            ("Rput", "out", before, 1, 24),
            ("Rget", "fetched", before, 1, 24),
            ("Raccumulate", "out", before, 1, 24),
            ("Rget_accumulate", "out", before, 1, 24),
            ("Rget_accumulate", "fetched", before, 1, 24),
            ("Put", "out", after, 1, 44),
        }
        calls = {call.call: call.calls for call in rank.calls}
        assert (calls["Put"], calls["Get"], calls["Win_free"], rank.lost_messages) == (3, 2, 2, 0)


@pytest.mark.mpi(ranks=3)
def test_a_rank_counts_what_it_sends_to_its_neighbours(any_mpi: Mpi, tmp_path: Path) -> None:
    program = compiled(any_mpi, SOURCES / "trace_neighbours.c", tmp_path / "neighbours")
    status, ranks, _ = traced(any_mpi, program, tmp_path / "trace", count=3)
    assert status == 0
    sent = [sum(row.bytes for row in rank.rows if row.call == "Neighbor_alltoallv") for rank in ranks]
    assert sent == [12 * 4 + 3 * 4, 3 * 4, 3 * 4]


@pytest.mark.mpi(ranks=2)
def test_overlap_is_what_is_outside_of_mpi_while_calls_are_under_way(any_mpi: Mpi, tmp_path: Path) -> None:
    program = compiled(any_mpi, SOURCES / "trace_overlap.c", tmp_path / "overlap")
    status, ranks, _ = traced(any_mpi, program, tmp_path / "trace", count=2)
    assert status == 0
    for rank in ranks:
        assert {overlap.of for overlap in rank.overlaps} == {"receives", "sends", "collectives"}
        spent = {call.call: call.time_s for call in rank.calls}
        inside_s = sum((1.0 - overlap.outside) * overlap.pending_s for overlap in rank.overlaps)
        # All that is called while one is under way. The wait for what is complete at once is not.
        assert inside_s == pytest.approx(spent["Send"] + spent["Wait"] + spent["Recv"], rel=0.05)
        assert rank.paused_s >= 2 * 0.02
    outside_s = {overlap.of: overlap.outside * overlap.pending_s for overlap in ranks[0].overlaps}
    assert outside_s["receives"] >= 3 * 0.02 and outside_s["sends"] >= 0.02 and outside_s["collectives"] >= 0.02


@pytest.mark.mpi(ranks=2)
def test_probed_messages_and_messages_in_parts_have_peers(any_mpi: Mpi, tmp_path: Path) -> None:
    program = compiled(any_mpi, SOURCES / "trace_probed.c", tmp_path / "probed")
    status, ranks, _ = traced(any_mpi, program, tmp_path / "trace", count=2)
    assert status == 0
    for rank in ranks:
        other = 1 - rank.rank
        assert rows(rank) == {
            ("Isend", "out", other, 1, 12),
            ("Isend", "out", other, 1, 16),
            ("Mrecv", "in", other, 1, 12),
            ("Imrecv", "in", other, 1, 16),
            ("Psend_init", "out", other, 2, 256),
            ("Precv_init", "in", other, 2, 256),
            *(("Isendrecv", way, other, 1, 8) for way in ("in", "out")),
        }
        assert {row.communicator for row in rank.rows} == {0, 1}


@pytest.mark.each_mpi
@pytest.mark.mpi(ranks=3)
def test_counts_of_a_group_are_read_as_far_as_they_go(any_mpi: Mpi, tmp_path: Path) -> None:
    for rank in unusual(any_mpi, tmp_path, "between", count=3):
        sizes = {"Reduce_scatter": 16, "Allgatherv": 4, "Alltoallv": 4, "Alltoallw": 4}
        assert rows(rank) == {(call, "collective", None, 1, size) for call, size in sizes.items()}


@pytest.mark.each_mpi
@pytest.mark.mpi(ranks=2)
def test_a_receive_that_was_cancelled_is_none(any_mpi: Mpi, tmp_path: Path) -> None:
    for rank in unusual(any_mpi, tmp_path, "cancelled"):
        other = 1 - rank.rank
        received = ("Irecv", "in", other, 1, 4)
        assert rows(rank) == {received, ("Send", "out", other, 1, 4), ("Barrier", "collective", None, 1, 0)}


@pytest.mark.mpi(ranks=2)
def test_communicators_are_known_among_many_others_and_when_these_have_gone(mpich: Mpi, tmp_path: Path) -> None:
    for rank in unusual(mpich, tmp_path, "many"):
        assert rows(rank) == {("Sendrecv", way, 1 - rank.rank, 1220, 4880) for way in ("in", "out")}


@pytest.mark.each_mpi
@pytest.mark.mpi(ranks=2)
def test_calls_are_counted_after_an_error_handler_has_left_others_by_a_jump(any_mpi: Mpi, tmp_path: Path) -> None:
    for rank in unusual(any_mpi, tmp_path, "jumped"):
        exchanged = {("Sendrecv", way, 1 - rank.rank, 1, 4096) for way in ("in", "out")}
        assert rows(rank) == {*exchanged, ("Barrier", "collective", None, 1, 0)}


@pytest.mark.each_mpi
@pytest.mark.mpi(ranks=2)
def test_a_receive_is_counted_when_the_program_sees_that_it_is_complete(any_mpi: Mpi, tmp_path: Path) -> None:
    for rank in unusual(any_mpi, tmp_path, "asked"):
        other = 1 - rank.rank
        received = {("Irecv", "in", other, 1, 4), ("Recv_init", "in", other, 2, 8)}
        assert rows(rank) == {*received, ("Send", "out", other, 3, 12)}


@pytest.mark.mpi(ranks=2)
def test_who_sent_is_known_when_the_communicator_has_gone(any_mpi: Mpi, tmp_path: Path) -> None:
    for rank in unusual(any_mpi, tmp_path, "freed"):
        assert rows(rank) == {(*call, 1 - rank.rank, 1, 4) for call in (("Irecv", "in"), ("Send", "out"))}


@pytest.mark.mpi(ranks=2)
def test_many_messages_that_were_found_are_known(any_mpi: Mpi, tmp_path: Path) -> None:
    for rank in unusual(any_mpi, tmp_path, "probed"):
        assert rows(rank) == {(*call, 1 - rank.rank, 400, 1600) for call in (("Isend", "out"), ("Mrecv", "in"))}


@pytest.mark.mpi(ranks=2)
def test_a_call_that_fails_harms_no_program(mpich: Mpi, tmp_path: Path) -> None:
    for rank in unusual(mpich, tmp_path, "refused"):
        assert rows(rank) == set()


@pytest.mark.each_mpi
@pytest.mark.mpi(ranks=2)
def test_what_fails_is_no_message_and_makes_no_request(any_mpi: Mpi, tmp_path: Path) -> None:
    for rank in unusual(any_mpi, tmp_path, "failed"):
        counted = [(row.call, row.direction, row.peer, row.messages) for row in rank.rows]
        other = 1 - rank.rank
        received, sent = [(call, "in", other, 1) for call in ("Irecv", "Recv")], ("Send", "out", other, 1)
        assert sorted(counted, key=str) == [*received, sent, sent]
        calls = {call.call: call.calls for call in rank.calls}
        assert (calls["Isend"], calls["Recv"]) == (1, 2)


@pytest.mark.mpi(ranks=2)
def test_a_receive_beside_one_that_failed_is_counted_when_it_ends(mpich: Mpi, tmp_path: Path) -> None:
    for rank in unusual(mpich, tmp_path, "truncated"):
        received = {(row.peer, row.messages, row.bytes) for row in rank.rows if row.call == "Irecv"}
        assert received == {(1 - rank.rank, 1, 1 << 19), (1 - rank.rank, 1, 1 << 20)}


@pytest.mark.each_mpi
@pytest.mark.mpi(ranks=2)
def test_a_message_that_was_cut_has_come_whatever_waits_for_it(any_mpi: Mpi, tmp_path: Path) -> None:
    for rank in unusual(any_mpi, tmp_path, "cut"):
        assert sum(row.messages for row in rank.rows if row.call == "Irecv") == 4


@pytest.mark.mpi(ranks=2)
def test_a_window_shows_from_where_each_thread_calls(
    any_mpi: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(WATCH, str(tmp_path / "watched"))
    unusual(any_mpi, tmp_path, "shown", str(tmp_path))
    for rank in range(2):
        window = read_window(tmp_path / f"{rank}.window")
        assert window
        places = {(event.call, event.address) for event in window.events.values()}
        assert sorted(call for call, _ in places) == ["Recv", "Send"]
        assert all(address for _, address in places)


@pytest.mark.mpi(ranks=4)
def test_a_rank_that_is_killed_keeps_what_it_counted(any_mpi: Mpi, tmp_path: Path) -> None:
    program = compiled(any_mpi, SOURCES / "trace_peers.c", tmp_path / "peers")
    status, ranks, _ = traced(any_mpi, program, tmp_path / "trace", "kill")
    assert status != 0
    killed = next(rank for rank in ranks if rank.rank == 1)
    assert not killed.ended
    assert ("Send", "out", 0, 7, 2800) in rows(killed)


@pytest.mark.mpi(ranks=2)
def test_threads_forks_and_sessions_are_counted(any_mpi: Mpi, tmp_path: Path) -> None:
    program = compiled(any_mpi, SOURCES / "trace_kinds.c", tmp_path / "kinds")
    kinds = {"threads": 800, "fork": 200} | ({} if any_mpi.family == "impi" else {"library": 200})  # which refuses it
    for kind, turns in kinds.items():
        status, ranks, _ = traced(any_mpi, program, tmp_path / kind, kind, count=2)
        assert (status, len(ranks)) == (0, 2)
        for rank in ranks:
            other = 1 - rank.rank
            assert rows(rank) == {("Sendrecv", way, other, turns, 4 * turns) for way in ("in", "out")}
            assert rank.ended
    status, ranks, _ = traced(any_mpi, program, tmp_path / "sessions", "sessions", count=2, world=0)
    assert (status, [rows(rank) for rank in ranks]) == (0, [{("Allreduce", "collective", None, 200, 800)}] * 2)
    assert not any("MPI_Finalize" in sentence for sentence in words(ranks, 0))


@pytest.mark.mpi(ranks=2)
@pytest.mark.parametrize("kind", ["later", "during", "forks"])
def test_what_goes_on_beside_the_world_or_after_it_does_no_harm(mpich: Mpi, tmp_path: Path, kind: str) -> None:
    program = compiled(mpich, SOURCES / "trace_kinds.c", tmp_path / "kinds")
    status, ranks, _ = traced(mpich, program, tmp_path / "trace", kind, count=2)
    assert (status, [rank.ended for rank in ranks]) == (0, [True, True])


@pytest.mark.mpi(ranks=2)
def test_a_type_under_a_handle_that_was_freed_has_its_own_size(any_mpi: Mpi, tmp_path: Path) -> None:
    program = compiled(any_mpi, SOURCES / "trace_kinds.c", tmp_path / "kinds")
    status, ranks, _ = traced(any_mpi, program, tmp_path / "trace", "types", count=2)
    assert status == 0
    for rank in ranks:
        sent, came = ([row[4] for row in rows(rank) if row[1] == way] for way in ("out", "in"))
        assert (sum(sent), sum(came)) == (840, 840)  # of 1 to 20 integers


@pytest.mark.drawn(1)
@pytest.mark.mpi(ranks=2)
@pytest.mark.parametrize("args", [(), ("by-init",)], ids=["asked-for", "by-init"])
def test_calls_of_threads_are_all_counted(any_mpi: Mpi, tmp_path: Path, args: tuple[str, ...]) -> None:
    program = compiled(any_mpi, SOURCES / "trace_threads.c", tmp_path / "threads")
    status, ranks, _ = traced(any_mpi, program, tmp_path / "trace", *args, count=2)
    assert (status, len(ranks)) == (0, 2)
    for rank in ranks:  # four threads of 100 turns
        other = 1 - rank.rank
        assert rows(rank) == {
            ("Isend", "out", other, 400, 40000),
            ("Irecv", "in", other, 400, 40000),
            ("Isend", "out", other, 400, 1600),
            ("Mrecv", "in", other, 400, 1600),
            ("Send_init", "out", other, 400, 40000),
            ("Recv_init", "in", other, 400, 40000),
            ("Allreduce", "collective", None, 400, 1600),
        }
        calls = {call.call: call.calls for call in rank.calls}
        assert (calls["Waitall"], calls["Startall"], calls["Comm_dup"], calls["Comm_free"]) == (800, 400, 404, 404)
        assert len(rank.threads) >= 5  # the first one, and four; a library may call back in threads of its own
        assert sum(thread.inside_s for thread in rank.threads) == pytest.approx(sum(c.time_s for c in rank.calls))
        for thread in rank.threads:
            assert thread.inside_s <= thread.time_s <= rank.time_s
    events = read_events(tmp_path / "trace")
    answer = waiting(events)
    assert answer is not None and len({thread for rank in events for thread in rank.thread}) > 1
    inside = sum(call.time_s for rank in ranks for call in rank.calls)
    assert 0 <= sum(row.time_s for row in answer.waits) <= inside * 1.5  # scaled from the calls that were kept
    assert "of the time of their threads, up to" in words(ranks, 2)[0]
    tracks = {row["tid"] for row in json.loads(timeline(events))["traceEvents"] if row["ph"] == "X"}
    assert len(tracks) >= 8


@pytest.mark.mpi(ranks=2)
def test_threads_that_follow_each_other_have_one_number(any_mpi: Mpi, tmp_path: Path) -> None:
    program = compiled(any_mpi, SOURCES / "trace_threads.c", tmp_path / "threads")
    status, ranks, _ = traced(any_mpi, program, tmp_path / "trace", "by-init", "one-by-one", count=2)
    assert status == 0
    for rank in ranks:
        assert len(rank.threads) == 2
        assert sum(thread.inside_s for thread in rank.threads) <= sum(thread.time_s for thread in rank.threads)


@pytest.mark.mpi(ranks=2)
def test_ranks_that_were_spawned_are_counted(openmpi: Mpi, tmp_path: Path) -> None:
    program = compiled(openmpi, SOURCES / "trace_kinds.c", tmp_path / "kinds")
    status, ranks, _ = traced(openmpi, program, tmp_path / "trace", "spawn", count=2)
    assert (status, [rank.rank for rank in ranks]) == (0, [0, 0, 1])
    assert sorted(map(list, map(rows, ranks[:2]))) == [[("Recv", "in", None, 1, 4)], [("Send", "out", None, 1, 4)]]


@pytest.mark.drawn(1)
@pytest.mark.fortran
@pytest.mark.mpi(ranks=2)
@pytest.mark.parametrize("family", ["mpich", "openmpi"])
@pytest.mark.parametrize("module", ["MPI", "F08"])
def test_fortran_is_counted_once(family: str, module: str, tmp_path: Path) -> None:
    mpi, folder = of_debian(family), tmp_path / "trace"
    program = fortran(mpi, SOURCES / "sends.f90", tmp_path / "sends", f"-D{module}")
    folder.mkdir()
    root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    argv = [f"mpiexec.{family}", *(["--oversubscribe"] if family == "openmpi" else []), "-n", "2", str(program)]
    done = process.run(argv, timeout_s=60, env={**os.environ, **root, **tracing(mpi, folder)})
    assert done.ok, done.describe()
    world, ranks, _ = read_folder(folder)
    assert (world, len(ranks)) == (2, 2)
    for rank in ranks:
        other = 1 - rank.rank
        pair = ("Recv", "in", other, 5, 640) if rank.rank else ("Send", "out", other, 5, 640)
        assert rows(rank) == {
            pair,
            ("Irecv", "in", other, 1, 64),
            ("Isend", "out", other, 1, 64),
            ("Allreduce", "collective", None, 1, 800),
            ("Reduce", "collective", None, 1, 80),
            ("Gather", "collective", None, 1, 80),
            ("Barrier", "collective", None, 1, 0),
        }
        calls = {call.call: call.calls for call in rank.calls}
        assert (calls["Waitall"], calls["Comm_rank"], calls["Barrier"]) == (1, 1, 1)


def exports(library: Path) -> set[str]:
    done = process.run(["nm", "-D", "--defined-only", str(library)], timeout_s=100)
    return {line.split()[-1] for line in done.stdout.splitlines()}


def test_calls_that_a_library_lacks_are_not_ours_to_offer(openmpi: Mpi, mpich: Mpi) -> None:
    assert "MPI_Send_c" in exports(built(TRACE, mpich))
    assert "MPI_Send_c" not in exports(built(TRACE, openmpi))
    assert "MPI_Send" in exports(built(TRACE, openmpi))
