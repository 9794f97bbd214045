"""Ranks on other cores than the launcher chooses, or bound to theirs."""

from __future__ import annotations

from collections.abc import Iterator

from rankwise.tuning.sources import placed
from rankwise.verbs.improve.case import Case, Offer


def why_not(_case: Case) -> str:
    """Every launcher binds somehow."""
    return ""


def offers(case: Case) -> Iterator[Offer]:
    """What the MPI lets one choose and no line in use says; where a launch line binds ranks itself, its own words have
    the last say."""
    already_set = {name for line in case.lines for name in line.knobs}
    for candidate in placed(case.mpi):
        if already_set & candidate.line.knobs.keys():
            continue
        yield Offer(candidate.name, candidate.line)
