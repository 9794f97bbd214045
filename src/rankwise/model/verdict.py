"""A measured time against what it should be: good, slow, or too noisy to say."""

from __future__ import annotations

from collections.abc import Sequence

from rankwise.core.records import Estimate, Expected, Verdict

TOLERANCE = 0.10
"""Within 10 % of what it should be is good: expectations are models, and nobody re-cables for less."""


def judge(
    measured: Estimate, expected: Sequence[Expected], tolerance: float = TOLERANCE
) -> tuple[Verdict, float | None]:
    """The verdict, and measured over the strictest expected time (above 1: slower); no ratio without an expectation.

    `slow`: the whole interval lies beyond the tolerance of some expectation, and beyond that expectation's own upper
    end. `good`: the whole interval lies within the tolerance of every one. Anything between straddles: `cannot tell`.
    """
    if not expected:
        return "cannot tell", None
    ratio = measured.median_s / min(one.time_s for one in expected)
    grace = 1.0 + tolerance
    if any(measured.low_s > grace * max(one.time_s, one.high_s or 0.0) for one in expected):
        return "slow", ratio
    if all(measured.high_s <= grace * one.time_s for one in expected):
        return "good", ratio
    return "cannot tell", ratio
