"""Two rails between two nodes of a lab: each alone, and both at once with every MPI that can."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from benchmarks.goals import Goal, Report
from benchmarks.labs import Net, answer, inside, lab_of, plan_of
from rankwise.core import process
from rankwise.core.errors import MeasurementFailed
from rankwise.core.units import format_rate
from rankwise.lab.records import Lab
from rankwise.mpis import catalog

_LAB = "bench-rails"
_RATE_BYTES_PER_S = 20e6
_SEGMENT_PAYLOAD = 1448 / 1514
_LARGE = 1 << 22
_ALONE, _TOGETHER, _COUNTED = 0.95, 1.8, 0.02
_INSIDE = Path(__file__).with_name("rails_inside.py")
_PLAN = plan_of("rails", 2, Net("rail0", "20MB/s"), Net("rail1", "20MB/s"), sockets=2)


def rails(quick: bool) -> Report:
    """What each rail brings of its declared rate, and what both bring of one."""
    method = (
        "two nodes of a lab with two networks of 20 MB/s each; `fabrics` measures ping-pongs of 4 MiB over either "
        "network and over both as rails, alternated; a way over rails counts when each carried a tenth of the bytes. "
        "Counters of both ends of one network are held against 32 ping-pongs of 1 MiB"
    )
    rows: list[tuple[str, ...]] = []
    alone: list[float] = []
    gains: dict[str, float] = {}
    counted: list[float] = []
    with lab_of(_LAB, _PLAN, 1800) as (lab, _):
        for mpi in dict.fromkeys(one.family for one in catalog.find_all()):
            if mpi not in ("mpich", "openmpi", "impi"):
                continue
            trials = _trials(lab, mpi, "60s" if quick else "300s")
            rates = {name: _rate(trial) for name, trial in trials.items() if trial["outcome"] == "works"}
            for name, trial in trials.items():
                rate = rates.get(name)
                told = format_rate(rate) if rate else trial["outcome"]
                rows.append((mpi, name, told, (trial.get("use") or {}).get("long") or trial.get("reason", "")))
            for stack in {name.partition(":")[0] for name in rates if ":" in name}:
                each = [rate for name, rate in rates.items() if name.startswith(f"{stack}:1") and rate]
                alone += [rate / (_RATE_BYTES_PER_S * _SEGMENT_PAYLOAD) for rate in each]
                if (both := rates.get(f"{stack}:rails")) and each:
                    gains[f"{mpi} {stack}"] = both / max(each)
            counted += _counted(lab, mpi)
    goals = (
        Goal(
            "each rail alone, of its declared rate less headers",
            f"{min(alone):.2f} at the least" if alone else "nothing worked",
            f">= {_ALONE}",
            bool(alone) and min(alone) >= _ALONE,
        ),
        Goal(
            "both rails, of one",
            ", ".join(f"{name} {gain:.2f}" for name, gain in gains.items()) or "no MPI can",
            f">= {_TOGETHER} where the MPI sends over both",
            bool(gains) and min(gains.values()) >= _TOGETHER,
        ),
        Goal(
            "counted, of the bytes sent",
            f"{min(counted):.3f} to {max(counted):.3f}" if counted else "nothing",
            f"within {_COUNTED:.0%}",
            bool(counted) and all(abs(one - 1.0) <= _COUNTED for one in counted),
        ),
    )
    return Report(method, goals, ("MPI", "way", "4 MiB", "carried by"), tuple(rows))


def _trials(lab: Lab, mpi: str, budget: str) -> dict[str, dict[str, Any]]:
    words = ["fabrics", "--lab", lab.name, "--mpi", mpi, "--out", Path(lab.folder) / "results", "--only", "tcp"]
    words += ["--sizes", "4MiB", "--budget", budget, "--pair", "n1,n2"]
    try:
        data = answer(words, timeout_s=600, env=os.environ)
    except MeasurementFailed:
        return {}
    (path,) = data["paths"]
    return {trial["choice"]["name"]: trial for trial in path["trials"] if trial["choice"]["name"] != "default"}


def _counted(lab: Lab, mpi: str) -> list[float]:
    """What left one node and what came to the other, of the bytes that the library sent."""
    line = [*inside(lab), sys.executable, str(_INSIDE), mpi, "rail0", "n1", "n2"]
    done = process.run(line, timeout_s=120, env=os.environ, cwd="/")
    if not done.ok:
        return []
    sent, *counted = map(int, done.stdout.split())
    return [one / sent for one in counted]


def _rate(trial: dict[str, Any]) -> float | None:
    points = [point for point in trial.get("points", []) if point["size_bytes"] == _LARGE]
    return _LARGE / points[0]["time"]["median_s"] if points else None
