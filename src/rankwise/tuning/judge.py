"""Candidates before the judge of a search: the user's own program, in whole runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as replace_fields

from msgspec.structs import replace

from rankwise.core.units import plural
from rankwise.tuning.records import THE_PROGRAM, TuningLine
from rankwise.tuning.search import MOST_CHECKED, Search
from rankwise.tuning.space import Candidate

_ALL = "all rules"


def judged(search: Search, candidates: Sequence[Candidate], until: float) -> list[Candidate]:
    """Those of the candidates that the judge finds worth it, best first, with what each gains there."""
    assert search.judge is not None
    sets = {candidate.name: [candidate.line] for candidate in candidates}
    gains = search.judge(search.in_use.lines(), sets, until)
    search.trials.regressed_at |= dict.fromkeys(sets.keys() - gains.keys(), THE_PROGRAM)
    by_name = {candidate.name: candidate for candidate in candidates}
    return [
        replace_fields(by_name[name], line=replace(by_name[name].line, gains=(gain,))) for name, gain in gains.items()
    ]


def judged_rules(search: Search, rules: Sequence[TuningLine], until: float) -> list[TuningLine]:
    """The rules that the judge finds worth it: all of them, or the one that is more by itself."""
    assert search.judge is not None
    sets = {_ALL: list(rules), **({rule.id: [rule] for rule in rules[:MOST_CHECKED]} if len(rules) > 1 else {})}
    for name, shown in search.judge(search.in_use.lines(), sets, until).items():
        return [replace(rule, gains=(shown,)) if len(sets[name]) == 1 else rule for rule in sets[name]]
    search.tell("not taken: the rules gain nothing there")
    return []


def ask(search: Search, stage: str, candidates: Sequence[Candidate], until: float) -> None:
    """Takes the best of candidates that the judge finds worth it, and whose gain no kernel could show."""
    left = search.open(candidates)
    if search.judge is None or not left:
        return
    search.tell(f"{stage}: {plural(len(left), 'candidate')}")
    for candidate in left:
        search.trials.ask(stage, candidate)
    for candidate in judged(search, left, until)[:1]:
        search.take(candidate)
