"""What a search has seen of its candidates, and which of them may still be taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rankwise.tuning.acceptance import surely_gains
from rankwise.tuning.goals import Target
from rankwise.tuning.race import CandidateTimes, score, survivors
from rankwise.tuning.space import Candidate

_LEAST_GAIN: Final = 0.01
_MOST_LAUNCHES: Final = 16
BUNDLE: Final = "bundle"
"""The stage of a candidate that was only seen set together with others."""


@dataclass
class Trial:
    """What was seen of a candidate at the last stage that it reached. `alone` is what was seen while nothing else was
    in use."""

    candidate: Candidate
    seen: CandidateTimes
    stage: str
    alone: CandidateTimes


@dataclass
class Trials:
    """All trials by the name of the candidate. `regressed_at` says where a candidate that gains on average is slower
    than the default, `gone` names what fails after all or what a proof took away, and `lost` says why lines were taken
    back."""

    target: Target
    by_name: dict[str, Trial] = field(default_factory=dict)
    regressed_at: dict[str, str] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    lost: dict[str, str] = field(default_factory=dict)

    def note(self, stage: str, candidate: Candidate, seen: CandidateTimes, *, alone: bool) -> None:
        """Keeps what was seen of a candidate, if anything was; `alone`: while nothing else was in use."""
        if seen.launches or seen.error:
            before = self.by_name.get(candidate.name)
            by_itself = seen if alone else before.alone if before else CandidateTimes()
            self.by_name[candidate.name] = Trial(candidate, seen, stage, by_itself)

    def ask(self, stage: str, candidate: Candidate) -> None:
        """Notes a candidate that only a judge can measure."""
        self.by_name[candidate.name] = Trial(candidate, CandidateTimes(), stage, CandidateTimes())

    def fail(self, name: str, error: str) -> None:
        """A candidate or line that fails is out for good."""
        self.gone.add(name)
        if name in self.by_name:
            self.by_name[name].seen.error = error

    def is_out(self, candidate: Candidate) -> bool:
        """Whether a candidate is never to be taken."""
        return candidate.name in self.regressed_at or candidate.name in self.gone

    def gains(self, candidate: Candidate) -> bool:
        """Whether a candidate surely gains on top of what was in use when it was raced last."""
        return not self.is_out(candidate) and self._is_sure(self.by_name[candidate.name].seen)

    def gains_alone(self, candidate: Candidate) -> bool:
        """Whether a candidate surely gains with nothing else in use."""
        return self._is_sure(self.by_name[candidate.name].alone)

    def may_gain(self, candidate: Candidate) -> bool:
        """Whether a candidate that looks like a gain may become a sure one by more launches."""
        trial = self.by_name.get(candidate.name)
        if trial is None or not 0 < trial.seen.launches < _MOST_LAUNCHES or self.gains(candidate):
            return False
        return score(trial.seen, self.target.weights, self.target.worst) > _LEAST_GAIN

    def best(
        self, seen: Mapping[str, CandidateTimes], candidates: Sequence[Candidate], least: float = _LEAST_GAIN
    ) -> list[Candidate]:
        """The candidates that look like a gain of at least `least` (a logarithm) in `seen`, the best first."""
        scores = {
            candidate.name: score(seen[candidate.name], self.target.weights, self.target.worst)
            for candidate in candidates
        }
        by_name = {candidate.name: candidate for candidate in candidates}
        return [by_name[name] for name in survivors(scores, len(scores), least)]

    def best_alone(self) -> list[Candidate]:
        """The settings that are not out and look like a gain, as they were seen alone where they were, the best
        first."""
        own = [trial for trial in self.by_name.values() if trial.candidate.kind != "algorithm"]
        own = [trial for trial in own if trial.stage != BUNDLE and not self.is_out(trial.candidate)]
        seen = {trial.candidate.name: trial.alone if trial.alone.launches else trial.seen for trial in own}
        return self.best(seen, [trial.candidate for trial in own])

    def _is_sure(self, seen: CandidateTimes) -> bool:
        return not seen.error and surely_gains(seen, self.target.weights)
