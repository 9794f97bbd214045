"""What the stages of a search share: where candidates are launched, for what, what is in use and what was seen.

A stage (of `stages`, `climb`, `rule_search`, `pairs`) gets a Search and a list of candidates, and puts what gains in
use."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rankwise.core.records import Change
from rankwise.tuning.goals import BenchmarkPoint, Target
from rankwise.tuning.in_use import InUse
from rankwise.tuning.picks import with_between
from rankwise.tuning.race import CandidateTimes
from rankwise.tuning.records import Gain, TuningLine
from rankwise.tuning.space import Candidate
from rankwise.tuning.trial_runner import TrialRunner
from rankwise.tuning.trials import Trials

ROUNDS: Final = 4
"""Visits to a benchmark point in each launch of a race."""
_LATE: Final = 0.25  # of the time between a stage and the proof
_CHECK: Final = 0.2  # of the time until the proof
MOST_CHECKED: Final = 3
"""Candidates that are checked for regressions, or judged, at a time."""

Judge = Callable[[Sequence[TuningLine], Mapping[str, Sequence[TuningLine]], float], Mapping[str, Gain]]
"""Of lines in use and sets of lines to take with them, until a time: what each set that is worth it gains, the best
first. Raises InUseFails where the lines in use turn out to fail."""


@dataclass
class Search:
    """`judge` decides on every line where there is such a thing: a program of the user's own. The last `reserve_s`
    before the runner's deadline are left to the proof. `clock` is the one of that deadline."""

    runner: TrialRunner
    target: Target
    in_use: InUse
    tell: Callable[[str], None]
    judge: Judge | None = None
    reserve_s: float = 0.0
    clock: Callable[[], float] = time.monotonic
    trials: Trials = field(init=False)

    def __post_init__(self) -> None:
        self.trials = Trials(self.target)

    @property
    def end_s(self) -> float:
        """When the proof begins at the latest."""
        return self.runner.deadline - self.reserve_s

    def last_end_s(self, until: float) -> float:
        """When races of finalists of a stage end: some time after the stage, because few finalists that are sure are
        worth more than many that are not. Over a network one may take as long as the proof of all that was taken."""
        return until if self.runner.away else until + _LATE * max(0.0, self.end_s - until)

    @property
    def check_end_s(self) -> float:
        """When a check for regressions that begins now ends at the latest: the proof sees regressions too, and time
        that checks of the first settings take is lost for all other candidates."""
        now = self.clock()
        return now + _CHECK * max(0.0, self.end_s - now)

    @property
    def checks_regressions(self) -> bool:
        """Whether a candidate that makes some size slower is not taken. Over a network that is left to the proof."""
        return self.target.worst > 0 and not self.runner.away

    def check_points(self, points: Sequence[BenchmarkPoint]) -> Sequence[BenchmarkPoint]:
        """The benchmark points, with those between them where regressions are looked for."""
        return with_between(points, self.target) if self.checks_regressions else points

    def open(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The candidates that may still be taken on top of what is in use."""
        return [
            candidate
            for candidate in candidates
            if self.in_use.accepts(candidate) and not self.trials.is_out(candidate)
        ]

    def note(self, stage: str, candidates: Sequence[Candidate], seen: Mapping[str, CandidateTimes]) -> None:
        """Keeps what was seen of candidates, by their names."""
        for candidate in candidates:
            self.trials.note(stage, candidate, seen[candidate.name], alone=not self.in_use.lines())

    def take(self, candidate: Candidate) -> None:
        """Puts a candidate in use."""
        self.in_use.take(candidate)
        self.tell(f"taken: {candidate.name}")

    def take_rule(self, line: TuningLine, parts: Collection[str]) -> None:
        """Puts a rule in use that is made of these candidates."""
        self.in_use.take_rule(line, parts)
        self.tell(f"taken: {line.id}")

    def take_back(self, why: str) -> None:
        """Takes away the line that came in use last, for good: what is in use fails, if only at times."""
        name = self.in_use.remove_last()
        self.trials.fail(name, why)
        self.trials.lost[name] = f"what was in use failed with it: {why}"
        self.tell(f"taken back: {name}: {why}")

    def race(
        self,
        changes: Mapping[str, Change],
        points: Sequence[BenchmarkPoint],
        *,
        launches: int,
        rounds: int,
        until: float,
        kernels: Mapping[str, Collection[str]] | None = None,
    ) -> dict[str, CandidateTimes]:
        """What changes show beside what is in use, by their names, as `TrialRunner.race` measures it; nothing where
        a launch of them would take the time of the proof. Raises InUseFails."""
        seen = {name: CandidateTimes() for name in changes}
        sides = min(len(changes), self.runner.most_sides) + 1
        if self.clock() + self.runner.launch_s(sides, len(points)) > self.end_s:
            return seen
        with self.in_use.launched():
            self.runner.race(
                self.in_use.base(),
                changes,
                points,
                seen,
                launches=launches,
                rounds=rounds,
                until=until,
                kernels=kernels,
            )
        return seen

    def race_each(
        self,
        candidates: Sequence[Candidate],
        points: Sequence[BenchmarkPoint],
        *,
        launches: int,
        rounds: int,
        until: float,
    ) -> dict[str, CandidateTimes]:
        """What each of the candidates shows on top of what is in use. Raises InUseFails."""
        none = {candidate.name: CandidateTimes() for candidate in candidates}
        changes = self.in_use.with_each(candidates)
        return none | self.race(changes, points, launches=launches, rounds=rounds, until=until)
