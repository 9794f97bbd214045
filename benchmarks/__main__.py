"""Runs all benchmarks or those named, prints their goals, and can write the answer to a file."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks import (
    classes,
    collectives_lab,
    coverage,
    device,
    device_datatypes,
    device_mpi4py,
    device_overhead,
    device_pipeline,
    device_programs,
    doctor,
    doctor_jobs,
    duration,
    endurance,
    exhaustive,
    expectations,
    faults,
    fidelity,
    fuzz,
    gpu,
    hangs,
    identical,
    imb_in_lab,
    improve_equal,
    improve_lab,
    improve_node,
    intervals,
    kills,
    lab_links,
    mpi4py_tests,
    network_causes,
    overlap,
    page,
    peers,
    place,
    place_lab,
    plantings,
    rails,
    relay,
    relay_mpi4py,
    results,
    routes,
    sampled,
    scale,
    schedules,
    schedules_cost,
    start,
    sweep,
    trace_cost,
    trace_mpi4py,
    trace_true,
    transport,
    tune,
    tune_lab,
)
from benchmarks.goals import Report
from benchmarks.robust import exports
from rankwise.core.errors import RankwiseError

BENCHMARKS: dict[str, Callable[[bool], Report]] = {
    "fidelity": fidelity.fidelity,
    "peers-mpi1": peers.mpi1,
    "peers-nbc": peers.nbc,
    "peers-rma": peers.rma,
    "peers-overlap": overlap.overlap,
    "classes": classes.classes,
    "collectives-lab": partial(collectives_lab.collectives_lab, "mpich"),
    "intervals": intervals.intervals,
    "coverage": coverage.coverage,
    "device-truth": device.device_truth,
    "identical": identical.identical,
    "planted": identical.planted,
    "duration": duration.duration,
    "sweep": sweep.sweep,
    "start": start.start,
    "faults": faults.faults,
    "endurance": endurance.endurance,
    "fuzz": fuzz.fuzz,
    "exports": exports.exports,
    "page": page.page,
    "place": place.place,
    "place-lab": place_lab.place_lab,
    "tune-mpich": partial(tune.tuned, "mpich"),
    "tune-openmpi": partial(tune.tuned, "openmpi"),
    "tune-openmpi-traded": partial(tune.tuned, "openmpi", worst=0.8),
    "tune-impi": partial(tune.tuned, "impi"),
    "tune-hints": tune.hints,
    "tune-again": tune.again,
    "tune-mpich-exhaustive": partial(exhaustive.exhaustive, "mpich"),
    "tune-openmpi-exhaustive": partial(exhaustive.exhaustive, "openmpi"),
    "tune-impi-exhaustive": partial(exhaustive.exhaustive, "impi"),
    **{
        f"improve-{program}-{family}": partial(improve_lab.improve_lab, program, family)
        for program in improve_lab.PROGRAMS
        for family in ("mpich", "openmpi", "impi")
    },
    "improve-equal": improve_equal.improve_equal,
    "improve-node-mpich": partial(improve_node.improve_node, "mpich"),
    "improve-node-openmpi": partial(improve_node.improve_node, "openmpi"),
    "improve-node-impi": partial(improve_node.improve_node, "impi"),
    "tune-lab": partial(tune_lab.tune_lab, "mpich"),
    "planted-tunings": tune.planted_tunings,
    "doctor-plantings": doctor.doctor_plantings,
    "doctor-jobs-mpich": partial(doctor_jobs.doctor_jobs, "mpich"),
    "doctor-jobs-openmpi": partial(doctor_jobs.doctor_jobs, "openmpi"),
    "doctor-jobs-impi": partial(doctor_jobs.doctor_jobs, "impi"),
    "doctor-hang": hangs.doctor_hang,
    "doctor-time": doctor.doctor_time,
    "sampled": sampled.sampled,
    "plantings": plantings.plantings_in_labs,
    "healthy": plantings.healthy_labs,
    "imb-in-lab": imb_in_lab.imb_in_lab,
    "links": lab_links.links,
    "network-causes": partial(network_causes.network_causes, "mpich"),
    "network-causes-openmpi": partial(network_causes.network_causes, "openmpi"),
    "network-causes-impi": partial(network_causes.network_causes, "impi"),
    "rails": rails.rails,
    "expectations": expectations.expectations,
    "relay": relay.relay,
    "relay-mpi4py": relay_mpi4py.relay_mpi4py,
    "kills": kills.kills,
    "routes": routes.routes,
    "schedules": schedules.schedules_of_random_maps,
    "schedules-cost": schedules_cost.schedules_cost,
    "schedules-mpi4py": mpi4py_tests.mpi4py_tests,
    "scale": scale.scale,
    "trace-cost": trace_cost.trace_cost,
    "trace-mpi4py": trace_mpi4py.trace_mpi4py,
    "trace-true": trace_true.trace_true,
    "transport": transport.transport,
    "device-pipeline": device_pipeline.device_pipeline,
    "device-stages": gpu.device_stages,
    "device-programs": device_programs.device_programs,
    "device-mpi4py": device_mpi4py.device_mpi4py,
    "device-datatypes": device_datatypes.device_datatypes,
    "gpu": gpu.gpu,
    "device-overhead": device_overhead.device_overhead,
}


def main(arguments: list[str] | None = None) -> int:
    """0 when every goal was met (or `--quick`, which only shows that all of it runs), 1 otherwise, 3 without an MPI."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one or more of {', '.join(BENCHMARKS)}; none: all")
    parser.add_argument("--quick", action="store_true", help="seconds instead of minutes; too short to judge by")
    parser.add_argument(
        "--write",
        type=Path,
        metavar="FILE",
        help="also write each answer as a section, e.g. docs/benchmarks/results.md",
    )
    parser.add_argument(
        "--old", type=Path, metavar="FILE", help="only mark the sections of a file that are of older code"
    )
    parser.add_argument("--marks", action="store_true", help="also note each kernel's ratio to its peer")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.names if name not in BENCHMARKS]:
        parser.error(f"no benchmark is called {', '.join(unknown)}")
    if options.old:
        results.mark_old(options.old)
        return 0
    reports: dict[str, tuple[Report, float]] = {}
    try:
        for name in options.names or BENCHMARKS:
            print(f"{name} ...", file=sys.stderr, flush=True)
            begin_s = time.monotonic()
            reports[name] = (BENCHMARKS[name](options.quick), time.monotonic() - begin_s)
            print(results.terminal(name, *reports[name]), flush=True)
            if options.marks and name in peers.NOTED:
                peers.note(reports[name][0])
            if options.write:
                results.write(options.write, name, *reports[name], options.quick)
    except RankwiseError as error:
        print(f"benchmarks: {error.message}\n  -> {error.hint}", file=sys.stderr)
        return int(error.exit_status)
    missed = [goal for report, _ in reports.values() for goal in report.goals if goal.met is False]
    print(f"{len(missed)} goals missed" + (" (--quick: too short to judge)" if options.quick else ""))
    return 1 if missed and not options.quick else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # a lab that is up is taken down
    sys.exit(main())
