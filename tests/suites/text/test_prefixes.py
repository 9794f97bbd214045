"""Rows behind what launchers, loggers and Markdown put before them are read as if it were not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from builders.cpu_time import at_most
from rankwise.core.errors import RankwiseError
from rankwise.suites.text import logs
from rankwise.suites.text.reading import Source

RECORDED = Path(__file__).parents[2] / "recorded/suites"
TEXTS = ["osu-7.4/osu_latency", "osu-7.4/osu_mbw_mr", "osu-5.3/osu_ibcast", "imb-2021.11/one", "imb-4.0/pingpong"]
PREFIXES = {
    "Open MPI 4, --tag-output": "[1,0]<stdout>:",
    "Open MPI 4, --timestamp-output": "Mon Mar  4 10:11:12 2024<stdout>:",
    "Open MPI 5, --tag-output": "[prterun-node1-4711@1,0]<stdout>: ",
    "Open MPI 5, --output tag-detailed": "[prterun-node1-4711@1,0][node1:4712]<stdout>: ",
    "srun --label": "0: ",
    "srun --label of 100 ranks": "  0: ",
    "mpiexec -prepend-rank": "[0] ",
    "pdsh": "node001: ",
    "docker compose": "node-1  | ",
    "Jenkins": "[2024-05-01T10:11:12.345Z] ",
    "GitHub": "2024-05-01T10:11:12.3456789Z ",
    "GitLab": "2024-05-01T10:11:12.345678Z 01O ",
    "ts": "Mar 04 10:11:12 ",
    "a logger": "[2024-05-01 10:11:12,345] {run.py:32} INFO - ",
    "a clock": "[10:11:12] ",
    "quoted": "> ",
    "quoted twice": "> > ",
    "indented": "    ",
    "a tab": "\t",
    "a time and a rank": "2024-05-01T10:11:12.345Z 0: ",
    "journald": "Nov 26 12:00:01 node001 job[123]: ",
    "Kubernetes": "2024-05-01T10:00:00.123456789Z stdout F ",
    "stern": "[launcher-x7/mpi] ",
    "SageMaker": "[1,mpirank:0,algo-1]<stdout>:",
    "jsrun": "<0>",
    "a list": "- ",
    "what a change adds": "+",
    "grep": "out.log:",
    "grep -n": "out.log:17:",
    "cat -n": "    17\t",
    "coloured": "\x1b[32m",
    "logging": "2024-05-01 10:11:12,345 INFO [runner.py:42] ",
    "logging with dashes": "2024-05-01 10:11:12,345 - INFO - ",
    "a level": "[INFO] ",
    "Open MPI 5, --output rank": "[0]<stdout>: ",
    "mpiexec -prepend-pattern": "[0@node01] ",
    "logging with a name": "2024-05-01 10:11:12,345 - osu.run - INFO - ",
    "gh run view --log": "build (gcc)\tRun it\t2024-05-01T10:11:12.3456789Z ",
    "seconds since 1970": "1714558272.345678 ",
    "dmesg": "[   12.345678] ",
    "Cray": "[NID 00123] ",
}


def tables_of(text: str) -> list[object]:
    reports = logs.read(Source("log", text))
    return [
        (report.version, table.benchmark, table.groups, table.rows) for report in reports for table in report.tables
    ]


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("prefix", PREFIXES.values(), ids=PREFIXES)
def test_a_prefix_is_taken_away(name: str, prefix: str) -> None:
    text = (RECORDED / f"{name}.txt").read_text()
    behind = "".join(f"{prefix}{line}\n" for line in text.splitlines())
    assert tables_of(behind) == tables_of(text)


def test_lines_of_other_ranks_are_none_of_the_table() -> None:
    text = (RECORDED / "osu-7.4/osu_latency.txt").read_text()
    mixed = "".join(f"0: {line}\n1: {number} 99.99\n" for number, line in enumerate(text.splitlines()))
    assert tables_of(mixed) == tables_of(text)


@pytest.mark.parametrize(
    ("own", "other"),
    [("[0@n1] ", "[1@n2] "), ("[ {0}.25] rank 0 > ", "[ {0}.50] rank 1 > "), ("run\t0\t", "run\t1\t")],
)
def test_of_a_form_that_is_not_known_writers_are_told_apart_by_what_is_no_time(own: str, other: str) -> None:
    text = (RECORDED / "osu-7.4/osu_latency.txt").read_text()
    lines = enumerate(text.splitlines())
    mixed = "".join(f"{own.format(at)}{line}\n{other.format(at)}{at} 99.99\n" for at, line in lines)
    head, _, rest = mixed.partition("\n")
    after, _, rest = rest.partition("\n")
    assert tables_of(f"{after}\n{head}\n{rest}") == tables_of(text)


def test_each_writer_of_tables_is_a_text() -> None:
    latency, bandwidth = ((RECORDED / f"osu-7.4/{name}.txt").read_text() for name in ("osu_latency", "osu_bw"))
    lines = zip(latency.splitlines(), bandwidth.splitlines(), strict=False)
    mixed = "".join(f"n1: {one}\nn2: {other}\n" for one, other in lines)
    assert [report.tables[0].benchmark for report in logs.read(Source("log", mixed))] == [
        "OSU MPI Latency Test",
        "OSU MPI Bandwidth Test",
    ]


def test_texts_with_and_without_a_prefix_in_one_log() -> None:
    latency, one = ((RECORDED / f"{name}.txt").read_text() for name in ("osu-7.4/osu_latency", "imb-2021.11/one"))
    fenced = "```\n" + latency + "```\n" + "".join(f"> {line}\n" for line in one.splitlines())
    tagged = "".join(f"[1,0]<stdout>:{line}\n" for line in latency.splitlines())
    assert tables_of(fenced + tagged) == [*tables_of(latency), *tables_of(one), *tables_of(latency)]


def test_a_remark_behind_a_row_is_no_column() -> None:
    text = (RECORDED / "osu-7.4/osu_latency.txt").read_text()
    rows = text.splitlines()
    remarked = [*rows[:-2], f"{rows[-2]}   ← rendezvous begins", f"{rows[-1]}  <-- slow"]
    assert tables_of("\n".join([*remarked, ""])) == tables_of(text)


TABLE = ("# OSU MPI Latency Test v7.1", "# Size          Latency (us)", "1           2.00")


def test_thousands_of_writers_are_read_in_time() -> None:
    text = "".join(f"w{number}: {line}\n" for number in range(2000) for line in TABLE)
    with at_most(5.0):
        assert len(logs.read(Source("log", text))) == 2000


def test_writers_that_share_more_lines_than_a_log_has_are_refused() -> None:
    tables = "".join(f"w{number}: {line}\n" for number in range(400) for line in TABLE)
    with pytest.raises(RankwiseError, match="400 writers share 2000 lines"), at_most(5.0):
        logs.read(Source("log", "a title\n" * 2000 + tables))


@pytest.mark.parametrize(
    "text",
    [
        "|  " * 60 + f"{TABLE[0]}\n" + "| " * 59 + "X\n",
        " " * 100 + f"1: {TABLE[0]}\n" + (" " * 30_000 + "x\n") * 8,
        "> - [1] <1> a: b[1]: c.d:1: " * 40 + f"{TABLE[0]}\n" * 2,
        f"{'00:00:00111111' * 6}x {TABLE[0]}\n" * 2 + f"{'00:00:00111111' * 6}y\n",
        f"{'1 ' * 9}x {TABLE[0]}\n" * 2 + f"{'1' * 200}\n",
        "\u3000 " * 9 + f"x {TABLE[0]}\nx {TABLE[0]}\n" + " " * 200 + "\n",
    ],
    ids=["two ways for each part", "a run of blanks", "many parts", "times and numbers", "numbers", "other blanks"],
)
def test_a_prefix_of_no_sense_is_tried_in_time(text: str) -> None:
    with at_most(5.0), pytest.raises(RankwiseError):
        logs.read(Source("log", text))
