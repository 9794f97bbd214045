"""Files that MPI libraries and launchers leave in /dev/shm and /tmp when they are ended before they could clean up."""

from __future__ import annotations

import contextlib
import glob
import os
import re
import shutil
import stat
import time
from collections.abc import Collection

from rankwise.core import proc

# As seen in /dev/shm under running jobs of Open MPI 5 (vader: Open MPI 4), MPICH 5, Intel MPI 2021, UCX and PSM3.
MPI_SEGMENT = re.compile(r"(?:vader_segment\.|sm_segment\.|mpich_|Intel_MPI_|ucx_shm_posix_|psm3_shm\.)")
HYDRA = ("mpiexec", "mpiexec.hydra", "hydra_pmi_proxy")
"""Programs of a launcher that removes its own files when its ranks are gone."""
_HYDRA_FILE = re.compile(r"hydra_hwloc_xmlfile_")
_HELD = re.compile(r"^(?:/dev/shm/.+|/tmp/(?:ompi|prte|pmix|openmpi|mpich|impi|hydra_hwloc_xmlfile_)[^/]*)")
_CLOCK_S = 1.0  # the start of a process and the time of a file are of two clocks, each with ticks of some ms


def present() -> frozenset[str]:
    """The files and folders there are now of those kinds that `sweep` removes."""
    sessions = glob.glob(f"/tmp/ompi.*.{os.geteuid()}/*/*")
    return frozenset(_named("/dev/shm", MPI_SEGMENT) | _named("/tmp", _HYDRA_FILE) | set(sessions))


def sweep(before: frozenset[str]) -> None:
    """Removes this user's files and folders of these kinds that are new since `before` and that no living process can
    need."""
    if not (new := present() - before):
        return
    held, proxies_s, open_mpi = set[str](), list[float](), False
    for pid, environment in proc.environments():
        held |= held_by(pid)
        open_mpi |= b"PMIX_NAMESPACE=" in environment
        if os.path.basename(proc.program(pid)) in HYDRA:
            proxies_s.append(proc.age_s(pid))
    for path in new - held:
        with contextlib.suppress(OSError):
            if path.startswith("/tmp/ompi."):
                if not open_mpi:  # which job a folder is of is written nowhere
                    _remove_session(path)
            elif os.lstat(path).st_uid == os.geteuid() and not _of_a_proxy(path, proxies_s):
                os.unlink(path)


def _of_a_proxy(path: str, proxies_s: Collection[float]) -> bool:
    """Whether one of Hydra's proxies, of these ages, may have made a file. Nothing holds these files open, but a proxy
    makes its own after its start."""
    file_s = time.time() - os.lstat(path).st_mtime
    return path.startswith("/tmp/") and any(proxy_s > file_s - _CLOCK_S for proxy_s in proxies_s)


def _remove_session(path: str) -> None:
    """Removes the folder of a job of Open MPI, and those above it that are empty then. What is in /tmp may be made by
    others, with links to anywhere."""
    folders = [path, os.path.dirname(path), os.path.dirname(os.path.dirname(path))]
    seen = [os.lstat(folder) for folder in folders]
    if all(stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid() for status in seen):
        shutil.rmtree(path)
        for folder in folders[1:]:
            os.rmdir(folder)


def held_by(pid: int) -> set[str]:
    """The shared-memory files and session folders that a process has open or mapped."""
    held: set[str] = set()
    for line in proc.read(pid, "maps").splitlines():
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
    folders = set()
    for path in places:
        with contextlib.suppress(OSError):
            if os.lstat(path).st_uid == os.geteuid() and proc.state(int(path.rpartition(".")[2])) in "XZ":
                folders.add(path)
    return folders


def remove(paths: Collection[str]) -> None:
    """Removes those of these files and folders that no living process holds."""
    in_use = {path for pid, _ in proc.environments() for path in held_by(pid)} if paths else set()
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
