"""How the benchmarks of `improve` and `place` judge what they measured."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

import numpy as np
import pytest

from benchmarks.goals import Report
from benchmarks.lab import improve_equal
from benchmarks.lab import place as place_lab
from benchmarks.tuning import improve_node
from benchmarks.tuning.improving import EXAMPLES, Answered
from builders.runs import mpi, run
from builders.tunings import a_ratio
from rankwise.maps.read import read_map
from rankwise.model.machine import machine_of
from rankwise.model.records import Ratio
from rankwise.optimise.order_cost import Costs
from rankwise.optimise.traffic import pattern
from rankwise.verbs.records import Asked, Improved

Word = Literal["faster", "nothing helps", "cannot tell", "changes the output"]


def answered(word: Word) -> Answered:
    asked = Asked(candidate="binding", what="env:A=1", why="more take 9 s", undecided=True)
    return Answered("ring.c", Improved(run=run("improve"), command=(), answer=word, asked=(asked,)), "", 30.0)


def judged(report: Report) -> dict[str, tuple[str, bool | None]]:
    return {goal.what: (goal.found, goal.met) for goal in report.goals}


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[Answered]], None]:
    """Lets `improve-equal` find these answers one after the other."""

    @contextmanager
    def lab(*_words: object) -> Any:
        yield SimpleNamespace(name="lab"), Path("/nowhere")

    def give(given: list[Answered]) -> None:
        left = iter(given)
        monkeypatch.setattr(improve_equal, "improved", lambda _asked: next(left))

    monkeypatch.setattr(improve_equal, "install", mpi)
    monkeypatch.setattr(improve_equal, "small_lab", lab)
    monkeypatch.setattr(improve_equal, "on", lambda *_words: [])
    monkeypatch.setattr(improve_equal, "of_source", lambda given, *_words: (given, ["ring"]))
    return give


def test_one_of_twenty_may_not_tell_on_equal_links(answers: Callable[[list[Answered]], None]) -> None:
    answers([answered("cannot tell")] + 19 * [answered("nothing helps")])
    report = improve_equal.improve_equal(quick=False)
    assert judged(report)["*nothing helps*"] == ("19 of 20 (95 %)", True)
    assert judged(report)["*cannot tell*"] == ("1 of 20 (5 %)", None)
    assert report.rows[0][3] == "binding env:A=1: more take 9 s"


def test_a_gain_on_equal_links_is_a_missed_goal(answers: Callable[[list[Answered]], None]) -> None:
    answers([answered("faster"), Answered("ring.c", None, "the job hangs", 3.0)] + 18 * [answered("nothing helps")])
    goals = judged(improve_equal.improve_equal(quick=False))
    assert goals["*nothing helps*"] == ("18 of 20 (90 %)", False)
    assert goals["a gain is named (*faster*)"][1] is False
    assert goals["no answer"] == ("1 of 20 (5 %)", False)


@pytest.mark.parametrize(("improve", "met"), [(a_ratio(1.52), True), (a_ratio(1.4), False), ("the job hangs", False)])
def test_a_file_of_improve_is_held_against_that_of_tune(
    monkeypatch: pytest.MonkeyPatch, improve: Ratio | str, met: bool
) -> None:
    search = improve_node._Search("faster", 90.0, Path("tuning.toml"))
    monkeypatch.setattr(improve_node, "install", mpi)
    monkeypatch.setattr(improve_node, "of_source", lambda given, *_words: (given, ["heat"]))
    monkeypatch.setattr(improve_node, "_both", lambda *_words: {"tune": search, "improve": search})
    monkeypatch.setattr(improve_node, "_gains", lambda *_words: {"improve": improve, "tune": a_ratio(1.6)})
    report = improve_node.improve_node("mpich", quick=False)
    assert [goal.met for goal in report.goals] == [met, met]
    assert len(report.rows) == 2 * 2 * 2


@pytest.mark.parametrize(
    ("failed", "gains"),
    [(False, {"improve": "the job hangs", "tune": "the job hangs"}), (True, {})],
    ids=["no whole run", "no answer"],
)
def test_what_fails_on_both_sides_is_no_goal_met(
    monkeypatch: pytest.MonkeyPatch, failed: bool, gains: dict[str, Ratio | str]
) -> None:
    search = improve_node._Search("the job hangs", 90.0, None, failed=failed)
    monkeypatch.setattr(improve_node, "install", mpi)
    monkeypatch.setattr(improve_node, "of_source", lambda given, *_words: (given, ["heat"]))
    monkeypatch.setattr(improve_node, "_both", lambda *_words: {"tune": search, "improve": search})
    monkeypatch.setattr(improve_node, "_gains", lambda *_words: gains)
    report = improve_node.improve_node("mpich", quick=True)
    assert [goal.met for goal in report.goals] == [False, False]
    assert all("the job hangs" in goal.found for goal in report.goals)


def test_without_a_file_a_gain_is_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def nothing(*_words: object, **_more: object) -> None:
        raise AssertionError("there is nothing to compare")

    monkeypatch.setattr(improve_node, "answered_data", nothing)
    example, effort = improve_node._EXAMPLES[0], improve_node._Effort()
    gains = improve_node._gains(example, ["mpirun", "heat"], {}, effort, tmp_path)
    assert improve_node._gain(gains, "tune") == 1.0


def test_orders_of_a_ring_are_drawn_over_all_modelled_times() -> None:
    machine = machine_of(read_map(str(EXAMPLES / "phi-cluster.toml"), None), "infiniband")
    costs = Costs(pattern("ring", 10, 1 << 20), machine)
    modelled = place_lab._modelled(costs, machine.names, 12)
    orders = {name: order for name, order, _ in modelled}
    times = {name: time_s for name, _, time_s in modelled}
    assert len(set(orders.values())) == 14
    assert all(sorted(order) == sorted(machine.names) for order in orders.values())
    assert orders["default"] == machine.names
    assert times["place"] == min(times.values()) < times["default"]
    assert times["drawn 12"] == max(times.values())
    assert len({round(1e6 * time_s) for time_s in times.values()}) >= 4


def test_equal_modelled_times_limit_a_rank_correlation() -> None:
    assert place_lab._attainable([1.0, 2.0, 3.0]) == pytest.approx(1.0)
    assert place_lab._attainable([1.0, 1.0, 1.0, 3.0]) == pytest.approx(np.sqrt(0.6))
    assert place_lab._correlation([1.0, 2.0, 3.0], [3.0, 2.0, 1.0]) == pytest.approx(-1.0)
