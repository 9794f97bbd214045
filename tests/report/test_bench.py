"""What is told below the table of a measured run."""

from __future__ import annotations

from msgspec.structs import replace

from builders.runs import cell, run, visit
from builders.surveys import estimate
from rankwise.core.records import CellResult
from rankwise.measure.outcome import CellState
from rankwise.report.bench import notes


def test_visits_that_were_refused_for_their_clocks_are_told() -> None:
    told = run()
    (cell,) = told.plan.cells
    state = CellState(cell)
    for number in range(12):
        state.add(replace(visit(cell.id, number=number), clock_error_s=1e-3 if number < 3 else 0.0))
    results: tuple[CellResult, ...] = (state.result("precision"),)
    words = f"{cell.id}: 3 visits left out, because the clocks of its ranks were known too badly"
    assert words in notes(replace(told, results=results))
    exact = replace(results[0], refused_visits=0)
    assert not [note for note in notes(replace(told, results=(exact,))) if "left out" in note]


def test_a_reason_for_wide_intervals_is_told_once() -> None:
    cells = tuple(cell("mpich", size_bytes=size) for size in (8, 64, 512))
    wide = replace(estimate(1e-6), low_s=5e-7, high_s=2e-6, launches=2)
    results = tuple(CellResult(cell=each.id, estimate=wide) for each in cells)
    told = [note for note in notes(replace(run(cells=cells), results=results)) if "wider than ±20 %" in note]
    assert told == ["wider than ±20 %: 3 figures, because only 2 launches"]
    alone = replace(run(cells=cells), results=results[:1])
    assert "wider than ±20 %: pingpong 8 B of mpich, because only 2 launches" in notes(alone)


def test_percentiles_are_said_to_be_of_batches() -> None:
    told = run()
    state = CellState(told.plan.cells[0])
    for number in range(3):
        state.add(visit(told.plan.cells[0].id, number=number))
    (note,) = [note for note in notes(replace(told, results=(state.result("precision"),))) if note.startswith("p99")]
    assert "each is the mean of a batch of calls" in note
