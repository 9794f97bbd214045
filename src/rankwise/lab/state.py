"""The labs of this user: one folder each, with what is needed to use a lab and to remove it after a crash."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import socket
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rankwise.core import files, paths, proc
from rankwise.core.bounded import LIMITS
from rankwise.core.errors import RankwiseError, UsageError
from rankwise.core.files import alone, put
from rankwise.core.records import decode, encode
from rankwise.lab.records import Lab

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_CREDENTIALS = struct.Struct("3i")  # struct ucred of unix(7): pid, uid, gid


@dataclass(frozen=True)
class Known:
    """A lab that has a folder. `lab` is its record where that can be read and its keeper lives. `problem` says what is
    wrong with it, and is empty for a whole one."""

    name: str
    lab: Lab | None
    problem: str = ""


def labs_dir() -> Path:
    return paths.state_dir() / "labs"


def folder_of(name: str) -> Path:
    """The folder of the lab `name`, which may not exist."""
    if not _NAME.fullmatch(name):
        raise UsageError("bad-lab-name", f"'{name}' cannot name a lab", "use letters, digits, - and _")
    return labs_dir() / name


def names() -> list[str]:
    """Labs that have a folder, alive or not."""
    return sorted(entry.name for entry in labs_dir().glob("*") if entry.is_dir() and _NAME.fullmatch(entry.name))


def known() -> list[Known]:
    """Every lab that has a folder, and whether its processes answer. One that is damaged hides no other."""
    return [look(name) for name in names()]


def look(name: str) -> Known:
    """The lab of that name, and whether its processes answer."""
    try:
        lab = load(name)
    except RankwiseError as error:
        return Known(name, None, f"damaged: {error.message}")
    if lab is None or not alive(lab):
        return Known(name, None, "dead")
    endpoints = sorted(path.name for path in (folder_of(name) / "hosts").glob("*"))
    if not endpoints or Path(lab.folder).resolve() != folder_of(name).resolve():
        return Known(name, None, f"damaged: {folder_of(name)} is not as `lab up` made it")
    members = endpoints if lab.rates_only else ["switch", *endpoints]
    silent = [member for member in members if listener(name, member) is None]
    return Known(name, lab, f"these processes of it have ended: {', '.join(silent)}" if silent else "")


def listener(name: str, member: str) -> int | None:
    """The number of the process that listens for a lab's keeper, switch or endpoint, as the kernel tells it. None where
    nobody does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as caller, contextlib.suppress(OSError):
        caller.settimeout(1.0)
        connect(caller, folder_of(name) / "sockets", member)
        pid, _, _ = _CREDENTIALS.unpack(caller.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size))
        return int(pid)
    return None


def connect(caller: socket.socket, folder: Path, member: str) -> None:
    """Connects to a member of a lab; raises OSError. A socket's address holds 108 bytes and a path may be longer: the
    folder is named by its descriptor."""
    handle = os.open(folder, os.O_PATH)
    try:
        caller.connect(f"/proc/self/fd/{handle}/{member}")
    finally:
        os.close(handle)


def save(lab: Lab) -> None:
    """Writes the lab's record at once, never half."""
    put(Path(lab.folder, "lab.json"), encode(lab, indent=1))


def load(name: str) -> Lab | None:
    """The lab's record; None when it was never finished."""
    file = folder_of(name) / "lab.json"
    if not file.exists():
        return None
    hint = f"`rankwise lab down {name}` removes it"
    return decode(Lab, files.load(file, "bad-lab", hint, most_bytes=LIMITS["record"]), source=str(file))


@contextlib.contextmanager
def latest(lab: Lab) -> Iterator[Lab]:
    """The lab as it is recorded now; within the block nobody else changes it."""
    with alone(Path(lab.folder, "lock"), "`rankwise lab list` shows what is up"):
        yield load(lab.name) or lab


def choose(name: str | None) -> Lab:
    """The living lab `name`, or the only one there is. Raises UsageError that names what there is."""
    if name is None:
        up = [there.name for there in known() if there.lab]
        if len(up) != 1:
            raise UsageError(
                "which-lab",
                f"{len(up)} labs are up: {', '.join(up)}" if up else "no lab is up",
                "name one with --lab" if up else "`rankwise lab up PLAN` makes one",
            )
        name = up[0]
    lab = load(name)
    if lab is None or not alive(lab):
        raise RankwiseError(
            "no-lab",
            f"the lab '{name}' is not up" + (": its processes are gone" if lab else ""),
            f"`rankwise lab down {name}` removes what is left of it" if lab else "`rankwise lab list` shows what is",
        )
    return lab


def start_ticks(pid: int) -> int | None:
    """When a living process started, in clock ticks since boot: with the pid, its identity. None when it has ended."""
    fields = proc.stat(pid)
    return None if len(fields) < 20 or fields[0] in "ZX" else int(fields[19])  # state is field 3, starttime field 22


def alive(lab: Lab) -> bool:
    return start_ticks(lab.keeper_pid) == lab.keeper_start


def kill(pid: int, started: int) -> None:
    """Kills the process with this identity and waits for its end, and only that one: a reused number is spared."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        if start_ticks(pid) == started:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(handle, signal.SIGKILL)
            _wait(handle)
    finally:
        os.close(handle)


def remove_folder(name: str) -> None:
    shutil.rmtree(folder_of(name), ignore_errors=True)


def _wait(handle: int) -> None:
    import select

    # The first process of a process namespace ends only after everything in it has.
    select.select([handle], [], [], 10.0)
