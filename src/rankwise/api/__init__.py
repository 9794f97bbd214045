"""What `import rankwise` offers: the verbs of the command line as functions that return the records.

`mpi`, `out`, `launcher` and the `precision` of a survey, left out, take their setting: `RANKWISE_*`, then
`rankwise.toml`, then the default. Problems are `rankwise.core.errors.RankwiseError`, with a stable `code` and a `hint`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

from rankwise.api import words as words
from rankwise.core.records import Run
from rankwise.verbs.bench import bench
from rankwise.verbs.compare import compare
from rankwise.verbs.doctor import doctor
from rankwise.verbs.fabrics import fabrics
from rankwise.verbs.import_text import import_files
from rankwise.verbs.improve import improve
from rankwise.verbs.inventory import take_inventory
from rankwise.verbs.knobs import list_knobs
from rankwise.verbs.map import measure_map as verb_of_map
from rankwise.verbs.map import read_map
from rankwise.verbs.mpi import find_mpis
from rankwise.verbs.place import place_ranks
from rankwise.verbs.program import run_program
from rankwise.verbs.route import find_route
from rankwise.verbs.runs import diff_runs, list_runs, load_answer, load_run, load_visits
from rankwise.verbs.scale import scale
from rankwise.verbs.schedule import make_schedule
from rankwise.verbs.share import share_work
from rankwise.verbs.simulate import simulate_machine
from rankwise.verbs.study import study
from rankwise.verbs.survey import survey
from rankwise.verbs.trace import trace
from rankwise.verbs.tune import tune, verify_tuning
from rankwise.verbs.tune.files import check_tuning, explain_tuning, export_tuning
from rankwise.verbs.watch import watch

__all__ = [
    "bench",
    "cell_table",
    "check_tuning",
    "compare",
    "diff_runs",
    "doctor",
    "explain_tuning",
    "export_tuning",
    "fabrics",
    "find_mpis",
    "find_route",
    "import_results",
    "improve",
    "list_knobs",
    "list_runs",
    "load_answer",
    "load_run",
    "load_visits",
    "make_schedule",
    "measure_map",
    "place_ranks",
    "read_map",
    "run_program",
    "scale",
    "share_work",
    "simulate_machine",
    "study",
    "survey",
    "take_inventory",
    "trace",
    "tune",
    "verify_tuning",
    "watch",
    "write_page",
]

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
