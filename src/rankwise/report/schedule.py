"""Schedules in words: a table for each size, and what was written."""

from __future__ import annotations

from collections.abc import Iterator

from rankwise.core.units import format_seconds, format_size
from rankwise.optimise.records import Scheduled, ScheduledSize
from rankwise.report import words
from rankwise.report.tables import aligned

_SHOWN = 6


def lines(answer: Scheduled) -> list[str]:
    """The best schedules of each size beside the bound and the library."""
    of_root = f" from root {answer.root}" if answer.root >= 0 else ""
    output = [f"{answer.collective}{of_root}, {answer.ranks} ranks on {answer.machine}, reductions {answer.reductions}"]
    for size in answer.sizes:
        output += ["", *_size(size)]
    if answer.sharing:
        output += ["", answer.sharing]
    if answer.file:
        output += ["", f"tuning: {answer.file}", f"use it: rankwise run --tuning {answer.file} -- mpirun ..."]
    elif any(size.default_s for size in answer.sizes) and not any(size.chosen for size in answer.sizes):
        output += ["", "No schedule was surely faster than the library: it stays as it is."]
    elif not any(size.default_s for size in answer.sizes):
        output += ["", "Times are predicted by the map's figures; --try measures them beside the library."]
    return output


def _size(size: ScheduledSize) -> Iterator[str]:
    bound = f", bound {format_seconds(size.bound_s)}" if size.bound_s else ""
    default = f", the library takes {format_seconds(size.default_s)}" if size.default_s else ""
    yield f"{format_size(size.size_bytes)}{bound}{default}"
    shown = [way for number, way in enumerate(size.ways) if number < _SHOWN or way.ratio is not None]
    rows = [("schedule", "messages", "predicted", "of bound", "measured", "gain", "")]
    for way in shown:
        rows.append(
            (
                way.name,
                str(way.messages),
                format_seconds(way.predicted_s),
                f"{way.predicted_s / size.bound_s:.1f}x" if size.bound_s else "-",
                format_seconds(way.time_s) if way.time_s else "-",
                f"{words.ratio(way.ratio)} {way.ratio.answer}" if way.ratio else "-",
                "chosen" if way.name == size.chosen else "",
            )
        )
    yield from aligned(rows)
