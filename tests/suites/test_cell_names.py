"""Every row of the tables: planned by us, printed in the suite's form, imported, it is the cell that was planned."""

from __future__ import annotations

from pathlib import Path

import pytest

from builders.kernel_facts import kernel_facts
from rankwise.store import Store
from rankwise.suites import imb, osu, osu_tables
from rankwise.suites.imb import Imb
from rankwise.suites.records import SuiteReport
from rankwise.suites.sheet import LineTimes, Planned, SheetLine, SuiteJob
from rankwise.suites.text import forms, imb_text, osu_text
from rankwise.suites.text.reading import Source
from rankwise.verbs.import_text import import_files, keep

RECORDED = Path(__file__).parents[1] / "recorded/suites"
RANKS = 8
_IMB = (imb.MPI1, imb.NBC, imb.RMA, imb.P2P)
SYNCS = osu_tables.SYNC_WORDS
KERNELS = kernel_facts(
    [benchmark.kernel for face in _IMB for benchmark in face.benchmarks]
    + [one.kernel for one in osu_tables.PROGRAMS]
    + [
        osu_tables.synchronised(one.kernel, sync)
        for one in osu_tables.PROGRAMS
        if one.kind == "one-sided latency"
        for sync in SYNCS
    ]
)


def made_up(planned: Planned) -> dict[str, float]:
    """A time for each cell, no two alike, all long enough for the digits that suites print."""
    cells = dict.fromkeys(line.cell.id for sheet in planned.sheets for line in sheet.lines if not line.problem)
    return {cell: (1.0 + 0.01 * number) * 1e-2 for number, cell in enumerate(cells)}


def timed(line: SheetLine, time_s: float) -> LineTimes:
    groups = tuple((time_s,) * len(group) for group in line.cell.groups)
    return LineTimes(groups, line.repetitions, pure_s=time_s / 2, compute_s=time_s / 3)


def printed(planned: Planned, times_s: dict[str, float]) -> str:
    lines = {line.cell.id: line for sheet in planned.sheets for line in sheet.lines}
    found = {cell: timed(lines[cell], time_s) for cell, time_s in times_s.items()}
    tables = tuple(sheet.filled(found, {}) for sheet in planned.sheets)
    facts = {**planned.facts, "mpi": "none"}
    report = SuiteReport(
        suite=planned.suite, program=planned.program, version=planned.version, facts=facts, tables=tables
    )
    return "".join(f"{line}\n" for line in forms.lines(report))


def imported(text: str, out: Path) -> dict[str, float]:
    """The time of one call of each cell of the run that the text becomes."""
    source = Source("text", text)
    report = imb_text.read(source) if imb_text.is_imb(text) else osu_text.read(source)
    run = keep([("text", report)], side="site", ranks=RANKS, out=out).run
    with Store.open(out / "rankwise.db") as store:
        visits = {cell.id: store.visits(run.id, cell.id) for cell in run.plan.cells}
    return {cell: found[0].samples_s[0] for cell, found in visits.items()}


def check(planned: Planned, out: Path) -> None:
    times_s = made_up(planned)
    found = imported(printed(planned, times_s), out)
    assert list(found) == list(times_s)
    assert found == pytest.approx(times_s, rel=2e-3)


@pytest.mark.parametrize("face", _IMB, ids=lambda face: face.program)
def test_every_benchmark_of_imb(face: Imb, tmp_path: Path) -> None:
    names = dict.fromkeys(benchmark.name for benchmark in face.benchmarks)
    line = f"-msglog 10:11 {' '.join(names)}"
    planned = face.plan(line.split(), SuiteJob(RANKS, "site", KERNELS))
    assert {sheet.table.benchmark.partition(" (")[0] for sheet in planned.sheets if sheet.lines} == set(names)
    check(planned, tmp_path)


@pytest.mark.parametrize(
    "flags",
    [
        "-red_data_type double",
        "-red_data_type int -data_type char",
        "-data_type double",
        "-window_size 8",
        "-off_cache -1",
        "-root_shift on",
        "-sync off",
        "-multi 0",
        "-npmin 8 -map 2x4",
    ],
)
def test_flags_that_imb_prints_or_was_called_with(flags: str, tmp_path: Path) -> None:
    line = f"{flags} -msglog 10:11 PingPong Sendrecv Allreduce Reduce Reduce_scatter Bcast Uniband Barrier"
    check(imb.MPI1.plan(line.split(), SuiteJob(RANKS, "site", KERNELS)), tmp_path)


def test_few_and_odd_repetitions_under_a_flush(tmp_path: Path) -> None:
    for repetitions in (1, 7, 23, 31):
        line = f"-iter {repetitions} -msglog 10:11 Unidir_put All_put_all Fetch_and_op"
        check(imb.RMA.plan(line.split(), SuiteJob(RANKS, "site", KERNELS)), tmp_path / str(repetitions))


