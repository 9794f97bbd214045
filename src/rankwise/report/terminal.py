"""The verdict on one screen of a terminal."""

from __future__ import annotations

from datetime import datetime
from itertools import accumulate
from typing import TYPE_CHECKING

from rankwise.core import said
from rankwise.core.records import Finding, Run
from rankwise.core.units import format_amount, format_rate, format_seconds, plural
from rankwise.maps.records import BesidePath
from rankwise.model.records import Verdict
from rankwise.report import words
from rankwise.report.doubt import is_wide, load_words, why_wide
from rankwise.report.map_words import transport_words
from rankwise.report.survey_view import SurveyView
from rankwise.report.tables import columns, wrapped
from rankwise.report.verdicts import fastest_of, of_survey, worst_line
from rankwise.verbs.records import Survey, VerdictLine

if TYPE_CHECKING:
    from rich.text import Text

_LINES, _COLUMNS = 24, 100
_COLUMN, _NAME = 22, 24  # of a side: the least width of its column, and the most letters of its name
_PROOFS = 2
_SENTENCES, _LEAST = 5, 3
_UNLOOKED = 4  # lines; --json and the page have all
_GUARANTEED = (7, 5, 4, 2)  # lines of paths, kernels, causes, warnings, so that none can hide the others
_STYLES = {"good": "green", "slow": "bold red", "cannot tell": "yellow"}
_WORST: tuple[Verdict, ...] = ("slow", "cannot tell", "good")


def lines(survey: Survey) -> list[Text]:
    """The verdict in the width of the terminal, with the line that names the page 24 lines unless its first sentences
    are long: those are never cut. What else does not fit is counted in a line of its own: it is on the page."""
    view = SurveyView(survey)
    head = _with_more(_text(("bold", f"MPI on {view.place_words}")), f"  {view.machine_words}")
    head += [line for text in of_survey(survey)[:_SENTENCES] for line in _wrapped("", "", text)]
    # Of several MPIs the question is which to use: that, and how far it goes, is what is read last.
    first = fastest_of(survey)
    unlooked = _wrapped("dim", "not looked at: ", "; ".join(survey.not_looked), limit=_UNLOOKED)
    answer = [*unlooked, *_wrapped("", "", first)] if first else []
    head += [] if first else unlooked
    tail = [*_tail(view), *answer]
    parts = (_paths(view), _kernels(view), _why(view), _warnings(view))
    legend = words.legend(line.plain for part in parts for line in part)
    tail = [*(line for text in legend for line in _wrapped("dim", "", text)), *tail]
    kept = _share_out([len(part) for part in parts], _LINES - len(head) - len(tail) - 2)
    left_out = sum(len(part) for part in parts) - sum(kept)
    more = [_text(("dim", f"... and {left_out} more lines on the page"))] if left_out else []
    body = [line for part, count in zip(parts, kept, strict=True) for line in part[:count]]
    return head + body + more + tail


def _share_out(wanted: list[int], room: int) -> list[int]:
    """How many lines each part gets: its guaranteed share first, then what is left in order. Where even those do not
    fit, the last parts are cut first, to a heading and a line."""
    kept = [min(count, share) for count, share in zip(wanted, _GUARANTEED, strict=True)]
    for index, count in enumerate(wanted):
        kept[index] += max(0, min(count - kept[index], room - sum(kept)))
    for index in reversed(range(len(kept))):
        kept[index] -= max(0, min(kept[index] - _LEAST, sum(kept) - room))
    return kept


def _paths(view: SurveyView) -> list[Text]:
    rows = [("MPI", "path class", "8 B", "bandwidth", words.HALF, "verdict")]
    marks: list[tuple[str, str]] = [("bold", "")]
    doubts, load = [""], load_words(view.survey.inventory)
    for class_id, sides in view.classes.items():
        for side, path_class in sorted(sides.items(), key=lambda item: view.colour(item[0])):
            lines = [line for line in _of_pingpong(view) if line.side == side and view.line_class(line) == class_id]
            half = path_class.curve.half_bandwidth_bytes if path_class.curve else None
            half_words = format_amount(half) if half else "-"
            figures = (words.latency(path_class), words.bandwidth(path_class), half_words)
            rows.append((_short(side), view.class_words(class_id), *figures, ""))
            marks.append(_worst(lines))
            wide = sorted((line.measured for line in lines if is_wide(line.measured)), key=lambda each: each.median_s)
            doubts.append(f"  ({why_wide(wide[0], load)})" if wide else "")
    if len(rows) == 1:
        return []
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    output = []
    for row, mark, doubt in zip(rows, marks, doubts, strict=True):
        padded = "  ".join(cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False))
        if row is rows[0]:
            output.append(_text(("bold", f"{padded}  {row[-1]}")))
        else:
            output += _with_more(_text(("", f"{padded}  "), mark), doubt)
    return [*output, *_carried(view)]


