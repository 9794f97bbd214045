"""`tune explain` on a terminal: what a tuning would do, step by step, and its lines in words."""

from __future__ import annotations

from collections.abc import Iterator

from rankwise.apply.records import Effect, ExplainedTuning
from rankwise.report.tune import explained


def lines(answer: ExplainedTuning) -> list[str]:
    """Why it is refused, where it is; then each step, in the order in which `rankwise run` takes it; then each line
    with what it gains."""
    told = [f"REFUSED: {answer.refused}", ""] if answer.refused else []
    told += ["With this tuning `rankwise run`, in this order:"]
    told += [line for effect in answer.effects for line in _step(effect)]
    return told + (explained(answer.tuning) if answer.tuning else [])


def _step(effect: Effect) -> Iterator[str]:
    yield f"  {effect.does} {effect.what}" + (f"   (line '{effect.line}')" if effect.line else "")
    if effect.refused:
        yield f"    REFUSED: it {effect.refused}"
