"""The page: one self-contained HTML file of a survey, that needs no network and no program but a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rankwise.core.findings import worst_first
from rankwise.core.units import format_rate, format_seconds, format_size
from rankwise.report import page_figures, words
from rankwise.report.doubt import advice
from rankwise.report.page_facts import facts, machine_words, place_words
from rankwise.report.page_tables import cell_rows, class_rows
from rankwise.report.page_verdicts import verdicts
from rankwise.report.survey_view import SurveyView
from rankwise.report.svg import FIGURE_CSS, theme_css
from rankwise.report.svg_map import drawing
from rankwise.report.svg_matrix import matrix
from rankwise.report.verdicts import fastest_of, of_survey
from rankwise.verbs.records import Survey

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
        "machine": machine_words(survey.inventory),
        "place": place_words(survey),
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
                "classes": class_rows(view, side, machine),
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
        "facts": facts(survey),
    }
