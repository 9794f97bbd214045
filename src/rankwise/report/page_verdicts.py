"""The verdicts on one screen: a row for each kernel, a column for each MPI, a mark for each size; what is slow."""

from __future__ import annotations

from dataclasses import dataclass

from rankwise.core.units import format_bytes
from rankwise.report import words
from rankwise.report.doubt import load_words, why_wide
from rankwise.report.survey_view import SurveyView
from rankwise.verbs.records import VerdictLine


@dataclass(frozen=True)
class Judged:
    """One verdict line, scaled and rounded."""

    line: VerdictLine
    anchor: str
    size: str
    value: str
    precision: str
    doubt: str  # why the interval is wide; empty where it is not
    expected: str
    kind: str
    mark: str


@dataclass(frozen=True)
class Row:
    """Lines of one kernel (of one title, where the cell is unknown): those of each side, smallest size first."""

    title: str
    sides: list[list[Judged]]


@dataclass(frozen=True)
class Verdicts:
    """Everything that the verdict section shows."""

    sides: list[str]
    rows: list[Row]
    slow: list[Judged]
    lines: list[Judged]


def verdicts(view: SurveyView) -> Verdicts:
    """All verdict lines in the order of the survey; slow ones again, the slowest first."""
    sides = sorted(dict.fromkeys(line.side for line in view.survey.lines), key=view.colour)
    load = load_words(view.survey.inventory)
    rows: dict[str, dict[str, list[tuple[int, Judged]]]] = {}
    lines = []
    for number, line in enumerate(view.survey.lines):
        cell = view.cells.get(line.cell)
        size_bytes = cell.size_bytes if cell else 0
        judged = Judged(
            line=line,
            anchor=f"line-{number}",
            size=format_bytes(size_bytes) if cell else "",
            value=words.measured(line, size_bytes),
            precision=words.precision(line.measured),
            doubt=why_wide(line.measured, load),
            expected=words.expected(line, size_bytes),
            kind=words.KINDS[line.verdict],
            mark=words.MARKS[line.verdict],
        )
        lines.append(judged)
        title = view.group_of(cell).title if cell else line.title
        rows.setdefault(title, {}).setdefault(line.side, []).append((size_bytes, judged))
    slow = [line for line in lines if line.line.verdict == "slow"]
    slow.sort(key=lambda item: (not item.line.because, -(item.line.ratio or 0.0)))
    table = [Row(title, [_in_order(row.get(side, [])) for side in sides]) for title, row in rows.items()]
    return Verdicts(sides, table, slow, lines)


def _in_order(cells: list[tuple[int, Judged]]) -> list[Judged]:
    return [judged for _, judged in sorted(cells, key=lambda item: item[0])]
