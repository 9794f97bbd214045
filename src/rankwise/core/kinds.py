"""The kinds of runs: what each answers, the name under which that is stored, and where it is shown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from rankwise.core.records import Record, Run
from rankwise.diagnoses.records import Diagnosis
from rankwise.experiment.records import Comparison, FabricSurvey
from rankwise.model.records import Map
from rankwise.programs.records import Programmed
from rankwise.simulate.records import Simulated
from rankwise.tracing.records import Trace
from rankwise.tuning.records import Tuned
from rankwise.verbs.records import Improved, ScaleReport, Studied, Survey


@dataclass(frozen=True)
class Kind:
    """One kind of run.

    `record` is stored beside the run under the name `stored`, or is the run itself where that is empty. `lines` gives
    what a terminal shows of a record, `page` the text of its page, `function` asks for it from Python. `verdict` gives
    the sentences before the lines, and is empty where the lines begin with them. `lines`, `page` and `verdict` are
    `module:name`, imported when they are used. `contains_runs`: it stores runs of other kinds while it lasts.
    """

    record: type[Record]
    stored: str
    lines: str
    page: str
    function: str
    verdict: str = ""
    contains_runs: bool = False


_OF_A_RUN: Final = ("rankwise.report.bench:lines", "rankwise.report.run_page:render")
_VERDICTS: Final = "rankwise.report.verdicts"
_OF_A_TUNING: Final = ("rankwise.report.tune:lines", "rankwise.report.tune_page:render")

KINDS: Final[dict[str, Kind]] = {
    "bench": Kind(Run, "", *_OF_A_RUN, "bench", f"{_VERDICTS}:of_bench"),
    "compare": Kind(
        Comparison,
        "comparison",
        "rankwise.report.compare:lines",
        "rankwise.report.compare:render",
        "compare",
        f"{_VERDICTS}:of_compare",
    ),
    "doctor": Kind(Diagnosis, "diagnosis", "rankwise.report.doctor:lines", "rankwise.report.doctor:render", "doctor"),
    "fabrics": Kind(
        FabricSurvey,
        "fabrics",
        "rankwise.report.fabrics:lines",
        "rankwise.report.fabrics:render",
        "fabrics",
        f"{_VERDICTS}:of_fabrics",
    ),
    "import": Kind(Run, "", *_OF_A_RUN, "import_results", f"{_VERDICTS}:of_bench"),
    "improve": Kind(
        Improved,
        "improved",
        "rankwise.report.improve:lines",
        "rankwise.report.improve:render",
        "improve",
        "rankwise.report.improve:verdict",
        contains_runs=True,
    ),
    "map": Kind(
        Map,
        "map",
        "rankwise.report.map_words:lines",
        "rankwise.report.map_page:render",
        "measure_map",
        f"{_VERDICTS}:of_map_looked",
    ),
    "program": Kind(
        Programmed, "programmed", "rankwise.report.program:lines", "rankwise.report.program:render", "run_program"
    ),
    "scale": Kind(
        ScaleReport,
        "scale",
        "rankwise.report.scale:lines",
        "rankwise.report.run_page:render_scale",
        "scale",
        f"{_VERDICTS}:of_scale",
        contains_runs=True,
    ),
    "simulate": Kind(
        Simulated,
        "simulated",
        "rankwise.report.simulate:lines",
        "rankwise.report.simulate:render",
        "simulate_machine",
        "rankwise.report.simulate:verdict",
    ),
    "study": Kind(
        Studied,
        "studied",
        "rankwise.report.study:lines",
        "rankwise.report.study:render",
        "study",
        contains_runs=True,
    ),
    "survey": Kind(Survey, "survey", "rankwise.report.terminal:lines", "rankwise.report.page:render", "survey"),
    "trace": Kind(Trace, "trace", "rankwise.report.trace:lines", "rankwise.report.run_page:render_trace", "trace"),
    "tune": Kind(Tuned, "tuned", *_OF_A_TUNING, "tune", contains_runs=True),
    "tune verify": Kind(Tuned, "tuned", *_OF_A_TUNING, "verify_tuning", contains_runs=True),
}

KINDS["transport"] = replace(KINDS["scale"], stored="transport")
"""The name of `scale` in runs that were stored before it had that name."""


def kind_of(answer: Record) -> Kind:
    """The row of the first kind whose answer is such a record."""
    return next(kind for kind in KINDS.values() if type(answer) is kind.record)


def page_name(run: Run) -> str:
    """The file's name of the page of a run, in the folder of results."""
    return f"{run.kind.replace(' ', '-')}-{run.id}.html"
