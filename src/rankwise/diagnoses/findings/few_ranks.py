"""Fewer ranks began than the line asks for."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case


def check(case: Case) -> Finding | None:
    """Where the start ended well and ranks are missing all the same."""
    start = case.start
    if start is None or start.status != 0 or not case.asked or len(start.ranks) >= case.asked or not case.library:
        return None
    return finding(
        "few-ranks",
        "Fewer ranks than asked for",
        "serious",
        "The launcher ended well and did not start all ranks, or their words were lost on the way.",
        seen={"short start": f"{len(start.ranks)} of {case.asked} ranks told of themselves"},
        fixes={"any": f"run the start by itself: `{case.line()}`"},
        verify=case.again,
        mpi=case.family,
    )
