"""What one MPI family is: how to recognise it, what it needs, how it starts a job."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.records import Knob, KnobHint, Launcher, Mpi, Problem
from rankwise.core.records.launch import Family
from rankwise.mpis.fabric_rows import Row
from rankwise.mpis.rule_file import NO_RULES, RuleFile
from rankwise.mpis.transport_output import SILENT, TransportOutput


@dataclass(frozen=True)
class LibraryFacts:
    """What a C library said of itself: `words` from MPI_Get_library_version, `loaded` the files mapped with it."""

    words: str
    loaded: tuple[str, ...]


SetBy = Callable[[Sequence[str]], Collection[str]]
"""The variables that a part of a launch line sets itself."""


def _healthy(_prefix: Path, _library: Path) -> list[Problem]:
    return []


def _nothing(_prefix: Path, _library: Path) -> dict[str, str]:
    return {}


def _transports(mpi: Mpi, _each: str) -> list[str]:
    return list(mpi.transports)


def _not_known(_mpi: Mpi) -> str:
    return ""


def _no_words(_mpi: Mpi) -> dict[str, str]:
    return {}


def _as_launched(_mpi: Mpi) -> tuple[Mapping[str, str], ...]:
    return ()


def _by_itself(_mpi: Mpi, variables: Mapping[str, str]) -> tuple[dict[str, str], str]:
    return dict(variables), ""


def _as_it_is(argv: Sequence[str], _names: Sequence[str], _own: SetBy) -> list[str]:
    return list(argv)


@dataclass(frozen=True, kw_only=True)
class MpiFamily:
    """One row of FAMILIES.

    `library` finds the version in the words of MPI_Get_library_version, `launcher` in those of `mpiexec --version`.
    `launchers`, `compilers`: file names in bin, best first. `transports`: ways to move bytes, from the library's facts
    and its prefix; `netmod`: the one between nodes when nothing is set, as far as the library tells. `environment`:
    variables the MPI needs to start. `check`: what else is wrong with an installation. `packages`: PyPI wheels that
    carry it. `handles`: whose ABI its predefined handles are of.

    `line` makes launch lines. `binds`: whether ranks are bound when nothing is said. `to_bind`: words of a launch
    line that bind each rank to `{cpus}` cores of its own. `by_srun`: Slurm's launcher serves where none lies beside
    the library. `same_version`: whether a launcher's version is its library's too. `daemons`: programs of its process
    manager. `rank_variables`: a prefix of variables that its launcher alone sets for ranks. `pmi`: patterns of
    Slurm's PMIs that it speaks, best first; `pmi_library`: the variable that must name Slurm's library of the one
    chosen. `forwarded` is a user's own launch line that takes variables of these names to every rank; what a part of
    the line sets itself stays. `sent` are variables with the one that has its launcher send them to other nodes
    whatever its line is, and the words to add to the line for those that are not sent; `joined` are variables of its
    own that are lists, with what parts them.

    `prefixes` are those of the variables that it reads; the library lists every name under those that are `listed`
    (others hold older names, or ones that only a launcher reads); `given` are variables that installations and
    launchers set, not people who tune, and its launcher alone reads those under `for_launcher`. `mca`: whether it has
    MCA parameters, which variables set too. `knobs` asks the
    library for its settings, `hints` are what is known of a few. `semantics`: patterns of knobs that change more than
    time, and what a program may then no longer rely on.

    `placements`: knobs with which its launcher puts the ranks of a job on other cores than by itself, or binds them to
    none. `async_progress`: the environment that gives each rank a thread which drives communication while it computes;
    empty where there is none. `yields`: whether a rank that waits gives up the CPU in every turn, whatever is set.

    `transport_output`: how it says which transport it uses. `fabrics`: the ways to move bytes; `fabric_parts` is what
    it has of what a row is `each` of, `fabric_words` fill braces of rows by its version. `rules`: how it takes rules
    for collectives."""

    name: Family
    title: str
    library: re.Pattern[str]
    launcher: re.Pattern[str]
    launchers: tuple[str, ...]
    compilers: tuple[str, ...]
    transports: Callable[[LibraryFacts, Path], tuple[str, ...]]
    netmod: Callable[[Mpi], str] = _not_known
    environment: Callable[[Path, Path], dict[str, str]] = _nothing
    check: Callable[[Path, Path], list[Problem]] = _healthy
    packages: tuple[str, ...] = ()
    handles: Literal["mpich", "openmpi"] = "mpich"

    line: Launcher
    binds: bool = True
    to_bind: str = "--bind-to core"
    by_srun: bool = False
    same_version: bool = True
    daemons: re.Pattern[str]
    rank_variables: str = ""
    pmi: tuple[str, ...]
    pmi_library: str = ""
    forwarded: Callable[[Sequence[str], Sequence[str], SetBy], list[str]] = _as_it_is
    sent: Callable[[Mpi, Mapping[str, str]], tuple[dict[str, str], str]] = _by_itself
    joined: Mapping[str, str] = field(default_factory=dict)

    prefixes: tuple[str, ...]
    listed: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    for_launcher: tuple[str, ...] = ()
    mca: bool = False
    knobs: Callable[[Mpi], list[Knob]]
    hints: Mapping[str, KnobHint] = field(default_factory=dict)
    semantics: tuple[tuple[str, str], ...]
    placements: Callable[[Mpi], tuple[Mapping[str, str], ...]] = _as_launched
    async_progress: Mapping[str, str] = field(default_factory=dict)
    yields: bool = False

    transport_output: TransportOutput = SILENT
    fabrics: tuple[Row, ...] = ()
    fabric_parts: Callable[[Mpi, str], list[str]] = _transports
    fabric_words: Callable[[Mpi], dict[str, str]] = _no_words
    rules: RuleFile = NO_RULES


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
