"""A program that ships with rankwise in the place of a user's own: `--program NAME[:ARGS]` of other verbs."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from rankwise.core import settings
from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi
from rankwise.mpis import catalog
from rankwise.mpis.catalog import choose_mpis
from rankwise.programs.job import launch_of
from rankwise.programs.table import Row, find
from rankwise.programs.text import ANSWER, FIGURE, told_in


@dataclass(frozen=True)
class Shipped:
    """A program with its arguments, on so many ranks of this machine (0: one for each core). Its runs are judged by the
    figure of merit, and must print the same answer."""

    row: Row
    arguments: tuple[str, ...] = ()
    ranks: int = 0
    figure: str = FIGURE

    @property
    def same(self) -> str:
        """A pattern of what must print equal in every run; empty where no bits are promised."""
        return ANSWER if self.row.promise == "the same bits" else ""

    @staticmethod
    def phases(text: str) -> dict[str, float]:
        """The seconds of each phase, in all ranks together, that a run printed."""
        told = told_in(text, "", 0.0)
        return {phase.name: phase.total_s for phase in told.result.phases} if told else {}

    def mpi(self, name: str = "") -> Mpi:
        """The MPI of that name, the usual one without. Raises as `catalog.find`."""
        return catalog.find(name) if name else choose_mpis("")[0][0]

    def argv(self, mpi: str = "") -> tuple[str, ...]:
        """The launch line with the build for that MPI. Raises EnvironmentProblem where it cannot be built."""
        ranks = self.ranks or max(self.row.least_ranks, len(os.sched_getaffinity(0)))
        return launch_of(self.row, self.mpi(mpi), ranks, self.arguments).argv


def shipped(text: str, ranks: int = 0, argv: Sequence[str] = ()) -> Shipped | None:
    """What `NAME[:ARGS]` means, ARGS as in a shell; None for an empty text. `argv` is a program of the user's own.

    Raises UsageError for an unknown name, and where both are given.
    """
    if not text:
        return None
    if argv:
        raise UsageError("two-programs", "--program and -- COMMAND both name a program", "leave one of them away")
    name, _, words = text.partition(":")
    try:
        arguments = tuple(shlex.split(words))
    except ValueError as error:
        raise UsageError("bad-program", f"--program {text}: {error}", "quote its arguments as in a shell") from None
    return Shipped(find(name), arguments, ranks)


@dataclass(frozen=True)
class ProgramJob:
    """The launch line that is meant, its MPI where one is named, the figure that judges it and what must print the
    same. `shipped` is None for a program of the user's own."""

    argv: tuple[str, ...]
    mpi: str | None
    figure: str
    higher: bool
    shipped: Shipped | None = None

    @property
    def same(self) -> str:
        """A pattern of what must print equal in every run."""
        return self.shipped.same if self.shipped else ""


def job_of(
    own: Sequence[str],
    program: str,
    *,
    ranks: int = 0,
    mpi: str | None = None,
    figure: str = "",
    higher: bool = False,
) -> ProgramJob:
    """What is to run: the user's `own` line, or the shipped `program`, built for the MPI that is named. Of several MPIs
    it is the first.

    Raises UsageError for a figure that no program prints, and as `shipped` and `Shipped.argv`.
    """
    if (figure or higher) and not (own or program):
        raise UsageError("no-program", "--figure and --higher need a program", "add -- mpirun -n 2 ./app")
    known = shipped(program, ranks, own)
    if known is None:
        return ProgramJob(tuple(own), mpi, figure, higher)
    wanted = settings.value("mpi", mpi)
    first = "" if wanted == "all" else wanted.partition(",")[0]
    meant = wanted or known.mpi("").name
    return ProgramJob(known.argv(first), meant, figure or known.figure, higher or not figure, known)
