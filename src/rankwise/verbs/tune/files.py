"""`tune explain`, `check` and `export`: a tuning file in words, looked at, and as files of the MPI itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from rankwise.apply.file import read
from rankwise.core.not_looked import of_tuning_check
from rankwise.core.records import ExportedTuning, Tuning, TuningCheck
from rankwise.decide.explain import in_words
from rankwise.mpis import catalog
from rankwise.placement import tuned


def explain(file: Path) -> Tuning:
    """A tuning with its words made anew: lines may have been taken out, or written by hand. Raises UsageError."""
    return in_words(read(file))


def check(file: Path, mpi: str = "", *, force: bool = False) -> tuple[TuningCheck, bool]:
    """Whether each line of a tuning is in effect on the MPI of that name (the one that it names without), and whether
    all of those that can be seen are.

    Raises UsageError for a tuning of another build (unless `force`) and for what the library does not know.
    """
    looked_at = tuned.checked(tuned.ready(file, catalog.find(mpi) if mpi else None, force=force), again=True)
    return replace(looked_at, not_looked=tuple(of_tuning_check(looked_at))), not tuned.failed(looked_at)


def export(
    file: Path, out: Path, formats: Sequence[str] = ("all",), mpi: str = "", *, force: bool = False
) -> ExportedTuning:
    """Writes a tuning as files of the MPI itself into the folder `out`. Raises as `check` does."""
    return tuned.exported(file, out, tuple(formats), mpi=mpi, force=force)
