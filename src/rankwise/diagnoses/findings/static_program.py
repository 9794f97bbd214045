"""The program has MPI linked into itself: nothing from outside reaches it."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case


def check(case: Case) -> Finding | None:
    """Told so that nobody wonders about preloads; not a fault."""
    if not case.static:
        return None
    return finding(
        "static-program",
        "MPI is linked statically",
        "info",
        "The library of an installation, a preload or a tuning that needs one cannot change what this program does.",
        seen={"program": f"{case.program} holds MPI_Init and loads no MPI library"},
        fixes={"any": "link again with the MPI's own compiler wrapper, without -static"},
        verify=f"`ldd {case.program}`: libmpi is listed",
    )
