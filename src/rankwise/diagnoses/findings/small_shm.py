"""/dev/shm has no room for what the ranks of this MPI keep there."""

from __future__ import annotations

import os

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.core.units import format_amount
from rankwise.diagnoses.case import Case, title_of
from rankwise.mpis.families import FAMILIES


def needed_bytes(case: Case) -> int:
    """What each rank of this job's MPI takes; 0 where that is not known."""
    mpi = case.mpi
    return FAMILIES[mpi.family].shared_memory_bytes(mpi) if mpi else 0


def check(case: Case) -> Finding | None:
    """Where less is free than all ranks of the node take together."""
    mpi, each, free = case.mpi, needed_bytes(case), case.node.shared_memory.free_bytes
    needed = case.most_ranks * each
    if mpi is None or not needed or free is None or free >= needed:
        return None
    room = f"{2 * needed >> 20}m"
    failed = case.start is not None and case.start.status != 0
    return finding(
        "small-shm",
        f"/dev/shm is too small for {case.most_ranks} ranks",
        "critical" if failed else "serious",
        "Ranks of a node exchange messages through memory there. Without room a rank dies where it touches the missing "
        "part, or the library goes through slower ways such as TCP.",
        seen={
            "/dev/shm": f"{format_amount(free)} free, {format_amount(needed)} needed",
            title_of(mpi): f"about {format_amount(each)} for each of {case.most_ranks} ranks",
            **({"last words of the short start": case.last_words} if failed and case.last_words else {}),
        },
        fixes={"root": f"`mount -o remount,size={room} /dev/shm`", "docker": f"`docker run --shm-size={room} ...`"},
        verify="`df -h /dev/shm`",
        mpi=case.family,
        affects=(os.uname().nodename,),
    )
