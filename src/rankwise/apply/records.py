"""What is said of a tuning in use: whether its lines are in effect, and what was written for the MPI."""

from __future__ import annotations

from typing import Literal

from rankwise.core.records import Record
from rankwise.core.words import Text
from rankwise.tuning.records import Tuning


class LineCheck(Record, frozen=True, kw_only=True):
    """Whether one line is really in effect. `seen_by` says how that is known: `behaviour`, what calls did; `library`,
    its own word in a running job. `evidence` says it in a sentence."""

    id: Text
    answer: Literal["in effect", "not in effect", "cannot tell"]
    seen_by: Literal["behaviour", "library", ""] = ""
    evidence: Text = ""


class TuningCheck(Record, frozen=True, kw_only=True):
    """A tuning against the MPI that is here. `differences` say how this build is another than the tuning's; `allowed`
    which knobs are set only because --allow names them. `cached` when the lines were looked at before; `took_s` is what
    that took. `died` holds the last words of a job with all lines that did not end well; `not_looked` is what the check
    cannot tell."""

    tuning: Text
    mpi: Text
    version: Text
    differences: tuple[Text, ...] = ()
    allowed: tuple[Text, ...] = ()
    lines: tuple[LineCheck, ...] = ()
    died: Text = ""
    cached: bool = False
    took_s: float = 0.0
    not_looked: tuple[Text, ...] = ()


class ExportedTuning(Record, frozen=True, kw_only=True):
    """The native files of a tuning: what each is for, by its path; what such files cannot say; and what is in them only
    because --allow names it."""

    tuning: Text
    files: dict[Text, Text]
    left_out: tuple[Text, ...] = ()
    allowed: tuple[Text, ...] = ()


class Effect(Record, frozen=True, kw_only=True):
    """One thing that a tuning would do, by the line that does it (empty: the tuning itself). `what` it is done to:
    a variable with its value, a library, a host. `refused` says why it is not done; empty where it is."""

    does: Literal[
        "starts ranks of",
        "writes rules for",
        "copies schedules",
        "starts a forwarder on",
        "relays between",
        "sets",
        "preloads",
        "orders ranks on",
    ]
    what: Text
    line: Text = ""
    refused: Text = ""


class ExplainedTuning(Record, frozen=True, kw_only=True):
    """What `tune explain` answers: everything that a tuning would do, in the order in which `rankwise run` does it.
    `tuning` has its words, and is None where the file is refused: `refused` then says why."""

    tuning: Tuning | None
    effects: tuple[Effect, ...]
    refused: Text = ""
