"""Times and launch pairs, drawn by a seed."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping

from msgspec.structs import replace

from builders.tunings import a_ratio
from rankwise.experiment.paired import Moment, Paired, Pairs, Point
from rankwise.tuning.records import Gain

SIDES = ("before", "after")
CONTROL = ("same", "same again")


def drawn_times(seed: int, count: int, spread: float, drift: float = 0.0) -> list[float]:
    """Seconds: lognormal, slower and slower by `drift`, one in ten disturbed."""
    draw = random.Random(f"{seed} {count} {spread} {drift}")
    return [
        1e-6 * math.exp(draw.gauss(0.0, spread) + drift * at) * (1.0 + 2.0 * (draw.random() < 0.1) * draw.random())
        for at in range(count)
    ]


def launch_pairs(seed: int, factor: float, launches: int, spread: float = 0.02, visits: int = 4) -> Pairs:
    draw = random.Random(f"{seed} {factor} {launches} {spread}")
    found = []
    for _ in range(launches):
        bias = factor * math.exp(draw.gauss(0.0, spread))
        found.append([(1e-6 * bias * math.exp(draw.gauss(0.0, 0.03)), 1e-6) for _ in range(visits)])
    return found


def together(
    pairs: Mapping[Point, Pairs], control: Mapping[Point, Pairs], *, again: int = 0, later: Mapping[Point, Pairs] = {}
) -> Paired:
    """Two sides of such launch pairs, BEFORE and AFTER, and two that are the same; `later` are launches from `again`
    on."""
    times: dict[str, dict[Point, dict[Moment, float]]] = {side: {} for side in (*SIDES, *CONTROL)}
    for sides, found, first in ((SIDES, pairs, 0), (CONTROL, control, 0), (SIDES, later, again)):
        for point, launches in found.items():
            for place, side in enumerate(sides):
                times[side].setdefault(point, {}).update(
                    {(first + launch, visit): both[place] for launch, own in enumerate(launches)
                     for visit, both in enumerate(own)}
                )  # fmt: skip
    return Paired(2, times, CONTROL, again)


def a_gain(kernel: str, size: int, factor: float, low: float | None = None, high: float | None = None) -> Gain:
    answer = "faster" if factor > 1.0 else "slower"
    told = replace(a_ratio(factor), low=low or factor - 0.05, high=high or factor + 0.05, answer=answer)
    return Gain(kernel=kernel, size_bytes=size, ranks=2, before_s=1e-6 * factor, after_s=1e-6, ratio=told)
