"""Texts of the kinds that people post in public, written for this: what is told of each, by the reader of its kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rankwise.cluster.switch_files import read_switches
from rankwise.core.errors import RankwiseError
from rankwise.inventory.collect import load
from rankwise.logs.judge import findings_of
from rankwise.logs.reader import Reader
from rankwise.suites.text.logs import reports_of
from rankwise.verbs.import_text import keep

Told = Callable[[Path], str]


def _log(file: Path) -> str:
    reader = Reader()
    reader.feed(file.read_bytes())
    reader.end_file()
    told = findings_of(reader.ended())[:1]
    return "; ".join(" ".join([one.title, one.cause, *(fix.text for fix in one.fixes)]) for one in told) or "nothing"


def _import(file: Path) -> str:
    reports = [(file.name, report) for report in reports_of(file, partial=False)]
    kept = keep(reports, ranks=2, out=file.parent / "out")
    return "; ".join([*kept.notes, *(cell.id for cell in kept.run.plan.cells), f"{kept.run.plan.launches} launches"])


def _machine(file: Path) -> str:
    return f"read: {load(file).hostname}"


def _switches(file: Path) -> str:
    return repr(read_switches(file))


_OSU = """\
# OSU MPI Bandwidth Test v7.4
# Datatype: MPI_CHAR.
# Size      Bandwidth (MB/s)
1                      {0}
1024                1023.51
65536               9811.20
"""
_IMB = """\
# Benchmarking PingPong
# #processes = 2
#---------------------------------------------------
       #bytes #repetitions      t[usec]   Mbytes/sec
            0         1000         {0}         0.00
            8         1000         1.32         6.06
        65536          640        12.80      5120.00


# All processes entering MPI_Finalize

