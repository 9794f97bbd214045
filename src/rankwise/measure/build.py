"""Which engine serves an MPI: the wheel's for its ABI, else one built here by that MPI's wrapper, once."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from rankwise.core import paths, process, settings
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.files import made_once
from rankwise.core.notice import notice
from rankwise.core.records import Mpi, Problem
from rankwise.measure.source import PROGRAM_FLAGS, SOURCE, program_name, source_define, source_hash, sources

PREBUILT = SOURCE.with_name("engines")
__all__ = ["engine_for", "engine_label", "source_hash", "with_engine"]
FLAGS = ("-O3", "-std=c++20", "-Wall", "-Wextra")
C, CXX = ("cc", "gcc", "clang"), ("c++", "g++", "clang++")
"""Compilers by the names that systems have for them."""
FAMILY_FLAGS: dict[str, tuple[str, ...]] = {"smpi": ("-DRANKWISE_SIMULATED",)}


def engine_for(mpi: Mpi, source: Path = SOURCE, compiler: str | None = None, defines: tuple[str, ...] = ()) -> Path:
    """The engine program for this MPI, built when there is none. Start it with the library's folder on
    LD_LIBRARY_PATH, as every Launcher does.

    `compiler` replaces the compiler inside the MPI's wrapper (None: the setting of that name); `defines` (`NAME=value`)
    make a build of its own.
    Raises EnvironmentProblem `no-compiler` or `build-failed`, the latter with the compiler's words.
    """
    compiler = settings.value("compiler") if compiler is None else compiler
    made_of = source_hash(source)
    if not compiler and not defines and (ready := _prebuilt(mpi, source, made_of)):
        return ready
    command = (_wrapper(mpi), *_flags(mpi), *(f"-D{define}" for define in defines))
    target = _target(mpi, command, made_of, compiler)
    stamped = (*command, source_define(source))
    return made_once(target, _builder(mpi, stamped, sources(source), folders=(source,), compiler=compiler))


def program_for(mpi: Mpi, main: Path, links: tuple[str, ...] = ()) -> Path:
    """A program of one C++ file that uses the engine's headers and those of its folder: the wheel's, else built when
    there is none. `links` are words to the compiler for a library. Raises as `engine_for`."""
    compiler = settings.value("compiler")
    if not compiler and not links and (ready := prebuilt(program_name(main, mpi.abi))) and os.access(ready, os.X_OK):
        return ready
    command = (_wrapper(mpi), *_flags(mpi), *PROGRAM_FLAGS, *links)
    made_of = source_hash(main.parent) + source_hash()
    target = _target(mpi, command, made_of, compiler, kind="programs", name=main.stem)
    folders = (main.parent, SOURCE)
    return made_once(target, _builder(mpi, command[:1], [main], folders=folders, compiler=compiler, after=command[1:]))


def platform_for(mpi: Mpi, main: Path) -> Path:
    """A shared object of one C++ file for the simulator that `mpi` is, built when there is none. Raises as
    `engine_for`."""
    chosen = settings.value("compiler") or first_of(CXX)
    if not chosen:
        raise _no_compiler(mpi)
    command = (chosen, *FLAGS, "-shared", "-fPIC", "-I", f"{mpi.prefix}/include")
    target = _target(mpi, command, source_hash(main.parent), chosen, kind="platforms", name=f"{main.stem}.so")
    return made_once(target, _builder(mpi, command, [main], folders=(), compiler=chosen))


def engine_label(mpi: Mpi, source: Path = SOURCE, made_of: str = "") -> str | None:
    """What `Mpi.engine` says: `wheel:<abi>`, `cache:<path>`, `build`, or None when no engine can serve this MPI.
    `made_of`: the hash of the source, where it is known."""
    if mpi.library is None or mpi.family == "unknown":
        return None
    made_of = made_of or source_hash(source)
    if _prebuilt(mpi, source, made_of):
        return f"wheel:{mpi.abi}"
    if mpi.compiler is None or _missing_compiler():
        return None
    target = _target(mpi, (mpi.compiler, *_flags(mpi)), made_of, "")
    return f"cache:{target}" if target.is_file() else "build"


def with_engines(mpis: Iterable[Mpi]) -> list[Mpi]:
    """Each MPI as `with_engine` has it; the source is read once."""
    made_of = source_hash()
    return [with_engine(mpi, made_of) for mpi in mpis]


def with_engine(mpi: Mpi, made_of: str = "") -> Mpi:
    """The MPI with the engine that serves it stated, or with the reason among its problems why none can. `made_of` as
    in `engine_label`."""
    import msgspec

    label = engine_label(mpi, made_of=made_of)
    if label is not None or mpi.library is None or not mpi.is_usable:
        return msgspec.structs.replace(mpi, engine=label)
    error = _no_compiler(mpi) if mpi.compiler else _no_wrapper(mpi)
    problem = Problem(code=error.code, message=error.message, hint=error.hint)
    return msgspec.structs.replace(mpi, problems=(*mpi.problems, problem))


def _prebuilt(mpi: Mpi, source: Path, made_of: str) -> Path | None:
    """The wheel's engine for this ABI, unless the source beside it has changed since."""
    engine = prebuilt(f"rankwise-engine.{mpi.abi}")
    if source != SOURCE or engine is None or not os.access(engine, os.X_OK):
        return None
    built_from, _, _ = engine.with_name("stamp").read_text().partition(" ")
    return engine if built_from == made_of else None


