"""A rank that is killed under `rankwise run`: what its MPI keeps in /dev/shm goes with the job."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from builders.tunings import a_tuning
from rankwise.apply import file
from rankwise.apply.builds import tuned_build
from rankwise.core.records import Mpi
from rankwise.tuning.records import TuningLine

PROGRAM = r"""
import ctypes, os, pathlib, signal, sys
mpi = ctypes.CDLL(sys.argv[1], ctypes.RTLD_GLOBAL)
mpi.MPI_Init(None, None)
mapped = {word for line in open("/proc/self/maps") for word in line.split() if word.startswith("/dev/shm/")}
if os.environ["PMI_RANK"] == "0":
    # Into a file: a launcher whose rank is killed may end before it has passed on the last words.
    pathlib.Path(sys.argv[2]).write_text("\n".join(mapped))
    os.kill(os.getpid(), signal.SIGKILL)
signal.pause()
"""
LIMIT_S = 120.0


@pytest.mark.mpi(2)
@pytest.mark.parametrize("how", [[], ["--json"]], ids=["becomes the launcher", "stays beside it"])
def test_nothing_of_its_memory_stays(mpich: Mpi, tmp_path: Path, how: list[str]) -> None:
    line = TuningLine(id="x", why="", undo="", knobs={"env:MPIR_CVAR_CH4_CMA_ENABLE": "0"})
    tuning = a_tuning((line,), mpich, library_sha256=tuned_build(mpich).library_sha256)
    file.write(tuning, tmp_path / "tuning.toml")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    argv = [
        str(Path(sys.executable).with_name("rankwise")),
        "run",
        "--tuning",
        str(tmp_path / "tuning.toml"),
        "--no-check",
        *how,
    ]
    job = ["mpiexec", "-n", "2", sys.executable, str(program), str(mpich.library), str(tmp_path / "mapped")]
    argv += ["--mpi", mpich.name, "--", *job]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=LIMIT_S, check=False)
    assert done.returncode != 0
    files = (tmp_path / "mapped").read_text().splitlines()
    assert files, done.stdout + done.stderr
    deadline = time.monotonic() + LIMIT_S  # the guard looks when the last process has ended
    while any(Path(name).exists() for name in files) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not [name for name in files if Path(name).exists()]
