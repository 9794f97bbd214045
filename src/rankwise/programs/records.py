"""What a program that ships with rankwise did, as it says itself."""

from __future__ import annotations

from typing import ClassVar

from rankwise.core.records import Record, Result, Run
from rankwise.core.words import Text


class ProgramShown(Record, frozen=True, kw_only=True):
    """A program: what it computes, how its ranks talk, what is the same for any number of ranks, what its check
    compares, where it was published and what differs; `options` with their defaults and meanings."""

    name: Text
    computes: Text
    talks: Text
    promise: Text
    checked: Text
    published: Text
    options: tuple[tuple[Text, Text, Text], ...]


class ProgramPhase(Record, frozen=True, kw_only=True):
    """A phase in seconds: the median of all ranks, the slowest rank, and the sum of all."""

    name: Text
    median_s: float
    slowest_s: float
    slowest_rank: int
    total_s: float = 0.0
    communication: bool = False


class ProgramResult(Record, frozen=True, kw_only=True):
    """One run of a program with one MPI. `figure` is its figure of merit in `unit`, more is better, and None where the
    check failed: a wrong result has no time; it is `work` over the time of the slowest rank. `figures` are those of all
    runs, of which this is the middle one. `messages` and `sent_bytes` are those of all ranks, `facts` what this program
    alone tells. `peak_bytes` is what a rank came to need after its start, in
    which it plans. `digest` are the bits of the answer where they do not depend
    on the number of ranks. `allowed` is the figure that the machine would allow, None where no map tells, and `why` by
    what; `short` names the phase that keeps it below four fifths. `error`: why it did not end well, `so_far` what it
    had done by then."""

    mpi: Text
    ranks: int
    threads: int = 1
    unit: Text = ""
    figure: float | None = None
    figures: tuple[float, ...] = ()
    work: float = 0.0
    phases: tuple[ProgramPhase, ...] = ()
    communication_share: float = 0.0
    messages: float = 0.0
    sent_bytes: float = 0.0
    facts: dict[Text, float] = {}
    peak_bytes: float = 0.0
    right: bool = False
    check: Text = ""
    off: float = 0.0
    tolerance: float = 0.0
    digest: Text = ""
    paced: bool = False
    took_s: float = 0.0
    allowed: float | None = None
    why: Text = ""
    short: Text = ""
    error: Text = ""
    so_far: Text = ""


class Programmed(Result, frozen=True, kw_only=True):
    """What `rankwise program run` answers: a result for each MPI. `planned`: what each said that it would need, where
    nothing was run."""

    rows: ClassVar[str] = "results"

    run: Run
    program: Text
    arguments: tuple[Text, ...]
    results: tuple[ProgramResult, ...]
    planned: tuple[Text, ...] = ()
