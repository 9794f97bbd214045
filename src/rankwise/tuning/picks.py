"""Which spots show what, which candidates go on, and which of them share a launch: pure functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest

from msgspec.structs import replace

from rankwise.core.records import CollectiveRule, TuningLine
from rankwise.decide.goals import COLLECTIVES, Spot, Target, guards
from rankwise.decide.race import Seen, gain
from rankwise.decide.space import LARGEST_BYTES, Candidate, limited

_MOST_ALIKE = 2
_HARMLESS = -0.05  # one launch is off by that much: a size where nothing gains still needs an algorithm


def point_spots(target: Target) -> list[Spot]:
    """Spots that show what a transport or protocol does: all of point to point, two sizes of each collective; all of
    a trace. Added ones are left to algorithms: most are large, and every candidate would be visited there."""
    if target.goal == "trace":
        return list(target.weights)
    usual = target.usual()
    sizes = {kernel: sorted(size for name, size in usual if name == kernel) for kernel in target.kernels()}
    return [
        (kernel, size)
        for kernel, size in usual
        if kernel not in COLLECTIVES or size in (sizes[kernel][:2][-1], sizes[kernel][-2:][0])
    ]


def with_between(spots: Sequence[Spot], target: Target) -> list[Spot]:
    """The spots, with all others of the same kernels and those halfway between them: where harm would show."""
    kernels = {kernel for kernel, _ in spots}
    return list(dict.fromkeys((*spots, *(spot for spot in guards(target) if spot[0] in kernels))))


def collective_spots(target: Target) -> list[Spot]:
    """Spots of collectives."""
    return [spot for spot in target.weights if spot[0] in COLLECTIVES]


def side_by_side(found: Sequence[Candidate]) -> list[list[Candidate]]:
    """Candidates side by side: each row has at most one of every collective."""
    by_collective: dict[frozenset[str], list[Candidate]] = {}
    for one in found:
        by_collective.setdefault(one.kernels, []).append(one)
    return [[one for one in row if one is not None] for row in zip_longest(*by_collective.values())]


def one_size(spots: Sequence[Spot]) -> list[Spot]:
    """One size of each kernel, not the largest."""
    kernels = dict.fromkeys(kernel for kernel, _ in spots)
    return [sorted(spot for spot in spots if spot[0] == kernel)[:2][-1] for kernel in kernels]


def first_values(group: Sequence[Candidate]) -> list[Candidate]:
    """One candidate for each knob of a bundle."""
    by_knob: dict[tuple[str, ...], Candidate] = {}
    for one in group:
        by_knob.setdefault(tuple(one.line.knobs), one)
    return list(by_knob.values())


def varied(ranked: Sequence[Candidate]) -> list[Candidate]:
    """The same candidates, but of those that begin with the same setting (a way with other borders) the best two first,
    and the others after all else: variants of one thing stand and fall together, and would leave no place for anything
    different."""
    alike: Counter[str] = Counter()
    first: list[Candidate] = []
    later: list[Candidate] = []
    for one in ranked:
        name, value = next(iter(one.line.knobs.items()), (one.name, ""))
        setting = f"{name}={value}"
        alike[setting] += 1
        (first if alike[setting] <= _MOST_ALIKE else later).append(one)
    return [*first, *later]


def as_one(lines: Sequence[TuningLine], combined: Callable[[Sequence[CollectiveRule]], str]) -> TuningLine:
    """One line for all sizes from lines for parts of them, in order."""
    rules = [one.rule for one in lines if one.rule is not None]
    rule = replace(rules[0], algorithm=combined(rules), from_bytes=0, to_bytes=LARGEST_BYTES)
    return limited(lines[0], rule)


def next_larger(sizes: Sequence[int], size: int) -> int:
    """The first of the sizes that is as large or larger, else the last."""
    return next((one for one in sizes if one >= size), sizes[-1])


def best_of(
    group: Sequence[Candidate], seen: Mapping[str, Seen], keep: int, *, every_size: bool = False
) -> list[Candidate]:
    """Those that are among the best at some size and gain there, what gains most first. With `every_size` the best of
    each size come first, also where they lose a little."""
    measured = [one for one in group if seen[one.name].launches and not seen[one.name].error]
    gains = {one.name: {spot: gain(pairs) for spot, pairs in seen[one.name].pairs.items() if pairs} for one in measured}
    spots = {spot for found in gains.values() for spot in found}
    least = _HARMLESS if every_size else 0.0
    names: dict[str, float] = {}
    for place in range(keep):
        for spot in sorted(spots):
            order = sorted(gains, key=lambda name: -gains[name].get(spot, -9.0))
            if place < len(order) and gains[order[place]].get(spot, -9.0) > least:
                names.setdefault(order[place], gains[order[place]][spot])
    kept = (list(names) if every_size else sorted(names, key=lambda name: -names[name]))[: 2 * keep]
    return [one for name in kept for one in measured if one.name == name]
