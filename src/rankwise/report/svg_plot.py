"""Curves against message size: interval bands, protocol steps, expected values, direct labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from rankwise.core import said
from rankwise.core.records import Estimate
from rankwise.core.units import format_rate, format_seconds, format_size
from rankwise.report.svg import figure, group, label, line, marker, num, polyline, shortened, spread, text_width
from rankwise.report.svg_axes import LogAxis, SizeAxis, tick_rate, tick_seconds

_WIDTH, _HEIGHT = 480.0, 310.0
_LEFT, _TOP, _BOTTOM = 58.0, 10.0, 40.0
_LABEL_GAP = 14.0


@dataclass(frozen=True)
class Point:
    """One measured value and its interval, in the unit of the plot's y axis; `tip` is shown when pointed at."""

    size_bytes: int
    value: float
    low: float
    high: float
    tip: str

    @property
    def is_known(self) -> bool:
        """Whether its interval is drawn: one that says nothing would hide everything else."""
        return self.low < self.high and said.is_known(self.low, self.high)

    @property
    def drawn(self) -> tuple[float, ...]:
        return (self.low, self.high) if self.is_known else (self.value,)


Times = tuple[int, float, float, float]
"""A size with a time and the ends of its interval."""


def times_of(size_bytes: int, time: Estimate) -> Times:
    """A time with its interval; of one launch without: other launches may lie elsewhere."""
    low, high = (time.low_s, time.high_s) if time.launches > 1 else (time.median_s, time.median_s)
    return size_bytes, time.median_s, low, high


@dataclass(frozen=True)
class PlotStep:
    """A protocol step of a series between two sizes."""

    below_bytes: int
    above_bytes: int
    words: str


@dataclass(frozen=True)
class Series:
    """One line of the plot; `colour` also chooses the marker and stays the same for a side over the whole page."""

    name: str
    colour: int
    points: tuple[Point, ...]
    steps: tuple[PlotStep, ...] = ()


def time_series(name: str, colour: int, measured: Iterable[Times]) -> Series:
    """A line of times by size."""
    points = (Point(*times, tip_of(name, times[0], format_seconds(times[1]))) for times in measured)
    return Series(name, colour, tuple(points))


def rate_series(name: str, colour: int, measured: Iterable[Times]) -> Series:
    """The same as rates; of messages without bytes there are none."""
    points = (
        Point(size, size / time, size / high, size / low, tip_of(name, size, format_rate(size / time)))
        for size, time, low, high in measured
        if size and low > 0
    )
    return Series(name, colour, tuple(points))


def tip_of(name: str, size_bytes: int, value: str) -> str:
    """What is shown of a point."""
    return f"{name}, {format_size(size_bytes)}: {value}"


@dataclass(frozen=True)
class Reference:
    """A dashed line: an expected value at each size."""

    name: str
    points: tuple[tuple[int, float], ...]


def time_plot(description: str, series: list[Series]) -> str:
    """Time against size, values in seconds."""
    return _plot(description, series, [], tick_seconds)


def rate_plot(description: str, series: list[Series], references: list[Reference] | None = None) -> str:
    """Rate against size, values in bytes per second; points of value 0 are left out."""
    return _plot(description, series, references or [], tick_rate)


def message_plots(each: str, measured: Sequence[tuple[str, int, Sequence[Times]]]) -> list[tuple[str, str]]:
    """Time and bandwidth of messages against their size, by the titles of the two figures: a line for `each` name, in a
    colour of its own. None where nothing was measured."""
    if not measured:
        return []
    times = [time_series(*line) for line in measured]
    rates = [rate_series(*line) for line in measured]
    return [
        ("Time of one message", time_plot(f"Time of one message against its size, for each {each}", times)),
        ("Bandwidth", rate_plot(f"Bandwidth against message size, for each {each}", rates)),
    ]


