"""Variables of another job are in the environment, and libraries believe them."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case
from rankwise.mpis.rank_variables import CONTACT, LOCAL_RANK, RANK, SIZE


def check(case: Case) -> Finding | None:
    """What only a launcher gives to its ranks; the shell of a person has none of it."""
    left = [name for name in (*RANK, *SIZE, *LOCAL_RANK, *CONTACT) if name in case.environ]
    if not left:
        return None
    return finding(
        "left-environment",
        "The environment is that of a rank of another job",
        "serious",
        "MPI_Init takes these variables for its own launcher's, connects to a job that is gone, and fails or hangs.",
        seen={"environment": ", ".join(f"{name}={case.environ[name][:40]}" for name in left)},
        fixes={"any": f"`unset {' '.join(left)}`"},
        verify="`env | grep -E '^(PMI|PMIX|OMPI_COMM)'` prints nothing",
    )