@pytest.mark.parametrize("program", osu.FACES)
def test_every_program_of_omb(program: str, tmp_path: Path) -> None:
    one = osu.FACES[program].program
    lines = ["", "-T mpi_int", "-T mpi_float"]
    if one.sync:
        syncs = SYNCS if one.kind == "one-sided latency" else (one.sync,)
        lines += [f"-s {sync} -w {kind}" for sync in syncs for kind in osu_tables.WINDOW_WORDS]
    if one.kind == "pairs":
        lines.append("-W 8 -p 2")
    for number, line in enumerate(lines):
        words = ["-m", "4096:8192", *line.split()] if one.sized else line.split()
        check(osu.FACES[program].plan(words, SuiteJob(RANKS, "site", KERNELS)), tmp_path / str(number))


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("osu-5.3/osu_allreduce", "allreduce/4/0..7/float/sum/behind-barriers"),
        ("osu-7.4/osu_allreduce", "allreduce/4/0..7/int8/sum/behind-barriers"),
        ("osu-5.3/osu_cas_latency", "compare_and_swap_flush/8/0-1/int64"),
        ("osu-7.4/osu_cas_latency", "compare_and_swap_flush/1/0-1/int8"),
        ("osu-7.4/osu_fop_latency", "fetch_and_op_flush/1/0-1/int8/sum"),
        ("osu-7.4/osu_put_bw", "put_stream/4/0-1/w64"),
    ],
)
def test_types_of_omb_s_own_texts(name: str, cell: str, tmp_path: Path) -> None:
    assert f"site/{cell}" in imported((RECORDED / f"{name}.txt").read_text(), tmp_path)


def test_rows_of_a_vector_that_is_divided_are_of_what_a_rank_keeps(tmp_path: Path) -> None:
    text = (RECORDED / "osu-7.4/osu_allreduce.txt").read_text().replace("Allreduce", "Reduce_scatter_block")
    found = imported(text, tmp_path)
    assert list(found) == [f"site/reduce_scatter_block/{kept}/0..7/int8/sum/behind-barriers" for kept in (0, 1, 2)]


@pytest.mark.parametrize(("release", "pace"), [("5.3", ""), ("5.9", "/behind-barriers"), ("7.4", "/behind-barriers")])
def test_pairs_of_omb_have_barriers_since_they_can_validate(release: str, pace: str, tmp_path: Path) -> None:
    text = (RECORDED / "osu-5.3/osu_mbw_mr.txt").read_text()
    found = imported(text.replace("v5.3", f"v{release}"), tmp_path)
    assert f"site/uniband/8/0-1/w64/one-place{pace}" in found


def test_what_is_swapped_is_an_integer(tmp_path: Path) -> None:
    text = (RECORDED / "osu-7.4/osu_cas_latency.txt").read_text()
    found = imported(text.replace("MPI_CHAR", "MPI_FLOAT").replace("\n1 ", "\n4 "), tmp_path)
    assert list(found) == ["site/compare_and_swap_flush/4/0-1/int"]


def test_one_sided_tests_of_old_releases_accumulate_characters(tmp_path: Path) -> None:
    put = (RECORDED / "osu-5.3/osu_put_latency.txt").read_text()
    found = imported(put.replace("OSU MPI_Put Latency", "OSU MPI_Accumulate latency"), tmp_path)
    assert "site/accumulate_flush/4/0-1/int8/sum" in found


@pytest.mark.parametrize("sync", ["flush_local", "lock_all"])
def test_windows_that_are_synchronised_otherwise_are_no_cells_of_ours(sync: str, tmp_path: Path) -> None:
    for program, ours in (("osu_put_latency", True), ("osu_put_bw", False)):
        text = (RECORDED / f"osu-7.4/{program}.txt").read_text()
        found = imported(text.replace("MPI_Win_flush", SYNCS[sync]), tmp_path / program)
        (kernel,) = {cell.split("/")[1] for cell in found}
        assert (kernel in KERNELS) == ours, kernel


RATE = "# OSU MPI Bandwidth Test v7.4\n# Size      Bandwidth (MB/s)\n8    4.0\n"
BCAST = "# OSU MPI Broadcast Latency Test v7.4\n# Size       Avg Latency(us)\n8    4.0\n"


@pytest.mark.parametrize(
    ("command", "table", "cell"),
    [
        ("$ mpirun -n 2 osu_bw -W 32", RATE, "site/uniband/8/0-1/w32/one-place"),
        ("$ UCX_TLS=tcp mpirun -n 2 ./osu_bw -W32 -b multiple", RATE, "site/uniband/8/0-1/w32"),
        ("$ srun -n2 -W 32 osu_bw --window-size=16", RATE, "site/uniband/8/0-1/w16/one-place"),
        ("$ mpirun -n 3 osu_bcast -k rotate -W 8", BCAST, "site/bcast/8/0-1-2/rotating/behind-barriers"),
    ],
)
def test_flags_of_a_launch_line_are_those_of_the_table_below(
    tmp_path: Path, command: str, table: str, cell: str
) -> None:
    """OMB prints neither its window nor its root."""
    (tmp_path / "log").write_text(f"{command}\n{table}")
    run = import_files(tmp_path / "log", side="site", out=tmp_path).run
    assert [each.id for each in run.plan.cells] == [cell]
    if "w32" in cell:
        assert run.results[0].estimate
        assert run.results[0].estimate.median_s == pytest.approx(32 * 8 / 4e6)


def test_flags_of_one_program_are_not_those_of_the_next(tmp_path: Path) -> None:
    """Its launch line is not in the text."""
    other = RATE.replace("Bandwidth Test", "Bi-Directional Bandwidth Test")
    (tmp_path / "log").write_text(f"$ mpirun -n 2 osu_bw -W 32\n{RATE}\n{other}")
    run = import_files(tmp_path / "log", side="site", out=tmp_path).run
    assert [cell.window for cell in run.plan.cells] == [32, 64]
