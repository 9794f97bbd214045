"""Which MPI is the fastest here, and for what, in one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rankwise.core.grouped import grouped
from rankwise.core.records import CellResult
from rankwise.core.records.kernel import is_collective
from rankwise.experiment.records import Comparison
from rankwise.report import words

_MOST_SIDES = 3
_MPI = "mpi="
_SENDS_NOTHING = "reduce_local"
_SHORT_BYTES, _LONG_BYTES = 1 << 10, 1 << 16

Point = tuple[str, int, str]
"""A kernel, a size, and the side that is surely the fastest there; empty where none is."""


def sentence(points: Iterable[Point], sides: Sequence[str], remedy: str, failed: Sequence[str] = ()) -> str:
    """For what each MPI is the fastest at more than half of the points, and for what that cannot be told. Where nothing
    can be told: `remedy` decides. `failed` are MPIs that have no figure at some of the points, or at none."""
    without = f" Left out where {'it' if len(failed) == 1 else 'they'} failed: {words.listed(failed)}." * bool(failed)
    by_purpose = grouped(
        (_purpose(kernel, size_bytes), side) for kernel, size_bytes, side in points if kernel != _SENDS_NOTHING
    )
    best = grouped((_most(first), purpose) for purpose, first in by_purpose.items())
    open_ = best.pop("", [])
    if not best:
        return f"Which of {words.listed(sides)} is the fastest here cannot be told: {remedy}.{without}"
    told = "; ".join(f"{side} for {words.listed(purposes)}" for side, purposes in best.items())
    rest = f" It cannot be told for {words.listed(open_)}." if open_ else ""
    return f"Fastest here: {told}.{rest}{without}"


def surely(results: Mapping[str, CellResult]) -> str:
    """The side whose whole interval is below that of each other; empty where there is none."""
    known = {side: result.estimate for side, result in results.items() if result.estimate}
    best = min(known, key=lambda side: known[side].median_s, default="")
    return best if all(known[best].high_s < other.low_s for side, other in known.items() if side != best) else ""


def of_compared(comparison: Comparison) -> str:
    """The sentence of a comparison of MPIs by kernels; empty for other sides."""
    names = _mpis(comparison)
    if not names:
        return ""
    points = (
        (cell.kernel, cell.size_bytes, names[cell.first[0]] if len(cell.first) == 1 else "")
        for cell in comparison.cells
        if len(cell.times_s) > 1 and cell.ranking
    )
    failed = [
        side.removeprefix(_MPI)
        for side in dict.fromkeys([*comparison.sides, *comparison.run.mpis])
        if side.startswith(_MPI) and (side not in names or any(side in cell.failed for cell in comparison.cells))
    ]
    return sentence(points, list(names.values()), "more --budget narrows the intervals", failed)


def not_compared(comparison: Comparison) -> Iterator[str]:
    """What a comparison of MPIs could not look at."""
    names = _mpis(comparison)
    if not names:
        return
    yield "other MPIs of this machine (rankwise survey --mpi all)"
    if len({endpoint.node for endpoint in comparison.run.plan.endpoints}) == 1:
        yield "messages between nodes (--hosts)"
    yield f"programs (rankwise compare {' '.join(names.values())} mpirun -n 2 ./app)"


def compare_line(sides: Sequence[str]) -> str:
    """The command that has them alive at the same time."""
    return f"`rankwise compare {' '.join(sides[:_MOST_SIDES])}` runs them at the same time"


def _mpis(comparison: Comparison) -> dict[str, str]:
    """The name of each side's MPI, where sides are nothing else and kernels were measured."""
    plain = all(side.startswith(_MPI) and "+" not in side for side in comparison.sides)
    if not plain or any(cell.kernel == "command" for cell in comparison.cells):
        return {}
    return {side: side.removeprefix(_MPI) for side in comparison.sides}


def _purpose(kernel: str, size_bytes: int) -> str:
    if is_collective(kernel):
        return "collectives"
    if size_bytes <= _SHORT_BYTES:
        return "short messages"
    return "long messages" if size_bytes >= _LONG_BYTES else "medium messages"


def _most(first: Sequence[str]) -> str:
    """The side that is first at more than half of the points; empty where there is none."""
    side, most = next(iter(Counter(filter(None, first)).most_common(1)), ("", 0))
    return side if 2 * most > len(first) else ""
