"""A user's own launch line, as each side starts it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rankwise.core.errors import UsageError
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.mpis import catalog, knobs
from rankwise.verbs.sides.choice import Choice
from rankwise.verbs.sides.forced import knobs_of_fabric
from rankwise.verbs.sides.launch_words import is_launcher
from rankwise.verbs.sides.tuned import ready


@dataclass(frozen=True)
class Program:
    """One side of a comparison of whole runs: the command line and its complete environment."""

    name: str
    argv: tuple[str, ...]
    env: dict[str, str]
    mpi: Mpi | None = None


def program(choice: Choice, argv: Sequence[str]) -> Program:
    """The user's command line with the settings of one side, which travel in the environment.

    An MPI that is named replaces the launcher at the head of the line, and its programs and libraries come first in
    PATH and LD_LIBRARY_PATH. Raises UsageError for parts of a side that only rankwise's own kernels can follow.
    """
    if not choice.bind or choice.cpus or choice.endpoints or choice.hosts:
        raise UsageError(
            "bad-side",
            f"'{choice.name}': bind, cpus, endpoints and hosts place rankwise's own ranks, not those of a program",
            "write placement into the launch line, and compare two launch lines with two commands",
        )
    if choice.fabric and not choice.mpi:
        raise UsageError(
            "bad-side", f"'{choice.name}': fabrics are those of an MPI", f"write mpi=NAME+fabric={choice.fabric}"
        )
    forced = knobs_of_fabric(catalog.find(choice.mpi), choice.fabric) if choice.fabric else {}
    preload = None
    if choice.tuning is not None:
        tuned = ready(choice.tuning, catalog.find(choice.mpi) if choice.mpi else None)
        forced, preload = {**forced, **tuned.change.knobs}, tuned.preload
    every = {**forced, **choice.knobs}
    settings = {name.partition(":")[2]: value for name, value in every.items() if name.startswith("env:")}
    settings |= {
        f"OMPI_MCA_{name.partition(':')[2]}": value for name, value in every.items() if name.startswith("mca:")
    }
    settings |= {"LD_PRELOAD": str(preload)} if preload else {}
    if not choice.mpi:
        return Program(choice.name, tuple(argv), {**os.environ, **settings})
    mpi = catalog.find(choice.mpi)
    knobs.check(mpi, list(choice.knobs))
    nothing = LaunchSpec(places=(Place(host=None, program=argv[0]),), bind=False)
    launch = catalog.launcher_for(mpi).command(mpi, nothing)
    head = launch.argv[0] if is_launcher(argv[0]) else argv[0]
    path = f"{Path(launch.argv[0]).parent}:{launch.env.get('PATH', os.defpath)}"
    return Program(choice.name, (head, *argv[1:]), {**launch.env, **settings, "PATH": path}, mpi)
