"""What is known of the job that is to become faster, and what is in use of it so far."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rankwise.core.records import Asked, Mpi, ProbedRank, Trace, Tuned, TuningLine
from rankwise.core.settings import Setting
from rankwise.placement.launch_words import hosts_of
from rankwise.verbs.tune.jury import Jury


@dataclass(frozen=True)
class ImproveOptions:
    """What a user may ask: of the launch line `argv`, within `budget_s`. `figure` is a pattern of a number that the
    program prints, in place of its wall time; `same` one of what must print equal in every run. `file` gets the tuning.
    """

    argv: tuple[str, ...]
    budget_s: float = 600.0
    mpi: str = ""
    figure: str = ""
    higher_is_better: bool = False
    same: str = ""
    out: Path = Path("rankwise-results")
    file: Path = Path("tuning.toml")
    seed: int = 1
    settings: dict[str, Setting] = field(default_factory=dict)


@dataclass
class Case:
    """`ranks` are those of the short start, in order; `share` the part of the traced run that ranks spent in MPI.
    `until`: when candidates have had their time, by the monotonic clock. `lines` are in use, the one that was taken
    last at the end. A candidate may leave `map_words` and `tuned` behind for the answer.
    """

    options: ImproveOptions
    mpi: Mpi
    jury: Jury
    ranks: tuple[ProbedRank, ...]
    trace: Trace | None
    share: float | None
    until: float
    lines: list[TuningLine] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    map_words: str = ""
    tuned: Tuned | None = None

    @property
    def argv(self) -> tuple[str, ...]:
        """The user's launch line."""
        return self.options.argv

    @property
    def left_s(self) -> float:
        """Seconds that candidates have left."""
        return self.until - time.monotonic()

    @property
    def hosts(self) -> tuple[str, ...]:
        """The host of each rank, as the launch line calls it, else by its own name."""
        return host_names(self.ranks, hosts_of(self.argv))


@dataclass(frozen=True)
class Offer:
    """What a candidate would change. `modelled`: the gain to expect of it, None where there is no model."""

    what: str
    line: TuningLine
    modelled: float | None = None


def host_names(ranks: Sequence[ProbedRank], named: Sequence[str]) -> tuple[str, ...]:
    """The host of each rank, by the name of the launch line that is its own or the short form of it."""
    short = {name.partition(".")[0]: name for name in named}
    return tuple(short.get(rank.host.partition(".")[0], rank.host) for rank in ranks)
