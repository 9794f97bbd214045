"""The launcher of one MPI starts a program that is linked to another: each rank is alone, or the start fails."""

from __future__ import annotations

from pathlib import Path

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case, title_of


def _differ(case: Case) -> bool:
    """Whether launcher and library are of two MPIs; two versions of one only where a start failed."""
    launcher, library = case.launcher_mpi, case.library_mpi
    if launcher is None or library is None or launcher.name == library.name:
        return False
    failed = case.start is not None and case.start.status != 0 and not case.ranks
    return launcher.family != library.family or (failed and launcher.version != library.version)


def _loader(case: Case) -> str:
    return f"mpi4py {case.python.version} of {case.program}" if case.python else str(case.program)


def _other_way(case: Case) -> dict[str, str]:
    """How a Python program gets the library of the launcher that the line has."""
    if case.python is None or not case.launcher:
        return {}
    compiler = Path(case.launcher).with_name("mpicc")
    install = f"{case.program} -m pip install --force-reinstall --no-binary=mpi4py --no-cache-dir mpi4py"
    return {"this launcher": f"`MPICC={compiler} MPI4PY_BUILD_MPICC={compiler} {install}`"}


def check(case: Case) -> Finding | None:
    """Serious only where a start showed it: launchers and libraries that speak one PMI work together."""
    launcher, library = case.launcher_mpi, case.library_mpi
    if launcher is None or library is None or not _differ(case):
        return None
    assert case.program is not None
    worked = bool(case.ranks) and all(rank.world == len(case.ranks) for rank in case.ranks) and len(case.ranks) > 1
    if worked:
        return None
    own = library.launcher or f"{library.prefix}/bin/mpiexec"
    alone = len(case.ranks) > 1 and all(rank.world == 1 for rank in case.ranks)
    seen = {
        "launcher": f"{case.launcher} is of {title_of(launcher)}",
        "program": f"{_loader(case)} loads {case.library}, of {title_of(library)}",
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
        fixes={"mpiexec": f"`{case.line(own)}`", **_other_way(case)},
        verify=f"`rankwise doctor -- {case.line(own)}`",
        mpi=library.family,
    )
