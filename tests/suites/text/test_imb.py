"""Our IMB text against that of real binaries of two releases, line by line: read into numbers, then printed by us."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from rankwise.core.errors import UsageError
from rankwise.suites.records import SuiteReport
from rankwise.suites.text import imb, imb_text, logs
from rankwise.suites.text.reading import Source

RECORDED = Path(__file__).parents[2] / "recorded/suites"
FILES = sorted(RECORDED.glob("imb-2021*/*.txt"))


def read(file: Path) -> SuiteReport:
    return imb_text.read(Source(file.name, file.read_text()))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_every_line_of_every_table_is_printed_as_the_binary_printed_it(file: Path) -> None:
    report = read(file)
    first = file.read_text().index("\n\n#---------------------------------------------------")
    if "# !! " in file.read_text():
        first = min(first, file.read_text().index("\n\n# !! "))
    theirs = file.read_text()[first + 1 :].splitlines()
    ours = list(itertools.chain.from_iterable(imb.table_lines(report.program, table) for table in report.tables))
    ours += imb.END
    assert ours == theirs


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_what_a_file_is_and_where_it_came_from_is_known(file: Path) -> None:
    report = read(file)
    assert report.version == file.parent.name.removeprefix("imb-")
    assert report.program.removeprefix("IMB-").lower() in (file.stem.rstrip("4").split("-")[0], "mpi1")
    assert report.facts["calling sequence"].startswith(f"{report.program} ")


def test_values_are_in_base_units() -> None:
    tables = read(RECORDED / "imb-2021.11/mpi1.txt").tables
    assert len(tables) == 19
    pingpong = tables[0]
    assert pingpong.columns == ("t_s", "rate_bytes_per_s")
    assert pingpong.groups == ((0, 1),)
    assert [row.size_bytes for row in pingpong.rows] == [0, 1, 2, 4, 8]
    for row in pingpong.rows[1:]:
        time_s, rate = row.values
        assert row.size_bytes is not None
        assert rate * time_s == pytest.approx(row.size_bytes, rel=0.02)  # times are printed with two digits
    assert [row.size_bytes for row in tables[-1].rows] == [None]


def test_a_cut_file_says_where_it_ends() -> None:
    text = (RECORDED / "imb-2021.11/mpi1.txt").read_text()
    with pytest.raises(UsageError, match="after 1 rows of Barrier") as whole_rows:
        imb_text.read(Source("cut.txt", text[: text.index("# All processes")]))
    assert whole_rows.value.code == "truncated"
    with pytest.raises(UsageError, match="inside a row of PingPing"):
        imb_text.read(Source("cut.txt", text[: text.index("# Benchmarking PingPing") + 290]))
    with pytest.raises(UsageError, match="in the heading of Sendrecv"):
        imb_text.read(Source("cut.txt", text[: text.index("# Benchmarking Sendrecv") + 40]))
    kept = imb_text.read(Source("cut.txt", text[: text.index("# Benchmarking PingPing") + 290]), partial=True)
    assert [table.benchmark for table in kept.tables] == ["PingPong", "PingPing"]
    assert all(row.values for table in kept.tables for row in table.rows)


def test_a_row_that_is_none_is_told_by_its_line() -> None:
    text = (RECORDED / "imb-2021.11/mpi1.txt").read_text()
    regressed_at = text.replace("            1           20", "            1           2x", 1)
    with pytest.raises(UsageError, match=r"spoilt.txt, line \d+: no row of PingPong"):
        imb_text.read(Source("spoilt.txt", regressed_at))


@pytest.mark.parametrize("end", ["            2     1000", "            2 srun: error: node001: task 0: Killed"])
def test_a_run_that_was_cut_inside_a_log_keeps_its_whole_rows(end: str) -> None:
    text = (RECORDED / "imb-2021.11/mpi1.txt").read_text()
    begin = text[: text.index("\n            2 ") + 1]
    log = Source("log", f"{begin}{end}\nsrun: job 4711 ended\n{text}")
    with pytest.raises(UsageError, match="is cut off"):
        logs.read(log)
    first, second = logs.read(log, partial=True)
    assert [len(report.tables[0].rows) for report in (first, second)] == [2, len(second.tables[0].rows)]
    assert len(second.tables[0].rows) > 2


@pytest.mark.parametrize(
    "line", [f"# {'1' * 60}x", f"# {'1' * 5000}", f"# Group 1: {'1 ' * 2000}x", "# ( " + "9" * 5000 + " a"]
)
def test_a_line_of_many_digits_is_read_in_no_time(line: str) -> None:
    """A pattern that fits a line of digits in many ways tries them all: 60 digits took longer than anybody waits."""
    text = (RECORDED / "imb-2021.11/mpi1.txt").read_text()
    spoilt = text.replace("#bytes", f"#bytes\n{line}\n", 1).replace("# #proc", f"{line}\n# #proc")
    assert imb_text.read(Source("log", spoilt), partial=True)
