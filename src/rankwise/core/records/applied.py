"""A tuning put to use: whether its lines are in effect, and what was written for the MPI."""

from __future__ import annotations

from typing import Literal

from rankwise.core.records.base import Record
from rankwise.core.words import Text


class LineCheck(Record, frozen=True, kw_only=True):
    """Whether one line is really in effect. `seen_by` says how that is known: `behaviour`, what calls did; `library`,
    its own word in a running job. `evidence` says it in a sentence."""

    id: Text
    answer: Literal["in effect", "not in effect", "cannot tell"]
    seen_by: Literal["behaviour", "library", ""] = ""
    evidence: Text = ""


class TuningCheck(Record, frozen=True, kw_only=True):
    """A tuning against the MPI that is here. `differences` say how this build is another than the tuning's. `cached`
    when the lines were looked at before; `took_s` is what that took. `died` holds the last words of a job with all
    lines that did not end well; `not_looked` is what the check cannot tell."""

    tuning: Text
    mpi: Text
    version: Text
    differences: tuple[Text, ...] = ()
    lines: tuple[LineCheck, ...] = ()
    died: Text = ""
    cached: bool = False
    took_s: float = 0.0
    not_looked: tuple[str, ...] = ()


class ExportedTuning(Record, frozen=True, kw_only=True):
    """The native files of a tuning: what each is for, by its path; and what such files cannot say."""

    tuning: Text
    files: dict[Text, Text]
    left_out: tuple[Text, ...] = ()
