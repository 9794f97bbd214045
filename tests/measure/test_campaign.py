"""What a campaign visits, when it stops, and what a failure costs; with sessions that are told what to answer."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Collection
from typing import Any

import pytest

from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Cell, LaunchFacts, LaunchSpec, Mpi, Place, Plan, Visit
from rankwise.measure.campaign import Campaign
from rankwise.measure.cells import cell
from rankwise.measure.frames import Connected, Failed, VisitDone
from rankwise.measure.outcome import Outcome, pairs
from rankwise.measure.session import CellFailed
from rankwise.measure.side import Side

Answer = Callable[[Cell, int, int], float]


class Clock:
    """Time that passes only when a visit is made."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


CLOCK = Clock()
VISIT_S = 1e-3


class FakeSession:
    """Answers visits from a function of (cell, launch, round); never touches a process. A visit takes 1 ms."""

    def __init__(self, side: Side, index: int, answer: Answer, log: list[tuple[int, int, str]]) -> None:
        self.side, self.index, self._answer, self._log = side, index, answer, log
        self.dead: MeasurementFailed | None = None
        self.closed = False
        self.together: list[list[str]] = []
        self.facts = LaunchFacts(
            index=index,
            side=side.name,
            argv=(),
            env={},
            started_at="",
            ready_s=0.1,
            library_version="",
            engine="",
            ranks=(),
        )

    def connect(self, ranks: Any) -> Connected:
        return Connected(visit=0, first=(1e-5,), second=(1e-6,), rss_growth=4096)

    def visits(self, asked: list[tuple[Cell, Any, int]]) -> list[Any]:
        self.together.append([one.id for one, _, _ in asked])
        return [self._visit(one, round_number) for one, _, round_number in asked]

    def _visit(self, one: Cell, round_number: int) -> tuple[list[Visit], VisitDone] | CellFailed:
        assert not self.closed
        CLOCK.now_s += VISIT_S
        self._log.append((self.index, round_number, one.id))
        try:
            time_s = self._answer(one, self.index, round_number)
        except CellFailed as failed:
            return failed
        visit = Visit(
            cell=one.id,
            launch=self.index,
            round=round_number,
            group=0,
            at_s=0.0,
            calls_per_sample=1,
            samples_s=(time_s,) * 3,
        )
        frame = VisitDone(
            visit=0,
            cell=one.id,
            group=0,
            calls=1,
            samples=(),
            ranks=(),
            warm=(),
            invalid=0,
            clock_error=0,
            bytes=8,
            messages=1,
            took=VISIT_S,
        )
        return [visit], frame

    def close(self) -> None:
        self.closed = True


def side(name: str) -> Side:
    mpi = Mpi(name=name, family="mpich", version="5", prefix="/", where="")
    return Side(name, mpi, None, LaunchSpec(places=(Place(host=None, program="e"),) * 2))  # type: ignore[arg-type]


def campaign(
    names: str,
    answer: Answer,
    *,
    kernels: str = "ab",
    decided: Callable[[Outcome], Collection[str]] | None = None,
    hopeless: Callable[[Outcome], Collection[str]] = lambda _outcome: (),
    openers: int = 1,
    spot_s: float = math.inf,
    **changes: Any,
) -> tuple[Campaign, list[tuple[int, int, str]]]:
    log: list[tuple[int, int, str]] = []
    cells = tuple(cell(name, kernel, 8, (0, 1)) for name in names for kernel in kernels)
    plan = Plan(
        **{"name": "t", "endpoints": (), "cells": cells, "budget_s": 0.2, "min_rounds": 8, "launches": 3} | changes
    )
    opener = lambda one, index, watchdog_s: FakeSession(one, index, answer, log)  # noqa: E731
    sides = [side(name) for name in names]
    runs = Campaign(
        plan,
        sides,
        opener=opener,
        clock=CLOCK,
        decided=decided,
        hopeless=hopeless,
        openers=openers,
        spot_s=spot_s,
    )
    return runs, log


def recorded(runs: Campaign) -> list[FakeSession]:
    """The sessions that a campaign will open."""
    found: list[FakeSession] = []
    opener: Any = runs._opener

    def open_one(*words: Any, **named: Any) -> FakeSession:
        found.append(opener(*words, **named))
        return found[-1]

    runs._opener = open_one  # type: ignore[assignment]
    return found