def prebuilt(name: str) -> Path | None:
    """The wheel's file of this name for this machine. None where there is none, or where this system's C library is
    older than the one it was linked with."""
    file = PREBUILT / os.uname().machine / name
    stamp = PREBUILT / os.uname().machine / "stamp"
    if not file.is_file() or not stamp.is_file():
        return None
    _, _, linked_with = stamp.read_text().strip().partition(" ")
    return file if _version(linked_with) <= _version(os.confstr("CS_GNU_LIBC_VERSION")) else None


def first_of(names: Iterable[str]) -> str:
    """The first of these programs that is installed; empty where none is."""
    return next(filter(shutil.which, names), "")


def _version(name: str | None) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", name or ""))


def _missing_compiler() -> bool:
    return not first_of((*CXX, "icpx", "CC"))


def _wrapper(mpi: Mpi) -> str:
    if mpi.compiler is None:
        raise _no_wrapper(mpi)
    return mpi.compiler


def _no_wrapper(mpi: Mpi) -> EnvironmentProblem:
    return EnvironmentProblem(
        "no-compiler",
        f"no ready engine fits {mpi.name} ({mpi.soname}), and its C++ wrapper mpicxx is not installed",
        "install its development package (Debian: libmpich-dev, libopenmpi-dev), or use another MPI",
    )


def _no_compiler(mpi: Mpi) -> EnvironmentProblem:
    return EnvironmentProblem(
        "no-compiler",
        f"{mpi.name} needs an engine of its own, and there is no C++ compiler",
        "install one (Debian: apt install g++), load a compiler module, or use `rankwise mpi install mpich`",
    )


def _target(
    mpi: Mpi,
    command: tuple[str, ...],
    made_of: str,
    compiler: str,
    *,
    kind: str = "engines",
    name: str = "rankwise-engine",
) -> Path:
    library = Path(mpi.library or "").resolve()
    status = library.stat()
    identity = "\0".join(
        (
            mpi.family,
            mpi.version,
            str(library),
            str((status.st_size, status.st_mtime_ns)),
            " ".join(command),
            _compiler_identity(compiler),
            made_of,
        )
    )
    key = hashlib.sha256(identity.encode()).hexdigest()[:16]
    return paths.cached(kind, f"{mpi.family}-{mpi.version}-{key}", name)


def _flags(mpi: Mpi) -> tuple[str, ...]:
    return (*FLAGS, *FAMILY_FLAGS.get(mpi.family, ()))


def _compiler_identity(compiler: str) -> str:
    # Path, size and time instead of `--version`: `mpi list` asks this of every MPI and must stay quick.
    program = shutil.which(compiler or "c++") or shutil.which("g++")
    if program is None:
        return "none"
    real = Path(program).resolve()
    return f"{real}:{real.stat().st_size}:{real.stat().st_mtime_ns}"


def _builder(
    mpi: Mpi,
    command: tuple[str, ...],
    files: Sequence[Path],
    *,
    folders: tuple[Path, ...],
    compiler: str,
    after: tuple[str, ...] = (),
) -> Callable[[Path], None]:
    """What builds the target: several files are compiled side by side, then linked."""

    def build(target: Path) -> None:
        compile_ = [*command, *(word for path in folders for word in ("-I", str(path)))]
        links = (*after, "-lrt", "-ldl", "-pthread")  # libraries follow what needs them
        what = "engine" if target.name == "rankwise-engine" else f"program {target.stem}"
        linked, environment = list(map(str, files)), _environment(mpi, compiler)
        with notice(f"building the {what} for {mpi.name} {mpi.version}, once, half a minute on quiet CPUs"):
            if len(files) > 1:
                linked = [str(target.with_name(f"{file.stem}.o")) for file in files]
                parts = zip(map(str, files), linked, strict=True)
                lines = [[*compile_, "-c", file, "-o", compiled] for file, compiled in parts]
                _must(mpi, target, process.build_side_by_side(lines, timeout_s=300, env=environment))
            argv = [*compile_, *linked, "-o", str(target), *links]
            _must(mpi, target, [process.build(argv, timeout_s=300, env=environment)])

    return build


def _must(mpi: Mpi, target: Path, builds: Sequence[process.Completed]) -> None:
    for done in builds:
        if not done.ok:
            raise _why(mpi, target.name, done)


def _environment(mpi: Mpi, compiler: str) -> dict[str, str]:
    env = {**os.environ, **mpi.env, "HOME": str(Path.home())}
    chosen = compiler or first_of(CXX)
    if (chosen and shutil.which("c++") is None) or compiler:
        # MPICH and its descendants, Intel MPI, and Open MPI each have their own variable for the same thing.
        env |= {"MPICH_CXX": chosen, "I_MPI_CXX": chosen, "OMPI_CXX": chosen}
    return env


def _why(mpi: Mpi, what: str, done: process.Completed) -> EnvironmentProblem:
    if _missing_compiler():
        return _no_compiler(mpi)
    words = done.describe()
    hint = f"try it by hand: {shlex.join(done.argv)}; it needs C++20 (g++ 10 or later)"
    if re.search("No space left on device|Disk quota exceeded", words):
        hint = f"free some room in {paths.cache_dir()}, or name another folder by XDG_CACHE_HOME"
    return EnvironmentProblem("build-failed", f"{what} did not compile for {mpi.name}: {words}", hint)
