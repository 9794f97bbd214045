"""All lines together beside each line taken away, on an trial runner of known truth: what wins, and whose the harm
is."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from builders.searching import Truth, algorithm, carry
from builders.tunings import a_ratio, a_rule, rule_line
from rankwise.core.records import Change, Mpi
from rankwise.experiment.paired import Moment, Paired
from rankwise.placement.preparation import AGAIN
from rankwise.tuning.goals import BenchmarkPoint, Target
from rankwise.tuning.joint import joint_check
from rankwise.tuning.launch import BASE
from rankwise.tuning.prove import losers, prove
from rankwise.tuning.records import Gain
from rankwise.tuning.space import line

POINTS: list[BenchmarkPoint] = [("uniband", 4096), ("bcast", 24), ("bcast", 1000), ("allreduce", 3_000_000)]


class Together:
    """What sides of a launch show: times are `truth(knobs, point)`, launches scatter by 1 %."""

    launch_s, visits = 1.0, dict[str, Any]()
    outcome = SimpleNamespace(launches=())

    def __init__(self, truth: Truth, changes: Mapping[str, Change]) -> None:
        self._truth, self._changes, self._order = truth, changes, random.Random(1)
        self.tokens = {name: name for name in changes}

    def paired(self, ranks: int) -> Paired:
        times = {name: {point: self._series(name, point) for point in POINTS} for name in self._changes}
        return Paired(ranks, times, (BASE, BASE + AGAIN))

    def _series(self, name: str, point: BenchmarkPoint) -> dict[Moment, float]:
        time_s = self._truth(self._changes[name].knobs, point)
        launches = [time_s * math.exp(self._order.gauss(0, 0.007)) for _ in range(8)]
        return {(launch, visit): launches[launch] for launch in range(8) for visit in range(2)}

    def error(self, _name: str) -> str:
        return ""

    def gave_up(self, _name: str) -> bool:
        return False


def runner(truth: Truth) -> Any:
    def launch(changes: Mapping[str, Change], _points: Sequence[BenchmarkPoint], **_asked: Any) -> Together:
        return Together(truth, changes)

    mpi = Mpi(name="m", family="openmpi", version="5", prefix="/", where="")
    return SimpleNamespace(ranks=2, launch=launch, away=False, left_s=1e6, mpi=mpi)


def test_regressions_is_laid_to_a_setting_wherever_it_was_seen_to_gain() -> None:
    gain = Gain(kernel="uniband", size_bytes=4096, ranks=2, before_s=2e-6, after_s=1e-6, ratio=a_ratio(2.0))
    setting = replace(line({"mca:pml": "ucx"}), gains=(gain,))
    rule = rule_line(a_rule("bcast", "3"))

    def truth(knobs: Mapping[str, str], point: BenchmarkPoint) -> float:
        if "mca:pml" in knobs and point[0] != "bcast":
            return 0.5e-6 if point[0] == "uniband" else 1.3e-6
        return 0.7e-6 if algorithm(knobs, point) else 1e-6

    lines = [setting, rule]
    joint = joint_check(runner(truth), carry, lines, POINTS, budget_s=1.0)
    assert all(joint.lines[one.id].wins for one in lines)
    assert {gain.kernel for gain in joint.lines[setting.id].gains} == {"uniband"}, (
        "what it gains is said where it gained"
    )
    ((name, loss),) = losers(lines, joint).items()
    assert (name, loss.regressions) == (setting.id, True)
    assert loss.why == "slower than the default at allreduce 3000000 B"


def test_what_cannot_touch_a_slower_cell_stays() -> None:
    rule = rule_line(a_rule("bcast", "3"))

    def truth(knobs: Mapping[str, str], point: BenchmarkPoint) -> float:
        return 1e-6 * (0.7 if algorithm(knobs, point) else 1.3 if point[0] == "allreduce" and knobs else 1.0)

    joint = joint_check(runner(truth), carry, [rule], POINTS, budget_s=1.0)
    assert [one.kernel for one in joint.whole.regressed()] == ["allreduce"]
    assert losers([rule], joint) == {}


def test_what_slows_a_cell_only_together_costs_the_last_line_that_touches_it() -> None:
    one, other, rule = line({"env:A": "1"}), line({"env:B": "1"}), rule_line(a_rule("bcast", "3"))

    def truth(knobs: Mapping[str, str], point: BenchmarkPoint) -> float:
        if point[0] == "allreduce":
            return 1.3e-6 if "env:A" in knobs or "env:B" in knobs else 1e-6
        settings = sum(name in knobs for name in ("env:A", "env:B"))
        return 1e-6 * (0.7 if algorithm(knobs, point) else 1.0) * 0.8**settings

    lines = [one, other, rule]
    joint = joint_check(runner(truth), carry, lines, POINTS, budget_s=1.0)
    joint.touched = {rule.id: joint.touched[rule.id]}  # of the others luck shows none slower
    assert list(losers(lines, joint)) == [other.id]


def test_of_many_settings_none_stays_that_no_check_had_a_side_for() -> None:
    names = [f"env:{letter}" for letter in "ABCDEFGH"]
    lines = [line({name: "1"}) for name in names]
    idle = names[6]

    def truth(knobs: Mapping[str, str], _point: BenchmarkPoint) -> float:
        return 1e-6 * 0.8 ** sum(name != idle for name in knobs)

    proof = prove(runner(truth), carry, lines, Target("all", dict.fromkeys(POINTS, 1.0)), lambda _text: None)
    assert [one.id for one in proof.lines] == [one.id for one in lines if idle not in one.knobs]
    assert list(proof.dropped) == [f"{idle}=1"]
    assert all(len(one.gains) == len(POINTS) for one in proof.lines), "also of those that an earlier check judged"


def test_regressions_waits_for_the_side_without_the_line_that_does_it() -> None:
    names = [f"env:{letter}" for letter in "ABCDEFGH"]
    lines = [line({name: "1"}) for name in names]

    def truth(knobs: Mapping[str, str], point: BenchmarkPoint) -> float:
        if point[0] == "allreduce":
            return 1.3e-6 if names[6] in knobs else 1e-6
        return 1e-6 * 0.8 ** len(knobs)

    proof = prove(runner(truth), carry, lines, Target("all", dict.fromkeys(POINTS, 1.0)), lambda _text: None)
    assert list(proof.regressing) == list(proof.dropped) == [f"{names[6]}=1"]


def test_the_only_setting_among_rules_is_judged_by_itself_where_no_rule_acts() -> None:
    """It needs no side without it then; what a rule does at its own sizes is no gain of the setting."""
    setting, rule = line({"env:A": "1"}), rule_line(a_rule("bcast", "3"))
    launched: list[str] = []

    def truth(knobs: Mapping[str, str], point: BenchmarkPoint) -> float:
        return 0.7e-6 if point[0] == "bcast" and knobs else 1e-6

    asked = runner(truth)
    launch = asked.launch

    def counted(changes: Mapping[str, Change], *given: Any, **more: Any) -> Together:
        launched.extend(changes)
        return launch(changes, *given, **more)

    asked.launch = counted
    joint = joint_check(asked, carry, [setting, rule], POINTS, budget_s=1.0)
    assert len(launched) == 4
    assert {gain.kernel for gain in joint.lines[setting.id].gains}.isdisjoint({"bcast"})
    assert list(losers([setting, rule], joint)) == [setting.id, rule.id]


def test_the_only_setting_answers_for_what_it_slows_where_a_rule_acts() -> None:
    setting, rule = line({"env:A": "1"}), rule_line(a_rule("bcast", "3"))

    def truth(knobs: Mapping[str, str], point: BenchmarkPoint) -> float:
        if point[0] == "bcast":
            return 1e-6 * (1.5 if "env:A" in knobs else 1.0) * (0.8 if algorithm(knobs, point) else 1.0)
        return 0.7e-6 if "env:A" in knobs else 1e-6

    joint = joint_check(runner(truth), carry, [setting, rule], POINTS, budget_s=1.0)
    assert all(joint.lines[each.id].wins for each in (setting, rule))
    assert list(losers([setting, rule], joint)) == [setting.id]
