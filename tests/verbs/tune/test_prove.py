"""Which lines are proven when the time does not suffice for all, from gains that are given."""

from __future__ import annotations

from dataclasses import replace

from rankwise.core.records import CollectiveRule, Gain, Ratio, TuningLine
from rankwise.decide.goals import Spot, Target
from rankwise.decide.space import line
from rankwise.decide.tuning import Beside, Verdict
from rankwise.verbs.tune.joint import Joint
from rankwise.verbs.tune.prove import affordable, losers, without


def test_what_gained_most_is_proven_when_time_is_short() -> None:
    lines = [line({"env:A": "1"}), *(rule_line(algorithm) for algorithm in ("one", "two")), line({"env:B": "1"})]
    gained = {lines[0].id: 1.3, lines[1].id: 1.05, lines[2].id: 1.2, lines[3].id: 1.1}
    joint = Joint(verdict_of(1.3), {name: verdict_of(ratio) for name, ratio in gained.items()})
    assert affordable(lines, joint, 6) == lines
    assert affordable(lines, joint, 5) == [lines[0], lines[2]]
    assert affordable(lines, joint, 0) == [lines[0]]


def test_what_was_proven_stays_as_long_as_it_looks_like_a_gain() -> None:
    lines = [line({"env:A": "1"}), line({"env:B": "1"})]
    unsure = replace(verdict_of(1.2), wins=False)
    joint = Joint(verdict_of(1.3), {lines[0].id: unsure, lines[1].id: verdict_of(1.2)})
    assert list(losers(lines, joint)) == [lines[0].id]
    assert losers(lines, joint, proven={lines[0].id}) == {}
    joint.lines[lines[0].id] = replace(verdict_of(0.99), wins=False)
    assert list(losers(lines, joint, proven={lines[0].id})) == [lines[0].id]


def test_what_is_left_stands_on_the_last_check_where_gone_rules_said_nothing() -> None:
    spots: list[Spot] = [("bcast", 8), ("reduce", 8)]
    pairs = [[(1.5 * scale, 1.0)] for scale in (0.99, 1.0, 1.01, 1.0, 0.98, 1.02, 1.0)]
    same = [[(1.0 * scale, 1.0)] for scale in (0.99, 1.0, 1.01, 1.0, 0.98, 1.02, 1.0)]
    times = dict.fromkeys(spots, 1.0)
    control = dict.fromkeys(spots, same)
    beside = Beside(2, {spots[0]: same, spots[1]: pairs}, times, times, control)
    joint = Joint(verdict_of(1.3), beside=beside)
    wanted = Target("all", times)
    left = without(joint, [rule_line("one")], wanted)
    assert left is not None
    assert [one.kernel for one in left.whole.gains] == ["reduce"]
    assert without(joint, [line({"env:A": "1"})], wanted) is None
    idle = Beside(2, dict.fromkeys(spots, same), times, times, control)
    assert without(Joint(verdict_of(1.3), beside=idle), [rule_line("one")], wanted) is None


def rule_line(algorithm: str) -> TuningLine:
    rule = CollectiveRule(collective="bcast", algorithm=algorithm, from_bytes=0, to_bytes=4096, ranks=2)
    return TuningLine(id=algorithm, why="", undo="", rule=rule)


def verdict_of(ratio: float) -> Verdict:
    """Of one cell that is so much faster."""
    found = Ratio(
        ratio=ratio, low=ratio, high=ratio, p_value=0.0, launch_pairs=9, visit_pairs=9, margin=0.02, answer="faster"
    )
    gain = Gain(kernel="bcast", size_bytes=8, ranks=2, before_s=ratio, after_s=1.0, ratio=found)
    return Verdict((gain,), found, wins=True)
