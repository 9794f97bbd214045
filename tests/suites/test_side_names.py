"""No cell of two things: tables of one benchmark are sides where anything in a text tells them apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from builders.cpu_time import at_most
from rankwise.core.errors import UsageError
from rankwise.store import Store
from rankwise.suites.text import around
from rankwise.suites.text.logs import reports_of
from rankwise.verbs.import_text import Imported, keep

LATENCY = "# OSU MPI Latency Test v7.4\n# Size       Avg Latency(us)\n1             {}\n2             {}\n"
IMB = """#---------------------------------------------------
# Benchmarking PingPong
# #processes = 2
#---------------------------------------------------
       #bytes #repetitions      t[usec]   Mbytes/sec
            0         1000         {}         0.00
            8         1000         {}         8.00
"""
DEVICE = "# OSU MPI-{} Bandwidth Test v{}\n{}# Size      Bandwidth (MB/s)\n1    {}\n4194304    {}\n"


def imported(tmp_path: Path, *texts: str, ranks: int = 0) -> Imported:
    reports = []
    for number, text in enumerate(texts):
        file = tmp_path / f"{number}.txt"
        file.write_text(text)
        reports += [(file.name, report) for report in reports_of(file, partial=True)]
    return keep(reports, side="site", ranks=ranks, out=tmp_path / "out")


def sides(found: Imported) -> list[str]:
    return sorted(found.run.mpis)


def latency(first: str = "", second: str = "", between: str = "") -> str:
    return first + LATENCY.format(1.0, 1.1) + between + second + LATENCY.format(5.0, 5.1)


TWO_THINGS = {
    "commands": (latency("$ mpirun -n 2 osu_latency\n", "$ mpirun -n 2 --mca pml ucx osu_latency\n"), "ucx"),
    "commands behind a root's prompt": (latency("# mpirun -n 2 a/osu_latency\n", "# mpirun -n 2 b/osu_latency\n"), "b"),
    "environment": (latency("export UCX_TLS=rc_x\n", "export UCX_TLS=tcp\n"), "UCX_TLS=tcp"),
    "environment, as a script shows it": (latency("UCX_TLS: rc_x\n", "UCX_TLS: tcp\n"), "tcp"),
    "titles": (latency("=== same node ===\n", "=== other node ===\n"), "other"),
    "titles of Markdown": (latency("## Open MPI\n", "## MPICH\n"), "MPICH"),
    "prose": (latency("", "And with the firewall off:\n"), "firewall"),
    "pairs": (latency("pair 0,1  run 1/1  17:17:30\n", "pair 0,2  run 1/1  17:17:36\n"), "0,2"),
    "hosts": (latency("node001 node002\n", "node001 node003\n"), "node003"),
    "providers": (
        latency(*(f"[0] MPI startup(): libfabric provider: {name}\n" for name in ("tcp", "verbs;ofi_rxm"))),
        "verbs",
    ),
    "columns": (
        LATENCY.format(1.0, 1.1) + LATENCY.replace("\n1 ", " Max Latency(us)\n1  ").format("1 1", "2 2"),
        "slowest-rank",
    ),
    "releases": (LATENCY.format(1.0, 1.1) + LATENCY.replace("7.4", "5.6.3").format(1.0, 1.1), "v5.6.3"),
    "a size in the environment": (latency("export UCX_RNDV_THRESH=16384\n", "export UCX_RNDV_THRESH=60001\n"), "60001"),
    "a size in the command": (
        latency(*(f"$ mpirun -n 2 --mca btl_sm_eager_limit {size} osu_latency\n" for size in (32768, 65536))),
        "65536",
    ),
    "a setting in the command": (
        latency(*(f"$ mpirun -n 2 -x UCX_RNDV_THRESH={size} osu_latency\n" for size in (12288, 24576))), "24576"
    ),
    "nodes in the command": (
        latency(*(f"$ srun -N2 -w nid[001234,{other}] osu_latency\n" for other in ("001235", "005678"))), "005678"
    ),
    "masks in the command": (
        latency(*(f"$ srun -n 2 --cpu-bind=mask_cpu:0x1000000000,0x{mask} osu_latency\n"
                  for mask in ("2000000000", "200000000000"))), "200000000000",
    ),
    "a size of five digits in a title": (latency("== eager limit 10240 ==\n", "== eager limit 20480 ==\n"), "20480"),
    "a delay with a point": (latency("== netem delay 0.5 ms ==\n", "== netem delay 2.5 ms ==\n"), "2.5"),
    "a setting behind a hash": (latency("# UCX_RNDV_THRESH=12288\n", "# UCX_RNDV_THRESH=24577\n"), "24577"),
    "a size in a title": (latency("== eager limit 16384 ==\n", "== eager limit 20000 ==\n"), "20000"),
    "an index in the environment": (latency("export UCX_IB_GID_INDEX=1\n", "export UCX_IB_GID_INDEX=3\n"), "=3"),
    "bytes": (latency("buffer 12345 bytes\n", "buffer 54321 bytes\n"), "54321"),
    "a delay": (latency("== delay 1ms ==\n", "== delay 10ms ==\n"), "delay-10ms"),
    "ports of an adapter": (latency("mlx5_0 port 1\n", "mlx5_0 port 2\n"), "port-2"),
    "a number of processes": (latency("Number of process: 24\n", "Number of process: 48\n"), "48"),
    "nodes of a run": (latency("Run 2 nodes\n", "Run 3 nodes\n"), "Run-3"),
    "processes of a launch": (latency("launch: 12 processes\n", "launch: 24 processes\n"), "24"),
    "a setting in brackets": (latency("[ppn:3]\n", "[ppn:6]\n"), "ppn:6"),
    "a word that begins as a month": (latency("margin 10\n", "margin 20\n"), "20"),
    "writers": (
        "".join(f"[1,{rank}]<stdout>:{line}\n" for rank in (0, 2) for line in LATENCY.format(rank, 1.0).splitlines()),
        "1,2",
    ),
    "makers": (latency("Sun MPI 8.2\n", "Open MPI 8.2\n"), "Sun"),
    "what Open MPI says of its components": (
        latency(*(f"[n1:0{pid}] mca: base: components_open: found loaded component {name}\n"
                  for pid, name in ((1234, "ucx"), (1240, "ob1")))),
        "site-ob1",
    ),
    "pinning of Intel MPI": (
        "".join(f"[0] MPI startup(): 0 {pid} n1 {{0}}\n[0] MPI startup(): 1 {pid + 1} n1 {{{cpu}}}\n" + IMB.format(3, 3)
                for pid, cpu in ((1234, 1), (1334, 12))),
        "12",
    ),
    "tables of IMB": (
        "[0] DAPL startup(): DAPL provider ofa-v2-mlx4_0-1u\n" + IMB.format(3.0, 3.1)
        + "[0] DAPL startup(): DAPL provider ofa-v2-scif0\n" + IMB.format(8.0, 8.1),
        "scif0",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "name"), TWO_THINGS.values(), ids=TWO_THINGS)
def test_two_things_are_two_sides_named_after_what_differs(tmp_path: Path, text: str, name: str) -> None:
    found = imported(tmp_path, text)
    assert len(sides(found)) == 2, sides(found)
    assert any(name in side for side in sides(found)), sides(found)
    assert all(result.estimate and result.estimate.launches == 1 for result in found.run.results)
    assert any("side of its own" in note for note in found.notes)
    with Store.open(tmp_path / "out/rankwise.db") as store:
        assert {visit.launch for visit in store.visits(found.run.id)} == {0}


REPEATED = {
    "nothing between": latency(),
    "a counter and times": latency("run 1/2 at 10:00:00\n", "run 2/2 at 10:01:00\n"),
    "dates": latency("05.11.2024 10:00\n", "06.11.2024 11:30\n"),
    "dates behind slashes": latency("2024/11/05 09:00:01 AM\n", "2024/11/06 1:10:59 PM\n"),
    "processes of UCX": latency(
        *(
            f"[{at}] [n1:{pid}:0] ucp_worker.c:1855 UCX INFO tag(rc_mlx5/mlx5_0:1)\n"
            for at, pid in ((1690000000.1, 1234), (1690000009.9, 999))
        )
    ),
    "numbers of jobs in the environment": latency("SLURM_JOB_ID=1024\n", "SLURM_JOB_ID=1025\n"),
    "how long it took": latency("took 10 s\n", "took 12 s\n"),
    "how long a warm-up took": latency("Warmup took 12.5 ms\n", "Warmup took 13.7 ms\n"),
    "masks of srun": latency(*(f"cpu-bind=MASK - n1, task  0  0 [{pid}]: mask 0x1 set\n" for pid in (2001, 2051))),
    "writers of two jobs": "".join(
        f"[prterun-n1-{pid}@1,0]<stdout>: {line}\n"
        for pid, job in ((4711, 0), (4800, 4))
        for line in latency().splitlines()[job : job + 4]
    ),
    "folders of jobs in the command": latency(
        *(f"$ mpirun -n 2 /tmp/job.{job}/osu_latency > out.{job}\n" for job in (47110, 48151))
    ),
    "jobs in the command": latency(*(f"$ SLURM_JOB_ID={job} srun --jobid {job} osu_latency\n" for job in (48151, 4))),
    "runs before a setting": latency("Run 1 nodes=4, step 1 ranks: 8\n", "Run 2 nodes=4, step 2 ranks: 8\n"),
    "months": latency("5 March 2024, Sept. 05 10:00:00\n", "5 March 2024, Sept. 06 11:00:00\n"),
    "ports of a server": latency("listens at port 45131\n", "listens at port 45133\n"),
    "processes in brackets": latency("[n1:41] ready\n", "[n1:57] ready\n"),
    "jobs": latency("Job 4711 on node001\n", "Job 4712 on node001\n"),
    "an end": latency("start\n", "start\n", "done\n") + "done\n",
    "what time prints": latency("", "", "real\t0m1.2s\nuser\t0m1.0s\nsys\t0m0.1s\n"),
    "rules": latency("==========\n", "----------\n"),
}


@pytest.mark.parametrize("text", REPEATED.values(), ids=REPEATED)
def test_what_nothing_tells_apart_are_repetitions_and_it_is_told(tmp_path: Path, text: str) -> None:
    found = imported(tmp_path, text)
    assert sides(found) == ["site"]
    assert all(result.estimate and result.estimate.launches == 2 for result in found.run.results)
    (note,) = found.notes
    assert "2 tables of OSU MPI Latency Test (site): nothing tells them apart" in note


def test_what_times_are_sets_no_other_benchmark_apart(tmp_path: Path) -> None:
    init = "# OSU MPI Init Test v7.4\nnprocs: 2, min: 67 ms, max: 68 ms, avg: 67 ms\n"
    found = imported(tmp_path, "".join(f"## {mpi}\n{init}{LATENCY.format(1.0, 1.1)}" for mpi in ("one", "two")))
    assert sides(found) == ["site-one", "site-two"]


def test_tables_of_other_cells_are_no_repetitions(tmp_path: Path) -> None:
    runs = [
        f"# Intel(R) MPI Benchmarks 2021.3, MPI-1 part\n# IMB-MPI1{flags}\n{IMB}" for flags in (" -off_cache -1", "")
    ]
    found = imported(tmp_path, "".join(run.format(1.0, 1.0) for run in runs))
    assert (len(found.run.results), found.notes) == (4, ())


ALLREDUCE = "# OSU MPI{} Allreduce Latency Test v7.5\n# Size       Avg Latency(us)\n8    3.0\n"


@pytest.mark.parametrize(
    "heads",
    [
        ["mpirun -np 2 osu_allreduce", "srun -N2 --ntasks=4 osu_allreduce", "mpirun -n 3 a : -n 5 osu_allreduce"],
        ["mpirun -np 2 a -n 100", "nice -n 10 mpirun -np 4 a", "mpirun -np 8 a"],
        ["2 nodes, 1 process per node, 2 ranks", "2 nodes, 2 processes per node, 4 ranks", "8 processes on 2 nodes"],
        ["### np=2", "### np=4", "### np=8"],
        ["Number of process: 2", "Total number of tasks = 4", "Ranks: 8"],
        ["Processes: 1 per node, 2 ranks", "4 ranks, np = 2 on each node", "ranks: 2/node; nprocs=8"],
        ["=== 2 ranks ===", "=== 4 ranks ===", "=== 8 ranks ==="],
    ],
)
def test_ranks_are_those_of_the_line_above_a_table(tmp_path: Path, heads: list[str]) -> None:
    text = "".join(f"{head}\n{ALLREDUCE.format('')}" for head in heads)
    cells = imported(tmp_path, text, ranks=8).run.plan.cells
    assert [len(cell.groups[0]) for cell in cells] == [2, 4, 8]


@pytest.mark.parametrize(
    "text",
    [
        "mpirun -np 900000000 osu_allreduce\n" + ALLREDUCE.format(""),
        "# OSU MPI Multiple Bandwidth / Message Rate Test v7.5\n# [ pairs: 900000000 ] [ window size: 64 ]\n"
        "# Size                  MB/s        Messages/s\n1     3.12    3120000.00\n",
        "# OSU MPI Init Test v7.4\nnprocs: 900000, min: 67 ms, max: 68 ms, avg: 67 ms\n",
    ],
    ids=["a launch line", "pairs", "start-up"],
)
def test_a_number_of_ranks_that_would_fill_the_memory_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(UsageError, match="is not a number of"):
        imported(tmp_path, text)


@pytest.mark.parametrize(
    "title", ["MPI Multi-threaded Latency", "OpenSHMEM Put", "NCCL Bandwidth", "NCCL Allreduce Latency"]
)
def test_ranks_of_programs_that_are_none_of_ours(tmp_path: Path, title: str) -> None:
    text = f"# OSU {title} Test v7.5\n# Size       Latency(us)\n8    3.0\n"
    if "Allreduce" in title:
        with pytest.raises(UsageError, match="does not say of how many ranks"):
            imported(tmp_path, text)
    else:
        assert [cell.groups for cell in imported(tmp_path, text).run.plan.cells] == [((0, 1),)]


def test_a_title_holds_for_all_tables_below_it(tmp_path: Path) -> None:
    bandwidth = "# OSU MPI Bandwidth Test v7.4\n# Size      Bandwidth (MB/s)\n1    {}\n"
    both = [f"## {name}\n" + LATENCY.format(1.0, 1.1) + bandwidth.format(3.0) for name in ("Open MPI", "MPICH")]
    found = imported(tmp_path, "".join(both))
    assert {cell.side for cell in found.run.plan.cells if cell.kernel == "uniband"} == {"site-Open-MPI", "site-MPICH"}


def test_a_warning_inside_a_table_is_none_of_the_next(tmp_path: Path) -> None:
    first = LATENCY.format(1.0, 1.1).replace("\n2 ", "\nlibibverbs: cannot open a device\n2 ")
    assert sides(imported(tmp_path, first + LATENCY.format(1.0, 1.1))) == ["site"]


def test_files_of_other_releases_are_other_sides(tmp_path: Path) -> None:
    found = imported(tmp_path, LATENCY.format(1.0, 1.1), LATENCY.replace("7.4", "5.9").format(1.0, 1.1))
    assert sides(found) == ["site-v5.9", "site-v7.4"]


def said(send: str, receive: str) -> str:
    names = {"D": "DEVICE (D)", "H": "HOST (H)", "M": "MANAGED (M)", "MH": "MANAGED (MH)", "MD": "MANAGED (MD)"}
    return f"# Send Buffer on {names[send]} and Receive Buffer on {names[receive]}\n"


def test_a_one_sided_program_of_devices_is_our_kernel_with_its_buffers(tmp_path: Path) -> None:
    text = "".join(
        "# OSU MPI_Put-CUDA Latency Test v7.4\n# Window creation: MPI_Win_create\n# Synchronization: MPI_Win_flush\n"
        f"# Rank 0 Memory on {memory} and Rank 1 Memory on DEVICE (D)\n# Size          Latency (us)\n1   1.1\n"
        for memory in ("HOST (H)", "DEVICE (D)")
    )
    cells = imported(tmp_path, text).run.plan.cells
    assert [(cell.kernel, cell.buffers) for cell in cells] == [("put_flush", "H,D"), ("put_flush", "D")]


@pytest.mark.parametrize(
    ("accelerator", "heading", "buffers"),
    [
        ("CUDA", said("H", "D"), "H,D"),
        ("CUDA", said("D", "D"), "D"),
        ("CUDA", said("H", "H"), ""),
        ("ROCM", said("D", "H"), "D,H"),
        ("OPENACC", said("D", "D"), "D"),
        ("CUDA", said("M", "D"), "M,D"),
        ("CUDA", said("MH", "MD"), "M"),
        ("SYCL", said("D", "D"), "D"),
    ],
)
def test_programs_of_devices_are_our_kernels_with_their_buffers(
    tmp_path: Path, accelerator: str, heading: str, buffers: str
) -> None:
    found = imported(tmp_path, DEVICE.format(accelerator, "5.7", heading, 2.98, 4036.15))
    small, large = found.run.plan.cells
    assert (small.kernel, small.window, small.buffers, small.groups) == ("uniband", 64, buffers, ((0, 1),))
    time = next(result for result in found.run.results if result.cell == large.id).estimate
    assert time and time.median_s == pytest.approx(64 * (4 << 20) / 4036.15e6)


def test_two_kinds_of_buffers_are_never_one_cell(tmp_path: Path) -> None:
    texts = [DEVICE.format("CUDA", "5.7", said(*kinds), 1.0, 2.0) for kinds in (("H", "D"), ("D", "D"), ("H", "H"))]
    found = imported(tmp_path, *texts)
    assert len({result.cell for result in found.run.results}) == 6
    assert all(result.estimate and result.estimate.launches == 1 for result in found.run.results)


@pytest.mark.parametrize("before", ["$ srun -N2 osu_bw --validation D H\n", "--- osu_bw (D H, up to 4 MiB) ---\n"])
def test_buffers_stand_in_the_command_where_the_heading_lacks_them(tmp_path: Path, before: str) -> None:
    found = imported(tmp_path, before + DEVICE.format("ROCM", "7.5", "# Datatype: MPI_CHAR.\n", 1.0, 2.0))
    assert {cell.buffers for cell in found.run.plan.cells} == {"D,H"}
    assert not found.notes


def test_buffers_that_nothing_says_are_told(tmp_path: Path) -> None:
    found = imported(tmp_path, DEVICE.format("ROCM", "7.5", "", 1.0, 2.0))
    assert {cell.buffers for cell in found.run.plan.cells} == {"D"}
    assert "does not say which buffers" in found.notes[0]


def test_collectives_of_devices(tmp_path: Path) -> None:
    text = "# OSU MPI-CUDA Allreduce Latency Test v7.4\n# Size       Avg Latency(us)\n8    3.0\n"
    (cell,) = imported(tmp_path, text, ranks=4).run.plan.cells
    assert (cell.kernel, cell.buffers, cell.groups) == ("allreduce", "D", ((0, 1, 2, 3),))
    managed = text.replace("-CUDA", "-CUDA MANAGED")
    (cell,) = imported(tmp_path, managed, ranks=4).run.plan.cells
    assert (cell.kernel, cell.buffers) == ("allreduce", "M")


def test_start_up_is_no_table_that_was_cut_off(tmp_path: Path) -> None:
    hello = "# OSU MPI Hello World Test v5.6.3\nThis is a test with 2 processes\n"
    init = "# OSU MPI Init Test v5.6.3\nnprocs: 2, min: 13 ms, max: 14 ms, avg: 13 ms\n"
    (tmp_path / "log").write_text(hello + init + LATENCY.format(1.0, 1.1))
    reports = reports_of(tmp_path / "log", partial=False)
    found = keep([("log", report) for report in reports], side="site", ranks=0, out=tmp_path / "out")
    start = next(result for result in found.run.results if "Init" in result.cell)
    assert start.estimate and start.estimate.median_s == pytest.approx(14e-3)
    assert len(found.run.results) == 3
    (tmp_path / "hello").write_text(hello)
    with pytest.raises(UsageError, match="no row of results") as error:
        reports_of(tmp_path / "hello", partial=False)
    assert error.value.code == "bad-import"


@pytest.mark.parametrize(
    ("line", "starts"),
    [
        ("mpirun -n 2 osu_latency", True),
        ("me@login:~$ /opt/mpi/bin/mpiexec.hydra -n 2 osu_latency", True),
        ("+srun -n 2 osu_latency", True),
        ("OMP_NUM_THREADS=1 UCX_TLS=tcp mpirun -n 2 osu_latency", True),
        ("time -p env A=b mpirun -n 2 osu_latency", True),
        ("flux run -n 2 osu_latency", True),
        ("flux queue", False),
        ("mpirun", False),
        ("results of mpirun -n 2", False),
        ("mpiruns -n 2", False),
        ("env " + "a " * 200_000, False),
    ],
)
def test_a_line_that_starts_ranks_is_a_command(line: str, starts: bool) -> None:
    with at_most(5.0):
        assert around._starts_ranks(line) == starts


def test_of_a_long_command_the_end_tells_too(tmp_path: Path) -> None:
    commands = (f"$ mpirun {'-x A_NAME=value ' * 20}-n 2 --mca pml {name} osu_latency\n" for name in ("ob1", "ucx"))
    assert len(sides(imported(tmp_path, latency(*commands)))) == 2
