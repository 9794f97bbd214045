"""What whole runs of a program tell, of programs that say the same each time."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rankwise.core.errors import UsageError
from rankwise.experiment.programs import RunOptions, SideFailed, compare_programs, cost_once
from rankwise.placement.program import Program


def says(words: str, name: str = "a") -> Program:
    return Program(name, ("printf", words), dict(os.environ))


def options(folder: Path, **more: object) -> RunOptions:
    return RunOptions(argv=("printf",), budget_s=1000.0, out=folder, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("higher", "cost"), [(False, 4.0), (True, 0.25)])
def test_the_last_line_that_has_the_figure_counts(higher: bool, cost: float, tmp_path: Path) -> None:
    asked = options(tmp_path, figure=r"^rate ([\d.]+)$", higher_is_better=higher)
    assert cost_once(says("rate 2\nrate 4.0\nbest rate 8\n"), asked) == cost


@pytest.mark.parametrize("printed", ["rate 0\n", "rate 4\nrate .\n", "nothing\n"])
def test_a_run_without_a_figure_above_zero_has_failed(printed: str, tmp_path: Path) -> None:
    with pytest.raises(SideFailed, match=r"^a: .* finds no number above zero"):
        cost_once(says(printed), options(tmp_path, figure=r"rate ([\d.]+)"))


@pytest.mark.parametrize(
    ("figure", "printed", "value"),
    [
        (r"[tT]ime: ([\d.]+)", "time: 9.80E-01 s", 0.98),
        (r"[tT]ime: ([\d.]+)", "time: 1.02E+00 s", 1.02),
        (r"[tT]ime: ([\d.]+)", "time: 0.980D+00", 0.98),
        (r"[tT]ime: ([\d.]+)", "Time: 1,234.5", 1234.5),
        (r"[tT]ime: ([\d.]+)", "Time: 1,234,567 us", 1234567.0),
        (r"[tT]ime: ([\d.]+)", "Time: 1'234 us", 1234.0),
        (r"[tT]ime: ([\d.]+)", "Time: 2.5, 3 steps", 2.5),
        (r"[tT]ime: ([\d.]+)", "Time: 2.5,3.5", 2.5),
        (r"[tT]ime: (\S+)", "time: 0.980D+00", 0.98),
        (r"[tT]ime: (\S+)", "time: 1,234.5", 1234.5),
        (r"[tT]ime: (\d+)", "time: 9.80E-01 s", 0.98),
        (r"[tT]ime: (\d+),\d", "time: 12,345", 12.0),
        (r"[tT]ime: (\d+):\d", "time: 12:30", 12.0),
        (r"[tT]ime: ([\d.]+).*", "time: 1.02E-01 s", 0.102),
        (r"[tT]ime:.* ([\d.]+)", "time: step 7 took 1.5 s", 1.5),
        (r"iteration (\d+)", "iteration 5:3.2", 5.0),
        (r"[tT]ime:\.+([.\d]+)", "time:.....1.5 s", 1.5),
    ],
)
def test_a_figure_is_read_to_its_end(figure: str, printed: str, value: float, tmp_path: Path) -> None:
    assert cost_once(says(f"{printed}\n"), options(tmp_path, figure=figure)) == pytest.approx(value)


@pytest.mark.parametrize(
    ("figure", "printed", "part"),
    [
        (r"time: ([\d.]+)", "time: 1,234", "'1' of the number '1,234'"),
        (r"time: ([\d.]+)", "time: 1,02 s", "'1' of the number '1,02'"),
        (r"time: ([\d.]+)", "time: 1.234,5 s", "'1.234' of the number '1.234,5'"),
        (r"time: ([\d.]+)", "time: 1:02.5", "'1' of the number '1:02.5'"),
        (r"time: ([\d.]+)", "time: 1d12", "'1' of the number '1d12'"),
        (r"time:.*([\d.]+)", "time: 123.4", "'4' of the number '123.4'"),
        (r"time:.*(\d+)", "time: 9.80E-01 s", "'1' of the number '9.80E-01'"),
        (r"time: \S+-(\d+)", "time: 9.80E-01 s", "'01' of the number '9.80E-01'"),
    ],
)
def test_a_part_of_a_number_is_no_figure(figure: str, printed: str, part: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        cost_once(says(f"{printed}\n"), options(tmp_path, figure=figure))
    assert caught.value.code == "bad-figure" and part in str(caught.value)


@pytest.mark.parametrize("figure", ["rate", r"(rate) ([\d.]+)", "rate ("])
def test_a_figure_is_a_pattern_with_one_group(figure: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not a pattern with one group"):
        cost_once(says("rate 1\n"), options(tmp_path, figure=figure))


def test_phases_are_compared_that_every_run_has(tmp_path: Path) -> None:
    told = {"2": {"solve": 2.0, "write": 1.0}, "3": {"solve": 3.0}}
    shown = compare_programs([says("2"), says("3", "b")], options(tmp_path, figure="(.)", phases=told.__getitem__))
    whole, solve = shown.cells
    assert (whole.kernel, whole.times_s, whole.ratios["b"].answer) == ("command", {"a": 2.0, "b": 3.0}, "slower")
    assert (solve.kernel, solve.times_s, solve.ratios["b"].answer) == ("solve", {"a": 2.0, "b": 3.0}, "slower")


def test_nothing_is_told_where_one_program_has_not_run_yet(tmp_path: Path) -> None:
    runs: list[str] = []

    def phases(printed: str) -> dict[str, float]:
        runs.append(printed)
        if len(set(runs)) > 1:
            raise KeyboardInterrupt
        return {"solve": 1.0}

    shown = compare_programs([says("2"), says("3", "b")], options(tmp_path, phases=phases))
    assert shown.run.status == "interrupted" and shown.cells == ()
