"""The line starts a container: what the program loads there cannot be seen from outside."""

from __future__ import annotations

from pathlib import Path

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case

STARTERS = ("apptainer", "singularity", "docker", "podman", "shifter", "sarus", "enroot", "ch-run")


def check(case: Case) -> Finding | None:
    """Told so that nobody takes silence for health."""
    starter = next((word for word in case.wrappers if Path(word).name in STARTERS), "")
    if not starter:
        return None
    return finding(
        "container",
        f"The program runs inside a container of {Path(starter).name}",
        "info",
        "Its MPI library, and whether that fits the launcher outside, are known only inside.",
        seen={"launch line": " ".join(case.wrappers)},
        fixes={"any": f"run it inside: {' '.join(case.wrappers)} rankwise doctor"},
        verify=f"{' '.join(case.wrappers)} ldd {case.argv[-1]}",
    )