def _of_pingpong(view: SurveyView) -> list[VerdictLine]:
    """The lines of the kernel by which paths are known; `_kernels` has the others."""
    kernels = {cell.id: cell.kernel for cell in view.cells.values()}
    return [line for line in view.survey.lines if kernels.get(line.cell) == "pingpong"]


def _carried(view: SurveyView) -> list[Text]:
    """What carried the bytes of each class between nodes, and what the hardware allows there."""
    output = []
    for class_id, sides in view.classes.items():
        for side, path_class in sides.items():
            if path_class.transport or path_class.limit:
                label = f"{side}, {view.class_words(class_id)}: "
                output += _wrapped("dim", label, transport_words(path_class))
    return output


def _worst(lines: list[VerdictLine]) -> tuple[str, str]:
    """The worst verdict of some lines, with the worst ratio that is sure."""
    for verdict in _WORST:
        judged = [line for line in lines if line.verdict == verdict]
        if judged:
            ratios = [(line.ratio, line.ratio_low or 0.0, line.ratio_high or 0.0) for line in judged if line.ratio]
            by = (
                said.slow_by(*max(ratios, key=lambda known: said.sure(*known[1:])))
                if verdict == "slow" and ratios
                else ""
            )
            return _STYLES[verdict], f"{words.MARKS[verdict]} {verdict}{by}"
    return "dim", "- not judged"


def _kernels(view: SurveyView) -> list[Text]:
    """One line for each kernel and number of ranks: the smallest size of each side, and how its sizes were judged."""
    groups: dict[str, dict[str, list[VerdictLine]]] = {}
    for line in sorted(view.survey.lines, key=lambda line: _size(view, line)):
        cell = view.cells.get(line.cell)
        if cell is None:
            groups.setdefault(line.title, {}).setdefault(line.side, []).append(line)
        elif cell.kernel != "pingpong":
            ranks = max((len(group) for group in cell.groups), default=0)
            title = cell.kernel + (f", {ranks} ranks" if ranks > 2 else "")
            groups.setdefault(title, {}).setdefault(line.side, []).append(line)
    if not groups:
        return []
    sides = [side for side in view.sides if any(side in row for row in groups.values())]
    width = max(len(title) for title in groups)
    widths = [max(_COLUMN, len(_short(side)) + 2) for side in sides]
    room = columns(_COLUMNS) - width - 2
    more = "" if sum(widths) <= room else "+{} on the page"
    most = max(1, sum(total + len(more) <= room for total in accumulate(widths)))
    header = "kernel".ljust(width + 2)
    header += "".join(f"{_short(side):{column}}" for side, column in zip(sides[:most], widths, strict=False))
    header += more.format(len(sides) - most)
    texts = [_text(("bold", header.rstrip()))]
    for title, row in sorted(groups.items(), key=lambda item: _badness(item[1])):
        parts = [("", title.ljust(width + 2))]
        for side, column in zip(sides[:most], widths, strict=False):
            marks = _marks(row.get(side, []))
            value = f"{words.measured(row[side][0], _size(view, row[side][0])):10}" if side in row else ""
            parts += [("", value), *marks, ("", " " * (column - len(value) - sum(len(mark) for _, mark in marks)))]
        texts.append(_text(*parts))
        texts[-1].rstrip()
    return [_text(), *texts]


def _short(side: str) -> str:
    """The end of a long name, which tells MPIs of one family apart."""
    return side if len(side) <= _NAME else f"…{side[1 - _NAME :]}"


def _size(view: SurveyView, line: VerdictLine) -> int:
    cell = view.cells.get(line.cell)
    return cell.size_bytes if cell else 0


def _badness(row: dict[str, list[VerdictLine]]) -> int:
    """Rows with most slow lines come first: they are what a screen with no room for all must show."""
    return -sum(line.verdict == "slow" for lines in row.values() for line in lines)


def _marks(lines: list[VerdictLine]) -> list[tuple[str, str]]:
    """`✓3 ▲1`: how many sizes got which verdict; the mark alone where there is one."""
    counts = {verdict: sum(line.verdict == verdict for line in lines) for verdict in reversed(_WORST)}
    many = len(lines) > 1
    return [
        (_STYLES[verdict], f"{words.MARKS[verdict]}{count if many else ''} ")
        for verdict, count in counts.items()
        if count
    ]


