"""Which text a report takes: one row a program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from rankwise.suites.records import SuiteReport
from rankwise.suites.text import alcf, imb, osu

_FORMS: Mapping[str, Callable[[SuiteReport], Iterable[str]]] = {"alcf": alcf.lines, "imb": imb.lines, "osu": osu.lines}


def lines(report: SuiteReport) -> Iterable[str]:
    """The text of a report, line by line, in the form of its suite."""
    return _FORMS[report.suite](report)


def notices(report: SuiteReport) -> Iterable[str]:
    """What of a report is to be told beside its text: ALCF's acceptance may be undecided."""
    return alcf.notices(report) if report.suite == "alcf" else ()
