"""Candidates against what is in use: scores from few visits, who stays, which algorithm serves which size."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rankwise.core.grouped import grouped
from rankwise.experiment.paired import Pairs
from rankwise.model.ratio import LEAST_PAIRS, ratio, within_pair
from rankwise.model.records import Ratio
from rankwise.model.robust import median, trimmed
from rankwise.tuning.goals import LEAST_SPEED_RATIO, BenchmarkPoint

_SURE: Final = 3.0  # standard errors
_SCATTER: Final = 0.1  # of one cell between launches (a logarithm): a loss within it, over all launches, may be luck
_MUCH, _LITTLE = 0.2, 0.08
_BEYOND_LUCK: Final = 1.5  # times what the middle one of all shows, where most change nothing
_LOSS_WEIGHT: Final = 2.0  # a loss beyond the grace counts three times: what wins on average may not slow one size down
DEFAULT: Final = ""
"""The library's own choice."""
PRICE: Final = 0.03
"""What a line costs (a logarithm of a ratio of times, as all gains here): so much luck may bring in one cell."""
LOSS: Final = 0.02
"""A candidate serves a size where it is at most so much slower than what surely gains most there."""


@dataclass
class CandidateTimes:
    """What was measured of one candidate beside the settings in use, over all its launches: pairs of visits (seconds
    without, seconds with it) by benchmark point and launch. `numbers` of these launches, alike at all benchmark points,
    where a session may have been lost; else the places tell. `error` when it could not be launched, hung or gave wrong
    data."""

    pairs: dict[BenchmarkPoint, list[Sequence[tuple[float, float]]]] = field(default_factory=dict)
    error: str = ""
    numbers: dict[BenchmarkPoint, list[int]] = field(default_factory=dict)

    def add(
        self,
        point: BenchmarkPoint,
        paired: Iterable[Sequence[tuple[float, float]]],
        numbers: Iterable[int] | None = None,
    ) -> None:
        """More launches of one benchmark point."""
        self.pairs.setdefault(point, []).extend(list(pairs) for pairs in paired if pairs)
        if numbers is not None:
            self.numbers.setdefault(point, []).extend(numbers)

    def then(self, later: CandidateTimes) -> CandidateTimes:
        """With what later launches showed, where these visited the same benchmark points; else what they showed alone:
        a mean over benchmark points is one over launches that visited all of them."""
        if later.error or not later.launches:
            return CandidateTimes(self.pairs, self.error or later.error, self.numbers)
        if self.points != later.points:
            return later
        return CandidateTimes(
            {point: [*pairs, *later.pairs.get(point, [])] for point, pairs in self.pairs.items()},
            numbers={point: [*numbers, *later.numbers.get(point, [])] for point, numbers in self.numbers.items()},
        )

    def mean(self, weights: Mapping[BenchmarkPoint, float]) -> Ratio | None:
        """The geometric mean over benchmark points, as `pooled` has it."""
        numbers = {point: self.numbers.get(point) or range(len(pairs)) for point, pairs in self.pairs.items()}
        return pooled(
            {point: dict(zip(numbers[point], pairs, strict=True)) for point, pairs in self.pairs.items()}, weights
        )

    @property
    def points(self) -> set[BenchmarkPoint]:
        """Those that were measured."""
        return {point for point, pairs in self.pairs.items() if pairs}

    @property
    def launches(self) -> int:
        return max(map(len, self.pairs.values()), default=0)

    @property
    def visits(self) -> int:
        return sum(len(visits) for launches in self.pairs.values() for visits in launches)


def gain(pairs: Pairs) -> float:
    """The logarithm of the ratio of times at one benchmark point: above 0, the candidate is faster."""
    return trimmed([within_pair(visits)[0] for visits in pairs])[0]


def score(seen: CandidateTimes, weights: Mapping[BenchmarkPoint, float], worst: float = LEAST_SPEED_RATIO) -> float:
    """The weighted mean gain; losses below `worst` and beyond what luck may do to so few launches count three times,
    those that are only checked for regressions (weight 0) as well.

    Minus infinity for a candidate that failed or was not measured.
    """
    if seen.error or not any(seen.pairs.values()):
        return -math.inf
    gains = {point: gain(pairs) for point, pairs in seen.pairs.items() if pairs}
    total = sum(weights.get(point, 0.0) for point in gains) or 1.0
    wanted = sum(weights.get(point, 0.0) * gain_at for point, gain_at in gains.items()) / total
    grace = -math.log(worst) if worst > 0 else math.inf
    regression = sum(
        min(0.0, gain_at + grace + _SCATTER / math.sqrt(len(seen.pairs[point]))) for point, gain_at in gains.items()
    )
    return wanted + _LOSS_WEIGHT * regression / len(gains)


