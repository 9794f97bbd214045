"""The library that lets ranks of any MPI pass pointers to device memory."""

from __future__ import annotations

from rankwise.core.records import Mpi
from rankwise.measure.mpi_preload import built
from rankwise.preloads.device_buffers.wrappers import DEVICE_BUFFERS


def device_buffers(mpi: Mpi) -> dict[str, str]:
    """The environment in which every rank takes device pointers. Raises EnvironmentProblem as `built` does."""
    return {"LD_PRELOAD": str(built(DEVICE_BUFFERS, mpi))}
