"""Experiments that were measured answer what they answered when their times were recorded, to the last digits.

Each row of the file is a comparison (sides and cells), a proof of lines by kernels (verdicts) or what a survey tried
(pairs): seconds by launch and round, and the answers of the code of that time. Their times are of real MPIs and
programs on a busy machine, by all that make experiments: compare, improve, tune of kernels and programs, fabrics,
survey.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rankwise.experiment.compare import LOOK_LEVEL, MeasuredCell, compared
from rankwise.experiment.paired import Moment, Paired, paired
from rankwise.model.ratio import decide, ratio
from rankwise.model.records import Ratio
from rankwise.placement.preparation import AGAIN
from rankwise.tuning.acceptance import verdict
from rankwise.tuning.launch import BASE

ROWS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "recorded/experiments.json").read_text())
ALL = "all lines"


def series(rows: list[list[Any]]) -> dict[Moment, float]:
    return {(launch, number): time_s for launch, number, time_s in rows}


def check(ratio: Ratio, before: list[Any]) -> None:
    now = [ratio.ratio, ratio.low, ratio.high, ratio.p_value, ratio.launch_pairs]
    assert now == pytest.approx(before[:-1], rel=1e-9)
    assert ratio.answer == before[-1]


@pytest.mark.parametrize("row", [row for row in ROWS if "cells" in row], ids=lambda row: row["what"])
def test_a_comparison_answers_what_it_did(row: dict[str, Any]) -> None:
    first = row["sides"][0]
    cells = []
    for cell in row["cells"]:
        times = {side: series(own) for side, own in cell["times"].items()}
        control = paired(times[first], times.pop(first + AGAIN))
        cells.append(MeasuredCell(cell["kernel"], cell["size"], 2, times, control))
    now = compared(cells, row["sides"], margin=row["margin"], level=LOOK_LEVEL)
    for cell, before in zip(now, row["cells"], strict=True):
        assert cell.ratios.keys() == before["answers"].keys()
        for side, answer in cell.ratios.items():
            check(answer, before["answers"][side])
        assert [list(place) for place in cell.ranking] == before["ranking"]
        assert cell.band == pytest.approx(before["band"], rel=1e-9)


@pytest.mark.parametrize("row", [row for row in ROWS if "verdicts" in row], ids=lambda row: row["what"])
def test_a_proof_of_lines_answers_what_it_did(row: dict[str, Any]) -> None:
    points = [(kernel, size) for kernel, size in row["points"]]
    times = {name: dict(zip(points, map(series, own), strict=True)) for name, own in row["times"].items()}
    shown = Paired(2, times, (BASE, BASE + AGAIN), row["again"])
    for name, before in row["verdicts"].items():
        now = verdict(shown, (name, ALL), points, dict.fromkeys(points, 1.0))
        assert now.mean is not None and now.wins == before["wins"]
        check(now.mean, before["mean"])
        for gain, answer in zip(now.gains, before["gains"], strict=True):
            check(gain.ratio, answer)


@pytest.mark.parametrize("row", [row for row in ROWS if "pairs" in row], ids=lambda row: row["what"])
def test_causes_are_decided_as_they_were(row: dict[str, Any]) -> None:
    for now, before in zip(decide([ratio(pairs) for pairs in row["pairs"]]), row["decided"], strict=True):
        check(now, before)
