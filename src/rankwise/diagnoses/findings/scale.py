"""What MPI itself takes of memory and time, and what that becomes with more ranks."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.core.units import format_amount
from rankwise.diagnoses.case import Case

_SHARE = 0.25
_SLOW_S = 5.0


def check(case: Case) -> Finding | None:
    """Where MPI takes a quarter of the memory that a node may use, or the first messages to all take seconds."""
    measured = [rank for rank in case.ranks if len(rank.resident_bytes) == 3 and rank.peers]
    if not measured:
        return None
    worst = max(measured, key=lambda rank: rank.resident_bytes[2])
    before, after, touched = worst.resident_bytes
    here = case.most_ranks
    limits = [size for size in (case.node.memory_bytes, case.node.sandbox.memory_limit_bytes) if size]
    taken, each = (touched - before) * here, max(0, touched - after) / worst.peers
    slowest = max(measured, key=lambda rank: rank.first_messages_s)
    full, late = bool(limits) and taken > _SHARE * min(limits), slowest.first_messages_s > _SLOW_S
    if not (full or late):
        return None
    double = (after - before + 2 * each * (worst.world - 1)) * here
    return finding(
        "scale",
        f"MPI itself takes {format_amount(taken)} of a node's memory" if full else "First messages take long",
        "serious" if full and taken > 2 * _SHARE * min(limits) else "warning",
        "Each connection has buffers and queues of its own, so memory and start grow with the number of ranks that a "
        "rank talks to.",
        seen={
            "memory of a rank": f"{format_amount(before)} before MPI_Init, {format_amount(after)} after it, "
            f"{format_amount(touched)} after a message to each of {worst.peers} others",
            **({"memory of the node": format_amount(min(limits))} if limits else {}),
            "with twice the ranks": f"about {format_amount(double)} on this node, in proportion",
            "first messages": f"{slowest.first_messages_s:.2f} s to {slowest.peers} others, MPI_Init "
            f"{slowest.init_s:.2f} s, first collective {slowest.first_collective_s:.2f} s",
        },
        fixes={
            "UCX": "`export UCX_TLS=ud,sm,self` (or dc on ConnectX): one queue for all, in place of rc",
            "Intel MPI": "`export I_MPI_OFI_PROVIDER=mlx I_MPI_DYNAMIC_CONNECTION=1`",
            "any": "fewer ranks for each node, with threads in each",
        },
        verify=case.again,
        mpi=case.family,
        affects=(worst.host,),
    )
