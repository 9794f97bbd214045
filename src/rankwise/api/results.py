"""Functions that read and write what is stored."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rankwise.api.arguments import out_folder, text
from rankwise.core.records import Record, Run, RunSummary, Visit
from rankwise.experiment.records import Diff


def import_results(
    files: Sequence[str | Path],
    *,
    side: str = "imported",
    ranks: int = 0,
    partial: bool = False,
    out: str | Path | None = None,
) -> Run:
    """Texts that IMB or OMB printed, as one stored run, as `rankwise runs import` reads them. Raises UsageError for a
    file that holds none."""
    from rankwise.verbs.import_text import ImportOptions, import_files

    return import_files(map(Path, files), ImportOptions(side, ranks, out_folder(out)), partial=partial).run


def list_runs(out: str | Path | None = None) -> list[RunSummary]:
    """The stored runs, oldest first. Raises UsageError when there is no store."""
    from rankwise.verbs import runs

    return runs.runs(text(out))


def load_run(name: str = "last", out: str | Path | None = None) -> Run:
    """A stored run by its id, the beginning of one, or `last`. Raises UsageError when there is none."""
    from rankwise.verbs import runs

    return runs.run(name, text(out))


def load_answer(name: str = "last", out: str | Path | None = None) -> Record:
    """What a stored run answered: Survey, Comparison, FabricSurvey, Map, ScaleReport or Tuned by its kind, the Run
    itself of `bench` and of a run that did not end. Raises UsageError when there is no such run."""
    from rankwise.verbs import runs

    return runs.answer(name, text(out))[1]


def diff_runs(before: str, after: str = "last", out: str | Path | None = None) -> Diff:
    """Two stored runs cell by cell, as `rankwise runs diff` compares them: only what identical runs cannot explain is
    called a difference. Raises UsageError when one is not there."""
    from rankwise.verbs import runs

    return runs.diff(before, after, text(out))


def write_page(name: str = "last", page: str | Path | None = None, out: str | Path | None = None) -> Path:
    """Writes the page of a stored run, as `rankwise runs page` does, and returns its path. Raises UsageError when
    there is no such run, EnvironmentProblem when the file cannot be written."""
    from rankwise.report.answers import write
    from rankwise.verbs import runs

    run, answer = runs.answer(name, text(out))
    return write(answer, Path(page) if page else runs.page_file(run, text(out)))


def load_visits(name: str = "last", out: str | Path | None = None) -> list[Visit]:
    """All raw samples of a stored run, visit by visit, in the order of time."""
    from rankwise.verbs import runs

    return runs.visits(name, text(out))


def cell_table(run: Run) -> list[dict[str, object]]:
    """One row for each measured cell, with the unit in every key: `pandas.DataFrame(cell_table(run))`."""
    from rankwise.report.tables import cell_rows

    return list(cell_rows(run))