"""
_HEAD = """\
#----------------------------------------------------------------
#    Intel(R) MPI Benchmarks 2021.7, MPI-1 part
#----------------------------------------------------------------
# PingPong
"""


def _behind(prefix: str, text: str) -> str:
    return "".join(f"{prefix}{line}\n" for line in text.splitlines())


def _osu(value: str = "2.15") -> str:
    return _OSU.format(value)


@dataclass(frozen=True)
class OutsideText:
    """`told`: words that the answer must have; `wrong`: words that would be a wrong claim."""

    source: str
    told_by: Told
    text: str
    told: tuple[str, ...]
    wrong: tuple[str, ...] = ()


_READ = ("uniband/1KiB/0-1", "1 launches")
TEXTS: tuple[OutsideText, ...] = (
    # -- results of suites, as they stand in tickets (libfabric#9772, ompi#12785, ADIOS2#2141, cscs-docs)
    OutsideText("mpiexec -l of Hydra", _import, _behind("[0] ", _osu()), _READ),
    OutsideText("srun -l", _import, _behind("0: ", _osu()), _READ),
    OutsideText("srun -l of 16 ranks and more", _import, _behind(" 0: ", _osu()), _READ),
    OutsideText("Open MPI 4 --tag-output", _import, _behind("[1,0]<stdout>:", _osu()), _READ),
    OutsideText("Open MPI 5 --output tag", _import, _behind("[prterun-n1-4021@1,0]<stdout>: ", _osu()), _READ),
    OutsideText("Jenkins' time stamps", _import, _behind("[2024-05-03T10:12:33.123Z] ", _osu()), _READ),
    OutsideText("GitHub's log of an action", _import, _behind("2024-05-03T10:12:33.1234567Z ", _osu()), _READ),
    OutsideText("ts(1)", _import, _behind("May 03 10:12:33 ", _osu()), _READ),
    OutsideText("Markdown's fence", _import, f"Results on two nodes:\n\n```\n{_osu()}```\n", _READ),
    OutsideText("Markdown's quote", _import, _behind("> ", _osu()), _READ),
    OutsideText("indent of a code block", _import, _behind("    ", _osu()), _READ),
    OutsideText("line ends of Windows", _import, _osu().replace("\n", "\r\n"), _READ),
    OutsideText(
        "the same again, nothing else said",
        _import,
        _osu() + "\n" + _osu("2.31"),
        ("taken as repetitions", "2 launches"),
    ),
    OutsideText(
        "two lines typed",
        _import,
        "$ mpirun -x UCX_TLS=tcp -n 2 osu_bw\n" + _osu() + "$ mpirun -x UCX_TLS=rc -n 2 osu_bw\n" + _osu("3.90"),
        ("UCX_TLS=tcp", "UCX_TLS=rc", "1 launches"),
        ("repetitions",),
    ),
    OutsideText(
        "set -x of a script",
        _import,
        "+ srun -N 2 --mpi=pmix osu_bw\n" + _osu() + "+ srun -N 1 --mpi=pmix osu_bw\n" + _osu("3.90"),
        ("side of its own", "1 launches"),
        ("repetitions",),
    ),
    OutsideText(
        "export between two runs",
        _import,
        "export FI_PROVIDER=tcp\n" + _osu() + "export FI_PROVIDER=verbs\n" + _osu("3.90"),
        ("tcp", "verbs", "1 launches"),
        ("repetitions",),
    ),
    OutsideText(
        "two providers in I_MPI_DEBUG's lines",
        _import,
        "[0] MPI startup(): libfabric provider: tcp\n"
        + _HEAD
        + _IMB.format("1.25")
        + "[0] MPI startup(): libfabric provider: psm3\n"
        + _HEAD
        + _IMB.format("0.25"),
        ("tcp", "psm3", "1 launches"),
        ("repetitions",),
    ),
    OutsideText(
        "two releases of OMB",
        _import,
        _osu() + _osu("3.9").replace("v7.4", "v5.9"),
        ("1 launches", "5.9"),
        ("repetitions",),
    ),
    OutsideText(
        "OMB of CUDA",
        _import,
        _osu()
        .replace("OSU MPI Bandwidth", "OSU MPI-CUDA Bandwidth")
        .replace("# Datatype", "# Send Buffer on DEVICE (D) and Receive Buffer on HOST (H)\n# Datatype"),
        ("buffers-DH",),
    ),
    OutsideText(
        "OMB of ROCm, old words",
        _import,
        "# OSU MPI-ROCM Latency Test v5.9\n# Send Buffer on DEVICE (D) and "
        "Receive Buffer on DEVICE (D)\n# Size  Latency (us)\n0 2.75\n8     2.80\n",
        ("buffers-D",),
    ),
    OutsideText(
        "osu_init",
        _import,
        "# OSU MPI Init Test v5.9\nnprocs: 2, min: 40 ms, max: 41 ms, avg: 40 ms\n",
        ("Init",),
        ("cut off",),
    ),
    OutsideText(
        "one-sided with its window",
        _import,
        "# OSU MPI_Put Latency Test v7.4\n# Window creation: "
        "MPI_Win_allocate\n# Synchronization: MPI_Win_flush\n# Size  Latency (us)\n1    1.95\n8    1.96\n",
        ("put", "/8/"),
    ),
    # -- texts of topologies (nccl#820, ucx#7273, hwloc#541)
    *(
        OutsideText(what, _machine, text, told, ("read:",))
        for what, text, told in (
            (
                "lstopo without graphics",
                "Machine (63GB total)\n  Package L#0\n    NUMANode L#0 (P#0 31GB)\n",
                ("lstopo --of xml",),
            ),
            (
                "lstopo 1.11",
                "Machine (126GB total)\n  NUMANode L#0 (P#0 63GB) + Socket L#0 + L3 L#0 (30MB)\n",
                ("lstopo --of xml",),
            ),
            (
                "nvidia-smi topo -m",
                "\tGPU0\tGPU1\tmlx5_0\tCPU Affinity\nGPU0\t X \tNV12\tPXB\t0-31\nGPU1\tNV12\t X \tSYS\t32-63\n",
                ("nvidia-smi", "lstopo --of xml"),
            ),
            (
                "rocm-smi --showtopo",
                "========= ROCm System Management Interface =========\n"
                "=== Weight between two GPUs ===\n       GPU0         GPU1         \nGPU0   0            15\n"
                "GPU1   15           0\n",
                ("rocm-smi", "lstopo --of xml"),
            ),
            (
                "xpu-smi topology -m",
                "         GPU 0/0  GPU 0/1  CPU Affinity\nGPU 0/0  S        MDF      0-51,104-155\n",
                ("lstopo --of xml",),
            ),
            (
                "numactl -H",
                "available: 2 nodes (0-1)\nnode 0 cpus: 0 1 2 3\nnode 0 size: 63969 MB\n",
                ("lstopo --of xml",),
            ),
            (
                "lscpu",
                "Architecture:        x86_64\nCPU op-mode(s):      32-bit, 64-bit\nCPU(s):  64\n",
                ("lstopo --of xml",),
            ),
            (
                "likwid-topology",
                "-----\nCPU name:\tIntel Xeon Icelake SP\nHardware "
                "Thread Topology\nSockets:\t2\nCores per socket:\t36\n",
                ("likwid-topology", "lstopo --of xml"),
            ),
            ("fi_info", "provider: tcp\n    fabric: 10.0.0.0/24\n    domain: eth0\n    version: 120.0\n", ("fi_info",)),
            (
                "ucx_info -d",
                "#\n# Memory domain: mlx5_0\n#     Component: ib\n#      Transport: rc_verbs\n",
                ("ucx_info",),
            ),
            ("ibstat", "CA 'mlx5_0'\n\tCA type: MT4123\n\tPort 1:\n\t\tState: Active\n\t\tRate: 200\n", ("ibstat",)),
        )
    ),
    OutsideText(
        "iblinkinfo with switches of one name",
        _switches,
        "CA: node001 HCA-1:\n      0x0002c90300000001 11 1[  ] ==( 4X 25.78125 Gbps Active/  LinkUp)==>"
        '       1    1[  ] "Quantum Mellanox Technologies" ( )\n'
        "CA: node002 HCA-1:\n      0x0002c90300000003 12 1[  ] ==( 4X 25.78125 Gbps Active/  LinkUp)==>"
        '       2    1[  ] "Quantum Mellanox Technologies" ( )\n'
        "Switch: 0x0002c903000000a1 Quantum Mellanox Technologies:\n"
        '  1    1[  ] ==( 4X 25.78125 Gbps Active/  LinkUp)==> 11    1[  ] "node001 HCA-1" ( )\n'
        "Switch: 0x0002c903000000b2 Quantum Mellanox Technologies:\n"
        '  2    1[  ] ==( 4X 25.78125 Gbps Active/  LinkUp)==> 12    1[  ] "node002 HCA-1" ( )\n',
        ("node001", "node002", "a1", "b2"),
    ),
    # -- words of libraries and launchers, as their sources have them
    *(
        OutsideText(f"{what}, from its source", _log, text, told)
        for what, text, told in (
            (
                "MPICH, truncation",
                "Abort(403261198) on node 1 (rank 1 in comm 0): Fatal error in internal_Recv: Message "
                "truncated, error stack:\ninternal_Recv(127): MPI_Recv(buf=0x7f, count=1, MPI_INT, 0, 0, comm=0x44, "
                "status=0x1) failed\n(unknown)(): Message truncated\n",
                ("receive",),
            ),
            (
                "Open MPI, a signal",
                "prterun noticed that process rank 3 with PID 4711 on node n1 exited on signal 11 "
                "(Segmentation fault).\n",
                ("memory",),
            ),
            (
                "Open MPI, locked memory",
                "The OpenFabrics (openib) BTL failed to initialize while trying to\nallocate some "
                "locked memory.  This typically can indicate that the\nmemlock limits are set too low.\n",
                ("ulimit -l",),
            ),
            (
                "Intel MPI, no provider",
                "Abort(1090831) on node 0 (rank 0 in comm 0): Fatal error in PMPI_Init: Other MPI "
                "error, error stack:\nMPIR_Init_thread(138)........: \nMPID_Init(1141)..............: \n"
                "MPIDI_OFI_mpi_init_hook(1647): OFI addrinfo() failed (ofi_init.c:1647:MPIDI_OFI_mpi_init_hook:No data "
                "available)\n",
                ("FI_PROVIDER",),
            ),
            (
                "UCX, a device that is not there",
                "[1700000000.1] [n1:77:0] ucp_context.c:969 UCX  WARN  network device "
                "'mlx5_9:1' is not available, please use one or more of: 'eth0'(tcp), 'mlx5_0:1'(ib)\n",
                ("UCX_NET_DEVICES",),
            ),
            (
                "UCX, no transport",
                "[1700000000.1] [n1:77:0] select.c:629 UCX  ERROR   no active messages transport to <no "
                "debug data>: self/memory - Destination is unreachable\n",
                ("UCX_TLS",),
            ),
            (
                "libfabric, cxi",
                "libfabric:12:1700::cxi:core:cxip_cq_eq_progress():531<warn> n1: Cassini "
                "Event Queue overflow detected.\n",
                ("FI_CXI_DEFAULT_CQ_SIZE",),
            ),
            (
                "Slurm, memory",
                "slurmstepd: error: Detected 1 oom_kill event in StepId=123.0. Some of the step tasks have been "
                "OOM Killed.\n",
                ("memory",),
            ),
            (
                "Slurm, time",
                "slurmstepd: error: *** STEP 7.0 ON n1 CANCELLED AT 2024-05-03T10:00:00 DUE TO TIME LIMIT ***\n",
                ("time",),
            ),
            (
                "Slurm, nodes",
                "srun: error: Unable to create step for job 7: Requested node configuration is not available\n",
                ("step",),
            ),
            (
                "PMIx, a version",
                "[n1:00077] PMIX ERROR: OUT-OF-RESOURCE in file client/pmix_client.c at line 231\n"
                "srun: error: n1: task 0: Exited with exit code 1\n",
                ("PMIx",),
            ),
            (
                "Open MPI, more ranks than cores",
                "A request was made to bind to that would result in binding more\nprocesses than cpus on a resource:\n"
                "\n   Bind to:     CORE\n   Node:        n1\n   #processes:  2\n   #cpus:       1\n",
                ("overload-allowed",),
            ),
            (
                "Open MPI, a firewall",
                "WARNING: Open MPI failed to TCP connect to a peer MPI process.\n\n  Local host: n1\n  PID:  4412\n"
                "  Message:    connect() to 10.0.0.2:1024 failed\n  Error:      No route to host (113)\n",
                ("firewall",),
            ),
            (
                "UCX, shared memory",
                "[1700000000.1] [n1:77:0] mm_posix.c:233 UCX  ERROR Not enough memory to write total of 4292720 bytes."
                " Please check that /dev/shm or the directory you specified has more available memory.\n",
                ("/dev/shm",),
            ),
            (
                "Intel MPI, a fabric of old",
                "[0] MPI startup(): tcp fabric is unknown or has been removed from the product, please use "
                "ofi or shm:ofi\n",
                ("I_MPI_FABRICS",),
            ),
            (
                "Hydra, a host",
                "ssh: Could not resolve hostname n9: Name or service not known\n[mpiexec@n1] control_cb "
                "(pm/pmiserv/pmiserv_cb.c:208): assert (!closed) failed\n",
                ("host name",),
            ),
        )
    ),
)


def answer(case: OutsideText, folder: Path) -> str:
    """What is told of the text, as an answer or as an error."""
    file = folder / "text"
    file.write_text(case.text)
    try:
        return case.told_by(file)
    except RankwiseError as error:
        return f"error: {error.message} {error.hint}"
