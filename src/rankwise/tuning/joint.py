"""All lines of a tuning together beside the default, and beside themselves without each line, on fresh launches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rankwise.core.records import Change, TuningLine, Visit
from rankwise.decide.goals import Spot
from rankwise.decide.tuning import LEAST_LAUNCHES, Beside, Verdict, concerns, touches, verdict
from rankwise.measure.outcome import Outcome
from rankwise.model.ratio import ratio
from rankwise.placement.prepared import AGAIN
from rankwise.tuning.arena import BASE, Arena, Launched

_ALL, _NO_RULES = "all lines", "without rules"
_MOST_LINES = 5  # beside the default, its control and all lines: eight launches that live at once


@dataclass
class Joint:
    """What the check showed. `whole` is the tuning against the default, `lines` each line against the tuning without it
    (by id; a single line against the default), where it may gain; `touched` the same at all spots that it may slow.
    `beside` is what `whole` was computed from. `launch_s`: seconds of one launch at all spots. `error` says why the
    tuning could not be launched, `names` what each side of the visits is.
    """

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
        ids = {one.id for one in lines}

        def both(before: Mapping[str, Verdict], now: Mapping[str, Verdict]) -> dict[str, Verdict]:
            return {**{name: one for name, one in before.items() if name in ids}, **now}

        return replace(self, lines=both(earlier.lines, self.lines), touched=both(earlier.touched, self.touched))


def joint_check(
    arena: Arena,
    carry: Callable[[Sequence[TuningLine]], Change],
    lines: Sequence[TuningLine],
    spots: Sequence[Spot],
    *,
    weights: Mapping[Spot, float] | None = None,
    launches: int = 8,
    rounds: int = 2,
    budget_s: float,
    worst: float = 0.0,
    judged: Collection[str] = (),
) -> Joint:
    """Measures until `launches` were made of each side or the budget is over. Launches decide: each makes few rounds.
    Spots that look surely slower than `worst` then are launched as often again, and where six of these launches were
    made they alone judge: of fifty intervals one or two lie there by luck, and what picked them out would do so twice.

    Rules concern different cells each, so one side without any of them shows what every one of them does. Of many other
    lines some get no side without them, and no verdict, those that were `judged` before first.
    """
    rules = [one for one in lines if one.rule is not None]
    others = [one for one in lines if one.rule is None]
    own = sorted(others, key=lambda one: one.id in judged)[:_MOST_LINES]
    changes: dict[str, Change] = {BASE: carry(()), BASE + AGAIN: carry(()), _ALL: carry(lines)}
    without = {one.id: BASE if len(lines) == 1 else f"without {one.id}" for one in own}
    for one in own:
        if without[one.id] != BASE:
            changes[without[one.id]] = carry([other for other in lines if other.id != one.id])
    if rules and others:
        changes[_NO_RULES] = carry(others)
    without |= {one.id: _NO_RULES if others else BASE for one in rules}

    def doubtful(found: Launched) -> list[Spot]:
        together = {spot: found.pairs(BASE, _ALL, spot) for spot in spots}
        slower = [spot for spot, pairs in together.items() if pairs and ratio(pairs).high < worst]
        return slower if not found.gave_up(_ALL) else []

    found = arena.launch(
        changes, spots, launches=launches, rounds=rounds, budget_s=budget_s, doubtful=doubtful if worst else None
    )
    control = {spot: found.pairs(BASE, BASE + AGAIN, spot) for spot in spots}

    def beside(before: str, after: str) -> Beside:
        later = {spot: found.pairs(before, after, spot, since=found.again) for spot in spots if found.again}
        fresh = {spot: pairs for spot, pairs in later.items() if len(pairs) >= LEAST_LAUNCHES}

        def times_s(name: str) -> dict[Spot, float]:
            times = {spot: found.median_s(name, spot, found.again if spot in fresh else 0) for spot in spots}
            return {spot: time_s for spot, time_s in times.items() if time_s is not None}

        return Beside(
            ranks=arena.ranks,
            paired={spot: found.pairs(before, after, spot) for spot in spots},
            before_s=times_s(before),
            after_s=times_s(after),
            control=control,
            fresh=fresh,
            launches={spot: found.numbers(before, after, spot) for spot in spots},
            control_launches={spot: found.numbers(BASE, BASE + AGAIN, spot) for spot in spots},
        )

    together = beside(BASE, _ALL)
    joint = Joint(
        verdict(together, spots, weights),
        launches=max((facts.index for facts in found.outcome.launches), default=-1) + 1,
        launch_s=found.launch_s,
        error=found.error(_ALL),
        outcome=found.outcome,
        visits=found.visits,
        names={token: name for name, token in found.tokens.items()},
        beside=together,
    )
    for one in lines:
        if one.id in without:
            pair = beside(without[one.id], _ALL)
            joint.lines[one.id] = verdict(pair, [spot for spot in spots if concerns(one, spot)], weights)
            joint.touched[one.id] = verdict(pair, [spot for spot in spots if touches(one, spot)])
    return joint
