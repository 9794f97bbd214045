"""A tuning: settings with the evidence for each and how to undo them."""

from __future__ import annotations

from rankwise.core.records.base import Record


class TuningLine(Record, frozen=True, kw_only=True):
    """One setting. `carrier` is env, mca-file, rules-file, launcher ... `ratio` is before / after with its interval."""

    knob: str
    value: str
    carrier: str
    undo: str
    ratio: float
    ratio_low: float
    ratio_high: float
    sizes_bytes: tuple[int, ...]
    kernels: tuple[str, ...]
    path_class: str | None = None


class Tuning(Record, frozen=True, kw_only=True):
    """Knobs, rank order and routes for one MPI build, valid only for the build named."""

    name: str
    mpi: str
    mpi_version: str
    library_hash: str
    lines: tuple[TuningLine, ...]
    rank_order: tuple[int, ...] = ()
    created_at: str = ""
    run: str = ""
