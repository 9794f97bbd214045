"""The kept calls of a trace over time: a row for each rank, a colour for each call."""

from __future__ import annotations

from collections import defaultdict

from rankwise.core.records import Trace, TraceSpan
from rankwise.core.units import format_seconds
from rankwise.report.svg import SIDES, figure, group, label, line, rect, text_width

_WIDTH, _ROW, _HEAD, _FOOT = 760.0, 16.0, 26.0, 20.0
_TICKS = 4
_OTHER = "other calls"


def time_line(trace: Trace) -> list[tuple[str, str]]:
    """A title with what is drawn; none where no call was kept."""
    if not trace.spans:
        return []
    kept = "" if trace.spans_one_of == 1 else f" (one in {trace.spans_one_of} messages and collectives)"
    title = f"The MPI call that took most of each moment{kept}"
    return [(title, _drawn(trace.spans, title))]


def _drawn(spans: tuple[TraceSpan, ...], title: str) -> str:
    ranks = sorted({span.rank for span in spans})
    end_s = max(span.ended_s for span in spans)
    left = max(text_width(f"rank {rank}") for rank in ranks) + 8
    scale = (_WIDTH - left) / end_s
    foot = _HEAD + len(ranks) * _ROW
    colours = _colours(spans)
    body = _legend(colours, left)
    for row, rank in enumerate(ranks):
        body += label(left - 6, _HEAD + row * _ROW + 11, f"rank {rank}", "e")
    for name, colour in colours.items():
        boxes = [span for span in spans if _name(span, colours) == name]
        body += group(f"s{colour}", "".join(_box(span, ranks.index(span.rank), left, scale) for span in boxes))
    body += line(left, foot, _WIDTH, foot, "ax")
    for tick in range(_TICKS + 1):
        time_s, kind = end_s * tick / _TICKS, "t" if tick == 0 else "t e" if tick == _TICKS else "t m"
        body += label(left + time_s * scale, foot + 14, format_seconds(time_s) if tick else "0", f"{kind} sm")
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


def _legend(colours: dict[str, int], left: float) -> str:
    body, across = "", left
    for name, colour in colours.items():
        words = name if name == _OTHER else f"MPI_{name}"
        body += group(f"s{colour}", rect(across, 6, 10, 10, "bar")) + label(across + 14, 15, words, "t sm")
        across += 26 + text_width(words, 10.5)
    return body
