"""What a campaign visits and when it stops, with sessions that are told what to answer."""

from __future__ import annotations

import itertools
import math
import random

from measure.fake_session import CLOCK, VISIT_S, FakeSession, campaign, recorded, side, steady
from rankwise.core.records import Cell, Plan, Visit
from rankwise.measure.campaign import Campaign
from rankwise.measure.cells import cell
from rankwise.measure.outcome import Outcome
from rankwise.measure.side import Side


def test_every_cell_is_visited_in_every_launch_and_enough_rounds() -> None:
    runs, log = campaign("xy", steady)
    outcome = runs.run()
    assert len(outcome.launches) == 2 * 3
    for launch, name in itertools.product(range(3), ("x/a/8/0-1", "x/b/8/0-1", "y/a/8/0-1", "y/b/8/0-1")):
        assert len([1 for index, _, visited in log if (index, visited) == (launch, name)]) >= 8


def test_sides_of_one_point_are_visited_one_right_after_the_other() -> None:
    runs, log = campaign("xyz", steady)
    runs.run()
    for first in range(0, len(log), 3):
        points = {name.split("/", 1)[1] for _, _, name in log[first : first + 3]}
        assert len(points) == 1
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


def test_a_point_that_costs_too_much_is_left_until_the_next_launch() -> None:
    runs, log = campaign("xy", steady, point_s=3.5 * VISIT_S, decided=lambda _outcome: ())
    outcome = runs.run()
    launches = {launch.index for launch in outcome.launches}
    for launch, kernel in itertools.product(launches, "ab"):  # two sides, 1 ms each: after two rounds it has cost 4 ms
        assert len([1 for index, _, name in log if index == launch and f"/{kernel}/" in name]) == 4


def test_noisy_cells_get_more_rounds_and_the_reason_of_the_stop_is_told() -> None:
    visits = itertools.count()

    def answer(cell: Cell, launch: int, round_number: int) -> float:
        return steady(cell, launch, round_number) * (1.0 + (0.5 * (next(visits) % 3) if cell.kernel == "b" else 0.0))

    runs, log = campaign("x", answer, budget_s=0.3)
    runs.run()
    count = {kernel: sum(f"/{kernel}/" in name for *_, name in log) for kernel in "ab"}
    assert count["b"] > 2 * count["a"]
    stops = {result.cell.split("/")[1]: result.estimate.stop for result in runs.results() if result.estimate}
    assert stops == {"a": "precision", "b": "budget"}


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


def test_cells_that_cannot_become_precise_leave_their_time_to_those_that_can() -> None:
    noise = random.Random(1)
    spread = {"a": 0.005, "b": 0.02, "c": 0.5}

    def answer(cell: Cell, launch: int, round_number: int) -> float:
        return 1e-6 * math.exp(noise.gauss(0.0, spread[cell.kernel]))

    runs, log = campaign("x", answer, kernels="abc", budget_s=0.15, launches=1)
    runs.run()
    order = [name.split("/")[1] for *_, name in log]
    stops = {result.cell.split("/")[1]: result.estimate.stop for result in runs.results() if result.estimate}
    assert stops == {"a": "precision", "b": "precision", "c": "budget"}
    last_of_b = max(place for place, kernel in enumerate(order) if kernel == "b")
    assert order[:last_of_b].count("c") == 8, "it waits until the others are done"
    assert order.count("c") > 30


def test_a_resumed_campaign_goes_on_with_the_next_launch() -> None:
    seen: list[Visit] = []
    runs, _ = campaign("x", steady, launches=2)
    runs._sink = seen.extend
    runs.run()
    log: list[tuple[int, int, str]] = []
    opener = lambda item, index, watchdog_s: FakeSession(item, index, steady, log)  # noqa: E731
    plan = Plan(name="t", endpoints=(), cells=runs.plan.cells, budget_s=0.2, launches=3)
    again = Campaign(plan, [side("x")], previous=seen, opener=opener, clock=CLOCK)
    again.run()
    assert {index for index, *_ in log} == {2}
    assert all(result.estimate is not None and result.estimate.launches == 3 for result in again.results())


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


def test_no_launch_begins_that_would_only_open_before_the_budget_ends() -> None:
    runs, log = campaign("xy", steady, decided=lambda _outcome: (), budget_s=0.27)

    def slow(item: Side, index: int, *, watchdog_s: float) -> FakeSession:
        CLOCK.now_s += 15e-3
        return FakeSession(item, index, steady, log)

    runs._opener = slow  # type: ignore[assignment]
    begin_s = CLOCK.now_s
    outcome = runs.run()
    assert len(outcome.launches) == 2 * 4, "four launches end at 248 ms: two starts more would end at 278 ms"
    assert CLOCK.now_s - begin_s < 0.27


def test_as_many_launches_begin_as_an_answer_needs() -> None:
    runs, log = campaign("xy", steady, decided=lambda _outcome: (), budget_s=0.13)

    def slow(item: Side, index: int, *, watchdog_s: float) -> FakeSession:
        CLOCK.now_s += 15e-3
        return FakeSession(item, index, steady, log)

    runs._opener = slow  # type: ignore[assignment]
    assert len(runs.run().launches) == 2 * 3, "the third begins at 124 ms, and two starts take 30 ms"


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
