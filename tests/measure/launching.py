"""Sides for tests: a real MPI on two ranks that share this machine's cores."""

from __future__ import annotations

from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.measure.build import engine_for
from rankwise.measure.side import Side
from rankwise.mpis.catalog import launcher_for


def side(mpi: Mpi, *, ranks: int = 2, faults: tuple[str, ...] = (), name: str = "") -> Side:
    """`ranks` ranks of one MPI here, unbound so that it works with any number of cores. Who waits lets others run."""
    program = str(engine_for(mpi))
    spec = LaunchSpec(places=tuple(Place(host=None, program=program) for _ in range(ranks)), oversubscribed=True)
    return Side(name or mpi.name, mpi, launcher_for(mpi), spec, faults=faults)
