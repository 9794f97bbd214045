"""MPI_Init takes long."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case

SLOW_S = 5.0


def check(case: Case) -> Finding | None:
    """Where a rank of the short start was in MPI_Init for longer than `SLOW_S`."""
    slowest = max(case.ranks, key=lambda rank: rank.init_s, default=None)
    if slowest is None or slowest.init_s < SLOW_S:
        return None
    return finding(
        "slow-start",
        "MPI_Init takes long",
        "warning",
        "Names that resolve slowly, a network that is looked for and not there, or a slow file system of the session.",
        seen={"short start": f"rank {slowest.number} on {slowest.host} was {slowest.init_s:.1f} s in MPI_Init"},
        fixes={
            "any": "`time getent hosts $(hostname)`; `export TMPDIR=/tmp`; `rankwise scale` shows start-up by transport"
        },
        verify=case.again,
        mpi=case.family,
    )
