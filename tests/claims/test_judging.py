"""How benchmarks judge what they measured. `make bench ARGS="--quick --all"` runs all of them from end to end."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace as replace_fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

import numpy as np
import pytest
from msgspec.structs import replace

from benchmarks.accuracy import fidelity, sweep
from benchmarks.accuracy.imb import PINGPONG, Imb, ImbBenchmark, TableRow
from benchmarks.accuracy.sides import two_cores
from benchmarks.lab.collectives import goals as collective_goals
from benchmarks.tuning import exhaustive, tune
from builders.runs import mpi
from builders.tunings import a_ratio, a_rule, a_tuned, a_tuning, rule_line
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Mpi
from rankwise.tuning.race import CandidateTimes, gain
from rankwise.tuning.records import Gain, Tuned, TuningLine
from rankwise.tuning.tune import TuneOptions


@pytest.mark.thorough("benchmarks are no part of the package")
@pytest.mark.mpi(2)
def test_a_held_program_goes_on_only_when_told(impi: Mpi) -> None:
    with Imb(impi, two_cores().endpoints, [PINGPONG], (0, 1, 2, 4)) as imb:
        assert all(imb.row(PINGPONG, size).repetitions > 0 for size in (0, 1, 2))
        assert imb.line(0.0) is None, "it is asleep, and prints nothing"
        with pytest.raises(MeasurementFailed, match=r"PingPong of 1024 B: PingPong printed .*size_bytes=4,"):
            imb.row(PINGPONG, 1024)  # the next one is of 4 B


@pytest.mark.parametrize(("slower", "bias", "sides"), [(1.0, "1.0000", (0, 0)), (1.02, "1.0200", (0, 2))])
def test_fidelity_holds_mean_against_mean_and_prints_the_bias(
    monkeypatch: pytest.MonkeyPatch, slower: float, bias: str, sides: tuple[int, int]
) -> None:
    """Samples of 1, 1 and 4 us have the mean that IMB prints, and half of it as their median."""
    visit = SimpleNamespace(samples_s=tuple(slower * time_s for time_s in (1e-6, 1e-6, 4e-6)))
    session = SimpleNamespace(visit=lambda _cell, _round: ([visit], None))

    def row(benchmark: ImbBenchmark, size_bytes: int) -> TableRow:
        return TableRow(size_bytes, 1000, (2.0, benchmark.messages * size_bytes / 2.0))

    monkeypatch.setattr(fidelity, "Session", lambda *_words: nullcontext(session))
    monkeypatch.setattr(fidelity, "Imb", lambda *_words: nullcontext(SimpleNamespace(row=row)))
    monkeypatch.setattr(fidelity, "SIZES", (0, 8, 4096))
    monkeypatch.setattr(fidelity, "comparable_side", lambda: SimpleNamespace(name="ours", mpi=None))
    monkeypatch.setattr(fidelity, "two_cores", lambda: SimpleNamespace(endpoints=()))
    goals = [goal for goal in fidelity.fidelity(quick=True).goals if "bias" in goal.what]
    below, above = sides
    assert [goal.found for goal in goals] == [f"{bias}; {below} intervals wholly below 1, {above} above"] * 2
    assert [goal.met for goal in goals] == [slower == 1.0] * 2


def test_a_search_on_top_of_a_tuning_leaves_it_or_finds_a_line_that_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    known, new = (TuningLine(id=name, why="", undo="", knobs={name: "1"}) for name in ("known", "new"))

    def tuned(answer: Literal["tuned", "leave it", "cannot tell"], *lines: TuningLine, **more: Any) -> Tuned:
        file = "written" if answer == "tuned" else ""
        return replace(a_tuned("mpich"), answer=answer, tuning=a_tuning(lines), file=file, **more)

    first, more = tuned("tuned", known), tuned("tuned", known, new)
    searches = iter([first, tuned("leave it"), tuned("cannot tell"), more, more, more])
    verified = iter([more, first, replace(more, unmeasured=("new",))])
    asked: list[TuneOptions] = []

    def search(options: TuneOptions, _watcher: object) -> Tuned:
        asked.append(options)
        return next(searches)

    monkeypatch.setattr(tune, "install", mpi)
    monkeypatch.setattr(tune, "tune_kernels", search)
    monkeypatch.setattr(tune, "verified_elsewhere", lambda _file, _budget_s: next(verified))
    report = tune.again(quick=False)
    assert [(goal.found, goal.met) for goal in report.goals] == [("tuned", True), ("2 of 5 (40 %)", False)]
    assert {one.base for one in asked} == {None, asked[0].file}
    assert len({one.seed for one in asked}) == 6
    assert all(one.file != asked[0].file for one in asked[1:])


def test_collectives_are_judged_by_what_a_verification_left() -> None:
    found = a_tuned("mpich")
    gains = [Gain(kernel="bcast", size_bytes=size, ranks=10, before_s=4e-3, after_s=1e-3, ratio=a_ratio(4.0))
             for size in (32 << 10, 96 << 10)]  # fmt: skip
    slower = Gain(kernel="scatter", size_bytes=32 << 10, ranks=10, before_s=1e-3, after_s=2e-3, ratio=a_ratio(0.5))
    lines = tuple(rule_line(a_rule(algorithm=name), name) for name in ("rankwise:packed-4", "binomial"))
    tuning = replace(found.tuning, lines=lines, joint=(*gains, slower))
    verified = replace(found, answer="tuned", tuning=tuning, mean=a_ratio(1.6), mean_cells=10)

    def judged(verified: Tuned | None) -> dict[str, tuple[str, bool | None]]:
        shown = collective_goals("mpich", found, verified, 0.5)
        return {goal.what.removeprefix("mpich: "): (goal.found, goal.met) for goal in shown}

    shown = judged(verified)
    assert shown["geometric mean over all unseen cells"] == ("1.60 (1.50-1.70) over 10", True)
    assert shown["bcast from 64KiB on"] == ("4.00 over 1 cells", True)
    assert shown["alltoall from 64KiB on"] == ("nothing was verified", False)
    assert shown["cells that are wholly below 0.97"] == ("1", False)
    assert shown["rules that are schedules"] == ("1 of 2", None)
    assert shown["the verification"] == ("tuned: 2 lines kept, 0 dropped, 0 not measured", None)
    nothing = judged(None)
    assert nothing["the verification"] == nothing["CPU idle during verification"] == ("nothing was verified", None)
    assert nothing["the search"] == ("leave it: 0 lines kept, 0 dropped, 0 not measured", None)


def test_whole_runs_of_imb_have_an_interval_of_their_own() -> None:
    text = Path(__file__).parents[1] / "recorded/suites/imb-2021.11/mpi1.txt"
    rows = sweep.rows_of(text.read_text())
    assert rows["PingPong", 2] == pytest.approx(0.87e-6)
    assert rows["Barrier", None] == pytest.approx(0.35e-6)
    noisy = {row: 1.02 * time_s for row, time_s in rows.items()}
    assert sweep.half_width(sweep.estimates([rows] * 4)) < 0.01
    assert 0.01 < sweep.half_width(sweep.estimates([rows, noisy, rows, noisy])) < 0.04


def test_a_search_that_fails_or_lacks_a_cell_has_no_share_of_the_ceiling() -> None:
    whole = CandidateTimes({point: [[(1.0, 1.0)]] for point in exhaustive.POINTS})
    part = CandidateTimes({point: [[(1.0, 1.0)]] for point in exhaustive.POINTS[1:]})
    shares = {"search 1": 0.95, "search 2": 0.9}

    def met(**sides: CandidateTimes) -> list[bool | None]:
        seen = {"search 1": whole, "search 2": whole, "grid 8": whole, **sides}
        return [goal.met for goal in exhaustive.judged(seen, shares)]

    assert met() == [True, True]
    assert met(mpitune_fast=part) == [True, True], "a table that is far slower is not measured to the end"
    assert met(**{"search 2": replace_fields(whole, error="it hangs")}) == [False, False]
    assert met(**{"search 2": part}) == [False, False]
    assert met(**{"grid 8": CandidateTimes()}) == [True, False], "the ceiling lacks what the grid gained"
    assert [goal.met for goal in exhaustive.judged({}, shares)] == [False, True], "nothing was measured"


def test_the_ceiling_of_a_cell_is_no_lucky_figure() -> None:
    """Nine sides that gain alike, ten launches with noise of a tenth each; and one that gains more."""
    rng, ceilings, largest = np.random.default_rng(1), [], []
    for _ in range(200):
        sides = [[[(1.5, float(np.exp(noise)))] for noise in rng.normal(0.0, 0.1, 10)] for _ in range(9)]
        ceilings.append(np.log(exhaustive.ceiling_of(sides)))
        largest.append(max(gain(side) for side in sides))
    assert np.mean(ceilings) == pytest.approx(np.log(1.5), abs=0.01)
    assert np.mean(largest) > np.log(1.5) + 0.04
    assert exhaustive.ceiling_of([*sides, [[(3.0, 1.0)]] * 10]) == pytest.approx(3.0)
    assert exhaustive.ceiling_of([[[(0.9, 1.0)]] * 10, []]) == 1.0, "none gains"
    assert exhaustive.ceiling_of([[[(2.0, 1.0)]]]) == pytest.approx(2.0), "one launch, as by --quick"
