"""Logs that hold several runs of other suites, of one of them or of both."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from rankwise.core.errors import UsageError
from rankwise.suites.text import imb_text, logs
from rankwise.suites.text.reading import Source

RECORDED = Path(__file__).parents[2] / "recorded/suites"


def text_of(*names: str) -> str:
    return "".join((RECORDED / f"{name}.txt").read_text() for name in names)


def test_each_run_of_a_log_is_a_report() -> None:
    log = "starting\n" + text_of("imb-4.0/pingpong", "imb-2021.11/rma", "imb-2021.11/p2p")
    runs = logs.read(Source("log", log))
    assert [(run.program, run.version) for run in runs] == [
        ("IMB-MPI1", "4.0 Update 1"),
        ("IMB-RMA", "2021.11"),
        ("IMB-P2P", "2021.11"),
    ]
    rma = imb_text.read(Source("one", text_of("imb-2021.11/rma")))
    assert logs.read(Source("one", text_of("imb-2021.11/rma"))) == (rma,)
    assert [replace(table, around={}) for table in runs[1].tables] == list(rma.tables)
    assert runs[1].tables[0].around == {"words": "starting"}


def test_a_log_is_cut_where_any_of_its_runs_is() -> None:
    whole, cut = text_of("imb-2021.11/mpi1"), text_of("imb-2021.11/p2p")
    cut = cut[: cut.index("# Benchmarking PingPing") + 320]
    line = len(whole.splitlines()) + 2
    for log in (whole + cut, whole + cut + "\n" + whole):
        with pytest.raises(UsageError, match=f"what begins in line {line} ends inside a row of PingPing") as error:
            logs.read(Source("log", log))
        assert error.value.code == "truncated"
    kept = logs.read(Source("log", whole + cut), partial=True)
    assert [(run.program, len(run.tables)) for run in kept] == [("IMB-MPI1", 19), ("IMB-P2P", 2)]
    header = cut[: cut.index("# Benchmarking PingPong")]
    assert [bool(run.tables) for run in logs.read(Source("log", whole + header), partial=True)] == [True, False]


def test_a_run_whose_head_is_missing_is_none_of_the_next() -> None:
    text = text_of("imb-2021.11/p2p")
    runs = logs.read(Source("log", text[text.index("# Benchmarking PingPong") :] + text_of("imb-2021.11/rma")))
    assert [run.program for run in runs] == ["IMB", "IMB-RMA"]


@pytest.mark.parametrize("order", [1, -1])
def test_programs_of_both_suites_in_one_log_are_read_in_their_order(order: int) -> None:
    names = ["imb-2021.11/one", "osu-5.3/osu_mbw_mr", "osu-7.4/osu_latency"][::order]
    runs = logs.read(Source("log", text_of(*names)))
    assert [(run.suite, run.version) for run in runs] == [("imb", "2021.11"), ("osu", "5.3"), ("osu", "7.4")][::order]


def test_a_program_that_ended_behind_its_heading_is_missed() -> None:
    latency = text_of("osu-7.4/osu_latency")
    died = latency[: latency.index("\n1 ")]
    with pytest.raises(UsageError, match="before its first row") as error:
        logs.read(Source("log", f"{died}\nmpirun: a rank was killed\n{latency}"))
    assert error.value.code == "truncated"
    lost, run = logs.read(Source("log", f"{died}\n{latency}"), partial=True)
    assert run.tables and not lost.tables and "before its first row" in lost.cut


def test_tables_without_their_columns_are_missed() -> None:
    text = text_of("imb-2021.11/mpi1")
    with pytest.raises(UsageError, match=r"in the heading of \S+ \(line \d+\)"):
        logs.read(Source("log", "".join(line for line in text.splitlines(keepends=True) if "#repetitions" not in line)))


@pytest.mark.parametrize(
    ("name", "old", "new", "printed"),
    [
        (
            "imb-2021.11/mpi1",
            "# #processes = 2",
            "# #processes = 99999999999",
            "99999999999 is not a number of processes",
        ),
        ("imb-2021.11/mpi1", "# #processes = 2", "# #processes = 16777216", "16777216 is not a number of processes"),
        ("imb-2021.11/mpi1", "# #processes = 2", "# #processes = 0", "0 is not a number of processes"),
        ("imb-4.0/pingpong", None, "nan", "'nan' is not a time"),
        ("imb-4.0/pingpong", None, "inf", "'inf' is not a time"),
        ("osu-7.4/osu_latency", None, "-1.0", "'-1.0' is not a time"),
        ("osu-7.4/osu_latency", None, "1e999", "'1e999' is not a time"),
        ("osu-7.4/osu_latency", None, "nan", "no row of OSU MPI Latency Test"),
        ("osu-7.4/osu_latency", "\n1 ", "\n1.5 ", "'1.5' is not a number of bytes"),
        ("osu-7.4/osu_latency", "\n1 ", "\n-5 ", "'-5' is not a number of bytes"),
    ],
)
def test_what_no_benchmark_prints_is_told_by_its_line(name: str, old: str | None, new: str, printed: str) -> None:
    text = text_of(name)
    if old is None:  # the time of the last row
        row = next(line for line in reversed(text.splitlines()) if line[:1].strip().isdigit() or line.startswith("   "))
        old, new = row, row.replace(row.split()[2 if name.startswith("imb") else 1], new)
    with pytest.raises(UsageError) as error:
        logs.read(Source("log", text.replace(old, new, 1)))
    assert printed in error.value.message
    assert (error.value.code, "line " in error.value.message) == ("bad-import", True)
