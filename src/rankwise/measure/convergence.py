"""How near each cell is to its precision within a launch, and how the time that is left is given to them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

from rankwise.measure.outcome import CellState, note_drift
from rankwise.measure.visit_length import VisitLength
from rankwise.model.estimate import estimate, visits_needed, within

LEAST_VISITS = 4
"""Fewer visits are never precise."""

_SLICE_S = 0.25  # a machine was seen to be slower for a second or two: visits to a cell are spread over slices of time

_LATER = 2.0  # how much longer than when a cell was judged a launch lasts before it is judged again

# How much longer than then a launch lasts before its drift is computed again: of 400 cells that takes 50 ms.
_DRIFTS = 1.25

_MOST_VISITS = 5000  # in a launch; a spread that still leaves the interval wide is no noise


class Convergence:
    """`precise`: cells that need no more visits in this launch. A launch that is `alone` must answer for how it drifts;
    of several the spread does."""

    def __init__(self, precision: float, noise: random.Random, *, alone: bool) -> None:
        self.precise: set[str] = set()
        self._alone = alone
        self._next_drift_s = 0.0
        self._precision = precision
        self._noise = noise
        self._needed: dict[str, int] = {}
        self._next_look: dict[str, int] = {}
        self._judged_s: dict[str, float] = {}

    def begin(self) -> None:
        """A new launch: nothing is known of it."""
        self.precise.clear()
        self._needed.clear()
        self._next_look.clear()
        self._judged_s.clear()
        self._next_drift_s = 0.0

    def look(self, states: Iterable[CellState], launch: int, spent_s: float) -> None:
        """Judges every cell that has the visits that it looked to need, so that a lucky moment ends nothing, and says
        anew how many the others need once they have half as many again. A cell that was precise needs as many visits
        again whenever the launch lasts twice as long as it did then: a moment does not show how a launch drifts."""
        states = list(states)
        if self._alone and spent_s >= self._next_drift_s:
            note_drift(states, launch)
            self._next_drift_s = _DRIFTS * spent_s
        for state in states:
            visits, id_ = state.launches[launch], state.cell.id
            count = len(visits)
            if id_ in self.precise and spent_s >= _LATER * self._judged_s[id_] and count < _MOST_VISITS:
                self.precise.discard(id_)
                self._needed[id_] = self._next_look[id_] = 2 * count
            if id_ in self.precise or count < max(LEAST_VISITS, self._next_look.get(id_, 0)):
                continue
            needed = visits_needed(visits, self._precision, state.drift)
            if count >= min(needed, self._needed.get(id_, needed)):
                if within(estimate([visits], stop="precision", drift=state.drift), self._precision):
                    self.precise.add(id_)
                    self._judged_s[id_] = spent_s
                    continue
                needed = max(needed, count + 1 + count // 10)
            self._needed[id_] = needed
            self._next_look[id_] = max(min(needed, count * 3 // 2), count + 1)

    def shares(
        self, states: Iterable[CellState], launch: int, visit_lengths: Mapping[str, VisitLength], left_s: float
    ) -> dict[str, int]:
        """Visits to each cell in the next slice of time: of those that can become precise in `left_s`, the cheapest
        first, each spread over the time that they take together; of all alike, when none can."""
        missing: dict[str, int] = {}
        prices_s: dict[str, float] = {}
        for state in states:
            id_ = state.cell.id
            if len(state.launches[launch]) >= _MOST_VISITS:
                continue
            missing[id_] = max(self._needed.get(id_, 0) - len(state.launches[launch]), 1)
            prices_s[id_] = missing[id_] * visit_lengths[id_].cost_s
        chosen: list[str] = []
        total_s = 0.0
        for id_ in sorted(prices_s, key=prices_s.__getitem__):
            if total_s + prices_s[id_] > left_s:
                break
            total_s += prices_s[id_]
            chosen.append(id_)
        if not chosen:
            round_s = sum(visit_lengths[id_].cost_s for id_ in prices_s)
            return dict.fromkeys(prices_s, max(1, int(_SLICE_S / max(round_s, 1e-6))))
        slices = max(total_s / _SLICE_S, 1.0)
        drawn = {id_: int(missing[id_] / slices + self._noise.random()) for id_ in chosen}
        return drawn if any(drawn.values()) else dict.fromkeys(chosen, 1)
