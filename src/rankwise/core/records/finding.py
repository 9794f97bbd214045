"""A diagnosed problem with the evidence for it."""

from __future__ import annotations

from typing import Literal

from rankwise.core.records.base import Record
from rankwise.core.records.run import Estimate
from rankwise.core.words import Text

Severity = Literal["info", "warning", "serious", "critical"]


class Evidence(Record, frozen=True, kw_only=True):
    """One observed fact: what was looked at and what it said."""

    source: Text
    observation: Text


class Experiment(Record, frozen=True, kw_only=True):
    """The cause removed: the same cell before and after, co-resident and alternated.

    `ratio` is before / after (above 1: removing the cause made it faster), with its 95 % interval over launch pairs.
    """

    cell: Text
    change: Text
    before: Estimate
    after: Estimate
    ratio: float
    ratio_low: float
    ratio_high: float
    launch_pairs: int
    conclusion: Literal["proven", "refuted", "cannot tell"]


class FixLine(Record, frozen=True, kw_only=True):
    """One line to type or put in a file; `mpi` and `launcher` say for whom it is."""

    mpi: Text
    launcher: Text
    line: Text


class Finding(Record, frozen=True, kw_only=True):
    """A problem: what, how bad, on which paths, why, how to fix it for each MPI, how to verify."""

    id: Text
    title: Text
    severity: Severity
    cause: Text
    evidence: tuple[Evidence, ...]
    fixes: tuple[FixLine, ...] = ()
    verify: Text = ""
    affects: tuple[Text, ...] = ()
    experiments: tuple[Experiment, ...] = ()
