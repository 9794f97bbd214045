"""Settings in use, one on top of the other: races with early elimination, and the best one that surely gains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rankwise.core.units import plural
from rankwise.tuning.goals import BenchmarkPoint
from rankwise.tuning.judge import judged
from rankwise.tuning.picks import varied
from rankwise.tuning.race import CandidateTimes
from rankwise.tuning.regressions import FINAL_ROUNDS, without_regressions
from rankwise.tuning.search import MOST_CHECKED, ROUNDS, Search
from rankwise.tuning.space import Candidate

_SCREENING_NOISE: Final = -0.03  # one launch is off by that much
_FINALISTS: Final = 6


def climb(
    search: Search, stage: str, candidates: Sequence[Candidate], points: Sequence[BenchmarkPoint], until: float
) -> None:
    """Races candidates against what is in use, takes the best one that surely gains, and goes on with the next best
    ones on top of it until none gains or the time is over. For finalists that slow a size down, the next best ones that
    were no finalists get their turn: the best are often variants of one thing, and fall together."""
    left = search.open(candidates)
    if not left or search.clock() > until:
        return
    search.tell(f"{stage}: {plural(len(left), 'candidate')}")
    races = _Races(search, stage, points, until)
    finalists, reserve = races.finalists(left)
    trials, most = search.trials, search.runner.most_sides
    if len(left) > most and any(trials.gains(finalist) for finalist in finalists):
        finalists = races.confirmed(finalists)
    while True:
        stands: list[Candidate] = []
        while (sure := [finalist for finalist in finalists if trials.gains(finalist)]) and not stands:
            some = sure[:MOST_CHECKED]
            stands = judged(search, some, until) if search.judge else without_regressions(search, some)
        if stands:
            search.take(stands[0])
        elif not reserve or not any(trials.is_out(finalist) for finalist in finalists):
            return
        if search.clock() > until:
            for candidate in stands[1:] if not search.judge else ():  # no time to race them on top: the proof decides
                if search.in_use.accepts(candidate):
                    search.take(candidate)
            return
        alive = search.open([*finalists, *reserve])
        again, reserve = alive[:most], alive[most:]
        finalists = final(search, stage, again, points, until)


@dataclass(frozen=True)
class _Races:
    """The races of one stage."""

    search: Search
    stage: str
    points: Sequence[BenchmarkPoint]
    until: float

    def finalists(self, candidates: Sequence[Candidate]) -> tuple[list[Candidate], list[Candidate]]:
        """The best few, best first: everyone is launched once, the better third again, the best six to the end, these
        at the sizes between too, where some that look best regress. And those that also looked like a gain when they
        were left out."""
        search, until = self.search, self.until
        seen = {candidate.name: CandidateTimes() for candidate in candidates}
        alive = list(candidates)
        begin = search.clock()
        every = search.check_points(self.points)
        stages = (
            (len(alive), 1, 0.6, self.points, ROUNDS),
            (max(_FINALISTS, len(alive) // 3), 1, 0.75, every, FINAL_ROUNDS),
            (_FINALISTS, 3, 1.0, every, FINAL_ROUNDS),
        )
        for keep, launches, share, at, rounds in stages:
            if any(shown.launches for shown in seen.values()):
                alive = varied(search.trials.best(seen, alive, _SCREENING_NOISE))[:keep]
            if launches > 1:  # not cut short: few finalists that are sure are worth more than many that are not
                alive = alive[: _FINALISTS if search.clock() < until else _FINALISTS // 2]
            end = begin + share * (until - begin) if launches == 1 else search.last_end_s(until)
            self._add(alive, at, seen, launches=launches, rounds=rounds, until=end)
        while search.clock() < until and (
            open_ := [candidate for candidate in alive if search.trials.may_gain(candidate)][:MOST_CHECKED]
        ):
            self._add(open_, every, seen, launches=3, rounds=FINAL_ROUNDS, until=search.last_end_s(until))
        ranked = search.trials.best(seen, candidates)
        return [candidate for candidate in ranked if candidate in alive], varied(
            [candidate for candidate in ranked if candidate not in alive]
        )

    def _add(
        self,
        candidates: Sequence[Candidate],
        points: Sequence[BenchmarkPoint],
        seen: dict[str, CandidateTimes],
        *,
        launches: int,
        rounds: int,
        until: float,
    ) -> None:
        """Launches candidates on top of what is in use, and adds what they show to what was seen of them."""
        later = self.search.race_each(candidates, points, launches=launches, rounds=rounds, until=until)
        seen.update({name: seen[name].then(shown) for name, shown in later.items()})
        self.search.note(self.stage, candidates, seen)

    def confirmed(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Finalists as fresh launches show them, the best first: of a hundred candidates, some look sure by luck. Where
        there is no time for that they stay, and the proof decides."""
        by_name = self.search.trials.by_name
        before = {candidate.name: by_name[candidate.name] for candidate in candidates}
        fresh = final(self.search, self.stage, candidates, self.points, self.search.last_end_s(self.until))
        return fresh if any(by_name[name] is not trial for name, trial in before.items()) else list(candidates)


def final(
    search: Search, stage: str, candidates: Sequence[Candidate], points: Sequence[BenchmarkPoint], until: float
) -> list[Candidate]:
    """The candidates that look like a gain in fresh launches, the best first."""
    at = search.check_points(points)
    seen = search.race_each(candidates, at, launches=4, rounds=FINAL_ROUNDS, until=until)
    search.note(f"{stage}, again", candidates, seen)
    return search.trials.best(seen, candidates)
