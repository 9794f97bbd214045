"""The table of what each family reads: rules for collectives as its knobs and files, and how to see that it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rankwise.core import files
from rankwise.core.errors import UsageError
from rankwise.core.records import CollectiveRule, Mpi
from rankwise.mpis import impi_rules, mpich_selection, openmpi_rules

Carried = dict[str, str]


@dataclass(frozen=True)
class RuleFile:
    """One row a family. `carried` writes rules and returns knobs; `failing` the same, with something in their place
    that no call can follow without being seen; `returns` says whether such a call comes back (else the job ends),
    `skips` that a library reads over it, which proves nothing.

    `ignored` finds in the output that a rule was read and refused, for a library whose calls then go on as if nothing
    were; `said_of` whether a variable was taken, in the library's words, from output, name and value. `files` are knobs
    whose values are files, each with what reads one strictly. `combined`, for a library that serves sizes which no rule
    covers no longer as by default once a rule is set: the algorithm of one rule that has one for each size.
    """

    carried: Callable[[Mpi, Sequence[CollectiveRule], Path], Carried]
    failing: Callable[[Mpi, Sequence[CollectiveRule], Path], Carried]
    returns: bool
    skips: Callable[[Mpi], bool] = lambda _mpi: False
    ignored: Callable[[str, str], bool] | None = None
    said_of: Callable[[str, str, str], tuple[bool, str] | None] | None = None
    files: Mapping[str, Callable[[Mpi, str], None]] | None = None
    combined: Callable[[Sequence[CollectiveRule]], str] | None = None


_TREES = RuleFile(
    carried=mpich_selection.carried,
    failing=mpich_selection.failing,
    returns=False,
    files={f"env:{variable}": mpich_selection.check_file for variable in mpich_selection.VARIABLES.values()},
)
FAMILIES: dict[str, RuleFile] = {
    "mpich": _TREES,
    "mvapich": _TREES,
    "cray": _TREES,
    "openmpi": RuleFile(
        carried=openmpi_rules.carried,
        failing=openmpi_rules.failing,
        returns=True,
        skips=openmpi_rules.reads_json,
        files={"mca:coll_tuned_dynamic_rules_filename": openmpi_rules.check_file},
    ),
    "impi": RuleFile(
        carried=impi_rules.carried,
        failing=impi_rules.failing,
        returns=True,
        ignored=impi_rules.ignored,
        said_of=impi_rules.said_of,
        files={"env:I_MPI_TUNING": lambda _mpi, text: impi_rules.check_file(text)},
        combined=impi_rules.combined,
    ),
}


def combined(mpi: Mpi) -> Callable[[Sequence[CollectiveRule]], str] | None:
    """What makes one rule for all sizes, where a rule for some sizes of a collective changes its other sizes too."""
    row = FAMILIES.get(mpi.family)
    return row.combined if row is not None else None


def rules(mpi: Mpi, chosen: Sequence[CollectiveRule], folder: Path) -> Carried:
    """The knobs that carry the rules; files that they name are written into `folder`, which must exist.

    Raises UsageError for what this library cannot express.
    """
    if not chosen:
        return {}
    if mpi.family not in FAMILIES:
        raise UsageError("no-rules", f"{mpi.name} takes no rules for collectives", "leave those lines away")
    return FAMILIES[mpi.family].carried(mpi, chosen, folder)


def check_files(mpi: Mpi, knobs: Mapping[str, str]) -> None:
    """Reads every file that a knob names as strictly as its author would wish the library did.

    Raises UsageError for one that is not there, or that the library would ignore or stop at.
    """
    row = FAMILIES.get(mpi.family)
    for name, check in ((row.files if row else None) or {}).items():
        if name not in knobs:
            continue
        text = files.read(Path(knobs[name]), "bad-rules", f"write it, or unset {name}")
        try:
            check(mpi, text)
        except UsageError as error:
            raise UsageError(error.code, f"{knobs[name]}: {error.message}", error.hint) from error
