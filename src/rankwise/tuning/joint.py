"""All lines of a tuning together beside the default, and beside themselves without each line, on fresh launches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rankwise.core.records import Change, Visit
from rankwise.experiment.paired import Paired
from rankwise.measure.outcome import Outcome
from rankwise.model.ratio import ratio
from rankwise.placement.preparation import AGAIN
from rankwise.tuning.acceptance import Verdict, concerns, touches, verdict
from rankwise.tuning.goals import BenchmarkPoint
from rankwise.tuning.launch import BASE, Launched
from rankwise.tuning.records import TuningLine
from rankwise.tuning.trial_runner import TrialRunner

_ALL, _NO_RULES = "all lines", "without rules"
WHOLE = (BASE, _ALL)
"""The default, and all lines beside it."""
_MOST_LINES = 5  # beside the default, its control and all lines: eight launches that live at once


@dataclass
class Joint:
    """What the check showed. `whole` is the tuning against the default, `lines` each line against the tuning without it
    (by id; a single line, or the only one among rules, against the default), where it may gain; `touched` the same at
    all benchmark points that it may slow. `paired` are the times that all was computed from. `launch_s`: seconds of one
    launch at all benchmark points. `error` says why the tuning could not be launched, `names` what each side of the
    visits is."""

    whole: Verdict
    lines: dict[str, Verdict] = field(default_factory=dict)
    touched: dict[str, Verdict] = field(default_factory=dict)
    launches: int = 0
    launch_s: float = 0.0
    error: str = ""
    outcome: Outcome | None = None
    visits: Mapping[str, Sequence[Visit]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    paired: Paired | None = None

    def after(self, earlier: Joint, lines: Iterable[TuningLine]) -> Joint:
        """With what an earlier check said of those of the `lines` that had no side in this one."""
        ids = {line.id for line in lines}

        def both(before: Mapping[str, Verdict], now: Mapping[str, Verdict]) -> dict[str, Verdict]:
            return {**{name: verdict for name, verdict in before.items() if name in ids}, **now}

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

    Rules concern different cells each, so one side without any of them shows what every one of them does; and what the
    only other line does, at the cells that no rule concerns. Of many other lines some get no side without them, and no
    verdict, those that were `judged` before first.
    """
    rules = [line for line in lines if line.rule is not None]
    others = [line for line in lines if line.rule is None]
    own = sorted(others, key=lambda other: other.id in judged)[:_MOST_LINES]
    free = [point for point in points if not any(concerns(rule, point) for rule in rules)]
    alone = len(others) == 1 and (not rules or any(concerns(others[0], point) for point in free))
    changes: dict[str, Change] = {BASE: carry(()), BASE + AGAIN: carry(()), _ALL: carry(lines)}
    without = {line.id: BASE if alone else f"without {line.id}" for line in own}
    for line in own:
        if not alone:
            changes[without[line.id]] = carry([other for other in lines if other.id != line.id])
    if rules and others:
        changes[_NO_RULES] = carry(others)
    without |= {rule.id: _NO_RULES if others else BASE for rule in rules}

    def doubtful(launched: Launched) -> list[BenchmarkPoint]:
        together = {point: launched.by_launch(BASE, _ALL, point) for point in points}
        slower = [point for point, pairs in together.items() if pairs and ratio(list(pairs.values())).high < worst]
        return slower if not launched.gave_up(_ALL) else []

    shown = runner.launch(
        changes, points, launches=launches, rounds=rounds, budget_s=budget_s, doubtful=doubtful if worst else None
    )
    paired = shown.paired(runner.ranks)
    joint = Joint(
        verdict(paired, WHOLE, points, weights),
        launches=max((facts.index for facts in shown.outcome.launches), default=-1) + 1,
        launch_s=shown.launch_s,
        error=shown.error(_ALL),
        outcome=shown.outcome,
        visits=shown.visits,
        names={token: name for name, token in shown.tokens.items()},
        paired=paired,
    )
    for line in lines:
        if line.id in without:
            lone = alone and line.rule is None
            sides = (without[line.id], _NO_RULES if lone and rules else _ALL)
            concerned = [point for point in (free if lone else points) if concerns(line, point)]
            joint.lines[line.id] = verdict(paired, sides, concerned, weights)
            touched = [point for point in points if touches(line, point)]
            joint.touched[line.id] = verdict(paired, sides, touched)
    return joint
