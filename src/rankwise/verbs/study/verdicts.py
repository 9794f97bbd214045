"""Rows of a study: a published figure, ours, and the verdict by a tolerance that was fixed before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from rankwise.cluster.reference import table
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import Cell
from rankwise.simulate import smpi
from rankwise.simulate.platform import Platform
from rankwise.verbs.records import StudyRow

Published = float | tuple[float, float]
"""A published figure, or a range."""


@dataclass
class Study:
    """The rows of a study while it is made. `notes` are said below its table."""

    tolerance: float
    rows: list[StudyRow] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def put_in(self, what: str, published: Published, ours: float | None, unit: str, source: str) -> None:
        """A figure that the machine was given."""
        self.rows.append(_row(what, published, ours, unit, source=source))

    def predicted(
        self, what: str, published: Published, ours: float | None, unit: str, source: str, *, why: str
    ) -> None:
        """A figure that follows from others. `why` is the reason where it is outside of the tolerance."""
        row = _row(what, published, ours, unit, source=source)
        if ours is not None and row.published is not None:
            high = row.published if row.published_high is None else row.published_high
            inside = row.published / (1 + self.tolerance) <= ours <= high * (1 + self.tolerance)
            row = replace(row, verdict="within" if inside else "missed", reason="" if inside else why)
        self.rows.append(row)

    def unjudged(
        self, what: str, published: float | None, unit: str, source: str, *, why: str, ours: float | None = None
    ) -> None:
        """A figure for which there is no prediction, and why."""
        row = _row(what, published, ours, unit, source=source)
        self.rows.append(replace(row, ratio=None, verdict="not judged", reason=why))


def _row(what: str, published: Published | None, ours: float | None, unit: str, *, source: str) -> StudyRow:
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
        reason="SimGrid is not installed" if ours is None else "",
        source=source,
    )


def times(platform: Platform, cells: Sequence[Cell], *, timeout_s: float = 300.0) -> dict[str, float | None]:
    """Simulated seconds of each cell, by its id; None for all without SimGrid."""
    try:
        done = smpi.run_cells(platform, cells, timeout_s=timeout_s)
    except EnvironmentProblem as error:
        if error.code != "no-simgrid":
            raise
        return {cell.id: None for cell in cells}
    if done.errors:
        raise UsageError("bad-study", "; ".join(done.errors.values()))
    return {visit.cell: visit.samples_s[0] for visit in done.visits}


def scaled(value: float | None, factor: float) -> float | None:
    """A figure times a factor."""
    return None if value is None else value * factor


def per(amount: float, seconds: float | None) -> float | None:
    """An amount by the time that it takes."""
    return None if seconds is None else amount / seconds


def rows_of(file: str, **where: str) -> list[Mapping[str, str]]:
    """The rows of a published table that have these values."""
    return [row for row in table(file) if all(row[name] == value for name, value in where.items())]
