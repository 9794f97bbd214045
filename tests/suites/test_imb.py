"""IMB's command lines as sheets: processes, groups, sizes, repetitions and columns as IMB has them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.kernel_facts import kernel_facts
from rankwise.core import process
from rankwise.core.errors import UsageError
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.mpis import catalog
from rankwise.placement.where import Where
from rankwise.suites import imb, imb_tables
from rankwise.suites.imb import Imb
from rankwise.suites.records import SuiteReport
from rankwise.suites.sheet import LineTimes, Planned, SuiteJob
from rankwise.suites.table import suite_program
from rankwise.suites.text import imb_text
from rankwise.suites.text.imb import lines as imb_lines
from rankwise.suites.text.reading import Source
from rankwise.verbs.suite import SuiteOptions, suite

RECORDED = Path(__file__).parents[1] / "recorded/suites/imb-2021.11"
KERNELS = kernel_facts(
    row.kernel for rows in (imb_tables.MPI1, imb_tables.NBC, imb_tables.RMA, imb_tables.P2P_PAIRS) for row in rows
)
# Program, ranks and flags of each recorded text.
CALLS: dict[str, tuple[Imb, int, str]] = {
    "mpi1": (imb.MPI1, 2, "-npmin 2 -msglog 0:3 -iter 20"),
    "mpi1-np4": (imb.MPI1, 4, "-msglog 0:2 -iter 5 PingPong Sendrecv Allreduce Barrier Uniband Biband"),
    "mpi1-multi": (imb.MPI1, 4, "-multi 0 -npmin 2 -msglog 0:2 -iter 5 PingPong Sendrecv Allreduce Barrier"),
    "mpi1-multi1": (imb.MPI1, 4, "-multi 1 -npmin 2 -msglog 0:2 -iter 5 PingPong Sendrecv Allreduce Barrier"),
    "multi5": (imb.MPI1, 5, "-multi 0 -npmin 2 -msglog 1:2 -iter 5 PingPong Exchange"),
    "map": (imb.MPI1, 4, "-map 2x2 -msglog 0:1 -iter 5 PingPong Exchange"),
    "one": (imb.MPI1, 1, "-msglog 0:1 -iter 3 PingPong Allreduce Sendrecv"),
    "p2p": (imb.P2P, 2, "-msglog 0:3 -iter 20"),
    "p2p4": (imb.P2P, 4, "-msglog 0:1 -iter 5"),
    "nbc": (imb.NBC, 2, "-msglog 0:2 -iter 5"),
    "nbc-pure": (imb.NBC, 2, "-msglog 0:2 -iter 5 Ibcast_pure Ibarrier_pure"),
    "rma4": (imb.RMA, 4, "-msglog 0:2 -iter 5 Unidir_put One_put_all Exchange_put"),
}


def plan(face: Imb, ranks: int, line: str) -> Planned:
    return face.plan(line.split(), SuiteJob(ranks, "mpich", KERNELS))


@pytest.mark.parametrize("name", CALLS)
def test_the_tables_of_a_command_line_are_those_that_the_binary_printed(name: str) -> None:
    face, ranks, line = CALLS[name]
    theirs = imb_text.read(Source(name, (RECORDED / f"{name}.txt").read_text())).tables
    ours = plan(face, ranks, line).sheets
    assert [sheet.table.benchmark for sheet in ours] == [table.benchmark for table in theirs]
    for sheet, table in zip(ours, theirs, strict=True):
        assert (sheet.table.groups, sheet.table.idle) == (table.groups, table.idle), table.benchmark
        assert (sheet.table.columns, sheet.table.mode) == (table.columns, table.mode), table.benchmark
        assert (sheet.table.refused, sheet.table.each_group) == (table.refused, table.each_group), table.benchmark
        groups = len(table.groups) if table.each_group else 1
        assert [line.size_bytes for line in sheet.lines] == [row.size_bytes for row in table.rows[::groups]]
        assert {line.repetitions * line.operations for line in sheet.lines} == {row.repetitions for row in table.rows}
        if "rank order" in "".join(table.head):
            assert sheet.table.head == table.head


def test_x_of_a_reduce_scatter_is_what_each_rank_keeps() -> None:
    for face, name in ((imb.MPI1, "Reduce_scatter"), (imb.NBC, "Ireduce_scatter"), (imb.NBC, "Ireduce_scatter_pure")):
        sheet = plan(face, 4, f"-npmin 4 -msglog 4:5 {name}").sheets[0]
        assert [(line.size_bytes, line.cell.size_bytes) for line in sheet.lines] == [(0, 0), (16, 64), (32, 128)]


@pytest.mark.mpi(2)
@pytest.mark.parametrize(("program", "name"), [("IMB-MPI1", "Reduce_scatter"), ("IMB-NBC", "Ireduce_scatter_pure")])
def test_the_binary_itself_lets_each_rank_keep_x(impi: Mpi, tmp_path: Path, program: str, name: str) -> None:
    assert impi.compiler
    compiler, library = Path(impi.compiler).with_name("mpicc"), tmp_path / "counts.so"
    source = Path(__file__).with_name("reduce_scatter_counts.c")
    words = [str(compiler), "-shared", "-fPIC", str(source), "-o", str(library)]
    built = process.run(words, timeout_s=60, env={**os.environ, **impi.env})
    assert built.ok, built.describe()
    args = (name, "-npmin", "2", "-iter", "1", "-msglog", "5:5")
    binary = str(Path(impi.prefix) / "bin" / program)
    place = Place(host=None, program=binary, args=args, env={"LD_PRELOAD": str(library)})
    launch = catalog.launcher_for(impi).command(impi, LaunchSpec(places=(place,) * 2))
    done = process.run(launch.argv, timeout_s=60, env=launch.env)
    assert done.ok, done.describe()
    kept = {line for line in done.stderr.splitlines() if line.startswith("kept: ")}
    assert kept == {"kept: 0 of 2", "kept: 32 of 2"}


def test_repetitions_fall_with_the_size_as_imb_s_do() -> None:
    face, ranks = imb.MPI1, 2
    lines = plan(face, ranks, "-msglog 15:22 PingPong").sheets[0].lines
    assert [line.repetitions for line in lines] == [1000, 1000, 640, 320, 160, 80, 40, 20, 10]
    assert {line.repetitions for line in plan(face, 2, "-iter_policy off PingPong").sheets[0].lines} == {1000}
    rest = plan(face, ranks, "-msglog 25:27 PingPong").sheets[0].lines
    assert [line.repetitions for line in rest] == [1000, 1, 1, 1], "1, 0 and 0 of 40 MiB"
    flushed, together = plan(imb.RMA, 2, "-msglog 18:20 Unidir_put").sheets
    assert [line.repetitions for line in flushed.lines] == [100, 100, 80, 40]
    assert [line.repetitions * line.operations for line in together.lines] == [1000, 160, 80, 40]


def test_columns_are_made_by_imb_s_formulas() -> None:
    exchange = plan(imb.MPI1, 4, "-npmin 4 -msglog 10:10 Exchange").sheets[0]
    times = LineTimes(((1e-6, 2e-6, 3e-6, 4e-6),), 1000)
    assert exchange.values(exchange.lines[1], times) == pytest.approx((1e-6, 4e-6, 2.5e-6, 4 * 1024 / 4e-6))
    band = plan(imb.MPI1, 4, "-npmin 4 -window_size 8 -msglog 10:10 Biband").sheets[0]
    per_s = 2 * 2 * 8 / 4e-6
    assert band.values(band.lines[1], times) == pytest.approx((per_s * 1024, per_s))
    overlap = plan(imb.NBC, 2, "-msglog 3:3 Ibcast").sheets[0]
    made = overlap.values(overlap.lines[1], LineTimes(((5e-6, 4e-6),), 100, pure_s=4e-6, compute_s=3e-6))
    assert made == pytest.approx((5e-6, 4e-6, 3e-6, 0.5))
    put = plan(imb.RMA, 2, "-msglog 3:3 Unidir_put").sheets[0]
    assert put.values(put.lines[1], LineTimes(((2e-6, 9e-6),), 100)) == pytest.approx((2e-6, 8 / 2e-6))
    passive = plan(imb.RMA, 2, "-msglog 3:3 Truly_passive_put").sheets[0]
    assert passive.lines[1].cell.window_kind == "create"
    assert passive.values(passive.lines[1], LineTimes(((4e-6, 3e-5),), 100, pure_s=2e-6)) == (
        2e-6,
        4e-6,
    )  # t_pure, t_ovrl


def test_one_of_a_pair_sends_in_unirandom_and_both_in_birandom() -> None:
    for name, t_s, messages in (("Unirandom", 5e-6, 2), ("Birandom", 2.5e-6, 4)):
        sheet = plan(imb.P2P, 4, f"-msgsz 1024 {name}").sheets[0]
        per_s = messages / 4e-6
        made = sheet.values(sheet.lines[0], LineTimes(((1e-6, 2e-6, 3e-6, 4e-6),), 1000))
        assert made == pytest.approx((t_s, per_s * 1024, per_s))


def test_odd_ranks_have_no_pairs_as_in_imb_p2p() -> None:
    theirs = imb_text.read(Source("p2p-np3", (RECORDED / "p2p-np3.txt").read_text())).tables
    planned = plan(imb.P2P, 3, "-msglog 2 -iter 2 -msgrd off -msgwr off")
    random = ("Unirandom", "Birandom")  # drawn by IMB for two ranks at a time, by us for all
    ours = [sheet for sheet in planned.sheets if sheet.table.benchmark not in random]
    assert [
        (sheet.table.benchmark, sheet.table.refused, [line.size_bytes for line in sheet.lines]) for sheet in ours
    ] == [
        (table.benchmark, table.refused, [row.size_bytes for row in table.rows])
        for table in theirs
        if table.benchmark not in random
    ]
    assert [notice.partition(":")[0] for notice in planned.notices] == list(random)
    with pytest.raises(UsageError, match="PingPong: not on 3 ranks") as error:
        plan(imb.P2P, 3, "PingPong")
    assert "another number" in error.value.hint


@pytest.mark.parametrize(
    ("ranks", "plane", "block"),
    [
        (4, (2, 2), (1, 2, 2)),
        (8, (2, 4), (2, 2, 2)),
        (10, (2, 5), (1, 2, 5)),
        (12, (4, 3), (2, 3, 2)),
        (32, (4, 8), (2, 4, 4)),
        (72, (9, 8), (3, 4, 6)),
    ],
)
def test_grids_of_stencils_are_laid_out_as_imb_s(ranks: int, plane: tuple[int, ...], block: tuple[int, ...]) -> None:
    assert (imb_tables.grid(ranks, 2), imb_tables.grid(ranks, 3)) == (plane, block)


def test_what_imb_p2p_times_beside_the_messages_is_said_unless_it_is_off() -> None:
    (notice,) = plan(imb.P2P, 2, "PingPong").notices
    assert notice.startswith("-msgwr on -msgrd on: IMB-P2P's times hold a write")
    assert plan(imb.P2P, 2, "-msgwr off -msgrd on PingPong").notices[0].startswith("-msgrd on:")
    assert plan(imb.P2P, 2, "-msgwr off -msgrd off PingPong").notices == ()


def test_sizes_of_imb_p2p_begin_at_none_unless_a_range_says_where_and_add_up() -> None:
    def sizes(line: str) -> list[int | None]:
        return [line.size_bytes for line in plan(imb.P2P, 2, f"{line} PingPong").sheets[0].lines]

    assert sizes("-msglog 2") == [0, 1, 2, 4]
    assert sizes("-msglog 1:2") == [2, 4]
    assert sizes("")[:2] == [0, 1]
    assert sizes("-msgsz 64 -msgsz 1k") == [64, 1024]
    with pytest.raises(UsageError, match="-msgsz beside -msglog"):
        sizes("-msgsz 64 -msglog 3")


@pytest.mark.parametrize(("flags", "counts"), [("", [2, 4, 6]), ("-npmin 7", [6]), ("-npmin 3", [4, 6])])
def test_of_an_odd_number_of_ranks_one_has_no_part_in_uniband(flags: str, counts: list[int]) -> None:
    tables = [sheet.table for sheet in plan(imb.MPI1, 7, f"{flags} Uniband").sheets]
    assert [(len(table.groups[0]), table.idle) for table in tables] == [(count, 6 - count) for count in counts]
    together = plan(imb.MPI1, 7, "-multi 0 -npmin 2 Uniband").sheets[0].table
    assert together.groups == ((0, 1), (2, 3), (4, 5))


def test_types_are_named_in_the_heading() -> None:
    planned = plan(imb.MPI1, 2, "-data_type int -red_data_type char -msglog 0:1 Allreduce PingPong")
    assert (planned.facts["datatype"], planned.facts["reductions"]) == ("MPI_INT", "MPI_CHAR")
    reduced, sent = (sheet.lines for sheet in planned.sheets)
    assert [(line.size_bytes, line.cell.datatype) for line in reduced] == [(0, "int8"), (1, "int8"), (2, "int8")]
    assert sent[0].cell.datatype == "int"
    report = SuiteReport(suite="imb", program="IMB-MPI1", facts=planned.facts)
    heading = list(imb_lines(report))
    assert "# MPI_Datatype                   :   MPI_INT " in heading
    assert "# MPI_Datatype for reductions    :   MPI_CHAR " in heading


def test_imb_rma_takes_a_shift_of_roots_that_it_has_not() -> None:
    assert plan(imb.RMA, 2, "-root_shift on Unidir_put").notices == (
        "-root_shift on: no benchmark of IMB-RMA has a root that turns",
    )


def test_cold_rotating_and_typed_are_forms_of_cells() -> None:
    bcast = plan(imb.MPI1, 2, "-off_cache -1 -root_shift on -data_type double -msglog 3:3 Bcast").sheets[0]
    (zero, line) = bcast.lines
    assert (line.cell.root, line.cell.cold_cache, line.cell.datatype) == (-1, True, "double")
    assert zero.size_bytes == 0
    assert bcast.table.head[-1].startswith("# cold")
    barrier = plan(imb.MPI1, 2, "-off_cache -1 -root_shift on Barrier").sheets[0]
    assert (barrier.lines[0].cell.root, barrier.lines[0].cell.cold_cache, barrier.table.head) == (0, False, ())


def test_flags_without_meaning_are_reported() -> None:
    notices = plan(imb.MPI1, 2, "-imb_barrier on -thread_level multiple PingPong").notices
    assert len(notices) == 2
    assert notices[0].startswith("-imb_barrier on: calls of collectives are separated by the library's own barrier")


def test_what_is_unknown_is_said_before_anything_starts() -> None:
    for words in (["PingPung"], ["-npmim", "2"], ["--mpi", "impi"]):
        with pytest.raises(UsageError):
            imb.MPI1.answer(words)
    assert imb.MPI1.answer(["-npmin", "2", "PingPong"]) is None


def test_dashes_may_stand_before_a_suite_s_command_line() -> None:
    assert suite_program("imb-mpi1", ["--", "-npmin", "2"]) == ("IMB-MPI1", ("-npmin", "2"))
    assert suite_program("osu", ("--", "osu_latency", "-f")) == ("osu_latency", ("-f",))


def test_calls_follow_each_other_as_imb_s_do() -> None:
    def paces(command: str) -> list[str]:
        return [line.cell.pace for sheet in plan(imb.MPI1, 2, command).sheets for line in sheet.lines]

    assert paces("-msglog 3:3 -zero_size off PingPong Bcast Allreduce Barrier") == ["", "barrier", "barrier", ""]
    assert paces("-msglog 3:3 -zero_size off -sync off PingPong Bcast Allreduce") == ["", "batch", ""]
    assert paces("-msglog 3:3 -zero_size off -off_cache -1 Bcast") == ["barrier"]
    assert paces("-msglog 3:3 -zero_size off -off_cache -1 -sync off Bcast") == [""]
    ibarrier, overlapped = plan(imb.NBC, 2, "-msglog 3:3 -zero_size off Ibarrier_pure Ibcast").sheets
    assert (ibarrier.lines[0].cell.pace, overlapped.lines[-1].cell.pace) == ("batch", "barrier")


def test_messages_of_a_window_share_a_buffer_as_imb_s_do() -> None:
    sheets = plan(imb.MPI1, 2, "Uniband Biband PingPong").sheets
    shared = {sheet.table.benchmark: {line.cell.one_place for line in sheet.lines} for sheet in sheets}
    assert shared == {"Uniband": {True}, "Biband": {True}, "PingPong": {False}}


def test_windows_are_made_and_flushed_as_imb_s_are() -> None:
    cells = {
        (sheet.table.benchmark, sheet.table.mode): sheet.lines[-1].cell
        for sheet in plan(imb.RMA, 2, "-msglog 3:3 -iter 800 Unidir_put One_put_all Compare_and_swap").sheets
    }
    assert {cell.window_kind for cell in cells.values()} == {"create"}
    each, together = cells["Unidir_put", "NON-AGGREGATE"], cells["Unidir_put", "AGGREGATE"]
    assert (each.window, each.one_place, together.window, together.one_place) == (1, False, 100, True)
    assert (cells["One_put_all", ""].kernel, cells["One_put_all", ""].window) == ("put_to_all_stream", 100)
    swaps = cells["Compare_and_swap", "AGGREGATE"]
    assert (swaps.datatype, swaps.one_place) == ("int", False)


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("PingPung", "unknown-benchmark", "PingPong"),
        ("-npmim 2 PingPong", "unknown-flag", "-npmin"),
        ("-msglog 9:3 PingPong", "bad-value", "0:22"),
        ("-iter many PingPong", "bad-value", "write e.g. 4"),
        ("PingPong -npmin", "missing-value", "-help"),
        ("--json PingPong", "own-option-late", "write it before"),
    ],
)
def test_wrong_command_lines_say_what_to_write(line: str, code: str, words: str) -> None:
    with pytest.raises(UsageError) as error:
        plan(imb.MPI1, 2, line)
    assert error.value.code == code
    assert words in error.value.hint


def test_what_needs_two_ranks_is_refused_on_one_and_measured_on_more() -> None:
    known = {name: replace(one, min_ranks=2) if name == "put_to_all_stream" else one for name, one in KERNELS.items()}
    planned = imb.RMA.plan(["-npmin", "1", "One_put_all"], SuiteJob(2, "mpich", known))
    refused, measured = planned.sheets
    assert (refused.table.refused, refused.lines) == ("invalid for 1 processes", ())
    assert measured.table.groups == ((0, 1),)
    assert planned.notices == ("One_put_all: is of 2 processes or more here, not of 1",)


@pytest.mark.mpi(1)
def test_a_process_exchanges_with_itself(any_mpi: Mpi, tmp_path: Path) -> None:
    words = ("-npmin", "1", "-msglog", "3:3", "-iter", "16", "Sendrecv", "Exchange")
    report = suite(SuiteOptions("IMB-MPI1", words, mpi=any_mpi.name, where=Where(ranks=1), out=tmp_path))
    assert [table.benchmark for table in report.tables] == ["Sendrecv", "Exchange"]
    assert {table.groups for table in report.tables} == {((0,),)}
    assert all(row.values for table in report.tables for row in table.rows)


def test_a_map_is_of_all_ranks() -> None:
    assert plan(imb.MPI1, 8, "-map 2x4 -npmin 8 Allreduce").sheets[0].table.groups == ((0, 2, 4, 6, 1, 3, 5, 7),)
    for own in ("1x8", "8x1", "1x1"):
        table = plan(imb.MPI1, 8, f"-map {own} -npmin 8 Allreduce").sheets[0].table
        assert (table.groups, table.head) == ((tuple(range(8)),), ())
    for wrong, printed in (("4x4", "there are 8 processes"), ("2x2", "4 of 8 processes"), ("8", "there are 8")):
        with pytest.raises(UsageError, match=printed):
            plan(imb.MPI1, 8, f"-map {wrong} Allreduce")


def test_too_few_ranks_and_too_large_sizes() -> None:
    with pytest.raises(UsageError, match="not on 1 rank"):
        plan(imb.MPI1, 1, "PingPong")
    last = plan(imb.MPI1, 2, "-msglog 0:30 PingPong").sheets[0].lines[-1]
    assert last.problem.startswith("out-of-mem.; needed X=   2.001 GB")
