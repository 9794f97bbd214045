"""Nothing is found between identical runs, whatever the regimes; a planted difference is found."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats
from msgspec.structs import replace

from builders.measured import visits_of
from builders.surveys import survey
from rankwise.core.records import Cell, Endpoint, Run, to_builtins
from rankwise.experiment.diff import FLOOR_PHYSICAL, FLOOR_VIRTUAL, diff, launch_times
from rankwise.experiment.records import Diff
from rankwise.report.diff import lines


@pytest.fixture(scope="module")
def run() -> Run:
    return survey(cores=2, collectives=2).run


def compared(run: Run, seed: int, slow_share: float, slower: float = 1.0, floor: float = FLOOR_PHYSICAL) -> Diff:
    def planted(cell: Cell) -> float:
        return slower if cell.side == "mpich" and cell.kernel == "pingpong" else 1.0

    before = launch_times(visits_of(run, 2 * seed, slow_share=slow_share))
    after = launch_times(visits_of(run, 2 * seed + 1, slow_share=slow_share, factor=planted))
    return diff(run, replace(run, id="later"), (before, after), floor=floor)


def told(diff: Diff, answer: str) -> set[str]:
    return {change.cell for change in diff.changes if change.answer == answer}


@pytest.mark.parametrize("slow_share", [0.0, 0.1, 0.3, 0.5])
def test_identical_runs_with_regimes_differ_nowhere(run: Run, slow_share: float) -> None:
    for seed in range(10):
        one = compared(run, seed, slow_share, floor=FLOOR_VIRTUAL)
        assert told(one, "slower") | told(one, "faster") == set(), f"seed {seed}"


def test_identical_runs_of_a_steady_machine_are_the_same(run: Run) -> None:
    same = cells = 0
    for seed in range(10):
        one = compared(run, seed, 0.0)
        assert told(one, "slower") | told(one, "faster") == set(), f"seed {seed}"
        same += len(told(one, "same"))
        cells += len(one.changes)
    assert same > 0.6 * cells


def test_a_planted_slowdown_is_found_where_it_is(run: Run) -> None:
    planted = {cell.id for cell in run.plan.cells if cell.side == "mpich" and cell.kernel == "pingpong"}
    for seed in range(5):
        one = compared(run, seed, 0.0, slower=1.3)
        assert told(one, "faster") == set()
        assert told(one, "slower") <= planted
        assert len(told(one, "slower")) >= 0.9 * len(planted)
        ratios = [change.ratio for change in one.changes if change.ratio and change.cell in planted]
        assert sum(ratio.low <= 1 / 1.3 <= ratio.high for ratio in ratios) >= 0.8 * len(ratios)


def test_what_regimes_explain_is_not_called(run: Run) -> None:
    """A slowdown of 1.3 in a machine whose launches differ by 2.1 cannot be told where they do, only elsewhere."""
    small = {cell.id for cell in run.plan.cells if cell.side == "mpich" and cell.size_bytes <= 4096}
    one = compared(run, 3, 0.4, slower=1.3)
    assert told(one, "slower")
    assert told(one, "slower") & small == set()


def test_launches_that_are_all_over_the_place_are_not_the_same(run: Run) -> None:
    def visits(seed: int) -> dict[str, dict[int, float]]:
        times = launch_times(visits_of(run, seed))
        return {name: {launch: time_s * 10**launch for launch, time_s in by.items()} for name, by in times.items()}

    one = diff(run, run, (visits(1), visits(2)), floor=FLOOR_PHYSICAL)
    assert {change.answer for change in one.changes} == {"cannot tell"}


def test_the_ratio_of_a_single_launch_is_that_of_the_times_beside_it(run: Run) -> None:
    before = launch_times(visits_of(run, 1))
    after = {name: {0: 1e-6, 1: 1e-6, 2: 9e-6} for name in before}
    single = {name: {0: 2e-6} for name in before}
    one = diff(run, replace(run, id="later"), (single, after))
    row = next(line for line in lines(one) if "pingpong" in line)
    assert "2.00 us  1.00 us  2x, one launch before: no interval" in row
    told = to_builtins(one)["changes"][0]
    assert (told["ratio"], told["why"]) == (None, "fewer than 3 launches"), "nor does JSON invent an interval"


def test_rows_of_one_kernel_and_size_are_told_apart(run: Run) -> None:
    single = {name: dict(list(times.items())[:1]) for name, times in launch_times(visits_of(run, 1)).items()}
    told = lines(diff(run, replace(run, id="later"), (single, single)))
    rows = [line.split()[:2] for line in told if "no interval" in line]
    assert rows
    assert len(set(map(tuple, rows))) == len(rows)


def test_the_interval_is_that_of_welch(run: Run) -> None:
    """Of runs with other numbers of launches, which scatter by other factors."""
    cell = run.plan.cells[0].id
    before, after = [1.0e-6, 1.4e-6, 1.15e-6], [1.3e-6, 1.9e-6, 1.2e-6, 1.6e-6, 1.4e-6]
    one = diff(run, run, tuple({cell: dict(enumerate(times))} for times in (before, after)), floor=FLOOR_PHYSICAL)  # type: ignore[arg-type]
    (change,) = one.changes
    assert change.ratio
    right = scipy.stats.ttest_ind(np.log(before), np.log(after), equal_var=False)
    interval = right.confidence_interval()
    assert (change.ratio.low, change.ratio.high) == pytest.approx(np.exp([interval.low, interval.high]), rel=1e-3)
    assert change.ratio.p_value == pytest.approx(right.pvalue, rel=1e-2)
    assert (change.ratio.launch_pairs, change.ratio.visit_pairs) == (3, 0)


def test_history_replaces_the_floor(run: Run) -> None:
    before, after = (launch_times(visits_of(run, seed, factor=lambda _, f=f: f)) for seed, f in ((1, 1.0), (2, 1.3)))
    few = diff(run, run, (before, after), floor=FLOOR_VIRTUAL)
    many = diff(run, run, (before, after), floor=FLOOR_VIRTUAL, history=[run] * 4)
    assert told(few, "slower") == set()
    assert len(told(many, "slower")) > 0.9 * len(many.changes)
    small = {cell.id for cell in run.plan.cells if cell.size_bytes <= 4096}
    part = replace(run, results=tuple(result for result in run.results if result.cell in small))
    some = diff(run, run, (before, after), floor=FLOOR_VIRTUAL, history=[part] * 4)
    assert told(some, "slower") == told(many, "slower") & small, "runs tell of sizes like those that they measured"


def test_few_launches_cannot_tell(run: Run) -> None:
    one_launch = [visit for visit in visits_of(run, 1) if visit.launch == 0]
    slower = [visit for visit in visits_of(run, 2, factor=lambda _: 3.0) if visit.launch == 0]
    one = diff(run, run, (launch_times(one_launch), launch_times(slower)), floor=FLOOR_PHYSICAL)
    assert {change.answer for change in one.changes} == {"cannot tell"}
    assert {change.why for change in one.changes} == {"fewer than 3 launches"}


def test_cells_of_one_run_or_another_definition_are_named(run: Run) -> None:
    changed = replace(run.plan.cells[0], definition=2)
    after = replace(run, plan=replace(run.plan, cells=(changed, *run.plan.cells[2:])))
    times = launch_times(visits_of(run, 1))
    gone = run.plan.cells[1].id
    one = diff(run, after, (times, {name: by for name, by in times.items() if name != gone}))
    assert one.only_before == (gone,)
    assert one.only_after == ()
    (apart,) = one.incomparable
    assert (apart.before, apart.after, apart.why) == (changed.id, changed.id, "definition 1 before, 2 after")


def test_cells_that_are_timed_otherwise_are_named_with_the_reason(run: Run) -> None:
    kept, first, second, *_ = run.plan.cells
    changed = [replace(one, id=f"{one.id}/{pace}", pace=pace) for one, pace in ((first, "barrier"), (second, "batch"))]
    after = replace(run, plan=replace(run.plan, cells=(kept, *changed)))
    times = launch_times(visits_of(run, 1))
    one = diff(run, after, (times, {cell.id: {0: 1e-6} for cell in after.plan.cells}))
    assert [change.cell for change in one.changes] == [kept.id]
    assert one.only_after == ()
    assert not {first.id, second.id} & set(one.only_before)
    assert [(apart.before, apart.after, apart.why) for apart in one.incomparable] == [
        (first.id, changed[0].id, "timed in the kernel's own way before, call by call behind barriers after"),
        (second.id, changed[1].id, "timed in the kernel's own way before, back to back after"),
    ]


def test_other_software_is_reported(run: Run) -> None:
    mpis = {**run.mpis, "mpich": replace(run.mpis["mpich"], version="5.1.0")}
    assert diff(run, replace(run, mpis=mpis), ({}, {})).warnings == ("mpich differs: 5.0.2 before, 5.1.0 after",)
    text = {**run.mpis, "mpich": replace(run.mpis["mpich"], version="")}
    assert diff(run, replace(run, mpis=text), ({}, {})).warnings == ("mpich differs: 5.0.2 before, unknown after",)


def test_cells_between_other_nodes_are_not_compared_and_are_no_history(run: Run) -> None:
    def between(*nodes: str) -> Run:
        ends = tuple(Endpoint(id=node, node=node) for node in nodes)
        cells = tuple(cell for cell in run.plan.cells if cell.groups == ((0, 1),))
        return replace(run, plan=replace(run.plan, endpoints=ends, cells=cells))

    first, other, there = between("n1", "n2"), between("n1", "n3"), between("n9", "n9")
    names = {cell.id for cell in first.plan.cells}
    before, after = (
        {name: by for name, by in launch_times(visits_of(run, seed, factor=lambda _, f=f: f)).items() if name in names}
        for seed, f in ((1, 1.0), (2, 1.3))
    )
    moved = diff(first, other, (before, after), floor=FLOOR_PHYSICAL)
    assert not moved.changes and not moved.only_before and not moved.only_after
    assert {apart.why for apart in moved.incomparable} == {"between n1 and n2 before, between n1 and n3 after"}
    assert moved.warnings == ("the choice of nodes differs: n1, n2 before, n1, n3 after",)
    assert not told(diff(first, first, (before, after), history=[other] * 4), "slower")
    assert told(diff(first, first, (before, after), history=[first] * 4), "slower")
    assert not diff(between("n1", "n1"), there, (before, after)).incomparable, "so two nodes are compared"
    assert not diff(between("n1", "?"), first, (before, after)).incomparable
    assert not diff(between("n2", "n1"), first, (before, after)).incomparable
