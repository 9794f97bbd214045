"""All messages that are known: the one table of what programs print about MPI."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row
from rankwise.logs.rows import (
    fabric,
    gpu,
    hydra,
    intel,
    language,
    mpich,
    openmpi,
    openmpi_launch,
    pmix,
    scheduler,
    signals,
    system,
    ucx,
)

ROWS: Final[tuple[Row, ...]] = (
    *openmpi_launch.ROWS,
    *pmix.ROWS,
    *openmpi.ROWS,
    *mpich.ROWS,
    *hydra.ROWS,
    *intel.ROWS,
    *fabric.ROWS,
    *ucx.ROWS,
    *scheduler.ROWS,
    *gpu.ROWS,
    *language.ROWS,
    *system.ROWS,
    *signals.ROWS,
)
