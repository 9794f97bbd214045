"""`trace -- COMMAND` from the launch line to what other commands read."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

import rankwise
from builders.programs import built
from rankwise.cli.main import app
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Mpi
from rankwise.placement.python_library import PythonLibrary
from rankwise.store import Store
from rankwise.tracing.file import LENGTH
from rankwise.tracing.meaning import kernel_rows, matrices, missing, words
from rankwise.tracing.records import TracedRank, TraceOverlap, TraceRow, TraceSize
from rankwise.tracing.run import TraceOptions, _no_room, _why_none
from rankwise.tuning.tune import read_trace as tune_trace
from rankwise.verbs.scale.run import read_trace as transport_trace


def rank(number: int, *sizes: tuple[str, int, int, int], rows: tuple[TraceRow, ...] = ()) -> TracedRank:
    counted = tuple(TraceSize(call=call, size_bytes=size, together=many, calls=n) for call, size, many, n in sizes)
    return TracedRank(rank=number, host="n1", pid=number, time_s=1.0, ended=True, sizes=counted, rows=rows)


def row(peer: int | None, size: int, direction: str = "out") -> TraceRow:
    return TraceRow(call="Send", direction=direction, communicator=0, peer=peer, below_bytes=2 * size, messages=2,
                    bytes=2 * size, time_s=0.0)  # type: ignore[arg-type]  # fmt: skip


def test_calls_become_kernels_and_the_rank_with_most_counts() -> None:
    first = rank(0, ("Send", 8, 1, 100), ("Isend", 64, 1, 3), ("Isend", 64, 4, 12), ("Ibcast", 8, 2, 1))
    second = rank(1, ("Ssend", 8, 1, 40), ("Iscan", 8, 2, 5), ("Allreduce_init", 16, 2, 6))
    rows, without = kernel_rows([first, second])
    assert rows == [
        ("iallreduce", 16, 6.0),
        ("ibcast", 8, 1.0),
        ("message_rate", 64, 3.0),
        ("pingping", 64, 3.0),
        ("pingpong", 8, 100.0),
    ]
    assert without == ["Iscan"]


def test_the_matrix_is_what_senders_counted() -> None:
    ranks = [rank(0, rows=(row(1, 10), row(1, 5), row(None, 7), row(1, 3, "in"))), rank(2, rows=(row(0, 1),))]
    assert matrices(ranks, 3) == (((0, 30, 0), (0, 0, 0), (2, 0, 0)), ((0, 4, 0), (0, 0, 0), (2, 0, 0)))
    assert missing(ranks, 3).startswith("not traced: ranks 1;")
    assert missing(ranks[:1], 1) == ""


def test_what_is_fetched_is_sent_by_the_target() -> None:
    put, get = replace(row(1, 10), call="Rput"), replace(row(2, 30, "fetched"), call="Get")
    ranks = [rank(0, rows=(put, get, row(1, 5)))]
    assert matrices(ranks, 3) == (((0, 30, 0), (0, 0, 0), (60, 0, 0)), ((0, 4, 0), (0, 0, 0), (2, 0, 0)))
    assert "One-sided calls moved 80 B of this, in 4 messages." in words(ranks, 3)


def test_the_overlap_of_all_weighs_ranks_by_their_time() -> None:
    def overlapping(number: int, *overlaps: TraceOverlap) -> TracedRank:
        return replace(rank(number), overlaps=overlaps)

    receives = [
        TraceOverlap(of="receives", pending_s=3.0, outside=0.5),
        TraceOverlap(of="receives", pending_s=1.0, outside=0.1),
    ]
    sends = TraceOverlap(of="sends", pending_s=1.0, outside=0.25)
    ranks = [overlapping(0, receives[0]), overlapping(1, receives[1], sends), rank(2)]
    printed = words(ranks, 3)
    receiving = "While nonblocking receives were under way, ranks did other work 40% of the time; least in rank 1: 10%."
    assert receiving in printed
    assert "While nonblocking sends were under way, ranks did other work 25% of the time." in printed
    assert not any("nonblocking" in text for text in words(ranks[2:], 1))


def test_processes_that_are_jobs_of_their_own_are_said_to_be_alone() -> None:
    alone = "Each of the 2 processes is rank 0 of 1, a job of its own: "
    assert words([rank(0), rank(0)], 1)[0].startswith(alone)
    assert not any(text.startswith(alone[:7]) for text in (*words([rank(0), rank(1)], 2), *words([rank(0)], 1)))


@pytest.mark.mpi(ranks=2)
def test_a_trace_is_stored_shown_and_taken_by_tune_and_transport(any_mpi: Mpi, tmp_path: Path) -> None:
    heat = built(any_mpi, "heat", tmp_path)
    argv = (str(any_mpi.launcher), "-n", "2", str(heat), "2", "16", "10")
    calls = tmp_path / "calls.json"
    trace = rankwise.trace(argv, mpi=any_mpi.name, out=tmp_path / "out", quiet_output=True, timeline=calls)
    drawn = [(row["ph"], row["name"]) for row in json.loads(calls.read_text())["traceEvents"]]
    assert drawn.count(("X", "MPI_Allreduce")) == 24 and drawn.count(("f", "message")) == 1280
    assert (trace.status, trace.world, len(trace.ranks), trace.run.warnings) == (0, 2, 2, ())
    assert trace.matrix_bytes == ((0, 81920), (81920, 0))
    assert trace.matrix_messages == ((0, 640), (640, 0))
    assert trace.words[0].startswith("2 ranks ran for ")

    def told(*words: str) -> str:
        done = CliRunner().invoke(app, ["trace", *words, "--out", str(tmp_path / "out")])
        assert done.exit_code == 0, done.output
        return done.stdout

    assert "1,280 messages with" in told("show")
    assert told("export", "--format", "matrix") == "from\\to,0,1\n0,0,81920\n1,81920,0\n"
    assert json.loads(told("export", "--format", "json"))["world"] == 2
    rows = tmp_path / "rows.tsv"
    told("export", "--file", str(rows))
    assert tune_trace(rows).weights == {("allreduce", 8): 12.0, ("message_rate", 128): 10.0}
    assert transport_trace(rows).counts == {8: 12.0, 128: 10.0}


@pytest.mark.mpi(ranks=2)
def test_a_rank_that_is_killed_before_it_joins_ends_the_run(any_mpi: Mpi, tmp_path: Path) -> None:
    heat = built(any_mpi, "heat", tmp_path)
    rank = 'if [ "${PMI_RANK:-$OMPI_COMM_WORLD_RANK}" = 1 ]; then kill -9 $$; fi; exec "$@"'
    argv = (str(any_mpi.launcher), "-n", "2", "sh", "-c", rank, "sh", str(heat), "2", "16", "10")
    out = tmp_path / "out"
    with pytest.raises(MeasurementFailed) as caught:
        rankwise.trace(argv, mpi=any_mpi.name, out=out, quiet_output=True)
    if any_mpi.family == "impi":
        assert caught.value.code == "rank-died"
        assert "a rank, was ended by SIGKILL" in caught.value.message
    else:
        assert "the program ended with status" in caught.value.message
    assert [file.name for file in out.iterdir()] == ["rankwise.db"]
    with Store.of(out) as store:
        assert [run.status for run in store.runs()] == ["failed"]


@pytest.mark.mpi(ranks=2)
def test_a_removed_directory_of_results_is_named_and_nothing_is_left_for_it(mpich: Mpi, tmp_path: Path) -> None:
    heat, out = built(mpich, "heat", tmp_path), tmp_path / "out"
    argv = (str(mpich.launcher), "-n", "2", "sh", "-c", 'rm -rf "$0"; exec "$@"', str(out), str(heat), "2", "16", "10")
    before = set(Path("/tmp").glob("rankwise-trace-*"))
    with pytest.raises(MeasurementFailed, match="was removed while measuring"):
        rankwise.trace(argv, mpi=mpich.name, out=out, quiet_output=True)
    assert set(Path("/tmp").glob("rankwise-trace-*")) <= before


def test_a_program_without_mpi_has_no_trace_and_leaves_a_failed_run(mpich: Mpi, tmp_path: Path) -> None:
    with pytest.raises(MeasurementFailed, match="no rank left a trace"):
        rankwise.trace(("true",), mpi=mpich.name, out=tmp_path, quiet_output=True)
    assert [file.name for file in tmp_path.iterdir()] == ["rankwise.db"]


def test_the_hint_names_the_library_of_another_mpi(mpich: Mpi, openmpi: Mpi, tmp_path: Path) -> None:
    heat = built(mpich, "heat", tmp_path)
    assert _why_none(("mpirun", "-n", "2", str(heat)), openmpi) == (
        f"{heat} is linked to libmpi.so.12, and {openmpi.name} has libmpi.so.40: "
        "start it with the launcher of its own MPI"
    )
    assert "linked dynamically?" in _why_none(("mpirun", "-n", "2", str(heat)), mpich)


def test_the_hint_names_the_library_that_mpi4py_loads(
    mpich: Mpi, openmpi: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interpreter is linked to no MPI: what its mpi4py opens is of another MPI than the launcher."""
    script = tmp_path / "app.py"
    script.write_text("from mpi4py import MPI\n")
    library = Path("/opt/m/lib/libmpi.so.12.5.2")
    monkeypatch.setattr("rankwise.tracing.run.of_program", lambda *_asked: PythonLibrary("4.1", library))
    line = ("mpirun", "-n", "2", sys.executable, str(script))
    assert _why_none(line, openmpi, 1) == (
        f"mpi4py of {sys.executable} loads {library}, and {openmpi.name} has libmpi.so.40: "
        "start it with the launcher of its own MPI"
    )
    assert "not linked to MPI" not in _why_none(line, mpich, 1)
    monkeypatch.setattr("rankwise.tracing.run.of_program", lambda *_asked: PythonLibrary(error="no such module"))
    assert _why_none(line, mpich, 1).endswith(f"`{sys.executable} -c 'from mpi4py import MPI'` fails")


def test_what_is_no_trace_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["trace", "--out", str(tmp_path)])
    assert done.exit_code == 2
    assert "there is no program to trace" in done.output


def test_the_hint_of_an_untraced_program_names_its_rights_and_the_lack_of_room(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "app"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o2755)
    assert f"{program} is setuid or setgid" in _why_none(["mpiexec", "-n", "2", str(program)], mpich)
    options = TraceOptions(("mpiexec", "-n", "2", "./app"), out=tmp_path)
    for free, printed in ((LENGTH * 2, ""), (LENGTH, "choose another --out")):
        monkeypatch.setattr("rankwise.tracing.run.shutil.disk_usage", lambda _, free=free: SimpleNamespace(free=free))
        assert (printed in _no_room(options)) if printed else _no_room(options) == ""
