"""A script's command line measured for real, its text read by the expressions that other people's parsers use.

Restated from ReFrame 4 (`hpctestlib/microbenchmarks/mpi/osu.py`), HPCBench (`hpcbench/benchmark/imb.py`), the checks of
azhop-reframe (`osu.py`) and a common shell pipeline (lines without `#`, blanks to commas, third column).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rankwise.core.records import Mpi
from rankwise.placement.where import Where
from rankwise.store import Store
from rankwise.suites.records import SuiteReport
from rankwise.suites.text import forms
from rankwise.verbs.suite import SuiteOptions, suite


def measured(mpi: Mpi, out: Path, program: str, line: str, ranks: int = 2) -> tuple[SuiteReport, str]:
    report = suite(SuiteOptions(program, tuple(line.split()), mpi=mpi.name, where=Where(ranks=ranks), out=out))
    return report, "\n".join(forms.lines(report))


@pytest.mark.mpi(2)
def test_reframe_and_others_read_omb(mpich: Mpi, tmp_path: Path) -> None:
    report, text = measured(mpich, tmp_path, "osu_latency", "-m 8:16 -x 10 -i 64")
    assert "OSU MPI Latency Test" in text
    assert re.search(r"^16", text, re.MULTILINE)
    extracted = re.search(r"^16\s+(\S+)", text, re.MULTILINE)
    assert extracted is not None
    assert float(extracted[1]) == pytest.approx(report.tables[0].rows[1].values[0] * 1e6, abs=0.005)
    _, rates = measured(mpich, tmp_path, "osu_bw", "-m 8:8 -i 16")
    assert re.search(r"^8\s+(?P<bandwidth>\S+)", rates, re.MULTILINE)
    assert any(notice.startswith("-x 10:") for notice in report.notices)


@pytest.mark.mpi(2)
def test_hpcbench_and_a_shell_pipeline_read_imb(mpich: Mpi, tmp_path: Path) -> None:
    line = "-npmin 2 -msglog 0:4 -iter 64 PingPong Sendrecv Allreduce"
    report, text = measured(mpich, tmp_path, "IMB-MPI1", line)
    latency_bandwidth = re.compile(r"^\s*(\d)+\s+\d+\s+([0-9]*\.?[0-9]+)[\s]+([0-9]*\.?[0-9]+)")
    begin = text.index("# Benchmarking PingPong")
    pingpong = text[begin : text.index("# Benchmarking Sendrecv")].splitlines()
    found = [match for one in pingpong if (match := latency_bandwidth.match(one))]
    assert [float(match[2]) for match in found] == [
        pytest.approx(row.values[0] * 1e6, abs=0.005) for row in report.tables[0].rows
    ]
    rows = [line.split() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    assert [row[0] for row in rows] == [*["0", "1", "2", "4", "8", "16"] * 2, "0", "4", "8", "16"]
    assert {row[1] for row in rows} == {"64"}
    assert text.rstrip().endswith("# All processes entering MPI_Finalize")


@pytest.mark.mpi(2)
def test_what_is_printed_is_computed_from_the_samples_that_are_stored(mpich: Mpi, tmp_path: Path) -> None:
    report, _ = measured(mpich, tmp_path, "IMB-MPI1", "-npmin 2 -msglog 8:8 -iter 100 Sendrecv")
    assert report.run is not None
    with Store.open(tmp_path / "rankwise.db") as store:
        run = store.load(report.run.id)
        (cell,) = [cell for cell in run.plan.cells if cell.size_bytes == 256]
        visits = store.visits(run.id, cell.id)
    calls = [visit.calls_per_sample * len(visit.samples_s) for visit in visits]
    assert (sum(calls), len(visits)) == (100, 8)
    means = [
        sum(visit.rank_samples_s[rank] * count for visit, count in zip(visits, calls, strict=True)) / 100
        for rank in range(2)
    ]
    row = next(row for row in report.tables[0].rows if row.size_bytes == 256)
    assert row.repetitions == 100
    assert row.values == pytest.approx((min(means), max(means), sum(means) / 2, 2 * 256 / max(means)))
    estimated = next(result for result in run.results if result.cell == cell.id)
    assert estimated.estimate is not None
    assert estimated.estimate.visits == 8


@pytest.mark.mpi(2)
def test_all_of_alcf_is_measured(mpich: Mpi, tmp_path: Path) -> None:
    report, text = measured(mpich, tmp_path, "alcf", "-iter 8 -size 4K")
    assert not [row for table in report.tables for row in table.rows if row.problem]
    rate = re.search(r"ppn = 1: Aries 2: nodes 1: min/max mmps  ([\d.]+) / \1", text)
    at_once = re.search(r"at once: ([\d.]+) mmps", text)
    assert rate is not None
    assert at_once is not None
    assert float(at_once[1]) <= float(rate[1]) + 1e-6
    assert "bisection: " in text
