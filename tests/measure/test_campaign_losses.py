"""What a failure costs a campaign: refused cells, lost launches, sides that do not start, an interruption."""

from __future__ import annotations

from dataclasses import replace

import pytest

from measure.fake_session import CLOCK, FakeSession, campaign, recorded, side, steady
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Cell, LaunchSpec, Place, Plan, Visit
from rankwise.measure.campaign import Campaign
from rankwise.measure.cells import cell
from rankwise.measure.frames import Failed
from rankwise.measure.lost_ranks import Absent
from rankwise.measure.session import CellFailed
from rankwise.measure.side import Side


def test_a_refused_cell_ends_alone() -> None:
    def answer(cell: Cell, launch: int, round_number: int) -> float:
        if cell.kernel == "a":
            raise CellFailed([Failed(kind="refused", rank=0, message="too large", cell=cell.id)])
        return steady(cell, launch, round_number)

    runs, log = campaign("x", answer)
    runs.run()
    refused, measured = runs.results()
    assert refused.error == "rank 0: too large"
    assert refused.estimate is None
    assert measured.estimate is not None
    assert sum("/a/" in name for *_, name in log) == 1


def test_a_launch_that_is_lost_costs_its_cell_and_the_side_comes_back() -> None:
    died: list[str] = []

    def answer(cell: Cell, launch: int, round_number: int) -> float:
        if cell.side == "x" and cell.kernel == "a" and launch == 0 and round_number == 2 and not died:
            died.append(cell.id)
            raise MeasurementFailed("rank-died", "rank 1 died")
        return steady(cell, launch, round_number)

    runs, log = campaign("xy", answer)
    outcome = runs.run()
    results = {result.cell: result for result in runs.results()}
    assert results["x/a/8/0-1"].error == "rank 1 died"
    assert results["x/a/8/0-1"].estimate is not None, "what was measured before is kept"
    assert {index for index, _, name in log if name == "x/b/8/0-1"} == {0, 1, 2}
    assert outcome.warnings == ["rank 1 died"]


def test_of_several_cells_that_lost_a_launch_the_guilty_one_is_found() -> None:
    def answer(cell: Cell, launch: int, round_number: int) -> float:
        if cell.kernel == "a" and round_number >= 2:
            raise MeasurementFailed("rank-died", f"rank 1 died in {cell.id}")
        return steady(cell, launch, round_number)

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

    def answer(cell: Cell, launch: int, round_number: int) -> float:
        if round_number >= 2 and not lost:
            lost.append(launch)
            raise MeasurementFailed("rank-died", "a rank was killed")
        return steady(cell, launch, round_number)

    runs, _ = campaign("x", answer, kernels="abc")
    outcome = runs.run()
    assert [result.error for result in runs.results() if result.error] == ["a rank was killed"]
    assert outcome.warnings == ["a rank was killed"]
    assert len(outcome.failed()) == 1


def test_a_campaign_goes_on_without_ranks_whose_nodes_no_longer_answer() -> None:
    opened: list[FakeSession] = []
    asked: list[tuple[int, tuple[tuple[int, ...], ...]]] = []

    def answer(cell: Cell, launch: int, round_number: int) -> float:
        asked.append((launch, cell.groups))
        if launch == 0 and round_number == 2:
            opened[-1].dead = MeasurementFailed("rank-died", "rank 1 died")
            raise opened[-1].dead
        return steady(cell, launch, round_number)

    def opener(side: Side, index: int, watchdog_s: float) -> FakeSession:
        opened.append(FakeSession(side, index, answer, []))
        return opened[-1]

    three = replace(side("x"), spec=LaunchSpec(places=tuple(Place(host=name, program="e") for name in "abc")))
    cells = (cell("x", "near", 8, (0, 2)), cell("x", "far", 8, (0, 1)), cell("x", "back", 8, (2, 0)))
    plan = Plan(name="t", endpoints=(), cells=cells, budget_s=0.2, launches=2)
    gone = Absent(lambda: {1: "b no longer answers"})
    runs = Campaign(plan, [three], opener=opener, clock=CLOCK, absent=gone)  # type: ignore[arg-type]
    outcome = runs.run()
    assert [[place.host for place in one.side.spec.places] for one in opened] == [["a", "b", "c"], ["a", "c"]]
    assert {groups for launch, groups in asked if launch == 1} == {((0, 1),), ((1, 0),)}, "2 is 1 now"
    by_cell = {result.cell: result for result in runs.results()}
    assert by_cell["x/far/8/0-1"].error == "b no longer answers" and by_cell["x/far/8/0-1"].estimate
    assert [by_cell[one].error for one in ("x/near/8/0-2", "x/back/8/2-0")] == [None, None]
    assert sum(words.startswith("b no longer answers") for words in outcome.warnings) == 1


