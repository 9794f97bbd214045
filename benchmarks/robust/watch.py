"""`rankwise watch`: one rank of a job that is late, by how much and how, or by what others do to it; and healthy jobs,
some beside other load."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.goals import Goal, Report, share_goal
from benchmarks.labs import RANKWISE, Net, inside, lab_of, plan_of
from builders.programs import compiled
from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.records import Mpi
from rankwise.lab import endpoint
from rankwise.mpis.install import install

_SEED, _LIMIT_S, _STEP_MS, _NAP_US = 39, 60, 200, 500
_NAP = Path(__file__).parents[1] / "lab/nap.c"
_BURN = (
    "import os, sys; os.sched_setaffinity(0, {*map(int, sys.argv[1:])} or os.sched_getaffinity(0))\nwhile True: pass"
)
_YIELDING = {f"MPIR_CVAR_{name}_POSIX_INTRA_ALGORITHM": "mpir" for name in ("ALLREDUCE", "BCAST")}
"""MPICH's own collectives in shared memory spin and never yield: of 12 ranks on two CPUs each then waited 18 % of the
time for a CPU, rank 0 most."""
_HOSTS, _NETWORK = ("n1", "n2", "n3", "n4"), "ethernet"
_SLOW_RATE = "200kB/s"
_REASONS = {"core": "shares CPU", "link": "its messages take longer"}
"""What the reason of a rank begins with that others make late."""


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
        if self.kind in _REASONS:
            return {"core": "a stolen core", "link": "a slow link"}[self.kind]
        return f"{self.kind}, {self.share:.0%}" if self.share else f"healthy{', beside other load' * self.loaded}"


@dataclass(frozen=True)
class Named:
    """The rank that is named first, with the reason, and how long after the start; None where nobody is."""

    rank: int | None
    reason: str
    after_s: float


def cases(quick: bool) -> list[Case]:
    """Thirty jobs that are late by 5 %, a few by other shares, and thirty healthy ones, in random order."""
    drawn = random.Random(_SEED)
    steady = [Case("steady", 0.05, drawn.choice((4, 8, 12, 16))) for _ in range(4 if quick else 20)]
    others = [Case(kind, 0.05, 4) for kind in ("periodic", "wandering") for _ in range(1 if quick else 5)]
    shares = [] if quick else [Case("steady", share, 4) for share in (0.01, 0.02, 0.2) for _ in range(3)]
    healthy = [Case("none", 0.0, drawn.choice((4, 8)), loaded=turn % 3 == 0) for turn in range(3 if quick else 30)]
    made = [Case("core", 0.2, 2) for _ in range(1 if quick else 3)]
    rows = [*steady, *others, *shares, *healthy, *made]
    drawn.shuffle(rows)
    return rows


def watch(quick: bool) -> Report:
    """Every case once, until a rank is named or for a minute; slow links in a lab, where there can be one."""
    mpi = install("mpich")
    drawn = random.Random(_SEED)
    rows: list[tuple[Case, int, Named]] = []
    with tempfile.TemporaryDirectory(prefix="rankwise-watch-") as name:
        folder = Path(name)
        program = compiled(mpi, Path(__file__).with_name("watch.c"), folder / "watch")
        nap = folder / "nap.so"
        process.run(["gcc", "-O2", "-shared", "-fPIC", str(_NAP), "-o", str(nap)], timeout_s=60)
        for case in cases(quick):
            late = drawn.randrange(case.ranks)
            rows.append((case, late, _on_this_node(mpi, program, nap, case, late)))
        links, unlinked = _slow_links(mpi, program, nap, 1 if quick else 3)
        rows += links
    five = [row for row in rows if row[0].share == 0.05]
    healthy = [named for case, _, named in rows if not case.share]
    made = [row for row in rows if row[0].kind in _REASONS]
    told = sum(_is_right(*row) and row[2].reason.startswith(_REASONS[row[0].kind]) for row in made)
    right = sum(_is_right(*row) for row in five)
    wrong = sum(row[2].rank is not None and not _is_right(*row) for row in rows)
    return Report(
        method=(
            f"MPICH {mpi.version}: ranks that sleep {_STEP_MS} ms and meet, of which one sleeps longer, until `watch` "
            f"names a rank or {_LIMIT_S} s are over; every third healthy job beside a process for each CPU. A stolen "
            "core: ranks that compute, of which one shares its CPU. A slow link: ranks on four nodes of a lab ask rank "
            f"0, and the port of one node carries {_SLOW_RATE}" + (f" (not measured: {unlinked})" if unlinked else "")
        ),
        goals=(
            share_goal("5 % late, named within a minute", right, len(five), ">= 28 of 30", right >= 0.93 * len(five)),
            share_goal("late by a stolen core or a slow link, named with the reason", told, len(made),
                       f">= {len(made) - len(made) // 6} of {len(made)}", told >= len(made) - len(made) // 6),
            share_goal("healthy jobs of which a rank is named", sum(named.rank is not None for named in healthy),
                       len(healthy), "0", all(named.rank is None for named in healthy)),
            Goal("another rank named", str(wrong), "0", not wrong),
        ),
        header=("case", "ranks", "late", "named", "after", "reason"),
        rows=tuple(
            (case.title, str(case.ranks), str(late) if case.share else "-",
             "-" if named.rank is None else str(named.rank), f"{named.after_s:.0f} s", named.reason)
            for case, late, named in rows
        ),
    )  # fmt: skip


def _is_right(case: Case, late: int, named: Named) -> bool:
    if case.kind == "wandering":
        return named.rank in (late, (late + 1) % case.ranks)
    return named.rank == late


def _on_this_node(mpi: Mpi, program: Path, nap: Path, case: Case, late: int) -> Named:
    """A job here, beside processes that use all CPUs, or that of the rank which shall be late."""
    cpus = sorted(os.sched_getaffinity(0))
    line = [str(mpi.launcher), "-launcher", "fork"]
    if case.kind == "core":
        line += ["-bind-to", f"user:{','.join(map(str, cpus[: case.ranks]))}"]
    stolen = [cpus[late]] if case.kind == "core" else []
    with _load(len(cpus) if case.loaded else len(stolen), stolen):
        return _named([*line, *_words(program, case, late)], nap)


def _slow_links(mpi: Mpi, program: Path, nap: Path, times: int) -> tuple[list[tuple[Case, int, Named]], str]:
    """Jobs on the nodes of a lab of which the last has a slow port; or why there is no lab."""
    late = len(_HOSTS) - 1
    case = Case("link", 0.2, len(_HOSTS))
    plan = plan_of("watched", len(_HOSTS), Net(_NETWORK, "100MB/s", odd=(_HOSTS[late], _SLOW_RATE)))
    try:
        with lab_of("watched", plan) as (lab, folder):
            for file in (program, nap):
                (folder / file.name).write_bytes(file.read_bytes())
                (folder / file.name).chmod(0o755)
            where = ["-launcher", "rsh", "-launcher-exec", endpoint.agent_of(lab), "-hosts", ",".join(_HOSTS)]
            line = [str(mpi.launcher), *where, "-ppn", "1", "-iface", _NETWORK]
            line += _words(folder / program.name, case, late)
            looks = [_named(line, folder / nap.name, inside(lab, _NETWORK), _HOSTS) for _ in range(times)]
        return [(case, late, named) for named in looks], ""
    except EnvironmentProblem as problem:
        return [], problem.message


def _words(program: Path, case: Case, late: int) -> list[str]:
    """The program's part of a launch line."""
    how = [str(_LIMIT_S), str(_STEP_MS), case.kind, str(late), str(case.share)]
    return ["-n", str(case.ranks), str(program), *how]


