"""Which process a stored run belongs to, so that one that was killed is not called running for ever."""

from __future__ import annotations

import os
import socket
from pathlib import Path

_BOOT = Path("/proc/sys/kernel/random/boot_id")


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
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""
