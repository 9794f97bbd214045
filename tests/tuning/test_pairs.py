"""Pairs of settings, on a trial runner whose truth is known."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import pytest

from builders.searching import TrialRunner, search
from rankwise.tuning.climb import climb
from rankwise.tuning.goals import BenchmarkPoint
from rankwise.tuning.pairs import STAGE, joined, race_pairs
from rankwise.tuning.picks import transport_points
from rankwise.tuning.search import Search
from rankwise.tuning.space import Candidate, candidates, line

SETTINGS = [{f"mca:btl_{letter}_x": "1"} for letter in "abcdefghij"]


def searched(runner: TrialRunner, settings: Sequence[Mapping[str, str]]) -> Search:
    """A search that raced these settings one by one, then pairs of them."""
    one = search(runner)
    points = transport_points(one.target)
    climb(one, "ways", candidates([], transports=settings), points, math.inf)
    assert one.in_use.lines() == []
    race_pairs(one, points, math.inf)
    return one


def only_together(knobs: Mapping[str, str], _point: BenchmarkPoint) -> float:
    """Two settings gain a fifth where both are set; either alone loses a little."""
    on = sum(name in knobs for name in ("mca:btl_c_x", "mca:btl_h_x"))
    return 1e-6 * (1.0, 1.01, 0.8)[on]


@pytest.mark.parametrize("others", [10, 4], ids=["by a design", "few enough to race all"])
def test_what_gains_only_together_is_found_and_taken(others: int) -> None:
    settings = SETTINGS if others == 10 else [SETTINGS[index] for index in (0, 2, 7, 9)]
    one = searched(TrialRunner(only_together), settings)
    (taken,) = one.in_use.lines()
    assert taken.knobs == {"mca:btl_c_x": "1", "mca:btl_h_x": "1"}
    assert [trial.stage for trial in one.trials.by_name.values()].count(STAGE) <= 6


def test_a_design_takes_eleven_launches() -> None:
    runner = TrialRunner(lambda _knobs, _point: 1e-6)
    one = search(runner)
    points = transport_points(one.target)
    climb(one, "ways", candidates([], transports=SETTINGS), points, math.inf)
    before = runner.sides
    race_pairs(one, points, math.inf)
    assert runner.sides - before == 11
    assert one.in_use.lines() == []


def test_nothing_is_launched_when_the_time_is_over() -> None:
    runner = TrialRunner(only_together)
    one = search(runner, clock=lambda: 2.0)
    race_pairs(one, transport_points(one.target), 1.0)
    assert runner.sides == 0


def test_settings_that_contradict_each_other_are_never_set_at_once() -> None:
    def truth(knobs: Mapping[str, str], _point: BenchmarkPoint) -> float:
        assert len(knobs) < 10 or knobs["mca:btl_a_x"] in ("1", "2")
        return only_together(knobs, _point)

    one = searched(TrialRunner(truth), [{"mca:btl_a_x": "2"}, *SETTINGS])
    assert [sorted(found.knobs) for found in one.in_use.lines()] == [["mca:btl_c_x", "mca:btl_h_x"]]


def test_runs_that_fail_tell_nothing_of_their_settings() -> None:
    one = searched(TrialRunner(only_together, fails=lambda knobs: len(knobs) > 3), SETTINGS)
    assert one.in_use.lines() == []


def test_a_pair_is_one_line_with_all_of_both() -> None:
    first = Candidate(line({"mca:a": "1"}), "transport", frozenset({"bcast"}))
    preload = Candidate(line({}, "preload noyield", preload="noyield"), "preload", frozenset({"pingpong"}))
    both = joined(first, preload)
    assert (both.line.knobs, both.line.preload) == ({"mca:a": "1"}, "noyield")
    assert both.name == "mca:a=1 with preload noyield"
    assert both.kernels == {"bcast", "pingpong"}
