"""Sessions on this machine: an MPI and so many ranks of the engine."""

from __future__ import annotations

from rankwise.core import process
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.measure.build import engine_for
from rankwise.measure.side import Side
from rankwise.measure.visits import VisitOptions
from rankwise.mpis import catalog

# Lenient: ranks of tests often outnumber cores, and would try for half a second to begin at a common time.
QUICK = VisitOptions(samples=2, batch_s=20e-6, warm_s=100e-6, lenient=True)


def side(mpi: Mpi, ranks: int, *, faults: tuple[str, ...] = (), last_program: str = "", threads: bool = False) -> Side:
    """So many ranks of the engine, unbound; `last_program` is what the last rank runs, if not the engine itself. A rank
    that waits gives its core away: others on this machine may want it, too."""
    engine = str(engine_for(mpi))
    programs = [engine] * (ranks - 1) + [last_program or engine]
    places = tuple(Place(host=None, program=program) for program in programs)
    spec = LaunchSpec(places=places, oversubscribed=True)
    return Side("tested", mpi, catalog.launcher_for(mpi), spec, faults=faults, threads=threads)


def describe(mpi: Mpi) -> str:
    """What the engine prints for `--describe`."""
    spec = LaunchSpec(places=(Place(host=None, program=str(engine_for(mpi)), args=("--describe",)),))
    launch = catalog.launcher_for(mpi).command(mpi, spec)
    done = process.run(launch.argv, timeout_s=60, env=launch.env)
    assert done.ok, done.describe()
    return done.stdout