def _why(view: SurveyView) -> list[Text]:
    """Each finding that makes something slow: because what, and the experiments that show it best."""
    output = []
    worst = worst_line(view.survey)
    told = worst.because[:1] if worst else ()  # by the sentences at the top, with its cure
    for finding in view.survey.findings:
        slow = [line for line in view.survey.lines if finding.id in line.because]
        if slow or finding.severity in ("serious", "critical"):
            output += _finding(view, finding, slow) if finding.id not in told else _proofs(view, finding)
    return [_text(), *output] if output else []


def _finding(view: SurveyView, finding: Finding, slow: list[VerdictLine]) -> list[Text]:
    sides = ", ".join(dict.fromkeys(line.side for line in slow))
    where = f"{sides}, {plural(len(slow), 'line')}: " if slow else ""
    output = _wrapped("bold red", "slow: ", f"{where}because {finding.cause.rstrip('.')}")
    output += _proofs(view, finding)
    if finding.fixes:
        output += _wrapped("cyan", "  fix: ", finding.fixes[0].text)
    return output


def _proofs(view: SurveyView, finding: Finding) -> list[Text]:
    """The experiments that show a cause best."""
    output: list[Text] = []
    proven = sorted(
        (experiment for experiment in finding.experiments if experiment.conclusion == "proven"),
        key=lambda item: item.ratio_low,
        reverse=True,
    )
    for trial in proven[:_PROOFS]:
        output += _wrapped("green", "proven: ", f"{view.cell_words(trial.cell)} {words.experiment(trial)}")
    return output


def _wrapped(style: str, label: str, text: str, *, limit: int = 0) -> list[Text]:
    """A labelled sentence on lines of the terminal, at most `limit` (0: all that it takes)."""
    width = columns(_COLUMNS) - len(label)
    lines = wrapped(text, width)
    if limit and len(lines) > limit:
        lines = [*lines[: limit - 1], f"{lines[limit - 1][: width - 2].rstrip()} …"]
    indent = " " * len(label)
    return [_text((style, label if number == 0 else indent), ("", line)) for number, line in enumerate(lines)]


def _with_more(line: Text, more: str) -> list[Text]:
    """A line with more about it in pale letters behind it, or below it where that does not fit."""
    if len(line) + len(more) <= columns(_COLUMNS):
        line.append(more, "dim")
        return [line]
    return [line, *(_text(("dim", f"    {text}")) for text in wrapped(more.strip(), columns(_COLUMNS) - 4))]


def _warnings(view: SurveyView) -> list[Text]:
    output = [
        line
        for told in (
            *(finding.title for finding in view.survey.findings if finding.severity == "warning"),
            *view.run.warnings,
        )
        for line in _wrapped("yellow", "note: ", told)
    ]
    failed = sum(result.error not in (None, said.NOT_REACHED) for result in view.run.results)
    output += [_text(("bold red", f"failed cells: {failed}"), ("", ", see the page"))] if failed else []
    return [_text(), *output] if output else []


def _tail(view: SurveyView) -> list[Text]:
    provenance = view.run.provenance
    status = "" if view.run.status == "finished" else f" ({view.run.status})"
    cost = f"measured {format_seconds(provenance.measuring_s)}, set up {format_seconds(provenance.setup_s)}"
    if provenance.finished_at:  # experiments, judging and writing have the rest
        whole = datetime.fromisoformat(provenance.finished_at) - datetime.fromisoformat(provenance.started_at)
        rest_s = whole.total_seconds() - provenance.measuring_s - provenance.setup_s
        cost += f", the rest {format_seconds(rest_s)}: {whole.total_seconds():.0f} s in all" if rest_s >= 1.0 else ""
    told = [f"run {view.run.id}{status}: {plural(len(view.run.results), 'cell')}, {cost}"]
    typed: list[str] = []
    for row in view.survey.beside[:1]:
        text, *typed = published_lines(row, view.run)
        told.append(text)
    lines = [line for text in told for line in wrapped(text, columns(_COLUMNS))]
    return [_text(("dim", line)) for line in (*lines, *typed)]


def published_lines(row: BesidePath, run: Run) -> list[str]:
    """A measured path beside a published one of the same relation, and the command that shows more."""
    here, there = (format_rate(rate or 0.0) for rate in (row.rate_bytes_per_s, row.published_rate_bytes_per_s))
    of = f" with {row.measured}" if row.measured else ""
    text = f"{row.relation}{words.stretched(row.slowdown)}: {here} here{of}; {there} on {row.machine}"
    return [text, f"more: {words.command_of(run, 'machine beside')}"]


def _text(*parts: tuple[str, str]) -> Text:
    from rich.text import Text

    return Text.assemble(*((words, style) for style, words in parts))
