"""Ranks of one machine may only run on CPUs that other ranks have too."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.grouped import grouped
from rankwise.core.records import Finding
from rankwise.core.units import plural
from rankwise.diagnoses.case import Case


def check(case: Case) -> Finding | None:
    """Where a group of ranks has fewer CPUs together than it has ranks."""
    for ranks in case.ranks_by_machine.values():
        masks = grouped((rank.cpus, rank.number) for rank in ranks)
        for cpus, numbers in masks.items():
            if len(numbers) > len(cpus):
                return _finding(case, ranks[0].host, cpus, numbers, len(ranks))
    return None


def _finding(case: Case, host: str, cpus: tuple[int, ...], numbers: list[int], on_host: int) -> Finding:
    allowed = len(case.node.allowed_cpus)
    too_many = on_host > allowed
    named = ", ".join(map(str, sorted(numbers)[:8])) + (" ..." if len(numbers) > 8 else "")
    return finding(
        "shared-cpus",
        "More ranks than CPUs" if too_many else "Ranks are bound to the same CPUs",
        "serious",
        "Ranks take turns on a CPU: one that waits for a message keeps the one from running that would send it.",
        seen={
            "short start": f"ranks {named} on {host} may run on CPU {', '.join(map(str, cpus[:8]))} alone",
            "machine": f"{plural(on_host, 'rank')}, {plural(allowed, 'CPU')} allowed",
        },
        fixes={
            "mpiexec": f"ask for {allowed} ranks, or more nodes" if too_many else f"`{case.bound()}`",
            "srun": "`srun --cpu-bind=cores --ntasks-per-core=1`",
        },
        verify=case.again,
        mpi=case.family,
        affects=tuple(f"rank {number}" for number in numbers),
    )
