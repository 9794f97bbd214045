"""Whether a change may slow a cell: where that is excluded, and where it is most likely although nobody looked."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from rankwise.tuning.records import Gain


def excluded(gains: Iterable[Gain], worst: float) -> int:
    """For how many cells a regression beyond `worst` (0.97: 3 %) is excluded: their whole interval lies above. Each by
    itself is right in 97.5 % of cases; a cell that is not counted was measured too coarsely, or is slower."""
    return sum(gain.ratio.low >= worst for gain in gains)


_REACH: Final = math.log(4.0)
"""Sizes that differ by less than this factor behave alike: half of the smoothing kernel's width, in log size."""
_USUAL: Final = 0.05
"""How much a change does to a cell by itself, as a logarithm, before anything was measured."""


def likely_regressions(
    seen: Mapping[str, Mapping[int, tuple[float, float]]],
    sizes: Mapping[str, Collection[int]],
    worst: float,
    most: int,
) -> list[tuple[str, int]]:
    """Where a change is most likely slower than `worst` although nobody looked: at most so many of the `sizes` of each
    kernel, the likeliest first. `seen` has gains (logarithms) and their standard errors by kernel and size.

    The gains of a kernel are smoothed over log size: a Gaussian process with mean zero, whose deviation `_USUAL` is
    that of the gains where these are larger. At each size that was not measured it gives a normal posterior. Source:
    Rasmussen and Williams, Gaussian Processes for Machine Learning (2006), algorithm 2.1.
    """
    chance: dict[tuple[str, int], float] = {}
    for kernel, at in seen.items():
        for size in sizes.get(kernel, ()):
            if at and size > 0 and size not in at:
                mean, deviation = _posterior(at, size)
                chance[kernel, size] = _below((math.log(worst) - mean) / deviation)
    return sorted(chance, key=lambda point: (-chance[point], point))[:most]


def _posterior(at: Mapping[int, tuple[float, float]], size: int) -> tuple[float, float]:
    import numpy as np

    places = np.log([max(1, known) for known in at])
    gains = np.array([gain for gain, _ in at.values()])
    errors = np.array([error for _, error in at.values()])
    usual = max(_USUAL, float(np.sqrt(np.mean(gains**2))))
    near = usual**2 * np.exp(-0.5 * ((places[:, None] - places[None, :]) / _REACH) ** 2)
    here = usual**2 * np.exp(-0.5 * ((places - math.log(size)) / _REACH) ** 2)
    weights = np.linalg.solve(near + np.diag(errors**2 + 1e-8), here)
    return float(weights @ gains), math.sqrt(max(1e-8, usual**2 - float(weights @ here)))


def _below(deviations: float) -> float:
    return 0.5 * math.erfc(-deviations / math.sqrt(2.0))
