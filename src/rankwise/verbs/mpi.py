"""`mpi`: the MPIs of this machine, each with what serves as its engine: listed, named, added, installed, removed."""

from __future__ import annotations

from pathlib import Path

from rankwise.core.errors import UsageError
from rankwise.core.nearest import did_you_mean
from rankwise.core.records import Mpi
from rankwise.measure.build import with_engine
from rankwise.mpis import catalog
from rankwise.mpis import install as installer
from rankwise.mpis.catalog import remove
from rankwise.mpis.gpu_claims import gpu_claims
from rankwise.placement.sides import choose_mpis

__all__ = ["add", "choose_mpis", "find_mpis", "gpu_claims", "install", "mpi", "remove"]


def find_mpis() -> list[Mpi]:
    """Every MPI of this machine, the preferred first."""
    return [with_engine(mpi) for mpi in catalog.find_all()]


def mpi(name: str) -> Mpi:
    """The MPI with that name or prefix, also one that cannot be used; the preferred one without a name.

    Raises UsageError when there is none, EnvironmentProblem without a name where none is usable.
    """
    if not name:
        return with_engine(catalog.find(""))
    known = find_mpis()
    for candidate in known:
        if name in (candidate.name, candidate.prefix):
            return candidate
    names = [candidate.name for candidate in known]
    hint = did_you_mean(name, names) if names else "`rankwise mpi install mpich` gets one"
    raise UsageError("unknown-mpi", f"no MPI is called '{name}'", hint)


def add(path: Path) -> list[Mpi]:
    """Registers the MPIs of a prefix, or of a file or folder in one. Raises UsageError where there is none."""
    return [with_engine(added) for added in catalog.add(path)]


def install(name: str, device: str = "") -> Mpi:
    """Installs an MPI from PyPI into a private prefix, with `device` `cuda` one that takes CUDA's pointers.

    Raises EnvironmentProblem when it cannot be fetched.
    """
    return with_engine(installer.install(name, device))
