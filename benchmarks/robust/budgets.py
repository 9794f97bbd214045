"""Commands with a budget: does each end in time, on a free machine and beside processes that compute?"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.goals import Goal, Report, share
from rankwise.core.records import Mpi
from rankwise.mpis import catalog

_MOST = 1.15
"""Of the budget, a command may take so much beside its start-up."""
_LIMIT = 8.0
_START_S = 20.0
"""The most that a start-up may take: engines are built before anything is timed here."""
_QUICK = 3
_USAGE = 2  # a command that did nothing keeps every budget
_ENDLESS = """\
#include <mpi.h>
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    for (volatile unsigned long turns = 0;; turns = turns | 1U) {}
}
"""
_SHORT = """\
#include <mpi.h>
int main(int argc, char** argv) {
    static double values[1 << 16], sums[1 << 16];
    MPI_Init(&argc, &argv);
    for (int turn = 0; turn < 200; ++turn)
        MPI_Allreduce(values, sums, 1 << 16, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


@dataclass(frozen=True)
class Budgeted:
    """A command line of rankwise within so many seconds. `{short}` and `{endless}` are launch lines of programs."""

    words: str
    budget_s: float

    @property
    def name(self) -> str:
        return self.words.partition(" -- ")[0]


COMMANDS = (
    Budgeted("map --quick --budget 10s", 10),
    Budgeted("map --budget 20s", 20),
    Budgeted("improve --budget 10s -- {endless}", 10),
    Budgeted("improve --budget 40s -- {short}", 40),
    Budgeted("survey --quick --budget 15s", 15),
    Budgeted("survey --budget 30s", 30),
    Budgeted("survey --budget 20s --no-experiments", 20),
    Budgeted("bench pingpong allreduce --budget 8s", 8),
    Budgeted("bench sendrecv --sizes 0:1MiB --budget 15s", 15),
    Budgeted("bench alltoall bcast barrier --ranks 2 --budget 10s", 10),
    Budgeted("compare {mpi} {mpi}+bind=none --kernels pingpong --budget 15s", 15),
    Budgeted("compare {mpi} {mpi}+bind=none --kernels allreduce --sizes 8,64KiB --budget 20s", 20),
    Budgeted("compare default env:RANKWISE_NOTHING=1 --budget 15s -- {short}", 15),
    Budgeted("fabrics --budget 15s", 15),
    Budgeted("scale --budget 25s", 25),
    Budgeted("tune --for collectives --sizes 8,64KiB --budget 40s", 40),
    Budgeted("tune --for latency --budget 30s", 30),
    Budgeted("tune --budget 40s -- {short}", 40),
    Budgeted("schedule allreduce --machine last --sizes 1MiB --try --budget 20s", 20),
    Budgeted("bench pingpong --precision 0.1% --budget 12s", 12),
)


def budgets(quick: bool) -> Report:
    """Twenty commands alone, then beside a process that computes for each CPU."""
    mpi = next((known for known in catalog.find_all() if known.compiler and known.launcher), None)
    if mpi is None:
        return Report("", (Goal("budgets", "needs an MPI with a compiler", "all in time", None),))
    chosen = COMMANDS[:_QUICK] if quick else COMMANDS
    rows: list[tuple[str, ...]] = []
    late = 0
    with tempfile.TemporaryDirectory(prefix="rankwise-", dir="/var/tmp") as name:
        lines = _programs(mpi, Path(name))
        _build(lines, Path(name))
        for busy in (False, True):
            with _load(len(os.sched_getaffinity(0)) if busy else 0):
                for command in chosen:
                    start_s = _start_s(Path(name))
                    took_s, status = _timed(command, lines, Path(name))
                    over = took_s - start_s > _MOST * command.budget_s or status == _USAGE
                    late += over
                    figures = (f"{took_s:.1f}", f"{start_s:.1f}", str(status))
                    rows.append((command.name, "busy" if busy else "free", *figures, "late" if over else ""))
    count = 2 * len(chosen)
    in_time = count - late
    goal = Goal("ends within 1.15 of its budget, and its start-up", share(in_time, count), "all", in_time == count)
    return Report(
        method=f"{len(chosen)} commands with {mpi.name} {mpi.version}, alone and beside a process for each CPU",
        goals=(goal,),
        header=("command", "machine", "took s", "start-up s", "status", ""),
        rows=tuple(rows),
    )


def _programs(mpi: Mpi, folder: Path) -> dict[str, str]:
    lines = {"mpi": mpi.name}
    for name, text in (("short", _SHORT), ("endless", _ENDLESS)):
        source = folder / f"{name}.c"
        source.write_text(text)
        library = Path(mpi.library or "").parent
        line = [str(mpi.compiler), "-O1", str(source), "-o", str(folder / name), f"-Wl,-rpath,{library}"]
        subprocess.run(line, check=True, env={**os.environ, **mpi.env}, capture_output=True)
        lines[name] = f"{mpi.launcher} -n 2 {folder / name}"
    lines["program"] = str(folder / "short")
    return lines


def _build(lines: dict[str, str], folder: Path) -> None:
    """What commands build once, which is no part of a budget."""
    out = f"--out {folder / 'out'}"
    for words in (
        f"trace {out} -- {{short}}",
        f"bench pingpong --sizes 8 --launches 1 {out}",
        f"map --quick {out}",
        f"schedule allreduce --machine last --sizes 8 --try --budget 5s {out}",  # status 1: nothing is faster
    ):
        subprocess.run([*_rankwise(), *words.format(**lines).split()], check=False, capture_output=True)


def _rankwise() -> list[str]:
    beside = Path(sys.executable).with_name("rankwise")
    return [str(beside) if beside.exists() else str(shutil.which("rankwise"))]


def _start_s(folder: Path) -> float:
    """What a command takes that measures nothing but starts as they do: Python, the search for MPIs, the inventory."""
    begin_s = time.monotonic()
    subprocess.run([*_rankwise(), "doctor", "--limit", "0s", "--out", str(folder / "start")], check=False,
                   capture_output=True, timeout=_START_S * _LIMIT)  # fmt: skip
    return time.monotonic() - begin_s


def _timed(command: Budgeted, lines: dict[str, str], folder: Path) -> tuple[float, int | str]:
    words, dashes, program = command.words.partition(" -- ")
    line = [*_rankwise(), *words.format(**lines).split(), "--out", str(folder / "out")]
    line += ["--", *program.format(**lines).split()] if dashes else []
    begin_s = time.monotonic()
    job = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, cwd=folder)
    try:
        job.communicate(timeout=_LIMIT * command.budget_s + _START_S)
        status: int | str = job.returncode
    except subprocess.TimeoutExpired:
        job.terminate()
        job.communicate()
        status = "ended"
    return time.monotonic() - begin_s, status


@contextmanager
def _load(processes: int) -> Iterator[None]:
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for job in busy:
            job.kill()
            job.wait()
