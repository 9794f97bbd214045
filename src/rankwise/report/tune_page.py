"""The page of a tuning: what changed, by how much, with which certainty, and everything that was tried."""

from __future__ import annotations

from textwrap import shorten

from rankwise.core.units import format_bytes, format_measured, plural
from rankwise.report.page import environment
from rankwise.report.svg_bars import RatioBar, ratio_bar, ratio_plot
from rankwise.report.tune import (
    VIOLATING,
    cells_words,
    control_words,
    gain_rows,
    sent_rows,
    tried_words,
    unmeasured_words,
    use_line,
    verdict_words,
    violation_rows,
)
from rankwise.report.words import ratio
from rankwise.tuning.records import Gain, Tried, Tuned

_LONGEST = 60  # letters of a name that a figure has room for


def render(answer: Tuned) -> str:
    """The page as text."""
    tuning = answer.tuning
    return (
        environment()
        .get_template("tune.html.j2")
        .render(
            answer=answer,
            tuning=tuning,
            run=answer.run,
            verdict=verdict_words(answer),
            use_line=use_line(answer),
            unmeasured=unmeasured_words(answer),
            mean=ratio(answer.mean) if answer.mean else "",
            mean_cells=plural(answer.mean_cells, "cell"),
            lines=[
                (line, told, gain_rows(line.gains) if line.gains else [])
                for line, told in zip(tuning.lines, tuning.words, strict=False)
            ],
            plots=_plots(answer),
            cells=cells_words(answer) if tuning.joint else "",
            joint=gain_rows(tuning.joint),
            violations=violation_rows(answer.violations) if answer.violations else [],
            violating=VIOLATING,
            sent=sent_rows(answer.sent) if answer.sent else [],
            control=control_words(answer.control) if answer.control else "",
            tried=[
                (entry.what, entry.stage, entry.launches, tried_words(entry), entry.taken) for entry in _ordered(answer)
            ],
        )
    )


def _plots(answer: Tuned) -> list[tuple[str, str]]:
    """For each kernel the ratios of all its sizes; of a program those of each line, of all together and the control."""
    tuning = answer.tuning
    if tuning.goal == "command":
        ratios = [
            _bar(shorten(line.id, _LONGEST, placeholder=" ..."), gain) for line in tuning.lines for gain in line.gains
        ]
        ratios += [_bar("all lines together", gain) for gain in tuning.joint]
        if answer.control:
            point = answer.control
            ratios.append(
                RatioBar("control: identical runs", point.ratio, point.low, point.high, "unsure", "no difference")
            )
        return [("the program", ratio_plot("the program: time before over time after", ratios))] if tuning.joint else []
    plots = []
    for kernel in dict.fromkeys(point.kernel for point in tuning.joint):
        ratios = [_bar(format_bytes(point.size_bytes), point) for point in tuning.joint if point.kernel == kernel]
        plots.append((kernel, ratio_plot(f"{kernel}: time before over time after, by size", ratios)))
    return plots


def _bar(name: str, gain: Gain) -> RatioBar:
    before, after = (format_measured(value, gain.figure) for value in (gain.before_s, gain.after_s))
    return ratio_bar(name, gain.ratio, f"{before} -> {after}: {gain.ratio.answer}")


def _ordered(answer: Tuned) -> list[Tried]:
    """Taken ones first, then from fast to slow, then those that failed."""
    return sorted(
        answer.tried,
        key=lambda item: (not item.taken, bool(item.error), -(item.ratio.ratio if item.ratio else 0.0)),
    )
