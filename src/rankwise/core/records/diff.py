"""Two separate runs compared cell by cell."""

from __future__ import annotations

from rankwise.core.records.base import Record
from rankwise.core.records.ratio import Ratio
from rankwise.core.words import Text


class CellChange(Record, frozen=True, kw_only=True):
    """One cell in both runs. `ratio` is before / after over launches (above 1: faster now), with the answer about now.

    `band` is the factor by which identical launches and runs differ here: nothing smaller is called a difference.
    `why` says what kept a visible difference from being called one, empty otherwise.
    """

    cell: Text
    side: Text
    kernel: Text
    size_bytes: int
    before_s: float
    after_s: float
    ratio: Ratio
    band: float
    why: Text = ""


class Incomparable(Record, frozen=True, kw_only=True):
    """A cell of each run that differ in how they are timed or counted alone: their ids, and the difference."""

    before: Text
    after: Text
    why: Text


class Diff(Record, frozen=True, kw_only=True):
    """All cells that both runs measured alike; others are named. `warnings` say what else differs between the runs."""

    before: Text
    after: Text
    changes: tuple[CellChange, ...]
    incomparable: tuple[Incomparable, ...] = ()
    only_before: tuple[Text, ...] = ()
    only_after: tuple[Text, ...] = ()
    warnings: tuple[Text, ...] = ()
