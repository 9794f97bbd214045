"""What else might stand where a proof left nothing of what was in use."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from rankwise.tuning.climb import final
from rankwise.tuning.goals import BenchmarkPoint
from rankwise.tuning.picks import varied
from rankwise.tuning.regressions import without_regressions
from rankwise.tuning.search import MOST_CHECKED, Search
from rankwise.tuning.space import Candidate

_MOST_NEXT: Final = 9  # candidates that get their turn


def next_best(search: Search, gone: Collection[str], points: Sequence[BenchmarkPoint]) -> Iterator[Candidate]:
    """Each of the next best settings that surely gains and regresses nowhere, one after the other, alone in use while
    the caller looks at it, as long as there is time for another proof. What is `gone` stays away."""
    trials = search.trials
    trials.gone |= set(gone)
    search.in_use.clear()
    left = varied(trials.best_alone()[:_MOST_NEXT])
    while left and search.clock() < search.end_s:
        some, left = left[:MOST_CHECKED], left[MOST_CHECKED:]
        if open_ := [candidate for candidate in some if not trials.gains_alone(candidate)]:
            final(search, "the next best", open_, points, search.end_s)
        sure = [candidate for candidate in some if trials.gains_alone(candidate)]
        for candidate in without_regressions(search, sure) if sure else ():
            search.in_use.clear()
            search.take(candidate)
            yield candidate
            if search.clock() > search.end_s:
                break
        search.in_use.clear()
