"""A benchmark run in a process of its own, within its budget, beside a meter of what others use meanwhile."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec.structs import replace

from benchmarks import exercised
from benchmarks.goals import Report
from benchmarks.kept import RESULTS, ROOT, Result, commit, uncommitted
from benchmarks.load import MARK, READS, Load, Meter
from benchmarks.table import Benchmark
from rankwise.core.process import Job
from rankwise.inventory.collect import collect

BEFORE_S = 5.0
_STEP_S = 1.0
_STANDARD_ERROR = 2
_NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
"""Users' commands find their modules compiled; with this each start compiles them again."""
_GRACE_S = 60.0
"""For a benchmark that is ended to take its lab down."""


def measured(
    row: Benchmark,
    *,
    quick: bool = False,
    busy: bool = False,
    left_s: float = float("inf"),
    ending: threading.Event | None = None,
) -> Result:
    """What a benchmark answers within its budget and `left_s`. Where others use the machine the outcome is *cannot
    tell*, before it starts or after it ended; with `busy` it is measured all the same, and marked as a trial. Raises
    KeyboardInterrupt soon after `ending` is set."""
    result = Result(
        benchmark=row.name,
        commit=commit(),
        date=f"{datetime.now(timezone.utc):%Y-%m-%d}",
        command=f"python -m benchmarks {row.name}",
        machine=_machine(),
        exercised=exercised.digests(exercised.exercised(row.module)),
        trial=" and ".join([*(["quick"] if quick else []), *(["busy"] if busy else [])]),
    )
    spoils = not busy and not row.bears_load
    before = usual_load()
    result = replace(result, before=before)
    if before.busy and spoils:
        return replace(result, outcome="cannot tell", why=f"the machine is busy before it starts: {before}")
    limit_s = min(row.budget_s, left_s)
    begin_s = time.monotonic()
    report, why, during, read = _run(row, quick, limit_s, ending or threading.Event())
    result = replace(result, took_s=round(time.monotonic() - begin_s, 1), during=during)
    if read:
        result = replace(result, files=exercised.listed(read), exercised=exercised.digests(read))
    if report is None:
        return replace(result, outcome="not measured", why=why)
    if during.busy and spoils:
        return replace(result, outcome="cannot tell", why=f"the machine was busy while it ran: {during}", report=report)
    if all(goal.met is None for goal in report.goals):
        return replace(
            result, outcome="not measured", why="; ".join(goal.found for goal in report.goals), report=report
        )
    return replace(result, report=report)


def not_committed(row: Benchmark) -> list[str]:
    """Files that a benchmark exercises and that differ from the commit: its figures are of no commit."""
    files = exercised.exercised(row.module)
    return [str(path.relative_to(ROOT)) for path in uncommitted() if path in files]


def usual_load(seconds: float = BEFORE_S, sleep: Callable[[float], None] = time.sleep) -> Load:
    """What others use while nothing of ours runs."""
    meter = Meter("none of ours runs yet")
    for _ in range(max(1, round(seconds / _STEP_S))):
        sleep(_STEP_S)
        meter.sample()
    return meter.load()


def _run(
    row: Benchmark, quick: bool, limit_s: float, ending: threading.Event
) -> tuple[Report | None, str, Load, frozenset[Path]]:
    """The report, or why there is none, what others used meanwhile, and the files that its processes have read."""
    token = secrets.token_hex(8)
    RESULTS.mkdir(parents=True, exist_ok=True)
    # Files are noted in labs too, where /tmp is another folder.
    with TemporaryDirectory(prefix="rankwise-benchmark-") as folder, TemporaryDirectory(dir=RESULTS) as noted:
        file, reads = Path(folder, "report.json"), Path(noted)
        reads.chmod(0o1777)  # also for ranks of another user
        function, arguments = row.call
        argv = [sys.executable, "-m", "benchmarks.child", function, str(file), "quick" if quick else "whole", arguments]
        path = os.pathsep.join([str(ROOT / "benchmarks/reads"), *filter(None, [os.environ.get("PYTHONPATH")])])
        env = {name: value for name, value in os.environ.items() if name != _NO_BYTECODE}
        env |= {MARK: token, "PYTHONPATH": path, READS: str(reads)}
        meter = Meter(token)
        job = Job.start(argv, env=env, cwd=ROOT, stdout=_STANDARD_ERROR, stderr=_STANDARD_ERROR)
        end_s = time.monotonic() + limit_s
        try:
            while job.popen.poll() is None and time.monotonic() < end_s and not ending.is_set():
                _wait(job.popen, _STEP_S)
                meter.sample()
        finally:
            ended = job.popen.poll() is None
            if ended:
                job.popen.terminate()
                _wait(job.popen, _GRACE_S)
            meter.sample()
            job.stop()
        if ending.is_set():
            raise KeyboardInterrupt
        load, read = meter.load(), exercised.noted(reads, row.module)
        if ended:
            return None, f"it was ended after {limit_s:.0f} s, its budget or what was left of the whole", load, read
        if file.is_file():
            return msgspec.json.decode(file.read_bytes(), type=Report), "", load, read
        reason = file.with_suffix(".why")
        why = reason.read_text() if reason.is_file() else f"it failed with status {job.popen.returncode}"
        return None, why, load, read


def _wait(started: subprocess.Popen[bytes], limit_s: float) -> None:
    try:
        started.wait(limit_s)
    except subprocess.TimeoutExpired:
        return


def _machine() -> str:
    node = collect()
    return (
        f"{node.cpu_model or node.arch}, {len(node.sandbox.allowed_cpus)} CPUs, {node.os or 'Linux'}, kernel "
        f"{node.kernel}, virtualisation {node.sandbox.virtualization or 'none seen'}"
    )
