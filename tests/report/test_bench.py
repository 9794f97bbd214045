"""What is told below the table of a measured run."""

from __future__ import annotations

from msgspec.structs import replace

from builders.runs import cell, run, visit
from builders.surveys import estimate
from rankwise.core.records import CellResult, Impact
from rankwise.core.said import NOT_REACHED
from rankwise.measure.outcome import CellState
from rankwise.report.bench import lines, notes
from rankwise.report.verdicts import of_bench
from rankwise.report.words import NOT_KNOWN, NOT_KNOWN_WORDS, command_of


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


def test_an_interval_that_is_not_known_has_its_sign_explained() -> None:
    told = run()
    cell = told.plan.cells[0]
    times = replace(estimate(1e-6), low_s=1e-8, high_s=9e-6)
    told = replace(told, results=(CellResult(cell=cell.id, estimate=times),))
    assert any(NOT_KNOWN in line and line not in notes(told) for line in lines(told))
    assert NOT_KNOWN_WORDS in notes(told)
    sure = replace(told, results=(CellResult(cell=cell.id, estimate=estimate(1e-6)),))
    assert NOT_KNOWN_WORDS not in notes(sure)


def test_a_reason_for_wide_intervals_is_told_once() -> None:
    cells = tuple(cell("mpich", size_bytes=size) for size in (8, 64, 512))
    wide = replace(estimate(1e-6), low_s=5e-7, high_s=2e-6, launches=2)
    results = tuple(CellResult(cell=each.id, estimate=wide) for each in cells)
    told = [note for note in notes(replace(run(cells=cells), results=results)) if "wider than ±20 %" in note]
    assert told == ["wider than ±20 %: 3 figures, because only 2 launches"]
    alone = replace(run(cells=cells), results=results[:1])
    assert "wider than ±20 %: pingpong 8 B of mpich, because only 2 launches" in notes(alone)


def test_the_impact_of_a_load_is_told_with_its_interval_or_not_at_all() -> None:
    alone = cell("m")
    loaded = replace(alone, id="loaded", load="alltoall", load_size_bytes=65536, load_groups=((2, 3),))

    def told(impact: Impact | None, samples: int) -> list[str]:
        times = [replace(estimate(time_s), samples=samples, p99_s=2 * time_s) for time_s in (1e-6, 1.37e-6)]
        results = tuple(
            CellResult(cell=each.id, estimate=time, impact=impact if each.load else None)
            for each, time in zip((alone, loaded), times, strict=True)
        )
        return [line for line in notes(replace(run(cells=(alone, loaded)), results=results)) if "under" in line]

    known, unknown = Impact(ratio=1.4, low=1.3, high=1.5), Impact(ratio=1.37, low=0.01, high=137.0)
    assert told(known, 20) == ["pingpong 8 B (m) under alltoall: 1.40x (1.30 to 1.50), of p99 1.37x"]
    assert told(known, 19) == ["pingpong 8 B (m) under alltoall: 1.40x (1.30 to 1.50)"]
    assert told(unknown, 1) == told(None, 1) == ["pingpong 8 B (m) under alltoall: cannot tell"]


def test_percentiles_are_said_to_be_of_batches() -> None:
    told = run()
    state = CellState(told.plan.cells[0])
    for number in range(3):
        state.add(visit(told.plan.cells[0].id, number=number))
    (note,) = [note for note in notes(replace(told, results=(state.result("precision"),))) if note.startswith("p99")]
    assert "each is the mean of a batch of calls" in note


def test_the_size_of_both_figures_is_told() -> None:
    told = run()
    cells, results = [], []
    for size in (0, 4096):
        cell = replace(told.plan.cells[0], id=f"mpich/pingpong/{size}/0-1", size_bytes=size)
        state = CellState(cell)
        for number in range(12):
            state.add(visit(cell.id, number=number))
        cells.append(cell)
        results.append(state.result("precision"))
    told = replace(told, plan=replace(told.plan, cells=tuple(cells)), results=tuple(results))
    assert " at 0 B, " in of_bench(told)[0]
    assert of_bench(told)[0].endswith(" at 4KiB.")
    alone = replace(told, results=told.results[:1])
    assert " at " not in of_bench(alone)[0], "a kernel without a message has no size"


def test_a_run_that_failed_says_what_it_was_and_why() -> None:
    told = run()
    ended = replace(told, kind="trace", status="failed", results=(), warnings=("failed: it never called MPI_Init",))
    text = "\n".join(lines(ended))
    assert "`trace` failed: it has no answer." in text
    assert "failed: it never called MPI_Init" in text
    assert "It was: rankwise" in text
    assert f"rankwise runs export {ended.id} --samples" in text, "a lost run has samples and no results"
    assert "runs export" not in "\n".join(lines(replace(ended, plan=replace(ended.plan, cells=()))))
    assert "what a kernel is" not in text


def test_what_is_missing_is_not_called_empty_where_there_is_no_column() -> None:
    told = run()
    state = CellState(told.plan.cells[0])
    for number in range(12):
        state.add(visit(told.plan.cells[0].id, number=number))
    result = replace(state.result("precision"), imb_max_s=None, osu_avg_s=None)
    told = replace(told, results=(result,))
    assert any(note.startswith("IMB and OMB are not shown: they time") for note in notes(told))
    assert not any(note.startswith("empty where") for note in notes(told))


def test_a_command_in_advice_names_the_folder_of_the_run() -> None:
    """Typed without it there was no such run."""
    made = run()
    for given in (("--out", "a b"), ("--out=a b",)):
        facts = replace(made.provenance, command=("rankwise", "bench", *given, "--", "./app", "--out", "c"))
        told = command_of(replace(made, provenance=facts), "runs show")
        assert told == f"rankwise runs show {made.id} --out 'a b'"
    facts = replace(made.provenance, command=("rankwise", "trace", "--", "./app", "--out", "c"))
    assert command_of(replace(made, provenance=facts), "runs show") == f"rankwise runs show {made.id}"


def test_a_command_on_two_runs_leaves_the_folder_as_it_is() -> None:
    """A folder named after the run got the words of the other run into its name."""
    made = run()
    facts = replace(made.provenance, command=("rankwise", "runs", "import", "old.txt", "--out", f"of-{made.id}"))
    told = command_of(replace(made, provenance=facts), "runs diff", "OTHER")
    assert told == f"rankwise runs diff {made.id} OTHER --out of-{made.id}"


def test_sizes_that_were_not_reached_are_told_in_one_line() -> None:
    told = run(cells=tuple(cell("mpich", size_bytes=1 << power) for power in range(8)))
    first, *rest = (CellResult(cell=each.id, error=NOT_REACHED) for each in told.plan.cells)
    reached = replace(first, error=None, estimate=estimate(1e-6))
    text = lines(replace(told, results=(reached, *rest)))
    assert [line for line in text if "not reached" in line] == [
        "  2 B, 4 B, 8 B, 16 B and 3 more: not reached in the time there was (--budget, or fewer --sizes)"
    ]
