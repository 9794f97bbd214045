"""OMB's command lines as sheets: forms of cells, and columns by OMB's formulas."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.kernel_facts import kernel_facts
from rankwise.core.errors import UsageError
from rankwise.suites import cell_names, osu, osu_tables
from rankwise.suites.sheet import LineTimes, Planned, SuiteJob
from rankwise.suites.text import osu as text
from rankwise.suites.text import osu_text
from rankwise.suites.text.reading import Source

RECORDED = Path(__file__).parents[1] / "recorded/suites/osu-7.4"
KERNELS = kernel_facts(
    name
    for one in osu_tables.PROGRAMS
    for name in (
        one.kernel,
        one.kernel.removesuffix("_overlap"),
        *(osu_tables.synchronised(one.kernel, sync) for sync in osu_tables.SYNC_WORDS),
    )
)


def plan(program: str, line: str, ranks: int = 2) -> Planned:
    return osu.FACES[program].plan(line.split(), SuiteJob(ranks, "mpich", KERNELS))


def test_min_and_max_comm_are_over_ranks_of_the_call_alone() -> None:
    sheet = plan("osu_ibcast", "-f -m 8:8").sheets[0]
    (line,) = sheet.lines
    assert [one.cell.kernel for one in line.measured] == ["ibcast_overlap", "ibcast"]
    times = {
        line.cell.id: LineTimes(((5e-6, 5e-6),), 100, pure_s=9e-6, compute_s=2e-6, begin_s=0.5e-6, wait_s=1e-6),
        line.measured[1].cell.id: LineTimes(((3e-6, 5e-6),), 100),
    }
    (row,) = sheet.rows(times, {})
    found = dict(zip(sheet.table.columns, row.values, strict=True))
    assert (found["t_pure_s"], found["t_pure_min_s"], found["t_pure_max_s"]) == pytest.approx((4e-6, 3e-6, 5e-6))
    assert found["overlap"] == pytest.approx(1 - 3 / 4)
    assert (found["t_init_s"], found["t_test_s"], found["t_wait_s"]) == (0.5e-6, 0.0, 1e-6)
    (missing,) = sheet.rows({line.cell.id: times[line.cell.id]}, {line.measured[1].cell.id: "it failed"})
    assert missing.problem == "it failed"


def test_percentiles_are_of_single_calls() -> None:
    sheet = plan("osu_latency", "-z -m 8:8 -i 100").sheets[0]
    assert sheet.table.columns == ("t_avg_s", "p50_s", "p90_s", "p99_s")
    assert sheet.lines[0].singly
    calls = tuple(float(number) for number in range(100, 0, -1))
    made = sheet.values(sheet.lines[0], LineTimes(((1.0, 1.0),), 100, calls_s=calls))
    assert made == (1.0, 50.0, 90.0, 99.0)
    chosen = plan("osu_allreduce", "-z95 -m 8:8").sheets[0].table
    assert next(iter(text.columns_and_rows(chosen))).endswith("P95 Tail Lat(us)")
    with pytest.raises(UsageError, match="100 at most"):
        plan("osu_latency", "-z50,101")


@pytest.mark.parametrize(
    ("program", "line", "root", "kind", "datatype"),
    [
        ("osu_bcast", "-k rotate", -1, "", "byte"),
        ("osu_bcast", "-k fixed:1 -T mpi_int", 1, "", "int"),
        ("osu_put_latency", "-w dynamic", 0, "dynamic", "byte"),
        ("osu_put_latency", "-w allocate", 0, "", "byte"),
        ("osu_allreduce", "", 0, "", "int8"),
        ("osu_allreduce", "-T mpi_float", 0, "", "float"),
        ("osu_fop_latency", "-w create", 0, "create", "int8"),
        ("osu_fop_latency", "-T mpi_float", 0, "", "float"),
        ("osu_cas_latency", "", 0, "", "int8"),
        ("osu_cas_latency", "-T mpi_int", 0, "", "int"),
    ],
)
def test_flags_are_forms_of_cells(program: str, line: str, root: int, kind: str, datatype: str) -> None:
    planned = plan(program, line)
    cells = [line.cell for line in planned.sheets[0].lines]
    assert {(cell.root, cell.window_kind, cell.datatype) for cell in cells} == {(root, kind, datatype)}
    assert planned.notices == ()
    if kind:
        assert f"# Window creation: {osu_tables.WINDOW_WORDS[kind]}" in planned.sheets[0].table.head


@pytest.mark.parametrize("name", ["osu_cas_latency", "osu_fop_latency"])
def test_atomics_work_on_one_element_of_the_type_that_is_named(name: str) -> None:
    theirs = osu_text.read(Source(name, (RECORDED / f"{name}.txt").read_text())).tables[0]
    ours = plan(name, "").sheets[0]
    assert ours.table.head[1:] == theirs.head
    assert [line.size_bytes for line in ours.lines] == [row.size_bytes for row in theirs.rows] == [1]
    typed = plan(name, "-T all").sheets
    assert [sheet.lines[0].size_bytes for sheet in typed] == [1, 4, 4]


@pytest.mark.parametrize(
    ("name", "release", "datatype"),
    [
        ("osu_cas_latency", "7.4", "int8"),
        ("osu_fop_latency", "7.4", "int8"),
        ("osu_cas_latency", "5.3", "int64"),
    ],
)
def test_imported_atomics_are_of_the_type_that_their_text_has(name: str, release: str, datatype: str) -> None:
    report = osu_text.read(Source(name, (RECORDED.with_name(f"osu-{release}") / f"{name}.txt").read_text()))
    table = report.tables[0]
    assert cell_names.cell_of(report, table, table.rows[0], "mpich", 2).datatype == datatype


@pytest.mark.parametrize(("sync", "kernel"), [("fence", "put_fence_pingpong"), ("pscw", "put_pscw_pingpong")])
def test_where_targets_take_part_operations_go_there_and_back(sync: str, kernel: str) -> None:
    (line,) = plan("osu_put_latency", f"-s {sync} -m 4:4").sheets[0].lines
    assert line.cell.kernel == kernel


@pytest.mark.parametrize("name", ["put", "get", "acc", "get_acc", "fop", "cas"])
@pytest.mark.parametrize(
    ("sync", "words"), [("flush_local", "MPI_Win_flush_local"), ("lock_all", "MPI_Win_lock_all/unlock_all")]
)
def test_every_synchronisation_of_omb_is_measured_and_read(name: str, sync: str, words: str) -> None:
    sheet = plan(f"osu_{name}_latency", f"-s {sync} -m 4:4").sheets[0]
    (line,) = sheet.lines
    assert line.cell.kernel.endswith(f"_{sync}")
    assert f"# Synchronization: {words}" in sheet.table.head
    whole = ["# " + sheet.table.head[0].strip("\n# ") + " v7.4", *sheet.table.head[1:], "# Size          Latency (us)"]
    report = osu_text.read(Source(sync, "\n".join([*whole, "4                       1.00", ""])))
    table = report.tables[0]
    assert cell_names.cell_of(report, table, table.rows[0], "mpich", 2).kernel == line.cell.kernel


@pytest.mark.parametrize("name", ["osu_reduce_scatter_block", "osu_ireduce_scatter_block"])
@pytest.mark.parametrize(("flags", "kept"), [("", [0, 0, 1, 2, 4]), ("-T mpi_int", [0, 0, 4])])
def test_x_of_a_reduce_scatter_block_is_divided_among_the_ranks(name: str, flags: str, kept: list[int]) -> None:
    sheet = plan(name, f"-m 1:16 {flags}", ranks=4).sheets[0]
    assert [line.cell.size_bytes for line in sheet.lines] == kept
    assert plan("osu_reduce_scatter", "-m 16:16", ranks=4).sheets[0].lines[0].cell.size_bytes == 16


def test_a_float_is_not_swapped_which_is_reported() -> None:
    planned = plan("osu_cas_latency", "-T mpi_float")
    assert [(line.size_bytes, line.cell.datatype) for line in planned.sheets[0].lines] == [(4, "int")]
    assert "an int" in planned.notices[0]


def test_a_check_of_one_sided_latencies_has_its_column() -> None:
    sheet = plan("osu_acc_latency", "-c -m 8:8").sheets[0]
    (row,) = sheet.rows({sheet.lines[0].cell.id: LineTimes(((1e-6, 1e-6),), 100)}, {})
    printed = list(text.columns_and_rows(replace(sheet.table, rows=(row,))))
    assert printed == [
        "# Size          Latency (us)        Validation",
        "8                       1.00            passed",
    ]
    whole = "\n".join([f"{sheet.table.head[0]} v7.4", *printed, ""])
    assert osu_text.read(Source("checked", whole)).tables[0].rows[0].values == pytest.approx((1e-6, 1.0))


@pytest.mark.parametrize("file", sorted(RECORDED.glob("*.txt")), ids=lambda file: file.stem)
def test_sizes_are_those_that_the_binary_printed(file: Path) -> None:
    theirs = osu_text.read(Source(file.name, file.read_text())).tables[0]
    ours = plan(file.stem.partition("-")[0], "-m 16").sheets[0]
    assert [line.size_bytes for line in ours.lines] == [row.size_bytes for row in theirs.rows]


@pytest.mark.parametrize(
    ("name", "line", "problem"),
    [
        ("osu_bw", "-m 1073741824:1073741824", ""),
        ("osu_put_bw", "-m 1073741824:1073741824", ""),
        ("osu_allreduce", "-m 536870912:536870912", ""),
        ("osu_ibcast", "-m 1048576:1048576", ""),
        ("osu_bcast", "-m 8388608:8388608 -M 4194304", "needs 8388608 bytes, more than -M 4194304"),
        ("osu_alltoall", "-m 1048576:1048576", "needs 1073741824 bytes, more than -M 536870912"),
        ("osu_iscatterv", "-m 1024:1024 -M 5", ""),
        ("osu_allgather", "-m 2048:2048 -M 5", "needs 2097152 bytes, more than -M 1048576"),
    ],
)
def test_the_limit_of_memory_is_that_of_omb(name: str, line: str, problem: str) -> None:
    ranks = 2 if osu.FACES[name].program.ranks else 1024
    assert plan(name, line, ranks).sheets[0].lines[0].problem == problem


def test_no_bytes_are_a_row_of_one_sided_tests_alone() -> None:
    for name, least in (("osu_latency", 1), ("osu_allreduce", 1), ("osu_put_latency", 0)):
        assert plan(name, "-m 0:1").sheets[0].lines[0].size_bytes == least


@pytest.mark.parametrize(
    ("program", "line", "shared"),
    [
        ("osu_bw", "", True),
        ("osu_bibw", "-b single", True),
        ("osu_mbw_mr", "", True),
        ("osu_bw_persistent", "", True),
        ("osu_mbw_mr", "-b multiple", False),
        ("osu_latency", "", False),
        ("osu_put_bw", "", False),
    ],
)
def test_messages_of_a_window_share_a_buffer_as_omb_s_do(program: str, line: str, shared: bool) -> None:
    planned = plan(program, line)
    assert {line.cell.one_place for line in planned.sheets[0].lines} == {shared}
    assert planned.notices == ()


def test_a_window_in_both_directions_ends_without_an_answer() -> None:
    assert {line.cell.kernel for line in plan("osu_bibw", "").sheets[0].lines} == {"message_rate"}


@pytest.mark.parametrize(
    ("program", "pace"),
    [
        ("osu_multi_lat", "barrier"),
        ("osu_mbw_mr", "barrier"),
        ("osu_allgather", "barrier"),
        ("osu_ibcast", "barrier"),
        ("osu_barrier", ""),
        ("osu_latency", ""),
        ("osu_bw", ""),
    ],
)
def test_calls_follow_each_other_as_omb_s_do(program: str, pace: str) -> None:
    assert {line.cell.pace for line in plan(program, "").sheets[0].lines} == {pace}


def test_a_buffer_number_that_omb_does_not_know_is_refused() -> None:
    with pytest.raises(UsageError, match="single or multiple"):
        plan("osu_bw", "-b several")


@pytest.mark.parametrize(
    ("name", "kernel"),
    [
        ("osu_neighbor_allgather", "neighbor_allgather_ring"),
        ("osu_neighbor_alltoallw", "neighbor_alltoallw_ring"),
        ("osu_ineighbor_alltoall", "ineighbor_alltoall_ring_overlap"),
    ],
)
def test_neighbours_are_the_two_of_a_ring_as_omb_s_are(name: str, kernel: str) -> None:
    known = {**KERNELS, kernel: replace(KERNELS[kernel], min_ranks=3)}
    planned = osu.FACES[name].plan(["-N", "cart:1:1"], SuiteJob(4, "mpich", known))
    assert {line.cell.kernel for line in planned.sheets[0].lines} == {kernel}
    assert planned.notices == ()
    with pytest.raises(UsageError, match="the two of a ring"):
        plan(name, "-N cart:2:1", ranks=9)
    with pytest.raises(UsageError, match="needs 3 ranks"):
        osu.FACES[name].plan([], SuiteJob(2, "mpich", known))
    assert "has no neighbours" in plan("osu_allgather", "-N cart:2:1").notices[0]


def test_all_types_are_a_table_each() -> None:
    sheets = plan("osu_latency", "-T all -m 1:8").sheets
    assert [sheet.table.head[-1] for sheet in sheets] == [
        f"# Datatype: MPI_{name}." for name in ("CHAR", "INT", "FLOAT")
    ]
    assert [sheet.lines[0].size_bytes for sheet in sheets] == [1, 4, 4]


@pytest.mark.parametrize(
    ("program", "line", "output"),
    [
        ("osu_latency", "-W 8", "no window"),
        ("osu_bw", "-z", "percentiles"),
        ("osu_allreduce", "-k rotate", "no root"),
        ("osu_bcast_persistent", "-k rotate", "one root"),
        ("osu_put_latency", "-T mpi_int", "as bytes"),
        ("osu_latency", "-R 1", "no rate"),
        ("osu_latency", "-b multiple", "one message"),
        ("osu_latency", "-M 1048576", "no limit"),
        ("osu_allgather", "-M 1024", "too low"),
    ],
)
def test_a_flag_of_other_programs_is_reported(program: str, line: str, output: str) -> None:
    assert any(output in notice for notice in plan(program, line).notices)


@pytest.mark.parametrize("line", ["-D vect", "-V", "-d rocm", "-w wide", "-T mpi_short", "-k fixed:7 -m 8:8"])
def test_what_would_measure_something_else_is_refused(line: str) -> None:
    program = "osu_put_latency" if "-w" in line else "osu_bcast" if "-k" in line else "osu_mbw_mr"
    with pytest.raises(UsageError):
        plan(program, line)


@pytest.mark.parametrize(
    ("name", "words", "output"),
    [
        ("osu_latency", "X", "not 'X'"),
        ("osu_bcast", "-k foo", "write rotate or fixed:RANK"),
        ("osu_mbw_mr", "-R 7", "neither on nor off"),
        ("osu_latency", "-z101", "100 at most"),
        ("osu_latency", "-T mpi_int -T mpi_long", "-T mpi_long"),
    ],
)
def test_what_is_not_measured_is_refused(name: str, words: str, output: str) -> None:
    with pytest.raises(UsageError) as error:
        plan(name, words)
    assert output in f"{error.value.message} {error.value.hint}"


def test_words_of_any_case_and_host_buffers_are_understood() -> None:
    (sheet,) = plan("osu_put_latency", "-s LOCK -w CREATE -m 8:8").sheets
    assert sheet.lines[0].cell.window_kind == "create"
    assert plan("osu_latency", "H H -m 8:8").sheets[0].lines[0].size_bytes == 8
    assert plan("osu_bcast", "-k ROTATE -m 8:8").sheets[0].lines[0].cell.root == -1
    types = [sheet.lines[0].cell.datatype for sheet in plan("osu_allreduce", "-T mpi_int -T mpi_float -m 8:8").sheets]
    assert types == ["int", "float"]


@pytest.mark.parametrize(
    ("name", "words", "output"),
    [
        ("osu_barrier", "-m 8", "-m: osu_barrier has no message sizes"),
        ("osu_barrier", "-T mpi_int", "-T: osu_barrier sends no elements"),
        ("osu_bcast", "-c/tmp/logs", "no log is written"),
    ],
)
def test_what_has_no_meaning_is_reported(name: str, words: str, output: str) -> None:
    assert any(output in notice for notice in plan(name, words).notices)
