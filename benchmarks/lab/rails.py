"""Two rails between two nodes of a lab: each alone, and both at once with every MPI that can."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.goals import Goal, Report
from rankwise.cluster.plan import read_plan
from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.records import Lab
from rankwise.core.units import format_rate
from rankwise.lab.down import down
from rankwise.lab.up import up
from rankwise.mpis import catalog

_LAB = "bench-rails"
_RATE_BYTES_PER_S = 20e6
_SEGMENT_PAYLOAD = 1448 / 1514
_LARGE = 1 << 22
_ALONE, _TOGETHER, _COUNTED = 0.95, 1.8, 0.02
_INSIDE = Path(__file__).with_name("rails_inside.py")
_PLAN = """
name = "rails"

[[nodes]]
numbers = [1, 2]
name = "n{node}"
sockets = 2

[[networks]]
name = "rail0"
interface = "rail0"
cidr = "10.32.0.0/16"
head = "10.32.0.1"
host = "10.32.1.{node}"
links = [{ latency = "200us", rate = "20MB/s" }]

[[networks]]
name = "rail1"
interface = "rail1"
cidr = "10.34.0.0/16"
host = "10.34.1.{node}"
links = [{ latency = "200us", rate = "20MB/s" }]
"""


def rails(quick: bool) -> Report:
    """What each rail brings of its declared rate, and what both bring of one."""
    method = (
        "two nodes of a lab with two networks of 20 MB/s each; `fabrics` measures ping-pongs of 4 MiB over either "
        "network and over both as rails, alternated; a way over rails counts when each carried a tenth of the bytes. "
        "Counters of both ends of one network are held against 32 ping-pongs of 1 MiB"
    )
    try:
        with tempfile.TemporaryDirectory() as folder:
            plan = Path(folder, "rails.toml")
            plan.write_text(_PLAN)
            lab = up(read_plan(plan), name=_LAB, lifetime_s=900)
    except EnvironmentProblem as problem:
        return Report(method, (Goal("rails", problem.message, "a lab", None),))
    rows: list[tuple[str, ...]] = []
    alone: list[float] = []
    gains: dict[str, float] = {}
    counted: list[float] = []
    try:
        for mpi in dict.fromkeys(one.family for one in catalog.find_all()):
            if mpi not in ("mpich", "openmpi", "impi"):
                continue
            trials = _trials(lab, mpi, "8s" if quick else "30s")
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
    finally:
        down(_LAB)
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
    program = Path(sys.executable).with_name("rankwise")
    words = ["--only", "tcp", "--sizes", "4MiB", "--budget", budget, "--pair", "n1,n2", "--json"]
    line: list[str | Path] = [
        program,
        "fabrics",
        "--lab",
        lab.name,
        "--mpi",
        mpi,
        "--out",
        Path(lab.folder) / "results",
        *words,
    ]
    done = process.run(line, timeout_s=400, env=os.environ, cwd="/")
    answer = json.loads(done.stdout)
    if not answer["ok"]:
        return {}
    (path,) = answer["data"]["paths"]
    return {trial["choice"]["name"]: trial for trial in path["trials"] if trial["choice"]["name"] != "default"}


def _counted(lab: Lab, mpi: str) -> list[float]:
    """What left one node and what came to the other, of the bytes that the library sent."""
    line = [str(Path(sys.executable).with_name("rankwise")), "lab", "run", "--lab", lab.name, "--"]
    line += [sys.executable, str(_INSIDE), mpi, "rail0", "n1", "n2"]
    done = process.run(line, timeout_s=120, env=os.environ, cwd="/")
    if not done.ok:
        return []
    sent, *counted = map(int, done.stdout.split())
    return [one / sent for one in counted]


def _rate(trial: dict[str, Any]) -> float | None:
    points = [point for point in trial.get("points", []) if point["size_bytes"] == _LARGE]
    return _LARGE / points[0]["time"]["median_s"] if points else None