def steady(one: Cell, launch: int, round_number: int) -> float:
    return 1e-6 * (1.0 + 0.001 * ((round_number * 7 + launch * 3) % 5))


def test_every_cell_is_visited_in_every_launch_and_enough_rounds() -> None:
    runs, log = campaign("xy", steady)
    outcome = runs.run()
    assert len(outcome.launches) == 2 * 3
    for launch, name in itertools.product(range(3), ("x/a/8/0-1", "x/b/8/0-1", "y/a/8/0-1", "y/b/8/0-1")):
        assert len([1 for index, _, visited in log if (index, visited) == (launch, name)]) >= 8


def test_sides_of_one_spot_are_visited_one_right_after_the_other() -> None:
    runs, log = campaign("xyz", steady)
    runs.run()
    for first in range(0, len(log), 3):
        spots = {name.split("/", 1)[1] for _, _, name in log[first : first + 3]}
        assert len(spots) == 1
        assert {name[0] for _, _, name in log[first : first + 3]} == {"x", "y", "z"}


def test_the_order_is_random_and_the_seed_gives_it_again() -> None:
    logs = []
    for seed in (1, 1, 2):
        runs, log = campaign("xy", steady, seed=seed)
        runs.run()
        logs.append(log)
    assert logs[0] == logs[1] != logs[2]
    rounds = [[name for index, number, name in logs[0] if (index, number) == (0, wanted)] for wanted in range(8)]
    assert len({tuple(one) for one in rounds}) > 1


def test_a_spot_that_costs_too_much_is_left_until_the_next_launch() -> None:
    runs, log = campaign("xy", steady, spot_s=3.5 * VISIT_S, decided=lambda _outcome: ())
    outcome = runs.run()
    launches = {one.index for one in outcome.launches}
    for launch, kernel in itertools.product(launches, "ab"):  # two sides, 1 ms each: after two rounds it has cost 4 ms
        assert len([1 for index, _, name in log if index == launch and f"/{kernel}/" in name]) == 4


def test_noisy_cells_get_more_rounds_and_the_reason_of_the_stop_is_told() -> None:
    visits = itertools.count()

    def answer(one: Cell, launch: int, round_number: int) -> float:
        return steady(one, launch, round_number) * (1.0 + (0.5 * (next(visits) % 3) if one.kernel == "b" else 0.0))

    runs, log = campaign("x", answer, budget_s=0.3)
    runs.run()
    count = {kernel: sum(f"/{kernel}/" in name for *_, name in log) for kernel in "ab"}
    assert count["b"] > 2 * count["a"]
    stops = {result.cell.split("/")[1]: result.estimate.stop for result in runs.results() if result.estimate}
    assert stops == {"a": "precision", "b": "budget"}


def test_a_refused_cell_ends_alone() -> None:
    def answer(one: Cell, launch: int, round_number: int) -> float:
        if one.kernel == "a":
            raise CellFailed([Failed(kind="refused", rank=0, message="too large", cell=one.id)])
        return steady(one, launch, round_number)

    runs, log = campaign("x", answer)
    runs.run()
    refused, measured = runs.results()
    assert refused.error == "rank 0: too large"
    assert refused.estimate is None
    assert measured.estimate is not None
    assert sum("/a/" in name for *_, name in log) == 1


def test_a_launch_that_is_lost_costs_its_cell_and_the_side_comes_back() -> None:
    died: list[str] = []

    def answer(one: Cell, launch: int, round_number: int) -> float:
        if one.side == "x" and one.kernel == "a" and launch == 0 and round_number == 2 and not died:
            died.append(one.id)
            raise MeasurementFailed("rank-died", "rank 1 died")
        return steady(one, launch, round_number)

    runs, log = campaign("xy", answer)
    outcome = runs.run()
    results = {result.cell: result for result in runs.results()}
    assert results["x/a/8/0-1"].error == "rank 1 died"
    assert results["x/a/8/0-1"].estimate is not None, "what was measured before is kept"
    assert {index for index, _, name in log if name == "x/b/8/0-1"} == {0, 1, 2}
    assert outcome.warnings == ["rank 1 died"]


def test_a_side_that_is_alone_is_asked_for_several_visits_at_a_time() -> None:
    runs, _ = campaign("x", steady, kernels="abcd")
    sessions = recorded(runs)
    runs.run()
    for session in sessions:
        first, rest = session.together[:4], session.together[4:]
        assert {len(asked) for asked in first} == {1}, "a first visit that ends the launch is known by its cell"
        assert [len(asked) for asked in rest[:7]] == [4] * 7
    both, _ = campaign("xy", steady, kernels="abcd")
    sessions = recorded(both)
    both.run()
    assert {len(asked) for session in sessions for asked in session.together} == {1}


