"""A job that is watched on several nodes: what their readers tell, how they are started, and what none of them sees."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

import rankwise
from builders.programs import compiled
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import Mpi
from rankwise.diagnoses.slurm_job import job_of, step_of
from rankwise.preloads.trace.layout import COLLECTED
from rankwise.tracing.window import Event, RankWindow, Second
from rankwise.verbs.watch import here
from rankwise.verbs.watch.judge import Judge
from rankwise.verbs.watch.look import Kernel, Seen
from rankwise.verbs.watch.nodes import MARK, Nodes, Told, joined
from rankwise.verbs.watch.run import Watch

SOURCE = Path(__file__).with_name("watch_steps.c")
NOBODY = 65534


def window(rank: int, seconds: range, *, late_s: float = 0.0, ahead_s: int = 0) -> RankWindow:
    """A rank that calls a collective in each second, on a node whose clock is ahead of the others'."""
    events = {
        1000 + at: Event(
            "Barrier", COLLECTED, 0, at + ahead_s + 0.5 + late_s, at + ahead_s + 0.9, float(at + ahead_s), 64
        )
        for at in seconds
    }
    own = {at + ahead_s: Second(10, 80, 0.5 - late_s) for at in seconds}
    return RankWindow(
        rank=rank, world=4, pid=100 + rank, host="n1", inside="Barrier", seconds=own, events=events, halvings=0
    )


def seen(rank: int, of: RankWindow | None = None, host: str = "n1", **more: object) -> Seen:
    return Seen(rank, 100 + rank, host, world=4, window=of, **more)  # type: ignore[arg-type]


def script(file: Path, text: str) -> Path:
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)
    return file


def test_what_a_reader_tells_is_read_again() -> None:
    rank = seen(
        2,
        window(2, range(5)),
        kernel=Kernel(1, 2.0, 0.5, 0, 0),
        sites={2**64 - 1: ("/app", 16)},
        beside="x (process 9)",
    )
    told = Told(7.5, [rank, replace(rank, window=None, sampled=True, in_mpi=False)])
    assert msgspec.json.decode(msgspec.json.encode(told), type=Told) == told


def test_a_reader_tells_each_second_and_call_once_and_joined_they_are_the_window() -> None:
    first, then = window(1, range(10)), window(1, range(5, 15))
    news = here._news(seen(1, then), {101: first}).window
    assert news is not None and sorted(news.seconds) == list(range(10, 15)) and len(news.events) == 5
    whole = joined(joined(None, first, 100), news, 100)
    assert sorted(whole.seconds) == list(range(100, 115))
    assert sorted(int(event.ended_s) for event in whole.events.values()) == list(range(100, 115))
    assert {event.began_s - (event.since_s or 0) for event in whole.events.values()} == {0.5}
    old = joined(whole, window(1, range(200, 201)), 100)
    assert sorted(old.seconds) == [300] and len(old.events) == 1, "what is older than a window goes"


def test_a_late_rank_on_a_node_with_a_clock_of_its_own_is_named() -> None:
    judge = Judge()
    for now in range(3, 60):
        ranks = []
        for rank in range(4):
            ahead_s = 5000 if rank > 1 else 0
            late_s = 0.05 if rank == 2 else 0.001 * (rank % 3)
            told = window(rank, range(max(0, now - 30), now), late_s=late_s, ahead_s=ahead_s)
            ranks.append(seen(rank, joined(None, told, -ahead_s), f"n{rank // 2}"))
        judge.see(ranks)
    assert judge.late() == [2]


@pytest.mark.parametrize(
    ("silent", "words"),
    [
        ({"n2": "No route to host"}, "2 ranks of 4 cannot be read: 2-3 (n2 says: No route to host)"),
        ({}, "2 ranks of 4 cannot be read: 2-3 (no process"),
    ],
)
def test_ranks_that_no_reader_sees_are_told_with_the_reason(silent: dict[str, str], words: str) -> None:
    told = Watch("job 8").look([seen(0, window(0, range(5))), seen(1, window(1, range(5)))], silent)
    assert [rank.number for rank in told.ranks] == [0, 1]
    early, unseen = told.notes
    assert early.startswith("too early to say whether a rank is late: with 4 ranks that takes at least 13 ")
    assert unseen.startswith(words)


def test_several_programs_of_a_slurm_job_are_not_taken_for_one() -> None:
    twice = [replace(seen(rank, window(rank, range(5))), step=step) for step in "01" for rank in (0, 1)]
    with pytest.raises(UsageError, match="several programs at once") as told:
        Watch("job 8").look(twice)
    assert "8.0, 8.1" in told.value.hint


def test_nodes_of_which_none_answers_are_an_error_with_their_words(tmp_path: Path) -> None:
    agent = script(tmp_path / "agent", 'echo "no way to $1" >&2; exit 255')
    words = re.escape("n1.far: no way to n1.far; n2.far: no way to n2.far")
    with (
        closing(Nodes(["n1.far", "n2.far"], str(agent), ["A=b"], 1.0)) as nodes,
        pytest.raises(EnvironmentProblem, match=words),
    ):
        nodes.look()
    with closing(Nodes(["n1.far"], str(agent), ["A=b"], 1.0, runs=lambda: False)) as nodes:
        assert nodes.look() == [] and nodes.ended, "the job has ended, and its readers with it"


