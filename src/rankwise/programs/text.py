"""What a program prints for other programs: its last line, and what was done so far."""

from __future__ import annotations

import json
import math
import statistics
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from rankwise.core.units import format_seconds
from rankwise.programs.bounds import SentBytes
from rankwise.programs.records import ProgramPhase, ProgramResult

_MARK: Final = "rankwise-program "
_PARTIAL: Final = "rankwise-partial "
_PHASE: Final = "phase_"
_FACT: Final = "fact_"
FIGURE: Final = r'^rankwise-program .*"figure":([0-9.e+-]+)'
"""A pattern for the figure of merit, of which more is better."""
ANSWER: Final = r'"digest":"(\w*)"'
"""A pattern for what is the same in every run."""


@dataclass(frozen=True)
class Told:
    """A result, and who sent what to whom (empty where ranks are too many to tell)."""

    result: ProgramResult
    sent: tuple[SentBytes, ...]


def told_in(text: str, mpi: str, took_s: float) -> Told | None:
    """What a program's output ends with; None where there is no such line."""
    told = _last(text, _MARK)
    if told is None or "figure" not in told:
        return None
    try:
        return Told(_result(told, mpi, took_s), _sent(told))
    except (ValueError, KeyError, TypeError):
        return None


def planned_in(text: str) -> str:
    """What a program that was asked for its plan prints for people; empty where it ran."""
    told = _last(text, _MARK)
    lines = [line for line in text.splitlines() if not line.startswith(_MARK)]
    return "\n".join(lines).strip() if told is not None and told.get("plan") else ""


def so_far_in(text: str) -> str:
    """What a job had done when it ended, in words; empty where it told nothing."""
    told = _last(text, _PARTIAL)
    if told is None:
        return ""
    try:
        words = f"{int(told['done'])} of {int(told['all'])} {told['what']}"
        if average := float(told["average"]):
            words += f", {average:.6g} on average"
        phases = [
            f"{name[len(_PHASE) : -len('_s')]} {format_seconds(float(value))}"
            for name, value in told.items()
            if name.startswith(_PHASE)
        ]
        return f"{words}; rank 0: {', '.join(phases)}" if phases else words
    except (ValueError, KeyError, TypeError):
        return ""


def _last(text: str, mark: str) -> dict[str, Any] | None:
    """The last line with the mark that can be read: that of a job that was killed may be cut."""
    for line in reversed(text.splitlines()):
        if line.startswith(mark):
            with suppress(ValueError):
                told = json.loads(line[len(mark) :])
                if isinstance(told, dict):
                    return told
    return None


def _result(told: dict[str, Any], mpi: str, took_s: float) -> ProgramResult:
    share = float(told["communication_share"])
    figure = _finite(told["figure"])
    talks = set(told.get("talks", "").split(","))
    return ProgramResult(
        mpi=mpi,
        ranks=int(told["ranks"]),
        threads=int(told["threads"]),
        unit=str(told["unit"]),
        figure=figure,
        figures=() if figure is None else (figure,),
        work=float(told["work"]),
        phases=tuple(
            _phase(name[len(_PHASE) : -len("_s")], [float(value) for value in seconds], talks)
            for name, seconds in told.items()
            if name.startswith(_PHASE)
        ),
        communication_share=share,
        messages=float(told["messages"]),
        sent_bytes=float(told["sent_bytes"]),
        facts={name[len(_FACT) :]: float(value) for name, value in told.items() if name.startswith(_FACT)},
        peak_bytes=float(told["peak_bytes"]),
        right=bool(told["right"]),
        check=str(told["check"]),
        off=_finite(told["error"]) or 0.0,
        tolerance=float(told["tolerance"]),
        digest=str(told["digest"]),
        paced=bool(told["paced"]),
        took_s=took_s,
    )


def _sent(told: dict[str, Any]) -> tuple[SentBytes, ...]:
    columns = [told.get(f"pair_{name}", []) for name in ("from", "to", "messages", "bytes")]
    return tuple(
        SentBytes(int(source), int(target), float(messages), float(count))
        for source, target, messages, count in zip(*columns, strict=True)
    )


def _phase(name: str, seconds: list[float], talks: set[str]) -> ProgramPhase:
    slowest = max(range(len(seconds)), key=seconds.__getitem__)
    return ProgramPhase(
        name=name,
        median_s=statistics.median(seconds),
        slowest_s=seconds[slowest],
        slowest_rank=slowest,
        total_s=sum(seconds),
        communication=name in talks,
    )


def _finite(value: Any) -> float | None:
    return float(value) if isinstance(value, (int, float)) and math.isfinite(value) else None
