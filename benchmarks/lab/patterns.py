"""What SimGrid makes of a map that was measured in a lab, beside what the same kernels take there."""

from __future__ import annotations

import math
import os
import random
import statistics
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

from msgspec import convert

from benchmarks.goals import Goal, Report, percent, share_goal
from benchmarks.lab.tune import answer_in, endpoints_file, idle_cpus
from benchmarks.labs import NAP, answer, endpoints_of, inside, lab_of
from benchmarks.tuning.improving import on
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Cell, Mpi, Run, decode
from rankwise.core.units import format_seconds, format_size
from rankwise.lab.records import Lab
from rankwise.measure import preload
from rankwise.measure.build import program_for
from rankwise.measure.cells import on_side
from rankwise.model.records import Map
from rankwise.mpis.install import install
from rankwise.programs.table import find
from rankwise.simulate import smpi
from rankwise.simulate.platform import of_map
from rankwise.tracing.records import TraceOrder
from rankwise.tracing.traffic import order_of_run

_LAB: Final = "patterns-lab"
_NETWORK: Final = "net"
_PLAN: Final = """
name = "patterns"
head = ""

[[nodes]]
numbers = [1, 2, 3, 4]
name = "n{node}"
sockets = 1
cards = { sockets = [0] }

[[networks]]
name = "net"
cidr = "10.77.0.0/16"
host = "10.77.0.{node}"
card = "10.77.{card + 1}.{node}"
links = [
    { from = "host", to = "host", latency = "4ms", rate = "4MB/s" },
    { from = "host", to = "card", both = true, where = "same-node", latency = "4ms", rate = "3MB/s" },
    { from = "host", to = "card", both = true, where = "other-node", latency = "8ms", rate = "2MB/s" },
    { from = "card", to = "card", latency = "8ms", rate = "1MB/s" },
]

[lab]
shared_memory = "64MiB"
"""
_PATTERNS: Final = ("sendrecv", "exchange", "halo_isend_irecv_2d", "alltoall", "bcast", "allreduce")
"""`sendrecv` is the ring: every rank sends to the next one."""
_SIZES: Final = (1 << 10, 16 << 10, 128 << 10)
_PLACED, _PLACED_BYTES = ("sendrecv", "halo_isend_irecv_2d"), 64 << 10
_TRACES: Final = 3
_EAGER_BYTES: Final = 64 << 10
"""Above it libfabric's TCP shakes hands, which SMPI does not model: the answer waits behind what its sender still
sends, so that two ranks which are not exactly together send one after the other."""
_PINNED: Final = {
    "MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM": "recursive_doubling",
    "MPIR_CVAR_BCAST_INTRA_ALGORITHM": "binomial",
    "MPIR_CVAR_ALLTOALL_INTRA_ALGORITHM": "pairwise",
}
"""The algorithms of MPICH; what the same are called in SMPI is in `_SIMULATED`."""
_SIMULATED: Final = {
    "allreduce": "rdb",
    "bcast": "binomial_tree",
    "alltoall": "pair",
    # As MPICH sends over TCP: a message of 64 KiB leaves whether or not somebody waits for it.
    "async-small-thresh": str(_EAGER_BYTES),
    "send-is-detached-thresh": str(_EAGER_BYTES),
}
_NAP: Final = {"NAP_US": "200"}
"""A twentieth of the shortest latency: eight ranks that slept for 20 us at a time used both CPUs."""
_ORDERS, _PAIRS, _APART = 16, 20, 1.05
"""Placements that are measured, pairs of them that are judged, and how far their simulated times lie apart."""
_MEDIAN, _MOST = 0.10, 1.5
_IDLE: Final = 0.5
_TRACED: Final = {
    "stencil3d": "--size 64 --steps 12 --halo isend_irecv",
    "fft3d": "--size 48 --steps 6 --grid 2x4",
}
"""Programs that are traced in the lab and done again in the simulation: faces between neighbours, and transposes."""


