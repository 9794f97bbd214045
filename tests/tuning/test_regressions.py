"""Regressions in a search: what makes some size slower, or fails there, is not taken."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from builders.searching import Failing, TrialRunner, knob, search
from rankwise.core.records import Change
from rankwise.tuning.climb import climb
from rankwise.tuning.goals import BenchmarkPoint, target
from rankwise.tuning.picks import transport_points
from rankwise.tuning.regressions import regressions
from rankwise.tuning.space import candidates
from rankwise.tuning.stages import next_best


def test_a_gain_that_slows_another_size_is_not_taken() -> None:
    def truth(knobs: Mapping[str, str], point: BenchmarkPoint) -> float:
        return 1e-6 * ((0.9 if point[1] < 1024 else 1.15) if knobs else 1.0)

    one = search(TrialRunner(truth))
    climb(one, "protocol", candidates([knob("mca:btl_a_eager_limit")]), transport_points(one.target), math.inf)
    assert one.in_use.lines() == []


@pytest.mark.parametrize(
    "where", [("pingpong", 8192 + 64), ("bcast", 4 << 20)], ids=["beside its threshold", "largest"]
)
@pytest.mark.parametrize("fails", [True, False])
def test_what_is_slower_or_fails_where_races_do_not_look_is_not_taken(where: BenchmarkPoint, fails: bool) -> None:
    def truth(knobs: Mapping[str, str], point: BenchmarkPoint) -> float:
        return 1e-6 * (1.5 if knobs and point == where and not fails else 0.8 if knobs else 1.0)

    runner = Failing(truth)
    runner.where = where if fails else None
    one = search(runner)
    found = candidates([], transports=[{"env:UCX_RNDV_THRESH": "8k"}])
    climb(one, "transports", found, transport_points(one.target), math.inf)
    assert one.in_use.lines() == []
    (trial,) = one.trials.by_name.values()
    assert trial.seen.error == ("wrong data" if fails else "")
    assert list(next_best(one, [], transport_points(one.target))) == []


@pytest.mark.parametrize("points", [1, 2, 3])
def test_what_six_launches_show_at_a_point_or_two_is_looked_at_again_and_luck_does_not_count(points: int) -> None:
    class Lucky(TrialRunner):
        """The base of the first launches is faster at some benchmark points than it ever is again: for all who share
        it."""

        lucky = True

        def race(self, *given: Any, **asked: Any) -> None:
            _, _, at, _ = given
            honest, out = self.truth, set(at[:points]) if self.lucky else set()
            self.truth = lambda knobs, point: honest(knobs, point) * (0.8 if point in out and not knobs else 1.0)
            super().race(*given, **asked)
            self.truth, self.lucky = honest, False

    def truth(knobs: Mapping[str, str], point: BenchmarkPoint) -> float:
        return 1.2e-6 if "bad" in knobs.values() and point == ("bcast", 8) else 1e-6

    changes = {name: Change(knobs={"mca:x": name}) for name in ("bad", "good")}
    looked = [*transport_points(target("all", 2)), ("bcast", 8)]
    found = regressions(Lucky(truth), Change(), changes, looked, 0.97, until=math.inf)  # type: ignore[arg-type]
    assert set(found) == ({"bad"} if points < 3 else {"bad", "good"}), "three points are no luck"
    assert ("bcast", 8) in found["bad"].slower


def test_what_slows_a_size_between_those_of_the_races_gives_way_to_the_next_one() -> None:
    def truth(knobs: Mapping[str, str], point: BenchmarkPoint) -> float:
        if knobs.get("mca:btl_a_eager_limit") == "65536":
            return 1e-6 * (1.2 if point == ("pingpong", 8192) else 0.7)
        return 1e-6 * (0.8 if knobs.get("mca:btl_b_eager_limit") == "65536" else 1.0)

    one = search(TrialRunner(truth))
    assert ("pingpong", 8192) not in one.target.weights
    found = candidates([knob("mca:btl_a_eager_limit"), knob("mca:btl_b_eager_limit")])
    climb(one, "protocol", found, transport_points(one.target), math.inf)
    assert [line.knobs for line in one.in_use.lines()] == [{"mca:btl_b_eager_limit": "65536"}]
    assert one.trials.regressed_at == {"mca:btl_a_eager_limit=65536": "pingpong 8KiB"}
    one = search(TrialRunner(truth), replace(one.target, worst=0.75))
    climb(one, "protocol", found, transport_points(one.target), math.inf)
    assert {"mca:btl_a_eager_limit": "65536"} in [line.knobs for line in one.in_use.lines()]
