"""Jobs that hang in known ways: who keeps the others waiting is named, with the call."""

from __future__ import annotations

import os
import platform
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

import rankwise
from builders.programs import by_cxx
from rankwise.core import leftovers, proc
from rankwise.core.errors import UsageError
from rankwise.core.process import Job
from rankwise.core.records import Mpi
from rankwise.diagnoses.hangs import why
from rankwise.diagnoses.hung_job import programs_of_job, ranks_of_job, stand
from rankwise.diagnoses.other_nodes import stand_on
from rankwise.diagnoses.records import Diagnosis, StandingRank
from rankwise.diagnoses.stacks import UNNAMED, call_in
from rankwise.measure.watcher import Watcher
from rankwise.report.doctor import lines
from rankwise.verbs.watch.look import Node

SOURCE = Path(__file__).with_name("hang.cpp")
_LIMIT_S = 200.0


@contextmanager
def hanging(mpi: Mpi, how: str, folder: Path, calls: Sequence[str]) -> Iterator[Job]:
    """A job of two ranks that hangs so, once rank 0 and rank 1 stand in these calls; empty: in none of MPI."""
    assert mpi.launcher
    app = by_cxx(mpi, SOURCE, folder / "hang", "-g")
    env = {
        **os.environ, **mpi.env, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "PRTE_MCA_rmaps_default_mapping_policy": ":OVERSUBSCRIBE",
    }  # fmt: skip
    before = leftovers.present()
    job = Job.start([mpi.launcher, "-n", "2", str(app), how, str(folder)], env=env)
    try:
        end_s = time.monotonic() + _LIMIT_S
        ranks: list[StandingRank] = []
        while [rank.call for rank in ranks] != list(calls):
            assert time.monotonic() < end_s and job.popen.poll() is None, f"the job does not hang: {ranks}"
            ranks = stand(ranks_of_job(job.popen.pid)) if len(list(folder.glob("ready.*"))) == 2 else []
        yield job
    finally:
        job.stop(grace_s=0.5)
        job.popen.communicate()
        leftovers.sweep(before)


def looked_at(job: Job, out: Path) -> Diagnosis:
    diagnosis = rankwise.doctor(hung=job.popen.pid, out=out)
    assert [rank.number for rank in diagnosis.standing] == [0, 1], lines(diagnosis)
    return diagnosis


@pytest.mark.drawn(2)
@pytest.mark.gdb
@pytest.mark.mpi(2)
@pytest.mark.parametrize(
    ("how", "title", "calls"),
    [
        ("receives", "All ranks wait for a message and none sends", ["MPI_Recv", "MPI_Recv"]),
        ("sends", "All ranks send and none receives", ["MPI_Ssend", "MPI_Ssend"]),
        (
            "unlike",
            "Rank 1 waits in MPI_Recv for a message from rank 0 with tag 9 that is not sent",
            ["MPI_Allreduce", "MPI_Recv"],
        ),
        ("loop", "The others wait for rank 1, which computes, or is in an endless loop", ["MPI_Barrier", ""]),
    ],
)
def test_who_keeps_the_others_waiting_is_named(
    any_mpi: Mpi, how: str, title: str, calls: list[str], tmp_path: Path
) -> None:
    with hanging(any_mpi, how, tmp_path, calls) as job:
        diagnosis = looked_at(job, tmp_path / "out")
        watched = Node().look(ranks_of_job(job.popen.pid))
    by_gdb = platform.machine() != "x86_64"
    assert [(rank.in_mpi, rank.by_gdb) for rank in watched] == [(bool(call), by_gdb) for call in calls]
    assert diagnosis.findings[0].title == title, lines(diagnosis)
    assert [rank.call for rank in diagnosis.standing] == calls
    callers = {rank.caller for rank in diagnosis.standing}
    assert callers <= {"(anonymous namespace)::hang", "main"}, callers


@pytest.mark.gdb
@pytest.mark.mpi(2)
def test_a_stopped_rank_is_named_and_can_go_on(mpich: Mpi, tmp_path: Path) -> None:
    with hanging(mpich, "stopped", tmp_path, ["MPI_Barrier", "MPI_Barrier"]) as job:
        victim = looked_at(job, tmp_path / "out").standing[1].pid
        os.kill(victim, signal.SIGSTOP)
        end_s = time.monotonic() + _LIMIT_S
        while proc.state(victim) != "T":
            assert time.monotonic() < end_s
        diagnosis = looked_at(job, tmp_path / "out")
        os.kill(victim, signal.SIGCONT)
    (found,) = [finding for finding in diagnosis.findings if finding.id == "hang"]
    assert found.title == "Rank 1 is stopped"
    assert found.fixes[0].line == f"kill -CONT {victim}"
    assert found.affects == ("rank 1",)


