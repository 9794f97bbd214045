"""The page of a tuning: what changed, by how much, with which certainty, and everything that was tried."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rankwise.core.records import Gain, Tuned
from rankwise.core.units import format_measured, format_size
from rankwise.report.page import environment, save
from rankwise.report.svg_bars import Ratio, ratio_plot
from rankwise.report.tune import ANSWERS, gain_rows, tried_words
from rankwise.report.words import times

_KINDS = {"faster": "good", "slower": "slow"}


def write(answer: Tuned, path: Path) -> Path:
    """Writes the page and returns its path. Raises EnvironmentProblem when it cannot be written."""
    return save(render(answer), path)


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
            verdict=ANSWERS[answer.answer],
            mean=f"{times(answer.mean.ratio)} ({answer.mean.low:.2f} to {answer.mean.high:.2f})" if answer.mean else "",
            lines=[_line(*one) for one in zip(tuning.lines, tuning.words, strict=False)],
            plots=_plots(tuning.joint),
            joint=gain_rows(tuning.joint),
            tried=[(one.what, one.stage, one.launches, tried_words(one), one.taken) for one in _ordered(answer)],
        )
    )


def _line(line: Any, words: str) -> dict[str, Any]:
    return {
        "id": line.id,
        "words": words,
        "undo": line.undo,
        "knobs": line.knobs,
        "rule": line.rule,
        "preload": line.preload,
        "rows": gain_rows(line.gains) if line.gains else [],
    }


def _plots(gains: tuple[Gain, ...]) -> list[tuple[str, str]]:
    """For each kernel the ratios of all its sizes."""
    found = []
    for kernel in dict.fromkeys(one.kernel for one in gains):
        own = [one for one in gains if one.kernel == kernel]
        ratios = [
            Ratio(
                name=format_size(one.size_bytes) + (" B" if format_size(one.size_bytes).isdigit() else ""),
                ratio=one.ratio.ratio,
                low=one.ratio.low,
                high=one.ratio.high,
                kind=_KINDS.get(one.ratio.answer, "unsure"),
                words=" -> ".join(format_measured(value, one.figure) for value in (one.before_s, one.after_s))
                + f": {one.ratio.answer}",
            )
            for one in own
        ]
        shown = "the program" if kernel == "command" else kernel
        found.append((shown, ratio_plot(f"{shown}: time before over time after, by size", ratios)))
    return found


def _ordered(answer: Tuned) -> list[Any]:
    """Taken ones first, then from fast to slow, then those that failed."""
    return sorted(
        answer.tried,
        key=lambda one: (not one.taken, bool(one.error), -(one.ratio.ratio if one.ratio else 0.0)),
    )
