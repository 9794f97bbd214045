"""Rows of a suite's text are told when they have their last visit, in their order, and none is told twice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from builders.kernel_facts import kernel_facts
from rankwise.core.records import Cell, Mpi, Visit
from rankwise.placement.where import Where
from rankwise.suites.partial_text import TextSoFar
from rankwise.suites.records import SuiteReport, SuiteTable
from rankwise.suites.sheet import Planned, SuiteJob
from rankwise.suites.table import PROGRAMS
from rankwise.suites.text import forms
from rankwise.verbs.suite import SuiteOptions, suite, text_lines

KERNELS = kernel_facts(["pingpong", "uniband", "bcast", "barrier"])
FACTS = {"mpi": "mpich 5", "date": "today"}


def visits(cell: Cell) -> list[Visit]:
    return [
        Visit(cell=cell.id, launch=0, round=0, group=0, at_s=0.0, calls_per_sample=10, samples_s=(1e-6,),
              rank_samples_s=(1e-6,) * len(cell.groups[0]))
    ]  # fmt: skip


def planned(program: str, words: str) -> Planned:
    return PROGRAMS[program].plan(words.split(), SuiteJob(2, "mpich", KERNELS))


def report_of(asked: Planned, tables: tuple[SuiteTable, ...]) -> SuiteReport:
    facts = {**asked.facts, **FACTS}
    return SuiteReport(suite=asked.suite, program=asked.program, version=asked.version, facts=facts, tables=tables)


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("IMB-MPI1", "-msglog 0:3 PingPong Bcast Barrier"),
        ("osu_latency", "-m 1:16"),
        ("osu_bw", "-m 1:8"),
        ("osu_barrier", ""),
    ],
)
@pytest.mark.parametrize("backwards", [False, True])
def test_told_lines_make_the_whole_text(program: str, words: str, backwards: bool) -> None:
    asked = planned(program, words)
    text = TextSoFar(asked, lambda tables: report_of(asked, tables))
    lines = [line for sheet in asked.sheets for line in sheet.lines]
    told: list[list[str]] = []
    for line in lines[::-1] if backwards else lines:
        told.append(text.finished(line.cell, visits(line.cell), ""))
    tables = tuple(sheet.filled(text.times, {}) for sheet in asked.sheets)
    assert [line for some in told for line in some] == list(forms.lines(report_of(asked, tables)))
    assert all(told) or backwards, "each row when it is there"
    assert not backwards or not any(any(line.split()[:1] == ["1"] for line in some) for some in told[:-1])


def test_a_line_that_failed_is_a_row_too() -> None:
    asked = planned("osu_latency", "-m 1:4")
    text = TextSoFar(asked, lambda tables: report_of(asked, tables))
    first, *_ = asked.sheets[0].lines
    assert text.finished(first.cell, (), "rank 1 died")[-1].endswith("rank 1 died")


@pytest.mark.mpi(2)
def test_rows_are_told_while_others_are_measured(mpich: Mpi, tmp_path: Path) -> None:
    told: list[Sequence[str]] = []
    options = SuiteOptions("osu_latency", ("-m", "1:8", "-i", "80"), mpich.prefix, where=Where(ranks=2), out=tmp_path)
    report = suite(options, tell=told.append)
    assert len(told) == 4, "a row a size"
    assert [line for some in told for line in some] == text_lines(report)
