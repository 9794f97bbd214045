"""A comparison on one screen."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from builders.comparisons import a_comparison
from builders.runs import mpi
from rankwise.experiment.records import Comparison
from rankwise.report.compare import lines
from rankwise.report.fastest import sentence
from rankwise.report.program import best_split


def test_two_sides_have_a_column_for_the_answer() -> None:
    text = "\n".join(lines(a_comparison()))
    assert "1.50x (1.40 to 1.60)  faster" in text
    assert "same within 2 %" in text


def test_of_three_sides_each_shows_how_it_stands_to_the_first() -> None:
    two = a_comparison()
    cells = tuple(
        replace(
            cell,
            times_s={**cell.times_s, "third": 3e-6},
            ratios={**cell.ratios, "third": replace(cell.ratios["fabric=tcp"], answer="cannot tell")},
            ranking=(*cell.ranking, ("third",)),
        )
        for cell in two.cells
    )
    text = "\n".join(lines(replace(two, sides=(*two.sides, "third"), cells=cells)))
    assert "A / B (95 %)" in text and "A / C (95 %)" in text
    assert "1.50x (1.40 to 1.60) faster" in text and "1.50x (1.40 to 1.60) cannot tell" in text
    assert "B > A > C" in text
    assert "Not told apart are those with = between them" in text
    four = replace(two, sides=(*two.sides, "third", "fourth"), cells=cells)
    assert "A / C" not in "\n".join(lines(four)), "too wide for a terminal"


def with_an_undecided_side() -> Comparison:
    """`mpi=c` is surely slower than the first; `mpi=d`, behind it, is told from neither."""
    two = a_comparison("mpi=a", "mpi=c")
    slow = replace(two.cells[0].ratios["mpi=c"], ratio=0.6, low=0.5, high=0.7, answer="slower")
    open_ = replace(slow, ratio=0.5, low=0.1, high=2.0, answer="cannot tell")
    cell = replace(
        two.cells[0], times_s={"mpi=a": 1e-6, "mpi=c": 1.7e-6, "mpi=d": 2e-6}, ratios={"mpi=c": slow, "mpi=d": open_},
        ranking=(("mpi=a",), ("mpi=c", "mpi=d")), open=(("mpi=a", "mpi=d"),),
    )  # fmt: skip
    return replace(two, sides=("mpi=a", "mpi=c", "mpi=d"), cells=(cell,))


def test_what_was_not_told_from_the_first_is_not_ranked_behind_it() -> None:
    three = with_an_undecided_side()
    assert any("A > B = C, C = A" in line for line in lines(three))
    assert "cannot be told" in lines(three)[-1], "which of them is the fastest"
    assert best_split(three) == "Use mpi=a; mpi=d cannot be told from it."
    alike = replace(three.cells[0], ranking=(("mpi=a",), ("mpi=c",), ("mpi=d",)), open=(("mpi=a", "mpi=c"),))
    assert any("A > B > C, B = A" in line for line in lines(replace(three, cells=(alike,))))


def test_a_control_that_is_too_uncertain_has_no_figure() -> None:
    two = a_comparison()
    known = next(iter(two.cells[0].ratios.values()))
    near, far = replace(known, ratio=1.0, low=0.99, high=1.01), replace(known, ratio=2.43, low=0.001, high=5000.0)
    cells = (replace(two.cells[0], control=near), replace(two.cells[1], control=far))
    text = "\n".join(lines(replace(two, cells=cells)))
    assert "2.43" not in text
    assert "A beside a second A is 1.00, and too uncertain (?) in 1 cell" in text, "the sign of the table"


def test_a_comparison_of_mpis_ends_in_which_is_the_fastest() -> None:
    two = a_comparison()
    first, second = two.sides
    names = {first: "mpi=mpich", second: "mpi=impi"}
    cells = tuple(
        replace(
            cell,
            times_s={names[side]: time_s for side, time_s in cell.times_s.items()},
            ratios={names[side]: ratio for side, ratio in cell.ratios.items()},
            ranking=(("mpi=impi",), ("mpi=mpich",)),
        )
        for cell in two.cells
    )
    *_, unlooked, last = lines(replace(two, sides=tuple(names.values()), cells=cells))
    assert last.startswith("Fastest here: impi for ")
    assert unlooked == "not looked at: programs (rankwise compare mpich impi mpirun -n 2 ./app)"
    equal = tuple(replace(cell, ranking=(("mpi=impi", "mpi=mpich"),)) for cell in cells)
    told = lines(replace(two, sides=tuple(names.values()), cells=equal))[-1]
    assert told == ("Which of mpich and impi is the fastest here cannot be told: more --budget narrows the intervals.")
    assert "Fastest" not in lines(two)[-1], "transports are no MPIs"


def test_an_mpi_that_was_lost_or_failed_is_named_behind_the_fastest() -> None:
    two = a_comparison("mpi=mpich", "mpi=impi")
    lost = replace(two, run=replace(two.run, mpis={**two.run.mpis, "mpi=openmpi": mpi("openmpi")}))
    assert lines(lost)[-1].endswith(" Left out where it failed: openmpi.")
    cells = (*two.cells, replace(two.cells[0], times_s={"mpi=mpich": 1e-6}, failed={"mpi=impi": "it hung"}))
    assert lines(replace(two, cells=cells))[-1].endswith(" Left out where it failed: impi.")
    assert "Left out" not in lines(two)[-1]


def test_no_warning_is_left_out_without_a_word() -> None:
    two = a_comparison()
    told = lines(replace(two, run=replace(two.run, warnings=("a", "b", "mpi=c is left out from launch 0 on: died"))))
    assert [line for line in told if "warning" in line] == [
        "warning: a", "warning: b", "warning: mpi=c is left out from launch 0 on: died"
    ]  # fmt: skip
    told = lines(replace(two, run=replace(two.run, warnings=tuple("abcdefghijkl"))))
    assert "and 4 warnings more (--json)" in told


def test_sizes_between_short_and_long_are_told_of_too() -> None:
    assert sentence([("pingpong", 8192, "mpich")], ["mpich", "impi"], "") == (
        "Fastest here: mpich for medium messages."
    )
    assert "cannot be told" in sentence([("reduce_local", 8, "mpich")], ["mpich", "impi"], ""), "it sends nothing"


def test_an_interval_beside_one_that_decides_nothing_says_why() -> None:
    two = a_comparison()
    side = two.sides[1]
    open_ = replace(two.cells[0].ratios[side], ratio=4.0, low=3.5, high=4.6, answer="cannot tell")
    cells = (replace(two.cells[0], ratios={side: open_}, why={}), *two.cells[1:])
    told = "cannot tell, although the interval excludes 1: to be sure of 2 cells takes more launches"
    assert told in lines(replace(two, cells=cells))
    assert told not in lines(two)
    cells = (replace(cells[0], why={side: "identical launches differ by 9.0% here"}), *two.cells[1:])
    assert told not in lines(replace(two, cells=cells)), "one reason is enough"


def test_a_control_of_one_value_is_no_range_and_one_cell_is_no_cells() -> None:
    two = a_comparison()
    known = next(iter(two.cells[0].ratios.values()))
    different = replace(known, ratio=1.2, low=1.1, high=1.3, answer="faster")
    text = "\n".join(lines(replace(two, cells=(replace(two.cells[0], control=different),))))
    assert "A beside a second A is 1.20; called different in 1 cell: take" in text


def test_a_comparison_without_a_cell_has_no_empty_table() -> None:
    text = lines(replace(a_comparison(), cells=()))
    assert not [line for line in text if line.startswith("kernel")]


def test_a_second_a_without_a_figure_is_not_said_to_be_missing() -> None:
    """It may have run when the user interrupted."""
    told = lines(replace(a_comparison(), cells=tuple(replace(cell, control=None) for cell in a_comparison().cells)))
    assert "There is no control: A has no figure beside a second A." in told


def test_three_sides_fit_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    three = with_an_undecided_side()
    wide = lines(three)
    assert any("B = C, C = A" in line and "cannot tell" in line for line in wide), "one table"
    monkeypatch.setenv("COLUMNS", "80")
    narrow = lines(three)
    assert max(map(len, narrow)) <= 80
    assert sum(line.startswith("kernel") for line in narrow) == 2, "times and ranks, then ratios"


def test_a_ratio_of_times_beside_one_of_a_figure_is_called_that_of_speeds() -> None:
    two = replace(a_comparison(), figure="rate: (.*)", higher_is_better=True)
    phase, *_ = two.cells
    whole = replace(phase, kernel="command")
    assert any("  B / A (95 %)" in line for line in lines(replace(two, cells=(whole,))))
    assert any("  speed B / A (95 %)" in line for line in lines(replace(two, cells=(whole, phase))))
