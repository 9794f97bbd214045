"""The bar that a line must pass: planted gains pass, planted nothing does not, regressions are seen."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from builders.drawn import SIDES, together
from builders.tunings import a_ratio, a_tuning, rule_line
from rankwise.apply.file import from_text, to_text
from rankwise.experiment.paired import Paired, Pairs
from rankwise.model.records import Answer
from rankwise.optimise.records import RankOrder
from rankwise.tuning.acceptance import (
    Verdict,
    doubtful,
    narrowed,
    offenders,
    on_top,
    regressed,
    surely_gains,
    to_verify,
)
from rankwise.tuning.acceptance import verdict as verdict_of
from rankwise.tuning.goals import COLLECTIVES, POINT_TO_POINT, BenchmarkPoint, regression_points, target
from rankwise.tuning.guidelines import looked_at
from rankwise.tuning.race import CandidateTimes
from rankwise.tuning.records import CollectiveRule, Gain, Sent, TuningLine
from rankwise.tuning.space import line

POINTS: list[BenchmarkPoint] = [
    (kernel, size) for kernel in ("pingpong", "bcast", "reduce") for size in (24, 1000, 50000, 999_000)
]


def pairs(order: random.Random, ratio: float, launches: int = 8, spread: float = 0.02) -> Pairs:
    """Launch pairs whose ratio scatters by `spread` between launches, and by 3 % within one."""
    found = []
    for _ in range(launches):
        launch = ratio * math.exp(order.gauss(0, spread))
        found.append([(1e-6 * launch * math.exp(order.gauss(0, 0.03)), 1e-6) for _ in range(4)])
    return found


def drawn(
    seed: int, ratios: dict[BenchmarkPoint, float], launches: int = 8, spread: float = 0.02
) -> dict[str, dict[BenchmarkPoint, Pairs]]:
    """Launch pairs, and those of the control."""
    order = random.Random(seed)
    shown = {point: pairs(order, ratios.get(point, 1.0), launches, spread) for point in POINTS}
    return {"pairs": shown, "control": {point: pairs(order, 1.0, launches, spread) for point in POINTS}}


def beside(seed: int, ratios: dict[BenchmarkPoint, float], launches: int = 8, spread: float = 0.02) -> Paired:
    return together(**drawn(seed, ratios, launches, spread))


def verdict(
    paired: Paired, points: Sequence[BenchmarkPoint], weights: Mapping[BenchmarkPoint, float] | None = None
) -> Verdict:
    return verdict_of(paired, SIDES, points, weights)


def test_of_two_hundred_lines_that_do_nothing_none_wins() -> None:
    assert sum(verdict(beside(seed, {}), POINTS).wins for seed in range(200)) == 0


def test_a_lost_launch_of_the_control_is_lost_to_all_its_points() -> None:
    """The second launch of the control, five times slower than the first, was lost at one benchmark point: what is
    there in its place belongs to the third."""
    times = [[(ratio, 1.0)] for ratio in (1.0, 5.0, 1.0)]
    control = dict.fromkeys(POINTS, times) | {POINTS[0]: [times[0], [], times[2]]}
    shown = drawn(1, dict.fromkeys(POINTS, 1.06), launches=12)["pairs"]
    assert verdict(together(shown, control), POINTS).wins
    shifted = control | {POINTS[0]: [times[0], times[2]]}
    assert not verdict(together(shown, shifted), POINTS).wins


def test_of_fifty_gains_of_a_tenth_all_but_a_few_win() -> None:
    everywhere = dict.fromkeys(POINTS, 1.1)
    assert sum(verdict(beside(seed, everywhere), POINTS).wins for seed in range(50)) >= 48


def test_a_large_gain_in_one_cell_is_enough() -> None:
    found = verdict(beside(1, {POINTS[3]: 2.0}), POINTS)
    assert found.wins
    assert [(gain.kernel, gain.size_bytes) for gain in found.gains if gain.ratio.answer == "faster"] == [POINTS[3]]
    assert found.regressed() == ()


def test_a_mean_over_fewer_than_six_launches_proves_nothing() -> None:
    def won(launches: int) -> int:
        """Of fifty gains of 6 % that hardly a cell shows by itself."""
        found = [beside(seed, dict.fromkeys(POINTS, 1.06), launches, spread=0.06) for seed in range(50)]
        return sum(verdict(one, POINTS).wins for one in found)

    assert won(5) <= 5  # by a cell, not by the mean
    assert won(6) >= 48


def test_two_launches_prove_nothing() -> None:
    assert not verdict(beside(1, dict.fromkeys(POINTS, 2.0), launches=2), POINTS).wins


def test_what_picked_a_point_out_does_not_judge_it() -> None:
    lucky = drawn(1, {**dict.fromkeys(POINTS, 1.2), POINTS[0]: 0.9})
    assert [(one.kernel, one.size_bytes) for one in verdict(together(**lucky), POINTS).regressed()] == [POINTS[0]]
    for truth, slower in ((1.0, 0), (0.9, 1)):
        again = together(**lucky, again=8, later={POINTS[0]: pairs(random.Random(2), truth, 8)})
        found = verdict(again, POINTS)
        assert len(found.regressed()) == slower
        assert found.wins


def test_regressions_is_seen_and_laid_to_the_line_that_does_it() -> None:
    slow = {POINTS[0]: 0.8}
    whole = verdict(beside(1, {**dict.fromkeys(POINTS[4:], 1.5), **slow}), POINTS)
    assert [(one.kernel, one.size_bytes) for one in whole.regressed()] == [POINTS[0]]
    lines = {
        "good": verdict(beside(2, dict.fromkeys(POINTS[4:], 1.5)), POINTS),
        "bad": verdict(beside(3, slow), POINTS),
    }
    assert offenders(whole.regressed(), lines) == {"bad": [*whole.regressed()]}
    assert offenders(whole.regressed(), {"none": verdict(beside(2, {}), POINTS[4:])}) == {}
    gains = {name: verdict(beside(4, {POINTS[0]: truth}), POINTS) for name, truth in (("some", 1.1), ("more", 1.2))}
    assert offenders(whole.regressed(), gains) == {}, "what is faster there by itself is no offender"


def test_what_may_be_slower_is_blamed_unless_only_sure_losses_count() -> None:
    def one(ratio: float, answer: Answer) -> Gain:
        told = replace(a_ratio(ratio), answer=answer)
        return Gain(kernel="bcast", size_bytes=24, ranks=2, before_s=1e-6, after_s=1e-6, ratio=told)

    slow = one(0.8, "slower")
    lines = {"doubtful": Verdict((one(0.9, "cannot tell"),), None, wins=False)}
    assert offenders([slow], lines) == {"doubtful": [slow]}
    assert offenders([slow], lines, surely=True) == {}
    assert offenders([slow], {"equal": Verdict((one(1.0, "same"),), None, wins=False)}) == {}


def test_only_measured_points_below_the_limit_are_doubtful() -> None:
    slow, equal, unmeasured = POINTS[:3]
    assert doubtful(CandidateTimes({slow: [[(0.9, 1.0)]], equal: [[(0.98, 1.0)]], unmeasured: []})) == [slow]


def test_regressions_of_a_race_is_named_worst_first_and_luck_is_none() -> None:
    order = random.Random(4)
    truth = {POINTS[1]: 0.9, POINTS[5]: 0.7}
    assert regressed(CandidateTimes({point: pairs(order, truth.get(point, 1.0), 4) for point in POINTS})) == [
        POINTS[5],
        POINTS[1],
    ]
    assert regressed(CandidateTimes({point: pairs(order, 1.0, 4) for point in POINTS})) == []


@pytest.mark.parametrize(("much", "enough"), [(2.4, True), (1.0, False)])
def test_a_large_gain_at_one_size_is_enough_where_the_mean_is_not_sure(much: float, enough: bool) -> None:
    """Launches of the candidate are faster and slower in turn, as a whole."""
    launch = [1.08 if index % 2 else 1 / 1.08 for index in range(8)]
    seen = CandidateTimes({point: [[(bias * (much if point == POINTS[5] else 1.005), 1.0)] * 3 for bias in launch]
                 for point in POINTS})  # fmt: skip
    weights = dict.fromkeys(POINTS, 1.0)
    mean = seen.mean(weights)
    assert mean is not None
    assert mean.low < 1.0 < mean.ratio
    assert surely_gains(seen, weights) == enough
    assert not surely_gains(seen, {**weights, POINTS[5]: 0.0}), "what nobody asks for is no gain"


def test_too_few_launches_or_a_loss_on_the_whole_are_no_gain() -> None:
    weights = dict.fromkeys(POINTS, 1.0)
    assert not surely_gains(CandidateTimes({}), weights)
    assert not surely_gains(CandidateTimes({point: [[(2.0, 1.0)] * 3] for point in POINTS}), weights)
    loss = {point: [[(3.0 if point == POINTS[5] else 0.5, 1.0)] * 3] * 8 for point in POINTS}
    assert not surely_gains(CandidateTimes(loss), weights), "one size gains much, the mean loses"


def test_a_rule_gives_up_the_sizes_that_it_slows() -> None:
    rule = CollectiveRule(collective="bcast", algorithm="3", from_bytes=0, to_bytes=1 << 20, ranks=2)
    line = TuningLine(id="bcast by 3", why="", undo="", rule=rule)
    found = verdict(beside(1, {("bcast", 24): 1.5, ("bcast", 1000): 1.4, ("bcast", 50000): 0.7}), POINTS[4:8])
    left = narrowed(line, found, found.regressed())
    assert left is not None and left.rule is not None
    assert (left.rule.from_bytes, left.rule.to_bytes) == (0, 7071)
    assert left.id == "bcast by 3, 0 to 7071"
    found = verdict(beside(1, {("bcast", 24): 0.7, ("bcast", 50000): 1.4}), POINTS[4:8])
    left = narrowed(line, found, found.regressed())
    assert left is not None and left.rule is not None
    assert (left.rule.from_bytes, left.rule.to_bytes) == (1096, 1 << 20)
    assert narrowed(replace(line, rule=None), found, found.regressed()) is None


def a_rule(algorithm: str, low: int, high: int, collective: str = "bcast") -> TuningLine:
    return rule_line(CollectiveRule(collective=collective, algorithm=algorithm, from_bytes=low, to_bytes=high, ranks=2))


def test_what_is_found_on_top_of_a_tuning_takes_the_place_of_what_it_changes() -> None:
    base = [line({"env:A": "1"}), line({"env:B": "1"}), line({}, "p", preload="noyield"), a_rule("1", 0, 100)]
    more = [line({"env:B": "2"}), a_rule("2", 10, 20), a_rule("3", 0, 100, "reduce")]
    found = on_top(base, more)
    assert found[-3:] == more
    assert [one.knobs for one in found if one.knobs] == [{"env:A": "1"}, {"env:B": "2"}]
    assert [one.id for one in found if one.preload] == ["p"]
    parts = [(one.rule.algorithm, one.rule.from_bytes, one.rule.to_bytes) for one in found if one.rule]
    assert parts == [("1", 0, 9), ("1", 21, 100), ("2", 10, 20), ("3", 0, 100)]
    assert on_top(base, []) == base


def test_a_new_order_of_ranks_replaces_the_old_one() -> None:
    def order(name: str) -> TuningLine:
        return replace(line({}, name), placement=RankOrder(machine="m", pattern=name, ranks=()))

    assert [one.id for one in on_top([order("old")], [order("new"), a_rule("2", 0, 9)])] == ["new", "bcast"]
    assert [one.id for one in on_top([order("old")], [a_rule("2", 0, 9)])] == ["old", "bcast"]


def test_the_mean_is_over_the_cells_that_count() -> None:
    weights = {point: float(point[0] == "pingpong") for point in POINTS}
    assert verdict(beside(1, {}), POINTS, weights).mean_cells == 4
    assert verdict(beside(1, {}), POINTS).mean_cells == len(POINTS)


def test_a_trace_is_verified_with_its_own_sizes_and_weights() -> None:
    sent = (
        Sent(kernel="bcast", size_bytes=8, calls=9000.0, share=0.9),
        Sent(kernel="reduce", size_bytes=64, calls=1.0, share=0.1),
    )
    traced = replace(a_tuning(), goal="trace", sent=sent)
    assert to_verify(traced, seed=3).weights == {("bcast", 8): 0.9, ("reduce", 64): 0.1}
    assert from_text(to_text(traced)).sent == sent
    assert to_verify(replace(traced, sent=()), seed=3).weights == {("bcast", 8): 2e-6}, "a file without calls"


def test_a_file_says_of_what_was_not_verified_that_it_may_be_faster() -> None:
    for changes, makes in (({}, "may make"), ({"verified": True}, "makes"), ({"goal": "command"}, "makes")):
        assert to_text(replace(a_tuning(), **changes)).startswith(f"# What {makes} ")  # type: ignore[arg-type]


def test_a_file_is_verified_at_fresh_sizes_and_where_its_lines_claim_to_gain() -> None:
    def a_gain(kernel: str, size: int, speed_up: float, answer: Answer = "faster") -> Gain:
        found = replace(a_ratio(speed_up), answer=answer)
        return Gain(kernel=kernel, size_bytes=size, ranks=2, before_s=1e-6, after_s=1e-6, ratio=found)

    claims = (a_gain("uniband", 128, 2.4), a_gain("bcast", 8, 1.2), a_gain("reduce", 4096, 9.0, "slower"))
    knobs = replace(line({"mca:btl_sm_fbox_size": "8192"}), gains=claims)
    program = replace(line({"mca:pml": "ucx"}), gains=(a_gain("command", 0, 1.3),))
    wanted = to_verify(a_tuning((knobs, program, a_rule("3", 100, 101))), seed=3)
    seen = {*regression_points(target("all", 2)), *looked_at(target("all", 2))}
    assert not seen & wanted.weights.keys()
    assert not any(seen & to_verify(a_tuning((knobs,)), seed=seed).weights.keys() for seed in range(20))
    assert {kernel for kernel, _ in wanted.weights} == {*POINT_TO_POINT, *COLLECTIVES}
    assert any(kernel == "bcast" and 100 <= size <= 101 for kernel, size in wanted.weights)
    (claim,) = [point for point, weight in wanted.weights.items() if weight == 0.0]
    assert claim[0] == "uniband" and 96 <= claim[1] <= 168
