"""What `place` models of an order of ranks, beside what a program measures in that order, in a lab."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.stats import spearmanr

from benchmarks.goals import Goal, Report
from benchmarks.lab.improve import SLOWDOWN, STEP
from benchmarks.labs import FAST, RANKWISE, endpoints_of, inside, lab_of, published
from benchmarks.tuning.improving import of_source, on
from rankwise.core import process
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Mpi, decode
from rankwise.core.units import format_seconds, format_size
from rankwise.lab.records import Lab
from rankwise.model.machine import machine_of
from rankwise.model.records import Map
from rankwise.mpis.install import install
from rankwise.optimise.order_cost import Costs
from rankwise.optimise.rank_order import best_order
from rankwise.optimise.traffic import pattern

_SIZE_BYTES = 1 << 20
_DRAWN = 2000
_LEAST = 0.9
_LAB = "place-lab"

Order = tuple[str, ...]


@dataclass(frozen=True)
class _Effort:
    """How many drawn orders are run, how often, and how many steps each run has."""

    orders: int = 12
    rounds: int = 3
    steps: int = 6


def place_lab(quick: bool) -> Report:
    """Most orders of a ring share their slowest path, and so their modelled time. Therefore of many drawn orders those
    are run whose modelled times are spread most evenly; times of these alone are correlated."""
    effort = _Effort(4, 1, 2) if quick else _Effort()
    method = (
        f"ten endpoints of examples/phi-cluster.toml in a lab {SLOWDOWN:g} times slower, mpich, `ring.c` with messages "
        f"of {format_size(_SIZE_BYTES)}; the default order, that of `place` and {effort.orders} of {_DRAWN} orders "
        f"drawn at random, so chosen that their modelled times are spread from the shortest to the longest; modelled "
        f"by a map measured before, measured as the median of {effort.rounds} runs in random order"
    )
    mpi = install("mpich")
    with lab_of(_LAB, published(SLOWDOWN)) as (lab, folder):
        mpi, program = of_source(mpi, "ring.c", folder)
        if isinstance(program, str):
            return Report(method, (Goal("ring.c", program, "the program", None),))
        hosts = endpoints_of(lab)
        costs = Costs(pattern("ring", len(hosts), _SIZE_BYTES), machine_of(_mapped(lab, mpi, folder, quick)))
        modelled = _modelled(costs, hosts, effort.orders)
        job = [*program, str(_SIZE_BYTES), str(effort.steps)]
        measured = _measured(lab, mpi, job, [order for _, order, _ in modelled], effort.rounds)
    times = {name: (time_s, float(np.median(measured[order]))) for name, order, time_s in modelled}
    expected, found = zip(*(both for name, both in times.items() if name not in ("default", "place")), strict=True)
    correlation = _correlation(expected, found)
    gains = [times["default"][side] / times["place"][side] for side in (0, 1)]
    return Report(
        method,
        goals=(
            Goal(
                f"rank correlation (Spearman) of modelled and measured times over {len(found)} drawn orders",
                f"{correlation:.2f}",
                f">= {_LEAST}",
                correlation >= _LEAST,
            ),
            Goal("the highest that equal modelled times leave possible", f"{_attainable(expected):.2f}", "told", None),
            Goal(
                "gain of `place` over the default, modelled and measured",
                " and ".join(f"{gain:.2f}x" for gain in gains),
                "told",
                None,
            ),
        ),
        header=("order", "modelled", "measured", "lowest", "highest", "hosts of ranks"),
        rows=tuple(
            (
                name,
                format_seconds(time_s),
                *(format_seconds(pick(measured[order])) for pick in (lambda times: float(np.median(times)), min, max)),
                " ".join(host.removeprefix("c001-") for host in order),
            )
            for name, order, time_s in sorted(modelled, key=lambda row: row[2])
        ),
    )


def _mapped(lab: Lab, mpi: Mpi, folder: Path, quick: bool) -> Map:
    file = folder / "map.json"
    words = ["map", "--lab", lab.name, "--fabrics", FAST, "--mpi", mpi.name, "--out", str(folder)]
    words += ["--export", str(file), "--quiet", *(["--quick"] if quick else [])]
    done = process.run([RANKWISE, *words], timeout_s=1200, cwd="/")
    if not file.exists():
        raise MeasurementFailed("no-map", done.describe(), "run this line by hand")
    return decode(Map, file.read_bytes(), source=str(file))


def _modelled(costs: Costs, hosts: Sequence[str], orders: int) -> list[tuple[str, Order, float]]:
    """(name, the endpoint of each rank, modelled seconds of a step). Raises MeasurementFailed for a map of other
    endpoints."""
    names = costs.machine.names
    if sorted(names) != sorted(hosts):
        raise MeasurementFailed("other-map", f"the map has {', '.join(names)}", "run `rankwise map --lab` by hand")
    default = tuple(names.index(host) for host in hosts)
    drawn = random.Random(1)
    numbers = dict.fromkeys(tuple(drawn.sample(default, len(default))) for _ in range(_DRAWN))
    timed = [(costs.value(np.array(order), "makespan")[0], order) for order in numbers if order != default]
    chosen = {"default": default, "place": tuple(best_order(costs, "makespan").order)}
    low, high = (np.log(pick(timed)[0]) for pick in (min, max))
    for number, target in enumerate(np.exp(np.linspace(low, high, orders))):
        nearest = min(timed, key=lambda one: abs(one[0] - target))
        timed.remove(nearest)
        chosen[f"drawn {number + 1}"] = nearest[1]
    return [
        (name, tuple(names[index] for index in order), costs.value(np.array(order), "makespan")[0])
        for name, order in chosen.items()
    ]


def _measured(
    lab: Lab, mpi: Mpi, program: Sequence[str], orders: Sequence[Order], rounds: int
) -> dict[Order, list[float]]:
    """Seconds of a step in every order, one for each round. Raises MeasurementFailed for a run that fails, or whose
    ranks are not where the order puts them."""
    times: dict[Order, list[float]] = {order: [] for order in orders}
    shuffled = random.Random(2)
    for _ in range(rounds):
        for order in shuffled.sample(list(times), len(times)):
            job = [str(mpi.launcher), *on(lab, mpi, order), "-n", str(len(order)), *program]
            done = process.run([*inside(lab, FAST), *job], timeout_s=300, cwd="/")
            step = re.search(STEP, done.stdout)
            ran = tuple(re.findall(r"^rank \d+ on (\S+)$", done.stdout, re.MULTILINE))
            if not done.ok or step is None or ran != order:
                raise MeasurementFailed("other-run", done.describe(), "run this line by hand")
            times[order].append(float(step[1]))
            print(f"  {step[1]} s: {' '.join(order)}", file=sys.stderr, flush=True)
    return times


def _correlation(one: Sequence[float], other: Sequence[float]) -> float:
    return float(spearmanr(one, other).statistic)


def _attainable(expected: Sequence[float]) -> float:
    """The correlation where measured times rise as modelled ones do, and those of equal modelled times all differ."""
    return _correlation(expected, np.argsort(np.argsort(expected, kind="stable"), kind="stable").tolist())
