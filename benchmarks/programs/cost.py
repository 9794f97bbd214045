"""What programs cost beside their own work: the start through `program run`, building them, and memory."""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.goals import Goal, Report, middle_of, percent
from benchmarks.labs import RANKWISE
from benchmarks.load import READS
from benchmarks.programs.right import FAMILIES
from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem, MeasurementFailed
from rankwise.core.records import Mpi
from rankwise.model.robust import median
from rankwise.mpis.install import install
from rankwise.programs.job import launch_of
from rankwise.programs.table import PROGRAMS, find
from rankwise.programs.text import told_in

_RANKS = 2
_STARTS = 15
_SMALL = "8"
_SIZES = {
    "fft3d": "--size 128",
    "lbm": "--size 84",
    "ring": "--size 100663296",
    "stencil3d": "--size 288",
    "vectors": "--size 33554432",
    "wave3d": "--size 136",
}
"""Plans of 80 MB and more for each rank: of less, what an MPI allocates for messages is a large share. `asian` plans a
few bytes for each item, and `smg` needs hypre, which is for few MPIs."""
_PLANNED = re.compile(r'^rankwise-program .*"memory_bytes":([0-9.e+]+)', re.MULTILINE)


def programs_cost(quick: bool) -> Report:
    """Starts of MPICH beside its own launcher, one build of all programs, and memory beside the plan with each MPI."""
    mpich = install("mpich")
    with TemporaryDirectory(prefix="rankwise-cost-") as folder:
        beside_s = _starts_s(mpich, 3 if quick else _STARTS, folder)
        built_s, lacking = _build_s(mpich, Path(folder))
    mpis = [mpich] if quick else [install(family) for family in FAMILIES]
    memory = {(mpi.family, name): _memory(mpi, name, words) for mpi in mpis for name, words in _SIZES.items()}
    off = {case: abs(used / planned - 1.0) for case, (planned, used) in memory.items()}
    worst = max(off, key=lambda case: off[case])
    beyond = {
        mpi.family: max(used - planned for (family, _), (planned, used) in memory.items() if family == mpi.family)
        for mpi in mpis
    }
    start_s, all_s = median(beside_s), sum(built_s.values())
    return Report(
        method=f"MPICH: `program run ring` beside its own launch line, {len(beside_s)} starts of each in turns; "
        f"{len(built_s)} programs built one after the other{''.join(f', without {name}' for name in lacking)}. Memory: "
        f"the most of {_RANKS} ranks, beyond what it had after its first collective calls",
        goals=(
            Goal("start over its own launcher", f"{start_s:.2f} s", "<= 0.6 s", start_s <= 0.6,
                 middle_of(beside_s, "s")),
            Goal("all programs built for one MPI", f"{all_s:.1f} s", "<= 60 s", all_s <= 60.0),
            Goal(f"memory and plan of {len(_SIZES)} programs differ by, most: {worst[1]} with {worst[0]}",
                 percent(round(off[worst], 4)), "<= 10 %", off[worst] <= 0.1),
            Goal("memory beyond the plan, most with each MPI",
                 ", ".join(f"{mpi} {_mb(most)}" for mpi, most in beyond.items()), "told", None),
        ),
        header=("program", "MPI", "built in", "planned", "used"),
        rows=(
            *((name, mpich.family, f"{took_s:.1f} s", "", "") for name, took_s in built_s.items()),
            *((name, mpi, "", _mb(planned), _mb(used)) for (mpi, name), (planned, used) in memory.items()),
        ),
    )  # fmt: skip


def _starts_s(mpi: Mpi, count: int, folder: str) -> list[float]:
    """How much longer each start through `program run` took than the one of the launcher beside it."""
    words = ("--size", _SMALL, "--steps", "1")
    launch = launch_of(find("ring"), mpi, _RANKS, words)
    ours = (
        RANKWISE,
        "program",
        "run",
        "ring",
        "--mpi",
        mpi.name,
        "--ranks",
        str(_RANKS),
        "--out",
        folder,
        "--",
        *words,
    )
    silent = {name: value for name, value in os.environ.items() if name != READS}

    _timed(ours, os.environ)  # for the files that it reads, the noting of which costs a process some milliseconds
    order, beside_s = random.Random(1), []
    for _ in range(count):
        took_s: dict[bool, float] = {}
        for mine in order.sample((False, True), 2):
            took_s[mine], _ = _timed(ours, silent) if mine else _timed(launch.argv, launch.env)
        beside_s.append(took_s[True] - took_s[False])
    return beside_s


def _build_s(mpi: Mpi, folder: Path) -> tuple[dict[str, float], list[str]]:
    """Seconds of `program path` for each program with an empty cache, and the programs whose library is not here."""
    cache = folder / "cache"
    env = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    built_s: dict[str, float] = {}
    lacking = []
    for name, row in PROGRAMS.items():
        try:
            row.links(mpi)
        except EnvironmentProblem:
            lacking.append(name)
            continue
        argv = (RANKWISE, "program", "path", name, "--mpi", mpi.name)
        built_s[name], done = _timed(argv, env, timeout_s=300.0)
        if not Path(done.stdout.strip()).is_relative_to(cache):
            raise EnvironmentProblem("not-built", f"{name} was not built: {done.stdout}", "measure in a repository")
    return built_s, lacking


def _memory(mpi: Mpi, name: str, words: str) -> tuple[float, float]:
    """Bytes of the rank with most: as `--plan` has them, and used."""
    planned = _PLANNED.search(_printed(mpi, name, f"{words} --plan 1"))
    told = told_in(_printed(mpi, name, words), mpi.name, 0.0)
    if planned is None or told is None or not told.result.right:
        raise MeasurementFailed("no-answer", f"{name} {words} with {mpi.name}", "start it by hand")
    return float(planned[1]), told.result.peak_bytes


def _printed(mpi: Mpi, name: str, words: str) -> str:
    launch = launch_of(find(name), mpi, _RANKS, (*words.split(), "--steps", "2"))
    return process.run(launch.argv, env=launch.env, timeout_s=300.0).stdout


def _timed(argv: Sequence[str], env: Mapping[str, str], timeout_s: float = 120.0) -> tuple[float, process.Completed]:
    """Seconds of a command that ends well, and what it printed."""
    begin_s = time.perf_counter()
    done = process.run(argv, env=env, timeout_s=timeout_s)
    took_s = time.perf_counter() - begin_s
    if not done.ok:
        raise MeasurementFailed("no-start", done.describe(), "its words are above")
    return took_s, done


def _mb(count: float) -> str:
    return f"{count / 1e6:.1f} MB"
