"""`fabrics --buffers`: what an MPI does with messages on devices, each in a launch of its own that may die."""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from dataclasses import replace as replace_where
from pathlib import Path

from msgspec.structs import replace

from rankwise.core.cell_options import checked_buffers
from rankwise.core.cell_parameters import CellParameters
from rankwise.core.deadline import NEVER, Deadline
from rankwise.core.errors import MeasurementFailed, RankwiseError
from rankwise.core.findings import finding
from rankwise.core.records import Finding, Mpi, Plan
from rankwise.core.settings import Setting, with_sources
from rankwise.experiment.records import DeviceTrial, FabricSurvey
from rankwise.measure.cells import cell
from rankwise.measure.provenance import new_run
from rankwise.measure.session import CellFailed, Session
from rankwise.measure.side import Side
from rankwise.measure.visits import VisitOptions
from rankwise.measure.watcher import Watcher
from rankwise.placement.devices import Devices, with_devices
from rankwise.placement.pair import need_two
from rankwise.placement.sides import make_sides
from rankwise.placement.where import HERE, Where
from rankwise.store import Store, recorded

SIZES = (8, 1 << 20)
_VISIT = VisitOptions(samples=5, warm_s=1e-3)
_START_S, _WATCHDOG_S = 30.0, 10.0
_LEAST_S = 2.0  # for a launch that begins before its time is over


@dataclass(frozen=True)
class _Capability:
    name: str
    kernel: str
    parameters: CellParameters


CAPABILITIES = (
    _Capability("copy to the device", "copy_h2d", {}),
    _Capability("copy from the device", "copy_d2h", {}),
    _Capability("copy between processes", "copy_ipc", {}),
    _Capability("contiguous", "pingpong", {}),
    _Capability("derived type", "pingpong", {"datatype": "vector"}),
    _Capability("nonblocking", "uniband", {}),
    _Capability("persistent", "pingpong_persistent", {}),
    _Capability("reduction", "allreduce", {"datatype": "double", "operation": "sum"}),
    _Capability("in place", "allreduce", {"datatype": "double", "operation": "sum", "in_place": True}),
    _Capability("broadcast", "bcast", {}),
    _Capability("all to all", "alltoall", {}),
    _Capability("all gather", "allgather", {}),
)
"""What is tried. The first three need no MPI: what the paths below it can carry."""


@dataclass(frozen=True)
class AskedDevices:
    """What a user may ask: MPIs, where ranks run (the first two send), kinds of buffers by side, which devices, and
    until when."""

    mpis: Sequence[Mpi]
    buffers: str
    where: Where = HERE
    device: str = "gpu"
    devices: str = "auto"
    device_buffers: bool = False
    out: Path = Path("rankwise-results")
    settings: dict[str, Setting] = field(default_factory=dict)
    deadline: Deadline = NEVER


def try_devices(asked: AskedDevices, watcher: Watcher | None = None) -> FabricSurvey:
    """Tries everything with every MPI, and stores the run, kind `fabrics`. Warnings name what no time was left for.

    Raises UsageError and EnvironmentProblem before anything is launched.
    """
    watcher = watcher or Watcher()
    kinds, devices = checked_buffers(asked.buffers), Devices(asked.device, asked.devices, asked.device_buffers)
    where = replace_where(asked.where, ranks=2) if asked.where.here else asked.where
    with (
        Store.of(asked.out) as store,
        ExitStack() as stack,
        where.placement() as placement,
    ):
        need_two(placement)
        sides, left_out = make_sides(asked.mpis, placement, watcher.phase)
        sides, warnings = with_devices(sides, devices)
        told = with_sources(asked.settings)
        empty = Plan(name="fabrics", endpoints=placement.endpoints, cells=())
        run = new_run("fabrics", empty, {side.name: side.mpi for side in sides}, told)
        recording = stack.enter_context(recorded(store, run))
        trials: list[DeviceTrial] = []
        interrupted = False
        try:
            for side in sides:
                untried = []
                for capability in CAPABILITIES:
                    watcher.phase(f"{side.name}: trying {capability.name}")
                    trial = _trial(side, capability, kinds, asked.deadline)
                    if trial:
                        trials.append(trial)
                    else:
                        untried.append(capability.name)
                if untried:
                    warnings.append(f"{side.name}: the budget was over, not tried: {', '.join(untried)}")
        except KeyboardInterrupt:
            interrupted = True
        run = replace(recording.ended(interrupted=interrupted), warnings=(*left_out, *warnings))
        survey = FabricSurvey(
            run=run, paths=(), device_trials=tuple(trials), findings=tuple(findings(trials, asked.device))
        )
        return recording.keep(survey)


