"""A rank has more threads than CPUs to run them on."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case


def check(case: Case) -> Finding | None:
    """OMP_NUM_THREADS against the mask of the rank, as the rank itself sees both."""
    oversubscribed = [rank for rank in case.ranks if rank.threads > len(rank.cpus)]
    if not oversubscribed:
        return None
    worst = max(oversubscribed, key=lambda rank: rank.threads / len(rank.cpus))
    return finding(
        "threads",
        "More threads than CPUs in a rank",
        "serious",
        "The threads of a rank share the CPUs that the rank is bound to, and wait for each other at every barrier.",
        seen={
            "short start": f"rank {worst.number}: OMP_NUM_THREADS={worst.threads}, CPU "
            f"{', '.join(map(str, worst.cpus[:8]))} ({len(worst.cpus)})",
        },
        fixes={
            "mpiexec": f"`{case.bound(worst.threads)}`",
            "any": f"`export OMP_NUM_THREADS={len(worst.cpus)}`",
            "srun": f"`srun --cpus-per-task={worst.threads} ...`",
        },
        verify=case.again,
        mpi=case.family,
        affects=tuple(f"rank {rank.number}" for rank in oversubscribed),
    )