def test_visits_to_other_ranks_are_not_asked_in_the_same_message() -> None:
    cells = tuple(cell("x", "a", size, ranks) for size in (1, 2, 4) for ranks in ((0, 1), (1, 2)))
    runs, _ = campaign("x", steady, cells=cells)
    sessions = recorded(runs)
    runs.run()
    ranks = {one.id: one.groups for one in cells}
    together = [{ranks[id_] for id_ in asked} for session in sessions for asked in session.together]
    assert {len(some) for some in together} == {1}


def test_of_several_cells_that_lost_a_launch_the_guilty_one_is_found() -> None:
    def answer(one: Cell, launch: int, round_number: int) -> float:
        if one.kernel == "a" and round_number >= 2:
            raise MeasurementFailed("rank-died", f"rank 1 died in {one.id}")
        return steady(one, launch, round_number)

    runs, log = campaign("x", answer, kernels="abc")
    sessions = recorded(runs)
    outcome = runs.run()
    results = {result.cell: result for result in runs.results()}
    assert [id_ for id_, result in results.items() if result.error] == ["x/a/8/0-1"]
    assert outcome.warnings == ["rank 1 died in x/a/8/0-1"] * 2, "once with others, once alone"
    assert {len(asked) for asked in sessions[1].together} == {1}
    assert {index for index, _, name in log if name == "x/b/8/0-1"} == {0, 1, 2}


def test_a_launch_that_several_cells_lost_once_is_not_overlooked() -> None:
    lost: list[int] = []

    def answer(one: Cell, launch: int, round_number: int) -> float:
        if round_number >= 2 and not lost:
            lost.append(launch)
            raise MeasurementFailed("rank-died", "a rank was killed")
        return steady(one, launch, round_number)

    runs, _ = campaign("x", answer, kernels="abc")
    outcome = runs.run()
    assert [result.error for result in runs.results() if result.error] == ["a rank was killed"]
    assert outcome.warnings == ["a rank was killed"]
    assert len(outcome.failed()) == 1


def test_cells_that_cannot_become_precise_leave_their_time_to_those_that_can() -> None:
    noise = random.Random(1)
    spread = {"a": 0.005, "b": 0.02, "c": 0.5}

    def answer(one: Cell, launch: int, round_number: int) -> float:
        return 1e-6 * math.exp(noise.gauss(0.0, spread[one.kernel]))

    runs, log = campaign("x", answer, kernels="abc", budget_s=0.15, launches=1)
    runs.run()
    order = [name.split("/")[1] for *_, name in log]
    stops = {result.cell.split("/")[1]: result.estimate.stop for result in runs.results() if result.estimate}
    assert stops == {"a": "precision", "b": "precision", "c": "budget"}
    last_of_b = max(place for place, kernel in enumerate(order) if kernel == "b")
    assert order[:last_of_b].count("c") == 8, "it waits until the others are done"
    assert order.count("c") > 30


def test_a_side_that_cannot_start_is_left_out_and_alone_it_raises() -> None:
    log: list[tuple[int, int, str]] = []

    def opener(one: Side, index: int, watchdog_s: float) -> FakeSession:
        if one.name == "x":
            raise MeasurementFailed("launch-failed", "no such library")
        return FakeSession(one, index, steady, log)

    cells = tuple(cell(name, "a", 8, (0, 1)) for name in "xy")
    plan = Plan(name="t", endpoints=(), cells=cells, budget_s=0.2, launches=1)
    both = Campaign(plan, [side("x"), side("y")], opener=opener, clock=CLOCK)  # type: ignore[arg-type]
    outcome = both.run()
    assert set(outcome.lost_sides) == {"x"}
    assert "x is left out" in outcome.warnings[0]
    with pytest.raises(MeasurementFailed, match="no such library"):
        Campaign(plan, [side("x")], opener=opener, clock=CLOCK).run()  # type: ignore[arg-type]


