"""Which claims changed between two sets of results: beyond their intervals, or from met to missed."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.claims import CLAIMS
from benchmarks.goals import Figure, Goal
from benchmarks.kept import Result
from benchmarks.page import figures


@dataclass(frozen=True)
class Change:
    """A figure of a claim in the first and in the second set."""

    claim: str
    what: str
    before: str
    after: str
    why: str


def changes(before: dict[str, Result], after: dict[str, Result]) -> list[Change]:
    """Figures whose intervals do not overlap, and those that are met in one set alone; by claim."""
    found = []
    for claim in CLAIMS:
        first, second = figures(claim, before), figures(claim, after)
        for what in first.keys() & second.keys():
            if why := _why(first[what], second[what]):
                found.append(Change(claim.id, what, first[what].found, second[what].found, why))
    return sorted(found, key=lambda change: (change.claim, change.what))


def compared(before: dict[str, Result], after: dict[str, Result]) -> int:
    """How many figures both sets have."""
    return sum(len(figures(claim, before).keys() & figures(claim, after).keys()) for claim in CLAIMS)


def _why(before: Goal, after: Goal) -> str:
    if before.met != after.met:
        return "is met now" if after.met else "is missed now"
    if before.figure and after.figure and _apart(before.figure, after.figure):
        return "changed beyond both intervals"
    return ""


def _apart(before: Figure, after: Figure) -> bool:
    return before.high < after.low or after.high < before.low
