"""Jobs that fail under srun, each in its own way, and what the doctor must tell first of each."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from builders.programs import compiled
from rankwise.core import process
from rankwise.core.records import Mpi

_ENDS = ("--kill-on-bad-exit=1",)


@dataclass(frozen=True)
class Failing:
    """Options of the line, its program and its word; the finding that must be the first, and words of its evidence or
    title. `start`: a probe shows it, not the job's own words.
    `allocated`: it is a step of an allocation of two tasks. `lasts`: it takes more than a minute."""

    options: tuple[str, ...]
    first: str
    says: str = ""
    name: str = "app"
    word: str = ""
    start: bool = False
    allocated: bool = False
    lasts: bool = False

    def line(self, folder: Path) -> list[str]:
        """What is typed, with the programs that `programs` put into a folder."""
        return ["srun", "-n", "2", *self.options, str(folder / self.name), *([self.word] if self.word else [])]


FAILING = {
    "no PMI": Failing(("--mpi=none",), "singletons", word="exit", start=True),
    "wrong PMI": Failing(("--mpi=pmix",), "pmi-version", "PMI"),
    "unknown PMI": Failing(("--mpi=pmi9",), "slurm-mpi-type", "pmi9"),
    "no program": Failing(("--mpi=pmi2",), "slurm-exec", "No such file", name="gone"),
    "not executable": Failing(("--mpi=pmi2",), "slurm-exec", "Permission denied", name="plain"),
    "no library": Failing(("--mpi=pmi2",), "missing-library", "libmesh7.so", name="lost"),
    "exit": Failing(("--mpi=pmi2", *_ENDS), "slurm-task-exit", "task 1: Exited with exit code 7", word="exit"),
    "crash": Failing(("--mpi=pmi2", *_ENDS), "abort-signal", "task 1: Aborted", word="crash"),
    "memory": Failing(("--mpi=pmi2", "--mem=100", *_ENDS), "slurm-oom", "memory limit", word="memory"),
    "partition": Failing(("--mpi=pmi2", "--partition=none"), "slurm-account", "nvalid partition"),
    "more tasks": Failing(("--mpi=pmi2", "--ntasks=64"), "slurm-nodes-config", "more than", allocated=True),
    "time": Failing(("--mpi=pmi2", "--time=1"), "slurm-time", "TIME LIMIT", word="sleep", lasts=True),
}


def programs(mpi: Mpi, source: Path, folder: Path) -> None:
    """The programs of these jobs: `app`, `lost`, which needs a library that is gone, and `plain`, which may not be
    executed."""
    app = compiled(mpi, source, folder / "app")
    (folder / "mesh.c").write_text("int mesh(void) { return 1; }")
    library = folder / "libmesh7.so"
    assert process.run(["cc", "-shared", str(folder / "mesh.c"), "-o", str(library)], timeout_s=60).ok
    compiled(mpi, source, folder / "lost", "-Wl,--no-as-needed", f"-L{folder}", "-lmesh7")
    library.unlink()
    shutil.copy(app, folder / "plain")
    (folder / "plain").chmod(0o644)
