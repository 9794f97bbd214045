"""Start-up and memory fitted on few sleeping processes: does the largest count lie where it was projected."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.goals import Goal, Report
from rankwise.model.scaling import LEAST_LEVELS, fit, inside
from rankwise.mpis import catalog
from rankwise.placement.where import HERE
from rankwise.report.scale import form, projected
from rankwise.verbs.scale.run import ScaleOptions, measure_scale

_QUANTITIES = {"ready_s": "start-up", "uss_bytes": "private memory", "pss_bytes": "memory (PSS)"}


def start_up(quick: bool) -> Report:
    """Fits all levels but the largest, and looks where the largest is."""
    counts = (2, 3, 4, 5, 8) if quick else (2, 3, 4, 6, 8, 12, 16, 24, 32, 64)
    rows, goals = [], []
    with tempfile.TemporaryDirectory(prefix="rankwise-start-up-") as folder:
        options = ScaleOptions(
            catalog.find("mpich"), HERE.placement(), counts=counts, repetitions=2 if quick else 3,
            budget_s=60 if quick else 400, race_s=6.0, out=Path(folder),
        )  # fmt: skip
        report = measure_scale(options)
    for one in report.transports:
        if len({level.processes for level in one.levels}) <= LEAST_LEVELS:
            found = one.error or "too few process counts in this time"
            goals.append(Goal(f"{one.fabric}: process counts to fit, and one to hold out", found, "measured", False))
            continue
        for quantity, words in _QUANTITIES.items():
            points = [(level.processes, float(getattr(level, quantity))) for level in one.levels]
            largest = max(count for count, _ in points)
            known = fit([point for point in points if point[0] < largest], (largest, 11 * largest))
            held = dict(fit(points).points)[largest]
            at, beyond = known.projections
            name = f"{one.fabric}: {words} of {largest} processes"
            goals.append(Goal(name, "inside" if inside(at, held) else "outside", "inside", inside(at, held)))
            goals.append(Goal(f"{name}, times 11", "extrapolated", "extrapolated", beyond.extrapolated))
            value = f"{held / 1e6:.1f} MB" if quantity.endswith("bytes") else f"{held:.2f} s"
            rows.append((one.fabric, f"{words}, {largest}", form(known), projected(quantity, at), value))
        if one.error:
            rows.append((one.fabric, one.error, "", "", ""))
    return Report(
        method=f"{min(counts)} to {max(counts)} sleeping processes of MPICH, the largest count that a transport got to "
        "held out of the fit",
        goals=tuple(goals),
        header=("transport", "quantity, processes", "form", "projected", "measured"),
        rows=tuple(rows),
    )
