"""`tune explain`, `check` and `export`: a tuning file in words, looked at, and as files of the MPI itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from msgspec.structs import replace

from rankwise.apply.file import explain as explained
from rankwise.apply.records import ExplainedTuning, ExportedTuning, TuningCheck
from rankwise.core.not_looked import of_tuning_check
from rankwise.mpis import catalog
from rankwise.placement import tuning
from rankwise.tuning.explain import in_words


def explain(file: Path, allow: Collection[str] = ()) -> ExplainedTuning:
    """Everything that a tuning would do, refused or not, with its words made anew: lines may have been taken out, or
    written by hand. Raises UsageError for what is no tuning at all."""
    found = explained(file, allow)
    return found if found.tuning is None else replace(found, tuning=in_words(found.tuning))


def check(file: Path, mpi: str = "", *, force: bool = False, allow: Collection[str] = ()) -> tuple[TuningCheck, bool]:
    """Whether each line of a tuning is in effect on the MPI of that name (the one that it names without), and whether
    all of those that can be seen are.

    Raises UsageError for a tuning of another build (unless `force`) and for what the library does not know.
    """
    one = tuning.ready(file, catalog.find(mpi) if mpi else None, force=force, allow=allow)
    looked_at = tuning.checked(one, again=True)
    return replace(looked_at, not_looked=tuple(of_tuning_check(looked_at))), not tuning.failed(looked_at)


def export(
    file: Path,
    out: Path,
    formats: Sequence[str] = ("all",),
    mpi: str = "",
    *,
    force: bool = False,
    allow: Collection[str] = (),
) -> ExportedTuning:
    """Writes a tuning as files of the MPI itself into the folder `out`. Raises as `check` does."""
    return tuning.exported(file, out, tuple(formats), mpi=mpi, force=force, allow=allow)
