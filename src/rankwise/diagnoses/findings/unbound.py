"""Ranks are bound to nothing: the kernel moves them between cores, caches and sockets."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case


def check(case: Case) -> Finding | None:
    """Where every rank may run on every CPU and there are CPUs to choose from."""
    allowed = len(case.node.allowed_cpus)
    here = [rank for rank in case.ranks if rank.boot_id == case.node.boot_id]
    if not 2 <= len(here) <= allowed or any(len(rank.cpus) < allowed for rank in here):
        return None
    return finding(
        "unbound",
        "Ranks are not bound to cores",
        "warning",
        "A rank that is moved leaves its caches behind, and on two sockets its memory too; times scatter.",
        seen={"short start": f"{len(here)} ranks, each may run on all {allowed} CPUs"},
        fixes={"mpiexec": f"`{case.bound()}`", "srun": "`srun --cpu-bind=cores`"},
        verify="`rankwise compare default bind=none`: what it costs here",
        mpi=case.family,
    )