def _named(line: Sequence[str], nap: Path, before: Sequence[str] = (), hosts: Sequence[str] = ()) -> Named:
    """Who is named first in the job of a launch line, on these hosts too. `before`: what leads into a lab."""
    env = {**os.environ, **_YIELDING, "LD_PRELOAD": str(nap), "NAP_US": str(_NAP_US)}
    words = [*before, RANKWISE, "watch", "--json", *(["--hosts", ",".join(hosts)] if hosts else []), "--", *line]
    began_s = time.monotonic()
    job = process.Job.start(words, env=env, stderr=process.DEVNULL)
    assert job.popen.stdout is not None
    try:
        for text in job.popen.stdout:
            try:
                told = json.loads(text)["data"]
            except (ValueError, KeyError):
                continue
            for rank in told["ranks"]:
                if rank["late"]:
                    return Named(rank["number"], rank.get("reason", ""), time.monotonic() - began_s)
    finally:
        job.stop()
    return Named(None, "", time.monotonic() - began_s)


@contextmanager
def _load(count: int, cpus: Sequence[int] = ()) -> Iterator[None]:
    """So many processes that compute, on these CPUs or on all."""
    words = [sys.executable, "-c", _BURN, *map(str, cpus)]
    jobs = [subprocess.Popen(words) for _ in range(count)]
    try:
        yield
    finally:
        for job in jobs:
            job.kill()
            job.wait()
