"""What an MPI or a kernel says in its own words where shared memory or open files are short, told as what it is."""

from __future__ import annotations

import contextlib
import os
import re
import resource

from rankwise.core.scarce import too_little_memory
from rankwise.core.units import format_amount
from rankwise.model.robust import t_quantile


def check_memory() -> None:
    """Raises EnvironmentProblem where a limit leaves too little address space: libraries end the process by themselves
    where they get none. What judges visits is loaded here, before anything is measured."""
    if problem := too_little_memory():
        raise problem
    t_quantile(2)


def without_room(output: str) -> str:
    """What to do where the words show what was short; else nothing."""
    if re.search(r"SYS_LIMITS|Too many open files", output):
        most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return f"a process may hold {most} open files here; raise that: ulimit -n 4096"
    if not re.search(r"Bus error|[Ss]ignal:? 7\b", output):
        return ""
    with contextlib.suppress(OSError):
        room = os.statvfs("/dev/shm")
        total, free = room.f_blocks * room.f_frsize, room.f_bavail * room.f_frsize
        return (
            f"a bus error is what a process gets where shared memory has no room: /dev/shm has {format_amount(total)}, "
            f"{format_amount(free)} of it free; enlarge it (mount -o remount,size=1G /dev/shm; containers: --shm-size)"
        )
    return ""
