"""The launcher of one MPI starts a program that is linked to another: each rank is alone, or the start fails."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case, title_of


def check(case: Case) -> Finding | None:
    """Serious only where a start showed it: launchers and libraries that speak one PMI work together."""
    launcher, library = case.launcher_mpi, case.library_mpi
    if launcher is None or library is None or launcher.name == library.name or launcher.family == library.family:
        return None
    assert case.program is not None
    worked = bool(case.ranks) and all(rank.world == len(case.ranks) for rank in case.ranks) and len(case.ranks) > 1
    if worked:
        return None
    own = library.launcher or f"{library.prefix}/bin/mpiexec"
    alone = len(case.ranks) > 1 and all(rank.world == 1 for rank in case.ranks)
    seen = {
        "launcher": f"{case.launcher} is of {title_of(launcher)}",
        "program": f"{case.program} loads {case.library}, of {title_of(library)}",
    }
    if alone:
        seen["short start"] = f"{len(case.ranks)} ranks, each with an MPI_COMM_WORLD of size 1"
    elif case.start is not None:
        seen["short start"] = f"no rank came back from MPI_Init: {case.last_words or 'nothing was printed'}"
    return finding(
        "other-launcher",
        "The launcher belongs to another MPI than the program",
        "critical",
        f"The launcher of {title_of(launcher)} and the library of {title_of(library)} do not find each other, so "
        + ("every process is rank 0 of a job of its own." if alone else "the ranks cannot form one job."),
        seen=seen,
        fixes={"mpiexec": case.line(own)},
        verify=f"rankwise doctor -- {case.line(own)}",
        mpi=library.family,
    )
