"""Every process is rank 0 of 1: the library did not find its launcher's process manager."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case
from rankwise.diagnoses.findings import other_launcher


def check(case: Case) -> Finding | None:
    """Told by another finding where the launcher is of another MPI."""
    if len(case.ranks) < 2 or any(rank.world > 1 for rank in case.ranks) or other_launcher.check(case):
        return None
    srun = case.launcher.endswith("srun")
    own = case.library_mpi.launcher if case.library_mpi else None
    fixes = {"srun": f"`{case.line().replace('srun', 'srun --mpi=pmix', 1)}`"} if srun else {}
    if own:
        fixes["mpiexec"] = f"`{case.line(own)}`"
    if not fixes:
        fixes["any"] = "start it with the mpiexec that lies beside the library it loads"
    return finding(
        "singletons",
        "Each process is rank 0 of 1",
        "critical",
        "The library found no process manager that it understands, so every process started an MPI job of its own.",
        seen={
            "short start": f"{len(case.ranks)} processes, each with an MPI_COMM_WORLD of size 1",
            "library": str(case.library or "that of the launcher"),
        },
        fixes=fixes,
        verify=case.again,
        mpi=case.family,
    )
