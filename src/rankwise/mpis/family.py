"""What one MPI family is: how to recognise it, what it needs, how it starts a job."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.records import Knob, KnobHint, Launcher, Mpi, Problem
from rankwise.core.records.launch import Family


@dataclass(frozen=True)
class LibraryFacts:
    """What a C library said of itself: `words` from MPI_Get_library_version, `loaded` the files mapped with it."""

    words: str
    loaded: tuple[str, ...]


def _healthy(_prefix: Path, _library: Path) -> list[Problem]:
    return []


def _nothing(_prefix: Path, _library: Path) -> dict[str, str]:
    return {}


@dataclass(frozen=True, kw_only=True)
class MpiFamily:
    """One row of FAMILIES.

    `library` finds the version in the words of MPI_Get_library_version, `launcher` in those of `mpiexec --version`.
    `launchers`, `compilers`: file names in bin, best first. `transports`: ways to move bytes, from the library's facts
    and its prefix. `environment`: variables the MPI needs to start. `check`: what else is wrong with an installation.
    `packages`: PyPI wheels that carry it.
    `binds`: whether ranks are bound when nothing is said.

    `prefixes` are those of the variables that it reads; the library lists every name under those that are `listed`
    (others hold older names, or ones that only a launcher reads); `given` are variables that installations and
    launchers set, not people who tune. `mca`: whether it has MCA parameters, which OMPI_MCA_* set too. `knobs` asks the
    library for its settings, `hints` are what is known of a few. `semantics`: patterns of knobs that change more than
    time, and what a program may then no longer rely on.
    """

    name: Family
    title: str
    library: re.Pattern[str]
    launcher: re.Pattern[str]
    launchers: tuple[str, ...]
    compilers: tuple[str, ...]
    line: Launcher
    transports: Callable[[LibraryFacts, Path], tuple[str, ...]]
    environment: Callable[[Path, Path], dict[str, str]] = _nothing
    check: Callable[[Path, Path], list[Problem]] = _healthy
    packages: tuple[str, ...] = ()
    binds: bool = True

    prefixes: tuple[str, ...]
    listed: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    mca: bool = False
    knobs: Callable[[Mpi], list[Knob]]
    hints: Mapping[str, KnobHint] = field(default_factory=dict)
    semantics: tuple[tuple[str, str], ...]


def single_copy(facts: LibraryFacts) -> tuple[str, ...]:
    """`cma`, `xpmem`, `knem` as far as the UCX that was loaded has them as components beside it."""
    for path in facts.loaded:
        file = Path(path)
        if file.name.startswith("libuct.so"):
            names = {plugin.name for plugin in (file.parent / "ucx").glob("libuct_*.so*")}
            return tuple(kind for kind in ("cma", "xpmem", "knem") if any(f"libuct_{kind}." in name for name in names))
    return ()


def ask(argv: Sequence[str | os.PathLike[str]], env: Mapping[str, str]) -> process.Completed:
    """Runs a program of an installation that may be broken in any way; not to start at all is an answer too."""
    try:
        return process.run(argv, timeout_s=20, env=env)
    except EnvironmentProblem as error:
        return process.Completed(tuple(os.fspath(word) for word in argv), 127, "", error.message)
