"""What a benchmark answers: figures beside the goals they must reach."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Goal:
    """One line of the answer. `met` is None where this machine lacks what the goal needs; `found` then says what."""

    what: str
    found: str
    goal: str
    met: bool | None


@dataclass(frozen=True)
class Report:
    """A benchmark's answer: its method in a sentence or two, its goals, and a table of what they were counted from."""

    method: str
    goals: tuple[Goal, ...]
    header: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def percent(part: float) -> str:
    """`86 %`."""
    return f"{100 * part:.3g} %"


def share(part: int, whole: int) -> str:
    """`46 of 50 (92 %)`."""
    return f"{part} of {whole}" + (f" ({percent(round(part / whole, 3))})" if whole else "")
