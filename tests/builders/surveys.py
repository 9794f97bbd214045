"""A made-up survey with everything a page must show: classes, curves, regimes, a proven cause, errors, warnings."""

from __future__ import annotations

import random

from builders.maps import SIZES, TRUTHS, measured_map
from builders.runs import SIDES, mpi, provenance
from rankwise.core.records import (
    Cell,
    CellResult,
    Endpoint,
    Estimate,
    Evidence,
    Experiment,
    Finding,
    FixLine,
    LaunchFacts,
    Plan,
    RankFacts,
    Regime,
    Run,
)
from rankwise.inventory.records import (
    Cache,
    Cpu,
    Inventory,
    Limits,
    Nic,
    NodeInventory,
    NumaNode,
    Sandbox,
    SharedMemory,
)
from rankwise.model.records import Expected
from rankwise.verbs.records import Survey, VerdictLine

COLLECTIVES = ("barrier", "bcast", "reduce", "allreduce", "allgather", "alltoall", "gather", "scatter")
COPY_BYTES_PER_S = 11e9


def estimate(median_s: float, *, seed: str = "", spread: float = 0.012, regimes: tuple[Regime, ...] = ()) -> Estimate:
    noise = random.Random(seed or str(median_s))
    half = spread * noise.uniform(0.5, 1.5)
    return Estimate(
        median_s=median_s,
        low_s=median_s * (1 - half),
        high_s=median_s * (1 + half * 1.2),
        min_s=median_s * 0.93,
        mean_s=median_s * 1.02,
        p95_s=median_s * 1.15,
        p99_s=median_s * 1.4,
        slowest_rank=1,
        visits=24,
        launches=3,
        samples=480,
        stop="precision" if half < 0.015 else "budget",
        regimes=regimes,
    )


def survey(*, cores: int = 8, sides: tuple[str, ...] = SIDES, collectives: int = 3) -> Survey:
    """`cores` on two sockets when 4 or more; `collectives` how many of them are there (8 gives over 1,000 cells)."""
    endpoints = tuple(Endpoint(id=f"n1:c{core}", node="n1", cpus=(core,), arch="x86_64") for core in range(cores))
    classes = ("same-socket", "other-socket") if cores >= 4 else ("same-socket",)
    cells: list[Cell] = []
    results: list[CellResult] = []
    rank_counts = [count for count in (2, 4, 8, 16) if count <= cores]
    for side in sides:
        for path_class in classes:
            _pairs(side, path_class, cores, cells, results)
        for kernel in COLLECTIVES[:collectives]:
            for ranks in rank_counts:
                _collective(side, kernel, ranks, cells, results)
    cells.append(
        Cell(id="impi/exchange/0-1/4194304", side=sides[-1], kernel="exchange", size_bytes=4 << 20, groups=((0, 1),))
    )
    results.append(CellResult(cell=cells[-1].id, error="rank 1 on n1 was killed by signal 9 during round 3"))
    run = Run(
        id="20261121-200000-abcd",
        kind="survey",
        provenance=provenance(),
        plan=Plan(name="survey", endpoints=endpoints, cells=tuple(cells)),
        mpis={side: mpi(side) for side in sides},
        launches=tuple(_launch(index, side) for side in sides for index in range(3)),
        results=tuple(results),
        status="finished",
        warnings=(
            "the CPU frequency governor cannot be read in this virtual machine",
            "1-minute load was 1.3 at the start",
        ),
    )
    return Survey(
        run=run,
        inventory=Inventory(nodes=(node("n1", cores),)),
        maps={side: measured_map(side, cores, classes) for side in sides},
        lines=tuple(line for side in sides for line in _lines(side, classes, sides)),
        findings=(_finding(sides[-1]), _warning()),
        summary=(
            f"{len(sides)} MPIs communicate on n1 ({cores} cores, {len(classes)} path classes). MPICH is best: "
            "0.21 us and 9.6 GB/s in a socket, near the copy rate. Intel MPI is 1.9 times slower from 128KiB, "
            "because it copies twice; with single copy on, it was 1.8 times faster."
        ),
    )


