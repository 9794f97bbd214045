"""The libraries that ranks preload with a change."""

from __future__ import annotations

from pathlib import Path

from rankwise.core.records import Change, Mpi
from rankwise.measure.mpi_preload import built
from rankwise.measure.preload import preload_for
from rankwise.preloads.library import SOURCES, MpiPreload

SCHEDULES = MpiPreload("schedules", SOURCES / "schedules")


def preloads(change: Change, mpi: Mpi) -> tuple[Path, ...]:
    """The libraries that ranks of this MPI preload with a change. Raises EnvironmentProblem as `preload_for` and
    `built`."""
    return (
        *([preload_for(change.preload)] if change.preload else []),
        *([built(SCHEDULES, mpi)] if change.schedules else []),
    )
