"""What the searches of a tuning have tried already, for a search on top of that tuning: what was never tried comes
first, and what gained nothing is left out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rankwise.core.records import DeviceMemory
from rankwise.tuning.goals import BenchmarkPoint
from rankwise.tuning.records import Tried, Tuned, Tuning
from rankwise.tuning.space import Candidate

BASE_RUN: Final = "base run"
"""The setting of a run that names the search whose tuning was in use."""
_LOST: Final = 0.97  # a single launch is off by that much


@dataclass(frozen=True)
class Earlier:
    """The candidates of earlier searches by their names, and the ids of the lines in use; none where there was no such
    search."""

    tried: Mapping[str, Tried] = field(default_factory=dict)
    lines: Collection[str] = ()

    def left(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Those that may still gain, those that were never tried first, each group in its order."""
        left = [candidate for candidate in candidates if not self._is_done(candidate)]
        return sorted(left, key=lambda candidate: candidate.name in self.tried)

    def new(self, candidates: Sequence[Candidate]) -> Collection[str]:
        """The names of those that were never tried."""
        return {candidate.name for candidate in candidates} - self.tried.keys()

    def _is_done(self, candidate: Candidate) -> bool:
        """Whether a candidate is in the tuning, failed, made a size slower, or lost. What was taken and not proven may
        still gain. An algorithm may gain at one size and lose over all: that it was tried says nothing of what is left
        where it lost."""
        before = self.tried.get(candidate.name)
        if before is None:
            return False
        if before.error or before.regresses_at or candidate.name in self.lines:
            return True
        return candidate.kind != "algorithm" and before.ratio is not None and before.ratio.ratio < _LOST


@dataclass(frozen=True)
class Question:
    """What a search was for: `sent` are the benchmark points of a trace, the other fields those of a `Tuning`."""

    goal: str
    sent: Collection[BenchmarkPoint]
    sizes_bytes: tuple[int, ...]
    ranks: int
    hosts: tuple[str, ...]
    memory: DeviceMemory | None


def question_of(tuning: Tuning) -> Question:
    """What the search of a tuning was for."""
    sent = frozenset((point.kernel, point.size_bytes) for point in tuning.sent)
    return Question(tuning.goal, sent, tuning.sizes_bytes, tuning.ranks, tuning.hosts, tuning.memory)


def earlier_of(searches: Sequence[Tuned], question: Question) -> Earlier:
    """What those of the searches (the latest first) have tried that were for the same."""
    alike = [search for search in searches if question_of(search.tuning) == question]
    tried = {trial.what: trial for search in reversed(alike) for trial in search.tried}
    return Earlier(tried, frozenset(line.id for search in alike for line in search.tuning.lines))
