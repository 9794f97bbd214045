"""What experiments answer: sides compared, runs that differ, transports held against each other."""

from __future__ import annotations

from typing import ClassVar, Literal

from rankwise.core.records import Estimate, Finding, Record, Result, Run
from rankwise.core.words import SizeBytes, Text
from rankwise.model.records import Answer, Ratio
from rankwise.mpis.records import FabricChoice


class ComparedCell(Record, frozen=True, kw_only=True):
    """One cell on every side. `times_s` are medians by side, in the unit of a figure where a program printed one.

    `ratios` is the baseline's time over that of each other side (above 1: that side is faster). `control` is the
    baseline over the baseline launched a second time; a ratio within `band` (a factor above 1: nearer to 1 than
    this) is not called a difference, and `why` then says so, by side. `ranking`: sides from fast to slow; those in
    one place cannot be told from the first of that place. `open` are sides of different places that cannot be told from
    each other either, the one that is ranked before first; `lead` is the time of each other side over that of the first
    in the ranking. `failed` says, by side, why it has no answer there: it refused, hung, delivered wrong data; such a
    side is neither among `times_s` nor ranked.
    """

    kernel: Text
    size_bytes: int
    ranks: int
    times_s: dict[Text, float]
    ratios: dict[Text, Ratio]
    control: Ratio | None
    band: float
    ranking: tuple[tuple[Text, ...], ...]
    why: dict[Text, Text] = {}
    failed: dict[Text, Text] = {}
    lead: dict[Text, Ratio] = {}
    open: tuple[tuple[Text, Text], ...] = ()

    @property
    def first(self) -> tuple[Text, ...]:
        """The first in the ranking, and all sides that cannot be told from it; none without a ranking."""
        head = self.ranking[0] if self.ranking else ()
        return (*head, *(after for before, after in self.open if before in head[:1]))

    @property
    def sizeless(self) -> bool:
        """Whether it has no message size: a barrier, and whole runs of a program and their phases."""
        return self.kernel in ("barrier", "command") or self.ranks == 0


class Comparison(Result, frozen=True, kw_only=True):
    """The answer of `rankwise compare`. The first of `sides` is the baseline. `summary` is in words, a line each.

    `figure` is the pattern that took a program's own figure from its output (`figures`, by side and round); empty where
    times were measured. With `higher_is_better` ratios are of the figure's inverse: above 1 still means faster.
    """

    rows: ClassVar[str] = "cells"

    run: Run
    sides: tuple[Text, ...]
    cells: tuple[ComparedCell, ...]
    summary: tuple[Text, ...]
    figure: Text = ""
    higher_is_better: bool = False
    figures: dict[Text, tuple[float, ...]] = {}


class CellChange(Record, frozen=True, kw_only=True):
    """One cell in both runs. `ratio` is before / after over launches (above 1: faster now), with the answer about now;
    None where a run has a single launch, of which no interval is known.

    `band` is the factor by which identical launches and runs differ here: nothing smaller is called a difference.
    `why` says what kept a visible difference from being called one, empty otherwise. `before_s` and `after_s` are
    medians over so many `launches`, before and after.
    """

    cell: Text
    side: Text
    kernel: Text
    size_bytes: int
    before_s: float
    after_s: float
    launches: tuple[int, int]
    ratio: Ratio | None
    band: float
    why: Text = ""

    @property
    def answer(self) -> Answer:
        """What the later run is beside the earlier one."""
        return self.ratio.answer if self.ratio else "cannot tell"


class Incomparable(Record, frozen=True, kw_only=True):
    """A cell of each run that differ in how they are timed or counted, or in the nodes that they are measured between,
    alone: their ids, and the difference."""

    before: Text
    after: Text
    why: Text


