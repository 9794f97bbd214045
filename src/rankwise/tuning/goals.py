"""What a tuning is for: the cells that are measured, and how much each of them counts."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final, Literal

from rankwise.core.errors import UsageError
from rankwise.core.grouped import grouped
from rankwise.core.units import parse_size
from rankwise.experiment.paired import Point
from rankwise.tracing.meaning import kernel_rows, window_of
from rankwise.tracing.records import TracedRank
from rankwise.tuning.records import CollectiveRule

Goal = Literal["latency", "bandwidth", "collectives", "all", "trace", "command"]
BenchmarkPoint = Point

COLLECTIVES: Final = ("allgather", "allreduce", "alltoall", "bcast", "reduce", "reduce_scatter")
SCHEDULED: Final = ("gather", "scatter")
"""Measured where schedules can be made, for libraries have no rules by size for these."""
CALLS: Final = (*COLLECTIVES, *SCHEDULED, "reduce_scatter_block")
"""All kernels that rules are searched for."""
POINT_TO_POINT: Final = ("pingpong", "uniband")
SIZES: Final[Mapping[str, tuple[int, ...]]] = {
    "pingpong": (8, 512, 4 << 10, 16 << 10, 64 << 10, 512 << 10, 4 << 20),
    "uniband": (8, 128, 4 << 10, 64 << 10, 1 << 20),
    **dict.fromkeys((*COLLECTIVES, *SCHEDULED), (8, 1 << 10, 16 << 10, 128 << 10, 1 << 20)),
}
"""What the search measures. Nothing else is promised there: `unseen` draws other sizes to verify with."""

LEAST_SPEED_RATIO: Final = 0.97
"""No cell may lie wholly below this, unless a user allows more."""

_NONBLOCKING: Final = ("pingping", "message_rate")  # as sends that are waited for later are counted
_SHORT: Final = 8 << 10
_STEP: Final = 8
_STRATA: Final = (8, 256, 2 << 10, 8 << 10, 32 << 10, 256 << 10, 4 << 20)
_GRAIN: Final = 8  # bytes: all sizes are whole elements of any type
_NEAR: Final = 1.3
_BEYOND: Final = 64  # above a threshold, whatever headers count
_MOST_TRACED: Final = 24


@dataclass(frozen=True)
class Target:
    """Benchmark points to measure and their weights; a benchmark point of weight zero is only checked for regressions.
    `worst` is the ratio of times below which no cell may lie: 0 where something else judges. `window`:
    messages at a time in kernels that send several; 0: the usual number. `between` are the first and the last size that
    a user asked for, empty for the usual ones. `communicators` are the sizes of those that a program calls each
    collective on, as far as it was counted. `added` are benchmark points of `weights` that are there because the
    default violates a guideline at them."""

    goal: Goal
    weights: Mapping[BenchmarkPoint, float] = field(default_factory=dict)
    worst: float = LEAST_SPEED_RATIO
    window: int = 0
    between: tuple[int, ...] = ()
    communicators: Mapping[str, Collection[int]] = field(default_factory=dict)
    added: tuple[BenchmarkPoint, ...] = ()

    def apart(self, ranks: int) -> dict[str, Collection[int]]:
        """The collectives that are called on communicators of other sizes alone, where no rule for `ranks` applies."""
        return {name: sizes for name, sizes in self.communicators.items() if name in CALLS and ranks not in sizes}

    def overlaps(self) -> bool:
        """Whether a program that was counted goes on while messages are on their way."""
        return any(kernel in _NONBLOCKING or kernel.startswith("i") for kernel in self.kernels())

    def usual(self) -> list[BenchmarkPoint]:
        """The benchmark points but for those that were added."""
        return [point for point in self.weights if point not in self.added]

    def kernels(self) -> tuple[str, ...]:
        """Kernels of the benchmark points, each once."""
        return tuple(dict.fromkeys(kernel for kernel, _ in self.weights))

    def of(self, kernels: Iterable[str]) -> list[BenchmarkPoint]:
        """The benchmark points of these kernels."""
        wanted = set(kernels)
        return [point for point in self.weights if point[0] in wanted]


def target(goal: Goal, ranks: int, between: tuple[int, ...] = (), more: Sequence[str] = ()) -> Target:
    """The usual benchmark points of a goal, and those of `more` kernels. All of them are measured; those that
    the goal is not about are checked for regressions. Where a user names the sizes `between` which messages lie, they
    are of these in steps of eight times. Raises UsageError where the goal is about none of them."""
    kernels = (*POINT_TO_POINT, *COLLECTIVES, *more) if ranks > 1 else ()
    sizes = dict.fromkeys(kernels, steps(between)) if between else SIZES
    points = [(kernel, size) for kernel in kernels for size in sizes[kernel]]
    if points and not any(weight(goal, *point) for point in points):
        raise UsageError(
            "no-cells", f"nothing that {goal} is about lies among these sizes", "take other --sizes, or --for all"
        )
    return Target(goal, {point: weight(goal, *point) for point in points}, between=between)


def steps(between: tuple[int, ...]) -> tuple[int, ...]:
    """Sizes from the first to the last, each eight times the one before."""
    low, high = max(_STRATA[0], between[0]), max(_STRATA[0], between[-1])
    return tuple(low * _STEP**power for power in range(1 + int(math.log(high / low, _STEP) + 1e-9)))


def regression_points(target: Target) -> list[BenchmarkPoint]:
    """The usual benchmark points of a target and those halfway between the sizes of each kernel (geometric means, in
    steps of eight bytes); of a trace its own benchmark points alone, because no others count."""
    points = target.usual()
    if target.goal == "trace":
        return points
    by_kernel = grouped(points)
    halfway = [
        (kernel, _GRAIN * round(math.sqrt(low * high) / _GRAIN))
        for kernel, sizes in by_kernel.items()
        for low, high in pairwise(sorted(sizes))
    ]
    return [*points, *halfway]


def beside_thresholds(thresholds: Iterable[int], target: Target) -> list[BenchmarkPoint]:
    """Benchmark points on both sides of sizes at which a protocol changes, where regressions were seen to hide: all
    kernels of a target at three quarters of the size and just above it, if that lies among their sizes. Of a trace
    none: its own count."""
    least = target.between[0] if target.between else _GRAIN
    if target.goal == "trace":
        return []
    largest: dict[str, int] = {}
    for kernel, size in target.weights:
        largest[kernel] = max(size, largest.get(kernel, 0))
    beside = [size for threshold in thresholds for size in (3 * threshold // 4, threshold + _BEYOND)]
    sizes = [_GRAIN * (size // _GRAIN) for size in beside]
    return [(kernel, size) for kernel, most in largest.items() for size in sizes if least <= size <= most]


def largest(target: Target) -> list[BenchmarkPoint]:
    """Collectives at the largest size that a tuning is verified at, which takes too long for races. Of a trace none."""
    if target.goal == "trace":
        return []
    most = max(_STRATA[0], target.between[-1]) if target.between else _STRATA[-1]
    return [(kernel, most) for kernel in target.kernels() if kernel in CALLS]


def weight(goal: Goal, kernel: str, size: int) -> float:
    """1 for the benchmark points that the usual goals are about, else 0: those are only checked for regressions."""
    concerned = {
        "latency": kernel == "pingpong" and size <= _SHORT,
        "bandwidth": kernel in POINT_TO_POINT and size > _SHORT,
        "collectives": kernel in CALLS,
    }.get(goal, True)
    return 1.0 if concerned else 0.0


def traced(rows: Sequence[tuple[str, int, float]], window: int = 0) -> Target:
    """The benchmark points of an application's own histogram of (kernel, bytes, calls): the most frequent bytes and
    calls.

    Weights are calls until times are known: see `weighted_by_time`.
    """
    joined: dict[BenchmarkPoint, float] = {}
    for kernel, size, count in rows:
        joined[kernel, size] = joined.get((kernel, size), 0.0) + count
    most = sorted(joined, key=lambda point: -joined[point] * (point[1] + 1024))[:_MOST_TRACED]
    return Target("trace", {point: joined[point] for point in most}, window=window)


def target_of(ranks: Sequence[TracedRank]) -> Target | None:
    """What a traced program sends: calls as rankwise's kernels make them, and on communicators of which sizes
    collectives are called. None where the trace holds no call that a kernel is like, or one rank alone."""
    rows, _ = kernel_rows(ranks)
    if not rows or len(ranks) < 2:
        return None
    communicators: dict[str, set[int]] = defaultdict(set)
    for rank in ranks:
        for row in rank.sizes:
            if row.call.lower() in CALLS:
                communicators[row.call.lower()].add(row.together)
    sizes = {name: frozenset(members) for name, members in communicators.items()}
    return replace(traced(rows, window_of(ranks)), communicators=sizes)


def parse_trace(text: str, source: str, *, kernels: bool = True) -> list[tuple[str, int, float]]:
    """Rows of `kernel size count`, separated by blanks or tabs; `#` begins a comment. Where no `kernels` are needed
    rows may be `size count`, and are of kernel "". Raises UsageError that names the line."""
    form = "allreduce 64KiB 12000" if kernels else "allreduce 64KiB 12000, or 64KiB 12000"
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words or "size" in words:  # a heading
            continue
        try:
            kernel, size, count = words if kernels or len(words) != 2 else ("", *words)
            rows.append((kernel, parse_size(size), float(count)))
        except (ValueError, UsageError) as error:
            raise UsageError(
                "bad-trace", f"{source}, line {number}: '{line.strip()}' is not a row", f"write: {form}"
            ) from error
        if not 0 < rows[-1][2] < math.inf:
            raise UsageError("bad-trace", f"{source}, line {number}: a count must be above zero", "leave the line out")
    if not rows:
        raise UsageError("bad-trace", f"{source} holds no row", f"write: {form}")
    return rows


def weighted_by_time(target: Target, times_s: Mapping[BenchmarkPoint, float]) -> Target:
    """The same benchmark points of a trace, weighted by the share of time that each takes with the default."""
    total = sum(weight * times_s.get(point, 0.0) for point, weight in target.weights.items()) or 1.0
    shares = {point: weight * times_s.get(point, 0.0) / total for point, weight in target.weights.items()}
    return replace(target, weights=shares)


def unseen(
    seen: Iterable[BenchmarkPoint], kernels: Iterable[str], seed: int, between: tuple[int, ...] = ()
) -> list[BenchmarkPoint]:
    """Benchmark points that the search did not measure: for each kernel one size in each stratum from 8 B to 4 MiB, or
    of the sizes `between` which messages lie, drawn by `seed`, in steps of eight bytes."""
    known = set(seen)
    order = random.Random(seed)
    strata = tuple(dict.fromkeys((*steps(between), max(_STRATA[0], between[-1])))) if between else _STRATA
    points = []
    for kernel in kernels:
        for low, high in pairwise(strata):
            sizes = range(_GRAIN * (low // _GRAIN + 1), high + 1, _GRAIN)
            if all((kernel, size) in known for size in sizes):  # a user's sizes may be nearer to each other than a step
                continue
            size = low
            while (kernel, size) in known or size not in sizes:
                size = _GRAIN * round(low * (high / low) ** order.random() / _GRAIN)
            points.append((kernel, size))
    return points


def near(
    point: BenchmarkPoint, seen: Collection[BenchmarkPoint], seed: int, between: tuple[int, ...] = ()
) -> BenchmarkPoint | None:
    """A benchmark point that was not measured, whose size differs by at most `_NEAR` times, or one step of eight bytes,
    from that of one where a line was seen to gain, and lies within the sizes `between` which messages lie: drawn by
    `seed`. None where there is no such size left."""
    kernel, size = point
    least, most = (between[0], between[-1]) if between else (_STRATA[0], _STRATA[-1])
    low = max(math.ceil(least / _GRAIN), math.ceil(size / _NEAR / _GRAIN))
    high = min(most // _GRAIN, max(size // _GRAIN + 1, int(size * _NEAR / _GRAIN)))
    taken = {point, *seen}
    free = [_GRAIN * count for count in range(low, high + 1) if (kernel, _GRAIN * count) not in taken]
    return (kernel, random.Random(seed).choice(free)) if free else None


def within(rule: CollectiveRule, seed: int) -> int:
    """A size in bytes that the rule concerns, up to the largest that is measured, drawn by `seed`."""
    low, high = max(_STRATA[0], rule.from_bytes), min(_STRATA[-1], rule.to_bytes)
    drawn = _GRAIN * round(math.exp(random.Random(seed).uniform(math.log(low), math.log(max(low, high)))) / _GRAIN)
    return min(max(drawn, rule.from_bytes), rule.to_bytes)
