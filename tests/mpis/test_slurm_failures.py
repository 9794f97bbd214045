"""Jobs that fail under srun, each in its own way: `doctor --run` tells the cause first."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

import rankwise
from builders.programs import compiled
from rankwise.core import process
from rankwise.core.records import Mpi

pytestmark = [pytest.mark.slurm, pytest.mark.mpi(2)]
_SOURCE = Path(__file__).with_name("failing.c")
_LONG_S = 60.0  # for a start that other processes delay
ENDS = ("--kill-on-bad-exit=1",)


@pytest.fixture
def program(mpich: Mpi, tmp_path: Path) -> Path:
    """Besides it `lost`, which needs a library that is gone, and `plain`, which may not be executed."""
    app = compiled(mpich, _SOURCE, tmp_path / "app")
    (tmp_path / "mesh.c").write_text("int mesh(void) { return 1; }")
    library, folder = tmp_path / "libmesh7.so", f"-L{tmp_path}"
    assert process.run(["cc", "-shared", str(tmp_path / "mesh.c"), "-o", str(library)], timeout_s=60).ok
    compiled(mpich, _SOURCE, tmp_path / "lost", "-Wl,--no-as-needed", folder, "-lmesh7")
    library.unlink()
    shutil.copy(app, tmp_path / "plain")
    (tmp_path / "plain").chmod(0o644)
    return app


@dataclass(frozen=True)
class Failing:
    """A line, the finding that must be the first, and words of its evidence or title. `start`: a probe shows it, not
    the job's own words."""

    options: tuple[str, ...]
    name: str
    words: tuple[str, ...]
    first: str
    says: str = ""
    start: bool = False


FAILING = {
    "no PMI": Failing(("--mpi=none",), "app", ("exit",), "singletons", start=True),
    "wrong PMI": Failing(("--mpi=pmix",), "app", (), "pmi-version", "PMI"),
    "unknown PMI": Failing(("--mpi=pmi9",), "app", (), "slurm-mpi-type", "pmi9"),
    "no program": Failing(("--mpi=pmi2",), "gone", (), "no-program"),
    "not executable": Failing(("--mpi=pmi2",), "plain", (), "slurm-exec", "Permission denied"),
    "no library": Failing(("--mpi=pmi2",), "lost", (), "missing-library", "libmesh7.so"),
    "exit": Failing(("--mpi=pmi2", *ENDS), "app", ("exit",), "slurm-task-exit", "task 1: Exited with exit code 7"),
    "crash": Failing(("--mpi=pmi2", *ENDS), "app", ("crash",), "slurm-task-exit", "task 1: Aborted"),
    "memory": Failing(("--mpi=pmi2", "--mem=100", *ENDS), "app", ("memory",), "slurm-oom", "memory limit"),
    "partition": Failing(("--mpi=pmi2", "--partition=none"), "app", (), "slurm-account", "nvalid partition"),
    "time": Failing(("--mpi=pmi2", "--time=1"), "app", ("sleep",), "slurm-time", "TIME LIMIT"),
}


@pytest.mark.drawn(3)
@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=pytest.mark.thorough("it takes a minute")) if kind == "time" else kind
        for kind in FAILING
    ],
)
@pytest.mark.usefixtures("slurm")
def test_why_a_job_fails_under_srun_is_told_first(kind: str, program: Path, tmp_path: Path) -> None:
    job = FAILING[kind]
    line = ["srun", "-n", "2", *job.options, str(program.with_name(job.name)), *job.words]
    told = rankwise.doctor(line, run=not job.start, limit_s=_LONG_S * job.start, out=tmp_path / "out")
    assert told.findings[0].id == job.first, [finding.title for finding in told.findings]
    assert job.says in " ".join(item.observation for item in told.findings[0].evidence) + told.findings[0].title


def test_more_tasks_than_the_allocation_has_are_told(allocation: str, program: Path, tmp_path: Path) -> None:
    line = ["srun", "-n", "64", "--mpi=pmi2", str(program)]
    told = rankwise.doctor(line, run=True, limit_s=0.0, out=tmp_path / "out")
    assert told.findings[0].id == "slurm-nodes-config", [finding.title for finding in told.findings]
