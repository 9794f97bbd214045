"""What sides that lived at the same time showed: pairs of visits, times, and which of them failed or were given up."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from rankwise.core.errors import RankwiseError
from rankwise.core.records import Cell, Visit
from rankwise.experiment.paired import Moment, Paired, by_launch, combined, series
from rankwise.measure.cells import on_side
from rankwise.measure.outcome import CellState, Outcome
from rankwise.model.robust import SMALLEST_TIME_S, logs, median
from rankwise.placement.preparation import AGAIN
from rankwise.tuning.goals import BenchmarkPoint

BASE = "default"
_HOPELESS = math.log(0.6)
_WORDS = re.compile(r"\w+")
_LONGEST_WARNING = 300


def hopeless(outcome: Outcome) -> set[str]:
    """Sides that are far slower than BASE over what both were visited at: they cost the most time of all.

    Once there are two visits, the fastest one is held against the median of BASE: at the first, connections are made
    and memory is touched, and others on the machine may slow any single one down.
    """
    ratios: dict[str, list[float]] = defaultdict(list)
    base = {state.cell.id: state for state in outcome.states.values() if state.cell.side == BASE}
    for state in outcome.states.values():
        other = base.get(on_side(state.cell, BASE).id)
        if other is not state and other is not None and min(state.visits, other.visits) > 1:
            ratios[state.cell.side].append(math.log(_usual_s(other) / _fastest_s(state)))
    return {side for side, ratios_of in ratios.items() if sum(ratios_of) / len(ratios_of) < _HOPELESS}


def _usual_s(state: CellState) -> float:
    return max(median(_visits_s(state)), SMALLEST_TIME_S)


def _fastest_s(state: CellState) -> float:
    return max(min(_visits_s(state)), SMALLEST_TIME_S)


def _visits_s(state: CellState) -> list[float]:
    return [time_s for visits in state.launches.values() for time_s in visits]


@dataclass(frozen=True)
class Launched:
    """What sides that lived together showed, by the names of their changes; times of a benchmark point with several
    cells are the geometric mean of theirs. `launch_s`: seconds of one launch at all benchmark points. `again`: the
    first of the launches that only doubtful benchmark points had."""

    tokens: Mapping[str, str]
    cells: Mapping[BenchmarkPoint, Sequence[Cell]]
    visits: Mapping[str, Sequence[Visit]]
    outcome: Outcome
    launch_s: float
    again: int = 0

    def series(self, name: str, point: BenchmarkPoint) -> dict[Moment, float]:
        """Seconds on one side, at the moments at which all its cells were visited."""
        ids = [on_side(cell, self.tokens[name]).id for cell in self.cells[point]]
        return combined([series(self.visits.get(id_, ())) for id_ in ids], _mean_s)

    def by_launch(self, before: str, after: str, point: BenchmarkPoint) -> dict[int, list[tuple[float, float]]]:
        """Seconds on both sides, by launch and round."""
        return by_launch(self.series(before, point), self.series(after, point))

    def paired(self, ranks: int) -> Paired:
        """The times of all sides; the control of BASE is a side that is the same."""
        times = {name: {point: self.series(name, point) for point in self.cells} for name in self.tokens}
        return Paired(ranks, times, (BASE, BASE + AGAIN), self.again)

    def failed(self, name: str, point: BenchmarkPoint) -> bool:
        """Whether a benchmark point failed at last on a side."""
        return any(self.outcome.states[on_side(cell, self.tokens[name]).id].error for cell in self.cells[point])

    def median_s(self, name: str, point: BenchmarkPoint) -> float | None:
        """The median time on one side; None of a benchmark point that was not reached."""
        times_s = list(self.series(name, point).values())
        return median(times_s) if times_s else None

    def error(self, name: str) -> str:
        """Why the side failed: it could not be launched, hung, or gave wrong data where BASE did not; else empty."""
        if lost := self.outcome.lost_sides.get(self.tokens[name]):
            return told(lost)
        for point, cells in self.cells.items():
            for cell in cells:
                state = self.outcome.states.get(on_side(cell, self.tokens[name]).id)
                if state is not None and state.error and not self.outcome.states[on_side(cell, BASE).id].error:
                    return f"{point[0]} {point[1]} B: {state.error.splitlines()[0]}"
        return ""

    def warnings(self) -> list[str]:
        """The first line of the first warning about each side: a launch that was lost, or did not start or end well."""
        names = {token: name for name, token in self.tokens.items()}
        first_of: dict[str, str] = {}
        for warning in self.outcome.warnings:
            for token in (word for word in _WORDS.findall(warning) if word in names):
                words = _WORDS.sub(lambda word: names.get(word[0], word[0]), warning.splitlines()[0])
                first_of.setdefault(token, f"a trial failed: {words}"[:_LONGEST_WARNING])
        return list(first_of.values())

    def gave_up(self, name: str) -> bool:
        """Whether the side was so slow that it was not visited to the end."""
        return self.tokens[name] in hopeless(self.outcome)


def _mean_s(times_s: Sequence[float]) -> float:
    return math.exp(fmean(logs(times_s)))


def told(error: RankwiseError) -> str:
    """The lines of an error that say most: a launch's own first words after the command line."""
    words = [line.strip(" |") for line in error.message.splitlines() if line.strip(" |")]
    own = [
        line for line in words[2:] if "error" in line.lower() or "abort" in line.lower() or "invalid" in line.lower()
    ]
    return "; ".join([words[0].partition(": ")[2] or words[0], *own[:1]])[:300]
