"""The table of MPI families. The order matters: descendants are asked before MPICH, whose words they repeat."""

from __future__ import annotations

from rankwise.mpis import cray, impi, mpich, mvapich, openmpi
from rankwise.mpis.family import MpiFamily

FAMILIES: dict[str, MpiFamily] = {
    family.name: family for family in (impi.FAMILY, mvapich.FAMILY, cray.FAMILY, openmpi.FAMILY, mpich.FAMILY)
}
INSTALLABLE = tuple(name for name in reversed(FAMILIES) if FAMILIES[name].packages)
"""Those that PyPI carries, the preferred first."""


def family_of_library(words: str) -> tuple[MpiFamily, str] | None:
    """The family and version that speak in the words of MPI_Get_library_version."""
    for family in FAMILIES.values():
        if match := family.library.search(words):
            return family, match[1]
    return None
