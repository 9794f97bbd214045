"""A look at the default before a search: where it lags behind its own other calls."""

from __future__ import annotations

from rankwise.core.records import Lag
from rankwise.core.units import plural
from rankwise.decide.goals import Target
from rankwise.decide.lags import lags, looked_at
from rankwise.tuning.arena import BASE
from rankwise.tuning.place import Place

_LAUNCHES, _ROUNDS = 4, 2
_LEAST_S = 0.04
"""For each spot: with less, not even three launches get through, and nothing is decided."""


def look(here: Place, wanted: Target, budget_s: float) -> tuple[Lag, ...]:
    """Where the default lags behind its own other calls: a few launches of it, alone, at many more sizes than a search
    has the time for. Nothing where a trace names the sizes, or where a look would take too much of the time."""
    arena, spots = here.arena, looked_at(wanted)
    if wanted.goal == "trace" or arena.away or not spots or budget_s < _LEAST_S * len(spots):
        return ()
    here.watcher.phase("where the default lags")
    arena.check({kernel for kernel, _ in spots})
    alone = arena.launch({BASE: here.carry(())}, spots, launches=_LAUNCHES, rounds=_ROUNDS, budget_s=budget_s)
    times = {spot: alone.times_s(BASE, spot) for spot in spots}
    about = {kernel for (kernel, _), counts in wanted.weights.items() if counts > 0}
    found = lags(times, about, arena.ranks, uniform_paths=len(arena.ground.pairs()) <= 1)
    here.watcher.phase(f"the default lags in {plural(len(found), 'cell')}")
    return found
