"""Whose MPI a launch line means: by its launcher, or by the library that its program is linked to."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from rankwise.core.errors import EnvironmentProblem
from rankwise.core.records import Mpi
from rankwise.mpis import catalog, elf
from rankwise.verbs.sides.launch_words import is_launcher


def launcher_of(word: str) -> tuple[str, Mpi] | None:
    """Where a launcher lies on PATH, and whose it is; None when there is none of that name.

    Raises EnvironmentProblem for one that belongs to no MPI that rankwise knows.
    """
    found = shutil.which(word)
    if found is None:
        return None
    real = Path(found).resolve().parent
    for one in catalog.find_all():
        if one.launcher and Path(one.launcher).resolve().parent == real:
            return found, one
    raise EnvironmentProblem(
        "unknown-launcher",
        f"{found} belongs to no MPI that rankwise knows",
        "`rankwise mpi add PREFIX` makes it known; --mpi NAME starts with another MPI's launcher",
    )


def linked(argv: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Programs of a line with the name of the MPI library that they are linked to, as far as their files tell."""
    for word in argv:
        found = shutil.which(word)
        facts = elf.read(found) if found else None
        for name in facts.needed if facts else ():
            if name.startswith(("libmpi.so", "libmpich.so")):
                yield word, name


def mpi_of(argv: Sequence[str]) -> Mpi:
    """The MPI of a launch line: its launcher's, else the first whose library a program of it is linked to, else the
    usual one. Raises as `launcher_of` and `catalog.find`."""
    if is_launcher(argv[0]) and (found := launcher_of(argv[0])):
        return found[1]
    names = {name for _, name in linked(argv)}
    for one in catalog.find_all():
        if one.soname in names and not any(problem.fatal for problem in one.problems):
            return one
    return catalog.find("")
