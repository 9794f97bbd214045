"""What the library of schedules adds to a call that it leaves to the MPI."""

from __future__ import annotations

import socket
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.goals import Goal, Report
from benchmarks.tuning.schedules import random_network
from builders.programs import compiled
from rankwise.core import process
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.measure.mpi_preload import SCHEDULES, built
from rankwise.model.robust import median
from rankwise.mpis import catalog
from rankwise.mpis.install import install
from rankwise.optimise.schedules.table import schedules
from rankwise.optimise.schedules.text import File, Ranged, to_text

_CALLS = ("MPI_Bcast of no bytes, on ranks with schedules", "MPI_Allreduce on one rank")
_LIMIT_NS = 30.0
_ROUNDS, _COUNT = 9, 20_000


def schedules_cost(quick: bool) -> Report:
    """Two ranks whose calls have schedules from 1 MiB on, with the library and without, in turns."""
    goals, rows = list[Goal](), list[tuple[str, ...]]()
    rounds = 2 if quick else _ROUNDS
    with TemporaryDirectory(prefix="rankwise-schedules-cost-") as text:
        folder = Path(text)
        network, file = random_network(2, np.random.default_rng(1)), folder / "two.schedules"
        ranged = [
            Ranged(one, 1 << 20, 1 << 21)
            for collective, root in (("bcast", 0), ("bcast", 1), ("allreduce", -1))
            for one in schedules(network, collective, root, only=["direct"])  # type: ignore[arg-type]
        ]
        file.write_text(to_text(File((socket.gethostname(),) * 2, "fixed", 1 << 24, tuple(ranged))))
        for family in ("mpich", "openmpi", "impi"):
            mpi = install(family)
            program = compiled(mpi, Path(__file__).with_suffix(".c"), folder / family)
            with_it = {"LD_PRELOAD": str(built(SCHEDULES, mpi)), "RANKWISE_SCHEDULES": str(file)}
            times = [(_times(mpi, program, {}), _times(mpi, program, with_it)) for _ in range(rounds)]
            for at, call in enumerate(_CALLS):
                added = median([after[at] - before[at] for before, after in times])
                met = added <= _LIMIT_NS
                goals.append(Goal(f"{family}, {call}", f"{added:.1f} ns", f"<= {_LIMIT_NS:g} ns", met))
                figures = (f"{median([side[number][at] for side in times]):.1f} ns" for number in (0, 1))
                rows.append((family, call, *figures))
    return Report(
        f"CPU time of a call, the fastest of 40 loops, {rounds} starts with the library of schedules and without in "
        "turns; added is the median difference",
        tuple(goals),
        ("MPI", "call", "without", "with"),
        tuple(rows),
    )


def _times(mpi: Mpi, program: Path, env: dict[str, str]) -> list[float]:
    place = Place(host=None, program=str(program), args=(str(_COUNT),))
    launch = catalog.launcher_for(mpi).command(mpi, LaunchSpec(places=(place,) * 2))
    done = process.run(launch.argv, timeout_s=120, env={**launch.env, **env})
    if not done.ok:
        raise MeasurementFailed("schedules-cost", done.describe(), "run this line by hand")
    return [float(word) for word in done.stdout.split()[-2:]]