def test_a_side_that_cannot_start_is_left_out_and_alone_it_raises() -> None:
    log: list[tuple[int, int, str]] = []

    def opener(side: Side, index: int, watchdog_s: float) -> FakeSession:
        if side.name == "x":
            raise MeasurementFailed("launch-failed", "no such library")
        return FakeSession(side, index, steady, log)

    cells = tuple(cell(name, "a", 8, (0, 1)) for name in "xy")
    plan = Plan(name="t", endpoints=(), cells=cells, budget_s=0.2, launches=1)
    both = Campaign(plan, [side("x"), side("y")], opener=opener, clock=CLOCK)  # type: ignore[arg-type]
    outcome = both.run()
    assert set(outcome.lost_sides) == {"x"}
    assert "x is left out" in outcome.warnings[0]
    with pytest.raises(MeasurementFailed, match="no such library"):
        Campaign(plan, [side("x")], opener=opener, clock=CLOCK).run()  # type: ignore[arg-type]


def test_a_launch_that_ends_badly_after_its_visits_is_told() -> None:
    sessions: list[FakeSession] = []

    def opener(side: Side, index: int, watchdog_s: float) -> FakeSession:
        sessions.append(FakeSession(side, index, steady, []))
        sessions[-1].ended = "it ended by signal 9" if index == 1 else ""
        return sessions[-1]

    plan = Plan(name="t", endpoints=(), cells=(cell("x", "a", 8, (0, 1)),), budget_s=0.2, launches=3)
    outcome = Campaign(plan, [side("x")], opener=opener, clock=CLOCK).run()  # type: ignore[arg-type]
    assert all(session.closed for session in sessions)
    assert outcome.warnings == ["launch 1 of x: it ended by signal 9"]


def test_ctrl_c_keeps_what_was_finished() -> None:
    seen: list[Visit] = []

    def answer(cell: Cell, launch: int, round_number: int) -> float:
        if (launch, round_number) == (1, 3):
            raise KeyboardInterrupt
        return steady(cell, launch, round_number)

    runs, _ = campaign("x", answer)
    runs._sink = seen.extend
    outcome = runs.run()
    assert outcome.interrupted
    assert all(result.estimate is not None and result.estimate.launches == 2 for result in runs.results())
    assert len(seen) == 2 * (8 + 3)


def test_late_starts_are_not_mistaken_for_lack_of_time() -> None:
    late, unseen = cell("a", "bcast", 8, (0, 1, 2)), cell("a", "reduce", 8, (0, 1, 2))
    visit = Visit(
        cell=late.id, launch=0, round=0, group=0, at_s=0.0, calls_per_sample=1, samples_s=(), invalid_samples=21
    )
    campaign = Campaign(Plan(name="p", endpoints=(), cells=(late, unseen)), [], previous=[visit])
    errors = {result.cell: result.error or "" for result in campaign.results()}
    assert "none of 21 calls" in errors[late.id]
    assert "not reached" in errors[unseen.id]
