"""The answer of a comparison: sides measured at the same time, cell by cell, with what identical launches showed."""

from __future__ import annotations

from typing import ClassVar

from rankwise.core.records.base import Record
from rankwise.core.records.ratio import Ratio
from rankwise.core.records.result import Result
from rankwise.core.records.run import Run
from rankwise.core.words import Text


class ComparedCell(Record, frozen=True, kw_only=True):
    """One cell on every side. `times_s` are medians by side, in the unit of a figure where a program printed one.

    `ratios` is the baseline's time over that of each other side (above 1: that side is faster). `control` is the
    baseline over the baseline launched a second time; a ratio within `band` (a factor above 1: nearer to 1 than
    this) is not called a difference, and `why` then says so, by side. `ranking`: sides from fast to slow; those in
    one place cannot be told from the first of that place. `failed` says, by side, why it has no answer there: it
    refused, hung, delivered wrong data; such a side is neither among `times_s` nor ranked.
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
