"""`rankwise watch`: one rank of a job that is late, by how much and how, and healthy jobs, some beside other load."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.goals import Goal, Report, share_goal
from benchmarks.labs import RANKWISE
from builders.programs import compiled
from rankwise.core import process
from rankwise.core.records import Mpi
from rankwise.mpis.install import install

_SEED, _LIMIT_S, _STEP_MS, _NAP_US = 39, 60, 200, 500
_NAP = Path(__file__).parents[1] / "lab/nap.c"
_BURN = "while True: pass"


@dataclass(frozen=True)
class Case:
    """A job: how its rank is late, by which share of a step, of how many ranks, and whether others use the CPUs."""

    kind: str
    share: float
    ranks: int
    loaded: bool = False

    @property
    def title(self) -> str:
        """What it is counted as."""
        return f"{self.kind}, {self.share:.0%}" if self.share else f"healthy{', beside other load' * self.loaded}"


def cases(quick: bool) -> list[Case]:
    """Thirty jobs that are late by 5 %, a few by other shares, and thirty healthy ones, in random order."""
    drawn = random.Random(_SEED)
    steady = [Case("steady", 0.05, drawn.choice((4, 8, 12, 16))) for _ in range(4 if quick else 20)]
    others = [Case(kind, 0.05, 4) for kind in ("periodic", "wandering") for _ in range(1 if quick else 5)]
    shares = [] if quick else [Case("steady", share, 4) for share in (0.01, 0.02, 0.2) for _ in range(3)]
    healthy = [Case("none", 0.0, drawn.choice((4, 8)), loaded=turn % 3 == 0) for turn in range(3 if quick else 30)]
    rows = [*steady, *others, *shares, *healthy]
    drawn.shuffle(rows)
    return rows


def watch(quick: bool) -> Report:
    """Every case once, until a rank is named or for a minute."""
    mpi = install("mpich")
    drawn = random.Random(_SEED)
    rows: list[tuple[Case, int | None, float, int]] = []
    with tempfile.TemporaryDirectory(prefix="rankwise-watch-") as name:
        folder = Path(name)
        program = compiled(mpi, Path(__file__).with_name("watch.c"), folder / "watch")
        nap = folder / "nap.so"
        process.run(["gcc", "-O2", "-shared", "-fPIC", str(_NAP), "-o", str(nap)], timeout_s=60)
        for case in cases(quick):
            late = drawn.randrange(case.ranks)
            with _load(case.loaded):
                named, after_s = _named(mpi, program, nap, case, late)
            rows.append((case, named, after_s, late))
    five = [(case, named, late) for case, named, _, late in rows if case.share == 0.05]
    healthy = [named for case, named, _, _ in rows if not case.share]
    right = sum(_is_right(case, named, late) for case, named, late in five)
    wrong = sum(named is not None and not _is_right(case, named, late) for case, named, _, late in rows)
    return Report(
        method=(
            f"MPICH {mpi.version}: ranks that sleep {_STEP_MS} ms and meet, of which one sleeps longer, until `watch` "
            f"names a rank or {_LIMIT_S} s are over; every third healthy job beside a process for each CPU"
        ),
        goals=(
            share_goal("5 % late, named within a minute", right, len(five), ">= 28 of 30", right >= 0.93 * len(five)),
            share_goal("healthy jobs of which a rank is named", sum(one is not None for one in healthy), len(healthy),
                       "0", all(one is None for one in healthy)),
            Goal("another rank named", str(wrong), "0", not wrong),
        ),
        header=("case", "ranks", "late", "named", "after"),
        rows=tuple(
            (case.title, str(case.ranks), str(late) if case.share else "-", "-" if named is None else str(named),
             f"{after_s:.0f} s")
            for case, named, after_s, late in rows
        ),
    )  # fmt: skip


def _is_right(case: Case, named: int | None, late: int) -> bool:
    if case.kind == "wandering":
        return named in (late, (late + 1) % case.ranks)
    return named == late


def _named(mpi: Mpi, program: Path, nap: Path, case: Case, late: int) -> tuple[int | None, float]:
    """The rank that is named first, and how long after the start."""
    env = {**os.environ, "LD_PRELOAD": str(nap), "NAP_US": str(_NAP_US)}
    line = [str(mpi.launcher), "-launcher", "fork", "-n", str(case.ranks), str(program), str(_LIMIT_S), str(_STEP_MS)]
    line += [case.kind, str(late), str(case.share)]
    began_s = time.monotonic()
    with subprocess.Popen([RANKWISE, "watch", "--json", "--", *line], stdout=subprocess.PIPE, env=env) as job:
        assert job.stdout is not None
        try:
            for text in job.stdout:
                try:
                    told = json.loads(text)["data"]
                except (ValueError, KeyError):
                    continue
                if named := [rank["number"] for rank in told["ranks"] if rank["late"]]:
                    return named[0], time.monotonic() - began_s
        finally:
            job.terminate()
    return None, time.monotonic() - began_s


@contextmanager
def _load(wanted: bool) -> Iterator[None]:
    jobs = [subprocess.Popen([sys.executable, "-c", _BURN]) for _ in range((os.cpu_count() or 1) if wanted else 0)]
    try:
        yield
    finally:
        for job in jobs:
            job.kill()
            job.wait()
