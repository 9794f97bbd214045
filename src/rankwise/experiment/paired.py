"""Times of treatments that lived together, paired moment by moment: what every experiment decides by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import mul

from rankwise.core.grouped import grouped
from rankwise.core.records import Visit
from rankwise.model.ratio import LEAST_PAIRS, ratio
from rankwise.model.records import Ratio
from rankwise.model.robust import median

Moment = tuple[int, int]
"""The number of a launch, and of a round in it."""
Point = tuple[str, int]
"""A kernel at a message size in bytes."""
Series = Mapping[Moment, float]
"""Seconds of one treatment at one cell or benchmark point, by moment."""
Pairs = Sequence[Sequence[tuple[float, float]]]
"""Seconds (before, after) by launch and round: what `model.ratio` takes."""


def series(visits: Iterable[Visit]) -> dict[Moment, float]:
    """The median of each visit that has samples."""
    return {(visit.launch, visit.round): median(visit.samples_s) for visit in visits if visit.samples_s}


def combined(several: Sequence[Series], how: Callable[[Sequence[float]], float]) -> dict[Moment, float]:
    """One series of several: what `how` makes of their times, at the moments that all of them have."""
    moments = set[Moment].intersection(*map(set, several)) if several else set[Moment]()
    return {moment: how([times_s[moment] for times_s in several]) for moment in sorted(moments)}


def by_number(times: Series) -> list[list[float]]:
    """The times of each launch."""
    launches = grouped((moment[0], time_s) for moment, time_s in times.items())
    return list(launches.values())


def by_launch(before: Series, after: Series) -> dict[int, list[tuple[float, float]]]:
    """Both times of each moment that both series have, by launch."""
    return grouped((moment[0], (before[moment], after[moment])) for moment in sorted(before.keys() & after.keys()))


def paired(before: Series, after: Series) -> list[list[tuple[float, float]]]:
    """As `by_launch`, without the numbers of launches."""
    return list(by_launch(before, after).values())


def over_parts(own: Series, parts: Sequence[tuple[float, Series]]) -> Ratio | None:
    """The time of a cell over that of other calls that do the same, each of which it takes so many `times`, round by
    round. None where too few launches have all of them."""
    times = [count for count, _ in parts]
    pairs = paired(own, combined([part for _, part in parts], lambda times_s: sum(map(mul, times, times_s))))
    return ratio(pairs) if len(pairs) >= LEAST_PAIRS else None


@dataclass(frozen=True)
class Paired:
    """What treatments of so many ranks took, side by side: `times[treatment][point]`. `control` names two that are the
    same. The launches from `again` on were made only at points that looked slower: where there are enough of them,
    they alone judge these points, for what picked them out would do so twice."""

    ranks: int
    times: Mapping[str, Mapping[Point, Series]]
    control: tuple[str, str]
    again: int = 0

    def by_launch(self, before: str, after: str, point: Point) -> dict[int, list[tuple[float, float]]]:
        """Pairs of two treatments at a point, by launch."""
        return by_launch(self.times[before].get(point, {}), self.times[after].get(point, {}))

    def judging(self, before: str, after: str, point: Point, enough: int) -> tuple[Series, Series]:
        """The times that answer for a point: of launches from `again` on, where there are `enough` of them."""
        every = self.times[before].get(point, {}), self.times[after].get(point, {})
        if not self.again:
            return every
        later = [{at: time_s for at, time_s in times.items() if at[0] >= self.again} for times in every]
        return (later[0], later[1]) if len(by_launch(*later)) >= enough else every
