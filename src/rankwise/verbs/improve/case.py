"""What is known of the job that is to become faster, and what is in use of it so far."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

from rankwise.core.hostlist import parse_patterns
from rankwise.core.records import Mpi
from rankwise.core.settings import Setting
from rankwise.diagnoses.records import ProbedRank
from rankwise.model.records import Map
from rankwise.optimise.schedules.table import Reductions
from rankwise.placement.launch_words import hosts_of
from rankwise.placement.rank_order import order_of
from rankwise.placement.tuning import with_lines
from rankwise.tracing.records import Trace
from rankwise.tuning.program_judge import ProgramJudge
from rankwise.tuning.records import Tuned, TuningLine
from rankwise.verbs.records import Asked

Places = tuple[tuple[str, tuple[int, ...]], ...]
"""The host and the CPUs of each rank."""


@dataclass(frozen=True)
class ImproveOptions:
    """What a user may ask: of the launch line `argv`, within `budget_s`. `figure` is a pattern of a number that the
    program prints, in place of its wall time; `same` one of what must print equal in every run. `file` gets the tuning.
    `relays` are hosts without ranks through which messages may go; `endpoints` are names of the hosts that ranks may
    leave or get and that may relay (`c*-mic*`, several with commas; empty: all); `reductions` is what schedules do with
    sums.
    """

    argv: tuple[str, ...]
    budget_s: float = 600.0
    mpi: str = ""
    figure: str = ""
    higher_is_better: bool = False
    same: str = ""
    relays: tuple[str, ...] = ()
    endpoints: str = ""
    reductions: Reductions = "fixed"
    out: Path = Path("rankwise-results")
    file: Path = Path("tuning.toml")
    seed: int = 1
    settings: dict[str, Setting] = field(default_factory=dict)


@dataclass(frozen=True)
class Open:
    """Lines that looked better than what was in use, and were not decided: what `runs` of each showed without them and
    with them, in seconds or the unit of a figure. `gain` is above 1 where that is better; `spread` half the interval of
    its logarithm, None where a single run has none. Without any of `runs` the gain is the modelled one."""

    what: str
    lines: tuple[TuningLine, ...]
    before_s: float
    after_s: float
    gain: float
    runs: int
    spread: float | None = None


@dataclass
class Case:
    """`own_mpi` is that of the launch line. `ranks` are those of the short start, in order; `share` the part of the
    traced run that ranks spent in MPI. `until`: when candidates have had their time, by the monotonic
    clock. `lines` are in use, the one that was taken last at the end. `machine` is the map once a candidate has asked
    for it (`machine.map_for`), `map_words` says which it is; `tuned` is the answer of the search for settings.
    """

    options: ImproveOptions
    own_mpi: Mpi
    judge: ProgramJudge
    ranks: tuple[ProbedRank, ...]
    trace: Trace | None
    share: float | None
    until: float
    lines: list[TuningLine] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    open: list[Open] = field(default_factory=list)
    machine: Map | None = None
    map_words: str = ""
    tuned: Tuned | None = None

    @property
    def argv(self) -> tuple[str, ...]:
        """The user's launch line."""
        return self.options.argv

    @property
    def mpi(self) -> Mpi:
        """The MPI that ranks have with the lines that are in use."""
        return with_lines(self.lines, self.own_mpi)

    @property
    def left_s(self) -> float:
        """Seconds that candidates have left."""
        return self.until - time.monotonic()

    @property
    def hosts(self) -> tuple[str, ...]:
        """The host of each rank, as the launch line calls it, else by its own name."""
        return host_names(self.ranks, hosts_of(self.argv))

    def chosen(self, host: str) -> bool:
        """Whether ranks may change places on a host, and messages go through it."""
        return is_named(host, self.options.endpoints)

    @property
    def order(self) -> tuple[int, ...]:
        """By rank, whose place of the short start it has with the lines that are in use."""
        places = {host: [rank for rank, own in enumerate(self.hosts) if own == host] for host in self.hosts}
        ordered = order_of(self.lines)
        hosts = [rank.chosen for rank in ordered[1].ranks] if ordered else self.hosts
        return tuple(places[host].pop(0) for host in hosts)


@dataclass(frozen=True)
class Offer:
    """What a candidate would change. `modelled`: the gain to expect of it, None where there is no model. `same_as` says
    what makes the same of the job, so that runs can show no difference."""

    what: str
    line: TuningLine
    modelled: float | None = None
    same_as: str = ""


def places_of(ranks: Sequence[ProbedRank]) -> Places:
    """Where ranks of a short start run, in their order; empty where it did not show every rank."""
    if not ranks or len(ranks) != ranks[0].world:
        return ()
    return tuple((rank.host, rank.cpus) for rank in ranks)


def between_hosts(case: Case) -> str:
    """Why nothing can be said of messages between hosts of this job; empty where it can."""
    if case.trace is None:
        return "the program was not traced"
    if len(case.ranks) != case.trace.world or any(rank.number < 0 for rank in case.ranks):
        return "the short start did not show every rank's host"
    if len(set(case.hosts)) < 2:
        return "all ranks are on one host, whose paths differ little"
    return ""


def modelled(case: Case, ratio: float) -> float:
    """The gain of what lets messages take `ratio` of their time: they have all that is inside
    MPI of the traced time, and of a whole run the start of the job is no part of that."""
    traced_s = max((rank.time_s for rank in case.trace.ranks), default=0.0) if case.trace else 0.0
    of_run = 1.0 if case.options.figure else min(1.0, traced_s / case.judge.run_s)
    return 1.0 / (1.0 - (case.share or 0.0) * of_run * (1.0 - ratio))


def is_named(host: str, names: str) -> bool:
    """Whether a host is on a list like `n[1-3],c*-mic*`; where `names` is empty, each is. Raises UsageError for what is
    no such list."""
    return not names or any(fnmatchcase(host, name) for name in parse_patterns(names))


def host_names(ranks: Sequence[ProbedRank], named: Sequence[str]) -> tuple[str, ...]:
    """The host of each rank, by the name of the launch line that is its own or the short form of it."""
    short = {name.partition(".")[0]: name for name in named}
    return tuple(short.get(rank.host.partition(".")[0], rank.host) for rank in ranks)