def test_ctrl_c_keeps_what_was_finished() -> None:
    seen: list[Visit] = []

    def answer(one: Cell, launch: int, round_number: int) -> float:
        if (launch, round_number) == (1, 3):
            raise KeyboardInterrupt
        return steady(one, launch, round_number)

    runs, _ = campaign("x", answer)
    runs._sink = seen.extend
    outcome = runs.run()
    assert outcome.interrupted
    assert all(result.estimate is not None and result.estimate.launches == 2 for result in runs.results())
    assert len(seen) == 2 * (8 + 3)


def test_a_resumed_campaign_goes_on_with_the_next_launch() -> None:
    seen: list[Visit] = []
    runs, _ = campaign("x", steady, launches=2)
    runs._sink = seen.extend
    runs.run()
    log: list[tuple[int, int, str]] = []
    opener = lambda one, index, watchdog_s: FakeSession(one, index, steady, log)  # noqa: E731
    plan = Plan(name="t", endpoints=(), cells=runs.plan.cells, budget_s=0.2, launches=3)
    again = Campaign(plan, [side("x")], previous=seen, opener=opener, clock=CLOCK)
    again.run()
    assert {index for index, *_ in log} == {2}
    assert all(result.estimate is not None and result.estimate.launches == 3 for result in again.results())


def test_visits_are_paired_by_launch_and_round() -> None:
    def visit(launch: int, number: int, time_s: float) -> Visit:
        return Visit(cell="c", launch=launch, round=number, group=0, at_s=0, calls_per_sample=1, samples_s=(time_s,))

    before = [visit(0, 0, 1.0), visit(0, 1, 2.0), visit(1, 0, 3.0)]
    after = [visit(0, 1, 20.0), visit(0, 0, 10.0), visit(2, 0, 40.0)]
    assert pairs(before, after) == [[(1.0, 10.0), (2.0, 20.0)]]


def test_late_starts_are_not_mistaken_for_lack_of_time() -> None:
    late, unseen = cell("a", "bcast", 8, (0, 1, 2)), cell("a", "reduce", 8, (0, 1, 2))
    visit = Visit(
        cell=late.id, launch=0, round=0, group=0, at_s=0.0, calls_per_sample=1, samples_s=(), invalid_samples=21
    )
    campaign = Campaign(Plan(name="p", endpoints=(), cells=(late, unseen)), [], previous=[visit])
    errors = {result.cell: result.error or "" for result in campaign.results()}
    assert "none of 21 calls" in errors[late.id]
    assert "not reached" in errors[unseen.id]


def test_what_is_decided_is_not_visited_again_and_launches_decide() -> None:
    asked: list[int] = []

    def decided(outcome: Outcome) -> set[str]:
        asked.append(len(outcome.launches))
        return {"x/a/8/0-1", "y/a/8/0-1"} if len(asked) == 1 else set(outcome.states)

    runs, log = campaign("xy", steady, decided=decided)
    runs.run()
    assert asked == [2, 4], "asked after every launch of both sides, until all is decided"
    visited = {launch: {name.split("/")[1] for index, _, name in log if index == launch} for launch in (0, 1)}
    assert visited == {0: {"a", "b"}, 1: {"b"}}
    assert max(number for _, number, _ in log) == 7, "every launch makes min_rounds rounds, however steady it is"
    assert {result.estimate.stop for result in runs.results() if result.estimate} == {"precision"}


def test_what_is_never_decided_ends_with_the_budget() -> None:
    runs, _ = campaign("xy", steady, decided=lambda _outcome: (), budget_s=0.1)
    outcome = runs.run()
    assert len(outcome.launches) == 2 * 4  # 32 visits of 1 ms a launch: the fourth begins at 96 ms


def test_a_hopeless_side_ends_at_once_and_is_not_launched_again() -> None:
    def hopeless(outcome: Outcome) -> set[str]:
        return {state.cell.side for state in outcome.states.values() if state.cell.side == "y" and state.visits == 2}

    runs, log = campaign("xy", steady, hopeless=hopeless)
    outcome = runs.run()
    assert {(launch, number) for launch, number, name in log if name.startswith("y/")} == {(0, 0), (0, 1)}
    assert len({launch for launch, _, name in log if name.startswith("x/")}) > 1
    assert [facts.side for facts in outcome.launches].count("y") == 1
    assert "y" not in outcome.lost_sides


def test_launches_that_start_together_are_visited_alike() -> None:
    runs, log = campaign("xyz", steady, openers=3)
    outcome = runs.run()
    again, one_by_one = campaign("xyz", steady)
    again.run()
    assert log == one_by_one
    assert {facts.side for facts in outcome.launches} == {"x", "y", "z"}
