"""Ranks on other cores than the launcher chooses, or bound to theirs."""

from __future__ import annotations

from collections.abc import Iterator

from rankwise.tuning.offered import placed
from rankwise.verbs.improve.case import Case, Offer


def why_not(_case: Case) -> str:
    """Every launcher binds somehow."""
    return ""


def offers(case: Case) -> Iterator[Offer]:
    """What the MPI lets one choose; where a launch line binds ranks itself, its own words have the last say."""
    for candidate in placed(case.mpi):
        yield Offer(candidate.name, candidate.line)
