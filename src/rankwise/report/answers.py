"""How each kind of answer is shown: on a terminal and as a page, by the type of its record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

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


@dataclass(frozen=True)
class View:
    """`show` prints a record and names its page where there is one; `write` makes the page and returns its path."""

    show: Callable[[Any, Path | None], None]
    write: Callable[[Any, Path], Path]


def show(answer: Record, page: Path | None = None) -> None:
    """Prints an answer as its command did."""
    VIEWS[type(answer)].show(answer, page)


def write(answer: Record, page: Path) -> Path:
    """Writes the page of an answer and returns its path. Raises EnvironmentProblem when it cannot be written."""
    return VIEWS[type(answer)].write(answer, page)


# What draws pages takes long to import: each is loaded when it is used.


def _survey(survey: Survey, page: Path | None) -> None:
    from rankwise.report import terminal

    terminal.show(survey, page)


def _survey_page(survey: Survey, page: Path) -> Path:
    from rankwise.report.page import write

    return write(survey, page)


def _map(machine: Map, page: Path | None) -> None:
    from rankwise.report import map_words

    map_words.show(machine)
    _name(page)


def _map_page(machine: Map, page: Path) -> Path:
    from rankwise.report.map_page import write

    return write(machine, page)


def _improved(answer: Improved, page: Path | None) -> None:
    from rankwise.report import improve

    print("\n".join(improve.lines(answer)))
    _name(page)


def _improved_page(answer: Improved, page: Path) -> Path:
    from rankwise.report.improve import write

    return write(answer, page)


def _comparison(comparison: Comparison, page: Path | None) -> None:
    from rankwise.report import compare

    print("\n".join(compare.lines(comparison)))
    _name(page)


def _comparison_page(comparison: Comparison, page: Path) -> Path:
    from rankwise.report.compare_page import write

    return write(comparison, page)


def _diagnosis(diagnosis: Diagnosis, page: Path | None) -> None:
    from rankwise.report import doctor

    print("\n".join(doctor.lines(diagnosis)))
    _name(page)


def _diagnosis_page(diagnosis: Diagnosis, page: Path) -> Path:
    from rankwise.report.doctor import write

    return write(diagnosis, page)


def _fabrics(survey: FabricSurvey, page: Path | None) -> None:
    from rankwise.report import fabrics

    print("\n".join(fabrics.lines(survey)))
    _name(page)


def _fabrics_page(survey: FabricSurvey, page: Path) -> Path:
    from rankwise.report.fabrics_page import write

    return write(survey, page)


def _tuned(answer: Tuned, page: Path | None) -> None:
    from rankwise.report import tune

    print("\n".join(tune.lines(answer)))
    _name(page)


def _tuned_page(answer: Tuned, page: Path) -> Path:
    from rankwise.report.tune_page import write

    return write(answer, page)


def _trace(trace: Trace, page: Path | None) -> None:
    from rankwise.report import trace as words

    print("\n".join(words.lines(trace)))
    _name(page)


def _trace_page(trace: Trace, page: Path) -> Path:
    from rankwise.report.run_page import write_trace

    return write_trace(trace, page)


def _transport(report: TransportReport, page: Path | None) -> None:
    from rankwise.report import transport

    print("\n".join(transport.lines(report)))
    _name(page)


def _transport_page(report: TransportReport, page: Path) -> Path:
    from rankwise.report.run_page import write_transport

    return write_transport(report, page)


def _run(run: Run, page: Path | None) -> None:
    from rankwise.report import bench

    print("\n".join(bench.lines(run)))
    _name(page)


def _run_page(run: Run, page: Path) -> Path:
    from rankwise.report.run_page import write

    return write(run, page)


def _name(page: Path | None) -> None:
    if page is not None:
        print(f"page: {page}")


VIEWS: Final[dict[type[Record], View]] = {
    Comparison: View(_comparison, _comparison_page),
    Diagnosis: View(_diagnosis, _diagnosis_page),
    FabricSurvey: View(_fabrics, _fabrics_page),
    Improved: View(_improved, _improved_page),
    Map: View(_map, _map_page),
    Run: View(_run, _run_page),
    Survey: View(_survey, _survey_page),
    Trace: View(_trace, _trace_page),
    TransportReport: View(_transport, _transport_page),
    Tuned: View(_tuned, _tuned_page),
}
