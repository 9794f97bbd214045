"""The labs of this user: one folder each, with what is needed to use a lab and to remove it after a crash."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

from rankwise.core import paths
from rankwise.core.errors import RankwiseError, UsageError
from rankwise.core.files import alone, put
from rankwise.core.records import Lab, decode, encode

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


def labs_dir() -> Path:
    return paths.state_dir() / "labs"


def folder_of(name: str) -> Path:
    """The folder of the lab `name`, which may not exist."""
    if not _NAME.fullmatch(name):
        raise UsageError("bad-lab-name", f"'{name}' cannot name a lab", "use letters, digits, - and _")
    return labs_dir() / name


def names() -> list[str]:
    """Labs that have a folder, alive or not."""
    return sorted(entry.name for entry in labs_dir().glob("*") if entry.is_dir())


def save(lab: Lab) -> None:
    """Writes the lab's record at once, never half."""
    put(Path(lab.folder, "lab.json"), encode(lab, indent=1))


def load(name: str) -> Lab | None:
    """The lab's record; None when it was never finished."""
    file = folder_of(name) / "lab.json"
    try:
        return decode(Lab, file.read_bytes(), source=str(file))
    except FileNotFoundError:
        return None


@contextlib.contextmanager
def latest(lab: Lab) -> Iterator[Lab]:
    """The lab as it is recorded now; within the block nobody else changes it."""
    with alone(Path(lab.folder, "lock"), "`rankwise lab list` shows what is up"):
        yield load(lab.name) or lab


def choose(name: str | None) -> Lab:
    """The living lab `name`, or the only one there is. Raises UsageError that names what there is."""
    if name is None:
        known = [name for name in names() if (found := load(name)) is not None and alive(found)]
        if len(known) != 1:
            raise UsageError(
                "which-lab",
                f"{len(known)} labs are up: {', '.join(known)}" if known else "no lab is up",
                "name one with --lab" if known else "`rankwise lab up PLAN` makes one",
            )
        name = known[0]
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
    with contextlib.suppress(OSError, ValueError, IndexError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return None if fields[0] in "ZX" else int(fields[19])  # proc(5): state is field 3, starttime field 22
    return None


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
