"""A line that Slurm does not start, and one that is ended: what is told, and that no job is left, on a real Slurm."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import rankwise
from builders.slurm import allocated
from rankwise.core import process
from rankwise.core.process import Job
from rankwise.core.records import Finding
from rankwise.diagnoses.submitted import Submitted, submitted

pytestmark = pytest.mark.slurm
_STUBBORN = "trap '' TERM; echo > task.$SLURM_PROCID; while :; do sleep 1; done"
"""A task that goes on when it is asked to end."""


@pytest.fixture
def held(slurm: str) -> Iterator[str]:
    """The number of a job that has all of the node."""
    with allocated(slurm, "--exclusive") as variables:
        yield variables["SLURM_JOB_ID"]


def jobs() -> set[str]:
    """The jobs that Slurm has, without those that it is ending."""
    told = process.run(["squeue", "--noheader", "--states=PENDING,RUNNING", "--format=%i"], timeout_s=100)
    assert told.ok, told.describe()
    return set(told.stdout.split())


def steps_of_programs() -> list[str]:
    told = process.run(["squeue", "--steps", "--noheader", "--format=%i"], timeout_s=100)
    return [step for step in told.stdout.split() if step.rpartition(".")[2].isdecimal()]


def until(happened: Callable[[], bool], limit_s: float) -> None:
    end_s = time.monotonic() + limit_s
    while not happened():
        assert time.monotonic() < end_s
        time.sleep(0.1)


def the_queue(told: list[Finding]) -> Finding:
    (found,) = [item for item in told if item.id == "slurm-queue"]
    return found


@pytest.mark.mpi(2)
@pytest.mark.parametrize("run", [False, True], ids=["in its place", "itself"])
@pytest.mark.parametrize("line", [["srun", "-n", "2", "true"], ["salloc", "-n", "2", "srun", "true"]])
def test_a_job_in_the_queue_is_told_and_cancelled(
    line: list[str], run: bool, held: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rankwise.verbs.doctor._FIRST_LOOK_S", 3.0)
    limits = {"run": True, "limit_s": 0.0} if run else {"limit_s": 1.0}
    told = rankwise.doctor(line, out=tmp_path, **limits)  # type: ignore[arg-type]
    found = the_queue(list(told.findings))
    assert "(Resources): nothing was started" in found.title and found.title.split()[1].isdecimal()
    assert f"doctor --run -- {' '.join(line)}" in found.fixes[0].text
    assert not any(item.severity == "critical" for item in told.findings)
    assert jobs() == {held}


def test_it_is_told_while_it_waits_and_starts_when_there_is_room(slurm: str) -> None:
    with allocated(slurm, "--exclusive") as variables:
        phases: list[str] = []

        def tell(words: str) -> None:
            phases.append(words)
            process.run(["scancel", variables["SLURM_JOB_ID"]], timeout_s=100)

        job = Job.start(["srun", "-n", "2", "sleep", "1"])
        with submitted(job, ["srun"], {}) as started:
            assert started.waits(100.0, tell) is None
            assert job.let_end(100.0).ok
    assert len(phases) == 1 and "waits in Slurm's queue (Resources): nothing has started yet" in phases[0]


@pytest.mark.mpi(2)
@pytest.mark.usefixtures("allocation")
def test_a_step_that_waits_for_another_is_told(tmp_path: Path) -> None:
    other = Job.start(["srun", "-n", "2", "--exact", "sleep", "1000"])
    try:
        assert Submitted(other, ["srun"], {"SLURM_JOB_ID": "1"}).waits(100.0, pytest.fail) is None
        told = rankwise.doctor(["srun", "-n", "2", "--exact", "true"], limit_s=2.0, out=tmp_path)
    finally:
        other.stop()
    found = the_queue(list(told.findings))
    assert found.title.startswith("A step of job") and "srun --overlap -n 2 --exact true" in found.fixes[0].text


@pytest.mark.parametrize("around", [False, True], ids=["a job of its own", "a step"])
def test_nothing_is_left_in_slurm_of_a_line_that_is_ended(
    around: bool, slurm: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if around:
        request.getfixturevalue("allocation")
    before = jobs()
    task = ["env", "-u", "RANKWISE_JOB", "sh", "-c", _STUBBORN]  # `Job.stop` finds it as little as on another node
    line = ["srun", "-n", "2", "--overlap", f"--chdir={tmp_path}", *task]
    job = Job.start(line)
    with submitted(job, line, os.environ) as started:
        assert started.waits(100.0, lambda _words: None) is None
        # What a srun that is killed before its tasks run leaves is a step of Slurm's books alone, which none can end.
        until(lambda: len(list(tmp_path.glob("task.*"))) == 2, 100.0)
        job.popen.kill()
        job.popen.wait()
    assert jobs() == before
    if around:
        until(lambda: not steps_of_programs(), 25.0)  # Slurm kills what ignores a plain cancel after 30