def pooled(
    pairs: Mapping[BenchmarkPoint, Mapping[int, Sequence[tuple[float, float]]]], weights: Mapping[BenchmarkPoint, float]
) -> Ratio | None:
    """The geometric mean of the ratios over benchmark points, with its interval over launches; None when no launch saw
    all benchmark points. `pairs` are of each launch by its number.

    Launches that lack a benchmark point are left out: means over unlike benchmark points do not compare.
    """
    points = [point for point, launches in pairs.items() if launches and weights.get(point, 0.0) > 0]
    if not points:
        return None
    total = sum(weights[point] for point in points)
    by_launch = grouped(
        (number, weights[point] * within_pair(visits)[0]) for point in points for number, visits in pairs[point].items()
    )
    means = [sum(gains) / total for gains in by_launch.values() if len(gains) == len(points)]
    return ratio([[(math.exp(mean), 1.0)] for mean in means]) if means else None


def survivors(scores: Mapping[str, float], keep: int, least: float) -> list[str]:
    """The best `keep` names whose score is above `least`, best first."""
    return sorted((name for name, score in scores.items() if score > least), key=lambda name: -scores[name])[:keep]


def noticed(seen: Mapping[str, CandidateTimes]) -> list[str]:
    """Those that changed anything, of many most of which change nothing: one cell much, or two a little, and more than
    luck does. A single launch has moods of its own, and the middle one of all shows how large they are."""
    changes = {
        name: sorted((abs(gain(pairs)) for pairs in shown.pairs.values() if pairs), reverse=True)
        for name, shown in seen.items()
        if not shown.error
    }
    known = [change for change in changes.values() if len(change) > 1]
    most, second = (_BEYOND_LUCK * median([change[place] for change in known]) if known else 0.0 for place in (0, 1))
    return [
        name
        for name, change in changes.items()
        if change[:1] > [max(_MUCH, most)] or change[1:2] > [max(_LITTLE, second)]
    ]


def rounds(usual: int, start_s: float, round_s: float) -> int:
    """Rounds that a launch is to make over a network, where one takes `round_s` and a start `start_s`. Ratios are
    decided by launches: more rounds pay only as long as they take less than another start, and one will do."""
    return min(usual, max(1, int(start_s / round_s))) if round_s > 0 else usual


@dataclass(frozen=True)
class Range:
    """The algorithm that serves sizes `from_bytes` to `to_bytes` of a collective, both included."""

    name: str
    from_bytes: int
    to_bytes: int


def ranges(best: Mapping[int, str], *, largest: int, smallest: int = 0, reach: float = math.inf) -> list[Range]:
    """Neighbouring sizes with the same winner joined. `best` has a name for each measured size, empty where the default
    stays. Between two sizes the threshold is their geometric mean; beyond the largest measured size nothing is promised
    but `largest` is, as `smallest` below the smallest. No range goes further from a measured size than `reach` times as
    small or as large."""
    sizes = sorted(best)
    spans: list[Range] = []
    for index, size in enumerate(sizes):
        low = smallest if index == 0 else round(math.sqrt(sizes[index - 1] * size)) + 1
        high = largest if index == len(sizes) - 1 else round(math.sqrt(size * sizes[index + 1]))
        low, high = max(low, math.ceil(size / reach)), int(min(high, size * reach))
        if not best[size]:
            continue
        if spans and spans[-1].name == best[size] and spans[-1].to_bytes == low - 1:
            spans[-1] = Range(best[size], spans[-1].from_bytes, high)
        else:
            spans.append(Range(best[size], low, high))
    return spans


def winners(seen: Mapping[str, CandidateTimes], collective: str) -> dict[int, str]:
    """The candidate that serves each measured size of a collective, all sizes together; empty where the default
    stays."""
    sizes, cells = _cells(seen, collective)
    return dict(zip(sizes, segments(cells) or (), strict=True))


