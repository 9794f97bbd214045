"""Noise as clusters make it, as logarithms of times around zero, with fixed seeds."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Series = NDArray[np.float64]
Noise = Callable[[np.random.Generator, int], Series]


def lognormal(deviation: float) -> Noise:
    return lambda rng, count: rng.normal(0.0, deviation, count)


def heavy_tailed(deviation: float) -> Noise:
    return lambda rng, count: rng.standard_t(3, count) * deviation


def skewed(deviation: float) -> Noise:
    return lambda rng, count: rng.exponential(deviation, count)


def spiky(deviation: float, share: float) -> Noise:
    def series(rng: np.random.Generator, count: int) -> Series:
        spikes = (rng.random(count) < share) * rng.uniform(0.3, 2.3, count)
        return rng.normal(0.0, deviation, count) + spikes

    return series


def correlated(deviation: float, correlation: float) -> Noise:
    def series(rng: np.random.Generator, count: int) -> Series:
        steps = rng.normal(0.0, deviation, count) * np.sqrt(1.0 - correlation**2)
        values = np.empty(count)
        values[0] = rng.normal(0.0, deviation)
        for index in range(1, count):
            values[index] = correlation * values[index - 1] + steps[index]
        return values

    return series


def drifting(deviation: float, step: float) -> Noise:
    """White noise on a random walk of the given step per visit."""
    return lambda rng, count: rng.normal(0.0, deviation, count) + np.cumsum(rng.normal(0.0, step, count))
