"""What a command line of another suite asks for: tables whose lines are cells of ours, and how columns are made."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

import msgspec

from rankwise.core.records import Cell, KernelFacts, Overlap
from rankwise.suites.records import SuiteRow, SuiteTable


@dataclass(frozen=True)
class LineTimes:
    """What was measured of a line. `groups[g][r]`: mean time in seconds of one call on rank r of group g.

    `pure_s` and `compute_s`: of a call that overlaps with computation, each alone; `begin_s` and `wait_s`: the call's
    parts before and after it. `alone[g][r]`: of the call that a line measures beside its own. `calls_s`: every call, by
    its slowest rank, where calls were timed one by one. `together_s` and `overlap` are medians over visits: of the
    slowest rank's time, and of what hides behind computation.
    """

    groups: tuple[tuple[float, ...], ...]
    repetitions: int
    pure_s: float = 0.0
    compute_s: float = 0.0
    begin_s: float = 0.0
    wait_s: float = 0.0
    alone: tuple[tuple[float, ...], ...] = ()
    calls_s: tuple[float, ...] = ()
    together_s: float = 0.0
    overlap: Overlap | None = None

    def over(self, operations: int) -> LineTimes:
        """The same for one of so many operations of a call."""
        if operations == 1:
            return self
        groups = tuple(tuple(time_s / operations for time_s in group) for group in self.groups)
        return LineTimes(groups, self.repetitions * operations, self.pure_s / operations, self.compute_s / operations)

    @property
    def times_s(self) -> list[float]:
        """Of all ranks."""
        return [time_s for group in self.groups for time_s in group]


@dataclass(frozen=True)
class SheetLine:
    """One row to be measured: `repetitions` calls of a cell.

    `size_bytes` is what the row says, None where it says none. `operations` of a call count one by one. `problem`: why
    it is not measured. `label` says what the row is of, where its size does not. `beside` is another cell whose times
    it needs. `singly`: each call is timed by itself, whatever the kernel.
    """

    cell: Cell
    repetitions: int
    size_bytes: int | None
    operations: int = 1
    problem: str = ""
    label: str = ""
    beside: Cell | None = None
    singly: bool = False

    @property
    def measured(self) -> tuple[SheetLine, ...]:
        """Itself, and what is measured beside it as a line of its own."""
        beside = replace(self, cell=self.beside, beside=None) if self.beside else None
        return (self, beside) if beside else (self,)


Values = Callable[[SheetLine, LineTimes], tuple[float, ...]]


@dataclass(frozen=True)
class Sheet:
    """One table: its heading, its lines, what makes the values of a line's columns from its times, and what is
    concluded from all rows."""

    table: SuiteTable
    lines: tuple[SheetLine, ...] = ()
    values: Values = lambda _line, _timed: ()
    conclude: Callable[[tuple[SuiteRow, ...]], tuple[str, ...]] = lambda _rows: ()

    def filled(self, timed: Mapping[str, LineTimes], errors: Mapping[str, str]) -> SuiteTable:
        """The table with its rows, from what was measured of each cell and what went wrong, by cell id. What went wrong
        after some visits has no times: they may be of a call that gave wrong data."""
        rows = self.rows(timed, errors)
        return msgspec.structs.replace(self.table, rows=rows, tail=self.conclude(rows))

    def rows(
        self, timed: Mapping[str, LineTimes], errors: Mapping[str, str], until: int | None = None
    ) -> tuple[SuiteRow, ...]:
        """The rows of all lines, or of the first `until`, from what was measured of each cell and what went wrong, by
        cell id."""
        return tuple(row for line in self.lines[:until] for row in self._rows(line, timed, errors))

    def _rows(self, line: SheetLine, timed: Mapping[str, LineTimes], errors: Mapping[str, str]) -> list[SuiteRow]:
        needed = [member.cell.id for member in line.measured]
        failed = next((id_ for id_ in needed if id_ in errors or id_ not in timed), "")
        if line.problem or failed:
            why = line.problem or errors.get(failed, "was not measured")
            group = 0 if self.table.each_group else None
            return [SuiteRow(size_bytes=line.size_bytes, problem=why, group=group, label=line.label)]
        timing = timed[line.cell.id]
        if line.beside is not None:
            timing = replace(timing, alone=timed[line.beside.id].groups)
        if not self.table.each_group:
            return [self._row(line, timing)]
        return [
            self._row(line, replace(timing, groups=(times,)), group=group) for group, times in enumerate(timing.groups)
        ]

    def _row(self, line: SheetLine, timed: LineTimes, group: int | None = None) -> SuiteRow:
        timed = timed.over(line.operations)
        values = self.values(line, timed)
        return SuiteRow(
            size_bytes=line.size_bytes, repetitions=timed.repetitions, values=values, group=group, label=line.label
        )


@dataclass(frozen=True)
class Planned:
    """A command line, understood. `limit_s` bounds the measuring of one line, where the suite itself does (`-time`)."""

    suite: str
    program: str
    version: str
    sheets: tuple[Sheet, ...]
    facts: dict[str, str] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    limit_s: float = math.inf


@dataclass(frozen=True)
class SuiteJob:
    """What the command line meets: how many ranks there are, the name of the side, the kernels that its engine has."""

    ranks: int
    side: str
    kernels: Mapping[str, KernelFacts]


class Face(Protocol):
    """One program of another suite; `memory` is where it takes its buffers from."""

    @property
    def memory(self) -> Literal["private", "mpi"]: ...

    def answer(self, words: Sequence[str]) -> str | None:
        """What `-help`, `-list` and their like print; None when something is to be measured. Raises UsageError for
        unknown flags and names, before anything is built or started."""
        ...

    def plan(self, words: Sequence[str], job: SuiteJob) -> Planned:
        """Raises UsageError for what cannot be understood, and for what cannot be measured at all."""
        ...
