"""Where hypre is, for an MPI: in HYPRE_DIR, in a Spack or conda environment, or Debian's for Debian's Open MPI."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rankwise.core import elf
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.records import Mpi

_HEADER: Final = "HYPRE_struct_ls.h"
_INSTALL: Final = {
    "openmpi": "Debian: apt install libhypre-dev serves its Open MPI; spack install hypre ^openmpi",
    "mpich": "spack install hypre ^mpich; conda install -c conda-forge 'hypre=*=mpi_mpich*'",
    "impi": "spack install hypre ^intel-oneapi-mpi; or conda's for MPICH, whose ABI is the same",
}
_ANY: Final = "build it with this MPI's mpicc"


@dataclass(frozen=True)
class Hypre:
    """Folders of hypre's headers and of its library."""

    include: Path
    libraries: Path

    @property
    def systems(self) -> bool:
        """Whether it is the system's, whose other libraries are built with the system's MPI as well."""
        return _of_system(str(self.libraries))

    @property
    def words(self) -> tuple[str, ...]:
        """What compiles and links a program with it."""
        return f"-I{self.include}", f"-L{self.libraries}", f"-Wl,-rpath,{self.libraries}", "-lHYPRE"


def hypre_for(mpi: Mpi) -> Hypre:
    """The first hypre that was linked to this MPI, or to one of its ABI. HYPRE_DIR goes first, and alone.

    Raises EnvironmentProblem where there is none, with the package to install.
    """
    named = os.environ.get("HYPRE_DIR", "")
    others: list[str] = []
    for hypre in _in(Path(named)) if named else _everywhere():
        library = hypre.libraries / "libHYPRE.so"
        facts = elf.read(library)
        if facts is None:  # an archive is linked to no MPI yet
            return hypre
        needed = [name for name in facts.needed if name.startswith(("libmpi", "libpmpi"))]
        if not needed or (mpi.soname in needed and hypre.systems == _of_system(mpi.library or "")):
            return hypre
        others.append(f"{library} is for {needed[0]}{' of the system' if hypre.systems else ''}")
    seen = f" ({'; '.join(dict.fromkeys(others))})" if others else f" in HYPRE_DIR={named}" if named else ""
    advice = _INSTALL.get(mpi.family, _ANY)
    raise EnvironmentProblem(
        "no-hypre", f"there is no hypre for {mpi.name} ({mpi.soname}){seen}", f"{advice}; or name it by HYPRE_DIR"
    )


def _everywhere() -> Iterator[Hypre]:
    """What may be one, nearest first."""
    for variable in ("CONDA_PREFIX", "SPACK_ENV_VIEW"):
        if view := os.environ.get(variable):
            yield from _in(Path(view))
    for root in filter(None, (os.environ.get("SPACK_ROOT", ""), str(Path.home() / "spack"))):
        for folder in sorted(Path(root, "opt/spack").glob("**/hypre-*/include"), reverse=True):
            yield from _in(folder.parent)
    for prefix in ("/usr/local", "/usr"):
        yield from _in(Path(prefix))


def _in(prefix: Path) -> Iterator[Hypre]:
    """The installation below a prefix, where there is one."""
    include = next((folder for folder in (prefix / "include", prefix / "include/hypre") if _has(folder)), None)
    if include is None:
        return
    for name in ("lib", "lib64", f"lib/{os.uname().machine}-linux-gnu"):
        if any((prefix / name / file).exists() for file in ("libHYPRE.so", "libHYPRE.a")):
            yield Hypre(include, prefix / name)


def _of_system(path: str) -> bool:
    return path.startswith(("/usr/lib", "/lib"))


def _has(folder: Path) -> bool:
    return (folder / _HEADER).is_file()
