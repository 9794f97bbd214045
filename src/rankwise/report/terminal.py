"""The verdict on one screen of a terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rankwise.core.records import Finding, Survey, Verdict, VerdictLine
from rankwise.core.units import format_rate, format_seconds
from rankwise.report import words
from rankwise.report.page_facts import format_memory, machine_words
from rankwise.report.survey_view import SurveyView

if TYPE_CHECKING:
    from rich.text import Text

_LINES, _COLUMNS = 24, 100
_STYLES = {"good": "green", "slow": "bold red", "cannot tell": "yellow"}
_WORST: tuple[Verdict, ...] = ("slow", "cannot tell", "good")


def show(survey: Survey, page: Path | None = None) -> None:
    """Prints the verdict to standard output, at most 24 lines of 100 columns."""
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    for line in screen(survey, page):
        console.print(line)


def screen(survey: Survey, page: Path | None = None) -> list[Text]:
    """The lines of the verdict. What does not fit is counted in a line of its own: it is on the page."""
    view = SurveyView(survey)
    parts = [_paths(view), _collectives(view), _why(view), _warnings(view)]
    head = [_text(("bold", f"MPI on {view.run.provenance.hostname}"), ("dim", f"  {machine_words(survey.inventory)}"))]
    tail = _tail(view, page)
    room = _LINES - len(head) - len(tail)
    body: list[Text] = []
    left_out = 0
    for position, part in enumerate(parts):
        # Every later part keeps at least three lines, so that many classes cannot hide why something is slow.
        reserved = sum(min(len(later), 3) for later in parts[position + 1 :])
        keep = max(room - len(body) - reserved, 0)
        body += part[:keep]
        left_out += len(part[keep:])
    if left_out:
        body = [*body[: room - 1], _text(("dim", f"... and {left_out} more lines on the page"))]
    return [_cut(line) for line in head + body + tail]


def _paths(view: SurveyView) -> list[Text]:
    rows = [("MPI", "path class", "8 B", "bandwidth", "half from", "verdict")]
    marks: list[tuple[str, str]] = [("bold", "")]
    for class_id, sides in view.classes.items():
        for side, one in sorted(sides.items(), key=lambda item: view.colour(item[0])):
            lines = [line for line in view.survey.lines if line.side == side and view.line_class(line) == class_id]
            half = one.curve.half_bandwidth_bytes if one.curve else None
            latency = _plus_minus(one.latency_s, one.latency_low_s, one.latency_high_s, format_seconds)
            rates = (one.bandwidth_bytes_per_s, one.bandwidth_low_bytes_per_s, one.bandwidth_high_bytes_per_s)
            bandwidth = _plus_minus(*rates, format_rate)
            rows.append(
                (side, view.class_words(class_id), latency, bandwidth, format_memory(half) if half else "-", "")
            )
            marks.append(_worst(lines))
    if len(rows) == 1:
        return []
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    found = []
    for row, mark in zip(rows, marks, strict=True):
        padded = "  ".join(cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False))
        style = "bold" if row is rows[0] else ""
        found.append(_text((style, f"{padded}  {row[-1]}"), mark))
    return found


def _plus_minus(middle: float, low: float, high: float, scaled: Callable[[float], str]) -> str:
    return f"{scaled(middle)} {words.plus_minus(middle, low, high)}"


def _worst(lines: list[VerdictLine]) -> tuple[str, str]:
    """The worst verdict of some lines, with the worst ratio of that verdict."""
    for verdict in _WORST:
        judged = [line for line in lines if line.verdict == verdict]
        if judged:
            ratios = [line.ratio for line in judged if line.ratio is not None]
            by = f" by {words.times(max(ratios))}" if verdict == "slow" and ratios else ""
            return _STYLES[verdict], f"{words.MARKS[verdict]} {verdict}{by}"
    return "dim", "- not judged"


def _collectives(view: SurveyView) -> list[Text]:
    """One line for each thing that is no path, all sides beside each other."""
    titles: dict[str, list[VerdictLine]] = {}
    for line in view.survey.lines:
        if view.line_class(line) is None or view.cells[line.cell].kernel != "pingpong":
            titles.setdefault(line.title, []).append(line)
    width = max((len(title) for title in titles), default=0)
    found = []
    for title, lines in titles.items():
        parts = [("", f"{title.ljust(width)}  ")]
        for line in sorted(lines, key=lambda line: view.colour(line.side)):
            parts += [
                ("", f"{line.side} {words.measured(line)} "),
                (_STYLES[line.verdict], f"{words.MARKS[line.verdict]}   "),
            ]
        found.append(_text(*parts))
    return [_text(), *found] if found else []


def _why(view: SurveyView) -> list[Text]:
    """Each finding that makes something slow: because what, and the experiment that shows it."""
    found = []
    for finding in view.survey.findings:
        slow = [line for line in view.survey.lines if finding.id in line.because]
        if slow or finding.severity in ("serious", "critical"):
            found += _finding(finding, slow)
    return [_text(), *found] if found else []


def _finding(finding: Finding, slow: list[VerdictLine]) -> list[Text]:
    sides = ", ".join(dict.fromkeys(line.side for line in slow))
    found = [_text(("bold red", "slow: "), ("", f"{sides}: " if sides else ""), ("", f"because {finding.cause}"))]
    for one in finding.experiments:
        if one.conclusion == "proven":
            found.append(_text(("green", "      proven: "), ("", words.experiment(one))))
    if finding.fixes:
        found.append(_text(("dim", "      fix: "), ("cyan", finding.fixes[0].line)))
    return found


def _warnings(view: SurveyView) -> list[Text]:
    found = [
        _text(("yellow", "note: "), ("", finding.title))
        for finding in view.survey.findings
        if finding.severity == "warning"
    ]
    found += [_text(("yellow", "note: "), ("", warning)) for warning in view.run.warnings]
    failed = sum(result.error is not None for result in view.run.results)
    found += [_text(("bold red", f"failed cells: {failed}"), ("", ", see the page"))] if failed else []
    return [_text(), *found] if found else []


def _tail(view: SurveyView, page: Path | None) -> list[Text]:
    provenance = view.run.provenance
    status = "" if view.run.status == "finished" else f" ({view.run.status})"
    cost = f"measured {format_seconds(provenance.measuring_s)}, set up {format_seconds(provenance.setup_s)}"
    found = [_text(), _text(("dim", f"run {view.run.id}{status}: {len(view.run.results)} cells, {cost}"))]
    return [*found, _text(("", "page: "), ("bold", str(page)))] if page else found


def _text(*parts: tuple[str, str]) -> Text:
    from rich.text import Text

    return Text.assemble(*((words, style) for style, words in parts))


def _cut(line: Text) -> Text:
    line.truncate(_COLUMNS, overflow="ellipsis")
    return line
