"""All lines of a tuning together beside the default, and beside themselves without each line, on fresh launches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rankwise.core.records import Change, TuningLine, Visit
from rankwise.measure.outcome import Outcome
from rankwise.model.ratio import ratio
from rankwise.placement.prepared import AGAIN
from rankwise.tuning.acceptance import LEAST_LAUNCHES, Beside, Verdict, concerns, touches, verdict
from rankwise.tuning.goals import BenchmarkPoint
from rankwise.tuning.launched import BASE, Launched
from rankwise.tuning.trial_runner import TrialRunner

_ALL, _NO_RULES = "all lines", "without rules"
_MOST_LINES = 5  # beside the default, its control and all lines: eight launches that live at once


@dataclass
class Joint:
    """What the check showed. `whole` is the tuning against the default, `lines` each line against the tuning without it
    (by id; a single line against the default), where it may gain; `touched` the same at all benchmark points that it
    may slow. `beside` is what `whole` was computed from. `launch_s`: seconds of one launch at all benchmark points.
    `error` says why the tuning could not be launched, `names` what each side of the visits is."""

    whole: Verdict
    lines: dict[str, Verdict] = field(default_factory=dict)
    touched: dict[str, Verdict] = field(default_factory=dict)
    launches: int = 0
    launch_s: float = 0.0
    error: str = ""
    outcome: Outcome | None = None
    visits: Mapping[str, Sequence[Visit]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    beside: Beside | None = None

    def after(self, earlier: Joint, lines: Iterable[TuningLine]) -> Joint:
        """With what an earlier check said of those of the `lines` that had no side in this one."""
        ids = {line.id for line in lines}

        def both(before: Mapping[str, Verdict], now: Mapping[str, Verdict]) -> dict[str, Verdict]:
            return {**{name: one for name, one in before.items() if name in ids}, **now}

        return replace(self, lines=both(earlier.lines, self.lines), touched=both(earlier.touched, self.touched))


def joint_check(
    runner: TrialRunner,
    carry: Callable[[Sequence[TuningLine]], Change],
    lines: Sequence[TuningLine],
    points: Sequence[BenchmarkPoint],
    *,
    weights: Mapping[BenchmarkPoint, float] | None = None,
    launches: int = 8,
    rounds: int = 2,
    budget_s: float,
    worst: float = 0.0,
    judged: Collection[str] = (),
) -> Joint:
    """Measures until `launches` were made of each side or the budget is over. Launches decide: each makes few rounds.
    Benchmark points that look surely slower than `worst` then are launched as often again, and where six of these
    launches were made they alone judge: of fifty intervals one or two lie there by luck, and what picked them out would
    do so twice.

    Rules concern different cells each, so one side without any of them shows what every one of them does. Of many other
    lines some get no side without them, and no verdict, those that were `judged` before first.
    """
    rules = [line for line in lines if line.rule is not None]
    others = [line for line in lines if line.rule is None]
    own = sorted(others, key=lambda other: other.id in judged)[:_MOST_LINES]
    changes: dict[str, Change] = {BASE: carry(()), BASE + AGAIN: carry(()), _ALL: carry(lines)}
    without = {one.id: BASE if len(lines) == 1 else f"without {one.id}" for one in own}
    for one in own:
        if without[one.id] != BASE:
            changes[without[one.id]] = carry([other for other in lines if other.id != one.id])
    if rules and others:
        changes[_NO_RULES] = carry(others)
    without |= {rule.id: _NO_RULES if others else BASE for rule in rules}

    def doubtful(launched: Launched) -> list[BenchmarkPoint]:
        together = {point: launched.pairs(BASE, _ALL, point) for point in points}
        slower = [point for point, pairs in together.items() if pairs and ratio(pairs).high < worst]
        return slower if not launched.gave_up(_ALL) else []

    found = runner.launch(
        changes, points, launches=launches, rounds=rounds, budget_s=budget_s, doubtful=doubtful if worst else None
    )
    control = {point: found.pairs(BASE, BASE + AGAIN, point) for point in points}

    def beside(before: str, after: str) -> Beside:
        later = {point: found.pairs(before, after, point, since=found.again) for point in points if found.again}
        fresh = {point: pairs for point, pairs in later.items() if len(pairs) >= LEAST_LAUNCHES}

        def times_s(name: str) -> dict[BenchmarkPoint, float]:
            times = {point: found.median_s(name, point, found.again if point in fresh else 0) for point in points}
            return {point: time_s for point, time_s in times.items() if time_s is not None}

        return Beside(
            ranks=runner.ranks,
            paired={point: found.pairs(before, after, point) for point in points},
            before_s=times_s(before),
            after_s=times_s(after),
            control=control,
            fresh=fresh,
            launches={point: found.numbers(before, after, point) for point in points},
            control_launches={point: found.numbers(BASE, BASE + AGAIN, point) for point in points},
        )

    together = beside(BASE, _ALL)
    joint = Joint(
        verdict(together, points, weights),
        launches=max((facts.index for facts in found.outcome.launches), default=-1) + 1,
        launch_s=found.launch_s,
        error=found.error(_ALL),
        outcome=found.outcome,
        visits=found.visits,
        names={token: name for name, token in found.tokens.items()},
        beside=together,
    )
    for line in lines:
        if line.id in without:
            pair = beside(without[line.id], _ALL)
            joint.lines[line.id] = verdict(pair, [point for point in points if concerns(line, point)], weights)
            joint.touched[line.id] = verdict(pair, [point for point in points if touches(line, point)])
    return joint
