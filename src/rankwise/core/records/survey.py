"""The verdict of a survey: each line beside what it should be, and why it is not."""

from __future__ import annotations

from typing import Literal

from rankwise.core.records.base import Record
from rankwise.core.records.finding import Finding
from rankwise.core.records.inventory import Inventory
from rankwise.core.records.map import Map
from rankwise.core.records.run import Estimate, Run

Verdict = Literal["good", "slow", "cannot tell"]


class Expected(Record, frozen=True, kw_only=True):
    """What a line should reach and why. `basis`: copy-bandwidth, composition, monotony, best-mpi, sibling.

    `high_s` is the upper end of the interval of an expectation that was itself measured: only beyond it is slow.
    """

    basis: str
    time_s: float
    explanation: str
    high_s: float | None = None


class VerdictLine(Record, frozen=True, kw_only=True):
    """One thing a user cares about (latency on this class, allreduce at 8 B ...), measured, expected and judged.

    `ratio` is measured / strictest expectation (above 1 is slower than expected). `because` names findings by id.
    """

    id: str
    title: str
    side: str
    cell: str
    measured: Estimate
    rate_bytes_per_s: float | None
    expected: tuple[Expected, ...]
    ratio: float | None
    verdict: Verdict
    because: tuple[str, ...]
    text: str


class Survey(Record, frozen=True, kw_only=True):
    """The answer of `rankwise survey`: the run, the map per side, the findings and the verdict."""

    run: Run
    inventory: Inventory
    maps: dict[str, Map]
    lines: tuple[VerdictLine, ...]
    findings: tuple[Finding, ...]
    summary: str
