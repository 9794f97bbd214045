"""Our OMB text against that of real binaries of two releases: rows read into numbers, then printed by us."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rankwise.core.errors import UsageError
from rankwise.suites import osu_tables
from rankwise.suites.cell_names import cell_of
from rankwise.suites.records import SuiteReport
from rankwise.suites.text import logs, osu, osu_text
from rankwise.suites.text.reading import Source

RECORDED = Path(__file__).parents[2] / "recorded/suites"
FILES = sorted(RECORDED.glob("osu-[57]*/*.txt"))
NEW = sorted(RECORDED.glob("osu-7.4/*.txt"))


def read(file: Path) -> SuiteReport:
    return osu_text.read(Source(file.name, file.read_text()))


def named(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


@pytest.mark.parametrize("file", FILES, ids=named)
def test_every_row_is_printed_as_the_binary_printed_it(file: Path) -> None:
    report = read(file)
    assert report.version == file.parent.name.removeprefix("osu-")
    (table,) = report.tables
    ours = list(osu.columns_and_rows(table))[1:]
    theirs = file.read_text().splitlines()
    last = len(theirs) - len(ours)
    if table.columns[0] == "t_overall_s" and table.rows[0].size_bytes is None and report.version == "5.3":
        ours = [f"{line:>{len(theirs[-1])}}" for line in ours]  # 5.3 gives the first column of osu_ibarrier 18 places
    assert ours == theirs[last:]


@pytest.mark.parametrize("file", NEW, ids=named)
def test_the_names_of_columns_are_those_of_the_binary(file: Path) -> None:
    (table,) = read(file).tables
    theirs = [line for line in file.read_text().splitlines() if re.match(r"# (Size|Avg|Overall\()", line)]
    assert next(iter(osu.columns_and_rows(table))) == theirs[0]


@pytest.mark.parametrize("file", NEW, ids=named)
def test_titles_and_headings_are_those_of_the_binary(file: Path) -> None:
    """What our face of the program would print above the columns, for the flags that the file was made with."""
    name = file.stem.split("-")[0]
    one = next(one for one in osu_tables.PROGRAMS if one.name == name)
    text = file.read_text()
    assert f"# {one.title} v7.4\n" in text
    assert text.startswith("\n") == (one.kind not in ("pairs", "one-sided latency", "one-sided rate"))
    assert ("# Datatype: MPI_CHAR.\n" in text) == (one.sized or bool(one.sync))
    assert ("# Synchronization:" in text) == bool(one.sync)
    if one.sync:
        assert f"# Synchronization: {osu_tables.SYNC_WORDS[one.sync]}\n" in text


def test_values_are_in_base_units() -> None:
    (table,) = read(RECORDED / "osu-7.4/osu_ibcast-f.txt").tables
    by_name = dict(zip(table.columns, table.rows[0].values, strict=True))
    assert table.rows[0].size_bytes == 1
    assert by_name["t_overall_s"] == pytest.approx(3.66e-6)
    assert by_name["t_pure_s"] == pytest.approx(1.56e-6)
    (rates,) = read(RECORDED / "osu-5.3/osu_mbw_mr.txt").tables
    assert rates.rows[0].values == pytest.approx((3.33e6, 3334278.05))
    (latency,) = read(RECORDED / "osu-5.3/osu_latency.txt").tables
    assert (latency.columns, latency.rows[0].size_bytes) == (("t_s",), 0)


def test_several_benchmarks_in_one_file() -> None:
    text = (RECORDED / "osu-5.3/osu_latency.txt").read_text() + (RECORDED / "osu-5.3/osu_bw.txt").read_text()
    report = osu_text.read(Source("both.txt", text))
    assert [table.benchmark for table in report.tables] == ["OSU MPI Latency Test", "OSU MPI Bandwidth Test"]


def test_a_cut_file_says_where_it_ends() -> None:
    text = (RECORDED / "osu-7.4/osu_mbw_mr.txt").read_text()
    with pytest.raises(UsageError, match="inside a row of OSU MPI Multiple Bandwidth"):
        osu_text.read(Source("cut.txt", text[: text.rindex("16   ") + 12]))
    with pytest.raises(UsageError, match="before its first row"):
        osu_text.read(Source("cut.txt", text[: text.index("\n1   ") + 1]))
    kept = osu_text.read(Source("cut.txt", text[: text.rindex("16   ") + 12]), partial=True)
    assert [row.size_bytes for row in kept.tables[0].rows] == [1, 2, 4, 8]


def test_a_row_that_is_none_is_told_by_its_line() -> None:
    text = (RECORDED / "osu-7.4/osu_bw.txt").read_text()
    with pytest.raises(UsageError, match=r"spoilt.txt, line 6: no row of OSU MPI Bandwidth Test"):
        osu_text.read(Source("spoilt.txt", text.replace("\n2  ", "\n2 x", 1)))


@pytest.mark.parametrize("end", ["4     2.", "4 srun: error: node001: task 0: Killed", "4"])
def test_a_run_that_was_cut_inside_a_log_keeps_its_whole_rows(end: str) -> None:
    text = (RECORDED / "osu-7.4/osu_latency.txt").read_text()
    begin = text[: text.index("\n4 ") + 1]
    log = Source("log", f"{begin}{end}\nsrun: job 4711 ended\n{text}")
    with pytest.raises(UsageError, match="inside a row of OSU MPI Latency Test"):
        logs.read(log)
    first, second = logs.read(log, partial=True)
    assert (len(first.tables[0].rows), len(second.tables[0].rows)) == (2, 5)


def test_a_sentence_that_begins_with_a_number_is_no_row() -> None:
    text = (RECORDED / "osu-7.4/osu_latency.txt").read_text()
    report, again = logs.read(Source("log", f"{text}2 processes, 1 per node\n{text}"))
    assert report.tables[0].rows == again.tables[0].rows


def test_each_type_of_a_text_of_all_is_a_table() -> None:
    text = (RECORDED / "osu-7.4/osu_latency.txt").read_text()
    report = osu_text.read(Source("all.txt", text + "# Datatype: MPI_INT.\n# Size       Avg Latency(us)\n4   0.75\n"))
    title, integers = report.tables
    assert (title.benchmark, title.head) == (integers.benchmark, ("# Datatype: MPI_CHAR.",))
    assert (integers.head, [row.values for row in integers.rows]) == (("# Datatype: MPI_INT.",), [(0.75e-6,)])


@pytest.mark.parametrize("count", ["1e999", "1e308", "-1"])
def test_a_count_that_none_can_be_is_told_by_its_line(count: str) -> None:
    text = f"# OSU MPI Latency Test v7.0\n# Size          Latency (us)    Iterations\n1  1.0  {count}\n"
    with pytest.raises(UsageError, match=f"line 3: '{count}' is not a number of iterations"):
        osu_text.read(Source("log", text))


def test_a_python_program_of_omb_has_figures_under_its_own_name() -> None:
    """Its calls take longer than those of the C program by Python: no comparison may take one for the other."""
    text = (
        "# OMB Python MPI Latency Test\n# Size (B)      Latency (us)\n0                     1.25\n"
        "# OMB Python MPI Bi-Directional Bandwidth Test\n# Size (B)  Bandwidth (MB/s)\n1                   2.50\n"
        "# OMB Python MPI IAllreduce Test\n"
        "# Size           Overall(us)       Compute(us)    Pure Comm.(us)        Overlap(%)      Wait avg(us)"
        "      Init avg(us)\n4   3.50   1.50   2.50   10.00   0.50   0.50\n"
    )
    report = osu_text.read(Source("py.txt", text))
    assert [(table.benchmark, table.columns, len(table.rows)) for table in report.tables] == [
        ("Python MPI Latency Test", ("t_s",), 1),
        ("Python MPI Bi-Directional Bandwidth Test", ("rate_bytes_per_s",), 1),
        ("Python MPI IAllreduce Test", ("t_overall_s", "t_compute_s", "t_pure_s", "overlap"), 1),
    ]
    latency = report.tables[0]
    assert latency.rows[0].values == pytest.approx((1.25e-6,))
    assert cell_of(report, latency, latency.rows[0], "site", 2).id == "site/OMB:Python MPI Latency Test/0/0-1"
