"""The trace library for an MPI."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rankwise.core.records import Mpi
from rankwise.measure.mpi_preload import built
from rankwise.preloads.trace.wrappers import TRACE
from rankwise.tracing.window import OWN

FOLDER = "RANKWISE_TRACE"
_SITES = "RANKWISE_TRACE_SITES"


def tracing(
    mpi: Mpi, folder: Path, preloaded: str = "", *, own: str = "", sites: bool = False, layers: Sequence[Path] = ()
) -> dict[str, str]:
    """The environment in which every rank leaves a file in `folder`; on a node that does not see it, in `own`, which
    ranks make there. `preloaded` is what LD_PRELOAD holds already. With `sites` ranks also count where the program
    calls. `layers`: libraries for Fortran that it loads. Raises EnvironmentProblem as `built` does."""
    env = {"LD_PRELOAD": ":".join(filter(None, (str(built(TRACE, mpi, layers)), preloaded))), FOLDER: str(folder)}
    return env | ({OWN: own} if own else {}) | ({_SITES: "1"} if sites else {})
