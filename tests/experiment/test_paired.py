"""Times of treatments that lived together are paired by launch and round, and never otherwise."""

from __future__ import annotations

from rankwise.core.records import Visit
from rankwise.experiment.paired import Paired, by_launch, combined, paired, series


def visit(launch: int, number: int, *times_s: float) -> Visit:
    return Visit(cell="c", launch=launch, round=number, group=0, at_s=0, calls_per_sample=1, samples_s=times_s)


def test_visits_are_paired_by_launch_and_round() -> None:
    before = series([visit(0, 0, 1.0, 1.0, 9.0), visit(0, 1, 2.0), visit(1, 0, 3.0), visit(1, 1)])
    after = series([visit(0, 1, 20.0), visit(0, 0, 10.0), visit(1, 1, 5.0), visit(2, 0, 40.0)])
    assert by_launch(before, after) == {0: [(1.0, 10.0), (2.0, 20.0)]}
    assert paired(before, after) == [[(1.0, 10.0), (2.0, 20.0)]]


def test_several_cells_are_one_series_where_all_of_them_were_visited() -> None:
    assert combined([{(0, 0): 1.0, (0, 1): 2.0}, {(0, 1): 3.0, (1, 0): 4.0}], sum) == {(0, 1): 5.0}
    assert combined([], sum) == {}


def test_launches_made_for_a_doubtful_point_alone_judge_it_where_they_are_enough() -> None:
    point = ("bcast", 8)
    times = {name: {point: {(launch, 0): value for launch in range(5)}} for name, value in (("a", 1.0), ("b", 2.0))}
    shown = Paired(2, times, ("a", "a"), again=3)
    late = {(3, 0), (4, 0)}
    assert [set(times) for times in shown.judging("a", "b", point, 2)] == [late, late]
    assert shown.judging("a", "b", point, 3) == (times["a"][point], times["b"][point])
    assert list(shown.by_launch("a", "b", point)) == [0, 1, 2, 3, 4]
    assert shown.by_launch("a", "b", ("bcast", 16)) == {}
