"""At which sizes a rule is looked at: within it, and just outside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rankwise.mpis.rules import UNLIMITED, whole
from rankwise.tuning.records import CollectiveRule

_REDUCTIONS = ("allreduce", "reduce", "reduce_scatter", "reduce_scatter_block", "scan", "exscan")
_INT = 4  # what the effect probe reduces
_FAR = 1 << 16  # no need to move more than this to see which way a call goes
_MOST = 1 << 24


@dataclass(frozen=True)
class Points:
    """Bytes of calls that follow the rule, and of calls that do not. `inside` is empty when no call can be made."""

    inside: tuple[int, ...]
    outside: tuple[int, ...]


def points(rule: CollectiveRule, others: Sequence[CollectiveRule] = ()) -> Points:
    """The smallest size and a larger one within the rule, the nearest ones outside that are not of `others` either."""
    if rule.collective == "barrier":
        return Points((0,), ())
    unit = _INT if rule.collective in _REDUCTIONS else 1
    first = -(-max(rule.from_bytes, unit) // unit) * unit
    # Some algorithms want an element for each rank.
    low = unit * rule.ranks if first < unit * rule.ranks <= rule.to_bytes else first
    high = min(rule.to_bytes, max(low, _FAR)) // unit * unit
    inside = tuple(size for size in dict.fromkeys((low, high)) if rule.from_bytes <= size <= min(rule.to_bytes, _MOST))
    if whole(rule):
        return Points(inside, ())
    near = [-(-rule.from_bytes // unit) * unit - unit]
    near += [rule.to_bytes // unit * unit + unit] if rule.to_bytes < min(UNLIMITED, _MOST) else []
    mine = [other for other in others if other.collective == rule.collective and other.ranks == rule.ranks]
    outside = tuple(
        size
        for size in near
        if size >= unit and not any(ruled.from_bytes <= size <= ruled.to_bytes for ruled in (*mine, rule))
    )
    return Points(inside, outside)
