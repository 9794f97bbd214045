"""IMB-MPI1 between two endpoints of a lab against the size curve that a map found there."""

from __future__ import annotations

import re
import statistics
from pathlib import Path

from benchmarks.goals import Goal, Report
from benchmarks.lab.plantings import mapped
from benchmarks.labs import lab_of, published
from rankwise.core import process
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.core.units import format_seconds, format_size
from rankwise.lab import endpoint
from rankwise.lab.records import Lab
from rankwise.model.mapping import representative
from rankwise.model.records import Map, PathClass
from rankwise.model.records import Path as MapPath
from rankwise.mpis import catalog, transport

NETWORK, INTERFACE = "ethernet", "eth0"
WITHIN = 0.05
_LAB = "imb-in-lab"
_TABLES, _QUICK_TABLES = 3, 1
_ROW = re.compile(r"^\s+(\d+)\s+(\d+)\s+(\d+\.\d+)\s", re.MULTILINE)


def imb_in_lab(quick: bool) -> Report:
    """Each class of the slow network of the example cluster: one path of it, measured by both."""
    method = (
        "the example cluster in a lab, mapped with Intel MPI on its slow network; then IMB-MPI1 PingPong (exactly two "
        f"ranks, 200 calls, the fastest of {_QUICK_TABLES if quick else _TABLES} tables) on the path of which the map "
        "drew the curve of each class, at the sizes of that curve"
    )
    try:
        mpi = next(
            one for one in catalog.find_all() if one.family == "impi" and Path(one.prefix, "bin", "IMB-MPI1").is_file()
        )
    except StopIteration:
        return Report(method, (Goal("IMB in a lab", "no Intel MPI", "a lab and Intel MPI", None),))
    with lab_of(_LAB, published()) as (lab, _):
        machine = mapped(lab, mpi.name, "--budget", "8s" if quick else "36s", "--fabrics", NETWORK)
        rows, ratios = [], []
        for one in machine.classes:
            for size, ours, theirs in _pairs_of_times(lab, mpi, machine, one, _QUICK_TABLES if quick else _TABLES):
                ratios.append(ours / theirs)
                name = (
                    one.relations[0]
                    if len(one.relations) == 1
                    else f"{one.relations[0]} and {len(one.relations) - 1} more"
                )
                rows.append(
                    (name, format_size(size), format_seconds(ours), format_seconds(theirs), f"{ours / theirs:.3f}")
                )
    worst = max(ratios, key=lambda ratio: abs(ratio - 1.0))
    return Report(
        method,
        goals=(
            Goal("classes of the slow network", str(len(machine.classes)), "3", len(machine.classes) == 3),
            Goal(
                "map / IMB, median",
                f"{statistics.median(ratios):.3f}",
                "0.95 to 1.05",
                abs(statistics.median(ratios) - 1) < WITHIN,
            ),
            Goal("map / IMB, worst of all sizes", f"{worst:.3f}", "0.95 to 1.05", abs(worst - 1.0) <= WITHIN),
        ),
        header=("class", "size", "map", "IMB", "ratio"),
        rows=tuple(rows),
    )


def _pairs_of_times(
    lab: Lab, mpi: Mpi, machine: Map, path_class: PathClass, tables: int
) -> list[tuple[int, float, float]]:
    """Size, seconds by the map, seconds by IMB."""
    assert path_class.curve is not None, f"the map drew no curve of {path_class.id}"
    paths: dict[tuple[str, str], MapPath] = {(path.source, path.target): path for path in machine.paths}
    pair = representative(path_class, paths)
    found = [_imb(lab, mpi, pair, path_class.curve.sizes_bytes) for _ in range(tables)]
    return [
        (size, ours, min(table[size] for table in found))
        for size, ours in zip(path_class.curve.sizes_bytes, path_class.curve.median_s, strict=True)
    ]


def _imb(lab: Lab, mpi: Mpi, pair: tuple[str, str], sizes: tuple[int, ...]) -> dict[int, float]:
    """The times of one table of PingPong, in seconds by size."""
    lengths = Path(lab.folder, "lengths")
    lengths.write_text("".join(f"{size}\n" for size in sizes))
    program = str(Path(mpi.prefix, "bin", "IMB-MPI1"))
    arguments = ("PingPong", "-npmin", "2", "-iter", "200", "-iter_policy", "off", "-msglen", str(lengths))
    pin = transport.pinned(mpi, [INTERFACE])
    spec = LaunchSpec(
        places=tuple(Place(host=name, program=program, args=arguments, env=pin) for name in pair),
        agent=endpoint.agent_of(lab),
        oversubscribed=True,
    )
    launch = catalog.launcher_for(mpi).command(mpi, spec)
    assert lab.plan.head is not None
    done = process.run(
        endpoint.command_line(lab, lab.plan.head, launch.argv),
        timeout_s=300,
        cwd="/",
        env=endpoint.environment_of(lab, launch.env),
    )
    rows = {int(size): float(time_us) * 1e-6 for size, _, time_us in _ROW.findall(done.stdout)}
    if set(rows) < set(sizes):
        raise MeasurementFailed("imb", done.describe(), "is it another release of IMB?")
    return rows
