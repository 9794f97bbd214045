"""Functions that show or keep a part of what a verb returns."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import ParamSpec

from rankwise.core.records import Run
from rankwise.maps.records import Mapped
from rankwise.model.records import Map
from rankwise.verbs.map import measure_map as mapped

P = ParamSpec("P")


def _map_alone(verb: Callable[P, Mapped]) -> Callable[P, Map]:
    @wraps(verb)
    def measure(*args: P.args, **given: P.kwargs) -> Map:
        return verb(*args, **given).map

    return measure


measure_map = _map_alone(mapped)
"""`verbs.map.measure_map` without the run."""


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
