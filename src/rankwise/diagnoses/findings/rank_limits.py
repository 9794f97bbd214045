"""Inside the job ranks have smaller limits than the shell that started it: locked memory, open files."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.core.units import format_size
from rankwise.diagnoses.case import Case

_LOCKED_BYTES = 1 << 30
_FILES_FOR_EACH = 4


def check(case: Case) -> Finding | None:
    """Locked memory beside RDMA, as ranks have it; and files for a connection to each other rank."""
    ranks = case.probed
    adapters = [nic.rdma_device or nic.name for nic in case.node.nics if nic.rdma_device]
    locked = [rank for rank in ranks if adapters and (rank.memlock_bytes or 1 << 62) < _LOCKED_BYTES]
    needed = _FILES_FOR_EACH * max((rank.world for rank in ranks), default=0) + 64
    files = [rank for rank in ranks if rank.open_files is not None and rank.open_files < needed]
    low = locked or files
    if not low:
        return None
    seen = {}
    if locked:
        seen[f"locked memory of rank {locked[0].number} on {locked[0].host}"] = format_size(
            locked[0].memlock_bytes or 0
        )
        own = case.node.limits.memlock_bytes
        seen["in this shell"] = "unlimited" if own is None else format_size(own)
    if files:
        seen[f"open files of rank {files[0].number} on {files[0].host}"] = f"{files[0].open_files}, {needed} needed"
    return finding(
        "rank-limits",
        "Limits are too small inside the job",
        "serious",
        "Registering memory (ibv_reg_mr: Cannot allocate memory) or opening a connection fails there, or the library "
        "falls back to TCP.",
        seen=seen,
        fixes={
            "srun": "`LimitMEMLOCK=infinity` and `LimitNOFILE=65536` in slurmd.service; systemd ignores limits.conf",
            "mpiexec": "`* - memlock unlimited` and `* - nofile 65536` in /etc/security/limits.conf, then log in again",
            "any": "`ulimit -l unlimited`; `ulimit -n 65536`, in the job script before the launcher",
        },
        verify=case.again,
        mpi=case.family,
        affects=tuple(sorted({rank.host for rank in low})),
    )
