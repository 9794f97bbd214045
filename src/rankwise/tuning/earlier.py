"""What the search of a tuning has tried already, for a search on top of that tuning: what was never tried comes first,
and what gained nothing is left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rankwise.core.records import Tried, Tuned
from rankwise.decide.goals import Target
from rankwise.decide.space import Candidate


@dataclass(frozen=True)
class Earlier:
    """The candidates of an earlier search by their names; none where there was no such search."""

    tried: Mapping[str, Tried] = field(default_factory=dict)

    def left(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Those that may still gain, those that were never tried first, each group in its order."""
        left = [one for one in candidates if not self._is_done(one)]
        return sorted(left, key=lambda candidate: candidate.name in self.tried)

    def _is_done(self, candidate: Candidate) -> bool:
        """Whether a candidate is in the tuning, failed, made a size slower, or did not gain. An algorithm may gain at
        one size and lose over all: that it was tried says nothing of what is left where it lost."""
        one = self.tried.get(candidate.name)
        if one is None:
            return False
        if one.taken or one.error or one.regresses_at:
            return True
        return candidate.kind != "algorithm" and one.ratio is not None and one.ratio.ratio < 1.0


def earlier_of(searched: Tuned | None, wanted: Target, ranks: int) -> Earlier:
    """What a search has tried, where it was for the same goal and as many ranks."""
    if searched is None or (searched.tuning.goal, searched.tuning.ranks) != (wanted.goal, ranks):
        return Earlier()
    return Earlier({one.what: one for one in searched.tried})
