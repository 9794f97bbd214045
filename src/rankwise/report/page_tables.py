"""The page's tables: path classes and cells."""

from __future__ import annotations

from dataclasses import dataclass

from rankwise.core.units import format_rate, format_seconds, format_size
from rankwise.model.records import Map
from rankwise.report import words
from rankwise.report.map_words import transport_words
from rankwise.report.page_facts import format_memory
from rankwise.report.survey_view import SurveyView
from rankwise.report.svg_map import class_colour


@dataclass(frozen=True)
class ClassRow:
    """A path class in words."""

    name: str
    colour: int
    fabric: str
    latency: str
    bandwidth: str
    half: str
    pairs: int
    exceptions: tuple[str, ...]
    transport: str


def class_rows(view: SurveyView, side: str, machine: Map) -> list[ClassRow]:
    """The classes of one map, fastest first, in the colours of the drawing."""
    rows = []
    for path_class in sorted(machine.classes, key=lambda item: item.latency_s):
        latency = words.plus_minus(path_class.latency_s, path_class.latency_low_s, path_class.latency_high_s)
        bandwidth = words.plus_minus(
            path_class.bandwidth_bytes_per_s,
            path_class.bandwidth_low_bytes_per_s,
            path_class.bandwidth_high_bytes_per_s,
        )
        half = path_class.curve.half_bandwidth_bytes if path_class.curve else None
        rows.append(
            ClassRow(
                view.class_words(path_class.id),
                class_colour(view.map_views[side], path_class.id),
                path_class.fabric,
                f"{format_seconds(path_class.latency_s)} {latency}",
                f"{format_rate(path_class.bandwidth_bytes_per_s)} {bandwidth}",
                format_memory(half) if half else "–",
                len(path_class.paths),
                path_class.exceptions,
                transport_words(path_class),
            )
        )
    return rows


@dataclass(frozen=True)
class CellRow:
    """A cell in words, for the table of all cells."""

    side: str
    kernel: str
    size: str
    ranks: str
    median: str
    precision: str
    least: str
    p95: str
    p99: str
    rate: str
    visits: str
    stop: str
    error: str


def cell_rows(view: SurveyView) -> list[CellRow]:
    """Every cell of the run that has a result, as planned."""
    rows = []
    for cell in view.run.plan.cells:
        result = view.results.get(cell.id)
        if result is None:
            continue
        kernel = f"{cell.kernel} ({extra})" if (extra := words.parameters(cell)) else cell.kernel
        ranks = " | ".join(_ranks(group) for group in cell.groups[:4]) + (" ..." if len(cell.groups) > 4 else "")
        estimate = result.estimate
        rows.append(
            CellRow(
                side=cell.side,
                kernel=kernel,
                size=format_size(cell.size_bytes),
                ranks=ranks,
                median=format_seconds(estimate.median_s) if estimate else "",
                precision=words.precision(estimate) if estimate else "",
                least=format_seconds(estimate.min_s) if estimate else "",
                p95=format_seconds(estimate.p95_s) if estimate else "",
                p99=format_seconds(estimate.p99_s) if estimate else "",
                rate=format_rate(result.rate_bytes_per_s) if result.rate_bytes_per_s else "",
                visits=f"{estimate.visits} / {estimate.launches}" if estimate else "",
                stop=estimate.stop if estimate else "",
                error=result.error or "",
            )
        )
    return rows


def _ranks(group: tuple[int, ...]) -> str:
    return " ".join(map(str, group)) if len(group) <= 4 else f"{group[0]} ... {group[-1]} ({len(group)})"
