"""The short start worked, and printed a warning that the table of messages has."""

from __future__ import annotations

from msgspec.structs import replace

from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case
from rankwise.diagnoses.findings.start_failed import told_by


def check(case: Case) -> Finding | None:
    """The first of its known words, where every rank came back from MPI_Init."""
    start = case.start
    if start is None or start.status != 0 or len(case.ranks) < len(start.ranks):
        return None
    known = next(iter(told_by(case, start.output)), None)
    return known and replace(known, id="start-words", severity="warning")
