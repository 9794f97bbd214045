"""Functions that show or keep a part of what a verb returns."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

from rankwise.core.records import Run
from rankwise.verbs.import_text import import_files
from rankwise.verbs.map import measure_map as verb_of_map

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


def _part(verb: Callable[P, R], part_of: Callable[[R], T]) -> Callable[P, T]:
    @wraps(verb)
    def part(*args: P.args, **given: P.kwargs) -> T:
        return part_of(verb(*args, **given))

    return part


measure_map = _part(verb_of_map, lambda mapped: mapped.map)
"""`verbs.map.measure_map` without the run."""
import_results = _part(import_files, lambda imported: imported.run)
"""`verbs.import_text.import_files` without what it says of each text."""


def write_page(name: str = "last", page: str | Path | None = None, out: str | Path | None = None) -> Path:
    """Writes the page of a stored run, as `rankwise runs page` does, and returns its path. Raises UsageError when
    there is no such run, EnvironmentProblem when the file cannot be written."""
    from rankwise.report.answers import write
    from rankwise.verbs import runs

    run, answer = runs.answer(name, out)
    return write(answer, Path(page) if page else runs.page_file(run, out))


def cell_table(run: Run) -> list[dict[str, object]]:
    """One row for each measured cell, with the unit in every key: `pandas.DataFrame(cell_table(run))`."""
    from rankwise.report.tables import cell_rows

    return list(cell_rows(run))
