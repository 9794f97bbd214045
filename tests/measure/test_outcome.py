"""What a cell's visits become: groups at the same time, and figures as IMB and OMB print them."""

from __future__ import annotations

import msgspec
import pytest

from rankwise.core.records import Cell, Visit
from rankwise.measure.outcome import CellState, Outcome


def state(cell: Cell, times_s: dict[int, float]) -> CellState:
    """Eight rounds in each of two launches, in which group g takes `times_s[g]`, more or less."""
    made = CellState(cell)
    for launch in (0, 1):
        for number in range(8):
            for group, time_s in times_s.items():
                made.add(
                    Visit(
                        cell=cell.id,
                        launch=launch,
                        round=number,
                        group=group,
                        at_s=float(number),
                        calls_per_sample=10,
                        samples_s=(time_s * (1 + 0.001 * number),) * 3,
                        rank_samples_s=(time_s, time_s),
                    )
                )
    return made


def a_cell(kernel: str = "allreduce", groups: int = 1, **more: object) -> Cell:
    ranks = tuple((2 * group, 2 * group + 1) for group in range(groups))
    return Cell(id="x", side="mpich", kernel=kernel, size_bytes=8, groups=ranks, **more)  # type: ignore[arg-type]


def test_groups_at_the_same_time_are_measured_each_by_itself_and_the_slowest_is_told() -> None:
    both = state(a_cell(groups=2), {0: 10e-6, 1: 20e-6})
    result = both.result("precision")
    assert result.estimate is not None
    assert result.estimate.median_s == pytest.approx(20e-6, rel=0.01)
    assert result.estimate.min_s >= 20e-6, "nothing of the other group is in it"
    assert (result.estimate.regimes, result.estimate.visits, result.estimate.launches) == ((), 16, 2)
    assert result.group_medians_s == pytest.approx((10e-6, 20e-6), rel=0.01)
    alone = state(a_cell(), {0: 10e-6}).result("precision")
    assert alone.group_medians_s == ()


@pytest.mark.parametrize(
    ("kernel", "pace", "filled"),
    [
        ("alltoall", "", False),
        ("alltoall", "barrier", True),
        ("iallreduce", "", False),
        ("barrier", "", True),
        ("pingpong", "", True),
        ("pingpong", "barrier", False),
    ],
)
def test_figures_of_the_peers_are_of_calls_that_follow_each_other_as_theirs(
    kernel: str, pace: str, filled: bool
) -> None:
    result = state(a_cell(kernel, pace=pace), {0: 10e-6}).result("precision")
    assert (result.imb_avg_s is not None) == filled
    assert (result.imb_max_s is not None) == filled
    assert (result.osu_avg_s is not None) == filled


def clocked(launches: int, error_s: float) -> CellState:
    """A single call of 100 us a sample, with clocks that may be wrong by `error_s`."""
    made = CellState(a_cell("bcast"))
    for launch in range(launches):
        for number in range(10):
            made.add(
                Visit(
                    cell="x",
                    launch=launch,
                    round=number,
                    group=0,
                    at_s=float(number),
                    calls_per_sample=1,
                    samples_s=(100e-6 * (1 + 0.001 * (number + 3 * launch)),) * 3,
                    clock_error_s=error_s,
                )
            )
    return made


def test_what_clocks_may_be_wrong_by_widens_the_interval_of_a_launch() -> None:
    exact, found = clocked(1, 0.0).estimate("precision"), clocked(1, 1e-6).estimate("precision")
    assert exact is not None
    assert found is not None
    assert found.median_s == exact.median_s
    assert (exact.low_s - found.low_s, found.high_s - exact.high_s) == pytest.approx((1e-6, 1e-6))
    assert clocked(4, 1e-6).estimate("precision") == clocked(4, 0.0).estimate("precision"), "launches differ by it"


def test_a_time_that_clocks_may_change_by_more_than_2_percent_is_refused() -> None:
    assert clocked(1, 1.9e-6).result("precision").error is None
    found = clocked(2, 3e-6).result("precision")
    assert found.estimate is None
    assert found.error is not None
    assert "clocks of its ranks are known to 3 us" in found.error
    assert found.refused_visits == 20
    assert Outcome(states={"x": clocked(2, 3e-6)}).failed() == ["x"]


def test_a_visit_whose_clocks_were_not_known_well_does_not_count() -> None:
    made = clocked(1, 3e-6)
    visit = Visit(
        cell="x",
        launch=0,
        round=10,
        group=0,
        at_s=10.0,
        calls_per_sample=1,
        samples_s=(100e-6,) * 3,
        clock_error_s=1e-6,
    )
    made.add(visit)
    made.add(msgspec.structs.replace(visit, launch=1, round=0, clock_error_s=3e-6, first_call_s=1e-3))
    assert made.launches == {0: [100e-6]}
    assert made.result("precision").refused_visits == 11
    assert made.first_calls == [1e-3], "the first call of a launch comes once"
    assert made.result("precision").error is None


def of_two_speeds(slow: range, launches: int) -> Outcome:
    """Four cells in 80 rounds of a second each, which take twice as long in the `slow` rounds."""
    cells = [msgspec.structs.replace(a_cell(), id=name) for name in "abcd"]
    made = Outcome(states={cell.id: CellState(cell) for cell in cells})
    for number in range(320):
        at = number // 4
        time_s = 1e-6 * (1 + number % 4) * (2.0 if at in slow else 1.0) * (1.0 + 0.001 * (number % 7))
        made.add(
            Visit(
                cell=cells[number % 4].id,
                launch=at * launches // 80,
                round=at,
                group=0,
                at_s=number / 4,
                calls_per_sample=1,
                samples_s=(time_s,) * 3,
            )
        )
    made.ended()
    return made


def test_a_machine_that_changed_while_it_was_measured_is_told() -> None:
    (words,) = of_two_speeds(range(20, 50), launches=2).warnings
    assert words.startswith("for 30 s of 1 min 20 s 4 of 4 cells were slower, most 2.0 to 2.0 times: the machine was")
    (words,) = of_two_speeds(range(40, 80), launches=2).warnings
    assert "launches differ, or the machine was slower" in words and "ratios" not in words
    assert not of_two_speeds(range(0), launches=2).warnings
