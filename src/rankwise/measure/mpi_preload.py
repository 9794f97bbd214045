"""Preloads that stand in front of an MPI's calls: built against its own header, or that of the standard ABI, once, by
its own `mpicc`, or the wheel's, fitted to it."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from rankwise.core import paths, process
from rankwise.core.elf import names, without
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.files import OWN_CACHE, made_once, put
from rankwise.core.notice import notice
from rankwise.core.records import Change, Mpi
from rankwise.core.records.launch import Abi
from rankwise.measure.build import C, first_of, prebuilt
from rankwise.measure.preload import preload_for, preloadable
from rankwise.preloads.calls import Offers
from rankwise.preloads.device_buffers.wrappers import DEVICE_BUFFERS
from rankwise.preloads.library import SOURCES, MpiPreload

_CALL = re.compile("mpi_", re.IGNORECASE)
_C_CALL = re.compile("MPI_[A-Z].*[a-z]")
_ABI_FLAGS: dict[Abi, tuple[str, ...]] = {"standard": ("-DMPI_ABI",)}
FORTRAN_LAYER = re.compile(r"lib(mpifort|mpichfort|mpi_mpifh|mpi_usempif08)\.so")
"""Names of libraries that hold an MPI's calls for Fortran."""
SCHEDULES = MpiPreload("schedules", SOURCES / "schedules")


def built(preload: MpiPreload, mpi: Mpi, layers: Sequence[Path] = ()) -> Path:
    """The library that ranks of this MPI preload: compiled when there is none, or the wheel's where that cannot be. It
    offers the calls that the MPI has and no others, for programs look. `layers`: libraries for Fortran that the program
    loads; they may be another MPI's.

    Raises EnvironmentProblem `no-compiler` where the MPI has no `mpicc` or the system no C compiler, `build-failed`
    with the compiler's words, both where the wheel has none for the MPI's ABI.
    """
    try:
        return _compiled(preload, mpi, layers)
    except EnvironmentProblem:
        if ready := _ready(preload, mpi, layers):
            return ready
        raise


def _compiled(preload: MpiPreload, mpi: Mpi, layers: Sequence[Path]) -> Path:
    if mpi.library is None or mpi.compiler is None or not (wrapper := _mpicc(Path(mpi.compiler), mpi.abi)):
        raise EnvironmentProblem(
            "no-compiler",
            f"{mpi.name} has no mpicc, which builds the {preload.name} library",
            "install its development package (Debian: libmpich-dev, libopenmpi-dev), or use another MPI",
        )
    if not (compiler := first_of(C)):
        raise EnvironmentProblem("no-compiler", f"no C compiler to build the {preload.name} library", "install gcc")
    target = _target(preload, mpi, f"{wrapper}\0{_abi_flags(mpi)}\0{preload.digest()}".encode(), layers)
    return made_once(target, lambda fresh: _build(preload, mpi, wrapper, compiler, fresh, layers=layers))


def _ready(preload: MpiPreload, mpi: Mpi, layers: Sequence[Path]) -> Path | None:
    """A copy of the wheel's library for the ABI of this MPI, without the calls that this MPI lacks."""
    ready = prebuilt(preload.ready_name(mpi.calls_abi))
    if ready is None or mpi.library is None:
        return None
    target = _target(preload, mpi, ready.name.encode(), layers)
    if not target.is_file():
        offers = offers_of(Path(mpi.library), layers)
        kept = without(ready.read_bytes(), lambda name: bool(_CALL.match(name)) and not offers(_base(name)))
        put(target, kept, OWN_CACHE)
    return target


def _target(preload: MpiPreload, mpi: Mpi, made_of: bytes, layers: Sequence[Path]) -> Path:
    """Where the library for this very file of an MPI is kept."""
    library = Path(mpi.library or "").resolve()
    status = library.stat()
    identity = f"{library}\0{status.st_size}\0{status.st_mtime_ns}\0".encode() + made_of
    identity += b"".join(hashlib.sha256(layer.read_bytes()).digest() for layer in _foreign(layers, library))
    key = hashlib.sha256(identity).hexdigest()[:16]
    folder = f"{preload.folder.name}-{mpi.family}-{mpi.version}-{key}"
    return preloadable(paths.cached("preloads", folder, preload.file_name))


