"""Resource limits and shared memory."""

from __future__ import annotations

import re

from rankwise.core.leftovers import MPI_SEGMENT
from rankwise.inventory.archive import Archive
from rankwise.inventory.parse import natural
from rankwise.inventory.records import Limits, SharedMemory

_LIMITS = "/proc/self/limits"


def limits(archive: Archive, unknown: dict[str, str]) -> Limits:
    """The soft limits: those that a job started from here inherits."""
    rows = dict(re.findall(r"^(Max(?: [a-z]+)+)\s{2,}(\S+)", archive.read(_LIMITS) or "", re.MULTILINE))
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
    stale = _stale(archive)
    return SharedMemory(
        path="/dev/shm",
        size_bytes=size_bytes,
        free_bytes=free_bytes,
        stale_files=tuple(f"/dev/shm/{name}" for name in sorted(stale)),
        stale_bytes=sum(size_bytes for _, size_bytes in stale.values()),
        stale_owners=tuple(sorted({owner for owner, _ in stale.values()})),
    )


def _stale(archive: Archive) -> dict[str, tuple[int, int]]:
    """Owner and size, by name, of files that were there before and after the users of files were looked up: jobs may
    start and end meanwhile."""
    in_use = {line.removesuffix(" (deleted)") for line in (archive.run("shm-users") or "").splitlines()}
    user = archive.run("user")
    files, remaining = _listed(archive.run("shm-files")), _listed(archive.run("shm-files-after"))
    return {
        name: (natural(owner) or 0, size_bytes)
        for name, (owner, size_bytes) in files.items()
        if MPI_SEGMENT.match(name) and name in remaining and f"/dev/shm/{name}" not in in_use and user in ("0", owner)
    }


def _listed(listing: str | None) -> dict[str, tuple[str, int]]:
    """User number and size by file name, from `ls -ln`: mode, links, user, group, size, three words of time, name."""
    rows = (line.split(maxsplit=8) for line in (listing or "").splitlines())
    return {row[8]: (row[2], natural(row[4]) or 0) for row in rows if len(row) == 9}
