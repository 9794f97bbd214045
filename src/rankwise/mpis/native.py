"""The table of what each family reads: rules for collectives as its knobs and files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rankwise.core.errors import UsageError
from rankwise.core.records import CollectiveRule, Mpi
from rankwise.mpis import impi_rules, mpich_selection, openmpi_rules

RULES: dict[str, Callable[[Mpi, Sequence[CollectiveRule], Path], dict[str, str]]] = {
    "mpich": mpich_selection.carried,
    "mvapich": mpich_selection.carried,
    "cray": mpich_selection.carried,
    "openmpi": openmpi_rules.carried,
    "impi": impi_rules.carried,
}


def rules(mpi: Mpi, chosen: Sequence[CollectiveRule], folder: Path) -> dict[str, str]:
    """The knobs that carry the rules; files that they name are written into `folder`, which must exist.

    Raises UsageError for what this library cannot express.
    """
    if not chosen:
        return {}
    if mpi.family not in RULES:
        raise UsageError("no-rules", f"{mpi.name} takes no rules for collectives", "leave those lines away")
    return RULES[mpi.family](mpi, chosen, folder)
