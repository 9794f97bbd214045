"""Files that MPI libraries and launchers leave in /dev/shm and /tmp when they are ended before they could clean up."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import time
from collections.abc import Collection
from pathlib import Path

from rankwise.core import living

# As seen in /dev/shm under running jobs of Open MPI 5 (vader: Open MPI 4), MPICH 5, Intel MPI 2021, UCX and PSM3.
MPI_SEGMENT = re.compile(r"(?:vader_segment\.|sm_segment\.|mpich_|Intel_MPI_|ucx_shm_posix_|psm3_shm\.)")
HYDRA = ("mpiexec", "mpiexec.hydra", "hydra_pmi_proxy")
"""Programs of a launcher that removes its own files when its ranks are gone."""
_HYDRA_FILE = re.compile(r"hydra_hwloc_xmlfile_")
_HELD = re.compile(r"^(?:/dev/shm/.+|/tmp/(?:ompi|prte|pmix|openmpi|mpich|impi|hydra_hwloc_xmlfile_)[^/]*)")
_CLOCK_S = 1.0  # the start of a process and the time of a file are of two clocks, each with ticks of some ms


def present() -> frozenset[str]:
    """The files there are now of those kinds that `sweep` removes."""
    return frozenset(_named("/dev/shm", MPI_SEGMENT) | _named("/tmp", _HYDRA_FILE))


def sweep(before: frozenset[str]) -> None:
    """Removes this user's files of these kinds that are new since `before` and that no living process can need."""
    new = present() - before
    held = {path for pid, _ in living.environments() for path in held_by(pid)} if new else set()
    # Nothing holds Hydra's files open. A proxy makes its own after its start.
    proxies_s = [living.age_s(pid) for pid, _ in living.environments() if _is_hydra(pid)] if new else []
    for path in new - held:
        with contextlib.suppress(OSError):
            seen = os.stat(path)
            file_s = time.time() - seen.st_mtime
            needed = path.startswith("/tmp/") and any(proxy_s > file_s - _CLOCK_S for proxy_s in proxies_s)
            if seen.st_uid == os.geteuid() and not needed:
                os.unlink(path)


def held_by(pid: int) -> set[str]:
    """The shared-memory files and session folders that a process has open or mapped."""
    held: set[str] = set()
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/maps").read_text(errors="replace").splitlines():
            path = line.split(maxsplit=5)[-1].removesuffix(" (deleted)")
            if match := _HELD.match(path):
                held.add(match[0])
    with contextlib.suppress(OSError):
        for entry in os.scandir(f"/proc/{pid}/fd"):
            with contextlib.suppress(OSError):
                if match := _HELD.match(os.readlink(entry.path)):
                    held.add(match[0])
    return held


def session_folders(pids: Collection[int]) -> set[str]:
    """Folders of Open MPI's launchers, named by their process, that dead ones of these processes left."""
    places = {f"{base}/ompi.{pid}" for base in ("/tmp", os.environ.get("TMPDIR", "/tmp")) for pid in pids}
    found = set()
    for path in places:
        with contextlib.suppress(OSError):
            if os.lstat(path).st_uid == os.geteuid() and living.state(int(path.rpartition(".")[2])) in "XZ":
                found.add(path)
    return found


def remove(paths: Collection[str]) -> None:
    """Removes those of these files and folders that no living process holds."""
    in_use = {path for pid, _ in living.environments() for path in held_by(pid)} if paths else set()
    for path in set(paths) - in_use:
        with contextlib.suppress(OSError):
            if os.path.isdir(path):
                shutil.rmtree(path)
            else:
                os.unlink(path)


def _named(folder: str, names: re.Pattern[str]) -> set[str]:
    try:
        return {f"{folder}/{name}" for name in os.listdir(folder) if names.match(name)}
    except OSError:
        return set()


def _is_hydra(pid: int) -> bool:
    return os.path.basename(living.program(pid)) in HYDRA
