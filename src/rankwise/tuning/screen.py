"""Candidates worth a race of their own, of the hundreds of settings that a library has: most change nothing."""

from __future__ import annotations

from collections.abc import Sequence

from rankwise.tuning.goals import BenchmarkPoint
from rankwise.tuning.picks import first_values
from rankwise.tuning.race import noticed
from rankwise.tuning.search import ROUNDS, Search
from rankwise.tuning.space import Candidate, bundles
from rankwise.tuning.trials import BUNDLE


def screened(
    search: Search, candidates: Sequence[Candidate], points: Sequence[BenchmarkPoint], until: float
) -> list[Candidate]:
    """Those that stand alone, and the members of every bundle that changed something when all of it was set at once.
    Candidates of another value of the same knob share its fate."""
    groups = bundles(candidates)
    joint = {f"bundle {index}": first_values(group) for index, group in enumerate(groups)}
    several = {name: [candidate.line for candidate in members] for name, members in joint.items() if len(members) > 1}
    joined = {name: search.in_use.with_lines(lines) for name, lines in several.items()}
    changes = {name: change for name, change in joined.items() if change is not None}
    seen = search.race(changes, points, launches=1, rounds=ROUNDS, until=until)
    worth_it = noticed(seen)
    kept: list[Candidate] = []
    unknown: list[Candidate] = []
    for name, group in zip(joint, groups, strict=True):
        if name in worth_it:
            kept += group
        elif name not in seen or seen[name].error or not seen[name].launches:
            unknown += group
        else:
            search.note(BUNDLE, group, dict.fromkeys((candidate.name for candidate in group), seen[name]))
    return [*kept, *unknown]
