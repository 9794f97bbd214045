"""Texts of IMB and OMB in the store: cells of ours, units found out, runs to compare, nothing half-written."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from rankwise.core.errors import UsageError
from rankwise.experiment.diff import diff, launch_times
from rankwise.measure.cells import cell
from rankwise.report import bench
from rankwise.report.diff import lines as diff_lines
from rankwise.report.tables import cell_rows
from rankwise.report.verdicts import of_bench
from rankwise.store import Store
from rankwise.suites.records import SuiteReport
from rankwise.suites.text import imb_text, osu_text
from rankwise.suites.text.reading import Source
from rankwise.verbs.import_text import Imported, import_files, keep
from rankwise.verbs.runs import diff_runs

RECORDED = Path(__file__).parents[1] / "recorded/suites"


def read(name: str) -> tuple[str, SuiteReport]:
    file = RECORDED / name
    reader = imb_text if name.startswith("imb") else osu_text
    return name, reader.read(Source(name, file.read_text()))


def imported(out: Path, *names: str, ranks: int = 0) -> Imported:
    return keep([read(name) for name in names], side="site", ranks=ranks, out=out)


def test_mbytes_of_old_releases_are_mebibytes(tmp_path: Path) -> None:
    found = imported(tmp_path, "imb-4.0/pingpong.txt", "imb-2021.11/mpi1.txt", "imb-2021.11/p2p4.txt")
    assert [text.mebibytes for text in found.texts] == [True, False, False]
    large = next(result for result in found.run.results if result.cell.endswith("pingpong/4MiB/0-1"))
    assert large.estimate is not None
    assert large.estimate.median_s == pytest.approx(1082.94e-6)
    assert large.rate_bytes_per_s == pytest.approx(4194304 / 1082.94e-6, rel=1e-4)


def test_rows_are_cells_of_ours_and_are_stored(tmp_path: Path) -> None:
    run = imported(tmp_path, "imb-2021.11/mpi1.txt").run
    assert (run.kind, run.status) == ("import", "finished")
    cells = {cell.id: cell for cell in run.plan.cells}
    assert {"site/sendrecv/8/0-1", "site/allreduce/8/0-1/float/sum/behind-barriers", "site/barrier/0/0-1"} <= set(cells)
    with Store.open(tmp_path / "rankwise.db") as store:
        assert store.load("last") == run
        (visit,) = store.visits(run.id, "site/sendrecv/8/0-1")
    table = read("imb-2021.11/mpi1.txt")[1].tables[2]
    row = next(row for row in table.rows if row.size_bytes == 8)
    assert visit.samples_s == (row.values[table.columns.index("t_max_s")],)
    assert visit.calls_per_sample == 20


def test_what_x_counts_in_a_reduce_scatter_depends_on_the_release(tmp_path: Path) -> None:
    name, report = read("imb-2021.11/mpi1.txt")
    for version, expected in (("2021.11", 16), ("2019", 16), ("2018 Update 1", 8), ("4.0 Update 1", 8)):
        text = name, replace(report, version=version)
        run = keep([text], side="site", ranks=0, out=tmp_path / version).run
        sizes = [cell.size_bytes for cell in run.plan.cells if cell.kernel == "reduce_scatter"]
        assert max(sizes) == expected


@pytest.mark.parametrize(
    ("version", "flags", "bcast", "allreduce"),
    [
        ("2021.11", "", ("barrier", 0), ("barrier", 0)),
        ("2021.11", "-sync off -root_shift on", ("batch", -1), ("", 0)),
        ("2017", "", ("barrier", 0), ("barrier", 0)),
        ("4.1 Update 1", "", ("batch", -1), ("", 0)),
        ("4.1 Update 1", "-sync on -root_shift off", ("barrier", 0), ("barrier", 0)),
        ("3.2", "", ("batch", -1), ("", 0)),
    ],
)
def test_how_calls_follow_each_other_depends_on_release_and_flags(
    version: str, flags: str, bcast: tuple[str, int], allreduce: tuple[str, int], tmp_path: Path
) -> None:
    name, report = read("imb-2021.11/mpi1.txt")
    text = name, replace(report, version=version, facts={"calling sequence": f"IMB-MPI1 {flags}"})
    run = keep([text], side="site", ranks=0, out=tmp_path).run
    found = {cell.kernel: (cell.pace, cell.root) for cell in run.plan.cells}
    assert (found["bcast"], found["allreduce"]) == (bcast, allreduce)
    assert found["pingpong"] == found["barrier"] == ("", 0)


def test_rows_that_are_timed_otherwise_are_no_cells_of_rankwise_bench(tmp_path: Path) -> None:
    run = imported(tmp_path, "imb-2021.11/mpi1.txt").run
    (theirs,) = (one for one in run.plan.cells if one.kernel == "bcast" and one.size_bytes == 8)
    ours = cell("site", "bcast", 8, (0, 1))
    later = replace(run, id="later", plan=replace(run.plan, cells=(ours,)))
    compared = diff(run, later, ({theirs.id: {0: 1e-6}}, {ours.id: {0: 2e-6}}))
    assert compared.changes == compared.only_before == compared.only_after == ()
    (apart,) = compared.incomparable
    assert (apart.before, apart.after) == (theirs.id, ours.id)
    assert apart.why == "timed call by call behind barriers before, in the kernel's own way after"
    assert f"not comparable: 1, {apart.why}" in diff_lines(compared)


def test_means_of_ranks_are_not_compared_with_times_of_the_slowest(tmp_path: Path) -> None:
    text = "# OSU MPI Allreduce Latency Test v7.4\n# Size Avg Latency(us){}\n8 4.00{}\n"
    for name, heads, row in (
        ("mean", "", ""),
        ("full", " Min Latency(us) Max Latency(us) Iterations", " 3.0 9.00 1000"),
    ):
        report = osu_text.read(Source(name, text.format(heads, row)))
        stored = keep([(name, report)], side="site", ranks=4, out=tmp_path)
        assert any("means over the ranks" in note for note in stored.notes) == (name == "mean")
    with Store.open(tmp_path / "rankwise.db") as store:
        mean, full = (store.load(summary.id) for summary in store.runs())
    compared = diff_runs(mean.id, full.id, tmp_path)
    assert not compared.changes
    why = "times of the mean of ranks before, of the slowest rank after"
    assert [apart.why for apart in compared.incomparable] == [why]


def test_windows_and_rates_become_times_of_a_call(tmp_path: Path) -> None:
    run = imported(tmp_path, "osu-5.3/osu_mbw_mr.txt", "imb-2021.11/mpi1-np4.txt").run
    times = {result.cell: result.estimate.median_s for result in run.results if result.estimate}
    assert times["site/uniband/1/0-1/w64/one-place"] == pytest.approx(64 / 3334278.05, rel=1e-6)
    assert times["site/uniband/4/0-1-2-3/w256/one-place"] == pytest.approx(2 * 256 / 3809683, rel=1e-6)
    assert times["site/biband/4/0-1-2-3/w256/one-place"] == pytest.approx(2 * 2 * 256 / 5479997, rel=1e-6)


def test_operations_under_one_flush_and_messages_of_a_stencil_are_one_call(tmp_path: Path) -> None:
    name, rma = read("imb-2021.11/rma.txt")
    thousand = [
        replace(table, rows=tuple(replace(row, repetitions=1000) for row in table.rows if row.repetitions))
        for table in rma.tables
    ]
    p2p = read("imb-2021.11/p2p4.txt")
    found = keep([(name, replace(rma, tables=tuple(thousand))), p2p], side="site", ranks=0, out=tmp_path).run
    times = {result.cell: result.estimate.median_s for result in found.results if result.estimate}
    assert times["site/put_stream/4/0-1/w125/one-place/create"] == pytest.approx(125 * 0.40e-6)
    assert times["site/put_flush/4/0-1/create"] == pytest.approx(0.73e-6)
    assert times["site/halo_all_2d/1/0-1-2-3"] == pytest.approx(4 * 152.82e-6)
    with Store.open(tmp_path / "rankwise.db") as store:
        (together,) = store.visits(found.id, "site/put_stream/4/0-1/w125/one-place/create")
        (apart,) = store.visits(found.id, "site/put_flush/4/0-1/create")
    assert (together.calls_per_sample, apart.calls_per_sample) == (8, 1000)


def repeated(name: str, times: int) -> list[tuple[str, SuiteReport]]:
    """The text, and others of the same job that are slower by a thousandth each."""
    _, report = read(name)

    def slower(number: int) -> SuiteReport:
        tables = tuple(
            replace(
                table,
                rows=tuple(
                    replace(row, values=tuple(value * (1 + number / 1000) for value in row.values))
                    for row in table.rows
                ),
            )
            for table in report.tables
        )
        return replace(report, tables=tables)

    return [(name, slower(number)) for number in range(times)]


def test_several_texts_are_launches_and_can_be_compared_with_another_run(tmp_path: Path) -> None:
    before, after = (
        keep(repeated(name, 3), side="site", ranks=0, out=tmp_path).run
        for name in ("imb-2021.2/mpi1.txt", "imb-2021.11/mpi1.txt")
    )
    with Store.open(tmp_path / "rankwise.db") as store:
        times = [launch_times(store.visits(run.id)) for run in (before, after)]
    assert len(times[0]["site/pingpong/8/0-1"]) == 3
    compared = diff(before, after, (times[0], times[1]))
    found = {change.cell for change in compared.changes}
    assert found >= {"site/pingpong/8/0-1", "site/alltoall/8/0-1/behind-barriers"}
    assert not compared.only_after


def test_groups_and_rows_without_values(tmp_path: Path) -> None:
    run = imported(tmp_path, "imb-2021.11/mpi1-multi1.txt", "imb-2021.11/mem.txt").run
    both = next(cell for cell in run.plan.cells if cell.id == "site/pingpong/1/0-1+2-3")
    assert both.groups == ((0, 1), (2, 3))
    refused = next(result for result in run.results if result.cell == "site/pingpong/1MiB/0-1")
    assert refused.estimate is None
    assert refused.error is not None
    assert refused.error.startswith("out-of-mem")


def test_ranks_that_no_text_says_are_asked_for_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="of how many ranks") as error:
        imported(tmp_path, "osu-7.4/osu_latency.txt", "osu-7.4/osu_allreduce.txt")
    assert error.value.code == "no-ranks"
    assert not (tmp_path / "rankwise.db").exists()
    run = imported(tmp_path, "osu-7.4/osu_latency.txt", "osu-7.4/osu_allreduce.txt", ranks=2).run
    assert {cell.kernel for cell in run.plan.cells} == {"pingpong", "allreduce"}


def test_a_job_that_was_told_to_end_is_read_as_far_as_it_came() -> None:
    text = """# Benchmarking PingPong