def _plot(description: str, series: list[Series], references: list[Reference], words: Callable[[float], str]) -> str:
    series = [replace(sery, name=shortened(sery.name)) for sery in series]
    names = [sery.name for sery in series] + [reference.name for reference in references]
    right = _WIDTH - max((text_width(name) * 1.1 for name in names), default=0.0) - 18
    sizes = [point.size_bytes for sery in series for point in sery.points if point.value > 0]
    values = [value for sery in series for point in sery.points for value in point.drawn]
    values += [value for reference in references for _, value in reference.points]
    x = SizeAxis.of(sizes, _LEFT + 6, right)
    y = LogAxis.around(values, _HEIGHT - _BOTTOM, _TOP)
    body = _axes(x, y, right, words)
    body += "".join(
        polyline([(x.at(s), y.at(v)) for s, v in reference.points], "rf")
        for reference in references
        if reference.points
    )
    for row, curve in enumerate(series):
        body += group(f"s{curve.colour % 6}", _series(curve, row, x, y))
    return figure(_WIDTH, _HEIGHT, description, body + _names(series, references, x, y, right))


def _axes(x: SizeAxis, y: LogAxis, right: float, words: Callable[[float], str]) -> str:
    parts = []
    for tick in y.ticks():
        height = y.at(tick)
        parts.append(line(_LEFT, height, right, height, "g"))
        parts.append(label(_LEFT - 6, height + 4, words(tick), "t e"))
    for size, name in x.ticks():
        across = x.at(size)
        parts.append(line(across, _TOP, across, y.start, "g"))
        parts.append(label(across, y.start + 16, name, "t m"))
    parts.append(line(_LEFT, y.start, right, y.start, "ax"))
    parts.append(label((_LEFT + right) / 2, _HEIGHT - 6, "message size", "t m sm"))
    return "".join(parts)


def _series(series: Series, row: int, x: SizeAxis, y: LogAxis) -> str:
    points = [point for point in series.points if point.value > 0]
    middle = [(x.at(point.size_bytes), y.at(point.value)) for point in points]
    body = "".join(_band(list(run), x, y) for known, run in groupby(points, key=lambda point: point.is_known) if known)
    body += polyline(middle, "ln") if len(points) > 1 else ""
    body += _steps(series, row, x, y, points)
    return body + "".join(
        marker(across, height, series.colour, point.tip) for (across, height), point in zip(middle, points, strict=True)
    )


def _band(points: list[Point], x: SizeAxis, y: LogAxis) -> str:
    """The intervals of neighbouring points whose intervals are known."""
    upper = [(x.at(point.size_bytes), y.at(point.high)) for point in points]
    lower = [(x.at(point.size_bytes), y.at(point.low)) for point in points]
    return polyline(upper + lower[::-1], "bd", closed=True) if len(points) > 1 else ""


def _steps(series: Series, row: int, x: SizeAxis, y: LogAxis, points: list[Point]) -> str:
    """Dotted drop lines from the curve to words near the axis, one row for each series: there the plot is empty."""
    values = {point.size_bytes: point.value for point in points}
    foot = y.start - 6 - row * 12
    free = 0.0
    body = ""
    for step in sorted(series.steps, key=lambda step: step.above_bytes):
        if step.above_bytes not in values or step.below_bytes <= 0:
            continue
        across = (x.at(step.below_bytes) + x.at(step.above_bytes)) / 2
        body += line(across, y.at(values[step.above_bytes]), across, foot - 9, "st")
        words = f"{format_size(step.above_bytes)} {step.words}"
        wide = text_width(words, 10.5) + 4
        start = across + 4 if across + wide + 4 < x.end else across - 4 - wide
        if start >= free:  # words that would run into the last step's are left to the table of classes
            body += label(start, foot, words, "lb sm")
            free = start + wide
    return body


def _names(series: list[Series], references: list[Reference], x: SizeAxis, y: LogAxis, right: float) -> str:
    """Each line's name at its right end, pushed apart where lines meet, with a leader back to the line."""
    ends = [
        (sery.name, f"s{sery.colour % 6}", "lb", sery.points[-1].size_bytes, sery.points[-1].value)
        for sery in series
        if sery.points
    ]
    ends += [(reference.name, "", "t", *reference.points[-1]) for reference in references if reference.points]
    places = spread([y.at(value) for *_, value in ends], _LABEL_GAP, y.end + 4, y.start - 4)
    body = ""
    for (name, side, kind, size, value), height in zip(ends, places, strict=True):
        start, level = x.at(size), y.at(value)
        leader = f'<path class="ld" d="M{num(start + 4)} {num(level)}L{num(right + 9)} {num(height)}"/>'
        body += group(side, leader + label(right + 12, height + 4, name, kind))
    return body
