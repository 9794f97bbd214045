"""Small programs, built with an MPI's own compiler: each once in a process of tests, and copied from then on."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from rankwise.core import process
from rankwise.core.records import Mpi
from rankwise.mpis import catalog

EXAMPLES = Path(__file__).parents[2] / "examples"
_MADE: dict[tuple[str, ...], bytes] = {}


def _made(line: Sequence[str | Path], source: Path, program: Path, env: Mapping[str, str] | None = None) -> Path:
    """What `LINE SOURCE -o PROGRAM -lm -ldl` makes, by this line and the text of the source; with `-g` by its place,
    too, which debuggers read in the program."""
    key = (*map(str, line), str(source) if "-g" in line else "", source.read_text())
    if key not in _MADE:
        done = process.run([*line, source, "-o", program, "-lm", "-ldl"], timeout_s=120, env=env)
        assert done.ok, done.describe()
        _MADE[key] = program.read_bytes()
    program.write_bytes(_MADE[key])
    program.chmod(0o755)
    return program


def built(mpi: Mpi, name: str, folder: Path, *flags: str) -> Path:
    """`examples/NAME.c` as a program of that MPI."""
    return compiled(mpi, EXAMPLES / f"{name}.c", folder / name, *flags)


def compiled(mpi: Mpi, source: Path, program: Path, *flags: str) -> Path:
    """A source in C as a program of that MPI."""
    assert mpi.compiler is not None
    compiler = Path(mpi.compiler).with_name("mpicc")
    env = {**os.environ, **mpi.env, "PATH": f"{compiler.parent}:{os.environ['PATH']}"}
    return _made([compiler, "-O2", "-g", "-Wall", "-Wextra", *flags], source, program, env)


def by_cxx(mpi: Mpi, source: Path, program: Path, *flags: str) -> Path:
    """A source as a program of that MPI by its compiler of C++, which finds the library by itself."""
    assert mpi.compiler and mpi.library
    line = [mpi.compiler, *flags, f"-Wl,-rpath,{Path(mpi.library).parent}"]
    return _made(line, source, program, {**os.environ, **mpi.env})


def of_debian(family: str) -> Mpi:
    """Debian's MPICH or Open MPI, which come with modules for gfortran."""
    return next(mpi for mpi in catalog.find_all() if mpi.compiler == f"/usr/bin/mpicxx.{family}")


def fortran(mpi: Mpi, source: Path, program: Path, *flags: str) -> Path:
    """A source in Fortran as a program of one of Debian's MPIs. One source serves the modules `mpi` (`-DMPI`) and
    `mpi_f08` (`-DF08`)."""
    line = [f"mpif90.{mpi.family}", "-cpp", str(source), *flags, "-o", str(program)]
    done = process.run(line, timeout_s=60)
    assert done.ok, done.describe()
    return program


def standard(mpi: Mpi, source: Path, program: Path) -> Path:
    """A source in C as a program that is linked to that MPI's library of the standard ABI."""
    assert mpi.library is not None
    folder, part = Path(mpi.library).parent, program.with_suffix(".o")
    compiled(mpi, source, part, "-DMPI_ABI", "-c")
    line = [
        "cc",
        str(part),
        "-o",
        str(program),
        f"-L{folder}",
        f"-Wl,-rpath,{folder}",
        "-lmpi_abi",
        "-lm",
        "-ldl",
        "-lpthread",
    ]
    done = process.run(line, timeout_s=60)
    assert done.ok, done.describe()
    return program