# #processes = 2
#---------------------------------------------------
       #bytes #repetitions      t[usec]   Mbytes/sec
            0         1000         0.20         0.00
          512 was not measured
"""
    with pytest.raises(UsageError, match="cut off"):
        imb_text.read(Source("standard output", text))
    (table,) = imb_text.read(Source("standard output", text), partial=True).tables
    assert [(row.size_bytes, row.problem) for row in table.rows] == [(0, ""), (512, "was not measured")]


ZERO = """# OSU MPI Latency Test v7.4
# Size       Avg Latency(us)
1                       0.00
2                       0.00
4                       0.12
8                       0.13
16                      0.13
"""
REFUSED = """#    Intel(R) MPI Benchmarks 2021.11, MPI-1 part
# Benchmarking PingPong
# #processes = 2
#---------------------------------------------------
       #bytes #repetitions      t[usec]   Mbytes/sec
            0         1000         0.00         0.00
            8         1000         0.21         38.0
# !! Benchmark Alltoall invalid for 1 processes !!
# All processes entering MPI_Finalize
"""


def test_what_of_a_text_is_not_stored_is_told_wherever_the_run_is_shown(tmp_path: Path) -> None:
    told = {}
    for name, text in (
        ("zero", ZERO),
        ("refused", REFUSED),
        ("cut", ZERO.replace("16                      0.13", "16")),
    ):
        file = tmp_path / name
        file.write_text(text)
        told[name] = import_files(file, partial=name == "cut", out=tmp_path / "out")
    zero = "left out: 2 rows of OSU MPI Latency Test without a time above zero (1 B, 2 B)"
    cut = f"{tmp_path / 'cut'} is cut off: it ends inside a row of OSU MPI Latency Test (line 7)"
    assert told["zero"].run.warnings == (zero,)
    assert told["refused"].run.warnings == (
        "not run: Alltoall (invalid for 1 processes)",
        "left out: 1 row of PingPong without a time above zero (0 B)",
    )
    assert told["cut"].run.warnings == (cut, zero)
    assert {zero, cut} <= set(bench.lines(told["cut"].run))
    shown = diff_lines(diff_runs(told["zero"].run.id, told["cut"].run.id, tmp_path / "out"))
    assert f"before: {zero}" in shown and f"after: {cut}" in shown


def test_a_run_that_was_cut_before_its_first_row_is_told(tmp_path: Path) -> None:
    file = tmp_path / "log"
    file.write_text(ZERO + "# OSU MPI Bandwidth Test v7.4\n")
    (warning,) = (line for line in import_files(file, partial=True, out=tmp_path).run.warnings if "cut off" in line)
    assert "what begins in line 8 ends in the heading of OSU MPI Bandwidth Test" in warning


def test_single_values_are_shown_with_their_ratio(tmp_path: Path) -> None:
    head = "# OSU MPI Latency Test v7.4\n# Size       Avg Latency(us)\n"
    runs = []
    for time_us in (22.8, 1.0):
        report = osu_text.read(Source("text", f"{head}8      {time_us}\n"))
        runs.append(keep([("text", report)], side="site", ranks=0, out=tmp_path).run)
    with Store.open(tmp_path / "rankwise.db") as store:
        times = [launch_times(store.visits(run.id)) for run in runs]
    lines = diff_lines(diff(runs[0], runs[1], (times[0], times[1])))
    assert any("22.8x, one launch each: no interval" in line for line in lines), lines


def test_an_export_of_single_values_has_no_interval(tmp_path: Path) -> None:
    """It had a hundredth and a hundred times of the value."""
    (row, *_) = cell_rows(imported(tmp_path, "osu-7.4/osu_latency.txt").run)
    assert row["samples"] == 1 and row["median_s"]
    assert not {"low_s", "high_s", "p95_s", "p99_s"} & row.keys()


def test_the_time_of_a_window_is_not_told_as_that_of_a_message(tmp_path: Path) -> None:
    told = of_bench(imported(tmp_path, "osu-7.4/osu_bw.txt").run)[0]
    assert " at 1 B, 64 messages of it at once, " in told


def test_a_copy_of_a_table_is_no_repetition(tmp_path: Path) -> None:
    twice = imported(tmp_path, *["osu-7.4/osu_latency.txt"] * 2)
    assert twice.notes == ("1 of 2 tables left out: every digit is that of another table",)
    assert {result.estimate.samples for result in twice.run.results if result.estimate} == {1}


def test_few_equal_digits_are_a_repetition(tmp_path: Path) -> None:
    texts = [osu_text.read(Source("text", f"# OSU MPI Barrier Latency Test v7.4\n# Avg Latency(us)\n{time_us}\n"))
             for time_us in ("0.21", "0.21", "0.23")]  # fmt: skip
    run = keep([("text", report) for report in texts], side="site", ranks=2, out=tmp_path).run
    assert [result.estimate.launches for result in run.results if result.estimate] == [3]


def test_one_value_has_no_interval_and_no_tail_and_two_that_are_equal_have_none_either(tmp_path: Path) -> None:
    name = "osu-7.4/osu_latency.txt"
    one = imported(tmp_path, name).run
    (shown,) = bench.tables(one)
    assert shown[1] == ("size", "median", "95 %")
    assert {row[2] for row in shown[2]} == {"one value"}
    assert of_bench(one)[-1] == f"{len(one.results)} of {len(one.results)} figures: one value, so no interval."
    _, report = read(name)
    (table,) = report.tables
    other = replace(table, rows=(*table.rows[:-1], replace(table.rows[-1], values=(1e-3,))))
    two = keep([read(name), (name, replace(report, tables=(other,)))], ranks=2, out=tmp_path).run
    assert {row[2] for row in bench.tables(two)[0][2][:-1]} == {"±? *"}


def test_the_rate_of_repetitions_is_their_median(tmp_path: Path) -> None:
    name = "imb-4.0/pingpong.txt"
    single, triple = (keep(repeated(name, times), ranks=2, out=tmp_path).run for times in (1, 3))
    rates = [run.results[-1].rate_bytes_per_s for run in (single, triple)]
    assert rates[1] == pytest.approx(rates[0] * 1.001)


RING = "OSU MPI Neighborhood Allgather Latency Test"
GRID = f"Dimensions size = {{}}\n# {RING} v7.4\n# Size       Avg Latency(us)\n8  2.50\n"


@pytest.mark.parametrize(
    ("command", "sides", "name", "ranks"),
    [
        ("", "6", "neighbor_allgather_ring", 6),
        ("", "4 2", f"OMB:{RING}:4x2", 8),
        ("$ mpirun -n 6 osu_neighbor_allgather -N cart:1:2\n", "6", f"OMB:{RING}:cart:1:2", 6),
    ],
)
def test_a_neighbourhood_that_is_no_ring_is_none_of_our_cells(
    tmp_path: Path, command: str, sides: str, name: str, ranks: int
) -> None:
    """Only the default of -N is a ring; the sides of its grid say of how many ranks it is."""
    (tmp_path / "log").write_text(command + GRID.format(sides))
    (cell,) = import_files(tmp_path / "log", out=tmp_path).run.plan.cells
    assert (cell.kernel, len(cell.groups[0])) == (name, ranks)


def test_more_ranks_than_a_grid_can_have_are_refused(tmp_path: Path) -> None:
    (tmp_path / "log").write_text(GRID.format("999999 999999"))
    with pytest.raises(UsageError, match="is not a number of ranks"):
        import_files(tmp_path / "log", out=tmp_path)


ALLREDUCE = """# Benchmarking Allreduce
{}#----
       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]
            8         1000         0.93         0.94         0.93

# All processes entering MPI_Finalize
"""


@pytest.mark.parametrize(
    ("heading", "ranks", "expected"), [("# #processes = 16\n", 4, 16), ("# ( #processes = 16 ) \n", 4, 16), ("", 4, 4)]
)
def test_processes_of_imb_are_those_of_the_heading_or_the_users(
    tmp_path: Path, heading: str, ranks: int, expected: int
) -> None:
    (tmp_path / "log").write_text(ALLREDUCE.format(heading))
    (cell,) = import_files(tmp_path / "log", ranks=ranks, out=tmp_path).run.plan.cells
    assert len(cell.groups[0]) == expected


def test_processes_that_imb_does_not_say_are_asked_for(tmp_path: Path) -> None:
    (tmp_path / "log").write_text(ALLREDUCE.format(""))
    with pytest.raises(UsageError, match="does not say of how many processes"):
        import_files(tmp_path / "log", out=tmp_path)
