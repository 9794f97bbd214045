"""All hostile cases, by area."""

from __future__ import annotations

from functools import cache

from benchmarks.robust import documents, places, texts
from benchmarks.robust.case import Case


@cache
def cases() -> tuple[Case, ...]:
    """Every case, each with an id of its own."""
    table = (*documents.cases(), *texts.cases(), *places.cases())
    assert len({case.id for case in table}) == len(table)
    return table