@pytest.mark.thorough("the same answer is asked for by hand")
@pytest.mark.gdb
@pytest.mark.mpi(2)
def test_a_job_that_hangs_under_watch_is_told_and_ended(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = by_cxx(mpich, SOURCE, tmp_path / "hang", "-g")
    line = [str(mpich.launcher), "-n", "2", str(app), "receives", str(tmp_path)]
    phases: list[str] = []
    diagnosis = rankwise.doctor(
        line, run=True, limit_s=10.0, out=tmp_path / "out", watcher=Watcher(phase=phases.append)
    )
    assert phases[-2:] == ["it hangs, so it is ended now", "judging"], phases
    assert diagnosis.findings[0].title == "All ranks wait for a message and none sends", lines(diagnosis)
    assert [rank.call for rank in diagnosis.standing] == ["MPI_Recv"] * 2
    assert not any(Path(f"/proc/{rank.pid}").exists() for rank in diagnosis.standing), "it is ended"
    failed = rankwise.doctor([*line[:3], "sh", "-c", "exit 3"], run=True, limit_s=10.0, out=tmp_path / "out")
    assert "The job ended with status 3" in {finding.title for finding in failed.findings}


@pytest.mark.gdb
@pytest.mark.mpi(2)
def test_ranks_on_named_hosts_are_asked_there(mpich: Mpi, tmp_path: Path) -> None:
    agent = tmp_path / "agent"
    agent.write_text(
        '#!/bin/sh\n[ "$1" = gone ] && { echo "No route to host" >&2; exit 255; }\nshift\nexec sh -c "$*"\n'
    )
    agent.chmod(0o755)
    with hanging(mpich, "loop", tmp_path, ["MPI_Barrier", ""]) as job:
        ranks, silent = stand_on({"n1": "n1", "gone": "gone"}, str(agent), programs_of_job(job.popen.pid)[0])
        by_variable, _ = stand_on({"n1": "n1"}, str(agent), "PMI_SIZE=2")
    assert [(rank.number, rank.host, rank.call) for rank in ranks] == [(0, "n1", "MPI_Barrier"), (1, "n1", "")]
    assert {rank.pid for rank in ranks} <= {rank.pid for rank in by_variable}
    assert list(silent) == ["gone"] and "No route to host" in silent["gone"]


def test_a_process_that_is_no_rank_is_refused() -> None:
    with pytest.raises(UsageError, match="not a rank of a job"):
        rankwise.doctor(hung=os.getpid())
    with pytest.raises(UsageError, match="no such job of Slurm"):
        rankwise.doctor(hung=2**22 + 1)
    with pytest.raises(UsageError, match="not the number of a process or job"):
        rankwise.doctor(hung="./app")


def rank(number: int, call: str, **changes: object) -> StandingRank:
    stack = changes.pop("stack", (f"P{call}", "main") if call else ("compute", "main"))
    given = {"world": 2, "pid": 10 + number, "state": "running", "cpu_share": 1.0, "caller": "main", **changes}
    return StandingRank(number=number, call=call, stack=stack, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ranks", "title"),
    [
        ([rank(0, "MPI_Init"), rank(1, "MPI_Init_thread")], "Ranks 0, 1 are in MPI_Init"),
        ([rank(0, "MPI_Bcast"), rank(1, "MPI_Bcast")], "All ranks are in MPI_Bcast and it does not end"),
        ([rank(0, "MPI_Recv")], "1 rank of 2 is not on this node: 1"),
        ([rank(0, "", stack=()), rank(1, "", stack=())], "Where ranks stand cannot be seen"),
        ([rank(0, "MPI_Wait"), rank(1, "", state="sleeping", cpu_share=0.0)],
         "The others wait for rank 1, which waits for something that is not MPI"),
    ],
)  # fmt: skip
def test_what_no_program_of_ours_shows(ranks: list[StandingRank], title: str) -> None:
    assert [finding.title for finding in why(ranks)] == [title]


@pytest.mark.parametrize(
    ("frames", "call"),
    [
        (["poll", "??", "PMPI_Recv", "main"], ("MPI_Recv", "main", 2)),
        (["MPIR_Barrier", "PMPI_Barrier", "mpi_barrier_", "solve_", "MAIN__"], ("MPI_Barrier", "solve_", 2)),
        (["MPI_Wait", "mpi_wait_f08_", "__solver_MOD_step"], ("MPI_Wait", "__solver_MOD_step", 1)),
        (["PMPI_Allreduce@plt", "norm"], ("MPI_Allreduce", "norm", 0)),
        (["MPIDI_Progress_wait", "?? /opt/lib/libmpi.so.12", "main"], (UNNAMED, "main", 1)),
        (["?? /usr/lib/libm.so.6", "main"], ("", "", -1)),
    ],
)
def test_the_outermost_frame_of_mpi_is_the_call(frames: list[str], call: tuple[str, str, int]) -> None:
    assert call_in([(name, library) for name, _, library in (frame.partition(" ") for frame in frames)]) == call
