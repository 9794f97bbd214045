"""The text of a suite as far as its rows are measured: lines that no later row changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from rankwise.core.records import Cell, Visit
from rankwise.suites.measuring import timed
from rankwise.suites.records import SuiteReport, SuiteRow, SuiteTable
from rankwise.suites.sheet import LineTimes, Planned, Sheet
from rankwise.suites.text import forms

_PENDING = "is still measured"


class TextSoFar:
    """`report_of` makes a report of tables, each of which may lack rows. `times` are those of finished cells."""

    def __init__(self, planned: Planned, report_of: Callable[[tuple[SuiteTable, ...]], SuiteReport]) -> None:
        self._planned = planned
        self._report_of = report_of
        self.times: dict[str, LineTimes] = {}
        self._errors: dict[str, str] = {}
        self._told = 0

    def finished(self, cell: Cell, visits: Sequence[Visit], error: str) -> list[str]:
        """The lines that are certain now that this cell has its last visit, and were not before."""
        measured = timed(cell, visits)
        if measured is None or error:
            self._errors[cell.id] = error or "was not measured"
        else:
            self.times[cell.id] = measured
        # Certain is what the text has in common with one where the next row stands already.
        now, then = self._text(()), self._text((SuiteRow(problem=_PENDING),))
        same = next((place for place, pair in enumerate(zip(now, then, strict=False)) if pair[0] != pair[1]), len(now))
        lines, self._told = now[self._told : same], max(self._told, same)
        return lines

    def _text(self, pending: tuple[SuiteRow, ...]) -> list[str]:
        return list(forms.lines(self._report_of(tuple(self._table(sheet, pending) for sheet in self._planned.sheets))))

    def _table(self, sheet: Sheet, pending: tuple[SuiteRow, ...]) -> SuiteTable:
        known = {*self.times, *self._errors}
        there = [bool(line.problem) or all(member.cell.id in known for member in line.measured) for line in sheet.lines]
        if all(there):
            return sheet.filled(self.times, self._errors)
        until = there.index(False)
        next_row = [replace(row, size_bytes=sheet.lines[until].size_bytes, group=0) for row in pending]
        return replace(sheet.table, rows=(*sheet.rows(self.times, self._errors, until), *next_row))
