"""The program runs with the rights of its owner: the loader ignores variables for it."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case


def check(case: Case) -> Finding | None:
    """A remark, and a warning where LD_LIBRARY_PATH or LD_PRELOAD is set and has no effect."""
    if not case.setuid:
        return None
    ignored = [name for name in ("LD_LIBRARY_PATH", "LD_PRELOAD") if case.environ.get(name)]
    return finding(
        "setuid",
        "The program is setuid" + (f": {' and '.join(ignored)} have no effect" if ignored else ""),
        "warning" if ignored else "info",
        "The loader takes libraries from its own folders alone, and no other process of the user may look into it.",
        seen={"file": f"{case.program} has the setuid or setgid bit"},
        fixes={"any": f"`chmod u-s,g-s {case.program}`; an MPI program needs no rights of its owner"},
        verify=f"`ls -l {case.program}`",
    )
