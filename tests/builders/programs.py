"""Small programs, built with an MPI's own compiler."""

from __future__ import annotations

import os
from pathlib import Path

from rankwise.core import process
from rankwise.core.records import Mpi
from rankwise.mpis import catalog

EXAMPLES = Path(__file__).parents[2] / "examples"


def built(mpi: Mpi, name: str, folder: Path, *flags: str) -> Path:
    """`examples/NAME.c` as a program of that MPI."""
    return compiled(mpi, EXAMPLES / f"{name}.c", folder / name, *flags)


def compiled(mpi: Mpi, source: Path, program: Path, *flags: str) -> Path:
    """A source in C as a program of that MPI."""
    assert mpi.compiler is not None
    compiler = Path(mpi.compiler).with_name("mpicc")
    env = {**os.environ, **mpi.env, "PATH": f"{compiler.parent}:{os.environ['PATH']}"}
    done = process.run(
        [compiler, "-O2", "-g", "-Wall", "-Wextra", *flags, source, "-o", program, "-lm", "-ldl"],
        timeout_s=60,
        env=env,
    )
    assert done.ok, done.describe()
    return program


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
