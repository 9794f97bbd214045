"""What takes the place of a candidate that was refused: the next best ones, each with a proof of its own."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from builders.searching import Failing, TrialRunner, knob, search
from rankwise.tuning import stages
from rankwise.tuning.climb import climb
from rankwise.tuning.goals import BenchmarkPoint
from rankwise.tuning.picks import transport_points
from rankwise.tuning.proof import Proof
from rankwise.tuning.race import CandidateTimes
from rankwise.tuning.records import TuningLine
from rankwise.tuning.space import candidates
from rankwise.tuning.stages import next_best, prove_found, prove_next_best


@pytest.mark.drawn(1)
@pytest.mark.parametrize("fails", [True, False])
def test_where_all_finalists_slow_a_size_the_next_best_get_their_turn(fails: bool) -> None:
    def truth(knobs: Mapping[str, str], point: BenchmarkPoint) -> float:
        harmless = any(name.endswith("_z_eager_limit") for name in knobs)
        others = (0.9 if point[1] < 1024 and not fails else 1.3) if len(knobs) > harmless else 1.0
        return 1e-6 / ((1.1 if harmless else 1.0) * others)

    runner = Failing(truth)
    runner.where = ("bcast", 4 << 20) if fails else None
    one = search(runner)
    found = candidates([knob(f"mca:btl_{letter}_eager_limit") for letter in "abcdefz"])
    climb(one, "protocol", found, transport_points(one.target), math.inf)
    assert [next(iter(line.knobs)) for line in one.in_use.lines()] == ["mca:btl_z_eager_limit"]


def test_whole_runs_decide_later_about_what_kernels_like_best() -> None:
    one = search(TrialRunner(lambda _knobs, _point: 1e-6))
    names = ("mca:btl_a_eager_limit", "mca:btl_b_eager_limit")
    found = candidates([knob(name) for name in names])
    assert prove_found(one, one.target, later=True).lines == ()
    point = next(iter(one.target.weights))
    for candidate in found:  # one launch, which proves nothing
        gain = 2.0 if names[1] in candidate.line.knobs else 1.2
        one.note("protocol", [candidate], {candidate.name: CandidateTimes({point: [[(gain, 1.0)]]})})
    assert [set(line.knobs) for line in prove_found(one, one.target, later=True).lines] == [{names[1]}]
    one.take(next(each for each in found if names[0] in each.line.knobs))
    assert [set(line.knobs) for line in prove_found(one, one.target, later=True).lines] == [{names[0]}]


def test_what_was_no_finalist_may_gain_on_top_of_the_best() -> None:
    """Seven values of one knob gain most and contradict each other; another knob gains as much on top of any."""

    def truth(knobs: Mapping[str, str], _point: BenchmarkPoint) -> float:
        return 1e-6 / ((1.3 if "mca:btl_a_x" in knobs else 1.0) * (1.1 if "mca:btl_b_y" in knobs else 1.0))

    one = search(TrialRunner(truth))
    transports = [*({"mca:btl_a_x": str(value)} for value in range(7)), {"mca:btl_b_y": "1"}]
    climb(one, "transports", candidates([], transports=transports), transport_points(one.target), math.inf)
    assert [name for line in one.in_use.lines() for name in line.knobs] == ["mca:btl_a_x", "mca:btl_b_y"]


def test_what_a_proof_takes_away_gives_way_to_the_next_best() -> None:
    def truth(knobs: Mapping[str, str], point: BenchmarkPoint) -> float:
        regresses_at = 1.5 if "mca:btl_c_eager_limit" in knobs and point == ("pingpong", 8192) else 1.0
        gains = {"mca:btl_a_eager_limit": 1.3, "mca:btl_b_eager_limit": 1.1, "mca:btl_c_eager_limit": 1.2}
        return 1e-6 * regresses_at / max((gain for name, gain in gains.items() if name in knobs), default=1.0)

    one = search(TrialRunner(truth))
    found = candidates([knob(f"mca:btl_{letter}_eager_limit") for letter in "abc"])
    climb(one, "protocol", found, transport_points(one.target), math.inf)
    taken = [line.id for line in one.in_use.lines()]
    reported = {name: trial.seen for name, trial in one.trials.by_name.items()}
    for now in next_best(one, taken, transport_points(one.target)):
        assert [line.id for line in one.in_use.lines()] == [now.name], "alone"
        taken.append(now.name)
    assert len(taken) == len(set(taken)), "what is gone stays away"
    assert all(one.trials.by_name[name].seen is seen for name, seen in reported.items() if name not in taken)
    assert list(dict.fromkeys(name.partition("=")[0] for name in taken)) == [
        "mca:btl_a_eager_limit",
        "mca:btl_b_eager_limit",
    ]
    assert one.in_use.lines() == []


def test_lines_that_do_the_same_get_their_turn_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def proof(_runner: Any, _carry: Any, lines: Sequence[TuningLine], *_: Any) -> Proof:
        if len(lines) > 1:  # each is worth nothing where the other one is
            return Proof(dropped={line.id: "no gain was proven" for line in lines})
        return Proof(lines=tuple(lines), joint=None)

    monkeypatch.setattr(stages, "prove", proof)
    one = search(TrialRunner(lambda knobs, _point: 1e-6 / (1.2 if knobs else 1.0)))
    found = candidates([], transports=[{"mca:btl_a_eager_limit": "1"}, {"mca:btl_b_x": "1"}])
    for each in found:
        climb(one, "protocol", [each], transport_points(one.target), math.inf)
    for each in found:
        if each not in one.in_use.settings:
            one.take(each)
    first = proof(None, None, one.in_use.lines())
    assert len(first.dropped) == 2
    last = prove_next_best(one, one.target, first)
    assert len(last.lines) == 1
    assert set(last.dropped) == set(first.dropped) - {last.lines[0].id}, "what came back was not taken away"


def test_nothing_is_fallen_back_on_without_time_to_prove_it() -> None:
    runner = TrialRunner(lambda knobs, _point: 1e-6 / (1.2 if knobs else 1.0))
    one = search(runner)
    climb(one, "protocol", candidates([knob("mca:btl_a_eager_limit")]), transport_points(one.target), math.inf)
    runner.deadline, one.reserve_s = time.monotonic() + 50.0, 100.0
    assert list(next_best(one, [], transport_points(one.target))) == []


def test_what_was_guarded_for_a_proof_gets_one() -> None:
    runner = TrialRunner(lambda knobs, _point: 1e-6 / (1.2 if knobs else 1.0))
    one = search(runner)
    found = candidates([], transports=[{"mca:btl_a_x": "1"}, {"mca:btl_b_y": "1"}])
    climb(one, "transports", found, transport_points(one.target), math.inf)
    times = iter([1.0, *([math.inf] * 9)])  # the time is over when the guard is
    one.clock = lambda: next(times)
    runner.deadline = 2.0
    assert len(list(next_best(one, [], transport_points(one.target)))) == 1
    assert one.in_use.lines() == []
