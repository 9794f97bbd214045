"""Whether a trace says what was: equal counts with every MPI, a planted late rank, ranks that are killed."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.accuracy.trace_cost import MPIS
from benchmarks.goals import Report, percent, share_goal
from builders.programs import compiled
from rankwise.core import leftovers, process
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.mpis import catalog
from rankwise.mpis.install import install
from rankwise.tracing.events import read_events
from rankwise.tracing.file import read_folder
from rankwise.tracing.library import tracing
from rankwise.tracing.records import TracedRank
from rankwise.tracing.waiting import waiting

_TESTS = Path(__file__).parents[2] / "tests/tracing"
_LATE_SHARE = 0.95


def trace_true(quick: bool) -> Report:
    """The same program under three MPIs; the matrix of Open MPI's own monitoring; one late rank; kills at random."""
    repeats, kills = (1, 3) if quick else (20, 50)
    draw = random.Random(1)
    with TemporaryDirectory(prefix="rankwise-trace-true-") as text:
        folder = Path(text)
        mpis = {family: install(family) for family in MPIS}
        peers = {f: compiled(mpi, _TESTS / "trace_peers.c", folder / f"{f}-peers") for f, mpi in mpis.items()}
        counted = {f: _counts(_traced(mpi, peers[f], folder / f"counts-{f}")) for f, mpi in mpis.items()}
        equal = sum(counts == counted["mpich"] for counts in counted.values())
        goals = [share_goal("the same counts with every MPI", equal, len(MPIS), "all", equal == len(MPIS))]
        right, cells = _monitored(mpis["openmpi"], peers["openmpi"], folder / "monitored")
        goals.append(
            share_goal(
                "cells of Open MPI's monitoring with our bytes and messages", right, cells, "all", right == cells
            )
        )
        late = compiled(mpis["mpich"], _TESTS / "trace_late.c", folder / "late")
        found, parts = 0, []
        for number in range(repeats):
            _traced(mpis["mpich"], late, folder / f"late-{number}", ranks=3)
            answer = waiting(read_events(folder / f"late-{number}"))
            whole_s = sum(cause.time_s for cause in answer.causes) if answer else 0.0
            own_s = sum(cause.time_s for cause in answer.causes if cause.rank == 1) if answer else 0.0
            parts.append(own_s / whole_s if whole_s else 0.0)
            found += parts[-1] >= _LATE_SHARE
        goals.append(
            share_goal("the late rank is the cause of 95 % of the waiting", found, repeats, "all", found == repeats)
        )
        readable = sum(_killed(mpis["mpich"], late, folder / f"kill-{number}", draw) for number in range(kills))
        goals.append(share_goal("readable after a kill", readable, kills, "all", readable == kills))
    return Report(
        method="tests/tracing/trace_peers.c on 4 ranks, whose persistent messages Open MPI's monitoring does not "
        "count; trace_late.c on 3, of which one sleeps 150 ms before each of "
        f"12 calls, with MPICH; the late rank's part was {percent(min(parts))} at the least. Kills are SIGKILL to all "
        "ranks after 0 to 2 s",
        goals=tuple(goals),
    )


def _launch(mpi: Mpi, program: Path, ranks: int, *args: str) -> tuple[list[str], dict[str, str]]:
    place = Place(host=None, program=str(program), args=args)
    launch = catalog.launcher_for(mpi).command(mpi, LaunchSpec(places=(place,) * ranks))
    return list(launch.argv), dict(launch.env)


def _traced(mpi: Mpi, program: Path, folder: Path, ranks: int = 4) -> tuple[TracedRank, ...]:
    folder.mkdir()
    argv, env = _launch(mpi, program, ranks)
    done = process.run(argv, timeout_s=120, env={**env, **tracing(mpi, folder)})
    if not done.ok:
        raise MeasurementFailed("trace-true", done.describe(), "run this line by hand")
    return read_folder(folder)[1]


def _counts(ranks: tuple[TracedRank, ...]) -> Counter[tuple[object, ...]]:
    return Counter(
        {(rank.rank, row.call, row.direction, row.peer, row.bytes): row.messages for rank in ranks for row in rank.rows}
    )


def _monitored(mpi: Mpi, program: Path, folder: Path) -> tuple[int, int]:
    """Pairs of which Open MPI's pml_monitoring has our bytes and messages, and all pairs; its lines are
    `E <from> <to> <bytes> bytes <messages> msgs sent`."""
    folder.mkdir()
    argv, env = _launch(mpi, program, 4)
    told = {
        "OMPI_MCA_pml_monitoring_enable": "2",
        "OMPI_MCA_pml_monitoring_enable_output": "3",
        "OMPI_MCA_pml_monitoring_filename": str(folder / "own"),
    }
    done = process.run(argv, timeout_s=120, env={**env, **told, **tracing(mpi, folder)})
    if not done.ok:
        raise MeasurementFailed("trace-true", done.describe(), "run this line by hand")
    own = [[(0, 0)] * 4 for _ in range(4)]
    for file in folder.glob("own*"):
        for source, target, size, messages in re.findall(
            r"^E\s+(\d+)\s+(\d+)\s+(\d+) bytes\s+(\d+) msgs", file.read_text(), re.MULTILINE
        ):
            own[int(source)][int(target)] = (int(size), int(messages))
    ours = [[(0, 0)] * 4 for _ in range(4)]
    for rank in read_folder(folder)[1]:
        for row in rank.rows:  # it does not see messages of persistent requests
            if row.direction == "out" and row.peer is not None and not row.call.endswith("_init"):
                size, messages = ours[rank.rank][row.peer]
                ours[rank.rank][row.peer] = (size + row.bytes, messages + row.messages)
    cells = [(a, b) for a in range(4) for b in range(4) if a != b]
    return sum(own[a][b] == ours[a][b] for a, b in cells), len(cells)


def _killed(mpi: Mpi, program: Path, folder: Path, draw: random.Random) -> bool:
    """Whether every file that ranks left behind can be read after they were killed at a random moment."""
    folder.mkdir()
    argv, env = _launch(mpi, program, 3)
    before = leftovers.present()
    job = process.Job.start(argv, env={**env, **tracing(mpi, folder)}, stdout=process.DEVNULL, stderr=process.DEVNULL)
    time.sleep(draw.uniform(0.0, 2.0))
    job.kill_rest()
    leftovers.sweep(before)
    try:
        read_folder(folder)
        read_events(folder)
    except MeasurementFailed:
        return False
    return True
