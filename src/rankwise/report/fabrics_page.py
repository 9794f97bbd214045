"""The page of fabrics: for each path a table of all transports, their curves on the same axes, and what follows."""

from __future__ import annotations

from typing import Any

from rankwise.experiment.records import FabricPath, FabricSurvey
from rankwise.report import fabrics
from rankwise.report.page import environment
from rankwise.report.svg_plot import rate_plot, rate_series, time_plot, time_series

_CURVES = 8  # in one plot; the fastest, and the default
_CLASSES = {"works": "good", "not used": "unsure", "aborts": "slow", "hangs": "slow", "fails": "slow"}


def render(survey: FabricSurvey) -> str:
    """The page as text."""
    paths = [_path(survey, path) for path in survey.paths]
    return environment().get_template("fabrics.html.j2").render(survey=survey, run=survey.run, paths=paths)


def _path(survey: FabricSurvey, path: FabricPath) -> dict[str, Any]:
    outcomes = {fabrics.name(trial, path): trial for trial in path.trials}
    return {
        "title": fabrics.title(survey, path),
        "rows": [
            {"cells": row[1:], "kind": _CLASSES[outcomes[row[1]].outcome], "tip": outcomes[row[1]].choice.description}
            for row in fabrics.table(path)[1:]
        ],
        "head": fabrics.table(path)[0][1:],
        "notes": fabrics.notes(path),
        "figures": _curves(path),
    }


def _curves(path: FabricPath) -> list[tuple[str, str]]:
    known = [trial for trial in path.trials if len(trial.points) > 1]
    known = known[:1] + sorted(known[1:], key=lambda item: item.points[0].time.median_s)[: _CURVES - 1]
    if not known:
        return []
    times, rates = [], []
    for colour, path_curve in enumerate(known):
        points = [(point.size_bytes, point.time) for point in path_curve.points]
        times.append(time_series(path_curve.choice.name, colour, points))
        rates.append(rate_series(path_curve.choice.name, colour, points))
    return [
        ("Time of one message", time_plot("Time of one message against its size, for each fabric", times)),
        ("Bandwidth", rate_plot("Bandwidth against message size, for each fabric", rates)),
    ]
