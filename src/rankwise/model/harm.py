"""Whether a change may slow a cell: where that is excluded, and where it is most likely although nobody looked."""

from __future__ import annotations

from collections.abc import Iterable

from rankwise.core.records import Gain


def excluded(gains: Iterable[Gain], worst: float) -> int:
    """For how many cells harm beyond `worst` (0.97: 3 %) is excluded: their whole interval lies above. Each by itself
    is right in 97.5 % of cases; a cell that is not counted was measured too coarsely, or is slower."""
    return sum(gain.ratio.low >= worst for gain in gains)
