"""The trace library for an MPI: built against its own header, once, by its own `mpicc`."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from pathlib import Path

from rankwise.core import paths, process
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.files import alone, make
from rankwise.core.records import Mpi
from rankwise.measure.preload import SOURCES

SOURCE = SOURCES / "trace"
FOLDER = "RANKWISE_TRACE"
_OWN = "set XDG_CACHE_HOME to a place you own"
_FLAGS = ("-O2", "-fPIC", "-fvisibility=default", "-Wall", "-Wextra", "-Wno-deprecated-declarations")
_FORTRAN = ("libmpifort.so*", "libmpichfort.so*", "libmpi_mpifh.so*", "libmpi_usempif08.so*")


def tracing(mpi: Mpi, folder: Path, preloaded: str = "") -> dict[str, str]:
    """The environment in which every rank leaves a file in `folder`, which must be there on each node; `preloaded` is
    what LD_PRELOAD holds already. Raises EnvironmentProblem as `trace_library` does."""
    return {"LD_PRELOAD": ":".join(filter(None, (str(trace_library(mpi)), preloaded))), FOLDER: str(folder)}


def trace_library(mpi: Mpi) -> Path:
    """The library that ranks of this MPI preload, built when there is none. It offers the calls that the MPI has and no
    others, for programs look.

    Raises EnvironmentProblem `no-compiler` where the MPI has no `mpicc` or the system no C compiler, `build-failed`
    with the compiler's words.
    """
    if mpi.library is None or mpi.compiler is None or not (wrapper := _mpicc(Path(mpi.compiler))):
        raise EnvironmentProblem(
            "no-compiler",
            f"{mpi.name} has no mpicc, which builds the trace library",
            "install its development package (Debian: libmpich-dev, libopenmpi-dev), or use another MPI",
        )
    if not (compiler := next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)):
        raise EnvironmentProblem("no-compiler", "no C compiler to build the trace library", "install gcc")
    library = Path(mpi.library).resolve()
    status = library.stat()
    sources = b"\0".join(file.read_bytes() for file in sorted(SOURCE.iterdir()))
    identity = f"{library}\0{status.st_size}\0{status.st_mtime_ns}\0{wrapper}\0{_FLAGS}\0".encode() + sources
    key = hashlib.sha256(identity).hexdigest()[:16]
    target = paths.cache_dir() / "preloads" / f"trace-{mpi.family}-{mpi.version}-{key}" / "librankwise-trace.so"
    if target.is_file():
        return target
    with alone(make(target.parent, _OWN) / "lock", _OWN):
        if not target.is_file():
            _build(mpi, wrapper, compiler, target)
    return target


def _mpicc(wrapper: Path) -> Path | None:
    """The C wrapper beside the C++ one, by the same suffix: `mpicc.mpich` of `mpicxx.mpich`."""
    name = wrapper.name.replace("mpicxx", "mpicc").replace("mpic++", "mpicc").replace("mpiicpc", "mpicc")
    beside = wrapper.with_name(name)
    return beside if name != wrapper.name and os.access(beside, os.X_OK) else None


def _build(mpi: Mpi, wrapper: Path, compiler: str, target: Path) -> None:
    env = {**os.environ, **mpi.env, "HOME": str(Path.home())}
    env["PATH"] = f"{wrapper.parent}:{env.get('PATH', os.defpath)}"
    if shutil.which("gcc") is None:
        env |= {"MPICH_CC": compiler, "I_MPI_CC": compiler, "OMPI_CC": compiler}
    with tempfile.TemporaryDirectory(dir=target.parent) as name:
        folder = Path(name)
        Path(folder, "have.h").write_text(have(Path(mpi.library or "")))
        part, fresh = folder / "trace.o", folder / target.name
        # Linked by the compiler alone: a preload that needs an MPI library would bring it into every program.
        for argv in (
            [str(wrapper), *_FLAGS, "-I", str(folder), "-c", str(SOURCE / "trace.c"), "-o", str(part)],
            [compiler, "-shared", str(part), "-o", str(fresh), "-ldl", "-lpthread"],
        ):
            done = process.run(argv, timeout_s=300, env=env)
            if not done.ok:
                hint = "the compiler's words above say why"
                message = f"the trace library did not compile for {mpi.name}: {done.describe()}"
                raise EnvironmentProblem("build-failed", message, hint)
        fresh.replace(target)


def have(library: Path) -> str:
    """A header that says which calls an MPI library exports, and which its Fortran libraries beside it."""
    text = "".join(file.read_text() for file in sorted(SOURCE.iterdir()))
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