def covered(
    seen: Mapping[str, CandidateTimes], collective: str, out: Collection[tuple[int, str]] = ()
) -> dict[int, str]:
    """A candidate for every measured size of a collective, where the default can serve none beside a rule. Empty where
    none surely gains anywhere, or where some size has none at no loss. `out` are sizes with candidates that turned out
    to be slower there after all."""
    sizes, cells = _cells(seen, collective, out)
    chosen = segments(cells, default=False)
    gains = any(cell[name].sure > LOSS for cell, name in zip(cells, chosen or (), strict=False))
    return dict(zip(sizes, chosen, strict=True)) if chosen and gains else {}


def _cells(
    seen: Mapping[str, CandidateTimes], collective: str, out: Collection[tuple[int, str]] = ()
) -> tuple[list[int], list[dict[str, SizeEvidence]]]:
    """The measured sizes of a collective, with the evidence of each candidate that was launched often enough there."""
    sizes = sorted({point[1] for shown in seen.values() for point in shown.pairs if point[0] == collective})
    working = {name: shown for name, shown in seen.items() if not shown.error}
    cells: list[dict[str, SizeEvidence]] = []
    for size in sizes:
        pairs = {name: shown.pairs.get((collective, size), []) for name, shown in working.items()}
        cells.append(
            {
                name: SizeEvidence(gain(launches), sure_gain(launches))
                for name, launches in pairs.items()
                if len(launches) >= LEAST_PAIRS and (size, name) not in out
            }
        )
    return sizes, cells


def evidence(seen: CandidateTimes) -> dict[str, dict[int, tuple[float, float]]]:
    """The gain of a candidate and its standard error between launches, by kernel and size, where there were enough."""
    known: dict[str, dict[int, tuple[float, float]]] = {}
    for (kernel, size), pairs in seen.pairs.items():
        if len(pairs) >= LEAST_PAIRS:
            known.setdefault(kernel, {})[size] = (gain(pairs), (gain(pairs) - sure_gain(pairs)) / _SURE)
    return known


def sure_gain(pairs: Pairs) -> float:
    """The gain less three standard errors between launches: what luck makes large does not win a choice among many."""
    centre, variance, _ = trimmed([within_pair(visits)[0] for visits in pairs])
    return centre - _SURE * math.sqrt(variance / len(pairs))


@dataclass(frozen=True)
class SizeEvidence:
    """What launches show of a candidate at one size: its gain over the default, and `sure`, the part of it that luck
    does not explain."""

    gain: float
    sure: float


def segments(cells: Sequence[Mapping[str, SizeEvidence]], *, default: bool = True) -> list[str] | None:
    """A candidate for each size, in the order of `cells`: those that have the largest sum of sure gains, less the price
    of each line, which is a run of neighbouring sizes with one candidate. At each size none is slower by more than
    `LOSS` than what surely gains most there. Without `default` the library's own choice serves no size; None where some
    size has no candidate then.

    By dynamic programming over sizes. Of equal sums the one with fewer lines is taken, then the first by name, so that
    the order of candidates decides nothing.
    """
    paths: dict[str, tuple[float, int, tuple[str, ...]]] = {"": (0.0, 0, ())}
    for cell in cells:
        longer: dict[str, tuple[float, int, tuple[str, ...]]] = {}
        for name, value in _allowed(cell, default=default).items():
            ways = []
            for total, lines, names in paths.values():
                new = name != DEFAULT and names[-1:] != (name,)
                ways.append((-(total + value - PRICE * new), lines + new, (*names, name)))
            if ways:
                total, lines, names = min(ways)
                longer[name] = (-total, lines, names)
        paths = longer
    ended = [(-total, lines, names) for total, lines, names in paths.values()]
    return list(min(ended)[2]) if ended else None


def _allowed(cell: Mapping[str, SizeEvidence], *, default: bool) -> dict[str, float]:
    """The candidates that may serve a size, with their sure gains."""
    best = max((shown.sure for shown in cell.values()), default=0.0)
    least = max(best, 0.0) - LOSS
    allowed = {name: shown.sure for name, shown in cell.items() if shown.gain >= least}
    if default and least <= 0.0:
        allowed[DEFAULT] = 0.0
    return allowed
