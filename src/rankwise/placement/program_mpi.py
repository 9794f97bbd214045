"""Whose MPI a launch line means: by its launcher, or by the library that its program is linked to."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from rankwise.core import elf
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.launchers import is_launcher
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.measure.mpi_preload import FORTRAN_LAYER
from rankwise.mpis import catalog
from rankwise.mpis.blocks import told_to_launchers


def launcher_of(word: str) -> tuple[str, Mpi] | None:
    """Where the launcher of a line lies, and whose it is; None when there is none of that name.

    Raises EnvironmentProblem for one that belongs to no MPI that rankwise knows.
    """
    path = shutil.which(word)
    if path is None:
        return None
    if (mpi := catalog.of_launcher(Path(path), catalog.find_all())) is not None:
        return path, mpi
    raise EnvironmentProblem(
        "unknown-launcher",
        f"{path} belongs to no MPI that rankwise knows",
        "`rankwise mpi add PREFIX` makes it known; --mpi NAME starts with another MPI's launcher",
    )


def headed_by(mpi: Mpi, word: str) -> tuple[str, dict[str, str]]:
    """The first word of a line that an MPI is to start, its launcher in the place of another one; and the complete
    environment in which this MPI's programs and libraries come first, with what the user tells launchers."""
    nothing = LaunchSpec(places=(Place(host=None, program=word),), bind=False)
    launch = catalog.launcher_for(mpi).command(mpi, nothing)
    path = f"{Path(launch.argv[0]).parent}:{launch.env.get('PATH', os.defpath)}"
    return launch.argv[0] if is_launcher(word) else word, {**told_to_launchers(), **launch.env, "PATH": path}


def linked(argv: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Programs of a line with the name of the MPI library that they are linked to, as far as their files tell."""
    for word in argv:
        path = shutil.which(word)
        facts = elf.read(path) if path else None
        for name in facts.needed if facts else ():
            if name.startswith(("libmpi.so", "libmpich.so", "libmpi_abi.so")):
                yield word, name


def check_launched(argv: Sequence[str], command: str) -> None:
    """Raises UsageError for an MPI program without a launcher, which would be a single rank."""
    if any(linked(argv[:1])):
        right = f"rankwise {command} mpirun -n {os.cpu_count() or 2} {shlex.join(argv)}"
        raise UsageError("no-launcher", f"{argv[0]} without a launcher is a single rank", f"write `{right}`")


def fortran_layers(argv: Sequence[str]) -> list[Path]:
    """The libraries with an MPI's calls for Fortran that programs of a line load, which may be another MPI's."""
    layers = []
    for word, _ in linked(argv):
        files = elf.loaded(shutil.which(word) or word).files
        layers += [path for name, path in files.items() if FORTRAN_LAYER.match(name)]
    return layers


def mpi_of(argv: Sequence[str]) -> Mpi:
    """The MPI of a launch line: its launcher's, else the first whose library a program of it is linked to, else the
    usual one. Raises as `launcher_of` and `catalog.find`."""
    if is_launcher(argv[0]) and (owner := launcher_of(argv[0])):
        return owner[1]
    return next(iter(_linked_to(argv)), None) or catalog.find("")


def told_by(argv: Sequence[str]) -> Mpi | None:
    """As `mpi_of`, but None where the line does not tell: of a script, and of a library that MPIs of several families
    have under one name."""
    if is_launcher(argv[0]) and (owner := launcher_of(argv[0])):
        return owner[1]
    known = _linked_to(argv)
    return known[0] if len({mpi.family for mpi in known}) == 1 else None


def _linked_to(argv: Sequence[str]) -> list[Mpi]:
    names = {name for _, name in linked(argv)}
    return [mpi for mpi in (catalog.find_all() if names else ()) if catalog.sonames(mpi) & names and mpi.is_usable]
