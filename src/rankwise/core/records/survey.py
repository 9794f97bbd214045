"""The verdict of a survey: each line beside what it should be, and why it is not."""

from __future__ import annotations

from typing import ClassVar, Literal

from rankwise.core.records.base import Record
from rankwise.core.records.finding import Finding
from rankwise.core.records.inventory import Inventory
from rankwise.core.records.machine import BesidePath
from rankwise.core.records.map import Map
from rankwise.core.records.result import Result
from rankwise.core.records.run import Estimate, Run
from rankwise.core.words import Text

Verdict = Literal["good", "slow", "cannot tell"]


class ExpectedPart(Record, frozen=True, kw_only=True):
    """A measured time that an expectation is made of, taken `times` times. `side` empty: the side that is judged."""

    kernel: Text
    size_bytes: int
    ranks: int
    times: float = 1.0
    side: Text = ""


class Expected(Record, frozen=True, kw_only=True):
    """What a line should reach and why. `basis`: copy-bandwidth, composition, monotony, best-mpi, sibling, experiment.

    `high_s` is the upper end of the interval of an expectation that was itself measured: only beyond it is slow.
    `ratio` (measured / expected, with its 95 % interval) is there when both were measured in the same rounds of the
    same launches: it is far steadier than either, and then decides.
    """

    basis: Text
    time_s: float
    explanation: Text
    high_s: float | None = None
    parts: tuple[ExpectedPart, ...] = ()
    ratio: float | None = None
    ratio_low: float | None = None
    ratio_high: float | None = None


class VerdictLine(Record, frozen=True, kw_only=True):
    """One thing a user cares about (latency on this class, allreduce at 8 B ...), measured, expected and judged.

    `ratio` is measured / strictest expectation (above 1 is slower than expected), with its 95 % interval. `because`
    names findings by id. `headline` lines are the few that a reader wants first; `unit` says whether a time or a rate
    tells more. `predicted_s` is what the map gives for a pattern whose messages are all under way at once; it judges
    nothing.
    """

    id: Text
    title: Text
    side: Text
    cell: Text
    measured: Estimate
    rate_bytes_per_s: float | None
    expected: tuple[Expected, ...]
    ratio: float | None
    verdict: Verdict
    because: tuple[Text, ...]
    text: Text
    headline: bool = False
    unit: Literal["time", "rate"] = "time"
    ratio_low: float | None = None
    ratio_high: float | None = None
    predicted_s: float | None = None


class Survey(Result, frozen=True, kw_only=True):
    """The answer of `rankwise survey`: the run, the map per side, the findings and the verdict; `not_looked`: what it
    could not look at; `beside` are its paths beside published ones of the same relation."""

    rows: ClassVar[str] = "lines"

    run: Run
    inventory: Inventory
    maps: dict[Text, Map]
    lines: tuple[VerdictLine, ...]
    findings: tuple[Finding, ...]
    summary: Text
    not_looked: tuple[Text, ...] = ()
    beside: tuple[BesidePath, ...] = ()