def simulated_patterns(quick: bool) -> Report:
    """The lab is mapped by pairs alone; nothing of a pattern is put into the simulation. Errors are judged by the
    median of each call, for SimGrid knows no noise. Both sides use the same algorithms, for it is the machine that is
    judged."""
    mpi = install("mpich")
    with lab_of(_LAB, _PLAN) as (lab, folder):
        machine = _mapped(lab, mpi, folder, quick)
        preload.build(NAP, nap := folder / "nap.so")
        file = endpoints_file(folder / "napping.toml", endpoints_of(lab), str(nap), env=_PINNED | _NAP)
        at = ["--endpoints", file, "--mpi", mpi.name, "--launches", 1, "--precision", "1%", "--out", folder]
        with idle_cpus() as idle:
            took_s = _measured(lab, [*_PATTERNS, *_sizes(_SIZES[:2] if quick else _SIZES), *at], 30 if quick else 240)
            orders = f"bisections:{4 if quick else _ORDERS}"
            words = [*_PLACED, *_sizes([_PLACED_BYTES]), "--comm", orders, *at]
            placed_s = _measured(lab, words, 20 if quick else 240)
            traced = {name: _traced(lab, mpi, name, nap, folder) for name in _TRACED}
    simulated_s = _simulated(machine, [*took_s, *placed_s])
    errors = {cell: simulated_s[cell] / took_s[cell] - 1 for cell in took_s if cell in simulated_s}
    middle = statistics.median(map(abs, errors.values())) if errors else math.inf
    beyond = sum(not 1 / _MOST <= 1 + error <= _MOST for error in errors.values())
    right, judged = _in_order(placed_s, simulated_s)
    again_s = {
        name: smpi.replay(of_map(machine), order, eager_bytes=_EAGER_BYTES, algorithms=_SIMULATED)
        for name, order in traced.items()
    }
    apart = {name: again_s[name] / order.took_s - 1 for name, order in traced.items()}
    lacking = len(_PATTERNS) * len(_SIZES[:2] if quick else _SIZES) - len(errors)
    return Report(
        method=(
            "four hosts and four cards of a lab, 1 to 4 MB/s and 4 to 8 ms, mapped by pairs; then MPICH "
            f"{mpi.version}, a rank on each, which sleeps for {_NAP['NAP_US']} us while it waits; SimGrid with the map "
            f"and the same algorithms; of two placements, simulated {_APART:g}x apart or more"
        ),
        goals=(
            Goal("median error", percent(round(middle, 3)), f"<= {percent(_MEDIAN)}", middle <= _MEDIAN),
            share_goal(f"cells beyond {_MOST:g}x", beyond, len(errors), "0", not beyond),
            Goal("cells that were not measured", str(lacking), "0", not lacking),
            share_goal("two placements in the right order", right, judged, ">= 18 of 20",
                       judged > 0 and right >= 0.9 * judged),
            *(
                Goal(f"{name}, traced and done again", f"{error:+.1%}", f"within {percent(_MEDIAN)}",
                     abs(error) <= _MEDIAN)
                for name, error in apart.items()
            ),
            Goal("CPU idle", percent(round(idle.share, 3)), f">= {percent(_IDLE)}", idle.share >= _IDLE),
        ),
        header=("kernel", "size", "measured", "simulated", "error"),
        rows=tuple(
            (cell.kernel, format_size(cell.size_bytes), format_seconds(took_s[cell]), format_seconds(simulated_s[cell]),
             f"{error:+.1%}")
            for cell, error in errors.items()
        ) + tuple(
            (name, "traced", format_seconds(traced[name].took_s), format_seconds(again_s[name]), f"{error:+.1%}")
            for name, error in apart.items()
        ),
    )  # fmt: skip


def _sizes(sizes: Sequence[int]) -> tuple[str, str]:
    return "--sizes", ",".join(map(str, sizes))


def _mapped(lab: Lab, mpi: Mpi, folder: Path, quick: bool) -> Map:
    file = folder / "map.json"
    words = ["map", "--lab", lab.name, "--mpi", mpi.name, "--out", folder, "--export", file, "--quiet"]
    answer([*words, *(["--quick"] if quick else [])], timeout_s=1200)
    return decode(Map, file.read_bytes(), source=str(file))


def _measured(lab: Lab, words: Sequence[object], budget_s: float) -> dict[Cell, float]:
    """Seconds of a call, the median of the slowest rank's, by the cell."""
    run = convert(answer_in(lab, _NETWORK, ["bench", *map(str, words)], budget_s), Run)
    medians = {row.cell: row.estimate.median_s for row in run.results if row.estimate is not None}
    return {cell: medians[cell.id] for cell in run.plan.cells if cell.id in medians}


def _traced(lab: Lab, mpi: Mpi, name: str, nap: Path, folder: Path) -> TraceOrder:
    """What the ranks of a small program did in the lab, in which order: of three runs that of middle length, for a
    segment that gets lost costs one run a quarter of a second."""
    env = {**os.environ, **_PINNED, **_NAP, "LD_PRELOAD": str(nap)}
    program = [str(program_for(mpi, find(name).source)), *_TRACED[name].split()]
    hosts = endpoints_of(lab)
    job = [str(mpi.launcher), *on(lab, mpi, hosts), "-n", str(len(hosts)), *program]
    orders = []
    for number in range(_TRACES):
        out = folder / f"traced-{name}-{number}"
        answer(["trace", "--out", out, "--", *job], before=inside(lab, _NETWORK), timeout_s=300, env=env)
        order = order_of_run("last", out)
        if order is None or not order.ranks:
            raise MeasurementFailed("no-order", order.lacking if order else "no trace was stored", "trace fewer steps")
        orders.append(order)
    return sorted(orders, key=lambda order: order.took_s)[_TRACES // 2]


def _simulated(machine: Map, cells: Sequence[Cell]) -> dict[Cell, float]:
    """Seconds of the same cells on a map, of those that could be simulated."""
    asked = {on_side(cell, "simulated").id: cell for cell in cells}
    done = smpi.run_cells(
        of_map(machine), [on_side(cell, "simulated") for cell in cells], timeout_s=600,
        algorithms=_SIMULATED,
    )  # fmt: skip
    return {asked[visit.cell]: visit.samples_s[0] for visit in done.visits}


def _in_order(took_s: Mapping[Cell, float], simulated_s: Mapping[Cell, float]) -> tuple[int, int]:
    """How many of how many pairs of placements are told in the order that was measured."""
    known = [cell for cell in took_s if cell in simulated_s]
    pairs = [
        (one, other) if simulated_s[one] < simulated_s[other] else (other, one)
        for one, other in combinations(known, 2)
        if one.kernel == other.kernel
        and max(simulated_s[one], simulated_s[other]) >= _APART * min(simulated_s[one], simulated_s[other])
    ]
    judged = random.Random(1).sample(pairs, min(_PAIRS, len(pairs)))
    return sum(took_s[faster] < took_s[slower] for faster, slower in judged), len(judged)
