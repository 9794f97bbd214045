"""Which benchmark points show what, which candidates go on, and which of them share a launch: pure functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest

from msgspec.structs import replace

from rankwise.core.grouped import grouped
from rankwise.tuning.goals import CALLS, BenchmarkPoint, Target, regression_points
from rankwise.tuning.race import CandidateTimes, gain
from rankwise.tuning.records import CollectiveRule, TuningLine
from rankwise.tuning.space import LARGEST_BYTES, Candidate, limited

_MOST_ALIKE = 2
_NO_LOSS = -0.05  # one launch is off by that much: a size where nothing gains still needs an algorithm


def transport_points(target: Target) -> list[BenchmarkPoint]:
    """Benchmark points that show what a transport or protocol does: all of point to point, two sizes of each
    collective; all of a trace. Added ones are left to algorithms: most are large, and every candidate would be visited
    there."""
    if target.goal == "trace":
        return list(target.weights)
    usual = target.usual()
    sizes = {kernel: sorted(size for name, size in usual if name == kernel) for kernel in target.kernels()}
    return [
        (kernel, size)
        for kernel, size in usual
        if kernel not in CALLS or size in (sizes[kernel][:2][-1], sizes[kernel][-2:][0])
    ]


def with_between(points: Sequence[BenchmarkPoint], target: Target) -> list[BenchmarkPoint]:
    """The benchmark points, with all others of the same kernels and those halfway between them: where regressions would
    show."""
    kernels = {kernel for kernel, _ in points}
    return list(dict.fromkeys((*points, *(point for point in regression_points(target) if point[0] in kernels))))


def collective_points(target: Target) -> list[BenchmarkPoint]:
    """Benchmark points of collectives."""
    return [point for point in target.weights if point[0] in CALLS]


def side_by_side(candidates: Sequence[Candidate]) -> list[list[Candidate]]:
    """Candidates side by side: each row has at most one of every collective."""
    by_collective = grouped((candidate.kernels, candidate) for candidate in candidates)
    return [[candidate for candidate in row if candidate is not None] for row in zip_longest(*by_collective.values())]


def one_size(points: Sequence[BenchmarkPoint]) -> list[BenchmarkPoint]:
    """One size of each kernel, not the largest."""
    kernels = dict.fromkeys(kernel for kernel, _ in points)
    return [sorted(point for point in points if point[0] == kernel)[:2][-1] for kernel in kernels]


def first_values(group: Sequence[Candidate]) -> list[Candidate]:
    """One candidate for each knob of a bundle."""
    by_knob: dict[tuple[str, ...], Candidate] = {}
    for candidate in group:
        by_knob.setdefault(tuple(candidate.line.knobs), candidate)
    return list(by_knob.values())


def varied(ranked: Sequence[Candidate]) -> list[Candidate]:
    """The same candidates, but of those that begin with the same setting (a way with other thresholds) the best two
    first, and the others after all else: variants of one thing stand and fall together, and would leave no place for
    anything different."""
    alike: Counter[str] = Counter()
    first: list[Candidate] = []
    later: list[Candidate] = []
    for candidate in ranked:
        name, value = next(iter(candidate.line.knobs.items()), (candidate.name, ""))
        setting = f"{name}={value}"
        alike[setting] += 1
        (first if alike[setting] <= _MOST_ALIKE else later).append(candidate)
    return [*first, *later]


def as_one(lines: Sequence[TuningLine], combined: Callable[[Sequence[CollectiveRule]], str]) -> TuningLine:
    """One line for all sizes from lines for parts of them, in order."""
    rules = [line.rule for line in lines if line.rule is not None]
    rule = replace(rules[0], algorithm=combined(rules), from_bytes=0, to_bytes=LARGEST_BYTES)
    return limited(lines[0], rule)


def next_larger(sizes: Sequence[int], size: int) -> int:
    """The first of the sizes that is as large or larger, else the last."""
    return next((larger for larger in sizes if larger >= size), sizes[-1])


def best_of(
    group: Sequence[Candidate], seen: Mapping[str, CandidateTimes], keep: int, *, every_size: bool = False
) -> list[Candidate]:
    """Those that are among the best at some size and gain there, what gains most first. With `every_size` the best of
    each size come first, also where they lose a little."""
    measured = [candidate for candidate in group if seen[candidate.name].launches and not seen[candidate.name].error]
    gains = {
        candidate.name: {point: gain(pairs) for point, pairs in seen[candidate.name].pairs.items() if pairs}
        for candidate in measured
    }
    points = {point for gains_of in gains.values() for point in gains_of}
    least = _NO_LOSS if every_size else 0.0
    names: dict[str, float] = {}
    for place in range(keep):
        for point in sorted(points):
            order = sorted(gains, key=lambda name: -gains[name].get(point, -9.0))
            if place < len(order) and gains[order[place]].get(point, -9.0) > least:
                names.setdefault(order[place], gains[order[place]][point])
    kept = (list(names) if every_size else sorted(names, key=lambda name: -names[name]))[: 2 * keep]
    return [candidate for name in kept for candidate in measured if candidate.name == name]
