"""Resource limits and shared memory."""

from __future__ import annotations

import re

from rankwise.core.records import Limits, SharedMemory
from rankwise.inventory.archive import Archive
from rankwise.inventory.parse import natural

_LIMITS = "/proc/self/limits"

# How the libraries name what they leave in /dev/shm, as seen there after killing jobs, and in DPDK-free documentation.
_MPI_SEGMENT = re.compile(
    r"(?:vader_segment|sm_segment|osc_rdma|mpich_|mpi_|Intel_MPI|shm-col-space|ucx_shm|ucx_posix|fi_shm|psm2_shm|psm3_shm"
    r"|ib_shmem|slot_shmem|pmix|ompi)"
)


def limits(archive: Archive, unknown: dict[str, str]) -> Limits:
    """The soft limits: those that a job started from here inherits."""
    rows = dict(re.findall(r"^(Max [a-z ]+?)\s{2,}(\S+)", archive.read(_LIMITS) or "", re.MULTILINE))
    if not rows:
        unknown["limits"] = archive.why_not(_LIMITS)
    return Limits(
        memlock_bytes=natural(rows.get("Max locked memory")),
        open_files=natural(rows.get("Max open files")),
        processes=natural(rows.get("Max processes")),
        stack_bytes=natural(rows.get("Max stack size")),
    )


def shared_memory(archive: Archive, unknown: dict[str, str]) -> SharedMemory:
    """/dev/shm: size, free, and files named like an MPI's that no process maps or holds open.

    Another user's processes cannot be looked into, so only root judges files of others.
    """
    size_bytes = free_bytes = None
    for line in (archive.run("shm-space") or "").splitlines():
        row = line.split()
        if len(row) >= 6 and row[5] == "/dev/shm":
            kibibytes = natural(row[1]), natural(row[3])
            size_bytes, free_bytes = (None if number is None else number << 10 for number in kibibytes)
    if size_bytes is None:
        unknown["shared memory"] = "/dev/shm is not a file system of its own"
    return SharedMemory(path="/dev/shm", size_bytes=size_bytes, free_bytes=free_bytes, stale_files=_stale(archive))


def _stale(archive: Archive) -> tuple[str, ...]:
    in_use = {line.removesuffix(" (deleted)") for line in (archive.run("shm-users") or "").splitlines()}
    user = archive.run("user") or ""
    stale = []
    for line in (archive.run("shm-files") or "").splitlines():
        row = line.split(maxsplit=8)  # mode, links, uid, gid, size, three words of time, name
        if len(row) < 9 or not _MPI_SEGMENT.match(row[8]) or f"/dev/shm/{row[8]}" in in_use:
            continue
        if user in ("0", row[2]):
            stale.append(f"/dev/shm/{row[8]}")
    return tuple(sorted(stale))
