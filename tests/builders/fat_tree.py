"""A simulated machine whose truth is known: two levels of switches, noise, and one slow port or cable."""

from __future__ import annotations

import random
from collections.abc import Sequence

Pair = tuple[int, int]


class FatTree:
    """`leaves` leaf switches of `width` endpoints, joined by `spines`; a route is chosen by a hash of both ends.

    The fault is drawn by `seed`: a port slow in one direction, or one of the cables from a leaf to a spine. Noise is
    lognormal (3 %), and one time in fifty (`disturbed`) a measurement is disturbed and takes up to five times as long.
    The fault slows the share `duty` of measurements.
    """

    def __init__(
        self,
        seed: int,
        *,
        leaves: int = 64,
        width: int = 64,
        spines: int = 16,
        faulty: bool = True,
        duty: float = 1.0,
        disturbed: float = 0.02,
    ) -> None:
        self.endpoints = leaves * width
        self._width, self._spines = width, spines
        self._draw = random.Random(seed)
        self.port: tuple[int, int] | None = None  # endpoint, and 0 for its way out, 1 for its way in
        self.cable: tuple[int, int] | None = None
        if faulty and self._draw.random() < 0.5:
            self.port = self._draw.randrange(self.endpoints), self._draw.randrange(2)
        elif faulty:
            self.cable = self._draw.randrange(leaves), self._draw.randrange(spines)
        self.factor = self._draw.uniform(1.5, 4.0)
        self._duty, self._disturbed = duty, disturbed

    def is_slow(self, pair: Pair) -> bool:
        a, b = pair
        if self.port is not None:
            return pair[self.port[1]] == self.port[0]
        return (
            self.cable is not None
            and (a // self._width, (a * 7919 + b * 104729) % self._spines) == self.cable
            and self.relation(pair) == "other leaf"
        )

    def relation(self, pair: Pair) -> str:
        return "same leaf" if pair[0] // self._width == pair[1] // self._width else "other leaf"

    def time_s(self, pair: Pair) -> float:
        usual_s = {"same leaf": 1.0e-3, "other leaf": 1.4e-3}[self.relation(pair)]
        time_s = usual_s * self._draw.lognormvariate(0.0, 0.03)
        if self._draw.random() < self._disturbed:
            time_s *= self._draw.uniform(1.0, 5.0)
        slow = self.is_slow(pair) and (self._duty >= 1.0 or self._draw.random() < self._duty)
        return time_s * self.factor if slow else time_s

    def times_s(self, pairs: Sequence[Pair]) -> list[float]:
        return [self.time_s(pair) for pair in pairs]
