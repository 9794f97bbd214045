"""Ranks on other cores than the launcher chooses, or bound to theirs."""

from __future__ import annotations

from collections.abc import Iterator

from rankwise.tuning.program_judge import USED
from rankwise.tuning.sources import placed
from rankwise.verbs.improve.case import Case, Offer, places_of
from rankwise.verbs.improve.look import places


def why_not(_case: Case) -> str:
    """Every launcher binds somehow."""
    return ""


def offers(case: Case) -> Iterator[Offer]:
    """What the MPI lets one choose and no line in use says, each with the cores that ranks of a short start get. Ways
    that come to the same there, as packages in turn do on a node with one, and words that the launch line overrules,
    say so."""
    already_set = {name for line in case.lines for name in line.knobs}
    used = places(case.judge.side(USED, case.lines), case.left_s) if case.lines else places_of(case.ranks)
    seen = {used: "what is in use"}
    seen.pop((), None)  # the short start showed nothing
    for candidate in placed(case.mpi):
        if already_set & candidate.line.knobs.keys():
            continue
        side = case.judge.side(candidate.name, [*case.lines, candidate.line])
        got = places(side, case.left_s) if seen else ()
        same = f"ranks get the same cores as with {seen[got]}" if got in seen else ""
        if got:
            seen.setdefault(got, candidate.name)
        yield Offer(candidate.name, candidate.line, same_as=same)