def _abi_flags(mpi: Mpi) -> tuple[str, ...]:
    return _ABI_FLAGS.get(mpi.abi, ())


def _mpicc(wrapper: Path, abi: Abi) -> Path | None:
    """The C wrapper beside the C++ one, by the same suffix: `mpicc.mpich` of `mpicxx.mpich`. For the standard ABI
    `mpicc_abi`, where there is one."""
    name = wrapper.name.replace("mpicxx", "mpicc").replace("mpic++", "mpicc").replace("mpiicpc", "mpicc")
    if name == wrapper.name:
        return None
    names = (f"{name}_abi", name) if abi == "standard" else (name,)
    return next((file for file in map(wrapper.with_name, names) if os.access(file, os.X_OK)), None)


def _build(
    preload: MpiPreload, mpi: Mpi, wrapper: Path, compiler: str, target: Path, *, layers: Sequence[Path]
) -> None:
    """Builds the library in a folder that holds nothing else."""
    env = {**os.environ, **mpi.env, "HOME": str(Path.home())}
    env["PATH"] = f"{wrapper.parent}:{env.get('PATH', os.defpath)}"
    if shutil.which("gcc") is None:
        env |= {"MPICH_CC": compiler, "I_MPI_CC": compiler, "OMPI_CC": compiler}
    folder = target.parent
    with notice(f"building the {preload.name} library for {mpi.name} {mpi.version}, once, about 15 s"):
        for name, text in preload.written(offers_of(Path(mpi.library or ""), layers)).items():
            put(folder / name, text, OWN_CACHE)
        units = preload.units(folder)
        for unit in units:
            _run(preload, mpi, [str(wrapper), *_abi_flags(mpi), *unit.arguments()], env)
        # Linked by the compiler alone: a preload that needs an MPI library would bring it into every program.
        objects = [str(unit.object) for unit in units]
        _run(preload, mpi, [compiler, "-shared", *objects, "-o", str(target), "-ldl", "-lpthread"], env)


def _run(preload: MpiPreload, mpi: Mpi, argv: list[str], env: dict[str, str]) -> None:
    done = process.build(argv, timeout_s=300, env=env)
    if not done.ok:
        message = f"the {preload.name} library did not compile for {mpi.name}: {done.describe()}"
        raise EnvironmentProblem("build-failed", message, "the compiler's words above say why")


def offers_of(library: Path, layers: Sequence[Path] = ()) -> Offers:
    """Whether an MPI has a call, by what its library exports, and for Fortran the libraries beside it and `layers`."""
    try:
        c = names(library.read_bytes())
    except ValueError as error:
        message = f"the calls of {library} cannot be read: {error}"
        raise EnvironmentProblem("broken-library", message, "use another MPI") from error
    fortran = set[str]()
    for path in {*_beside(library), *_foreign(layers, library)}:
        with suppress(ValueError):  # a script of the linker
            fortran |= names(path.read_bytes())
    return lambda name: f"P{name}" in c if name.startswith("MPI_") else bool({name, f"p{name}"} & fortran)


def _base(symbol: str) -> str:
    """The name by which a library is asked for a call: Fortran compilers spell `mpi_send_` in four ways."""
    return symbol if _C_CALL.match(symbol) else f"{symbol.lower().rstrip('_')}_"


def _beside(library: Path) -> set[Path]:
    if library.name.startswith("libmpi_abi."):
        return set()  # those beside it have handles of the MPI's own ABI
    here = library.resolve().parent.glob("libmpi*.so*")
    return {path.resolve() for path in here if FORTRAN_LAYER.match(path.name)}


def _foreign(layers: Sequence[Path], library: Path) -> list[Path]:
    return sorted({layer.resolve() for layer in layers} - _beside(library))


def device_buffers(mpi: Mpi) -> dict[str, str]:
    """The environment in which every rank takes device pointers. Raises EnvironmentProblem as `built` does."""
    return {"LD_PRELOAD": str(built(DEVICE_BUFFERS, mpi))}


def preloads(change: Change, mpi: Mpi) -> tuple[Path, ...]:
    """The libraries that ranks of this MPI preload with a change. Raises EnvironmentProblem as `preload_for` and
    `built`."""
    return (
        *([preload_for(change.preload)] if change.preload else []),
        *([built(SCHEDULES, mpi)] if change.schedules else []),
    )
