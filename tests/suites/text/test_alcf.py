"""Our ALCF text against the sample output of the suite's own program, line by line."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest
from msgspec.structs import replace

from rankwise.suites.alcf_tables import COPY, OPERATIONS
from rankwise.suites.records import SuiteReport, SuiteRow, SuiteTable
from rankwise.suites.text import alcf

SAMPLE = Path(__file__).parents[2] / "recorded/suites/alcf/collectives-48.txt"
PARTS = (("MPI_COMM_WORLD", 1), (COPY, 1), ("2Half", 2), ("4Half", 4))
_ROW = re.compile(r"PPN: 1 +size: (\d+) +(.*?): (.{23}) min, max, us: +([\d.]+) +([\d.]+)")


def sample() -> dict[str, list[tuple[int, str, float, float]]]:
    """Communicator -> its rows: ranks, operation, least and most microseconds."""
    found = defaultdict(list)
    for line in SAMPLE.read_text().splitlines():
        if match := _ROW.fullmatch(line):
            found[match[2]].append((int(match[1]), match[3], float(match[4]), float(match[5])))
    return found


def test_operations_have_the_titles_of_the_program() -> None:
    assert [one.title for one in OPERATIONS] == [title for _, title, _, _ in sample()["MPI_COMM_WORLD"]]


def test_every_row_is_printed_as_the_program_printed_it() -> None:
    by_name = sample()
    theirs = [line for line in SAMPLE.read_text().splitlines() if _ROW.fullmatch(line)]
    ours = []
    for name, parts in PARTS:
        ours += [line for line in alcf.lines(report(table(by_name, name, parts))) if line.startswith("PPN")]
    assert sorted(ours) == sorted(theirs)


def test_acceptance_looks_at_all_quarters() -> None:
    """The program of the suite looks at the first two only."""
    by_name = sample()
    by_name[COPY] = by_name["MPI_COMM_WORLD"]
    good = [table(by_name, name, parts) for name, parts in PARTS]
    assert "ACCEPTANCE PASSED" in list(alcf.lines(report(*good)))
    slow = {name: [(n, title, a, b * (9 if name.startswith("4Half3") else 1)) for n, title, a, b in rows]
            for name, rows in by_name.items()}  # fmt: skip
    printed = list(alcf.lines(report(*good[:3], table(slow, "4Half", 4))))
    assert "ACCEPTANCE FAILED " in printed
    assert "test3 failed" in printed


def test_acceptance_1_holds_the_copy_against_the_world() -> None:
    by_name = sample()
    world, copy, *halves = (table(by_name, name, parts) for name, parts in PARTS)
    printed = list(alcf.lines(report(world, copy, *halves)))  # 42.81 and 41.39 us are 3.4 % apart
    assert "ACCEPTANCE FAILED " in printed
    assert "test1 failed" in printed
    near = {COPY: [(n, title, a, b * 1.01) for n, title, a, b in by_name["MPI_COMM_WORLD"]]}
    assert "ACCEPTANCE PASSED" in list(alcf.lines(report(world, table(near, COPY, 1), *halves)))


@pytest.mark.parametrize(("lost", "name"), [(0, "MPI_COMM_WORLD"), (1, COPY)])
def test_acceptance_is_not_decided_by_rows_that_were_not_measured(lost: int, name: str) -> None:
    """The row behind the lost one is held against its own operation, not against the next."""
    by_name = sample()
    by_name[COPY] = by_name["MPI_COMM_WORLD"]
    tables = [table(by_name, part, parts) for part, parts in PARTS]
    rows = list(tables[lost].rows)
    rows[1] = SuiteRow(size_bytes=0, problem="a rank died", group=0, label=rows[1].label)
    tables[lost] = replace(tables[lost], rows=tuple(rows))
    printed, told = list(alcf.lines(report(*tables))), list(alcf.notices(report(*tables)))
    assert "ACCEPTANCE NOT DECIDED" in printed
    assert f"test1 not decided: Broadcast 2 doubles was not measured on {name}" in printed
    assert [text.split(" is ")[0][-1] for text in told] == (["1", "2", "3"] if lost == 0 else ["1"])
    slow = {COPY: [(n, title, a, b * 2) for n, title, a, b in by_name[COPY]]}
    tables[1] = table(slow, COPY, 1)
    assert "ACCEPTANCE FAILED " in list(alcf.lines(report(*tables)))


def test_acceptance_is_not_decided_without_any_row_or_without_quarters() -> None:
    by_name = sample()
    by_name[COPY] = by_name["MPI_COMM_WORLD"]
    tables = [table(by_name, part, parts) for part, parts in PARTS]
    printed = list(alcf.lines(report(*tables[:3])))
    assert printed[-4:-1] == ["ACCEPTANCE NOT DECIDED", "SUMMARY", "test3 not decided: quarters need 8 ranks or more"]
    lost = (SuiteRow(size_bytes=0, problem="no memory", group=0, label="Barrier"),)
    none = [replace(one, rows=lost) for one in tables]
    assert "ACCEPTANCE NOT DECIDED" in list(alcf.lines(report(*none)))
    assert list(alcf.notices(report(*tables))) == []


def table(by_name: dict[str, list[tuple[int, str, float, float]]], name: str, parts: int) -> SuiteTable:
    names = [name] if parts == 1 else [f"{name}{part} of WORLD" for part in range(parts)]
    rows = [
        SuiteRow(size_bytes=0, repetitions=15000, values=(least * 1e-6, most * 1e-6), group=group, label=title)
        for group, part in enumerate(names)
        for _, title, least, most in by_name[part]
    ]
    each = by_name[names[0]][0][0]
    groups = tuple(tuple(range(part * each, (part + 1) * each)) for part in range(parts))
    return SuiteTable(
        benchmark=name, columns=("t_min_s", "t_max_s"), groups=groups, each_group=True, rows=tuple(rows)
    )  # fmt: skip


def report(*tables: SuiteTable) -> SuiteReport:
    return SuiteReport(suite="alcf", program="alcf", facts={"ppn": "1"}, tables=tables)
