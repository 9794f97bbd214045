"""What `rankwise watch` costs: a job that it is attached to, which uses all CPUs, and a call of one that it started."""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from benchmarks.accuracy import trace_cost
from benchmarks.accuracy.trace_cost import added_ns
from benchmarks.goals import Goal, Report, middle_of
from benchmarks.labs import RANKWISE
from builders.programs import compiled
from rankwise.core import process
from rankwise.core.errors import MeasurementFailed
from rankwise.core.process import Job
from rankwise.core.records import Launch, Mpi
from rankwise.diagnoses.hung_job import ranks_here
from rankwise.mpis.install import install
from rankwise.programs.job import launch_of
from rankwise.programs.table import find
from rankwise.programs.text import FIGURE
from rankwise.tracing.library import tracing
from rankwise.tracing.window import WATCH
from rankwise.verbs.watch.start import watching_folder

_MARK = "RANKWISE_BENCHMARK_JOB"
_TO_NOBODY = 1  # of the calls of trace_cost.c
_PAIRS, _JOB_S = 5, 60
_QUICK_PAIRS, _QUICK_JOB_S = 1, 10
_MOST, _MOST_NS = 0.005, 5.0
_ROUNDS, _COUNT, _QUICK_ROUNDS, _QUICK_COUNT = 9, 2_000_000, 2, 200_000


def watch_cost(quick: bool) -> Report:
    """A job alone and watched from outside, in turns; then one call under `watch -- LINE` and under a trace."""
    mpi = install("mpich")
    pairs, job_s = (_QUICK_PAIRS, _QUICK_JOB_S) if quick else (_PAIRS, _JOB_S)
    cpus = len(os.sched_getaffinity(0))
    launch = launch_of(find("stencil3d"), mpi, cpus, ["--size", "64", "--seconds", str(job_s)])
    launch = replace(launch, env={**launch.env, _MARK: "1"})
    slower, used, rows = [], [], []
    for number in range(pairs):
        rates, cpu_s = {}, 0.0
        for watched in (False, True) if number % 2 else (True, False):
            rates[watched], spent_s = _job(launch, watched=watched)
            cpu_s += spent_s
        slower.append(rates[False] / rates[True] - 1.0)
        used.append(cpu_s / (job_s * cpus))
        rows.append((f"{rates[False]:.4g}", f"{rates[True]:.4g}", f"{slower[-1]:+.2%}", f"{used[-1]:.2%}"))
    middle, most_used = statistics.median(slower), statistics.median(used)
    with TemporaryDirectory(prefix="rankwise-watch-cost-") as folder:
        added = [_added_ns(install(family), Path(folder), quick) for family in trace_cost.MPIS]
    worst = max(statistics.median(values) for values in added)
    return Report(
        method=f"`stencil3d` on {cpus} ranks of MPICH, {job_s} s, {pairs} times alone and with `rankwise watch PID`, "
        "in turns; then MPI_Send to MPI_PROC_NULL, the fastest of 100 loops over PMPI_Send, with and without windows",
        goals=(
            Goal("a job that uses all CPUs takes longer by", f"{middle:+.2%}", f"< {_MOST:.1%}", middle < _MOST,
                 middle_of(slower)),
            Goal("of all CPUs `watch` uses", f"{most_used:.2%}", f"< {_MOST:.1%}", most_used < _MOST, middle_of(used)),
            Goal("a window adds to a call that is counted", f"{worst:.1f} ns", f"<= {_MOST_NS:g} ns",
                 worst <= _MOST_NS),
        ),
        header=("alone", "watched", "longer by", "CPUs used"),
        rows=tuple(rows),
    )  # fmt: skip


def _job(launch: Launch, *, watched: bool) -> tuple[float, float]:
    """A job's figure of merit, and the CPU seconds of what watches it."""
    job = Job.start(launch.argv, env=launch.env, stderr=process.DEVNULL)
    cpu_s = 0.0
    try:
        if watched:
            cpu_s = _watched(job)
        out, _ = job.popen.communicate()
    finally:
        job.stop()
    told = re.search(FIGURE, out.decode(), re.MULTILINE)
    if not told:
        raise MeasurementFailed("watch-cost", "the job printed no figure", "run this line by hand")
    return float(told[1]), cpu_s


def _watched(job: Job) -> float:
    """Watches a job to its end; CPU seconds of that. Raises MeasurementFailed where ranks were not sampled in half of
    its seconds, by their stacks alone."""
    began_s = time.monotonic()
    while job.popen.poll() is None and not ranks_here(f"{_MARK}=1"):
        time.sleep(0.1)
    line = [RANKWISE, "watch", str(job.popen.pid), "--json"]
    with subprocess.Popen(line, stdout=subprocess.PIPE) as watcher:
        assert watcher.stdout is not None
        looks = [json.loads(text)["data"] for text in watcher.stdout]
        _, status, usage = os.wait4(watcher.pid, 0)
        watcher.returncode = os.waitstatus_to_exitcode(status)
    good = [
        look for look in looks
        if look["ranks"] and not any(rank.get("unread") for rank in look["ranks"]) and "gdb" not in str(look["notes"])
    ]  # fmt: skip
    if watcher.returncode or 2 * len(good) < time.monotonic() - began_s:
        told = f"{len(good)} of {len(looks)} looks read all ranks, status {watcher.returncode}"
        raise MeasurementFailed("watch-cost", told, "start `rankwise watch PID` by hand")
    return usage.ru_utime + usage.ru_stime


def _added_ns(mpi: Mpi, folder: Path, quick: bool) -> list[float]:
    """What the window adds to MPI_Send to nobody, over a trace that counts, at each of several starts in turns."""
    rounds, count = (_QUICK_ROUNDS, _QUICK_COUNT) if quick else (_ROUNDS, _COUNT)
    program = compiled(mpi, Path(trace_cost.__file__).with_suffix(".c"), folder / mpi.family)
    added = []
    for number in range(rounds):
        files = folder / f"{mpi.family}-{number}"
        files.mkdir()
        counted = tracing(mpi, files)
        with watching_folder() as windows:
            sides = {False: counted, True: counted | {WATCH: str(windows)}}
            turns = (False, True) if number % 2 else (True, False)
            took = {side: added_ns(mpi, program, count, sides[side])[_TO_NOBODY] for side in turns}
        added.append(took[True] - took[False])
    return added
