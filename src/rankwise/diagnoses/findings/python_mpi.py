"""A Python program whose mpi4py does not load its MPI library."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.plain import plain
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case
from rankwise.logs.judge import findings_of
from rankwise.logs.reader import read


def check(case: Case) -> Finding | None:
    """What its own words mean."""
    if case.python is None or not case.python.error:
        return None
    known = next((item for item in findings_of(read(case.python.error)) if item.severity == "critical"), None)
    install = (
        f"`{case.program} -m pip install --no-binary=mpi4py --no-cache-dir mpi4py`, with mpicc of your MPI in PATH"
    )
    return finding(
        "python-mpi",
        known.title if known else "mpi4py cannot be imported",
        "critical",
        known.cause if known else "The program imports it at its start.",
        seen={f"{case.program} -c 'from mpi4py import MPI'": plain(case.python.error.splitlines()[-1])},
        fixes={fix.launcher: fix.text for fix in known.fixes} if known else {"any": install},
        verify=f"`{case.program} -c 'from mpi4py import MPI; print(MPI.Get_library_version())'`",
    )
