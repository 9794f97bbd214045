"""What is known of a job: its launch line, what that really starts and loads, and what a short start showed."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rankwise.core.grouped import grouped
from rankwise.core.load import crowding
from rankwise.core.records import Finding, Mpi
from rankwise.diagnoses.neighbours import Neighbour
from rankwise.diagnoses.records import ProbedRank
from rankwise.diagnoses.submitted import Waiting
from rankwise.inventory.records import NodeInventory
from rankwise.logs.judge import first_errors
from rankwise.logs.reader import read
from rankwise.mpis.families import FAMILIES
from rankwise.placement.launch_words import unbound
from rankwise.placement.python_library import PythonLibrary

_TURN_S = 4e-3  # of a process on a CPU that others want


@dataclass(frozen=True)
class TrialStart:
    """The short start. `ranks`: those that told of themselves; `output` the launcher's and the ranks' words; `status`
    None when it was ended at its limit of `seconds`."""

    ranks: tuple[ProbedRank, ...]
    output: str
    status: int | None
    seconds: float

    @property
    def initialised(self) -> tuple[ProbedRank, ...]:
        """The ranks that came back from MPI_Init."""
        return tuple(rank for rank in self.ranks if rank.world > 0)


@dataclass(frozen=True)
class CopyTrial:
    """Another way of copying inside a node, tried in starts between those of the line itself. `gains`: how many times
    faster than the start before it a message of 1 MiB was; `as_it_is_s` its time without."""

    name: str
    variables: Mapping[str, str]
    gains: tuple[float, ...]
    as_it_is_s: float


@dataclass(frozen=True)
class Culprit:
    """A setting without which a start that failed works: its words, as the line or the environment has them; and what
    this machine has in place of what it asks for."""

    words: str
    here: str = ""


@dataclass(frozen=True)
class Case:
    """A job. `before`: the words of `env NAME=VALUE ...` before the launcher, whose variables `environ` has.
    `launcher`: the path of the first word of `argv`, `launcher_mpi` whose it is (None: not known, or Slurm).
    `program`: the file that ranks run; `script` where it is no ELF program; `needs` the MPI libraries that it is linked
    to, `library` the file that the loader takes for it and `library_mpi` whose that is; `missing`: libraries that the
    loader does not find. `arch`: of the program. `python`: what its import of mpi4py showed.
    `asked`: ranks by the line, 0 when it does not tell. `words`: those
    that start the program, behind the launcher's options; `wrappers`: words
    of the line before the program that start it. `setuid`: it runs as its owner. `own_address`: what this host's name
    resolves to here. `others`: further programs of a line with colons.
    `waiting`: what Slurm did not start in time. `copies`: other ways of copying that were tried. `culprits`: settings
    that keep the job from its start.
    `lost`: what its container takes from ranks.
    `neighbours`: ranks of other jobs that were bound to CPUs of this node before the short start."""

    argv: tuple[str, ...]
    environ: Mapping[str, str]
    node: NodeInventory
    before: tuple[str, ...] = ()
    launcher: str = ""
    launcher_mpi: Mpi | None = None
    program: Path | None = None
    script: bool = False
    needs: tuple[str, ...] = ()
    static: bool = False
    library: Path | None = None
    library_mpi: Mpi | None = None
    missing: tuple[str, ...] = ()
    arch: str = ""
    python: PythonLibrary | None = None
    asked: int = 0
    words: tuple[str, ...] = ()
    wrappers: tuple[str, ...] = ()
    setuid: bool = False
    own_address: str = ""
    others: tuple[Case, ...] = ()
    start: TrialStart | None = None
    waiting: Waiting | None = None
    copies: tuple[CopyTrial, ...] = ()
    lost: tuple[Finding, ...] = ()
    culprits: tuple[Culprit, ...] = ()
    neighbours: tuple[Neighbour, ...] = ()
    mpis: tuple[Mpi, ...] = field(default=())

    @property
    def ranks(self) -> tuple[ProbedRank, ...]:
        """The ranks of the short start that came back from MPI_Init."""
        return self.start.initialised if self.start else ()

    @property
    def probed(self) -> tuple[ProbedRank, ...]:
        """All ranks of the short start."""
        return self.start.ranks if self.start else ()

    @property
    def again(self) -> str:
        """What is typed to look at it again, in backquotes."""
        return f"`rankwise doctor -- {self.line()}`"

    @property
    def mpi(self) -> Mpi | None:
        """The MPI of the program, or of the launcher where that is not known."""
        return self.library_mpi or self.launcher_mpi

    @property
    def ranks_by_machine(self) -> dict[str, list[ProbedRank]]:
        """The ranks of each machine, which several hosts of a lab may share."""
        return grouped((rank.boot_id or rank.host, rank) for rank in self.ranks)

    @property
    def most_ranks(self) -> int:
        """Of one machine; without a short start those that were asked for."""
        return max(map(len, self.ranks_by_machine.values()), default=self.asked)

    @property
    def least(self) -> tuple[float, float]:
        """By which factor, and by how many seconds, times of the short start must differ to count. Other processes on
        the CPUs take a rank's turn for milliseconds, the more of them the longer."""
        cpus = len(self.node.allowed_cpus)
        oversubscribed = bool(self.ranks) and self.most_ranks > cpus
        crowded = crowding([self.node])
        busy = self.node.running or oversubscribed or crowded > 1.0
        return (5.0, _TURN_S * max(1.0, crowded)) if busy else (2.0, 50e-6)

    def line(self, launcher: str = "") -> str:
        """The launch line in words, with another launcher in the place of the first word."""
        return shlex.join([*self.before, launcher or self.argv[0], *self.argv[1:]]) if self.argv else ""

    def bound(self, cpus: int = 1) -> str:
        """The launch line with words that bind each rank to so many cores of its own."""
        words = FAMILIES[self.family].to_bind.format(cpus=cpus) if self.family in FAMILIES else "--bind-to core"
        first, *rest = unbound(self.argv)
        return shlex.join([first, *words.split(), *rest])

    def fix(self, finding: str, otherwise: str, **words: str) -> dict[str, str]:
        """The line that this MPI has for a finding, or else what serves any; `words` fill its braces."""
        known = FAMILIES[self.family].fix_lines.get(finding) if self.family in FAMILIES else None
        return {"mpiexec" if known else "any": (known or otherwise).format(**words)}

    @property
    def last_words(self) -> str:
        """The first error of each rank of the short start, in a line; the end of its words where none complains."""
        output = self.start.output.replace("\0", "") if self.start else ""
        first = [line.text.strip() for line in first_errors(read(output)).values()]
        text = [line.strip() for line in output.splitlines() if line.strip(" -")]
        return " / ".join(first)[:400] or " / ".join(text)[-400:]

    @property
    def family(self) -> str:
        """The family of the library that ranks load, as fix lines name it."""
        mpi = self.mpi
        return mpi.family if mpi else "any"


def versions_of(mpi: Mpi | None) -> dict[str, str]:
    """The version of an MPI by its title, as logs are read with; empty where it is of no known family."""
    return {FAMILIES[mpi.family].title: mpi.version} if mpi and mpi.family in FAMILIES else {}


def title_of(mpi: Mpi) -> str:
    """An MPI as people call it: `Open MPI 5.0.11`."""
    return f"{FAMILIES[mpi.family].title} {mpi.version}"
