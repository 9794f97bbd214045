"""`study`: one published measurement repeated, judged row by row."""

from __future__ import annotations

from rankwise.core.errors import UsageError
from rankwise.verbs.records import ListedStudy, On, Studied
from rankwise.verbs.study.judged import Study
from rankwise.verbs.study.table import STUDIES


def listed() -> list[ListedStudy]:
    """All studies."""
    return [
        ListedStudy(name=name, title=row.title, tolerance=row.tolerance, on=row.on) for name, row in STUDIES.items()
    ]


def study(name: str, on: On = "simulated") -> Studied:
    """The rows of a study. Raises UsageError for an unknown one, and for a place where it cannot be made."""
    if name not in STUDIES:
        raise UsageError("unknown-study", f"there is no study '{name}'", f"use {', '.join(STUDIES)}")
    row = STUDIES[name]
    if on not in row.on:
        raise UsageError("bad-place", f"study {name} cannot be made on '{on}'", f"use --on {' or '.join(row.on)}")
    made = Study(row.tolerance)
    row.make(made)
    return Studied(
        name=name, title=row.title, on=on, tolerance=row.tolerance, rows=tuple(made.rows), notes=tuple(made.notes)
    )


def machine_of(name: str) -> str:
    """The machine that is drawn of a study; empty where there is none."""
    return STUDIES[name].machine
