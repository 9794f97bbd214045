"""The gains of an improved program as a figure: what was measured, with intervals, beside two identical sides."""

from __future__ import annotations

from collections.abc import Iterator

from rankwise.core.records import Improved
from rankwise.core.records import Ratio as Measured
from rankwise.report import words
from rankwise.report.svg_bars import Ratio, ratio_plot

_KINDS = {"faster": "good", "slower": "slow"}


def figures(answer: Improved) -> list[tuple[str, str]]:
    """Titles with what is drawn; none where nothing was measured."""
    shown = list(_ratios(answer))
    title = "Whole runs beside what was in use: right of 1 is faster"
    return [(title, ratio_plot(title, shown))] if shown else []


def _ratios(answer: Improved) -> Iterator[Ratio]:
    for asked in answer.asked:
        if asked.measured is not None:
            yield _ratio(f"{asked.candidate}: {asked.what}", asked.measured)
    if answer.whole is not None:
        yield _ratio("all that was taken, beside the default", answer.whole.ratio)
    for name, ratio in answer.without.items():
        yield _ratio(f"all, beside all without {name}", ratio)
    if answer.control is not None:
        yield _ratio("two identical sides", answer.control)


def _ratio(name: str, measured: Measured) -> Ratio:
    tip = f"{name}: {words.ratio(measured)}"
    return Ratio(name, measured.ratio, measured.low, measured.high, _KINDS.get(measured.answer, "unsure"), tip)
