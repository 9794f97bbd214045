"""The library that lets ranks of any MPI pass pointers to device memory."""

from __future__ import annotations

from rankwise.core.records import Mpi
from rankwise.measure.mpi_preload import MpiPreload, built
from rankwise.measure.preload import SOURCES

DEVICE_BUFFERS = MpiPreload("device buffers", SOURCES / "device_buffers", "buffers.c")


def device_buffers(mpi: Mpi) -> dict[str, str]:
    """The environment in which every rank takes device pointers. Raises EnvironmentProblem as `built` does."""
    return {"LD_PRELOAD": str(built(DEVICE_BUFFERS, mpi))}
