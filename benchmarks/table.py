"""All benchmarks: a row each. A new one is a file in a folder, and a row here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from benchmarks import fuzz
from benchmarks.accuracy import (
    classes,
    coverage,
    duration,
    fidelity,
    identical,
    intervals,
    overlap,
    peers,
    sampled,
    sweep,
    trace_cost,
    trace_true,
    transport,
)
from benchmarks.device import datatypes, gpu, overhead, pipeline, programs, truth
from benchmarks.device import mpi4py_tests as device_mpi4py
from benchmarks.goals import Report
from benchmarks.lab import (
    collectives,
    doctor,
    expectations,
    imb,
    improve,
    improve_equal,
    kills,
    links,
    network_causes,
    plantings,
    rails,
    relay,
    relay_mpi4py,
)
from benchmarks.lab import place as place_lab
from benchmarks.lab import tune as tune_lab
from benchmarks.robust import (
    doctor_jobs,
    endurance,
    faults,
    hangs,
    mpi4py_tests,
    page,
    scale,
    start,
    trace_mpi4py,
)
from benchmarks.tuning import exhaustive, improve_node, place, routes, schedules, schedules_cost, tune

FAMILIES = ("mpich", "openmpi", "impi")
LAB = "a lab: root and network namespaces"


@dataclass(frozen=True)
class Benchmark:
    """`run` gets whether it shall be quick. `budget_s`: it is ended then, and has no answer. `needs`: what a machine
    must have beside the MPIs from PyPI."""

    name: str
    run: Callable[[bool], Report]
    budget_s: int
    needs: str = ""

    @property
    def module(self) -> str:
        """The name of the module that it is in."""
        run = self.run.func if isinstance(self.run, partial) else self.run
        return run.__module__

    @property
    def folder(self) -> str:
        return self.module.split(".")[1]


def _each(name: str, run: Callable[..., Report], budget_s: int, needs: str = "") -> tuple[Benchmark, ...]:
    """A row for each MPI."""
    return tuple(Benchmark(f"{name}-{family}", partial(run, family), budget_s, needs) for family in FAMILIES)


BENCHMARKS: tuple[Benchmark, ...] = (
    # accuracy
    Benchmark("fidelity", fidelity.fidelity, 500),
    Benchmark("duration", duration.duration, 400),
    Benchmark("identical", identical.identical, 700),
    Benchmark("planted", identical.planted, 700),
    Benchmark("coverage", coverage.coverage, 400),
    Benchmark("intervals", intervals.intervals, 900),
    Benchmark("sweep", sweep.sweep, 600),
    Benchmark("peers-mpi1", peers.mpi1, 1200),
    Benchmark("peers-nbc", peers.nbc, 1200),
    Benchmark("peers-rma", peers.rma, 1200),
    Benchmark("peers-overlap", overlap.overlap, 1800),
    Benchmark("classes", classes.classes, 300),
    Benchmark("sampled", sampled.sampled, 900, "SimGrid"),
    Benchmark("trace-cost", trace_cost.trace_cost, 400),
    Benchmark("trace-true", trace_true.trace_true, 500),
    Benchmark("transport", transport.transport, 600),
    # tuning
    *_each("tune", tune.tuned, 2700),
    Benchmark("tune-openmpi-traded", partial(tune.tuned, "openmpi", worst=0.8), 2700),
    Benchmark("tune-hints", tune.hints, 1200),
    Benchmark("tune-again", tune.again, 1800),
    Benchmark("planted-tunings", tune.planted_tunings, 1200),
    *_each("exhaustive", exhaustive.exhaustive, 1500),
    *_each("improve-node", improve_node.improve_node, 2400),
    Benchmark("place", place.place, 600),
    Benchmark("routes", routes.routes, 120),
    Benchmark("schedules", schedules.schedules_of_random_maps, 1800),
    Benchmark("schedules-cost", schedules_cost.schedules_cost, 600),
    # lab
    Benchmark("links", links.links, 700, LAB),
    Benchmark("imb-in-lab", imb.imb_in_lab, 600, LAB),
    Benchmark("expectations", expectations.expectations, 500, LAB),
    Benchmark("plantings", plantings.plantings_in_labs, 1200, LAB),
    Benchmark("healthy", plantings.healthy_labs, 900, LAB),
    *_each("network-causes", network_causes.network_causes, 3600, LAB),
    Benchmark("rails", rails.rails, 900, LAB),
    Benchmark("relay", relay.relay, 2400, LAB),
    Benchmark("relay-mpi4py", relay_mpi4py.relay_mpi4py, 5400, LAB),
    Benchmark("kills", kills.kills, 5400, LAB),
    Benchmark("tune-lab", partial(tune_lab.tune_lab, "mpich"), 1800, LAB),
    Benchmark("collectives-lab", partial(collectives.collectives_lab, "mpich"), 1500, LAB),
    Benchmark("place-lab", place_lab.place_lab, 1200, LAB),
    *(row for program in improve.PROGRAMS
      for row in _each(f"improve-{program}", partial(improve.improve_lab, program), 3000, LAB)),
    Benchmark("improve-equal", improve_equal.improve_equal, 3600, LAB),
    Benchmark("doctor-plantings", doctor.doctor_plantings, 600, LAB),
    # device
    Benchmark("device-truth", truth.device_truth, 600),
    Benchmark("device-overhead", overhead.device_overhead, 400),
    Benchmark("device-pipeline", pipeline.device_pipeline, 900),
    Benchmark("device-stages", gpu.device_stages, 400),
    Benchmark("device-programs", programs.device_programs, 600),
    Benchmark("device-mpi4py", device_mpi4py.device_mpi4py, 3600),
    Benchmark("device-datatypes", datatypes.device_datatypes, 600),
    Benchmark("gpu", gpu.gpu, 600, "a GPU"),
    # robust
    *_each("doctor-jobs", doctor_jobs.doctor_jobs, 1800),
    Benchmark("doctor-hang", hangs.doctor_hang, 600),
    Benchmark("doctor-time", doctor.doctor_time, 300),
    Benchmark("faults", faults.faults, 1200),
    Benchmark("fuzz", fuzz.fuzz, 7200, "Atheris"),
    Benchmark("endurance", endurance.endurance, 3600),
    Benchmark("schedules-mpi4py", mpi4py_tests.mpi4py_tests, 5400),
    Benchmark("trace-mpi4py", trace_mpi4py.trace_mpi4py, 3600),
    Benchmark("page", page.page, 120, "Chromium"),
    Benchmark("scale", scale.scale, 300),
    Benchmark("start", start.start, 300),
)  # fmt: skip

BY_NAME = {row.name: row for row in BENCHMARKS}
