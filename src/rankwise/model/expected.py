"""What a measured time should be, without any reference data: out of the other times measured here, and why.

Every function returns expectations, violated or not; `rankwise.model.verdict.judge` decides, with the intervals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rankwise.core.records import Estimate
from rankwise.core.units import few, format_bytes, format_rate, format_seconds, plural
from rankwise.model.records import Expected, ExpectedPart
from rankwise.model.robust import median
from rankwise.model.rules import COMPOSITION, DIVISIBLE, GROWS_WITH_RANKS, Rule

COPY_FROM_BYTES = 1 << 18
"""From this size on a message through shared memory is ruled by copying, not by latency."""


class Key(NamedTuple):
    """What was measured: a kernel at a size (as the kernel defines it) on a number of ranks, same placement and MPI."""

    kernel: str
    size_bytes: int
    ranks: int

    def __str__(self) -> str:
        size = "" if self.kernel == "barrier" else f" of {format_bytes(self.size_bytes)}"
        return f"{self.kernel}{size} on {plural(self.ranks, 'rank')}"


Results = Mapping[Key, Estimate]


def expectations(
    key: Key,
    results: Results,
    *,
    copy_rate_bytes_per_s: float | None = None,
    other_mpis: Mapping[str, Results] | None = None,
    siblings: Mapping[str, Estimate] | None = None,
    uniform_paths: bool = False,
) -> list[Expected]:
    """Everything that can be expected of the cell `key`, strictest first.

    `results`: the cells of the same launch and placement. `copy_rate_bytes_per_s`: one copy of memory by one core,
    given only where the ranks share memory. `other_mpis`: the same cells by other MPIs, by name. `siblings`: the same
    cell between other ends of the same relation, by the name of the path. `uniform_paths`: all pairs of ranks are
    alike, so that a collective may be held against another that uses other pairs.
    """
    expected = [
        *_composition(key, results, uniform_paths),
        *_monotony(key, results),
        *_halves(key, results),
        *_fewer_ranks(key, results),
        *_copies(key, results, copy_rate_bytes_per_s),
        *_other_mpis(key, other_mpis or {}),
        *_siblings(siblings or {}),
    ]
    return sorted(expected, key=lambda item: item.time_s)


def _composition(key: Key, results: Results, uniform_paths: bool) -> Iterable[Expected]:
    for rule in COMPOSITION:
        if rule.kernel == key.kernel and rule.ranks in {None, key.ranks} and (uniform_paths or not rule.uniform):
            composed = _sum_of_parts(rule, key, results)
            if composed is not None:
                yield composed


def _sum_of_parts(rule: Rule, key: Key, results: Results) -> Expected | None:
    time_s = high_s = 0.0
    words = []
    parts = []
    for part in rule.parts:
        at = _at_least(Key(part.kernel, part.size(key.size_bytes, key.ranks), key.ranks), results)
        if at is None:
            return None
        times, measured = part.times(key.ranks), results[at]
        time_s += times * measured.median_s
        high_s += times * measured.high_s
        parts.append(_part(at, times))
        words.append(f"{f'{times} x ' if times > 1 else ''}{at} ({format_seconds(measured.median_s)} each)")
    return Expected(
        basis="composition",
        time_s=time_s,
        high_s=high_s,
        parts=tuple(parts),
        explanation=f"the same can be done by {' then '.join(words)}: {format_seconds(time_s)}",
    )


def _at_least(key: Key, results: Results) -> Key | None:
    """The key itself, or the smallest measured size above it that is at most four times as large (more is no bound)."""
    if key in results:
        return key
    limit = max(4 * key.size_bytes, 8)
    larger = [
        other
        for other in results
        if (other.kernel, other.ranks) == (key.kernel, key.ranks) and key.size_bytes < other.size_bytes <= limit
    ]
    return min(larger, key=lambda other: other.size_bytes, default=None)


def _monotony(key: Key, results: Results) -> Iterable[Expected]:
    """Fewer bytes should not need longer: against the fastest larger size."""
    larger = (other for other in results if other.ranks == key.ranks and other.size_bytes > key.size_bytes)
    yield from _no_longer_than(key, larger, results, "a larger size")


def _halves(key: Key, results: Results) -> Iterable[Expected]:
    """A message should not need longer than its two halves one after the other."""
    half = Key(key.kernel, key.size_bytes // 2, key.ranks)
    if key.kernel in DIVISIBLE and key.size_bytes >= 2 and key.size_bytes % 2 == 0 and half in results:
        measured = results[half]
        yield Expected(
            basis="composition",
            time_s=2 * measured.median_s,
            high_s=2 * measured.high_s,
            parts=(_part(half, 2),),
            explanation=f"the same can be done by 2 x {half} ({format_seconds(measured.median_s)} each)",
        )


def _fewer_ranks(key: Key, results: Results) -> Iterable[Expected]:
    """Fewer ranks should not need longer: against the fastest larger number of ranks."""
    if key.kernel in GROWS_WITH_RANKS:
        more = (other for other in results if other.size_bytes == key.size_bytes and other.ranks > key.ranks)
        yield from _no_longer_than(key, more, results, "more ranks")


def _no_longer_than(key: Key, others: Iterable[Key], results: Results, what: str) -> Iterable[Expected]:
    """The time of the fastest of the others that are of the same kernel."""
    alike = (other for other in others if other.kernel == key.kernel)
    if fastest := min(alike, key=lambda other: results[other].median_s, default=None):
        yield _like(results[fastest], "monotony", f"{fastest}, {what}, takes", _part(fastest))


def _copies(key: Key, results: Results, copy_rate_bytes_per_s: float | None) -> Iterable[Expected]:
    """A large message through shared memory is at most two copies: into the shared buffer and out of it."""
    if copy_rate_bytes_per_s is None or key.kernel != "pingpong" or key.size_bytes < COPY_FROM_BYTES:
        return
    smallest = min(
        (other for other in results if (other.kernel, other.ranks) == (key.kernel, key.ranks)),
        key=lambda other: other.size_bytes,
        default=key,
    )
    latency_s = results[smallest].median_s if smallest.size_bytes < COPY_FROM_BYTES else 0.0
    time_s = latency_s + 2 * key.size_bytes / copy_rate_bytes_per_s
    yield Expected(
        basis="copy-bandwidth",
        time_s=time_s,
        explanation=f"two copies of {format_bytes(key.size_bytes)} at {format_rate(copy_rate_bytes_per_s)}, the rate "
        f"of copies in this memory, take {format_seconds(time_s)} with the latency",
    )


def _other_mpis(key: Key, other_mpis: Mapping[str, Results]) -> Iterable[Expected]:
    measured = {name: results[key] for name, results in other_mpis.items() if key in results}
    if measured:
        best = min(measured, key=lambda name: measured[name].median_s)
        yield _like(measured[best], "best-mpi", f"{best} on the same ranks takes", _part(key, side=best))


def _siblings(siblings: Mapping[str, Estimate]) -> Iterable[Expected]:
    if siblings:
        middle_s = median([sibling.median_s for sibling in siblings.values()])
        take = "of the same relation takes" if len(siblings) == 1 else "of the same relation take a median of"
        yield Expected(
            basis="sibling",
            time_s=middle_s,
            high_s=median([sibling.high_s for sibling in siblings.values()]),
            explanation=f"{few(list(siblings), 3)} {take} {format_seconds(middle_s)}",
        )


def _part(key: Key, times: float = 1.0, side: str = "") -> ExpectedPart:
    return ExpectedPart(kernel=key.kernel, size_bytes=key.size_bytes, ranks=key.ranks, times=times, side=side)


def _like(measured: Estimate, basis: str, words: str, part: ExpectedPart) -> Expected:
    return Expected(
        basis=basis,
        parts=(part,),
        time_s=measured.median_s,
        high_s=measured.high_s,
        explanation=f"{words} {format_seconds(measured.median_s)}",
    )