def _pairs(side: str, path_class: str, cores: int, cells: list[Cell], results: list[CellResult]) -> None:
    ranks = (0, 1) if path_class == "same-socket" else (0, cores // 2)
    truth = TRUTHS[side, path_class]
    for kernel in ("pingpong", "sendrecv", "uniband"):
        for size in SIZES:
            cell = Cell(
                id=f"{side}/{kernel}/{ranks[0]}-{ranks[1]}/{size}",
                side=side,
                kernel=kernel,
                size_bytes=size,
                groups=(ranks,),
            )
            noise = random.Random(cell.id)
            time_s = (
                truth.time_s(size)
                * noise.lognormvariate(0, 0.015)
                * {"pingpong": 1, "sendrecv": 1.3, "uniband": 0.7}[kernel]
            )
            regimes: tuple[Regime, ...] = ()
            if side == "openmpi" and kernel == "pingpong" and path_class == "same-socket" and size in (8, 16):
                regimes = (
                    Regime(share=0.67, median_s=time_s, scope="launch"),
                    Regime(share=0.33, median_s=2.1 * time_s, scope="launch"),
                )
            cells.append(cell)
            results.append(
                CellResult(
                    cell=cell.id,
                    estimate=estimate(time_s, seed=cell.id, regimes=regimes),
                    rate_bytes_per_s=size / time_s if size else None,
                    first_call_s=time_s * 30,
                    warmup_calls=12,
                )
            )


def _collective(side: str, kernel: str, ranks: int, cells: list[Cell], results: list[CellResult]) -> None:
    base = TRUTHS[side, "same-socket"]
    cost = {"barrier": 1.0, "bcast": 1.0, "reduce": 1.3, "allreduce": 2.1, "allgather": 1.8, "alltoall": 2.5}.get(
        kernel, 1.4
    )
    for size in SIZES if kernel != "barrier" else (0,):
        cell = Cell(
            id=f"{side}/{kernel}/{ranks}/{size}",
            side=side,
            kernel=kernel,
            size_bytes=size,
            groups=(tuple(range(ranks)),),
            datatype="float" if kernel in ("reduce", "allreduce") else "byte",
            operation="sum" if kernel in ("reduce", "allreduce") else "",
        )
        time_s = base.time_s(size) * cost * ranks.bit_length() * random.Random(cell.id).lognormvariate(0, 0.03)
        cells.append(cell)
        results.append(CellResult(cell=cell.id, estimate=estimate(time_s, seed=cell.id, spread=0.03)))


def _lines(side: str, classes: tuple[str, ...], sides: tuple[str, ...]) -> list[VerdictLine]:
    lines = []
    slow = side == sides[-1]
    for name in classes:
        truth = TRUTHS[side, name]
        ranks = "0-1" if name == "same-socket" else "0-4"
        words = name.replace("-", " ")
        lines.append(
            VerdictLine(
                id=f"{side}/latency/{name}",
                title=f"latency 8 B, {words}",
                side=side,
                cell=f"{side}/pingpong/{ranks}/8",
                measured=estimate(truth.time_s(8), seed=side + name),
                rate_bytes_per_s=None,
                expected=(Expected(basis="best-mpi", time_s=0.2e-6, explanation="the best MPI here reaches 0.20 us"),),
                ratio=truth.time_s(8) / 0.2e-6,
                verdict="cannot tell" if side == "openmpi" else "good",
                because=(),
                text="two regimes: 0.26 us in 67 % of launches, 0.55 us in 33 %"
                if side == "openmpi"
                else "near the best seen here",
            )
        )
        time_s = truth.time_s(4 << 20)
        copy_s = (4 << 20) / COPY_BYTES_PER_S
        lines.append(
            VerdictLine(
                id=f"{side}/bandwidth/{name}",
                title=f"bandwidth 4MiB, {words}",
                side=side,
                cell=f"{side}/pingpong/{ranks}/4194304",
                measured=estimate(time_s, seed=side + name + "b"),
                rate_bytes_per_s=(4 << 20) / time_s,
                expected=(
                    Expected(
                        basis="copy-bandwidth",
                        time_s=copy_s,
                        explanation="one copy in this memory takes 381 us (11.0 GB/s)",
                    ),
                    Expected(basis="best-mpi", time_s=copy_s * 1.2, explanation="the best MPI here"),
                ),
                ratio=time_s / copy_s,
                ratio_low=0.97 * time_s / copy_s,
                ratio_high=1.03 * time_s / copy_s,
                verdict="slow" if slow else "good",
                because=("double-copy",) if slow else (),
                text="slow by 3.9 because it copies every message twice" if slow else "within 1.4 of one memory copy",
            )
        )
    lines.append(
        VerdictLine(
            id=f"{side}/allreduce",
            title="allreduce 8 B, 2 ranks",
            side=side,
            cell=f"{side}/allreduce/2/8",
            measured=estimate(TRUTHS[side, "same-socket"].latency_s * 2.1, seed=side + "a"),
            rate_bytes_per_s=None,
            expected=(Expected(basis="composition", time_s=0.5e-6, explanation="reduce + bcast take 0.50 us"),),
            ratio=0.98,
            verdict="good",
            because=(),
            text="not above reduce + bcast",
        )
    )
    return lines


def _finding(side: str) -> Finding:
    before, after = 1.62e-3, 0.9e-3
    return Finding(
        id="double-copy",
        title="Large messages are copied twice through shared memory",
        severity="serious",
        cause="single copy (CMA) is off in this library's shared-memory provider",
        evidence=(
            Evidence(source="kernel.yama.ptrace_scope", observation="0: single copy is allowed"),
            Evidence(source="size curve", observation="time rises 1.75 times between 64KiB and 128KiB"),
        ),
        fixes=(FixLine(mpi=side, launcher="mpiexec", line="export FI_SHM_USE_XPMEM=0 I_MPI_SHM_CMA=1"),),
        verify=f"rankwise survey --mpi {side} --sizes 1MiB:4MiB",
        affects=("bandwidth 4MiB, same socket", "bandwidth 4MiB, other socket"),
        experiments=(
            Experiment(
                cell=f"{side}/pingpong/0-1/4194304",
                change="single copy on",
                before=estimate(before),
                after=estimate(after),
                ratio=1.8,
                ratio_low=1.71,
                ratio_high=1.88,
                launch_pairs=5,
                conclusion="proven",
            ),
            Experiment(
                cell=f"{side}/pingpong/0-1/4194304",
                change="huge pages on",
                before=estimate(before),
                after=estimate(before * 0.99),
                ratio=1.01,
                ratio_low=0.97,
                ratio_high=1.06,
                launch_pairs=5,
                conclusion="refuted",
            ),
        ),
    )


def _warning() -> Finding:
    return Finding(
        id="two-regimes",
        title="Launches fall into two regimes at small sizes",
        severity="warning",
        cause="where the kernel places the shared segment differs from launch to launch",
        evidence=(Evidence(source="9 launches", observation="6 at 0.26 us, 3 at 0.55 us"),),
        affects=("latency 8 B, same socket",),
    )


def _launch(index: int, side: str) -> LaunchFacts:
    ready = {"mpich": 0.09, "openmpi": 1.12, "impi": 0.34}.get(side, 0.1)
    return LaunchFacts(
        index=index,
        side=side,
        argv=(f"/opt/{side}/bin/mpiexec", "-n", "2", "/home/user/.cache/rankwise/engine"),
        env={"MPIR_CVAR_NO_LOCAL": "0"},
        started_at="2026-11-21T20:00:05Z",
        ready_s=ready * (1 + 0.05 * index),
        library_version=f"{side} {mpi(side).version}",
        engine=f"wheel:{mpi(side).abi}",
        ranks=tuple(
            RankFacts(
                rank=rank,
                host="n1",
                pid=4000 + rank,
                cpus=(rank,),
                init_s=ready * 0.7,
                rss_before_init_bytes=9 << 20,
                rss_after_init_bytes=(30 + 5 * rank) << 20,
                clock_read_s=27e-9,
                arch="x86_64",
                clock_domain="n1",
            )
            for rank in range(2)
        ),
    )


def node(name: str, cores: int) -> NodeInventory:
    return NodeInventory(
        hostname=name,
        arch="x86_64",
        cpu_model="AMD EPYC 7B13",
        kernel="6.1.0-18-amd64",
        os="Debian GNU/Linux 12",
        boot_id="11111111-2222-3333-4444-555555555555",
        memory_bytes=32 << 30,
        cpus=tuple(
            Cpu(id=core, core=core, socket=int(core >= cores // 2), numa=0, siblings=(core,)) for core in range(cores)
        ),
        caches=tuple(
            Cache(level=level, kind="Unified", size_bytes=size, cpus=tuple(range(cores)))
            for level, size in ((2, 512 << 10), (3, 32 << 20))
        ),
        numa=(NumaNode(id=0, cpus=tuple(range(cores)), memory_bytes=32 << 30, distances=(10,)),),
        nics=(
            Nic(
                name="eth0", kind="ethernet", state="up", speed_bytes_per_s=1.25e9, mtu=1500, addresses=("10.0.0.5/24",)
            ),
        ),
        gpus=(),
        limits=Limits(memlock_bytes=8 << 20, open_files=1024, processes=None, stack_bytes=8 << 20),
        shared_memory=SharedMemory(path="/dev/shm", size_bytes=64 << 20, free_bytes=60 << 20),
        sandbox=Sandbox(
            container="docker",
            virtualization="kvm",
            namespaces={"pid": "pid:[4026532000]"},
            cpu_quota=None,
            memory_limit_bytes=None,
            allowed_cpus=tuple(range(cores)),
        ),
        unknown={"governor": "no cpufreq in this virtual machine"},
    )
