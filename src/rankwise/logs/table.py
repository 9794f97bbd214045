"""All messages that are known: the one table of what programs print about MPI."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row
from rankwise.logs.rows import fabric, gpu, intel, language, mpich, openmpi, openmpi_launch, scheduler, system

ROWS: Final[tuple[Row, ...]] = (
    *openmpi_launch.ROWS,
    *openmpi.ROWS,
    *mpich.ROWS,
    *intel.ROWS,
    *fabric.ROWS,
    *scheduler.ROWS,
    *gpu.ROWS,
    *language.ROWS,
    *system.ROWS,
)
