"""What each kind of run answers: the record, the name under which it is stored, and how one asks for it from Python.

How a kind is shown, on a terminal and as a page, is in `rankwise.report.answers`, in a table with the same keys.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rankwise.core.records import (
    Comparison,
    Diagnosis,
    FabricSurvey,
    Improved,
    Map,
    Record,
    Run,
    Survey,
    Trace,
    TransportReport,
    Tuned,
)

if TYPE_CHECKING:
    from rankwise.store import Store


@dataclass(frozen=True)
class Kind:
    """`record`: what is stored beside the run, under the name `stored`; the run itself where that is empty. `function`:
    what to call of `rankwise`."""

    record: type[Record]
    stored: str
    function: str


KINDS: Final[dict[str, Kind]] = {
    "bench": Kind(Run, "", "bench"),
    "compare": Kind(Comparison, "comparison", "compare"),
    "doctor": Kind(Diagnosis, "diagnosis", "doctor"),
    "fabrics": Kind(FabricSurvey, "fabrics", "fabrics"),
    "import": Kind(Run, "", "import_results"),
    "improve": Kind(Improved, "improved", "improve"),
    "map": Kind(Map, "map", "measure_map"),
    "survey": Kind(Survey, "survey", "survey"),
    "trace": Kind(Trace, "trace", "trace"),
    "transport": Kind(TransportReport, "transport", "transport"),
    "tune": Kind(Tuned, "tuned", "tune"),
    "tune verify": Kind(Tuned, "tuned", "verify_tuning"),
}


def answer_of(store: Store, run: Run) -> Record:
    """What a stored run answers: the run itself of `bench` and `import`, and of a run that did not end."""
    kind = KINDS.get(run.kind)
    stored = store.get(run.id, kind.stored, kind.record) if kind and kind.stored else None
    return run if stored is None else stored


def page_name(run: Run) -> str:
    """The file's name of the page of a run, in the folder of results."""
    return f"{run.kind.replace(' ', '-')}-{run.id}.html"
