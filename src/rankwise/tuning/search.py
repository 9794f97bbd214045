"""The search for a tuning: races with early elimination, one kind of setting after the other, each on the last."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from dataclasses import replace as replace_fields
from typing import Final

from msgspec.structs import replace

from rankwise.core.errors import MeasurementFailed, UsageError
from rankwise.core.records import Change, Gain, TuningLine
from rankwise.core.units import format_size
from rankwise.decide.explain import THE_PROGRAM
from rankwise.decide.goals import BenchmarkPoint, Target, beside_thresholds, largest, regression_points
from rankwise.decide.knob_values import thresholds_in
from rankwise.decide.race import Seen, score, survivors
from rankwise.decide.space import Candidate
from rankwise.decide.tuning import surely_gains
from rankwise.tuning.picks import varied, with_between
from rankwise.tuning.regressions import FINAL_ROUNDS, Regression, regressions
from rankwise.tuning.trial_runner import TrialRunner

ROUNDS: Final = 4
"""Visits to a benchmark point in each launch of a race."""
MOST_CHECKED: Final = 3
"""Candidates that are guarded, or judged, at a time."""
_LEAST_GAIN: Final = 0.01
_SCREENING_NOISE: Final = -0.03  # one launch is off by that much
_MOST_LAUNCHES: Final = 16
_MOST_NEXT: Final = 9  # candidates that get their turn when a proof left nothing
BUNDLE: Final = "bundle"
"""The stage of a candidate that was only seen set together with others."""


@dataclass
class Trial:
    """What was seen of a candidate, at the last stage that it reached; `alone` while nothing else was in use, of a
    candidate that came up later nothing."""

    one: Candidate
    seen: Seen
    stage: str
    alone: Seen


class InUseFails(MeasurementFailed):
    """What is in use cannot be launched, or the program fails with it, after it went well before."""


Judge = Callable[[Sequence[TuningLine], Mapping[str, Sequence[TuningLine]], float], Mapping[str, Gain]]
"""Of lines in use and sets of lines to take with them, until a time: what each set that is worth it gains, the best
first. Raises InUseFails where the lines in use turn out to fail."""


@dataclass
class Search:
    """Lines in use so far, and everything that was tried. `carry` makes one change of a launch from lines;
    `regressed_at` says where a candidate that gains on average is slower than the default, `gone` what fails after all
    or what a proof took away, `taken` the lines (by id) in the order in which they came in use, `lost` why some were
    taken back, `parts` the candidates that an algorithm of a rule is made of. `judge`: what has the last word on a
    line, where there is such a thing: a program of the user's own. `regression_points` False leaves harm that a
    candidate does at some sizes to the proof, where nothing is searched on top of it. The last `reserve_s` before the
    trial runner's deadline are left to that proof."""

    runner: TrialRunner
    target: Target
    carry: Callable[[Sequence[TuningLine]], Change]
    tell: Callable[[str], None]
    used: list[Candidate] = field(default_factory=list)
    rules: list[TuningLine] = field(default_factory=list)
    judge: Judge | None = None
    regression_points: bool = True
    reserve_s: float = 0.0
    trials: dict[str, Trial] = field(default_factory=dict)
    regressed_at: dict[str, str] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    taken: list[str] = field(default_factory=list)
    lost: dict[str, str] = field(default_factory=dict)
    parts: dict[tuple[str, str], Collection[str]] = field(default_factory=dict)

    def lines(self) -> list[TuningLine]:
        """What is in use: settings in the order in which they were taken, then rules."""
        return [*(one.line for one in self.used), *self.rules]

    def in_use(self) -> set[str]:
        """The candidates that these lines are made of, by name."""
        rules = [rule.rule for rule in self.rules if rule.rule is not None]
        parts = [self.parts.get((rule.collective, rule.algorithm), ()) for rule in rules]
        return {one.name for one in self.used}.union(*parts)

    def climb(
        self, stage: str, candidates: Sequence[Candidate], points: Sequence[BenchmarkPoint], until: float
    ) -> None:
        """Races candidates against what is in use, takes the best one that surely gains, and goes on with the next
        best ones on top of it until none gains or the time is over. For finalists that slow a size down, the next best
        ones that were no finalists get their turn: the best are often variants of one thing, and fall together."""
        left = [one for one in candidates if not self._contradicts(one) and not self._is_out(one)]
        if not left or time.monotonic() > until:
            return
        self.tell(f"{stage}: {len(left)} candidates")
        finalists, reserve = self._halved(stage, left, points, until)
        if len(left) > self.runner.most_sides and any(self._gains(finalist) for finalist in finalists):
            finalists = self._confirmed(stage, finalists, points, until)
        while True:
            stands: list[Candidate] = []
            while (sure := [finalist for finalist in finalists if self._gains(finalist)]) and not stands:
                some = sure[:MOST_CHECKED]
                stands = self._judged(some, until) if self.judge else self._without_regressions(some)
            if stands:
                self.take(stands[0])
            elif not reserve or not any(self._is_out(finalist) for finalist in finalists):
                return
            if time.monotonic() > until:
                for one in stands[1:] if not self.judge else ():  # no time to race them on top: the proof has the word
                    if not self._contradicts(one):
                        self.take(one)
                return
            alive = [one for one in (*finalists, *reserve) if not self._is_out(one) and not self._contradicts(one)]
            again, reserve = alive[: self.runner.most_sides], alive[self.runner.most_sides :]
            finalists = self._final(stage, again, points, until)

    def ask(self, stage: str, candidates: Sequence[Candidate], until: float) -> None:
        """Takes the best of candidates that the judge finds worth it, and whose gain no kernel could show."""
        left = [one for one in candidates if not self._contradicts(one) and not self._is_out(one)]
        if self.judge is None or not left:
            return
        self.tell(f"{stage}: {len(left)} candidates")
        self.trials |= {one.name: Trial(one, Seen(), stage, Seen()) for one in left}
        for one in self._judged(left, until)[:1]:
            self.take(one)

    def take(self, candidate: Candidate) -> None:
        """Puts a candidate in use."""
        self.used.append(candidate)
        self.taken.append(candidate.name)
        self.tell(f"taken: {candidate.name}")

    def take_rule(self, line: TuningLine, parts: Collection[str]) -> None:
        """Puts a rule in use that is made of these candidates."""
        if line.rule is not None:
            self.parts[line.rule.collective, line.rule.algorithm] = parts
        self.rules.append(line)
        self.taken.append(line.id)
        self.tell(f"taken: {line.id}")

    def take_back(self, why: str) -> None:
        """Takes away the line that came in use last, for good: what is in use fails, if only at times."""
        inside = {line.id for line in self.lines()}
        name = next(one for one in reversed(self.taken) if one in inside)
        self.used = [one for one in self.used if one.name != name]
        self.rules = [rule for rule in self.rules if rule.id != name]
        self.gone.add(name)
        self.lost[name] = f"what was in use failed with it: {why}"
        if name in self.trials:
            self.trials[name].seen.error = why
        self.tell(f"taken back: {name}: {why}")

    def fall_back(self, gone: Collection[str], points: Sequence[BenchmarkPoint]) -> Iterator[Candidate]:
        """Where a proof left nothing of what was in use: each of the next best ways that surely gain and do no harm,
        one after the other, in use while the caller looks at it, as long as there is time for another proof. What is
        `gone` stays away."""
        self.gone |= set(gone)
        self.used, self.rules = [], []
        own = [trial for trial in self.trials.values() if trial.one.kind != "algorithm" and not self._is_out(trial.one)]
        seen = {one.one.name: one.alone if one.alone.launches else one.seen for one in own if one.stage != BUNDLE}
        left = varied(self._best(seen, [one.one for one in own if one.one.name in seen])[:_MOST_NEXT])
        while left and time.monotonic() < self._end:
            some, left = left[:MOST_CHECKED], left[MOST_CHECKED:]
            if open_ := [one for one in some if not self._gains_alone(one)]:
                self._final("the next best", open_, points, self._end)
            sure = [one for one in some if self._gains_alone(one)]
            for without_regression in self._without_regressions(sure) if sure else ():
                self.used = []
                self.take(without_regression)
                yield without_regression
                if time.monotonic() > self._end:
                    break
            self.used = []

    def regression(
        self, base: Change, changes: Mapping[str, Change], points: Sequence[BenchmarkPoint]
    ) -> dict[str, Regression]:
        """What changes make slower than `base`, by name, in the time before the proof."""
        return regressions(self.runner, base, changes, points, self.target.worst, until=self._end)

    def race(
        self,
        changes: Mapping[str, Change],
        points: Sequence[BenchmarkPoint],
        seen: Mapping[str, Seen],
        *,
        launches: int,
        rounds: int,
        until: float,
        kernels: Mapping[str, Collection[str]] | None = None,
    ) -> None:
        """Races changes beside what is in use, as `TrialRunner.race` does. Raises InUseFails."""
        with self.beside_used():
            self.runner.race(
                self.base(), changes, points, seen, launches=launches, rounds=rounds, until=until, kernels=kernels
            )

    @contextmanager
    def beside_used(self) -> Iterator[None]:
        """Around launches beside what is in use. Raises InUseFails where lines that were taken cannot be launched."""
        try:
            yield
        except MeasurementFailed as error:
            if not self.lines():
                raise
            raise InUseFails(error.code, error.message, error.hint) from error

    def base(self) -> Change:
        """What is in use."""
        return self.carry(self.lines())

    def change(self, more: Sequence[Candidate]) -> Change | None:
        """What is in use with all of these candidates; None where that contradicts itself."""
        return self.carried([*self.lines(), *(one.line for one in more)])

    def changes(self, candidates: Sequence[Candidate]) -> dict[str, Change]:
        """What is in use with each of the candidates, by name; without those that contradict it."""
        return {one.name: change for one in candidates if (change := self.change([one])) is not None}

    def carried(self, lines: Sequence[TuningLine]) -> Change | None:
        """The lines as a change of a launch; None for lines that contradict each other."""
        try:
            return self.carry(lines)
        except UsageError:
            return None

    def note(self, stage: str, candidate: Candidate, seen: Seen) -> None:
        """Keeps what was seen of a candidate, if anything was."""
        if seen.launches or seen.error:
            before = self.trials.get(candidate.name)
            alone = seen if not self.lines() else before.alone if before else Seen()
            self.trials[candidate.name] = Trial(candidate, seen, stage, alone)

    # -- races --------------------------------------------------------------------------------------------------------

    def _halved(
        self, stage: str, candidates: Sequence[Candidate], points: Sequence[BenchmarkPoint], until: float
    ) -> tuple[list[Candidate], list[Candidate]]:
        """The best few, best first: everyone is launched once, the better third again, the best six to the end, these
        at the sizes between too, where some that look best do harm. And those that also looked like a gain when they
        were left out."""
        seen = {one.name: Seen() for one in candidates}
        alive = list(candidates)
        begin = time.monotonic()
        every = self._with_check_points(points)
        stages = (
            (len(alive), 1, 0.6, points, ROUNDS),
            (max(6, len(alive) // 3), 1, 0.75, every, FINAL_ROUNDS),
            (6, 3, 1.0, every, FINAL_ROUNDS),
        )
        for keep, launches, share, at, rounds in stages:
            if any(one.launches for one in seen.values()):
                alive = varied(self._best(seen, alive, _SCREENING_NOISE))[:keep]
            if launches > 1:  # not cut short: few finalists that are sure are worth more than many that are not
                alive = alive[: 6 if time.monotonic() < until else 3]
            end = begin + share * (until - begin) if launches == 1 else self._last_end_s(until)
            self._race(alive, at, seen, launches=launches, rounds=rounds, until=end)
            for one in alive:
                self.note(stage, one, seen[one.name])
        while time.monotonic() < until and (open_ := [one for one in alive if self._may_gain(one)][:3]):
            self._race(open_, every, seen, launches=3, rounds=FINAL_ROUNDS, until=self._last_end_s(until))
            for one in open_:
                self.note(stage, one, seen[one.name])
        ranked = self._best(seen, candidates)
        return [one for one in ranked if one in alive], varied([one for one in ranked if one not in alive])

    def _race(
        self,
        candidates: Sequence[Candidate],
        points: Sequence[BenchmarkPoint],
        seen: dict[str, Seen],
        *,
        launches: int,
        rounds: int,
        until: float,
    ) -> None:
        """Candidates on top of what is in use: what they show is added to what was seen of them."""
        changes = self.changes(candidates)
        later = {name: Seen() for name in changes}
        self.race(changes, points, later, launches=launches, rounds=rounds, until=until)
        seen.update({name: seen[name].then(one) for name, one in later.items()})

    def _judged(self, candidates: Sequence[Candidate], until: float) -> list[Candidate]:
        """Those of the candidates that the judge finds worth it, best first, with what each gains there."""
        assert self.judge is not None
        gains = self.judge(self.lines(), {one.name: [one.line] for one in candidates}, until)
        self.regressed_at |= {one.name: THE_PROGRAM for one in candidates if one.name not in gains}
        names = {one.name: one for one in candidates}
        return [
            replace_fields(names[name], line=replace(names[name].line, gains=(gain,))) for name, gain in gains.items()
        ]

    def _without_regressions(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Those of the candidates that fail nowhere and make no size slower than the default, at sizes between those of
        the races and beside the thresholds that they set too: what comes later stands on what is taken here, so harm
        that only the proof saw would cost all of it."""
        if not self._checks_regressions:
            return list(candidates)
        self.tell(f"guarding: {', '.join(one.name for one in candidates)}")
        thresholds = dict.fromkeys(threshold for one in candidates for threshold in thresholds_in(one.line.knobs))
        looked = dict.fromkeys(
            (*regression_points(self.target), *beside_thresholds(thresholds, self.target), *largest(self.target))
        )
        settings = [one.line for one in self.used]  # a rule harms its own sizes alone, and loses them in the proof
        changes = {
            one.name: change for one in candidates if (change := self.carried([*settings, one.line])) is not None
        }
        for name, regression in self.regression(self.carry(()), changes, list(looked)).items():
            if regression.error:
                self.trials[name].seen.error = regression.error
                self.gone.add(name)
                self.tell(f"not taken: {name} fails: {regression.error}")
                continue
            self.regressed_at[name] = ", ".join(
                f"{kernel} {format_size(size)}" for kernel, size in regression.slower[:3]
            )
            self.tell(f"not taken: {name} is slower at {self.regressed_at[name]}")
        return [one for one in candidates if not self._is_out(one)]

    def _confirmed(
        self, stage: str, candidates: Sequence[Candidate], points: Sequence[BenchmarkPoint], until: float
    ) -> list[Candidate]:
        """Finalists as fresh launches show them, the best first: of a hundred candidates, some look sure by luck. Where
        there is no time for that they stay, and the proof has the word."""
        before = {one.name: self.trials[one.name] for one in candidates}
        fresh = self._final(stage, candidates, points, self._last_end_s(until))
        return fresh if any(self.trials[name] is not trial for name, trial in before.items()) else list(candidates)

    def _final(
        self, stage: str, candidates: Sequence[Candidate], points: Sequence[BenchmarkPoint], until: float
    ) -> list[Candidate]:
        seen = {one.name: Seen() for one in candidates}
        changes = self.changes(candidates)
        at = self._with_check_points(points)
        self.race(changes, at, seen, launches=4, rounds=FINAL_ROUNDS, until=until)
        for one in candidates:
            self.note(f"{stage}, again", one, seen[one.name])
        return self._best(seen, candidates)

    # -- small things -------------------------------------------------------------------------------------------------

    @property
    def _checks_regressions(self) -> bool:
        return self.target.worst > 0 and self.regression_points

    def _with_check_points(self, points: Sequence[BenchmarkPoint]) -> Sequence[BenchmarkPoint]:
        return with_between(points, self.target) if self._checks_regressions else points

    @property
    def _end(self) -> float:
        """When the proof begins at the latest."""
        return self.runner.deadline - self.reserve_s

    def _last_end_s(self, until: float) -> float:
        """When races of finalists end. Over a network one may take as long as the proof of all that was taken."""
        return until if self.runner.away else self._end

    def _contradicts(self, candidate: Candidate) -> bool:
        return self.change([candidate]) is None or any(used.name == candidate.name for used in self.used)

    def _gains(self, candidate: Candidate) -> bool:
        return not self._is_out(candidate) and self._is_sure(self.trials[candidate.name].seen)

    def _gains_alone(self, candidate: Candidate) -> bool:
        return self._is_sure(self.trials[candidate.name].alone)

    def _is_sure(self, seen: Seen) -> bool:
        return not seen.error and surely_gains(seen, self.target.weights)

    def _is_out(self, candidate: Candidate) -> bool:
        return candidate.name in self.regressed_at or candidate.name in self.gone

    def _may_gain(self, candidate: Candidate) -> bool:
        """Whether a finalist that looks like a gain may become a sure one by more launches."""
        trial = self.trials.get(candidate.name)
        if trial is None or not 0 < trial.seen.launches < _MOST_LAUNCHES or self._gains(candidate):
            return False
        return score(trial.seen, self.target.weights, self.target.worst) > _LEAST_GAIN

    def _best(
        self, seen: Mapping[str, Seen], candidates: Sequence[Candidate], least: float = _LEAST_GAIN
    ) -> list[Candidate]:
        """Those that look like a gain of at least that, the best first."""
        scores = {one.name: score(seen[one.name], self.target.weights, self.target.worst) for one in candidates}
        by_name = {one.name: one for one in candidates}
        return [by_name[name] for name in survivors(scores, len(scores), least)]
