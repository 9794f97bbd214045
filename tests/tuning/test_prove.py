"""Which lines are proven when the time does not suffice for all, from gains that are given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace as replace_record

from builders.drawn import SIDES, a_gain, together
from rankwise.core.records import Change, Mpi
from rankwise.experiment.paired import Paired, Pairs
from rankwise.model.records import Ratio
from rankwise.tuning.acceptance import Verdict
from rankwise.tuning.goals import BenchmarkPoint, Target
from rankwise.tuning.joint import WHOLE, Joint
from rankwise.tuning.prove import affordable, losers, prove, without
from rankwise.tuning.records import CollectiveRule, Gain, TuningLine
from rankwise.tuning.space import line

WEIGHTS = {("bcast", 8): 1.0, ("pingpong", 8): 0.0}


def test_what_gained_most_is_proven_when_time_is_short() -> None:
    lines = [line({"env:A": "1"}), *(rule_line(algorithm) for algorithm in ("one", "two")), line({"env:B": "1"})]
    gained = {lines[0].id: 1.3, lines[1].id: 1.05, lines[2].id: 1.2, lines[3].id: 1.1}
    joint = Joint(verdict_of(1.3), {name: verdict_of(ratio) for name, ratio in gained.items()})
    assert affordable(lines, joint, 6, WEIGHTS) == lines
    assert affordable(lines, joint, 5, WEIGHTS) == lines[:3]
    assert affordable(lines, joint, 0, WEIGHTS) == [lines[0]]


def test_rules_are_proven_together_when_time_is_short() -> None:
    lines = [line({"env:A": "1"}), *(rule_line(algorithm) for algorithm in ("one", "two", "three"))]
    gained = dict(zip([each.id for each in lines], (1.3, 1.2, 1.2, 0.99), strict=True))
    joint = Joint(verdict_of(1.3), {name: verdict_of(ratio) for name, ratio in gained.items()})
    assert affordable(lines, joint, 3, WEIGHTS) == lines[1:]
    assert affordable(lines, joint, 5, WEIGHTS) == lines


def test_gains_of_cells_that_do_not_count_choose_no_line() -> None:
    lines = [line({"env:A": "1"}), line({"env:B": "1"})]
    joint = Joint(verdict_of(1.3), {lines[0].id: verdict_of(1.3, "pingpong"), lines[1].id: verdict_of(1.1)})
    assert affordable(lines, joint, 3, WEIGHTS) == lines[1:]


@pytest.mark.parametrize(("low", "stays"), [(1.66, True), (0.9, False)])
def test_a_screening_run_keeps_what_gains_at_one_size_alone(low: float, stays: bool) -> None:
    """Five launches of a larger fast box: 1.86 (1.66 to 2.08) at one size, 1.01 over all."""
    one = line({"mca:btl_sm_fbox_size": "8192"})
    (cell,) = verdict_of(1.86).gains
    ratio = replace_record(cell.ratio, low=low, high=2.08, p_value=0.0018 if stays else 0.2, answer="cannot tell")
    mean = replace_record(ratio, ratio=1.01, low=0.98, high=1.04)
    joint = Joint(verdict_of(1.1), {one.id: Verdict((replace_record(cell, ratio=ratio),), mean, wins=False)})
    assert (losers([one], joint, screening=True) == {}) == stays
    (loss,) = losers([one], joint).values()
    assert not loss.undecided


def test_too_few_launches_decide_nothing() -> None:
    one = line({"env:A": "1"})
    two = verdict_of(0.5)
    assert two.mean is not None
    for found in (replace(two, mean=None), replace(two, mean=replace_record(two.mean, launch_pairs=2))):
        (loss,) = losers([one], Joint(verdict_of(1.1), {one.id: replace(found, wins=False)})).values()
        assert loss.undecided and "too few launches" in loss.why
    sure = verdict_of(1.1)
    assert sure.mean is not None
    five = replace(sure, mean=replace_record(sure.mean, launch_pairs=5), wins=False)
    (loss,) = losers([one], Joint(sure, {one.id: five})).values()
    assert loss.undecided and loss.why == "no gain was proven: 1.100 (1.100 to 1.100) in 5 launches, and it takes 6"


def test_what_was_proven_stays_as_long_as_it_looks_like_a_gain() -> None:
    lines = [line({"env:A": "1"}), line({"env:B": "1"})]
    unsure = replace(verdict_of(1.2), wins=False)
    joint = Joint(verdict_of(1.3), {lines[0].id: unsure, lines[1].id: verdict_of(1.2)})
    assert list(losers(lines, joint)) == [lines[0].id]
    assert losers(lines, joint, proven={lines[0].id}) == {}
    joint.lines[lines[0].id] = replace(verdict_of(0.99), wins=False)
    assert list(losers(lines, joint, proven={lines[0].id})) == [lines[0].id]


def test_a_tuning_that_cannot_be_launched_loses_its_last_line() -> None:
    lines = [line({f"env:{letter}": "1"}) for letter in "ABC"]
    ((name, loss),) = losers(lines, Joint(verdict_of(1.3), error="it hung")).items()
    assert (name, loss.why) == (lines[2].id, "with it the tuning fails: it hung")


def test_a_few_launches_take_no_line_away_for_what_gets_slower() -> None:
    one, slower = line({"env:A": "1"}), verdict_of(0.5)
    (cell,) = slower.gains
    slow = replace_record(cell, ratio=replace_record(cell.ratio, answer="slower"))
    joint = Joint(replace(slower, gains=(slow,)), {one.id: verdict_of(1.2)}, {one.id: replace(slower, gains=(slow,))})
    assert [loss.why for loss in losers([one], joint).values()] == ["slower than the default at bcast 8 B"]
    assert losers([one], joint, screening=True) == {}


def launches(ratio: float) -> list[list[tuple[float, float]]]:
    return [[(ratio * scale, 1.0)] for scale in (0.99, 1.0, 1.01, 1.0, 0.98, 1.02, 1.0)]


POINTS: list[BenchmarkPoint] = [("bcast", 8), ("reduce", 8)]
TIMES = dict.fromkeys(POINTS, 1.0)
SAME = dict.fromkeys(POINTS, launches(1.0))


def default_and_all(pairs: Mapping[BenchmarkPoint, Pairs]) -> Paired:
    """What the default and all lines took, beside a control that is the same."""
    shown = together(pairs, SAME)
    return replace(
        shown, times=shown.times | {side: shown.times[name] for side, name in zip(WHOLE, SIDES, strict=True)}
    )


ONLY_REDUCE = default_and_all({POINTS[0]: launches(1.0), POINTS[1]: launches(1.5)})


@pytest.mark.parametrize(
    ("left_s", "launch_s"), [(5.0, 10.0), (0.9, 0.1), (1e6, 10.0)], ids=["too few launches", "no time", "time"]
)
def test_a_second_check_is_made_only_where_it_would_decide(
    monkeypatch: pytest.MonkeyPatch, left_s: float, launch_s: float
) -> None:
    gains, nothing = rule_line("gains", "reduce"), rule_line("nothing", "bcast")
    checked: list[list[str]] = []

    def check(_runner: object, _carried: object, lines: Sequence[TuningLine], *_: object, **_more: object) -> Joint:
        checked.append([one.id for one in lines])
        idle = replace(verdict_of(1.0), wins=False)
        own = {gains.id: verdict_of(1.5), nothing.id: idle}
        return Joint(
            verdict_of(1.2), {one.id: own[one.id] for one in lines}, launches=10, launch_s=launch_s, paired=ONLY_REDUCE
        )

    monkeypatch.setattr("rankwise.tuning.prove.joint_check", check)
    runner = with_time(left_s, away=True)
    proof = prove(runner, lambda _lines: Change(), [gains, nothing], Target("all", TIMES), lambda _text: None)
    assert [one.id for one in proof.lines] == [gains.id]
    assert list(proof.dropped) == [nothing.id]
    assert proof.joint is not None
    if left_s < 60.0:
        assert checked == [[gains.id, nothing.id]]
        assert [gain.kernel for gain in proof.joint.whole.gains] == ["reduce"], (
            "what is gone says nothing of what is left"
        )
    else:
        assert checked == [[gains.id, nothing.id], [gains.id]]


@pytest.mark.parametrize(
    ("away", "left_s", "checks"),
    [
        (False, 1000.0, [("ABC", 250.0), ("ABC", 450.0)]),
        (False, 100.0, [("ABC", 25.0), ("AC", 45.0)]),  # six launches of 2 s a side in 60 s: five sides
        (False, 2.0, [("ABC", 1.0), ("A", 1.4)]),
        (True, 1000.0, [("ABC", 700.0)]),
    ],
)
def test_a_few_launches_say_what_most_of_the_time_is_for(
    monkeypatch: pytest.MonkeyPatch, away: bool, left_s: float, checks: list[tuple[str, float]]
) -> None:
    """Over a network there is time for one check alone."""
    lines = [line({f"env:{letter}": "1"}, letter) for letter in "ABC"]
    gained = {"A": verdict_of(1.3), "B": verdict_of(1.1), "C": verdict_of(1.2)}
    made: list[tuple[str, float]] = []

    def check(*given: Any, budget_s: float, **_more: object) -> Joint:
        made.append(("".join(one.id for one in given[2]), budget_s))
        sides = dict.fromkeys(map(str, range(6)), "")
        return Joint(verdict_of(1.5), {one.id: gained[one.id] for one in given[2]}, launch_s=12.0, names=sides)

    monkeypatch.setattr("rankwise.tuning.prove.joint_check", check)
    runner = with_time(left_s, away=away)
    proof = prove(runner, lambda _lines: Change(), lines, Target("all", {("bcast", 8): 1.0}), lambda _text: None)
    assert made == [(names, pytest.approx(budget_s)) for names, budget_s in checks]
    assert [one.id for one in proof.lines] == list(checks[-1][0])
    assert [one.id for one in proof.open] == [one.id for one in lines if one.id not in checks[-1][0]]


def test_what_an_unproven_knob_gains_is_not_told_of_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    gains, knob, nothing = rule_line("gains", "reduce"), line({"env:B": "1"}), rule_line("nothing", "allgather")
    likely = replace(verdict_of(1.3), wins=False)
    idle = replace(verdict_of(1.0), wins=False)
    checked: list[list[str]] = []

    def check(_runner: object, _carried: object, lines: Sequence[TuningLine], *_: object, **_more: object) -> Joint:
        checked.append([one.id for one in lines])
        own = {gains.id: verdict_of(1.5), knob.id: likely, nothing.id: idle}
        return Joint(
            verdict_of(1.2), {one.id: own[one.id] for one in lines}, launches=10, launch_s=10.0, paired=ONLY_REDUCE
        )

    monkeypatch.setattr("rankwise.tuning.prove.joint_check", check)
    runner = with_time(5.0, away=True)
    proof = prove(runner, lambda _lines: Change(), [gains, knob, nothing], Target("all", TIMES), lambda _text: None)
    assert [one.id for one in proof.lines] == checked[-1] == [gains.id]


def test_what_is_left_stands_on_the_last_check_where_gone_rules_said_nothing() -> None:
    joint = Joint(verdict_of(1.3), paired=ONLY_REDUCE)
    wanted = Target("all", TIMES)
    left = without(joint, [rule_line("one")], wanted)
    assert left is not None
    assert [gain.kernel for gain in left.whole.gains] == ["reduce"]
    assert without(joint, [line({"env:A": "1"})], wanted) is None
    assert without(Joint(verdict_of(1.3), paired=default_and_all(SAME)), [rule_line("one")], wanted) is None


def test_cells_of_a_rule_that_is_gone_count_as_the_default_in_the_mean() -> None:
    """A rule that covers half of the weight is dropped: the mean is the root of what the other half gained."""
    faster = {point: launches(1.44 if point[0] == "reduce" else 1.0) for point in POINTS}
    joint = Joint(verdict_of(1.3), paired=default_and_all(faster))
    reduces = sum(point[0] == "reduce" for point in POINTS)
    wanted = Target("all", {point: reduces if point[0] != "reduce" else len(POINTS) - reduces for point in POINTS})
    rest = [rule_line(kernel, kernel) for kernel in {kernel for kernel, _ in POINTS} - {"reduce"}]
    left = without(joint, rest, wanted)
    assert left is not None
    assert left.whole.mean is not None
    assert left.whole.mean.ratio == pytest.approx(1.2, rel=0.01)
    assert left.whole.mean_cells == len(POINTS)


@pytest.mark.parametrize(("away", "kernels"), [(False, {"bcast", "reduce"}), (True, {"reduce"})])
def test_rules_are_proven_at_their_own_cells_over_a_network(
    monkeypatch: pytest.MonkeyPatch, away: bool, kernels: set[str]
) -> None:
    """The others have the default, and count as 1 in the mean."""
    gains = rule_line("gains", "reduce")
    asked: list[BenchmarkPoint] = []

    def check(*args: object, **_more: object) -> Joint:
        asked.extend(args[3])  # type: ignore[call-overload]
        cell = verdict_of(1.44)
        mean = cell.gains[0].ratio
        return Joint(replace(cell, mean=mean), {gains.id: cell}, launches=10, launch_s=10.0, paired=ONLY_REDUCE)

    monkeypatch.setattr("rankwise.tuning.prove.joint_check", check)
    runner = with_time(1e6, away=away)
    proof = prove(runner, lambda _lines: Change(), [gains], Target("all", TIMES), lambda _text: None)
    assert {kernel for kernel, _ in asked} == kernels
    assert proof.joint is not None and proof.joint.whole.mean is not None
    assert proof.joint.whole.mean.ratio == pytest.approx(1.2)
    assert proof.joint.whole.mean_cells == 2


def test_a_rule_that_is_slower_at_some_of_its_sizes_keeps_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """It gains at 8 B and loses at 4 KiB, where the sizes up to the geometric mean of both stay."""
    rule = rule_line("gains")
    gain = verdict_of(1.5)
    slower = replace(gain, gains=(*gain.gains, a_gain("bcast", 4096, 0.5)))
    checked: list[CollectiveRule | None] = []

    def check(_runner: object, _carried: object, lines: Sequence[TuningLine], *_: object, **_more: object) -> Joint:
        checked.extend(each.rule for each in lines)
        seen = gain if len(checked) > 1 else slower
        own = {each.id: seen for each in lines}
        return Joint(seen, own, own, launches=10, launch_s=0.1)

    monkeypatch.setattr("rankwise.tuning.prove.joint_check", check)
    wanted = Target("all", {("bcast", 8): 1.0, ("bcast", 4096): 1.0})
    proof = prove(with_time(1e6, away=False), lambda _lines: Change(), [rule], wanted, lambda _text: None)
    assert [(each.from_bytes, each.to_bytes) for each in checked if each] == [(0, 4096), (0, 181)]
    assert [each.rule for each in proof.lines] == checked[1:]
    assert not proof.dropped


def with_time(left_s: float, *, away: bool) -> Any:
    """What a proof asks of the runner of its checks."""
    mpi = Mpi(name="m", family="openmpi", version="5", prefix="/", where="")
    return SimpleNamespace(away=away, left_s=left_s, mpi=mpi)


def rule_line(algorithm: str, collective: str = "bcast") -> TuningLine:
    rule = CollectiveRule(collective=collective, algorithm=algorithm, from_bytes=0, to_bytes=4096, ranks=2)
    return TuningLine(id=algorithm, why="", undo="", rule=rule)


def verdict_of(ratio: float, kernel: str = "bcast") -> Verdict:
    """Of one cell that is so much faster."""
    found = Ratio(
        ratio=ratio, low=ratio, high=ratio, p_value=0.0, launch_pairs=9, visit_pairs=9, margin=0.02, answer="faster"
    )
    gain = Gain(kernel=kernel, size_bytes=8, ranks=2, before_s=ratio, after_s=1.0, ratio=found)
    return Verdict((gain,), found, wins=True)
