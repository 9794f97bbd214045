"""The patterns, a row each, and what they advise for a trace."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from rankwise.tracing.advice import (
    above_threshold,
    barrier,
    blocking_pairs,
    collected_by_one,
    in_turn,
    late_rank,
    places_apart,
    probe,
    small_collectives,
    small_messages,
    types_with_gaps,
)
from rankwise.tracing.advice.evidence import TraceEvidence
from rankwise.tracing.records import TraceAdvice

PATTERNS: Final[tuple[Callable[[TraceEvidence], Iterator[TraceAdvice]], ...]] = (
    small_collectives.check,
    late_rank.check,
    in_turn.check,
    small_messages.check,
    blocking_pairs.check,
    collected_by_one.check,
    barrier.check,
    probe.check,
    above_threshold.check,
    types_with_gaps.check,
    places_apart.check,
)
_LEAST_COST = 0.02
"""Of the run: what costs less is not worth a change."""


def advice(seen: TraceEvidence) -> tuple[TraceAdvice, ...]:
    """What is worth a change of the program, the largest modelled gain first."""
    if not seen.ranks or seen.run_s <= 0:
        return ()
    told = [hint for check in PATTERNS for hint in check(seen) if hint.cost_s >= _LEAST_COST * seen.run_s]
    return tuple(sorted(told, key=lambda told: (-(told.gain_s or 0.0), -told.cost_s)))
