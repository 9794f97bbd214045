"""Ranks of one machine live in different namespaces: a container for each, so they do not share memory."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.grouped import grouped
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case

# Those by which libraries find each other's memory: shared segments, process numbers, and rights over them.
_KINDS = {"ipc": "System V shared memory", "pid": "process numbers", "user": "rights to read another's memory"}


def check(case: Case) -> Finding | None:
    """Ranks with one boot and one host name in several namespaces; hosts of a lab have names of their own."""
    machines = grouped(((rank.boot_id, rank.host), rank) for rank in case.probed)
    for (_, host), ranks in machines.items():
        differ = {kind: {rank.namespaces.get(kind, "") for rank in ranks} for kind in _KINDS}
        several = {kind: spaces for kind, spaces in differ.items() if len(spaces) > 1}
        if not several:
            continue
        return finding(
            "namespaces",
            "Ranks of a node run in separate containers",
            "serious",
            "They do not share " + ", ".join(_KINDS[kind] for kind in several) + ": libraries fail with "
            "'Operation not permitted', or copy each message twice without a warning.",
            seen={
                f"{kind} namespaces of {len(ranks)} ranks on {host}": str(len(spaces))
                for kind, spaces in several.items()
            },
            fixes={
                "apptainer": "`apptainer instance start IMAGE job`, then `mpirun apptainer exec instance://job ./app`",
                "docker": "`docker run --ipc=host --pid=host ...`, one container for each node and mpirun inside it",
                "UCX": "`export UCX_POSIX_USE_PROC_LINK=n`",
            },
            verify=case.again,
            mpi=case.family,
            affects=(host,),
        )
    return None
