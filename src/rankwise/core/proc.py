"""What /proc tells of processes: their environments, programs and ends, and whether one that a run belongs to is gone.

A process that ends while it is looked at is as one that is not there.
"""

from __future__ import annotations

import contextlib
import os
import socket
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

_BOOT = Path("/proc/sys/kernel/random/boot_id")


def pids() -> list[int]:
    """All processes."""
    return [int(name) for name in os.listdir("/proc") if name.isdecimal()]


def read(pid: int, name: str) -> str:
    """A file of a process as text, as `maps`; empty where the process is gone, or nobody may look."""
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes().decode(errors="replace")
    except OSError:
        return ""


def command(pid: int) -> list[str]:
    """The words of its command line; none where it is gone."""
    text = read(pid, "cmdline")
    return text.rstrip("\0").split("\0") if text else []


def environments() -> Iterator[tuple[int, bytes]]:
    """Each living process whose environment this user may read, and that environment; zombies have none."""
    for pid in pids():
        with contextlib.suppress(OSError):
            if environ := Path(f"/proc/{pid}/environ").read_bytes():
                yield pid, environ


def environment(pid: int) -> dict[str, str]:
    """Of one process as it was started; empty where it is gone, or nobody may look."""
    return dict(pair.split("=", 1) for pair in read(pid, "environ").split("\0") if "=" in pair)


def program(pid: int) -> str:
    """The path of the program that a process runs; empty where there is none."""
    try:
        return os.readlink(f"/proc/{pid}/exe")
    except OSError:
        return ""


def state(pid: int) -> str:
    """R, S, D ... of proc(5), or X for a process that is not there."""
    return (stat(pid) or ["X"])[0]


def age_s(pid: int) -> float:
    """For how long a process has been there; 0 for one that is not."""
    fields = stat(pid)
    if len(fields) < 20:
        return 0.0
    return time.clock_gettime(time.CLOCK_BOOTTIME) - int(fields[19]) / os.sysconf("SC_CLK_TCK")


def parent(pid: int) -> int | None:
    """The process that started it, or that has it now; None for one that is not there."""
    fields = stat(pid)
    return int(fields[1]) if fields else None


def stat(pid: int) -> list[str]:
    """The fields of proc_pid_stat(5) behind the name; none of a process that is not there."""
    return read(pid, "stat").rpartition(")")[2].split()


def cpu_s(fields: Sequence[str]) -> float:
    """The time on CPUs, in its own code and in the kernel, by the fields that `stat` gives."""
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else 0.0


def this_process() -> str:
    """`HOST BOOT PID START`: no other process ever has the same. START is in clock ticks since boot (proc(5))."""
    return f"{socket.gethostname()} {_boot()} {os.getpid()} {_start(os.getpid())}"


def is_lost(owner: str) -> bool:
    """Whether the process is surely gone: it was on this machine and is not there now, or before its last boot. Of
    another machine nothing is known."""
    words = owner.split()
    if len(words) != 4 or words[0] != socket.gethostname() or not _boot():
        return False
    _, boot, pid, start = words
    return boot != _boot() or _start(int(pid)) != start


def _boot() -> str:
    try:
        return _BOOT.read_text().strip()
    except OSError:
        return ""


def _start(pid: int) -> str:
    return "".join(stat(pid)[19:20])
