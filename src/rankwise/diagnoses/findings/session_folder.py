"""The folder in which launcher and ranks keep their session lies on a slow, shared or tiny file system."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case

_SHARED = (
    "nfs",
    "nfs4",
    "lustre",
    "gpfs",
    "beegfs",
    "ceph",
    "cifs",
    "smb3",
    "afs",
    "9p",
    "fuse.sshfs",
    "panfs",
    "wekafs",
)


def check(case: Case) -> Finding | None:
    """By the file system that the ranks see, which may not be this shell's."""
    for rank in case.probed:
        folder, kind = rank.temporary
        if kind not in _SHARED:
            continue
        start = f"{case.start.seconds:.1f} s" if case.start else ""
        return finding(
            "session-folder",
            f"Sessions of the launcher lie on {kind}",
            "warning",
            "Open MPI keeps its session and its shared memory there, by small files of all ranks: a start takes "
            "seconds to minutes, and memory that backs a file on a network is slow.",
            seen={f"folder of rank {rank.number} on {rank.host}": f"{folder} on {kind}", "the short start took": start},
            fixes={
                "any": "`export TMPDIR=/tmp` (a local disk or memory)",
                "mpirun": "`--mca orte_tmpdir_base /tmp` (Open MPI 4), `--prtemca prte_tmpdir_base /tmp` (Open MPI 5)",
            },
            verify="`stat -f -c %T $TMPDIR`, on each node",
            mpi=case.family,
            affects=(rank.host,),
        )
    return None
