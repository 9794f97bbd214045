"""Which engine serves an MPI: the wheel's for its ABI, else one built here by that MPI's wrapper, once."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shlex
import shutil
import tempfile
from functools import lru_cache
from pathlib import Path

from rankwise.core import paths, process
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.records import Mpi

SOURCE = Path(__file__).with_name("engine")
PREBUILT = Path(__file__).with_name("engines")
FLAGS = ("-O2", "-std=c++20", "-Wall", "-Wextra")
_SUFFIXES = {".cpp", ".hpp", ".h"}


@lru_cache(maxsize=8)
def source_hash(source: Path = SOURCE) -> str:
    """A hash of all C++ of the engine's folder, by name and content: the identity of an engine build."""
    total = hashlib.sha256()
    for file in sorted(path for path in source.rglob("*") if path.suffix in _SUFFIXES):
        total.update(f"{file.relative_to(source)}\0".encode() + file.read_bytes() + b"\0")
    return total.hexdigest()[:16]


def engine_for(mpi: Mpi, source: Path = SOURCE, compiler: str = "") -> Path:
    """The engine program for this MPI, built when there is none. Start it with the library's folder on
    LD_LIBRARY_PATH, as every Launcher does.

    `compiler` replaces the compiler inside the MPI's wrapper. Raises EnvironmentProblem `no-compiler` or
    `build-failed`, the latter with the compiler's words.
    """
    if not compiler and (ready := _prebuilt(mpi, source)):
        return ready
    wrapper = _wrapper(mpi)
    target = _target(mpi, wrapper, source, compiler)
    if target.is_file():
        return target
    return _build(mpi, wrapper, source, compiler, target)


def engine_label(mpi: Mpi, source: Path = SOURCE) -> str | None:
    """What `Mpi.engine` says: `wheel:<abi>`, `cache:<path>`, `build`, or None when no engine can serve this MPI."""
    if mpi.library is None or mpi.family == "unknown":
        return None
    if _prebuilt(mpi, source):
        return f"wheel:{mpi.abi}"
    if mpi.compiler is None or _missing_compiler():
        return None
    target = _target(mpi, mpi.compiler, source, "")
    return f"cache:{target}" if target.is_file() else "build"


def _prebuilt(mpi: Mpi, source: Path) -> Path | None:
    """The wheel's engine, unless the source beside it has changed since (an editable checkout)."""
    engine = PREBUILT / os.uname().machine / f"rankwise-engine.{mpi.abi}"
    stamp = PREBUILT / "source-hash"
    if source != SOURCE or not engine.is_file() or not stamp.is_file():
        return None
    return engine if stamp.read_text().strip() == source_hash(source) else None


def _missing_compiler() -> bool:
    return not any(shutil.which(name) for name in ("c++", "g++", "clang++", "icpx", "CC"))


def _wrapper(mpi: Mpi) -> str:
    if mpi.compiler is None:
        raise EnvironmentProblem(
            "no-compiler",
            f"no ready engine fits {mpi.name} ({mpi.soname}), and its C++ wrapper mpicxx is not installed",
            "install its development package (Debian: libmpich-dev, libopenmpi-dev), or use another MPI",
        )
    return mpi.compiler


def _target(mpi: Mpi, wrapper: str, source: Path, compiler: str) -> Path:
    library = Path(mpi.library or "").resolve()
    status = library.stat()
    identity = "\0".join(
        (
            mpi.family,
            mpi.version,
            str(library),
            str((status.st_size, status.st_mtime_ns)),
            wrapper,
            _compiler_identity(compiler),
            " ".join(FLAGS),
            source_hash(source),
        )
    )
    key = hashlib.sha256(identity.encode()).hexdigest()[:16]
    return paths.cache_dir() / "engines" / f"{mpi.family}-{mpi.version}-{key}" / "rankwise-engine"


def _compiler_identity(compiler: str) -> str:
    # Path, size and time instead of `--version`: `mpi list` asks this of every MPI and must stay quick.
    found = shutil.which(compiler or "c++") or shutil.which("g++")
    if found is None:
        return "none"
    real = Path(found).resolve()
    return f"{real}:{real.stat().st_size}:{real.stat().st_mtime_ns}"


def _build(mpi: Mpi, wrapper: str, source: Path, compiler: str, target: Path) -> Path:
    main = source / "main.cpp"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise EnvironmentProblem(
            "cannot-write", f"cannot write {target.parent}: {error.strerror}", "set XDG_CACHE_HOME to a place you own"
        ) from error
    with (target.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if target.is_file():
            return target
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            part = Path(folder, "engine")
            argv = [wrapper, *FLAGS, "-I", str(source), str(main), "-o", str(part), "-lrt", "-pthread"]
            done = process.run(argv, timeout_s=300, env=_environment(mpi, compiler))
            if not done.ok:
                raise _why(mpi, done)
            part.replace(target)
    return target


def _environment(mpi: Mpi, compiler: str) -> dict[str, str]:
    env = {**os.environ, **mpi.env, "HOME": str(Path.home())}
    chosen = compiler or next((name for name in ("c++", "g++", "clang++") if shutil.which(name)), "")
    if (chosen and shutil.which("c++") is None) or compiler:
        # MPICH and its descendants, Intel MPI, and Open MPI each have their own variable for the same thing.
        env |= {"MPICH_CXX": chosen, "I_MPI_CXX": chosen, "OMPI_CXX": chosen}
    return env


def _why(mpi: Mpi, done: process.Completed) -> EnvironmentProblem:
    if _missing_compiler():
        return EnvironmentProblem(
            "no-compiler",
            f"{mpi.name} needs an engine of its own, and there is no C++ compiler",
            "install one (Debian: apt install g++), load a compiler module, or use `rankwise mpi install mpich`",
        )
    return EnvironmentProblem(
        "build-failed",
        f"the engine did not compile for {mpi.name}: {done.describe()}",
        f"try it by hand: {shlex.join(done.argv)}; it needs C++20 (g++ 10 or later)",
    )
