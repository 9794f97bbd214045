"""Starts a job of the small hello program and reads what its ranks said."""

from __future__ import annotations

import re
from pathlib import Path

from rankwise.core import process
from rankwise.core.records import LaunchSpec, Mpi
from rankwise.measure import build
from rankwise.mpis import catalog

HELLO = Path(__file__).parent.parent / "hello"


def hello(mpi: Mpi) -> str:
    """The hello program for this MPI, built once."""
    return str(build.engine_for(mpi, source=HELLO))


def run(mpi: Mpi, spec: LaunchSpec) -> list[dict[str, str]]:
    """What each rank said, in rank order."""
    launch = catalog.launcher_for(mpi).command(mpi, spec)
    done = process.run(launch.argv, timeout_s=60, env=launch.env)
    assert done.ok, done.describe()
    printed = [dict(re.findall(r"(\w+)=(\S*)", line)) for line in done.stdout.splitlines() if line.startswith("hello ")]
    return sorted(printed, key=lambda rank: int(rank["rank"]))
