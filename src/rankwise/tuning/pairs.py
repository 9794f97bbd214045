"""Pairs of settings that gain only together: found by a screening design, raced as one candidate each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from msgspec.structs import replace

from rankwise.tuning.climb import climb
from rankwise.tuning.factorial import MOST_FACTORS, Run, design, pairs
from rankwise.tuning.goals import BenchmarkPoint
from rankwise.tuning.race import score
from rankwise.tuning.search import ROUNDS, Search
from rankwise.tuning.space import NAMED, Candidate, line
from rankwise.tuning.trials import BUNDLE

STAGE: Final = "pairs of settings"
_FEW: Final = 4  # whose pairs are no more than one group of launches
_MOST_PAIRS: Final = 6
_LEAST: Final = 0.01


def race_pairs(search: Search, points: Sequence[BenchmarkPoint], until: float) -> None:
    """Takes the best pair of settings that surely gains, of the ten best settings that are not in use."""
    if search.clock() > until:
        return
    best = _best(search)
    chosen = list(combinations(best, 2)) if len(best) <= _FEW else _screened(search, best, points, until)
    joint = [joined(*pair) for pair in chosen if not all(candidate.line.preload for candidate in pair)]
    climb(search, STAGE, joint, points, until)


def _best(search: Search) -> list[Candidate]:
    """Settings that were raced by themselves and can all be set at once, those that look best first."""
    trials = search.trials
    open_ = search.open([trial.candidate for trial in trials.by_name.values() if trial.stage not in (BUNDLE, STAGE)])
    measured = {
        candidate.name: trials.by_name[candidate.name].seen for candidate in open_ if candidate.kind != "algorithm"
    }
    shown = {name: seen for name, seen in measured.items() if seen.launches and not seen.error}
    best: list[Candidate] = []
    for candidate in trials.best(
        shown, [candidate for candidate in open_ if candidate.name in shown], least=float("-inf")
    ):
        lines = [other.line for other in best]
        if len(best) < MOST_FACTORS and search.in_use.with_lines([*lines, candidate.line]) is not None:
            best.append(candidate)
    return best


def _screened(
    search: Search, settings: Sequence[Candidate], points: Sequence[BenchmarkPoint], until: float
) -> list[tuple[Candidate, Candidate]]:
    """The pairs that gain together and more than the sum of both, in one launch of each run of the design
    and in what was seen of each by itself."""
    search.tell(f"{STAGE}: which two of {len(settings)} gain more than one by one")
    by_name = {f"run {index}": run for index, run in enumerate(design(len(settings)))}
    joint = {name: search.in_use.with_lines([settings[place].line for place in run]) for name, run in by_name.items()}
    changes = {name: change for name, change in joint.items() if change is not None}
    seen = search.race(changes, points, launches=1, rounds=ROUNDS, until=until)
    # Losses are not to count more than once: effects must add up. The race of the pairs judges losses.
    by_name |= {setting.name: Run({place}) for place, setting in enumerate(settings)}
    seen |= {setting.name: search.trials.by_name[setting.name].seen for setting in settings}
    weights = search.target.weights
    gains = {
        by_name[name]: score(shown, weights, 0.0) for name, shown in seen.items() if shown.launches and not shown.error
    }
    gaining = [pair for pair in pairs(gains, len(settings)) if min(pair.together, pair.interaction) > _LEAST]
    return [(settings[pair.factors[0]], settings[pair.factors[1]]) for pair in gaining[:_MOST_PAIRS]]


def joined(first: Candidate, second: Candidate) -> Candidate:
    """Both settings as one candidate, at most one of which has a preload."""
    lines = (first.line, second.line)
    both = line(
        {**first.line.knobs, **second.line.knobs},
        " with ".join(line.id for line in lines),
        preload=first.line.preload or second.line.preload,
    )
    reach = "node" if "node" in (line.reach for line in lines) else both.reach
    return Candidate(replace(both, reach=reach), "protocol", first.kernels | second.kernels, NAMED)
