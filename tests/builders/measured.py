"""Visits for the cells of a made-up run, with planted launch regimes and differences."""

from __future__ import annotations

import random
from collections.abc import Callable

from rankwise.core.records import Cell, Run, Visit

LAUNCHES, ROUNDS, SAMPLES = 3, 5, 3


def visits_of(
    run: Run, seed: int, *, slow_share: float = 0.0, factor: Callable[[Cell], float] = lambda cell: 1.0
) -> list[Visit]:
    """Visits around each cell's median: launches differ by 1 %, and by 2.1 in a share of launches up to 4 KiB, as on a
    virtual machine. All cells of a side share their launches' regimes. `factor` plants a difference."""
    medians = {result.cell: result.estimate.median_s for result in run.results if result.estimate}
    noise = random.Random(seed)
    launches = {side: _launches(noise, slow_share) for side in run.mpis}
    found = []
    for cell in run.plan.cells:
        if cell.id not in medians:
            continue
        for launch, (slow, drift) in enumerate(launches[cell.side]):
            level = medians[cell.id] * drift * factor(cell) * (slow if cell.size_bytes <= 4096 else 1.0)
            found += [_visit(cell, launch, number, level, noise) for number in range(ROUNDS)]
    return found


def _launches(noise: random.Random, slow_share: float) -> list[tuple[float, float]]:
    return [(2.1 if noise.random() < slow_share else 1.0, noise.lognormvariate(0, 0.01)) for _ in range(LAUNCHES)]


def _visit(cell: Cell, launch: int, number: int, level_s: float, noise: random.Random) -> Visit:
    middle = level_s * noise.lognormvariate(0, 0.01)
    return Visit(
        cell=cell.id,
        launch=launch,
        round=number,
        group=0,
        at_s=number + noise.random(),
        calls_per_sample=50,
        samples_s=tuple(middle * noise.lognormvariate(0, 0.02) for _ in range(SAMPLES)),
    )
