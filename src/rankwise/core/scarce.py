"""What this process has so little of that a failure may come from it."""

from __future__ import annotations

import contextlib
import os
import resource
from collections.abc import Iterator
from pathlib import Path

from rankwise.core.errors import EnvironmentProblem
from rankwise.core.units import format_amount

_OPEN_FILES = _PROCESSES = 64  # Open MPI's launcher alone holds 40 files; a small job and this tool have 30 threads
_MEMORY_BYTES = 2 << 30
_MEASURING_BYTES = 600 << 20  # of address space: NumPy and SciPy map 300 MiB, an MPI as much for each rank
_SHARED_BYTES = 16 << 20  # Open MPI takes 4 MiB for each rank, Intel MPI more
_DISK_BYTES = 4 << 20
_GROUPS = Path("/sys/fs/cgroup")


def scarce(results: Path | None = None) -> str:
    """Which limits and file systems are too small for most jobs, with what to do; empty when there is none."""
    return "; ".join([*_limits(), *_rooms(results)])


def _limits() -> Iterator[str]:
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= files < _OPEN_FILES:
        yield f"a process may hold {files} open files (raise it: ulimit -n 4096)"
    memory, _ = resource.getrlimit(resource.RLIMIT_AS)
    if 0 <= memory < _MEMORY_BYTES:
        yield f"memory is limited to {memory >> 20} MiB (raise it: ulimit -v unlimited)"
    processes = most_processes()
    if processes is not None and processes < _PROCESSES:
        yield f"{processes} processes and threads are allowed (raise ulimit -u, or pids.max of the control group)"


def too_little_memory() -> EnvironmentProblem | None:
    """What is wrong where a limit leaves too little address space to measure in; None where it does not."""
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY or limit >= _MEASURING_BYTES:
        return None
    return EnvironmentProblem(
        "no-memory",
        f"memory is limited to {limit >> 20} MiB here; measuring takes {_MEASURING_BYTES >> 20} MiB of address space",
        "raise it: ulimit -v unlimited",
    )


def available_bytes() -> int | None:
    """The memory that new processes can have without swapping, by the kernel; None where it does not tell."""
    with contextlib.suppress(OSError, ValueError):
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) << 10
    return None


def most_processes() -> int | None:
    """How many processes and threads this user or its control groups may have; None without a limit."""
    limits = []
    soft, _ = resource.getrlimit(resource.RLIMIT_NPROC)
    if soft != resource.RLIM_INFINITY and os.geteuid():  # root is not limited by it
        limits.append(soft)
    for controllers, place in _own_groups():
        group = _GROUPS / controllers / place.lstrip("/")
        for folder in (group, *group.parents):
            with contextlib.suppress(OSError, ValueError):
                limits.append(int((folder / "pids.max").read_text()))
    return min(limits, default=None)


def _own_groups() -> list[tuple[str, str]]:
    """This process's control groups that may limit processes: the controller (empty in version 2) and the place."""
    try:
        lines = [line.split(":", 2)[1:] for line in Path("/proc/self/cgroup").read_text().splitlines()]
    except OSError:
        return []
    return [(controllers, place) for controllers, place in lines if controllers in ("", "pids")]


def _rooms(results: Path | None) -> Iterator[str]:
    places = {"/dev/shm": _SHARED_BYTES, os.environ.get("TMPDIR") or "/tmp": _DISK_BYTES}
    for place, least in [*places.items(), *([(str(results), _DISK_BYTES)] if results else [])]:
        with contextlib.suppress(OSError):
            room = os.statvfs(place)
            free, total = room.f_bavail * room.f_frsize, room.f_blocks * room.f_frsize
            if free < least:
                yield f"the disk of {place} has {format_amount(total)}, {format_amount(free)} of it free"
