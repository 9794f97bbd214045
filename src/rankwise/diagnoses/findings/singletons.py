"""Every process is rank 0 of 1: the library did not find its launcher's process manager."""

from __future__ import annotations

import re
from typing import Final

from rankwise.core.errors import EnvironmentProblem
from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case
from rankwise.diagnoses.findings import other_launcher
from rankwise.mpis.families import FAMILIES
from rankwise.mpis.slurm import choose_pmi, pmi_list

_MPI: Final = re.compile(r" --mpi[= ]\S+")  # of a line: the last one counts


def check(case: Case) -> Finding | None:
    """Told by another finding where the launcher is of another MPI."""
    if len(case.ranks) < 2 or any(rank.world > 1 for rank in case.ranks) or other_launcher.check(case):
        return None
    own = case.library_mpi.launcher if case.library_mpi else None
    pmi = _pmi(case) if case.launcher.endswith("srun") else ""
    fixes = {"srun": f"`{_MPI.sub('', case.line()).replace('srun', f'srun --mpi={pmi}', 1)}`"} if pmi else {}
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


def _pmi(case: Case) -> str:
    """What this srun offers and the library speaks, the best first; empty where that is nothing."""
    if case.library_mpi is None:
        return "pmix"
    try:
        return choose_pmi(case.library_mpi, pmi_list(case.launcher)) or FAMILIES[case.library_mpi.family].pmi[0]
    except EnvironmentProblem:
        return ""
