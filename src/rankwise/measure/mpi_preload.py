"""Preloads that stand in front of an MPI's calls: built against its own header, once, by its own `mpicc`."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from rankwise.core import paths, process
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.files import alone, aside, make
from rankwise.core.records import Mpi
from rankwise.measure.preload import SOURCES

_OWN = "set XDG_CACHE_HOME to a place you own"
_FLAGS = ("-O2", "-fPIC", "-fvisibility=default", "-Wall", "-Wextra", "-Wno-deprecated-declarations")
_FORTRAN = ("libmpifort.so*", "libmpichfort.so*", "libmpi_mpifh.so*", "libmpi_usempif08.so*")


@dataclass(frozen=True)
class MpiPreload:
    """A preload with a wrapper for each call: its name, its folder of sources, its file to compile."""

    name: str
    folder: Path
    main: str

    def sources(self) -> list[Path]:
        """Every file that it is made of."""
        return [*sorted(self.folder.iterdir()), *SHARED]


SHARED = (
    SOURCES / "mpi_library.h",
    SOURCES / "software_device/kernels.h",
    SOURCES.parent / "measure/engine/cuda_driver.h",
)


def built(preload: MpiPreload, mpi: Mpi) -> Path:
    """The library that ranks of this MPI preload, built when there is none. It offers the calls that the MPI has and no
    others, for programs look.

    Raises EnvironmentProblem `no-compiler` where the MPI has no `mpicc` or the system no C compiler, `build-failed`
    with the compiler's words.
    """
    if mpi.library is None or mpi.compiler is None or not (wrapper := _mpicc(Path(mpi.compiler))):
        raise EnvironmentProblem(
            "no-compiler",
            f"{mpi.name} has no mpicc, which builds the {preload.name} library",
            "install its development package (Debian: libmpich-dev, libopenmpi-dev), or use another MPI",
        )
    if not (compiler := next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)):
        raise EnvironmentProblem("no-compiler", f"no C compiler to build the {preload.name} library", "install gcc")
    library = Path(mpi.library).resolve()
    status = library.stat()
    sources = b"\0".join(file.read_bytes() for file in preload.sources())
    identity = f"{library}\0{status.st_size}\0{status.st_mtime_ns}\0{wrapper}\0{_FLAGS}\0".encode() + sources
    key = hashlib.sha256(identity).hexdigest()[:16]
    folder = f"{preload.folder.name}-{mpi.family}-{mpi.version}-{key}"
    target = paths.cache_dir() / "preloads" / folder / f"librankwise-{preload.folder.name}.so"
    if target.is_file():
        return target
    with alone(make(target.parent, _OWN) / "lock", _OWN):
        if not target.is_file():
            _build(preload, mpi, wrapper, compiler, target)
    return target


def _mpicc(wrapper: Path) -> Path | None:
    """The C wrapper beside the C++ one, by the same suffix: `mpicc.mpich` of `mpicxx.mpich`."""
    name = wrapper.name.replace("mpicxx", "mpicc").replace("mpic++", "mpicc").replace("mpiicpc", "mpicc")
    beside = wrapper.with_name(name)
    return beside if name != wrapper.name and os.access(beside, os.X_OK) else None


def _build(preload: MpiPreload, mpi: Mpi, wrapper: Path, compiler: str, target: Path) -> None:
    env = {**os.environ, **mpi.env, "HOME": str(Path.home())}
    env["PATH"] = f"{wrapper.parent}:{env.get('PATH', os.defpath)}"
    if shutil.which("gcc") is None:
        env |= {"MPICH_CC": compiler, "I_MPI_CC": compiler, "OMPI_CC": compiler}
    with aside(target.parent) as folder:
        Path(folder, "have.h").write_text(have(preload, Path(mpi.library or "")))
        part, fresh = folder / "preload.o", folder / target.name
        # Linked by the compiler alone: a preload that needs an MPI library would bring it into every program.
        for argv in (
            [str(wrapper), *_FLAGS, "-I", str(folder), "-c", str(preload.folder / preload.main), "-o", str(part)],
            [compiler, "-shared", str(part), "-o", str(fresh), "-ldl", "-lpthread"],
        ):
            done = process.build(argv, timeout_s=300, env=env)
            if not done.ok:
                hint = "the compiler's words above say why"
                message = f"the {preload.name} library did not compile for {mpi.name}: {done.describe()}"
                raise EnvironmentProblem("build-failed", message, hint)
        fresh.replace(target)


def have(preload: MpiPreload, library: Path) -> str:
    """A header that says which calls an MPI library exports, and which its Fortran libraries beside it."""
    text = "".join(file.read_text() for file in preload.sources())
    exported = library.read_bytes()
    # Names that end alike share their end in a library, so what is looked for is the longest form.
    lines = [
        f"#define HAVE_{name}"
        for name in sorted(set(re.findall(r"#ifdef HAVE_(MPI_\w+)", text)))
        if f"\0P{name}\0".encode() in exported
    ]
    beside = {path.resolve() for pattern in _FORTRAN for path in library.resolve().parent.glob(pattern)}
    fortran = b"".join(path.read_bytes() for path in sorted(beside))
    for name in sorted(set(re.findall(r"#ifdef HAVE_F_(\w+)", text))):
        if f"\0{name}\0".encode() in fortran or f"\0p{name}\0".encode() in fortran:
            lines.append(f"#define HAVE_F_{name}")
    return "\n".join(lines) + "\n"
