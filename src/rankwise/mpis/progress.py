"""Asynchronous progress: the variables that give each rank a thread which drives communication while it computes."""

from __future__ import annotations

from collections.abc import Mapping

from rankwise.core.records import Mpi

# MPICH's README.envvar; Intel MPI's developer reference, "Asynchronous Progress Control".
_VARIABLES: Mapping[str, Mapping[str, str]] = {
    "mpich": {"MPIR_CVAR_ASYNC_PROGRESS": "1"},
    "mvapich": {"MPIR_CVAR_ASYNC_PROGRESS": "1"},
    "cray": {"MPICH_ASYNC_PROGRESS": "1"},
    "impi": {"I_MPI_ASYNC_PROGRESS": "1"},
}


def async_progress(mpi: Mpi) -> dict[str, str] | None:
    """The environment that turns it on; None for an MPI that has no such thread."""
    found = _VARIABLES.get(mpi.family)
    return dict(found) if found else None
