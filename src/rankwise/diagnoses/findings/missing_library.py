"""The loader does not find a library that the program is linked to."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case


def check(case: Case) -> Finding | None:
    """Where an MPI that is known here has it, its folder is the fix."""
    if not case.missing:
        return None
    folders = [
        mpi.library.rpartition("/")[0] for mpi in case.mpis if mpi.library and mpi.soname and mpi.soname in case.missing
    ]
    fixes = {"any": f"`export LD_LIBRARY_PATH={folders[0]}:$LD_LIBRARY_PATH`"} if folders else {}
    fixes = fixes or {"any": f"install what holds {case.missing[0]}, or load the module with which it was built"}
    return finding(
        "missing-library",
        "The loader does not find a library of the program",
        "critical",
        "The program ends before its first line, on every node where the library is not in the loader's path.",
        seen={"ldd": f"{case.program}: {', '.join(case.missing)} not found"},
        fixes=fixes,
        verify=f"`ldd {case.program}`: nothing is 'not found'",
    )
