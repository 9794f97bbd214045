"""What one MPI family is: how to recognise it, what it needs, how it starts a job."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct, field

from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.records import Launcher, Mpi, Problem
from rankwise.core.records.launch import Family
from rankwise.mpis.fabric_rows import Row
from rankwise.mpis.records import Knob, KnobHint, KnobScope
from rankwise.mpis.rule_file import NO_RULES, RuleFile
from rankwise.mpis.transport_output import SILENT, TransportOutput

if TYPE_CHECKING:
    from rankwise.mpis.layout.request import LineRules


class LibraryFacts(Struct, frozen=True):
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


class RankVariables(Struct, frozen=True, kw_only=True):
    """Variables from which a rank reads, before MPI_Init: its rank in the job and the number of ranks, the same on its
    node, and how to reach the process manager."""

    rank: tuple[str, ...]
    size: tuple[str, ...]
    local_rank: tuple[str, ...] = ()
    local_size: tuple[str, ...] = ()
    contact: tuple[str, ...] = ()


class MpiFamily(Struct, frozen=True, kw_only=True):
    """One row of FAMILIES: all that rankwise knows of one MPI family, by what it is needed for."""

    # Identity: how its installations are recognised.
    name: Family
    title: str  # how people call it
    library: re.Pattern[str]  # finds the version in the words of MPI_Get_library_version
    launcher: re.Pattern[str]  # finds the version in what `mpiexec --version` prints
    launchers: tuple[str, ...]  # names of its launchers in bin, best first
    compilers: tuple[str, ...]  # names of its compiler wrappers in bin, best first
    # How it can move bytes: from the facts of the library and its prefix.
    transports: Callable[[LibraryFacts, Path], tuple[str, ...]]
    # The transport between nodes when nothing is set, as far as the library says.
    netmod: Callable[[Mpi], str] = _not_known
    # Variables that it needs to start: from prefix and library.
    environment: Callable[[Path, Path], dict[str, str]] = _nothing
    # What else is wrong with an installation: from prefix and library.
    check: Callable[[Path, Path], list[Problem]] = _healthy
    packages: tuple[str, ...] = ()  # PyPI wheels that carry it
    cuda_packages: tuple[str, ...] = ()  # wheels beside them whose UCX takes the place of its own, for CUDA
    cuda_settings: Mapping[str, str] = field(default_factory=dict)  # variables with which it takes CUDA's pointers
    handles: Literal["mpich", "openmpi"] = "mpich"  # whose ABI its predefined handles follow

    # Launch: how it starts jobs, and passes variables to ranks.
    line: Launcher  # makes launch lines
    # Bytes that each rank of a node takes in /dev/shm; 0 where it is not known.
    shared_memory_bytes: Callable[[Mpi], int] = lambda _mpi: 0
    # Lines to type for findings of a diagnosis, by the finding's id; `{name}` and `{net}` are an interface's.
    fix_lines: Mapping[str, str] = field(default_factory=dict)
    binds: bool = True  # ranks are bound when nothing is set
    to_bind: str = "--bind-to core"  # words of a launch line that bind each rank to `{cpus}` cores of its own
    to_unbind: str = "--bind-to none"  # words of a launch line that leave ranks unbound
    by_srun: bool = False  # Slurm's launcher serves where none lies beside the library
    same_version: bool = True  # the version of a launcher is that of its library too
    daemons: re.Pattern[str]  # programs of its process manager
    ranks: RankVariables  # variables that its launcher sets for ranks
    own_variables: str = ""  # prefix of those that no other launcher sets
    pmi: tuple[str, ...]  # patterns of Slurm's PMIs that it understands, best first
    pmi_library: str = ""  # the variable that must name Slurm's library of the PMI in use
    # A user's launch line, made to pass these variables to every rank; what the line sets itself stays.
    forwarded: Callable[[Sequence[str], Sequence[str], SetBy], list[str]] = _as_it_is
    # Variables, with the one that has the launcher send them to other nodes; words to add for the others.
    sent: Callable[[Mpi, Mapping[str, str]], tuple[dict[str, str], str]] = _by_itself
    joined: Mapping[str, str] = field(default_factory=dict)  # variables of its own that are lists, and their separators

    # What its launcher makes of a line, loaded by those who ask; None: not known.
    line_rules: Callable[[], LineRules | None] = lambda: None
    served: str = ""  # by what a rank finds the others, in words
    # Releases whose launchers were asked for these rules, by how people call them.
    tried: tuple[tuple[str, str], ...] = ()

    # Settings: what can be set, and what that changes.
    prefixes: tuple[str, ...]  # of the variables that it reads
    listed: tuple[str, ...] = ()  # prefixes under which the library lists every name; others have older names too
    given: tuple[str, ...] = ()  # variables that installations and launchers set, not people who tune
    for_launcher: tuple[str, ...] = ()  # prefixes of what its launcher alone reads
    mca: bool = False  # it has MCA parameters, which variables set too
    knobs: Callable[[Mpi], list[Knob]]  # asks the library for its settings
    hints: Mapping[str, KnobHint] = field(default_factory=dict)  # what is known of some of them
    # Patterns of knobs that change more than time, and what a program can then no longer rely on.
    semantics: tuple[tuple[str, str], ...]
    # Knobs with which its launcher puts ranks on other cores, or binds them to none.
    placements: Callable[[Mpi], tuple[Mapping[str, str], ...]] = _as_launched
    # Variables that give each rank a thread which drives communication; empty: there is none.
    async_progress: Mapping[str, str] = field(default_factory=dict)
    # Knobs with which ranks that wait leave the CPU to others, where they do not by themselves.
    gives_way: Mapping[str, str] = field(default_factory=dict)
    yields: bool = False  # a waiting rank gives up the CPU in every turn, whatever is set

    # Transports and rules for collectives.
    transport_output: TransportOutput = SILENT  # how it prints which transport it uses
    fabrics: tuple[Row, ...] = ()  # the transports that can be forced, and how
    fabric_parts: Callable[[Mpi, str], list[str]] = _transports  # what it has of the parts that a row is `each` of
    fabric_words: Callable[[Mpi], dict[str, str]] = _no_words  # what fills the braces of rows, by its version
    rules: RuleFile = NO_RULES  # how it takes rules for collectives


def single_copy(facts: LibraryFacts) -> tuple[str, ...]:
    """`cma`, `xpmem`, `knem` as far as the UCX that was loaded has them as components beside it."""
    for path in facts.loaded:
        file = Path(path)
        if file.name.startswith("libuct.so"):
            names = {plugin.name for plugin in (file.parent / "ucx").glob("libuct_*.so*")}
            return tuple(kind for kind in ("cma", "xpmem", "knem") if any(f"libuct_{kind}." in name for name in names))
    return ()


def hint(scope: KnobScope, changes: str, source: str, *, needs: str = "") -> KnobHint:
    """What is known of one. `source`: the release on which its effect was measured, or `manual`, the family's own."""
    return KnobHint(changes=changes, scope=scope, source=source, needs=needs)


def ask(argv: Sequence[str | os.PathLike[str]], env: Mapping[str, str]) -> process.Completed:
    """Runs a program of an installation that may be broken in any way; not to start at all is an answer too."""
    try:
        return process.run(argv, timeout_s=20, env=env)
    except EnvironmentProblem as error:
        return process.Completed(tuple(os.fspath(word) for word in argv), 127, "", error.message)


def told(text: str) -> list[Any]:
    """What a child that was asked printed among words of a library: JSON behind `rankwise:`, a value in each line.
    A line that is none is left out: a library may end the child in the middle of it, or print the same."""
    answers = []
    for line in text.splitlines():
        if line.startswith("rankwise:"):
            with suppress(ValueError):
                answers.append(json.loads(line[9:]))
    return answers


def ask_library(script: str, library: str, env: Mapping[str, str]) -> list[Any]:
    """What a Python child tells (`told`) of a library, which may print, hang or crash there when it is loaded."""
    return told(ask([sys.executable, "-I", "-c", script, library], env).stdout)
