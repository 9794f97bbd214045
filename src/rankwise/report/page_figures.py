"""The page's figures: which numbers of a survey become which plot."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from dataclasses import dataclass

from rankwise.core import said
from rankwise.core.grouped import grouped
from rankwise.core.records import Cell, CellResult, Experiment
from rankwise.core.units import format_amount, format_rate, format_seconds
from rankwise.model.records import Curve
from rankwise.report.survey_view import KernelGroup, SurveyView
from rankwise.report.svg_bars import Bar, RatioBar, bar_plot, ratio_plot
from rankwise.report.svg_plot import (
    PlotStep,
    Point,
    Reference,
    Series,
    Times,
    rate_plot,
    rate_series,
    time_plot,
    times_of,
    tip_of,
)
from rankwise.report.words import CONCLUSIONS, experiment, interval, precision

_STEPS_SHOWN = 2  # of a curve; the largest


@dataclass(frozen=True)
class Figure:
    """A drawn figure with its heading and a sentence that says how to read it."""

    title: str
    svg: str
    note: str = ""
    low: bool = False  # a few bars: stands beside others of its height


def curves(view: SurveyView, class_id: str) -> list[Figure]:
    """Time and rate against size of one path class, all sides on the same axes."""
    sides = {
        side: path_class
        for side, path_class in view.classes[class_id].items()
        if path_class.curve and path_class.curve.sizes_bytes
    }
    if not sides:
        return []
    words = view.class_words(class_id)
    times = [_time_series(view, side, measured.curve) for side, measured in sides.items() if measured.curve]
    rates = [
        rate_series(side, view.colour(side), _known(view, side, measured.curve))
        for side, measured in sides.items()
        if measured.curve
    ]
    return [
        Figure(f"Time, {words}", time_plot(f"Time of one message against its size, {words}", times)),
        Figure(
            f"Bandwidth, {words}",
            rate_plot(f"Bandwidth against message size, {words}", rates, _references(view, class_id)),
        ),
    ]


def _time_series(view: SurveyView, side: str, curve: Curve) -> Series:
    points = tuple(
        Point(size, time_s, low, high, tip_of(side, size, interval(time_s, low, high)))
        for size, time_s, low, high in _known(view, side, curve)
    )
    largest = sorted(curve.steps, key=lambda step: abs(step.ratio - 1), reverse=True)[:_STEPS_SHOWN]
    steps = tuple(PlotStep(step.below_bytes, step.above_bytes, f"x{step.ratio:.3g}") for step in largest)
    return Series(side, view.colour(side), points, steps)


def _known(view: SurveyView, side: str, curve: Curve) -> Iterator[Times]:
    """Sizes with times and their intervals; of a side that was launched once without: it says nothing of others."""
    once = sum(launch.side == side for launch in view.run.launches) == 1
    for size, median, low, high in zip(curve.sizes_bytes, curve.median_s, curve.low_s, curve.high_s, strict=True):
        yield (size, median, median, median) if once else (size, median, low, high)


def _references(view: SurveyView, class_id: str) -> list[Reference]:
    """The copy bandwidth that verdicts of this class were judged by, as a level from small sizes to theirs."""
    for line in view.survey.lines:
        cell = view.cells.get(line.cell)
        if cell is None or not cell.size_bytes or view.line_class(line) != class_id:
            continue
        for value in line.expected:
            if value.basis == "copy-bandwidth" and value.time_s > 0:
                rate = cell.size_bytes / value.time_s
                return [Reference("expected", ((max(cell.size_bytes // 4096, 1), rate), (cell.size_bytes, rate)))]
    return []


def kernel(view: SurveyView, group: KernelGroup) -> Figure:
    """One kernel at one number of ranks: time against size, or bars where there is one size only."""
    sides = view.kernels[group]
    if all(len(cells) == 1 for cells in sides.values()):
        bars = [
            Bar(
                side, estimate.median_s, f"{format_seconds(estimate.median_s)} {precision(estimate)}", view.colour(side)
            )
            for side, cells in sides.items()
            if (estimate := cells[0][1].estimate)
        ]
        return Figure(group.title, bar_plot(group.title, bars), low=True)
    series = [
        Series(side, view.colour(side), tuple(_point(side, cell, result) for cell, result in cells))
        for side, cells in sides.items()
    ]
    return Figure(group.title, time_plot(f"Time against message size, {group.title}", series))


def _point(side: str, cell: Cell, result: CellResult) -> Point:
    estimate = result.estimate
    assert estimate is not None  # SurveyView.kernels holds measured cells only
    rate = f", {format_rate(result.rate_bytes_per_s)}" if result.rate_bytes_per_s else ""
    value = f"{interval(estimate.median_s, estimate.low_s, estimate.high_s)}{rate}"
    return Point(*times_of(cell.size_bytes, estimate), tip_of(side, cell.size_bytes, value))


def experiments(view: SurveyView) -> Figure | None:
    """Before / after of every experiment, with intervals over launch pairs."""
    ratios = [
        RatioBar(
            f"{view.cell_words(trial.cell)}, {trial.change}{_by(trial)}, {trial.conclusion}",
            trial.ratio,
            trial.ratio_low,
            trial.ratio_high,
            CONCLUSIONS[trial.conclusion],
            experiment(trial),
        )
        for finding in view.survey.findings
        for trial in finding.experiments
    ]
    if not ratios:
        return None
    note = (
        "Time before / after the cause was removed, both alive at once and alternated. "
        "Right of the dashed line it got faster."
    )
    return Figure("Experiments", ratio_plot("Time before and after, as a ratio, for each experiment", ratios), note)


def _by(tried: Experiment) -> str:
    """What stands in the name where the figure does not name it."""
    known = said.is_known(tried.ratio_low, tried.ratio_high)
    return f": {said.times(tried.ratio)}" if known else ""


def start_up(view: SurveyView) -> list[Figure]:
    """What it costs to be ready: launch, MPI_Init, memory of a rank, the first call."""
    ready = grouped((launch.side, launch.ready_s) for launch in view.run.launches if launch.error is None)
    ranks = [(launch.side, rank) for launch in view.run.launches for rank in launch.ranks]
    init = grouped((side, rank.init_s) for side, rank in ranks)
    memory = grouped((side, float(rank.rss_after_init_bytes - rank.rss_before_init_bytes)) for side, rank in ranks)
    first: dict[str, list[float]] = {}
    for result in view.run.results:
        cell = view.cells.get(result.cell)
        if cell and cell.kernel == "pingpong" and result.first_call_s and cell.size_bytes <= 8:
            first.setdefault(cell.side, []).append(result.first_call_s)
    tables = (
        ("Launch until every rank is ready", ready, format_seconds),
        ("MPI_Init", init, format_seconds),
        ("Memory that MPI_Init takes, per rank", memory, format_amount),
        ("First message to a new peer (8 B or less)", first, format_seconds),
    )
    figures = []
    for title, values, words in tables:
        medians = {side: statistics.median(values[side]) for side in view.sides if values.get(side)}
        if medians:
            bars = [Bar(side, value, words(value), view.colour(side)) for side, value in medians.items()]
            figures.append(Figure(title, bar_plot(title, bars)))
    return figures
