"""Rows of a study: a published figure, ours, and the verdict by a tolerance that was fixed before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from rankwise.cluster.reference import table
from rankwise.core.errors import EnvironmentProblem, MeasurementFailed, UsageError
from rankwise.core.records import Cell
from rankwise.programs.records import ProgramResult
from rankwise.programs.table import find
from rankwise.programs.text import told_in
from rankwise.simulate import smpi
from rankwise.simulate.platform import Platform
from rankwise.verbs.records import StudyRow

T = TypeVar("T")
Published = float | tuple[float, float]
"""A published figure, or a range."""
_LIMIT_S = 300.0


@dataclass
class Study:
    """The rows of a study while it is made. `notes` are said below its table; `out` is where stored maps are; `lacks`
    says why a figure of ours is not there."""

    tolerance: float
    out: str | Path | None = None
    rows: list[StudyRow] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    lacks: str = "SimGrid is not installed"

    def put_in(self, what: str, published: Published | None, ours: float | None, unit: str, source: str) -> None:
        """A figure that the machine was given."""
        self.rows.append(self._row(what, published, ours, unit, source=source))

    def predicted(
        self, what: str, published: Published, ours: float | None, unit: str, source: str, *, why: str
    ) -> None:
        """A figure that follows from others. `why` is the reason where it is outside of the tolerance."""
        row = self._row(what, published, ours, unit, source=source)
        if ours is not None and row.published is not None:
            high = row.published if row.published_high is None else row.published_high
            inside = row.published / (1 + self.tolerance) <= ours <= high * (1 + self.tolerance)
            row = replace(row, verdict="within" if inside else "missed", reason="" if inside else why)
        self.rows.append(row)

    def unjudged(
        self, what: str, published: float | None, unit: str, source: str, *, why: str, ours: float | None = None
    ) -> None:
        """A figure for which there is no prediction, and why."""
        row = self._row(what, published, ours, unit, source=source)
        self.rows.append(replace(row, ratio=None, verdict="not judged", reason=why))

    def _row(self, what: str, published: Published | None, ours: float | None, unit: str, *, source: str) -> StudyRow:
        """A row that is not judged, of an input."""
        low, high = published if isinstance(published, tuple) else (published, published)
        nearest = None if ours is None or low is None or high is None else min(max(ours, low), high)
        return StudyRow(
            what=what,
            published=low,
            published_high=high if high != low else None,
            found=ours,
            unit=unit,
            ratio=ours / nearest if ours is not None and nearest else None,
            verdict="not judged" if ours is None else "input",
            reason=self.lacks if ours is None else "",
            source=source,
        )


def times(platform: Platform, cells: Sequence[Cell]) -> dict[str, float | None]:
    """Simulated seconds of each cell, by its id; None for all without SimGrid."""
    done = _simulated(lambda: smpi.run_cells(platform, cells, timeout_s=_LIMIT_S))
    if done is None:
        return {cell.id: None for cell in cells}
    if done.errors:
        raise UsageError("bad-study", "; ".join(done.errors.values()))
    return {visit.cell: visit.samples_s[0] for visit in done.visits}


def result_of(platform: Platform, program: str, options: Mapping[str, object]) -> ProgramResult | None:
    """What a program that ships with rankwise did on a simulated machine; None without SimGrid.

    Raises MeasurementFailed where it did not end well, or was wrong.
    """
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    done = _simulated(lambda: smpi.run_program(platform, find(program).source, words, timeout_s=_LIMIT_S))
    if done is None:
        return None
    told = told_in(done.stdout, "simulated", 0.0)
    if not done.ok or told is None or not told.result.figure:
        raise MeasurementFailed("simulation-failed", done.describe(), "its words are above")
    return told.result


def _simulated(simulate: Callable[[], T]) -> T | None:
    """What a simulation brought; None without SimGrid."""
    try:
        return simulate()
    except EnvironmentProblem as error:
        if error.code != "no-simgrid":
            raise
        return None


def scaled(value: float | None, factor: float) -> float | None:
    """A figure times a factor."""
    return None if value is None else value * factor


def per(amount: float | None, seconds: float | None) -> float | None:
    """An amount by the time that it takes, or by another; None where either is not there."""
    return None if amount is None or seconds is None else amount / seconds


def rows_of(file: str, **where: str) -> list[Mapping[str, str]]:
    """The rows of a published table that have these values."""
    return [row for row in table(file) if all(row[name] == value for name, value in where.items())]
