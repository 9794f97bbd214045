"""What a program prints for other programs: its last line."""

from __future__ import annotations

import json
import math
import statistics
from typing import Any, Final

from rankwise.core.records import ProgramPhase, ProgramResult

_MARK: Final = "rankwise-program "
_PHASE: Final = "phase_"


def result_of(text: str, mpi: str, took_s: float) -> ProgramResult | None:
    """The result that a program's output ends with; None where there is none."""
    found = [line[len(_MARK) :] for line in text.splitlines() if line.startswith(_MARK)]
    if not found:
        return None
    try:
        told: dict[str, Any] = json.loads(found[-1])
        return _result(told, mpi, took_s)
    except (ValueError, KeyError, TypeError):
        return None


def _result(told: dict[str, Any], mpi: str, took_s: float) -> ProgramResult:
    return ProgramResult(
        mpi=mpi,
        ranks=int(told["ranks"]),
        unit=str(told["unit"]),
        figure=_finite(told["figure"]),
        phases=tuple(
            _phase(name[len(_PHASE) : -len("_s")], [float(value) for value in seconds])
            for name, seconds in told.items()
            if name.startswith(_PHASE)
        ),
        communication_share=float(told["communication_share"]),
        messages=float(told["messages"]),
        sent_bytes=float(told["sent_bytes"]),
        right=bool(told["right"]),
        check=str(told["check"]),
        off=_finite(told["error"]) or 0.0,
        tolerance=float(told["tolerance"]),
        digest=str(told["digest"]),
        paced=bool(told["paced"]),
        took_s=took_s,
    )


def _phase(name: str, seconds: list[float]) -> ProgramPhase:
    slowest = max(range(len(seconds)), key=seconds.__getitem__)
    return ProgramPhase(
        name=name, median_s=statistics.median(seconds), slowest_s=seconds[slowest], slowest_rank=slowest
    )


def _finite(value: Any) -> float | None:
    return float(value) if isinstance(value, (int, float)) and math.isfinite(value) else None
