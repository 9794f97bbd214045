"""Where the default violates a guideline behind its own other calls: what a search is guided by, before any candidate
is launched.

These are violations of self-consistent performance guidelines (Traeff, Gropp, Thakur, IEEE TPDS 21 (2010) 698), by the
rules of the map (`rankwise.model.expected`). That they tell what to tune is the idea of Hunold and Carpen-Amarie,
"Autotuning MPI Collectives using Performance Guidelines", HPC Asia 2018.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace as replace_fields
from typing import Final

from msgspec.structs import replace

from rankwise.core import said
from rankwise.core.grouped import grouped
from rankwise.core.units import format_bytes
from rankwise.experiment.paired import Series, by_number, over_parts
from rankwise.model.estimate import estimate
from rankwise.model.expected import Key, expectations
from rankwise.model.records import Expected, Ratio
from rankwise.model.rules import BLOCK_OF_EACH, CACHED_BYTES, COMPOSITION
from rankwise.model.verdict import TOLERANCE
from rankwise.tuning.goals import POINT_TO_POINT, BenchmarkPoint, Target, weight
from rankwise.tuning.records import TuningLine, Violation
from rankwise.tuning.space import Candidate

_MOST, _MOST_OF_KERNEL = 6, 2
_NEAR: Final = 4  # a threshold moves what is up to so many times smaller or larger


def looked_at(wanted: Target) -> list[BenchmarkPoint]:
    """Every power of two among the sizes of each kernel that a target is about, and of the calls that it could be
    replaced by."""
    sizes = grouped(point for point, counts in wanted.weights.items() if counts > 0)
    about = set(sizes)
    for rule in COMPOSITION:
        for part in rule.parts if rule.kernel in about else ():
            sizes.setdefault(part.kernel, [0] if part.kernel == "barrier" else sizes[rule.kernel])
    return [(kernel, size) for kernel, own in sizes.items() for size in _powers(min(own), max(own))]


def _powers(low: int, high: int) -> list[int]:
    return [1 << power for power in range((low - 1).bit_length(), high.bit_length())] if low else [0]


def violations(
    times: Mapping[BenchmarkPoint, Series], kernels: Collection[str], ranks: int, *, uniform_paths: bool
) -> tuple[Violation, ...]:
    """Cells of the kernels that take longer than other calls say that they need, the worst first: by the rule of the
    map, the interval lies a tenth beyond. Each is judged by itself, so of very many some lie there by luck. Launches
    decide, three at least: a cell and what it is held against are paired within each."""
    keys = {point: Key(*point, 2 if point[0] in POINT_TO_POINT else ranks) for point in times}
    measured = {keys[point]: own for point, own in times.items() if own}
    results = {key: estimate(by_number(own), stop="budget") for key, own in measured.items()}
    broken: list[Violation] = []
    for key in (result for result in results if result.kernel in kernels):
        own = [
            Violation(
                kernel=key.kernel,
                size_bytes=key.size_bytes,
                time_s=results[key].median_s,
                ratio=beside,
                parts=expectation.parts,
            )
            for expectation in expectations(key, results, uniform_paths=uniform_paths)
            if not _of_another_cache(key, expectation)
            if (beside := _beside(measured[key], expectation, measured)) is not None and beside.low > 1.0 + TOLERANCE
        ]
        broken += sorted(own, key=lambda violation: -violation.ratio.low)[:1]
    return tuple(sorted(broken, key=lambda violation: -violation.ratio.low))


def _of_another_cache(key: Key, expected: Expected) -> bool:
    """Whether a part that is taken several times may stay in a cache that all of the call does not fit in."""
    blocks = key.ranks if key.kernel in BLOCK_OF_EACH else 1
    return key.size_bytes * blocks > CACHED_BYTES and any(part.times > 1 for part in expected.parts)


def _beside(own: Series, expected: Expected, measured: Mapping[Key, Series]) -> Ratio | None:
    """The cell over what is expected of it, launch by launch; None with too few."""
    parts = [(part.times, measured[Key(part.kernel, part.size_bytes, part.ranks)]) for part in expected.parts]
    return over_parts(own, parts)


def worst(violations: Iterable[Violation], wanted: Target) -> tuple[Violation, ...]:
    """The few that a search goes by: of each kernel the worst ones, as far as the goal is about them."""
    of_kernel: Counter[str] = Counter()
    chosen = []
    for violation in violations:
        concerned = weight(wanted.goal, violation.kernel, violation.size_bytes) > 0
        if concerned and of_kernel.total() < _MOST and of_kernel[violation.kernel] < _MOST_OF_KERNEL:
            of_kernel[violation.kernel] += 1
            chosen.append(violation)
    return tuple(chosen)


def with_violations(wanted: Target, violations: Iterable[Violation], *, counted: bool) -> Target:
    """The target with these cells: `counted` like the others, or measured without weight, so that a mean is one over
    cells that were not chosen for being slow."""
    points = [(violation.kernel, violation.size_bytes) for violation in violations]
    added = tuple(point for point in points if point not in wanted.weights)
    return replace_fields(
        wanted, weights={**wanted.weights, **dict.fromkeys(added, 1.0 if counted else 0.0)}, added=added
    )


def likeliest_first(candidates: Sequence[Candidate], violations: Sequence[Violation]) -> list[Candidate]:
    """The same candidates, of each order those first that may cure one of these violations: knobs of that collective,
    thresholds near that size."""

    def far(candidate: Candidate) -> bool:
        return not any(
            violation.kernel in candidate.kernels
            and (
                not candidate.kernels & set(POINT_TO_POINT)
                or violation.size_bytes / _NEAR <= candidate.threshold_bytes <= violation.size_bytes * _NEAR
            )
            for violation in violations
        )

    return sorted(candidates, key=lambda candidate: (candidate.order, far(candidate)))


def told_why(line: TuningLine, violations: Iterable[Violation]) -> TuningLine:
    """The line with what was wrong without it where it gains most, unless that is known already."""
    faster = [gain for gain in line.gains if gain.ratio.answer == "faster"]
    most = max(faster, key=lambda item: item.ratio.ratio, default=None)
    if most is None or line.why:
        return line
    cured = next(
        (
            violation
            for violation in violations
            if (violation.kernel, violation.size_bytes) == (most.kernel, most.size_bytes)
        ),
        None,
    )
    if cured is None:
        return line
    call = f"{cured.kernel} {format_bytes(cured.size_bytes)}"
    times = said.factor(cured.ratio.ratio, cured.ratio.low, cured.ratio.high, " times") or "more than once"
    return replace(line, why=f"without it {call} takes {times} as long as {cured.than}")
