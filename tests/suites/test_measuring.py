"""The calls of a line, spread over visits: as many as asked, fewer where the time is over."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.kernel_facts import kernel_facts
from rankwise.core.records import Cell, Mpi, Pace, Visit
from rankwise.measure.cells import cell
from rankwise.measure.visits import VisitOptions
from rankwise.placement.where import Where
from rankwise.suites.measuring import ROUNDS, measure, portion, timed
from rankwise.suites.ranks import SuiteRanks, launched
from rankwise.suites.sheet import SheetLine, SuiteJob
from rankwise.suites.table import PROGRAMS
from rankwise.verbs import suite as running
from rankwise.verbs.suite import SuiteOptions, suite

KERNELS = kernel_facts(["pingpong", "pingpong_pairs", "bcast", "allreduce", "alltoall", "put_flush", "put_stream"])


class FakeSweep:
    """Every call takes as long as it was told; `asked` are the visits in their order."""

    def __init__(self, call_s: float) -> None:
        self.visits: dict[str, list[Visit]] = defaultdict(list)
        self.errors: dict[str, str] = {}
        self.asked: list[tuple[Cell, int, VisitOptions]] = []
        self._call_s = call_s

    def round(self, cells: Iterable[Cell], number: int, options: VisitOptions) -> None:
        for one in cells:
            self.asked.append((one, number, options))
            times = (self._call_s,) * options.samples
            self.visits[one.id].append(
                Visit(cell=one.id, launch=0, round=number, group=0, at_s=0.0, calls_per_sample=options.calls,
                      samples_s=times, rank_samples_s=(self._call_s, 2 * self._call_s))
            )  # fmt: skip


def run(line: SheetLine, call_s: float, limit_s: float = 10.0, visit_s: float = 5.0) -> FakeSweep:
    sweep = FakeSweep(call_s)
    measure(sweep, [line], KERNELS, limit_s=limit_s, visit_s=visit_s, seed=1)  # type: ignore[arg-type]
    return sweep


@given(st.integers(1, 20_000), st.booleans())
def test_portions_sum_to_what_was_asked(calls: int, careful: bool) -> None:
    portions = [portion(calls, visit, careful=careful) for visit in range(ROUNDS + 2)]
    assert sum(portions) == calls
    assert portions[ROUNDS:] == [0, 0]


@pytest.mark.parametrize(("kernel", "samples", "calls"), [("pingpong", 1, 125), ("bcast", 125, 1)])
def test_calls_are_batched_or_timed_one_by_one_as_the_kernel_is(kernel: str, samples: int, calls: int) -> None:
    line = SheetLine(cell("mpich", kernel, 8, (0, 1)), 1000, 8)
    sweep = run(line, 1e-6)
    assert [(one.samples, one.calls) for _, _, one in sweep.asked] == [(samples, calls)] * ROUNDS
    found = timed(line.cell, sweep.visits[line.cell.id])
    assert found is not None
    assert found.repetitions == 1000
    assert found.groups == ((pytest.approx(1e-6), pytest.approx(2e-6)),)


@pytest.mark.parametrize(
    ("kernel", "pace", "samples", "calls"), [("allreduce", "barrier", 125, 1), ("bcast", "batch", 1, 125)]
)
def test_calls_are_timed_at_the_pace_of_the_cell(kernel: str, pace: Pace, samples: int, calls: int) -> None:
    sweep = run(SheetLine(cell("mpich", kernel, 8, (0, 1), pace=pace), 1000, 8), 1e-6)
    assert {(one.samples, one.calls) for _, _, one in sweep.asked} == {(samples, calls)}


def test_a_slow_line_begins_with_one_call_and_ends_in_its_time() -> None:
    line = SheetLine(cell("mpich", "pingpong", 4 << 20, (0, 1)), 1000, 4 << 20)
    sweep = run(line, 0.5, limit_s=10.0)
    calls = [one.calls for _, _, one in sweep.asked]
    assert calls[0] == 1
    assert sum(calls) <= 12


@pytest.mark.parametrize("size", [8, 4 << 20])
def test_no_visit_outlasts_the_watchdog_however_many_calls_are_asked(size: int) -> None:
    """`-iter 10000 -time 1000`, and calls of 20 ms: an eighth of them is 25 s."""
    sweep = run(SheetLine(cell("mpich", "bcast", size, (0, 1)), 10_000, size), 0.02, limit_s=1000.0, visit_s=5.0)
    samples = [one.samples for _, _, one in sweep.asked]
    assert sum(samples) == 10_000
    assert samples[0] <= 200, "nobody knows yet how long a call takes"
    assert max(samples[1:]) * 0.04 <= 5.0, "the slower rank takes 40 ms"


def test_a_line_that_failed_is_not_asked_again() -> None:
    class Failing(FakeSweep):
        def round(self, cells: Iterable[Cell], number: int, options: VisitOptions) -> None:
            super().round(cells, number, options)
            self.errors |= {one.id: "died" for one in cells}

    sweep, line = Failing(1e-6), SheetLine(cell("mpich", "bcast", 8, (0, 1)), 10**9, 8)
    measure(sweep, [line], KERNELS, limit_s=10.0, visit_s=5.0, seed=1)  # type: ignore[arg-type]
    assert len(sweep.asked) == 1


def test_a_line_that_its_time_limits_is_spread_over_all_rounds() -> None:
    sweep = run(SheetLine(cell("mpich", "bcast", 8, (0, 1)), 100_000, 8), 1e-3, limit_s=10.0, visit_s=5.0)
    assert [number for _, number, _ in sweep.asked] == [*([0] * 2), *range(1, ROUNDS)]
    samples = [one.samples for _, _, one in sweep.asked]
    assert samples[0] + samples[1] == pytest.approx(samples[2], abs=1)
    assert 4900 < sum(samples) < 5100, "10 s by the slower rank"


def test_a_line_without_a_limit_of_time_makes_all_of_its_calls() -> None:
    sweep = run(SheetLine(cell("mpich", "bcast", 8, (0, 1)), 100_000, 8), 1.0, limit_s=math.inf, visit_s=5.0)
    assert sum(one.samples for _, _, one in sweep.asked) == 100_000


@pytest.mark.parametrize(
    ("program", "words", "limit_s"),
    [
        ("osu_alltoall", "-i 100000", math.inf),
        ("alcf", "pingpong", math.inf),
        ("IMB-P2P", "PingPong", math.inf),
        ("IMB-MPI1", "PingPong", 10.0),
        ("IMB-RMA", "-time 3 Unidir_put", 3.0),
    ],
)
def test_only_suites_with_a_limit_of_their_own_have_one(program: str, words: str, limit_s: float) -> None:
    assert PROGRAMS[program].plan(words.split(), SuiteJob(8, "mpich", KERNELS)).limit_s == limit_s


@pytest.mark.mpi(2)
def test_a_line_whose_rank_hangs_has_failed_and_the_others_are_printed(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hanging(*given: Any, **named: Any) -> SuiteRanks:
        ranks = launched(*given, **named)
        return replace(ranks, side=replace(ranks.side, faults=(f"hang:1:{ranks.side.name}/pingpong/8/0-1",)))

    monkeypatch.setattr(running, "launched", hanging)
    (tmp_path / "sizes").write_text("8\n4194304\n")
    words = ("-msglen", str(tmp_path / "sizes"), "PingPong")
    report = suite(
        SuiteOptions("IMB-MPI1", words, mpich.prefix, where=Where(ranks=2), out=tmp_path / "out", watchdog_s=4.0)
    )
    assert report.run is not None
    assert report.run.status == "failed", "status 4 of the command"
    small, large = report.tables[0].rows
    assert "did not finish in 4 s" in small.problem
    assert large.values


def test_calls_are_timed_one_by_one_where_the_line_needs_it() -> None:
    cold = SheetLine(cell("mpich", "pingpong", 8, (0, 1), cold_cache=True), 80, 8)
    for line in (cold, SheetLine(cell("mpich", "pingpong", 8, (0, 1)), 80, 8, singly=True)):
        sweep = run(line, 1e-6)
        assert {(one.samples, one.calls) for _, _, one in sweep.asked} == {(10, 1)}
        found = timed(line.cell, sweep.visits[line.cell.id])
        assert found is not None
        assert (found.repetitions, len(found.calls_s)) == (80, 80)
