"""What a program that ships with rankwise did, as it says itself."""

from __future__ import annotations

from rankwise.core.records.base import Record
from rankwise.core.records.run import Run
from rankwise.core.words import Text


class ProgramPhase(Record, frozen=True, kw_only=True):
    """A phase in seconds: the median of all ranks, and the slowest rank."""

    name: Text
    median_s: float
    slowest_s: float
    slowest_rank: int


class ProgramResult(Record, frozen=True, kw_only=True):
    """One run of a program with one MPI. `figure` is its figure of merit in `unit`, more is better, and None where the
    check failed: a wrong result has no time. `messages` and `sent_bytes` are those of all ranks. `digest` are the bits
    of the answer where they do not depend on the number of ranks. `error`: why it did not end well."""

    mpi: Text
    ranks: int
    unit: Text = ""
    figure: float | None = None
    phases: tuple[ProgramPhase, ...] = ()
    communication_share: float = 0.0
    messages: float = 0.0
    sent_bytes: float = 0.0
    right: bool = False
    check: Text = ""
    off: float = 0.0
    tolerance: float = 0.0
    digest: Text = ""
    paced: bool = False
    took_s: float = 0.0
    error: Text = ""


class Programmed(Record, frozen=True, kw_only=True):
    """What `rankwise program run` answers: a result for each MPI."""

    run: Run
    program: Text
    arguments: tuple[Text, ...]
    results: tuple[ProgramResult, ...]
