"""Which algorithm serves which size, for all sizes of a collective together: few lines, at no loss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

DEFAULT: Final = ""
"""The library's own choice."""
PRICE: Final = 0.03
"""What a line costs (a logarithm of a ratio of times, as all gains here): so much luck may bring in one cell."""
LOSS: Final = 0.02
"""A candidate serves a size where it is at most so much slower than what surely gains most there."""


@dataclass(frozen=True)
class SizeEvidence:
    """What launches show of a candidate at one size: its gain over the default, and `sure`, the part of it that luck
    does not explain."""

    gain: float
    sure: float


def segments(
    cells: Sequence[Mapping[str, SizeEvidence]], *, price: float = PRICE, loss: float = LOSS, default: bool = True
) -> list[str] | None:
    """A candidate for each size, in the order of `cells`: those that have the largest sum of sure gains, less the price
    of each line, which is a run of neighbouring sizes with one candidate. At each size none is slower by more than
    `loss` than what surely gains most there. Without `default` the library's own choice serves no size; None where some
    size has no candidate then.

    By dynamic programming over sizes. Of equal sums the one with fewer lines is taken, then the first by name, so that
    the order of candidates decides nothing.
    """
    paths: dict[str, tuple[float, int, tuple[str, ...]]] = {"": (0.0, 0, ())}
    for cell in cells:
        longer: dict[str, tuple[float, int, tuple[str, ...]]] = {}
        for name, value in _allowed(cell, loss, default=default).items():
            ways = []
            for total, lines, names in paths.values():
                new = name != DEFAULT and names[-1:] != (name,)
                ways.append((-(total + value - price * new), lines + new, (*names, name)))
            if ways:
                total, lines, names = min(ways)
                longer[name] = (-total, lines, names)
        paths = longer
    ended = [(-total, lines, names) for total, lines, names in paths.values()]
    return list(min(ended)[2]) if ended else None


def _allowed(cell: Mapping[str, SizeEvidence], loss: float, *, default: bool) -> dict[str, float]:
    """The candidates that may serve a size, with their sure gains."""
    best = max((shown.sure for shown in cell.values()), default=0.0)
    least = max(best, 0.0) - loss
    allowed = {name: shown.sure for name, shown in cell.items() if shown.gain >= least}
    if default and least <= 0.0:
        allowed[DEFAULT] = 0.0
    return allowed
