"""All benchmarks: a row each. A new one is a file in a folder, and a row here."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from benchmarks.accuracy import (
    classes,
    coverage,
    duration,
    fidelity,
    identical,
    intervals,
    machines,
    overlap,
    peers,
    projection,
    sampled,
    start_up,
    sweep,
    trace_cost,
    trace_true,
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
    patterns,
    plantings,
    rails,
    relay,
    relay_mpi4py,
)
from benchmarks.lab import place as place_lab
from benchmarks.lab import resources as resources_lab
from benchmarks.lab import tune as tune_lab
from benchmarks.programs import asian, cost, decide, right, speed
from benchmarks.robust import (
    budgets,
    doctor_jobs,
    doctor_logs,
    doctor_srun,
    endurance,
    explain,
    exports,
    faults,
    fuzz,
    hangs,
    hostile,
    mpi4py_tests,
    outside,
    page,
    scale,
    start,
    trace_mpi4py,
    watch,
    watch_cost,
)
from benchmarks.tuning import exhaustive, improve_node, place, resources, routes, schedules, schedules_cost, tune

FAMILIES = ("mpich", "openmpi", "impi")
LAB = "a lab: root and network namespaces"


@dataclass(frozen=True)
class Benchmark:
    """`run` gets whether it shall be quick. `budget_s`: it is ended then, and has no answer. `claim`: the row of
    `claims.py` that it proves; without one it only runs by its name. `needs`: what a machine must have beside the MPIs
    from PyPI. `bears_load`: other work on the machine can make none of its figures better, for they are counts, of
    made-up truth or simulated, or limits that it makes harder to keep."""

    name: str
    run: Callable[[bool], Report]
    budget_s: int
    claim: str
    needs: str = ""
    bears_load: bool = False

    @property
    def module(self) -> str:
        """The name of the module that it is in."""
        return self.call[0].partition(":")[0]

    @property
    def call(self) -> tuple[str, str]:
        """Its function as `MODULE:NAME`, and as JSON what that gets before `quick`, and with a name."""
        bound = self.run if isinstance(self.run, partial) else partial(self.run)
        return f"{bound.func.__module__}:{bound.func.__name__}", json.dumps([bound.args, bound.keywords])

    @property
    def folder(self) -> str:
        return self.module.split(".")[1]


def _each(
    name: str, run: Callable[..., Report], budget_s: int, claim: str, needs: str = "", *, bears_load: bool = False
) -> tuple[Benchmark, ...]:
    """A row for each MPI."""
    return tuple(
        Benchmark(f"{name}-{family}", partial(run, family), budget_s, claim, needs, bears_load) for family in FAMILIES
    )


BENCHMARKS: tuple[Benchmark, ...] = (
    # accuracy
    Benchmark("fidelity", fidelity.fidelity, 300, "fidelity"),
    Benchmark("duration", duration.duration, 480, "duration"),
    Benchmark("identical", identical.identical, 420, "verdicts"),
    Benchmark("planted", identical.planted, 300, "verdicts"),
    Benchmark("coverage", coverage.coverage, 800, "intervals"),
    Benchmark("intervals", intervals.intervals, 900, "intervals", bears_load=True),
    Benchmark("sweep", sweep.sweep, 600, "sweep"),
    Benchmark("peers-mpi1", peers.mpi1, 1200, "peers"),
    Benchmark("peers-nbc", peers.nbc, 1200, "peers"),
    Benchmark("peers-rma", peers.rma, 1200, "peers"),
    Benchmark("peers-overlap", overlap.overlap, 1800, "peers"),
    Benchmark("classes", classes.classes, 300, "classes", bears_load=True),
    Benchmark("sampled", sampled.sampled, 900, "classes", "SimGrid", bears_load=True),
    Benchmark("trace-cost", trace_cost.trace_cost, 240, "trace"),
    Benchmark("trace-true", trace_true.trace_true, 300, "trace"),
    Benchmark("projection", projection.projection, 900, "projection", bears_load=True),
    Benchmark("start-up", start_up.start_up, 600, "start-up"),
    Benchmark("machines", machines.machines, 60, "machines", bears_load=True),
    Benchmark("simulated-curves", machines.simulated_curves, 120, "machines", "SimGrid", bears_load=True),
    Benchmark("studies", machines.studies, 1200, "machines", "SimGrid", bears_load=True),
    Benchmark("simulated-scale", machines.simulated_scale, 1200, "machines", "SimGrid", bears_load=True),
    # tuning
    Benchmark("tune-mpich", partial(tune.tuned, "mpich"), 2700, "tune-each"),
    Benchmark("tune-openmpi", partial(tune.tuned, "openmpi"), 2700, "tune-each"),
    Benchmark("tune-impi", partial(tune.tuned, "impi"), 2700, "tune-each"),
    Benchmark("tune-openmpi-traded", partial(tune.tuned, "openmpi", worst=0.8), 2700, ""),
    Benchmark("tune-hints", tune.hints, 1200, "tune-hints"),
    Benchmark("tune-again", tune.again, 1800, "tune-again"),
    Benchmark("planted-tunings", tune.planted_tunings, 1200, "planted-tunings"),
    Benchmark("exhaustive-mpich", partial(exhaustive.exhaustive, "mpich"), 900, "tune-grid"),
    Benchmark("exhaustive-openmpi", partial(exhaustive.exhaustive, "openmpi"), 1200, "tune-grid-others"),
    Benchmark("exhaustive-impi", partial(exhaustive.exhaustive, "impi"), 1200, "tune-grid-others"),
    *_each("improve-node", improve_node.improve_node, 2400, "improve-node"),
    Benchmark("place", place.place, 600, "place", bears_load=True),
    Benchmark("routes", routes.routes, 120, "place", bears_load=True),
    Benchmark("resources", resources.resources, 1800, "resources", "SimGrid", bears_load=True),
    Benchmark("schedules", schedules.schedules_of_random_maps, 1800, "schedules", bears_load=True),
    Benchmark("schedules-cost", schedules_cost.schedules_cost, 600, "schedules"),
    # lab
    Benchmark("links", links.links, 700, "links", LAB),
    Benchmark("imb-in-lab", imb.imb_in_lab, 600, "links", LAB),
    Benchmark("expectations", expectations.expectations, 300, "map-declared", LAB),
    Benchmark("plantings", plantings.plantings_in_labs, 1200, "plantings", LAB),
    Benchmark("healthy", plantings.healthy_labs, 900, "plantings", LAB),
    Benchmark("network-causes", network_causes.network_causes, 3600, "plantings", LAB),
    Benchmark("rails", rails.rails, 1800, "rails", LAB),
    Benchmark("relay", relay.relay, 900, "relay", LAB),
    Benchmark("relay-mpi4py", relay_mpi4py.relay_mpi4py, 5400, "relay-mpi4py", LAB, bears_load=True),
    Benchmark("kills", kills.kills, 5400, "kills", LAB, bears_load=True),
    Benchmark("tune-lab", partial(tune_lab.tune_lab, "mpich"), 1800, "tune-lab", LAB),
    Benchmark("collectives-lab", partial(collectives.collectives_lab, "mpich"), 1500, "collectives-lab", LAB),
    Benchmark("resources-lab", resources_lab.shared_in_labs, 2400, "resources", LAB),
    Benchmark("simulated-patterns", patterns.simulated_patterns, 1200, "machines", f"SimGrid, and {LAB}"),
    Benchmark("place-lab", place_lab.place_lab, 1200, "place-lab", LAB),
    Benchmark("improve-ring-mpich", partial(improve.improve_lab, "ring", "mpich"), 1200, "improve-ring", LAB),
    Benchmark("improve-ring-openmpi", partial(improve.improve_lab, "ring", "openmpi"), 1500,
              "improve-ring-others", LAB),
    Benchmark("improve-ring-impi", partial(improve.improve_lab, "ring", "impi"), 1500, "improve-ring-others", LAB),
    Benchmark("improve-halo3d-mpich", partial(improve.improve_lab, "halo3d", "mpich"), 1500, "improve-exchanges", LAB),
    Benchmark("improve-halo3d-openmpi", partial(improve.improve_lab, "halo3d", "openmpi"), 1500, "", LAB),
    Benchmark("improve-halo3d-impi", partial(improve.improve_lab, "halo3d", "impi"), 1500, "", LAB),
    Benchmark("improve-transpose-mpich", partial(improve.improve_lab, "transpose", "mpich"), 1500,
              "improve-exchanges", LAB),
    Benchmark("improve-transpose-openmpi", partial(improve.improve_lab, "transpose", "openmpi"), 1500, "", LAB),
    Benchmark("improve-transpose-impi", partial(improve.improve_lab, "transpose", "impi"), 1500, "", LAB),
    Benchmark("improve-equal", improve_equal.improve_equal, 3600, "improve-equal", LAB),
    Benchmark("doctor-plantings", doctor.doctor_plantings, 400, "doctor", LAB),
    # device
    Benchmark("device-truth", truth.device_truth, 600, "device-truth"),
    Benchmark("device-overhead", overhead.device_overhead, 400, "device-overhead"),
    Benchmark("device-pipeline", pipeline.device_pipeline, 900, "device-stages"),
    Benchmark("device-stages", gpu.device_stages, 400, "device-stages"),
    Benchmark("device-programs", programs.device_programs, 600, "device-programs", bears_load=True),
    Benchmark("device-mpi4py", device_mpi4py.device_mpi4py, 3600, "programs-unchanged", bears_load=True),
    Benchmark("device-datatypes", datatypes.device_datatypes, 600, "device-datatypes"),
    Benchmark("gpu", gpu.gpu, 600, "gpu", "a GPU"),
    # programs
    Benchmark("programs-right", right.programs_right, 3600, "programs-right", "SimGrid", bears_load=True),
    Benchmark("programs-speed", speed.programs_speed, 600, "programs-speed"),
    Benchmark("programs-decide", decide.programs_decide, 2400, "programs-decide"),
    *_each("programs-improve", decide.programs_improve, 1800, "programs-decide"),
    Benchmark("programs-asian", asian.programs_asian, 1200, "programs-asian", "SimGrid", bears_load=True),
    Benchmark("programs-asian-lab", asian.programs_asian_lab, 1200, "programs-asian", LAB),
    Benchmark("programs-cost", cost.programs_cost, 900, "programs-cost"),
    # robust
    *_each("doctor-jobs", doctor_jobs.doctor_jobs, 1800, "doctor-jobs", bears_load=True),
    Benchmark("doctor-srun", doctor_srun.doctor_srun, 900, "", "Slurm: root, slurm-wlm and munge", bears_load=True),
    Benchmark("doctor-logs", doctor_logs.doctor_logs, 1800, "doctor-logs", bears_load=True),
    Benchmark("doctor-hang", hangs.doctor_hang, 600, "doctor-hang", bears_load=True),
    Benchmark("watch", watch.watch, 3600, "watch", bears_load=True),
    Benchmark("watch-cost", watch_cost.watch_cost, 1200, "watch"),
    Benchmark("explain", explain.explain, 900, "explain", bears_load=True),
    Benchmark("doctor-time", doctor.doctor_time, 300, "large"),
    Benchmark("faults", faults.faults, 1200, "faults", bears_load=True),
    Benchmark("fuzz", fuzz.fuzz, 7200, "hostile", "Atheris", bears_load=True),
    Benchmark("hostile", hostile.hostile, 900, "hostile", bears_load=True),
    Benchmark("exports", exports.exports, 1800, "hostile", bears_load=True),
    Benchmark("outside", outside.outside, 1800, "outside", bears_load=True),
    Benchmark("budgets", budgets.budgets, 1800, "budgets", bears_load=True),
    Benchmark("endurance", endurance.endurance, 5400, "endurance", bears_load=True),
    Benchmark("schedules-mpi4py", mpi4py_tests.mpi4py_tests, 5400, "programs-unchanged", bears_load=True),
    Benchmark("trace-mpi4py", trace_mpi4py.trace_mpi4py, 3600, "programs-unchanged", bears_load=True),
    Benchmark("page", page.page, 120, "large", "Chromium"),
    Benchmark("scale", scale.scale, 300, "large"),
    Benchmark("start", start.start, 150, "start"),
)  # fmt: skip

BY_NAME = {row.name: row for row in BENCHMARKS}
