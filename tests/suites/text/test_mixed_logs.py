"""Logs in which other programs or runs stand beside a table: it is kept whole, or the line is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from rankwise.core.errors import UsageError
from rankwise.suites.cell_names import imb_benchmark
from rankwise.suites.records import SuiteTable
from rankwise.suites.text import logs
from rankwise.suites.text.reading import Source

COLUMNS = "# Size       Avg Latency(us)\n"
LATENCY = f"# OSU MPI Latency Test v7.4\n# Datatype: MPI_CHAR.\n{COLUMNS}1  1.10\n2  1.20\n4  1.30\n"
NCCL = "# OSU NCCL-CUDA Allreduce Latency Test v7.5\n# Size       Avg Latency(us)\n8  50.00\n"
HEAD = "#    Intel(R) MPI Benchmarks 2021.3, MPI-1 part\n"
PINGPONG = """# Benchmarking PingPong
# #processes = 2
#---------------------------------------------------
       #bytes #repetitions      t[usec]   Mbytes/sec
          512         1000         1.50       341.33
         1024         1000         2.00       512.00
"""
END = "\n# All processes entering MPI_Finalize\n"


def tables(text: str) -> list[SuiteTable]:
    return [table for report in logs.read(Source("log", text)) for table in report.tables]


BEHIND = {
    "a script's title": "# OSU Micro Benchmark v7.4\n",
    "a title": "# Latency between n1 and n2 is fine\n",
    "NCCL's tests": "#       size         count\n#        (B)    (elements)       (us)\n 8 2 float 9.1\n16 4\n",
    "perftest": " #bytes     #iterations    BW peak[MB/sec]\n 65536      5000             11778.05\n8 5000\n",
    "fabtests": "bytes   #sent   #ack     total       time     MB/sec\n64      10k     =10k     1.2m    0.03s  43.01\n",
    "UCC": "       Count        Size                Time, us\n         128         512       16.07       15.00\n",
    "an account": "       JobID  MaxRSS Elapsed\n4711          10240K 00:00:03\n",
}


@pytest.mark.parametrize("behind", BEHIND.values(), ids=BEHIND)
def test_what_other_programs_print_behind_a_table_is_none_of_it(behind: str) -> None:
    (table,) = tables(LATENCY + behind)
    assert [row.size_bytes for row in table.rows] == [1, 2, 4]


@pytest.mark.parametrize("program", ["NCCL's tests", "perftest", "fabtests", "UCC"])
def test_the_table_of_another_program_is_named(program: str) -> None:
    (report,) = logs.read(Source("log", LATENCY + BEHIND[program]))
    assert "line 7" in "".join(logs.not_imported(report))


def test_a_text_of_another_program_is_refused_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("a title\n" + BEHIND["NCCL's tests"])
    with pytest.raises(UsageError, match=r"line 2 is of nccl-tests(.|\n)*`rankwise bench`"):
        logs.reports_of(tmp_path / "log", partial=False)


def test_a_sentence_of_the_name_of_a_column_is_no_heading() -> None:
    (table,) = tables(LATENCY.replace("2  1", "# Latency of n1 follows\n2  1"))
    assert (table.columns, len(table.rows)) == (("t_avg_s",), 3)


@pytest.mark.parametrize("between", ["\t", " ", "  "])
def test_columns_are_parted_however_blanks_were_kept(between: str) -> None:
    text = "# OSU MPI Allreduce Latency Test v7.4\n# Size|Avg Latency(us)|Max Latency(us)\n4|3.10|9.90\n"
    (table,) = tables(text.replace("|", between))
    assert (table.columns, table.rows[0].values) == (("t_avg_s", "t_max_s"), pytest.approx((3.1e-6, 9.9e-6)))


def test_a_title_that_is_printed_twice_is_one() -> None:
    """As osu_mbw_mr of OMB 7.1 does, which also names its columns before its datatype."""
    title = "# OSU MPI Multiple Bandwidth / Message Rate Test v7.1\n"
    rows = "# Size  MB/s  Messages/s\n# Datatype: MPI_CHAR.\n1  2.2  2238678.4\n"
    (table,) = tables(f"{title}{title}\n# [ pairs: 2 ] [ window size: 64 ]\n{rows}")
    assert (len(table.rows), table.head[-1]) == (1, "# Datatype: MPI_CHAR.")


def test_a_program_of_another_library_is_a_table_of_its_own() -> None:
    latency, allreduce = tables(f"{LATENCY}#Using NCCL\n\n{NCCL}")
    assert len(latency.rows) == 3
    assert (allreduce.benchmark, len(allreduce.rows)) == ("OSU NCCL-CUDA Allreduce Latency Test", 1)


REFUSED = {
    "a run without heading": (f"{LATENCY}1  3.30\n2  3.60\n", "line 7: rows of two runs"),
    "rows of two ranks": (LATENCY.replace("4  1.30", "2  2.40\n4  1.30"), "line 6: rows of two runs"),
    "a run without title": (f"{LATENCY}{COLUMNS}1  3.30\n", "line 7: columns of a table without a title"),
    "Java": (f"{LATENCY}# OSU Latency Test\n# Size [B]\t\tLatency [us]\n8\t\t5.1\n", "line 8: .*not read"),
    "types": (LATENCY.replace("(us)\n", "(us)     Transmit Size\n"), "line 3: .*not read"),
    "operations": ("# OSU OpenSHMEM Rate Test v7\n# Operation   Latency (us)\nfadd  0.9\n", "line 2: .*not read"),
    "IMB without its head": (LATENCY + PINGPONG + END, "line 10: .*not read"),
    "commas": (LATENCY.replace(".", ",").replace("v7,4", "v7.4"), "line 4: a comma in place of the point"),
    "thousands": (LATENCY.replace("4  1", "1,024  1"), "line 6: a size that is not in bytes: `1,024"),
    "kilobytes": (LATENCY.replace("4  1", "4K  1"), "line 6: a size that is not in bytes: `4K"),
    "kilobytes apart": (LATENCY.replace("2  1", "2 KiB  1"), "line 5: a size that is not in bytes: `2 KiB"),
    "kilobytes of IMB": (HEAD + PINGPONG.replace("1024", "  1K") + END, "line 7: a size that is not in bytes: `1K"),
    "gigabytes per second": (LATENCY.replace("(us)", "(GB/s)"), "line 3: .*not read"),
    "rows of two jobs of IMB": (
        HEAD + PINGPONG + "          512  1000  9.0  57.0\n" + END,
        "line 8: rows of two runs",
    ),
    "two rows in a line": (HEAD + PINGPONG + "  2048 1000 4.0 512.0 2048 1000 4.1 500.0\n" + END, "inside a row"),
    "a row on two lines": (
        HEAD + PINGPONG + "  2048 1000\n  4.0 512.0\n  4096 1000 8.0 512.0\n" + END,
        "line 8: no row",
    ),
}


@pytest.mark.parametrize(("text", "why"), REFUSED.values(), ids=REFUSED)
def test_what_would_mix_tables_or_lose_rows_is_told_by_its_line(text: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        tables(text)


@pytest.mark.parametrize(("heading", "size"), [("# Size       Avg Latency(us)", 8), ("# Avg Latency(us)", None)])
def test_columns_of_f_that_the_heading_does_not_name_are_read(heading: str, size: int | None) -> None:
    """As osu_reduce -d cuda -f of OMB 7.3 prints them."""
    row = f"{size or ''}  50.0  18.0  89.0  1000\n"
    (table,) = tables(f"# OSU MPI-CUDA Reduce Latency Test v7.3\n# Datatype: MPI_CHAR.\n{heading}\n{row}")
    assert table.columns == ("t_avg_s", "t_min_s", "t_max_s", "iterations")
    assert (table.rows[0].size_bytes, table.rows[0].repetitions) == (size, 1000)
    assert table.rows[0].values == pytest.approx((50e-6, 18e-6, 89e-6, 1000.0))


@pytest.mark.parametrize("row", ["8  50.0  60.0  89.0  1000", "8  50.0  18.0  89.0  10.5"])
def test_more_figures_than_columns_are_no_row(row: str) -> None:
    with pytest.raises(UsageError, match="inside a row"):
        tables(f"# OSU MPI Reduce Latency Test v7.3\n{COLUMNS}{row}\n")


def test_a_row_whose_data_was_wrong_has_no_time() -> None:
    (table,) = tables(LATENCY.replace("(us)\n", "(us)        Validation\n").replace(".10", ".10 Pass").replace(
        ".20", ".20 Fail").replace(".30", ".30 -"))  # fmt: skip
    assert [(len(row.values), row.problem) for row in table.rows] == [(2, ""), (0, "failed its validation"), (2, "")]


def test_a_row_of_imb_with_defects_has_no_time() -> None:
    checked = PINGPONG.replace("Mbytes/sec\n", "Mbytes/sec      defects\n").replace("341.33", "341.33  0.00")
    (table,) = tables(HEAD + checked.replace("512.00", "512.00  3.00") + END)
    assert [(len(row.values), row.problem) for row in table.rows] == [(2, ""), (0, "failed its validation")]


@pytest.mark.parametrize("words", ["[1624.1] UCX WARN connection time-out, retrying", "42", "node 7 was not measured"])
def test_a_sentence_inside_a_table_of_imb_is_no_row(words: str) -> None:
    (table,) = tables(HEAD + PINGPONG.replace("         1024", f"{words}\n         1024") + END)
    assert [(row.size_bytes, row.problem) for row in table.rows] == [(512, ""), (1024, "")]


@pytest.mark.parametrize("remark", ["★←drops from here", "<-- slow"])
def test_a_remark_behind_a_row_of_imb_is_no_column(remark: str) -> None:
    assert tables(HEAD + PINGPONG.replace("512.00", f"512.00 {remark}") + END) == tables(HEAD + PINGPONG + END)


def test_a_text_of_imb_ext_without_its_head_is_none_of_imb_rma() -> None:
    mode = "# Benchmarking Accumulate\n# #processes = 2\n#    MODE: AGGREGATE\n#\n#bytes #repetitions {}\n1024 100 {}\n"
    for columns, values, ours in (
        ("t[usec] Mbytes/sec", "2.0 512.0", True),
        ("t_min[usec] t_max[usec] t_avg[usec]", "1.0 2.0 1.5", False),
    ):
        (report,) = logs.read(Source("log", mode.format(columns, values) + END))
        assert (imb_benchmark(report, report.tables[0]) is not None) == ours


@pytest.mark.parametrize("coding", ["utf-8-sig", "utf-16"])
def test_texts_of_windows_are_read(coding: str, tmp_path: Path) -> None:
    file = tmp_path / "log"
    file.write_bytes(LATENCY.replace("\n", "\r\n").encode(coding))
    (report,) = logs.reports_of(file, partial=False)
    assert report.tables == tuple(tables(LATENCY))
