"""Functions that look at this machine without a measurement."""

from __future__ import annotations

from rankwise.core import settings
from rankwise.core.records import Mpi
from rankwise.inventory.records import Inventory
from rankwise.mpis.records import Knob


def take_inventory() -> Inventory:
    """What this machine is made of."""
    from rankwise.verbs.inventory import inventory

    return inventory()


def find_mpis() -> list[Mpi]:
    """Every MPI of this machine, the preferred first."""
    from rankwise.verbs.mpi import mpis

    return mpis()


def list_knobs(mpi: str | None = None, pattern: str = "") -> list[Knob]:
    """What can be set on an MPI whose name matches `pattern`: part of a name, or a pattern with *."""
    from rankwise.verbs.knobs import knobs

    return knobs(settings.value("mpi", mpi), pattern)[1]
