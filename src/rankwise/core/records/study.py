"""A study: what was published, what we find on a machine that is simulated, emulated or here, and what that says."""

from __future__ import annotations

from typing import Literal

from rankwise.core.records.base import Record
from rankwise.core.words import Amount, Name, Prose

On = Literal["simulated", "lab", "here"]
Verdict = Literal["input", "within", "missed", "not judged"]


class StudyRow(Record, frozen=True, kw_only=True):
    """A published figure and ours. An *input* was put into the machine, so that finding it again proves nothing; only
    predicted ones are judged, by the tolerance of the study. `reason` says what makes the difference, or why there is
    nothing to judge. A published range has its ends in `published` and `published_high`."""

    what: Prose
    published: Amount | None
    published_high: Amount | None = None
    found: Amount | None
    unit: Prose
    ratio: Amount | None = None
    verdict: Verdict
    reason: Prose = ""
    source: Prose = ""


class Studied(Record, frozen=True, kw_only=True):
    """All rows of a study; `tolerance` is the share by which a prediction may be off, fixed before it was run."""

    name: Name
    title: Prose
    on: On
    tolerance: Amount
    rows: tuple[StudyRow, ...]
    notes: tuple[Prose, ...] = ()
    files: tuple[Prose, ...] = ()


class ListedStudy(Record, frozen=True, kw_only=True):
    """A study in a list, and where it can be made."""

    name: Name
    title: Prose
    tolerance: Amount
    on: tuple[On, ...]
