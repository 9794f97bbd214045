"""Schedules of a collective: what was made from a map, what it predicts, and what a trial showed."""

from __future__ import annotations

from rankwise.core.records.base import Record
from rankwise.core.records.ratio import Ratio
from rankwise.core.words import Text


class ScheduleWay(Record, frozen=True, kw_only=True):
    """One schedule at one size. `order` says how sums are combined: `ranks` (in the order of ranks), `any`, or `none`.
    `messages` is their number in one call. `time_s` and `ratio` (the library's time over the schedule's) are measured,
    None where nothing was tried."""

    name: Text
    order: Text
    messages: int
    predicted_s: float
    time_s: float | None = None
    ratio: Ratio | None = None


class ScheduledSize(Record, frozen=True, kw_only=True):
    """Schedules for blocks of one size, the one with the least predicted time first. No schedule can be faster than
    `bound_s` by the map; `default_s` is the library's own time where it was measured. `chosen` is the schedule that the
    written tuning uses, empty where the library stays."""

    size_bytes: int
    bound_s: float | None
    ways: tuple[ScheduleWay, ...]
    default_s: float | None = None
    chosen: Text = ""


class Scheduled(Record, frozen=True, kw_only=True):
    """What `rankwise schedule` answers. `root` is that of the predictions, -1 without one; the tuning in `file` serves
    every root. `sharing` is what paths share, in words."""

    machine: Text
    collective: Text
    ranks: int
    root: int
    reductions: Text
    sizes: tuple[ScheduledSize, ...]
    run: Text = ""
    file: Text = ""
    sharing: Text = ""
