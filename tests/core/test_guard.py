"""What is left when a tool is killed while a user's program runs: nothing, a moment later."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from builders.own_tmp import own_tmp
from rankwise.core.process import run
from rankwise.core.records import Mpi

_EXAMPLES = Path(__file__).parents[2] / "examples"
_OWN = ["unshare", "--mount", "--propagation", "private", "--pid", "--fork", "--mount-proc", "--kill-child"]
# The first process of its namespace, where all that it sees is of the job.
_INSIDE = """
import contextlib, glob, os, signal, subprocess, sys, time
def until(condition):
    end = time.monotonic() + 150
    while not condition():
        assert time.monotonic() < end, (os.listdir("/proc"), files() - before)
        time.sleep(0.01)
def living():
    for pid in (int(name) for name in os.listdir("/proc") if name.isdigit() and name != "1"):
        try:
            with open(f"/proc/{pid}/stat") as file:
                dead = file.read().rpartition(")")[2].split()[0] == "Z"
            if not dead:
                yield pid
        except OSError:
            pass
def files():
    return {*glob.glob("/tmp/*"), *glob.glob("/dev/shm/*")}
before = files()
begun = subprocess.Popen(sys.argv[1:])
until(lambda: glob.glob("/tmp/hydra_hwloc_xmlfile_*") and glob.glob("/dev/shm/mpich_*"))
VICTIM
until(lambda: not list(living()))
print(sorted(files() - before))
"""
_KILL = {
    "tool": "begun.kill()",
    "launcher": """
for pid in living():
    with contextlib.suppress(OSError):  # a process of the job may just have ended
        if os.path.basename(os.readlink(f"/proc/{pid}/exe")).startswith("mpiexec"):
            os.kill(pid, signal.SIGHUP)
""",
}


def _begun(mpi: Mpi) -> list[str]:
    """Begins a line where /tmp and /dev/shm hold nothing that is not of its job, but what the job needs to start."""
    needed = (Path(__file__).parents[2], sys.prefix, sys.base_prefix, mpi.prefix)
    return [*_OWN, "sh", "-c", f'mount -t tmpfs tmpfs /dev/shm && {own_tmp(needed)} && exec "$@"', "sh"]


@pytest.fixture
def ring(mpich: Mpi) -> Iterator[str]:
    """A program outside of /tmp, which is covered in the test."""
    wrapper = str(Path(mpich.compiler or "").with_name("mpicc"))
    with TemporaryDirectory(prefix="rankwise-test-", dir="/var/tmp") as folder:
        program = f"{folder}/ring"
        env = {**os.environ, **mpich.env}
        assert run([wrapper, "-O1", "-o", program, str(_EXAMPLES / "ring.c")], timeout_s=60, env=env).ok
        yield program


@pytest.mark.netns
@pytest.mark.mpi(2)
@pytest.mark.parametrize("victim", _KILL)
def test_a_program_whose_tool_or_launcher_is_killed_leaves_nothing(mpich: Mpi, ring: str, victim: str) -> None:
    """Where the launcher is killed, its tool sweeps; where the tool is, its guard does."""
    code = f"""
from rankwise.core import leftovers, process
before = leftovers.present()
with process.guarded():
    process.run({[mpich.launcher, "-n", "2", ring, "65536", "1000000000"]!r}, timeout_s=300)
leftovers.sweep(before)
"""
    inside = _INSIDE.replace("VICTIM", _KILL[victim])
    home = Path(sys.executable)
    env = {**os.environ, **mpich.env}
    done = subprocess.run(
        [*_begun(mpich), home, "-c", inside, home, "-c", code],
        env=env,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr


def test_a_guard_outlives_ctrl_c_while_it_starts() -> None:
    """The launcher is told at once, and the guard of its job loads beside it."""
    left = Path(f"/dev/shm/mpich_test_of_rankwise_{os.getpid()}")
    line = ["sh", "-c", 'echo > "$0"; kill -INT 0; kill -KILL $$', str(left)]
    code = f"import os; from rankwise.core import process; process.become_cleanly({line!r}, os.environ)"
    try:
        done = subprocess.run([sys.executable, "-c", code], start_new_session=True, check=False)
        assert done.returncode < 0
        deadline = time.monotonic() + 60
        while left.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not left.exists()
    finally:
        left.unlink(missing_ok=True)