def _trial(side: Side, capability: _Capability, kinds: str, deadline: Deadline) -> DeviceTrial | None:
    """None where the budget was over before there was an answer."""
    if deadline.over:
        return None
    kinds = "" if capability.kernel.startswith("copy_") else kinds
    parameters: CellParameters = {**capability.parameters, "buffers": kinds}
    cells = [cell(side.name, capability.kernel, size, (0, 1), **parameters) for size in SIZES]
    trial = DeviceTrial(mpi=side.name, capability=capability.name, buffers=kinds, outcome="works")
    times_s: list[float] = []
    rate: float | None = None
    most_s = max(_LEAST_S, deadline.left_s)
    start_s, watchdog_s = min(_START_S, most_s), min(_WATCHDOG_S, most_s)
    try:
        with Session(side, 0, watchdog_s=watchdog_s, start_timeout_s=start_s) as session:
            for size_cell in cells:
                visits, frame = session.visit(size_cell, 0, _VISIT)
                times_s.append(statistics.median(visits[0].samples_s))
                rate = (frame.bytes_per_transfer or size_cell.size_bytes) / times_s[-1]
    except CellFailed as error:
        wrong = error.kind == "payload"
        return replace(trial, outcome="wrong bytes" if wrong else "refused", reason=str(error))
    except MeasurementFailed as error:
        hangs = error.code == "hung" or "not ready in time" in error.message
        if hangs and deadline.over:
            return None
        return replace(trial, outcome="hangs" if hangs else "kills the job", reason=_short(error.message))
    except RankwiseError as error:
        return replace(trial, outcome="refused", reason=error.first_line)
    return replace(trial, short_s=times_s[0], rate_bytes_per_s=rate)


def _short(message: str) -> str:
    """`rank 0 died` of what is told of a lost launch: the capability says in which cell."""
    died = re.search(r"rank \d+ (?=\(process \d+ on [^)]*\) died)", message)
    return f"{died[0]}died" if died else message.splitlines()[0]


def findings(trials: Sequence[DeviceTrial], device: str) -> Iterator[Finding]:
    """What is to be learnt: an MPI that ends jobs, wrong bytes, memory that other processes cannot open."""
    again = f"rankwise fabrics --buffers D,D --device {device}"
    for mpi in dict.fromkeys(trial.mpi for trial in trials):
        own = [trial for trial in trials if trial.mpi == mpi]
        deadly = [trial for trial in own if trial.outcome in ("kills the job", "hangs") and trial.buffers]
        takes = [trial for trial in own if trial.outcome == "works" and trial.buffers]
        if deadly:
            yield finding(
                "device-pointers-crash",
                f"this MPI will crash on {'some ' if takes else ''}device pointers: {mpi}",
                "warning",
                f"{'There it' if takes else 'It'} reads and writes device memory as if it were memory of the host.",
                seen={trial.capability: trial.reason for trial in deadly[:3]},
                fixes={"any": "`rankwise run --device-buffers -- mpirun ...`, or an MPI that was built for the device"},
                verify=f"`{again} --mpi {mpi}`",
                mpi=mpi,
            )
        wrong = [trial for trial in own if trial.outcome == "wrong bytes"]
        if wrong:
            yield finding(
                "device-wrong-bytes",
                f"{mpi} delivers wrong bytes from device memory",
                "critical",
                "What arrived is not what was sent.",
                seen={trial.capability: trial.reason for trial in wrong},
                fixes={"any": "copy to host memory before sending"},
                verify=f"`{again} --mpi {mpi}`",
                mpi=mpi,
            )
        for trial in own:
            if trial.capability == "copy between processes" and trial.outcome != "works":
                yield finding(
                    "device-no-ipc",
                    "this memory loses IPC: other processes cannot open it",
                    "warning",
                    "Messages between processes of a node then go through the host's memory.",
                    seen={trial.capability: trial.reason},
                    fixes={"any": "run ranks of a node in one container, as one user; no MIG slices"},
                    verify=f"`{again}`",
                )
