"""Visits to pairs: 8 B there and back, and a large message one way; what they say of the paths."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from rankwise.core.records import Cell, Visit
from rankwise.measure.visits import VisitOptions
from rankwise.model.mapping import LATENCY_BYTES, Pair, PairTimes, value_of

# What lasts a tenth of a second is disturbed by nothing short: one sample says as much as many.
SMALL_VISIT = VisitOptions(samples=21, warm_s=1e-3, samples_s=0.1)
LARGE_VISIT = VisitOptions(samples=2, warm_s=1e-3, samples_s=0.1, checks=1)
_FIRST_VISIT = VisitOptions(samples=3, warm_s=25e-3, samples_s=0.1)  # opens connections and their windows
_LONGER_VISIT = VisitOptions(samples=12, warm_s=5e-3)
_SHORT_S = 5e-3
"""A path whose large message takes less gets longer visits: one interruption by another task is as long as that, and
TCP opens its window anew after a rest."""

MakeCell = Callable[[str, int, Pair], Cell]
"""The cell of a kernel and size on an ordered pair of endpoints."""


class Visitor(Protocol):
    """Whoever makes visits: a sweep of real launches, or a simulation."""

    @property
    def visits(self) -> Mapping[str, list[Visit]]: ...

    @property
    def errors(self) -> Mapping[str, str]: ...

    def round(self, cells: Iterable[Cell], number: int, options: VisitOptions) -> None: ...


class PairVisits:
    """Looks at ordered pairs and keeps what is known of them in `values`, and why a pair has none in `errors`."""

    def __init__(self, visitor: Visitor, make_cell: MakeCell, values: PairTimes, errors: dict[Pair, str]) -> None:
        self._visitor, self._make_cell = visitor, make_cell
        self._values, self._errors = values, errors
        self._small: dict[frozenset[str], Cell] = {}
        self._large: dict[Pair, Cell] = {}

    @property
    def cells(self) -> list[Cell]:
        """Every cell that was visited."""
        return [*self._small.values(), *self._large.values()]

    def look(self, pairs: Sequence[Pair], number: int) -> None:
        """One more visit to each of the ordered pairs; both directions of one share the small message."""
        small: dict[str, Cell] = {}
        for pair in pairs:
            ends = frozenset(pair)
            if ends not in self._small:
                self._small[ends] = self._make_cell("pingpong", LATENCY_BYTES, pair)
            if pair not in self._large:
                self._large[pair] = self._make_cell("uniband", self._values.large_bytes, pair)
            small[self._small[ends].id] = self._small[ends]
        self._visitor.round(small.values(), number, SMALL_VISIT)
        # What does not take a small message is not asked to take a large one.
        able = [pair for pair in pairs if self._small[frozenset(pair)].id not in self._visitor.errors]
        options = {pair: self._options(pair) for pair in able}
        for option in (_FIRST_VISIT, LARGE_VISIT, _LONGER_VISIT):
            self._visitor.round([self._large[pair] for pair in able if options[pair] is option], number, option)
        for pair in pairs:
            self._take(pair)

    def _options(self, pair: Pair) -> VisitOptions:
        known_s = self._values.large.get(pair)
        if not known_s:
            return _FIRST_VISIT
        return _LONGER_VISIT if min(known_s) < _SHORT_S else LARGE_VISIT

    def _take(self, pair: Pair) -> None:
        """Seconds one way: the round trip halved, and the large message less its answer's latency."""
        small, large = self._small[frozenset(pair)], self._large[pair]
        latencies = [value_of(visit) for visit in self._visitor.visits.get(small.id, ())]
        for way in (pair, (pair[1], pair[0])):
            self._values.latency[way] = latencies
            if small.id in self._visitor.errors:
                self._errors[way] = _named(self._visitor.errors[small.id], way)
        visits = self._visitor.visits.get(large.id, ())
        self._values.large[pair] = [without_answer(value_of(visit), latencies) for visit in visits]
        if large.id in self._visitor.errors:
            self._errors[pair] = _named(self._visitor.errors[large.id], pair)


def without_answer(time_s: float, latencies_s: Sequence[float]) -> float:
    """The time of a large message without that of its answer, which on a disturbed machine may have been measured too
    long."""
    return max(time_s - min(latencies_s, default=0.0), 0.5 * time_s)


def _named(error: str, pair: Pair) -> str:
    """The error of a cell; its two ranks have names."""
    return f"{pair[0]} with {pair[1]}: {error}"
