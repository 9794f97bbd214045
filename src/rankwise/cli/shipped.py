"""`--program NAME[:ARGS]`: a program that ships with rankwise in the place of the user's own after the dashes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rankwise.core import settings

if TYPE_CHECKING:
    from rankwise.verbs.program.shipped import Shipped


@dataclass(frozen=True)
class Asked:
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


def asked(
    program: str, own: Sequence[str], *, ranks: int = 0, mpi: str | None = None, figure: str = "", higher: bool = False
) -> Asked:
    """What is to run: `own` line, or the program, built for the MPI that is named. Of several MPIs it is the first.

    Raises UsageError where both are named, and as `Shipped.argv`.
    """
    from rankwise.verbs.program.shipped import shipped

    known = shipped(program, ranks, own)
    if known is None:
        return Asked(tuple(own), mpi, figure, higher)
    wanted = settings.value("mpi", mpi)
    first = "" if wanted == "all" else wanted.partition(",")[0]
    meant = wanted or known.mpi("").name
    return Asked(known.argv(first), meant, figure or known.figure, higher or not figure, known)
