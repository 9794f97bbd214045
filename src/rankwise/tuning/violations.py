"""Guideline violations of the default, measured before a search: where it is slower than its own other calls."""

from __future__ import annotations

from rankwise.tuning.goals import Target
from rankwise.tuning.guidelines import looked_at, violations
from rankwise.tuning.launch import BASE
from rankwise.tuning.records import Violation
from rankwise.tuning.tuning_run import TuningRun

_LAUNCHES, _ROUNDS = 4, 2
_LEAST_S = 0.04
"""For each benchmark point: with less, not even three launches get through, and nothing is decided."""


def find_violations(here: TuningRun, wanted: Target, budget_s: float) -> tuple[Violation, ...]:
    """Where the default violates a guideline behind its own other calls: a few launches of it, alone, at many more
    sizes than a search has the time for. Nothing where a trace names the sizes, or where a look would take too much of
    the time."""
    runner, points = here.runner, looked_at(wanted)
    if wanted.goal == "trace" or runner.away or not points or budget_s < _LEAST_S * len(points):
        return ()
    here.watcher.phase("guideline violations of the default")
    runner.check({kernel for kernel, _ in points})
    alone = runner.launch({BASE: here.carry(())}, points, launches=_LAUNCHES, rounds=_ROUNDS, budget_s=budget_s)
    times = {point: alone.series(BASE, point) for point in points if not alone.failed(BASE, point)}
    about = {kernel for (kernel, _), counts in wanted.weights.items() if counts > 0}
    broken = violations(times, about, runner.ranks, uniform_paths=len(runner.placement.pairs()) <= 1)
    here.watcher.phase(f"guideline violations of the default: {len(broken)}")
    return broken
