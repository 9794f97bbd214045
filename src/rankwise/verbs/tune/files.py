"""`tune explain`, `check` and `export`: a tuning file in words, looked at, and as files of the MPI itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rankwise.core.options import Argument, Option
from rankwise.core.units import parse_words

if TYPE_CHECKING:
    from rankwise.apply.records import ExplainedTuning, ExportedTuning, TuningCheck

TuningFile = Annotated[str | Path, Argument("A tuning file.", metavar="FILE")]
OtherBuild = Annotated[bool, Option("Use a tuning made for another build of the MPI.", "--force")]
MpiOfFile = Annotated[str | None, Option("MPI by name. Default: the one named in the file.", "--mpi")]


def explain_tuning(file: TuningFile, allow: Sequence[str] = ()) -> ExplainedTuning:
    """Everything that a tuning would do, refused or not, with its words made anew: lines may have been taken out, or
    written by hand. Raises UsageError for what is no tuning at all."""
    from msgspec.structs import replace

    from rankwise.apply.file import explain
    from rankwise.tuning.explain import in_words

    explained = explain(Path(file), allow)
    return explained if explained.tuning is None else replace(explained, tuning=in_words(explained.tuning))


def check_tuning(
    file: TuningFile, mpi: MpiOfFile = None, *, force: OtherBuild = False, allow: Sequence[str] = ()
) -> TuningCheck:
    """Whether each line of a tuning is in effect. `mpi` None: the one that it names.

    Raises UsageError for a tuning of another build (unless `force`), for knobs that no tuning may set (unless `allow`
    names them) and for what the library does not know.
    """
    from msgspec.structs import replace

    from rankwise.core.not_looked import of_tuning_check
    from rankwise.mpis import catalog
    from rankwise.placement.tuning import checked, ready

    seen = checked(ready(Path(file), catalog.find(mpi) if mpi else None, force=force, allow=allow), again=True)
    return replace(seen, not_looked=tuple(of_tuning_check(seen)))


def export_tuning(
    file: TuningFile,
    out: Annotated[str | Path, Option("Folder of the files.", "--out", metavar="DIR")] = "tuning",
    formats: Annotated[
        Sequence[str],
        Option(
            "Formats to write: rules, env, mca, json, module, sbatch or all.", "--format", read=parse_words, words="all"
        ),
    ] = ("all",),
    mpi: MpiOfFile = None,
    *,
    force: OtherBuild = False,
    allow: Sequence[str] = (),
) -> ExportedTuning:
    """Writes a tuning as files of the MPI itself into the folder `out`. Raises as `check_tuning`."""
    from rankwise.placement.tuning import exported

    return exported(Path(file), Path(out), tuple(formats), mpi=mpi or "", force=force, allow=allow)
