"""Paths on planted levels."""

from __future__ import annotations

import math

import numpy as np

from rankwise.model.classes import MeasuredPath, classify


def path(
    name: tuple[str, str], latency_s: float, rate: float, relation: str = "other node", **more: object
) -> MeasuredPath:
    half_width = float(more.pop("half_width", 0.0))  # type: ignore[arg-type]
    wide = math.exp(half_width)
    return MeasuredPath(
        source=name[0],
        target=name[1],
        fabric=str(more.pop("fabric", "tcp")),
        relation=relation,
        latency_s=latency_s,
        latency_low_s=latency_s / wide,
        latency_high_s=latency_s * wide,
        bandwidth_bytes_per_s=rate,
        bandwidth_low_bytes_per_s=rate / wide,
        bandwidth_high_bytes_per_s=rate * wide,
    )


def ladder(rng: np.random.Generator, count: int) -> tuple[list[MeasuredPath], list[str]]:
    """Paths on 2 to 4 levels 1.2 times apart, each of one or two relations, all with 3 % of scatter on both figures;
    and the level of each. The rarest relation has 3 % of all paths, 8 at least."""
    relations, level_of = [], {}
    for level in range(int(rng.integers(2, 5))):
        for kind in range(int(rng.integers(1, 3))):
            relations.append(f"relation {level}.{kind}")
            level_of[relations[-1]] = level
    least = max(8, round(0.03 * count))
    relations = relations[: max(2, min(len(relations), count // least))]
    if len({level_of[name] for name in relations}) < 2:
        relations = [relations[0], "relation 1.0"]
    left = count - least * len(relations)
    sizes = rng.multinomial(left, rng.dirichlet(np.ones(len(relations)))) + least
    axis = int(rng.integers(2))
    paths: list[MeasuredPath] = []
    truth: list[str] = []
    for name, size in zip(relations, sizes, strict=True):
        step = level_of[name] * math.log(1.2)
        noise = rng.normal(0.0, 0.03, (size, 2))
        for index in range(size):
            latency_s = 1e-6 * math.exp(noise[index, 0] + (step if axis == 0 else 0.0))
            rate = 1e9 * math.exp(noise[index, 1] + (step if axis == 1 else 0.0))
            paths.append(path((f"a{len(paths)}", "b"), latency_s, rate, name, half_width=0.06))
            truth.append(str(level_of[name]))
    return paths, truth


def exact(paths: list[MeasuredPath], truth: list[str]) -> bool:
    planted = {
        frozenset((one.source, one.target) for one, level in zip(paths, truth, strict=True) if level == which)
        for which in set(truth)
    }
    return {frozenset(found.paths) for found in classify(paths)} == planted
