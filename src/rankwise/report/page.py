"""The page: one self-contained HTML file of a survey, that needs no network and no program but a browser."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rankwise.core.findings import worst_first
from rankwise.core.records import Cell, CellResult
from rankwise.core.units import format_amount, format_bytes, format_rate, format_seconds, format_size
from rankwise.report import inventory, page_figures, words
from rankwise.report.doubt import advice, load_words, why_wide
from rankwise.report.map_words import transport_words
from rankwise.report.survey_view import SurveyView
from rankwise.report.svg import FIGURE_CSS, theme_css
from rankwise.report.svg_map import class_colour, drawing
from rankwise.report.svg_matrix import matrix
from rankwise.report.verdicts import fastest_of, of_survey
from rankwise.verbs.records import Survey, VerdictLine

if TYPE_CHECKING:
    from jinja2 import Environment

_TEMPLATES = Path(__file__).parent / "templates"


def render(survey: Survey) -> str:
    """The page as text."""
    return environment().get_template("page.html.j2").render(_content(SurveyView(survey)))


def environment() -> Environment:
    """Templates with the filters and the style that every page shares."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        seconds=format_seconds, rate=format_rate, size=format_size, precision=words.precision, regimes=words.regimes,
        experiment=words.experiment, verdict_ratio=words.verdict_ratio, sentence=words.sentence, svg=Markup,
        ratio=words.ratio, answer=words.answer,
        amount=format_amount, latency=words.latency, bandwidth=words.bandwidth, transport=transport_words,
    )  # fmt: skip
    # Our own files, without a stranger's text in them: the only things beside figures that are not escaped.
    files = {name: Markup((_TEMPLATES / name).read_text()) for name in ("page.css", "page.js", "copy.js")}
    environment.globals.update(
        css=Markup(theme_css() + FIGURE_CSS) + files["page.css"],
        script=files["copy.js"] + files["page.js"],
        copy_script=files["copy.js"],
    )
    return environment


def _content(view: SurveyView) -> dict[str, Any]:
    survey = view.survey
    return {
        "survey": survey,
        "run": view.run,
        "view": view,
        "machine": view.machine_words,
        "place": view.place_words,
        "advice": advice(survey),
        "sentences": [line for line in (*of_survey(survey), fastest_of(survey)) if line not in ("", advice(survey))],
        "verdicts": verdicts(view),
        "findings": worst_first(survey.findings),
        "maps": [
            {
                "side": side,
                "map": machine,
                "drawing": drawing(machine),
                "matrices": [(quantity, matrix(machine, quantity)) for quantity in ("latency", "bandwidth")],
            }
            for side, machine in survey.maps.items()
        ],
        "curves": [figure for class_id in view.classes for figure in page_figures.curves(view, class_id)],
        "kernels": sorted((page_figures.kernel(view, group) for group in view.kernels), key=lambda item: item.low),
        "experiments": page_figures.experiments(view),
        "start_up": page_figures.start_up(view),
        "regimes": [result for result in view.run.results if result.estimate and len(result.estimate.regimes) > 1],
        "failed": [result for result in view.run.results if result.error],
        "failed_launches": [launch for launch in view.run.launches if launch.error],
        "cells": cell_rows(view),
        "class_colour": class_colour,
        "facts": [(node.hostname, inventory.rows(node)) for node in survey.inventory.nodes],
    }


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


def cell_rows(view: SurveyView) -> list[tuple[Cell, str, str, CellResult]]:
    """Every cell of the run that has a result, as planned, with its kernel and its ranks in words."""
    rows = []
    for cell in view.run.plan.cells:
        if result := view.results.get(cell.id):
            kernel = f"{cell.kernel} ({extra})" if (extra := words.parameters(cell)) else cell.kernel
            ranks = " | ".join(_ranks(group) for group in cell.groups[:4]) + (" ..." if len(cell.groups) > 4 else "")
            rows.append((cell, kernel, ranks, result))
    return rows


def _ranks(group: tuple[int, ...]) -> str:
    return " ".join(map(str, group)) if len(group) <= 4 else f"{group[0]} ... {group[-1]} ({len(group)})"