def test_a_node_that_tells_nonsense_is_silent_and_the_others_are_read(tmp_path: Path) -> None:
    line = (MARK + msgspec.json.encode(Told(1.0, [seen(0, window(0, range(5)))], ended=True))).decode()
    bad = MARK.decode() + '{"at_s": "x"}'
    agent = script(tmp_path / "agent", f"[ $1 = bad.far ] && echo '{bad}' || echo '{line}'")
    with closing(Nodes(["good.far", "bad.far"], str(agent), ["A=b"], 1.0)) as nodes:
        assert [(rank.number, rank.host) for rank in nodes.look()] == [(0, "good.far")]
        assert nodes.silent == {"bad.far": "its answer cannot be read"}


def test_a_sample_of_stacks_counts_once(tmp_path: Path) -> None:
    told = Told(1.0, [replace(seen(0), sampled=True, in_mpi=True)])
    line = (MARK + msgspec.json.encode(told)).decode()
    agent = script(tmp_path / "agent", f"echo '{line}'; read word < {tmp_path}/go; echo '{line}'; exec sleep 600")
    os.mkfifo(tmp_path / "go")
    with closing(Nodes(["n1.far"], str(agent), ["A=b"], 1.0)) as nodes:
        assert [[rank.in_mpi for rank in nodes.look()] for _ in range(3)] == [[True], [None], [None]]
        (tmp_path / "go").write_text("\n")
        while (again := nodes.look()[0].in_mpi) is None:
            pass
        assert again is True


def test_a_job_of_slurm_and_the_step_of_a_srun_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host = os.uname().nodename
    step = f"StepId=815.3 UserId=0 StartTime=now State=RUNNING NodeList=n[1-2] SrunHost:Pid={host}:"
    script(tmp_path / "squeue", 'case "$*" in *--jobs=815*) echo "n[1-2]";; *) echo invalid >&2; exit 1;; esac')
    script(tmp_path / "srun", "read word")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    job = job_of("815.3")
    assert job is not None and job.nodes == ("n1", "n2")
    assert job.which == ("SLURM_JOB_ID=815", "SLURM_STEP_ID=3") and job.agent.startswith("env SLURM_JOB_ID=815 ")
    assert job_of("9") is None and job_of("") is None and job_of("815;id") is None
    srun = subprocess.Popen(["srun"], executable=sys.executable, stdin=subprocess.PIPE)
    try:
        script(tmp_path / "scontrol", f"echo '{step}1{srun.pid}'; echo '{step}{srun.pid} Extra=1'")
        while not Path(f"/proc/{srun.pid}/cmdline").read_bytes():
            pass  # the kernel has its words a moment after its start
        assert step_of(srun.pid) == "815.3"
        assert step_of(os.getpid()) == ""
    finally:
        srun.communicate()


def test_only_folders_of_rankwise_are_taken_away(tmp_path: Path) -> None:
    ours = Path(tempfile.mkdtemp(prefix="rankwise-trace-", dir="/tmp"))
    (ours / "n1.7.trace").write_text("x")
    here.take_away([f"RANKWISE_WATCH={tmp_path}", f"RANKWISE_WATCH={ours}/../{tmp_path}", f"RANKWISE_TRACE_OWN={ours}"])
    assert tmp_path.exists() and not ours.exists()


@pytest.mark.parametrize("word", ["x", "-1", "8.x", "8 9", "1_2"])
def test_what_is_no_number_of_a_process_or_job_is_refused(word: str) -> None:
    with pytest.raises(UsageError, match="no number of a process or job"):
        rankwise.watch(job=word)


@pytest.mark.other_user
def test_the_job_of_another_user_is_said_to_be_one() -> None:
    code = (
        "import os; from rankwise.verbs.watch.run import Elsewhere, running; "
        f"os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY})\n"
        f"try: next(running('{os.getpid()}', 1.0, Elsewhere()))\n"
        "except Exception as error: print(type(error).__name__, error.code, error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("EnvironmentProblem other-user") and "is of another user (number 0)" in done.stdout


@pytest.mark.mpi(ranks=2)
def test_ranks_on_named_hosts_are_read_there_and_a_host_that_cannot_be_reached_is_told(
    mpich: Mpi, tmp_path: Path
) -> None:
    agent = script(
        tmp_path / "agent",
        '[ "$1" = gone ] && { echo "No route to host" >&2; exit 255; }\nshift\nexec sh -c "$*"',
    )
    program = compiled(mpich, SOURCE, tmp_path / "steps")
    argv = (str(mpich.launcher), "-launcher", "fork", "-n", "2", str(program), "3000", "100")
    with closing(rankwise.watch(argv, every_s=0.3, hosts="gone", agent=str(agent))) as looks:  # type: ignore[type-var]
        told = next(
            told for told in looks if told.ended or [(rank.calls_per_s or 0) > 1 for rank in told.ranks] == [True] * 2
        )
    assert [(rank.host, rank.unread) for rank in told.ranks] == [(os.uname().nodename, "")] * 2
    assert told.notes[1:] == ("gone tells nothing: No route to host",)
