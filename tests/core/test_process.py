"""Jobs end with all that they started, and what they held is removed."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rankwise.core import job_processes, leftovers, proc, process
from rankwise.core.process import Job, run
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.mpis import catalog

# Makes one shared-memory file after the other and holds all of them, as fast as it can.
MAKER = """
import itertools, sys, time
held = []
for number in itertools.count():
    held.append(open(f"/dev/shm/{sys.argv[1]}-{number}", "w"))
    if number == 3:
        print("going", flush=True)
    if number == 800:
        time.sleep(600)
"""


def test_what_a_process_makes_until_its_end_is_removed() -> None:
    name = f"rankwise-test-{secrets.token_hex(4)}"
    job = Job.start([sys.executable, "-c", MAKER, name])
    try:
        assert job.popen.stdout is not None
        assert job.popen.stdout.readline() == b"going\n"
        assert list(Path("/dev/shm").glob(f"{name}-*"))
        job.end_first({os.path.realpath(sys.executable)})
        job.stop()
        assert job.pids() == []
        assert list(Path("/dev/shm").glob(f"{name}-*")) == []
    finally:
        for path in Path("/dev/shm").glob(f"{name}-*"):
            path.unlink()


def test_processes_that_left_the_session_are_ended_too() -> None:
    job = Job.start(["sh", "-c", "setsid sh -c 'echo started; sleep 600; :' & wait"])
    assert job.popen.stdout is not None
    assert job.popen.stdout.readline() == b"started\n"
    assert len(job.pids()) >= 2  # and the sleep, once it has begun
    job.stop(grace_s=1.0)
    assert job.pids() == []


def test_a_program_over_its_limit_is_ended_with_its_children() -> None:
    done = run(["sh", "-c", "echo said; sleep 600 & wait"], timeout_s=4.0)
    assert done.returncode is None
    assert done.stdout == "said\n"
    assert "was stopped at its time limit" in done.describe()


@pytest.mark.parametrize("named", ["mpich_", "sm_segment.", "Intel_MPI_", "ucx_shm_posix_", "psm3_shm."])
def test_new_shared_memory_that_nobody_holds_is_swept(named: str) -> None:
    before = leftovers.present()
    token = secrets.token_hex(8)
    left, held = (Path(f"/dev/shm/{named}test_{token}_{what}") for what in ("left", "held"))
    other = Path(f"/dev/shm/rankwise-test-{token}")  # of no MPI
    left.write_text("x")
    other.write_text("x")
    try:
        with held.open("w"):
            leftovers.sweep(before)
            assert not left.exists()
            assert held.exists()
            assert other.exists()
    finally:
        held.unlink()
        other.unlink()


def test_the_folder_of_a_job_of_open_mpi_is_swept_when_none_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    before = leftovers.present()
    top = Path(f"/tmp/ompi.test-{secrets.token_hex(8)}.{os.geteuid()}")
    (top / "jf.0/1/0").mkdir(parents=True)
    (top / "jf.0/2").symlink_to(Path.cwd())
    monkeypatch.setattr(leftovers.proc, "environments", lambda: iter([(1, b"PMIX_NAMESPACE=prterun-1")]))
    leftovers.sweep(before)
    assert (top / "jf.0/1/0").is_dir()
    monkeypatch.setattr(leftovers.proc, "environments", lambda: iter([(1, b"HOME=/")]))
    leftovers.sweep(before)
    assert not (top / "jf.0/1").exists()
    assert (top / "jf.0/2").is_symlink()
    (top / "jf.0/2").unlink()
    (top / "jf.0/3").mkdir()
    leftovers.sweep(before)
    assert not top.exists()


# A rank that no polite request ends.
STUBBORN = """
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
    signal(SIGTERM, SIG_IGN);
    MPI_Init(&argc, &argv);
    puts("going");
    fflush(stdout);
    while (1) pause();
}
"""


@pytest.mark.mpi(2)
def test_a_launcher_ends_by_itself_and_removes_its_files_when_its_ranks_are_killed(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_processes, "_LAUNCHERS_S", 100.0)  # it is given this time, and takes what it needs
    monkeypatch.setattr(job_processes, "_END_S", 100.0)
    (tmp_path / "rank.cpp").write_text(STUBBORN)
    program = str(tmp_path / "rank")
    built = run([str(mpich.compiler), str(tmp_path / "rank.cpp"), "-o", program], timeout_s=60)
    assert built.ok, built.describe()
    launch = catalog.launcher_for(mpich).command(mpich, LaunchSpec(places=(Place(host=None, program=program),) * 2))
    job = Job.start(launch.argv, env=launch.env)
    assert job.popen.stdout is not None
    assert job.popen.stdout.readline().startswith(b"going")  # of either rank
    job.stop(grace_s=0.3)
    assert job.pids() == []
    assert job.popen.returncode != -signal.SIGKILL  # it was not killed: one that is leaves /tmp/hydra_hwloc_xmlfile_*


def test_a_compiler_ends_with_all_that_it_started_when_its_tool_is_killed(tmp_path: Path) -> None:
    """As g++ does, the program starts another one, which it does not end by itself."""
    ready, part = tmp_path / "ready", tmp_path / "part"
    compiler = f"sleep 600 & echo $! > {part}; mv {part} {ready}; wait"
    code = f"from rankwise.core import process; process.build(['sh', '-c', {compiler!r}], timeout_s=600)"
    tool = subprocess.Popen([sys.executable, "-c", code])
    _until(ready.exists)
    inner = int(ready.read_text())
    tool.kill()
    tool.wait()
    _until(lambda: proc.state(inner) in "XZ")
    done = process.build(["sh", "-c", "echo out; exit 3"], timeout_s=60)
    assert (done.returncode, done.stdout, done.argv) == (3, "out\n", ("sh", "-c", "echo out; exit 3"))


def _until(condition: Callable[[], bool]) -> None:
    end_s = time.monotonic() + 200.0
    while not condition():
        assert time.monotonic() < end_s
        time.sleep(0.01)
