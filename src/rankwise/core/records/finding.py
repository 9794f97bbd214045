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
    """What mends it, for one MPI and launcher. `line` is to be typed or put in a file as it stands, empty where there
    is no such line. `words` say what to do, what is to be typed in backquotes; empty where the line says it all."""

    mpi: Text
    launcher: Text
    line: Text = ""
    words: Text = ""

    @property
    def text(self) -> str:
        """The fix in a sentence."""
        return self.words or f"`{self.line}`"


class Finding(Record, frozen=True, kw_only=True):
    """A problem: what, how bad, on which paths, why, how to fix it for each MPI. `verify` is a command that shows
    whether it is so, `verify_words` how to read it, what is to be typed in backquotes."""

    id: Text
    title: Text
    severity: Severity
    cause: Text
    evidence: tuple[Evidence, ...]
    fixes: tuple[FixLine, ...] = ()
    verify: Text = ""
    verify_words: Text = ""
    affects: tuple[Text, ...] = ()
    experiments: tuple[Experiment, ...] = ()

    @property
    def check(self) -> str:
        """How to verify, in a sentence; empty where nobody knows."""
        return self.verify_words or (self.verify and f"`{self.verify}`")
