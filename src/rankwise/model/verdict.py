"""A measured time against what it should be: good, slow, or too noisy to say."""

from __future__ import annotations

from collections.abc import Sequence

from rankwise.core.records import Estimate
from rankwise.model.records import Expected, Verdict

TOLERANCE = 0.10
"""Within 10 % of what it should be is good: expectations are models, and nobody re-cables for less."""


def judge(
    measured: Estimate, expected: Sequence[Expected], tolerance: float = TOLERANCE
) -> tuple[Verdict, float | None]:
    """The verdict, and measured over the strictest expected time (above 1: slower); no ratio without an expectation.

    `slow`: the whole interval of the ratio lies beyond the tolerance of some expectation. `good`: it lies within the
    tolerance of every one. Anything between straddles: `cannot tell`.
    """
    if not expected:
        return "cannot tell", None
    judged = [_interval(measured, value) for value in expected]
    worst = max(ratio for ratio, _, _ in judged)
    grace = 1.0 + tolerance
    if any(low > grace for _, low, _ in judged):
        return "slow", worst
    if all(high <= grace for _, _, high in judged):
        return "good", worst
    return "cannot tell", worst


def missed_by(measured: Estimate, expected: Sequence[Expected]) -> tuple[float, float, float] | None:
    """Measured over the strictest expected time, with its interval; None without an expectation."""
    return max((_interval(measured, value) for value in expected), default=None)


def _interval(measured: Estimate, expected: Expected) -> tuple[float, float, float]:
    """Measured over expected with an interval: of the paired ratio where there is one, else of both intervals apart."""
    if expected.ratio is not None and expected.ratio_low is not None and expected.ratio_high is not None:
        return expected.ratio, expected.ratio_low, expected.ratio_high
    slowest = max(expected.time_s, expected.high_s or 0.0)
    return measured.median_s / expected.time_s, measured.low_s / slowest, measured.high_s / expected.time_s
