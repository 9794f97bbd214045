"""Which sizes a change of a launch makes slower than the default; and the candidates that make none slower."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rankwise.core.records import Change
from rankwise.core.units import format_size
from rankwise.tuning.acceptance import doubtful, regressed
from rankwise.tuning.goals import BenchmarkPoint, beside_thresholds, largest, regression_points
from rankwise.tuning.knob_values import thresholds_in
from rankwise.tuning.race import CandidateTimes
from rankwise.tuning.search import Search
from rankwise.tuning.space import Candidate
from rankwise.tuning.trial_runner import SHORTEST_GROUP_S, TrialRunner

FINAL_ROUNDS: Final = 3
"""Visits to a benchmark point in each launch where the sizes between are visited too: launches decide."""
_LAUNCHES: Final = 6
_CLEARLY: Final = 3  # benchmark points that are surely slower: not by luck


@dataclass(frozen=True)
class Regression:
    """What a change makes slower: `slower` benchmark points, worst first, or all of it where it fails with an
    `error`."""

    slower: tuple[BenchmarkPoint, ...] = ()
    error: str = ""


def regressions(
    runner: TrialRunner,
    base: Change,
    changes: Mapping[str, Change],
    points: Sequence[BenchmarkPoint],
    worst: float,
    *,
    until: float,
) -> dict[str, Regression]:
    """What changes make slower than `base`, by name; a benchmark point counts below `worst` times its speed with
    `base`.

    A change that is surely slower at several benchmark points is believed to be; else benchmark points that look slower
    are launched again, twice as often, and only these launches judge them: of many benchmark points one or two look
    slower by luck, and to all changes that shared launches of the base."""
    seen = {name: CandidateTimes() for name in changes}
    runner.race(base, changes, points, seen, launches=_LAUNCHES, rounds=FINAL_ROUNDS, until=until)
    out = {name for name, shown in seen.items() if shown.error or len(regressed(shown, worst)) >= _CLEARLY}
    open_ = {name: change for name, change in changes.items() if name not in out and doubtful(seen[name], worst)}
    again = dict.fromkeys(point for name in open_ for point in doubtful(seen[name], worst))
    if again:
        fresh = {name: CandidateTimes() for name in open_}
        runner.race(base, open_, list(again), fresh, launches=2 * _LAUNCHES, rounds=FINAL_ROUNDS, until=until)
        seen |= {name: shown for name, shown in fresh.items() if shown.error or shown.launches >= _LAUNCHES}
    judged = {name: Regression(tuple(regressed(shown, worst)), shown.error) for name, shown in seen.items()}
    return {name: regression for name, regression in judged.items() if regression.slower or regression.error}


def without_regressions(search: Search, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Those of the candidates that fail nowhere and make no size slower than the default, at sizes between those of
    the races and beside the thresholds that they set too: what comes later stands on what is taken here, so a
    regression that only the proof saw would cost all of it. All where a check would take the time of the proof, which
    sees regressions too."""
    if not search.checks_regressions or search.clock() + _LAUNCHES * SHORTEST_GROUP_S > search.end_s:
        return list(candidates)
    search.tell(f"checking for regressions: {', '.join(candidate.name for candidate in candidates)}")
    target, in_use = search.target, search.in_use
    thresholds = dict.fromkeys(
        threshold for candidate in candidates for threshold in thresholds_in(candidate.line.knobs)
    )
    points = dict.fromkeys((*regression_points(target), *beside_thresholds(thresholds, target), *largest(target)))
    # A rule regresses at its own sizes alone, and loses them in the proof.
    changes = {candidate.name: in_use.carried([*in_use.setting_lines(), candidate.line]) for candidate in candidates}
    judged = regressions(
        search.runner,
        in_use.carry(()),
        {name: change for name, change in changes.items() if change is not None},
        list(points),
        target.worst,
        until=search.check_end_s,
    )
    for name, regression in judged.items():
        if regression.error:
            search.trials.fail(name, regression.error)
            search.tell(f"not taken: {name} fails: {regression.error}")
            continue
        slower = ", ".join(f"{kernel} {format_size(size)}" for kernel, size in regression.slower[:3])
        search.trials.regressed_at[name] = slower
        search.tell(f"not taken: {name} is slower at {slower}")
    return [candidate for candidate in candidates if not search.trials.is_out(candidate)]
