"""Ratios with intervals (before / after), and bars."""

from __future__ import annotations

from dataclasses import dataclass

from rankwise.core import said
from rankwise.model.records import Ratio
from rankwise.report.svg import figure, group, label, line, marker, rect, shortened, text_width
from rankwise.report.svg_axes import LogAxis
from rankwise.report.words import ANSWERS
from rankwise.report.words import ratio as in_words

_WIDTH = 480.0
_ROW = 40.0


@dataclass(frozen=True)
class RatioBar:
    """One ratio with its interval; `kind` is good, slow or unsure."""

    name: str
    ratio: float
    low: float
    high: float
    kind: str
    words: str


def ratio_bar(name: str, ratio: Ratio, tip: str = "") -> RatioBar:
    """A ratio in the colour of its answer; `tip` is shown when it is pointed at, by default the ratio in words."""
    return RatioBar(name, ratio.ratio, ratio.low, ratio.high, ANSWERS[ratio.answer], tip or in_words(ratio))


def ratio_plot(description: str, ratios: list[RatioBar]) -> str:
    """Each ratio as a point with its interval on one logarithmic axis, beside the line of no difference. One whose
    interval is unknown is drawn at its bound, or not at all, and named so."""
    height = len(ratios) * _ROW + 34
    axis = LogAxis.around([0.9, 1.1, *(value for ratio in ratios for value in _drawn(ratio))], 12, _WIDTH - 12)
    foot = height - 24
    body = "".join(
        line(axis.at(tick), 4, axis.at(tick), foot, "g") + label(axis.at(tick), foot + 15, f"{tick:g}x", "t m")
        for tick in _ratio_ticks(axis)
    )
    body += line(axis.at(1.0), 4, axis.at(1.0), foot, "rf")
    for row, bar in enumerate(ratios):
        level = row * _ROW + 28
        place, parts = said.point(bar.ratio, bar.low, bar.high), ""
        if said.is_known(bar.low, bar.high):
            low, high = axis.at(bar.low), axis.at(bar.high)
            parts = line(low, level, high, level, "ln") + line(low, level - 4, low, level + 4, "ln")
            parts += line(high, level - 4, high, level + 4, "ln")
        parts += marker(axis.at(place), level, 0, bar.words) if place else ""
        name = bar.name if said.is_known(bar.low, bar.high) else f"{bar.name}: {_unknown(bar)}"
        behind = rect(10, level - 22, text_width(name) + 4, 16, "inv", radius=2)  # no line crosses the name
        body += behind + group(bar.kind, parts) + label(12, level - 10, name, "halo")
    return figure(_WIDTH, height, description, body)


def _drawn(ratio: RatioBar) -> tuple[float, ...]:
    """The values that are drawn of a ratio: its interval, or where it is unknown its bound."""
    if said.is_known(ratio.low, ratio.high):
        return ratio.low, ratio.high
    place = said.point(ratio.ratio, ratio.low, ratio.high)
    return (place,) if place else ()


def _unknown(ratio: RatioBar) -> str:
    return said.bound(ratio.low, ratio.high) or said.CANNOT_TELL


def _ratio_ticks(axis: LogAxis) -> list[float]:
    values = [
        tick
        for tick in (0.1, 0.2, 0.5, 0.8, 1.0, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0)
        if axis.low <= tick <= axis.high
    ]
    kept: list[float] = []
    for tick in values:
        if not kept or axis.at(tick) - axis.at(kept[-1]) > 38:
            kept.append(tick)
    return kept


@dataclass(frozen=True)
class Bar:
    """One bar: name, value in any unit, the value in words, colour of the palette."""

    name: str
    value: float
    words: str
    colour: int


def bar_plot(description: str, bars: list[Bar]) -> str:
    """Horizontal bars from zero, each with its value in words at its end."""
    names = max((text_width(shortened(bar.name)) for bar in bars), default=0.0) + 14
    words = max((text_width(bar.words) for bar in bars), default=0.0) + 10
    longest = max((bar.value for bar in bars), default=0.0) or 1.0
    room = _WIDTH - names - words
    body = ""
    for row, bar in enumerate(bars):
        top = row * 26.0 + 4
        width = max(room * bar.value / longest, 1.5)
        body += label(names - 8, top + 14, shortened(bar.name), "e")
        body += group(
            f"s{bar.colour % 6}", rect(names, top + 2, width, 16, "bar", radius=3, tip=f"{bar.name}: {bar.words}")
        )
        body += label(names + width + 6, top + 14, bar.words, "t")
    return figure(_WIDTH, len(bars) * 26.0 + 8, description, body)