class Diff(Result, frozen=True, kw_only=True):
    """All cells that both runs measured alike; others are named. `warnings` say what else differs between the runs."""

    rows: ClassVar[str] = "changes"

    before: Text
    after: Text
    changes: tuple[CellChange, ...]
    incomparable: tuple[Incomparable, ...] = ()
    only_before: tuple[Text, ...] = ()
    only_after: tuple[Text, ...] = ()
    warnings: tuple[Text, ...] = ()

    @property
    def name(self) -> str:
        """Both runs, in their order."""
        return f"{self.before} -> {self.after}"


class FabricUse(Record, frozen=True, kw_only=True):
    """What really carried the messages of a launch: of short and of long messages each, as `memory`, `cma`,
    `socket 192.0.2.2`, `memory or /dev/xpmem` (a device that was opened may be idle); counted in the ranks, None where
    that could not be. `words` are the transports that the library itself named."""

    short: Text | None = None
    long: Text | None = None
    words: tuple[Text, ...] = ()


class FabricPoint(Record, frozen=True, kw_only=True):
    """One message size over one transport: seconds one way, and the default's time over this one's (above 1: this is
    faster), None for the default itself and where the two were not measured at the same time."""

    size_bytes: int
    time: Estimate
    ratio: Ratio | None = None


class FabricTrial(Record, frozen=True, kw_only=True):
    """One transport, tried in a launch of its own that may abort or hang: that is a result.

    `not used`: messages came through, by another transport than the one that was asked for.
    """

    choice: FabricChoice
    outcome: Literal["works", "not used", "aborts", "hangs", "fails"]
    reason: Text = ""
    use: FabricUse | None = None
    points: tuple[FabricPoint, ...] = ()


class Crossover(Record, frozen=True, kw_only=True):
    """Below `size_bytes` the transport `short` is faster, above it `long`. It lies between `low_bytes` and
    `high_bytes`, the two measured sizes at which each was found the faster one."""

    short: Text
    long: Text
    size_bytes: int
    low_bytes: int
    high_bytes: int


class FabricPath(Record, frozen=True, kw_only=True):
    """All transports of one MPI between two endpoints. `resembles` is the transport that the default takes by all that
    is seen of it, empty when none fits. `fastest` has, by size, the fastest transport, and those that cannot be told
    from it. `idle` are providers without a device. `place` is the part of a side of a comparison that puts its ranks on
    the two, empty where there is none. `ended` says why not all of it was measured, empty where it was. `untried` are
    transports for which no time was left."""

    mpi: Text
    source: Text
    target: Text
    between_nodes: bool
    trials: tuple[FabricTrial, ...]
    resembles: Text = ""
    fastest: dict[SizeBytes, tuple[Text, ...]] = {}
    crossovers: tuple[Crossover, ...] = ()
    control: float | None = None
    idle: tuple[Text, ...] = ()
    place: Text = ""
    ended: Text = ""
    untried: tuple[Text, ...] = ()


class DeviceTrial(Record, frozen=True, kw_only=True):
    """What an MPI did with messages on devices, in a launch of its own. `buffers` as `Cell.buffers` has them, empty for
    copies without MPI; `short_s` is the time of 8 bytes, `rate_bytes_per_s` the rate at 1 MiB (of
    collectives that count no bytes, the size over the time)."""

    mpi: Text
    capability: Text
    buffers: Text
    outcome: Literal["works", "wrong bytes", "refused", "hangs", "kills the job"]
    reason: Text = ""
    short_s: float | None = None
    rate_bytes_per_s: float | None = None


class FabricSurvey(Result, frozen=True, kw_only=True):
    """Every transport of some MPIs on some paths, what follows from it, and where the raw visits are. `device_trials`
    are what `--buffers` tried, which has no paths. `not_looked`: what was not measured."""

    rows: ClassVar[str] = "paths.trials"

    run: Run
    paths: tuple[FabricPath, ...]
    findings: tuple[Finding, ...] = ()
    summary: tuple[Text, ...] = ()
    device_trials: tuple[DeviceTrial, ...] = ()
    not_looked: tuple[Text, ...] = ()
