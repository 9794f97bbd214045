"""Two separate runs compared cell by cell."""

from __future__ import annotations

from rankwise.core.records.base import Record
from rankwise.core.records.ratio import Ratio


class CellChange(Record, frozen=True, kw_only=True):
    """One cell in both runs. `ratio` is before / after over launches (above 1: faster now), with the answer about now.

    `band` is the factor by which identical launches and runs differ here: nothing smaller is called a difference.
    `why` says what kept a visible difference from being called one, empty otherwise.
    """

    cell: str
    side: str
    kernel: str
    size_bytes: int
    before_s: float
    after_s: float
    ratio: Ratio
    band: float
    why: str = ""


class Incomparable(Record, frozen=True, kw_only=True):
    """A cell of each run that differ in how they are timed or counted alone: their ids, and the difference."""

    before: str
    after: str
    why: str


class Diff(Record, frozen=True, kw_only=True):
    """All cells that both runs measured alike; others are named. `warnings` say what else differs between the runs."""

    before: str
    after: str
    changes: tuple[CellChange, ...]
    incomparable: tuple[Incomparable, ...] = ()
    only_before: tuple[str, ...] = ()
    only_after: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
