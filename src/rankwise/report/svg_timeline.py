"""The kept calls of a trace over time: a row for each rank, a colour for each call."""

from __future__ import annotations

import math
from collections import defaultdict

from rankwise.core.units import format_seconds
from rankwise.report.svg import SIDES, figure, group, label, line, rect, text_width
from rankwise.tracing.records import Trace, TraceSpan

_WIDTH, _ROW, _HEAD, _FOOT = 760.0, 16.0, 26.0, 20.0
_TICKS = 4
_OTHER = "other calls"


def time_line(trace: Trace) -> list[tuple[str, str]]:
    """A title with what is drawn; none where no call was kept."""
    if not trace.spans:
        return []
    title = "The MPI call that took most of each moment"
    if trace.spans_one_of > 1:
        title += (
            f", of those kept: one in {trace.spans_one_of} messages and collectives, so that calls of many messages "
            "show too often"
        )
    return [(title, _drawn(trace.spans, title, whole=trace.spans_one_of == 1))]


def _drawn(spans: tuple[TraceSpan, ...], title: str, *, whole: bool) -> str:
    """Rows on grey, where only some calls were kept: what is not drawn is not known to be outside of MPI."""
    ranks = sorted({span.rank for span in spans})
    end_s = max(span.ended_s for span in spans)
    left = max(text_width(f"rank {rank}") for rank in ranks) + 8
    scale = (_WIDTH - left) / end_s
    foot = _HEAD + len(ranks) * _ROW
    colours = _colours(spans)
    body = _legend(colours, left, whole=whole)
    if not whole:
        body += rect(left, _HEAD, _WIDTH - left, len(ranks) * _ROW, "none", tip="not kept")
    for row, rank in enumerate(ranks):
        body += label(left - 6, _HEAD + row * _ROW + 11, f"rank {rank}", "e")
    for name, colour in colours.items():
        boxes = [span for span in spans if _name(span, colours) == name]
        body += group(f"s{colour}", "".join(_box(span, ranks.index(span.rank), left, scale) for span in boxes))
    body += line(left, foot, _WIDTH, foot, "ax")
    step_s = _step(end_s)
    for tick in range(int(end_s / step_s) + 1):
        across = left + tick * step_s * scale
        body += line(across, foot, across, foot + 3, "ax")
        body += label(
            across, foot + 14, format_seconds(tick * step_s) if tick else "0", "t sm" if not tick else "t m sm"
        )
    return figure(_WIDTH, foot + _FOOT, title, body)


def _box(span: TraceSpan, row: int, left: float, scale: float) -> str:
    tip = f"rank {span.rank}, MPI_{span.call}: {format_seconds(span.began_s)} to {format_seconds(span.ended_s)}"
    width = (span.ended_s - span.began_s) * scale
    return rect(left + span.began_s * scale, _HEAD + row * _ROW + 2, width, _ROW - 4, "bar", tip=tip)


def _colours(spans: tuple[TraceSpan, ...]) -> dict[str, int]:
    """The calls with most time have a colour of their own, all others share one."""
    time_s: dict[str, float] = defaultdict(float)
    for span in spans:
        time_s[span.call] += span.ended_s - span.began_s
    names = sorted(time_s, key=lambda name: (-time_s[name], name))
    shown = names if len(names) <= SIDES else [*names[: SIDES - 1], _OTHER]
    return {name: colour for colour, name in enumerate(shown)}


def _name(span: TraceSpan, colours: dict[str, int]) -> str:
    return span.call if span.call in colours else _OTHER


def _step(end_s: float) -> float:
    """The largest of 1, 2 or 5 times a power of ten that divides the time into four parts or more."""
    power = 10.0 ** math.floor(math.log10(end_s / _TICKS))
    return max(factor * power for factor in (1, 2, 5) if factor * power * _TICKS <= end_s * (1 + 1e-9))


def _legend(colours: dict[str, int], left: float, *, whole: bool) -> str:
    body, across = "", left
    for name, colour in colours.items():
        words = name if name == _OTHER else f"MPI_{name}"
        body += group(f"s{colour}", rect(across, 6, 10, 10, "bar")) + label(across + 14, 15, words, "t sm")
        across += 26 + text_width(words, 10.5)
    if not whole:
        body += rect(across, 6, 10, 10, "none") + label(across + 14, 15, "not kept", "t sm")
    return body
