"""What a launcher makes of a launch line, told without a start; and what it really did."""

from __future__ import annotations

from rankwise.core.records.base import Record
from rankwise.core.words import Text


class ToldFact(Record, frozen=True, kw_only=True):
    """One thing that the line decides, and which words, variable or default decided it."""

    what: Text
    value: Text
    because: Text = ""


class ToldRank(Record, frozen=True, kw_only=True):
    """Where a rank runs: its host and CPUs, None where it is bound to nothing. `program`: which of the line's, from
    0. `seen_host`, `seen_cpus`: where it ran in the trial start, empty without one."""

    number: int
    host: Text
    cpus: tuple[int, ...] | None
    program: int = 0
    seen_host: Text = ""
    seen_cpus: tuple[int, ...] = ()
    differs: bool = False


class ToldHost(Record, frozen=True, kw_only=True):
    """A host of the job: its threads by core by package, and where this is known from."""

    name: Text
    packages: tuple[tuple[tuple[int, ...], ...], ...]
    source: Text


class OtherLine(Record, frozen=True, kw_only=True):
    """The same job for another launcher; `line` empty where no line is known that places ranks alike."""

    launcher: Text
    line: Text


class Explained(Record, frozen=True, kw_only=True):
    """A launch line. `refused`: why the launcher would start nothing. `tried`: whether a probe was started through the
    line; `trial`: why that start shows nothing, or what else it did."""

    command: tuple[Text, ...]
    launcher: Text
    version: Text
    facts: tuple[ToldFact, ...] = ()
    hosts: tuple[ToldHost, ...] = ()
    ranks: tuple[ToldRank, ...] = ()
    notes: tuple[Text, ...] = ()
    others: tuple[OtherLine, ...] = ()
    refused: Text = ""
    tried: bool = False
    trial: Text = ""
