"""From visits to a map: what each path does, which are alike, which stand out."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from rankwise.core.grouped import grouped
from rankwise.core.records import Endpoint, Visit
from rankwise.model.classes import MeasuredPath, classify
from rankwise.model.estimate import estimate
from rankwise.model.records import Path, PathClass
from rankwise.model.robust import median, quantile

LATENCY_BYTES = 8
_UNDISTURBED = 0.1
"""A visit counts with the fastest tenth of its samples, a path with its fastest visit: other tasks, and connections
that have been idle, only ever add time, and a map tells what a path can do."""
VAGUE = math.log(1.15)
"""A path that is further than 15 % from its siblings is tested again."""
_UNKNOWN = math.log(10.0)
_LEAST = math.log(1.07)
"""A path whose two fastest visits agree better than this is known; levels closer than twice this are one."""

_FEW, _NEARLY_ALL = 6, 0.95
"""Paths with two visits from which on they tell how far those with one may be off, and which share of them does."""

Pair = tuple[str, str]


@dataclass
class PairTimes:
    """Values of visits by ordered pair, in seconds: one way at 8 B, and one way at `large_bytes`, alone and loaded."""

    large_bytes: int
    latency: dict[Pair, list[float]]
    large: dict[Pair, list[float]]
    loaded: dict[Pair, list[float]]


def value_of(visit: Visit) -> float:
    """What a visit says of its path, in seconds."""
    return quantile(sorted(visit.samples_s), _UNDISTURBED)


def paths_of(fabric: str, measured: PairTimes, without: Collection[Pair]) -> list[Path]:
    """The paths that have both figures, but those in `without`.

    Their figures are those of the fastest visit; bandwidth is that of a large message, size over time one way, so that
    latency is a part of it as it is for a program. The estimates say what was usual.
    """
    pairs = [pair for pair, values in sorted(measured.large.items()) if values and measured.latency.get(pair)]
    pairs = [pair for pair in pairs if pair not in without]
    paths = []
    for pair in pairs:
        small, large, loaded = measured.latency[pair], measured.large[pair], measured.loaded.get(pair)
        paths.append(
            Path(
                source=pair[0],
                target=pair[1],
                fabric=fabric,
                estimates={
                    str(LATENCY_BYTES): estimate([small], stop="budget"),
                    str(measured.large_bytes): estimate([large], stop="budget"),
                },
                latency_s=min(small),
                bandwidth_bytes_per_s=measured.large_bytes / min(large),
                loaded_bandwidth_bytes_per_s=measured.large_bytes / min(loaded) if loaded else None,
            )
        )
    return paths


def classes_of(
    paths: Sequence[Path],
    measured: PairTimes,
    endpoints: Mapping[str, Endpoint],
    relation: Callable[[Endpoint, Endpoint], str],
) -> tuple[PathClass, ...]:
    """The classes of paths that `paths_of` made of `measured`."""
    small = _Doubts.of([measured.latency[_pair(path)] for path in paths])
    large = _Doubts.of([measured.large[_pair(path)] for path in paths])
    classes = [
        _measured(path, relation(endpoints[path.source], endpoints[path.target]), measured, small, large)
        for path in paths
    ]
    return classify(classes) if classes else ()


def with_classes(paths: Sequence[Path], classes: Sequence[PathClass]) -> list[Path]:
    """The paths, each with the class that it is in."""
    name = {(path_class.fabric, pair): path_class.id for path_class in classes for pair in path_class.paths}
    return [replace(path, path_class=name.get((path.fabric, (path.source, path.target)))) for path in paths]


def suspicious(
    paths: Sequence[Path],
    measured: PairTimes,
    endpoints: Mapping[str, Endpoint],
    relation: Callable[[Endpoint, Endpoint], str],
) -> list[Pair]:
    """Ordered pairs to be tested again: first those that are unlike the median of their relation, most unlike first,
    then those whose two fastest visits do not agree."""
    by_relation = grouped((relation(endpoints[path.source], endpoints[path.target]), path) for path in paths)
    unlike: dict[Pair, float] = {}
    for members in by_relation.values():
        for value in (_latency, _bandwidth):
            usual = median([value(path) for path in members])
            for path in members:
                away = abs(math.log(value(path) / usual))
                if away > VAGUE:
                    pair = (path.source, path.target)
                    unlike[pair] = max(away, unlike.get(pair, 0.0))
    doubts = {pair: max(_doubt(measured.latency[pair]), _doubt(measured.large[pair])) for pair in map(_pair, paths)}
    vague = [pair for pair in sorted(doubts, key=lambda pair: -doubts[pair]) if doubts[pair] > _LEAST]
    return list(dict.fromkeys([*sorted(unlike, key=lambda pair: -unlike[pair]), *vague]))


def not_confirmed(measured: PairTimes, suspects: Collection[Pair], tested: Collection[Pair]) -> set[Pair]:
    """Ordered pairs of which no fault is told, since a disturbance would look like one: of a single visit, and of the
    `suspects` those that were not `tested` again."""
    once = {pair for pair, values in measured.large.items() if min(len(values), len(measured.latency[pair])) < 2}
    return once | ({*suspects} - {*tested})


def representative(path_class: PathClass, paths: Mapping[Pair, Path]) -> Pair:
    """The pair of a class that is nearest to its median bandwidth; of several, the first."""
    return min(
        (pair for pair in path_class.paths if pair in paths),
        key=lambda pair: (abs((paths[pair].bandwidth_bytes_per_s or 0.0) - path_class.bandwidth_bytes_per_s), pair),
    )


def _doubt(values: Sequence[float]) -> float:
    """How far, as a logarithm, a further visit may be from the fastest: as far as the second is behind it."""
    if len(values) < 2:
        return _UNKNOWN
    first, second = sorted(values)[:2]
    return math.log(second / first)


@dataclass(frozen=True)
class _Doubts:
    """What the paths of a map tell of each other's visits. `usual`: twice the median doubt of those with two, `_LEAST`
    at least: by luck two visits agree better than visits do. `single`: of a path with one, as far as nearly all of
    those with two have come; unknown where these are few."""

    usual: float
    single: float

    @staticmethod
    def of(series: Sequence[Sequence[float]]) -> _Doubts:
        known = sorted(_doubt(values) for values in series if len(values) > 1)
        usual = max(2.0 * median(known or [_UNKNOWN]), _LEAST)
        return _Doubts(usual, max(usual, quantile(known, _NEARLY_ALL) if len(known) >= _FEW else _UNKNOWN))

    def about(self, values: Sequence[float]) -> float:
        return max(self.usual, _doubt(values)) if len(values) > 1 else self.single


def _measured(path: Path, relation: str, measured: PairTimes, small: _Doubts, large: _Doubts) -> MeasuredPath:
    latency_s, rate = _latency(path), _bandwidth(path)
    small_s, large_s = measured.latency[_pair(path)], measured.large[_pair(path)]
    latency_doubt, rate_doubt = small.about(small_s), large.about(large_s)
    return MeasuredPath(
        source=path.source,
        target=path.target,
        fabric=path.fabric,
        relation=relation,
        latency_s=latency_s,
        latency_low_s=latency_s / math.exp(latency_doubt),
        latency_high_s=latency_s * math.exp(latency_doubt),
        bandwidth_bytes_per_s=rate,
        bandwidth_low_bytes_per_s=rate / math.exp(rate_doubt),
        bandwidth_high_bytes_per_s=rate * math.exp(rate_doubt),
        seen_again=min(len(small_s), len(large_s)) > 1,
    )


def _pair(path: Path) -> Pair:
    return path.source, path.target


def _latency(path: Path) -> float:
    assert path.latency_s is not None  # of paths that paths_of made
    return path.latency_s


def _bandwidth(path: Path) -> float:
    assert path.bandwidth_bytes_per_s is not None
    return path.bandwidth_bytes_per_s
