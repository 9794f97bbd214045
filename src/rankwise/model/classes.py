"""Path classes: which paths measurement cannot tell apart, and which paths are not what their relation promises."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rankwise.core.grouped import grouped
from rankwise.core.units import format_rate, format_seconds
from rankwise.model.records import PathClass
from rankwise.model.robust import median, quantile

LEAST_GAP = math.log(1.05)
"""Levels with no path in between are still one class when less than 5 % apart: no decision rests on that."""
VAGUE = 3.0
"""A path whose interval is this many times wider than usual founds no class and bridges none."""
APART = 4.0
"""So many standard deviations between the medians of two relations make two levels of them."""
_FEW = 6  # paths of a relation from which on its own spread is known
SIBLINGS = 0.8
"""A relation has a usual class when this share of its paths is in it; the others are exceptions."""


@dataclass(frozen=True)
class MeasuredPath:
    """An ordered pair of endpoints with its relation in words of topology ("same socket") and what was measured.

    Latency in seconds, bandwidth in bytes per second, each with the range in which a further measurement is to be
    expected; all above zero. It is no confidence interval: a map has two or three visits of a path. `seen_again`: it
    has more than one visit; else nothing is said against it.
    """

    source: str
    target: str
    fabric: str
    relation: str
    latency_s: float
    latency_low_s: float
    latency_high_s: float
    bandwidth_bytes_per_s: float
    bandwidth_low_bytes_per_s: float
    bandwidth_high_bytes_per_s: float
    seen_again: bool = True

    def __str__(self) -> str:
        return f"{self.source} -> {self.target}"


Axis = Literal["latency_s", "bandwidth_bytes_per_s"]
_AXES: tuple[Axis, ...] = ("latency_s", "bandwidth_bytes_per_s")


def classify(paths: Sequence[MeasuredPath]) -> tuple[PathClass, ...]:
    """The classes, fastest latency first; every path is in exactly one, and each direction counts for itself.

    Two neighbouring levels, of latency or of bandwidth, are two classes when no path lies in between and the gap is
    wider than both ranges and than 5 %, or where relations have levels of their own whose extremes touch. So natural
    scatter stays together and a planted level comes apart. A path
    that is not in the class of most of its relation is named in `exceptions` of the class that it is in.
    """
    by_fabric = grouped((path.fabric, path) for path in paths)
    groups = [group for members in by_fabric.values() for group in _groups(members)]
    groups.sort(key=lambda group: (median([path.latency_s for path in group]), str(group[0])))
    usual = _usual_group(groups)
    names: Counter[str] = Counter()
    return tuple(_path_class(group, index, usual, groups, names) for index, group in enumerate(groups))


def _groups(paths: list[MeasuredPath]) -> list[list[MeasuredPath]]:
    """Paths of one fabric in groups: precise ones divided at gaps, vague ones given to the group they fit best."""
    width = median([_widest(path) for path in paths])
    limit = max(VAGUE * width, LEAST_GAP)
    ordered = sorted(paths, key=str)
    groups = _divide([path for path in ordered if _widest(path) <= limit], 0, 0)
    for path in (path for path in ordered if _widest(path) > limit):
        nearest = min(groups, key=lambda group: max(_distance(path, group, axis) for axis in _AXES))
        if all(_distance(path, nearest, axis) <= max(_half_width(path, axis), LEAST_GAP) for axis in _AXES):
            nearest.append(path)
        else:
            groups.append([path])
    return groups


def _divide(paths: list[MeasuredPath], axis: int, undivided: int) -> list[list[MeasuredPath]]:
    """Divides at the gaps of one axis, then each part at those of the next, until no axis divides any more."""
    if undivided == len(_AXES):
        return [paths]
    parts = _at_gaps(paths, _AXES[axis])
    if len(parts) == 1:
        parts = _at_levels(paths, _AXES[axis])
    following = (axis + 1) % len(_AXES)
    if len(parts) == 1:
        return _divide(paths, following, undivided + 1)
    return [group for part in parts for group in _divide(part, following, 1)]


def _at_gaps(paths: list[MeasuredPath], axis: Axis) -> list[list[MeasuredPath]]:
    ordered = sorted(paths, key=lambda path: _value(path, axis))
    parts = [[ordered[0]]]
    for path in ordered[1:]:
        before = parts[-1][-1]
        gap = _value(path, axis) - _value(before, axis)
        if gap > max(LEAST_GAP, _half_width(path, axis) + _half_width(before, axis)):
            parts.append([])
        parts[-1].append(path)
    return parts


def _at_levels(paths: list[MeasuredPath], axis: Axis) -> list[list[MeasuredPath]]:
    """Divides where relations have levels of their own although their extremes touch, as those of many paths do.

    Relations are laid side by side by their medians. Between two neighbours is a boundary where the medians are further
    apart than `LEAST_GAP`, than usual ranges, and than `APART` standard deviations of the paths in a relation: halves
    of one level would be 2.7 apart, those of an even spread 3.5. A path goes with its relation, but where it is further
    from it than one in a hundred maps of so many paths would have by chance, and nearer to another level.
    """
    values = grouped((path.relation, _value(path, axis)) for path in paths)
    spreads = {name: (median(known), _deviation(known)) for name, known in values.items() if len(known) >= _FEW}
    if len(spreads) < 2:
        return [paths]
    width = median([_half_width(path, axis) for path in paths])
    weight = sum(len(values[name]) for name in spreads)
    deviation = math.sqrt(sum(len(values[name]) * spread**2 for name, (_, spread) in spreads.items()) / weight)
    order = sorted(spreads, key=lambda name: spreads[name][0])
    levels = [[order[0]]]
    for name in order[1:]:
        gap = spreads[name][0] - max(spreads[other][0] for other in levels[-1])
        if gap > max(LEAST_GAP, 1.5 * width, APART * deviation):
            levels.append([])
        levels[-1].append(name)
    if len(levels) == 1:
        return [paths]
    centres = [median([value for name in level for value in values[name]]) for level in levels]
    reach = deviation * math.sqrt(2.0 * math.log(100.0 * len(paths)))
    home = {name: index for index, level in enumerate(levels) for name in level}
    parts: list[list[MeasuredPath]] = [[] for _ in levels]
    for path in paths:
        away = [abs(_value(path, axis) - centre) for centre in centres]
        nearest = min(range(len(levels)), key=lambda index: away[index])
        own = home.get(path.relation, nearest)
        parts[own if away[own] <= reach else nearest].append(path)
    return [part for part in parts if part]


def _deviation(values: Sequence[float]) -> float:
    """The standard deviation of the middle of `values`, which outliers do not widen: of a normal law."""
    ordered = sorted(values)
    return (quantile(ordered, 0.84) - quantile(ordered, 0.16)) / 2


def _value(path: MeasuredPath, axis: Axis) -> float:
    return math.log(path.latency_s if axis == "latency_s" else path.bandwidth_bytes_per_s)


def _half_width(path: MeasuredPath, axis: Axis) -> float:
    """Half the interval, as a logarithm."""
    if axis == "latency_s":
        return 0.5 * math.log(path.latency_high_s / path.latency_low_s)
    return 0.5 * math.log(path.bandwidth_high_bytes_per_s / path.bandwidth_low_bytes_per_s)


def _widest(path: MeasuredPath) -> float:
    return max(_half_width(path, axis) for axis in _AXES)


def _distance(path: MeasuredPath, group: list[MeasuredPath], axis: Axis) -> float:
    return abs(_value(path, axis) - median([_value(other, axis) for other in group]))


def _usual_group(groups: list[list[MeasuredPath]]) -> dict[tuple[str, str], int]:
    """For each fabric and relation of at least three paths, the group that holds nearly all of them, if one does."""
    where: dict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    for index, group in enumerate(groups):
        for path in group:
            where[path.fabric, path.relation][index] += 1
    usual = {}
    for relation, counts in where.items():
        index, most = counts.most_common(1)[0]
        if counts.total() >= 3 and most >= SIBLINGS * counts.total() and len(counts) > 1:
            usual[relation] = index
    return usual


def _path_class(
    group: list[MeasuredPath],
    index: int,
    usual: dict[tuple[str, str], int],
    groups: list[list[MeasuredPath]],
    names: Counter[str],
) -> PathClass:
    group = sorted(group, key=str)
    relations = [relation for relation, _ in Counter(path.relation for path in group).most_common()]
    fabric = group[0].fabric
    name = re.sub(r"[^a-z0-9]+", "-", f"{fabric} {relations[0]}".lower()).strip("-")
    names[name] += 1
    latency_low_s, latency_high_s = _range([(path.latency_low_s, path.latency_high_s) for path in group])
    low, high = _range([(path.bandwidth_low_bytes_per_s, path.bandwidth_high_bytes_per_s) for path in group])
    return PathClass(
        id=name if names[name] == 1 else f"{name}-{names[name]}",
        fabric=fabric,
        relations=tuple(relations),
        paths=tuple((path.source, path.target) for path in group),
        latency_s=median([path.latency_s for path in group]),
        latency_low_s=latency_low_s,
        latency_high_s=latency_high_s,
        bandwidth_bytes_per_s=median([path.bandwidth_bytes_per_s for path in group]),
        bandwidth_low_bytes_per_s=low,
        bandwidth_high_bytes_per_s=high,
        exceptions=tuple(
            _exception(path, groups[usual[path.fabric, path.relation]])
            for path in group
            if path.seen_again and usual.get((path.fabric, path.relation), index) != index
        ),
    )


def _range(intervals: list[tuple[float, float]]) -> tuple[float, float]:
    """The range in which a path of the class lies: the middle 95 % of the lower and of the upper ends."""
    return quantile(sorted(low for low, _ in intervals), 0.025), quantile(sorted(high for _, high in intervals), 0.975)


def _exception(path: MeasuredPath, siblings: list[MeasuredPath]) -> str:
    latency_s = median([other.latency_s for other in siblings])
    rate = median([other.bandwidth_bytes_per_s for other in siblings])
    return (
        f"{path}: {path.relation}, but {format_seconds(path.latency_s)} and {format_rate(path.bandwidth_bytes_per_s)} "
        f"where its {len(siblings)} siblings have {format_seconds(latency_s)} and {format_rate(rate)}"
    )
