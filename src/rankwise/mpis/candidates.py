"""Where MPIs may lie: prefixes with the way each was found, likely ones first, and those that a user added. Looks, but
asks nothing."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct, field

from rankwise.core import bounded, files, paths
from rankwise.core.bounded import LIMITS
from rankwise.mpis.families import FAMILIES, INSTALLABLE

_LAUNCHERS = ("mpiexec", "mpirun", "mpiexec.hydra", "mpicc")
_VARIABLES = ("MPI_HOME", "MPI_ROOT", "I_MPI_ROOT", "OPAL_PREFIX", "MPICH_DIR", "CRAY_MPICH_DIR", "EBROOTOPENMPI")
_COMMON = (
    "/usr",
    "/usr/local",
    "/usr/lib64/mpich*",
    "/usr/lib64/openmpi*",
    "/usr/lib64/mvapich*",
    "/usr/lib64/mpi/gcc/*",
    "/usr/mpi/gcc/*",
    "/opt/*mpi*",
    "/opt/*mpi*/*",
    "/opt/intel/oneapi/mpi/*",
    "/opt/intel/compilers_and_libraries*/linux/mpi/intel64",
    "/opt/cray/pe/mpich/*/ofi/gnu/*",
    "/opt/hpcx*/ompi",
    "/opt/nvidia/hpc_sdk/Linux_*/*/comm_libs/mpi",
    "/usr/local/*mpi*",
)
_LIBRARY = re.compile(r"lib(?:mpi|mpich|mpi_gnu_\d+|mpi_cray)\.so\.\d+")
STANDARD = "libmpi_abi.so.1"
"""The soname of every library of the standard ABI (MPI 5.0, chapter 20)."""
_LIBRARY_FOLDERS = (
    "lib",
    "lib64",
    "lib/release",
    "lib/release_mt",
    "lib/{arch}-linux-gnu",
    "lib/{arch}-linux-gnu/openmpi/lib",
)


class PrefixCandidate(Struct, frozen=True):
    """A prefix to look at, how it was found, and the variables that its module sets."""

    prefix: Path
    where: str
    env: dict[str, str] = field(default_factory=dict)


def fixed() -> Iterator[PrefixCandidate]:
    """Every place that needs no other program to look: this Python's own prefix first, the embedded default."""
    yield PrefixCandidate(Path(sys.prefix), "this Python environment")
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        if value := os.environ.get(name):
            yield PrefixCandidate(Path(value), f"Python environment (${name})")
    for prefix in registered():
        yield PrefixCandidate(prefix, "added by `rankwise mpi add`")
    for name in INSTALLABLE:
        if (folder := paths.kept("mpi", name)).is_dir():
            yield PrefixCandidate(folder, "installed by rankwise")
        if (folder := paths.kept("mpi", f"{name}-cuda")).is_dir():
            yield PrefixCandidate(folder, "installed by rankwise for CUDA", _cuda_environment(folder, name))
    yield from _on_path()
    for name in _VARIABLES:
        if value := os.environ.get(name):
            yield PrefixCandidate(Path(value), f"${name}")
    for pattern in _COMMON:
        for folder in sorted(Path("/").glob(pattern[1:]), reverse=True):
            if folder.is_dir():
                yield PrefixCandidate(folder, "common prefix")


def _cuda_environment(prefix: Path, family: str) -> dict[str, str]:
    """The variables with which an MPI uses the UCX that was installed beside it: it is found before the MPI's own."""
    ucx = next(prefix.glob("lib*/python3*/site-packages/libucx/lib"), None)
    return {**({"LD_LIBRARY_PATH": str(ucx)} if ucx else {}), **FAMILIES[family].cuda_settings}


def libraries(prefix: Path) -> list[Path]:
    """The C libraries of MPI under a prefix, each file once, by its shortest name."""
    by_real_path: dict[Path, Path] = {}
    for folder in _LIBRARY_FOLDERS:
        directory = prefix / folder.format(arch=os.uname().machine)
        names: list[str] = []
        with contextlib.suppress(OSError):  # not there, or closed to us
            # os.listdir, because /usr/lib has tens of thousands of entries and a Path for each is slow.
            names = [name for name in os.listdir(directory) if _LIBRARY.fullmatch(name)]  # noqa: PTH208
        for entry in sorted(names, key=lambda name: (len(name), name)):
            by_real_path.setdefault((directory / entry).resolve(), directory / entry)
        standard = directory / STANDARD
        if files.is_file(standard) and not any(real.parent == directory.resolve() for real in by_real_path):
            by_real_path[standard.resolve()] = standard  # only the standard ABI is here, without the library's own
    return list(by_real_path.values())


def _on_path() -> Iterator[PrefixCandidate]:
    for directory in os.environ.get("PATH", "").split(":"):
        for name in _LAUNCHERS:
            file = Path(directory, name)
            if directory and os.access(file, os.X_OK):
                yield PrefixCandidate(Path(directory).parent, "PATH")
                if (real := file.resolve().parent.parent) != Path(directory).parent:
                    yield PrefixCandidate(real, "PATH")


def registered() -> list[Path]:
    """The prefixes, in the order they were added."""
    with contextlib.suppress(OSError, ValueError, RecursionError):
        listed = json.loads(bounded.content(_file(), LIMITS["text"]))
        if isinstance(listed, list):
            return [Path(item) for item in listed if isinstance(item, str)]
    return []


def register(prefix: Path) -> None:
    """Adds a prefix, once."""
    _write(list(dict.fromkeys([*registered(), prefix])))


def forget(prefix: Path) -> bool:
    """Removes a prefix; False when it was not registered."""
    known = registered()
    _write([item for item in known if item != prefix])
    return prefix in known


def _write(prefixes: list[Path]) -> None:
    files.put(_file(), json.dumps([str(prefix) for prefix in prefixes], indent=1) + "\n")


def _file() -> Path:
    return paths.kept("mpis.json")
