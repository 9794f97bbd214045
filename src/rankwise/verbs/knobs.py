"""`mpi knobs`: what can be set on an MPI, from the library itself."""

from __future__ import annotations

import fnmatch

from rankwise.core import settings
from rankwise.core.records import Mpi
from rankwise.mpis import catalog
from rankwise.mpis import knobs as listing
from rankwise.mpis.records import Knob
from rankwise.tuning.knob_scope import scope
from rankwise.tuning.knob_values import values

__all__ = ["knob", "knobs", "list_knobs", "scope", "values"]


def knobs(mpi: str = "", pattern: str = "") -> tuple[Mpi, list[Knob], int]:
    """The MPI, those of its knobs whose names match (part of a name, or a pattern with *), and how many it lists.

    Raises UsageError for an unknown MPI.
    """
    chosen = catalog.find(mpi)
    every = listing.knobs(chosen)
    wanted = pattern.lower() if "*" in pattern else f"*{pattern.lower()}*"
    return chosen, [knob for knob in every if fnmatch.fnmatch(knob.name.lower(), wanted)], len(every)


def list_knobs(mpi: str | None = None, pattern: str = "") -> list[Knob]:
    """What can be set on an MPI whose name matches `pattern`: part of a name, or a pattern with *."""
    return knobs(settings.value("mpi", mpi), pattern)[1]


def knob(name: str, mpi: str = "") -> tuple[Mpi, Knob]:
    """One knob by its name, and its MPI. Raises UsageError for an unknown one."""
    chosen = catalog.find(mpi)
    return chosen, listing.find(chosen, name)
