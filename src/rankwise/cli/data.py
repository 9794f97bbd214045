"""What each command answers under `--json`: one row a command, from which the published schema is made.

A tuple lists alternatives.
"""

from __future__ import annotations

from typing import Any, TypedDict

from rankwise.apply.records import ExplainedTuning, ExportedTuning, TuningCheck
from rankwise.cluster.records import ClusterCheck, ClusterPlan, PlanCheck
from rankwise.core.kinds import KINDS
from rankwise.core.records import KernelFacts, Record, Run, RunSummary
from rankwise.diagnoses.records import Diagnosis, Watched
from rankwise.experiment.records import Comparison, Diff, FabricSurvey
from rankwise.inventory.records import Inventory
from rankwise.lab.records import Fault
from rankwise.maps.records import Beside, Mapped
from rankwise.model.records import Map
from rankwise.mpis.records import Knob, ListedMpi, MpisOfHosts
from rankwise.optimise.records import Placed, Routed, Scheduled, Shared
from rankwise.programs.records import Programmed, ProgramShown
from rankwise.simulate.records import Simulated
from rankwise.suites.records import SuiteReport
from rankwise.tracing.records import Trace
from rankwise.tuning.records import Tuned
from rankwise.verbs.records import (
    Improved,
    ListedMachine,
    ListedStudy,
    ScaleReport,
    ShownMachine,
    Studied,
    Survey,
    WrittenMachine,
)


class SettingData(TypedDict):
    """One setting: its value and where it came from."""

    value: str
    source: str
    meaning: str


class NewPlan(TypedDict):
    """Where the plan was written, and which hosts are not in it, with why."""

    file: str
    lost: list[str]


class RenderedFiles(TypedDict, total=False):
    """The files that were written and taken away, by their path below the folder; or what would change."""

    written: list[str]
    removed: list[str]
    diff: str


class RemovedMpi(TypedDict):
    """What was removed, in words."""

    removed: str
    how: str


class SuiteText(TypedDict):
    """What another suite's `-help` and `-list` print."""

    text: str


class ImportedText(TypedDict):
    """A text of results; `mbyte_bytes` is what its Mbytes are, null where no row tells."""

    file: str
    program: str
    version: str
    benchmarks: list[str]
    rows: int
    mbyte_bytes: int | None


class ImportData(TypedDict):
    """What was imported, and the run that it is now."""

    run: Run
    texts: list[ImportedText]


class Recorded(TypedDict):
    """A file of all that an inventory is read from, and how much it holds."""

    path: str
    hostname: str
    files: int
    commands: int
    unreadable: list[str]


class SavedInventory(TypedDict):
    """The files that `inventory --save` wrote, and why some hosts gave none."""

    recorded: list[Recorded]
    silent: dict[str, str]


class WrittenForms(TypedDict):
    """The page of a run: a file, or one for each figure."""

    run: str
    format: str
    files: list[str]


class ExportedRun(TypedDict):
    """Where a run was exported to; null is standard output."""

    run: str
    format: str
    file: str | None


class LabData(TypedDict, total=False):
    """A lab. Times in seconds: overhead of its switch, shortest delay that can be had, what calibration left."""

    name: str
    plan: str
    endpoints: list[str]
    networks: dict[str, float]
    agent: str
    overhead_s: float
    floor_s: float
    residual_s: float | None
    rootless: bool
    faults: list[Fault]
    alive: bool
    problem: str


class LabDown(TypedDict):
    """Names of the labs that were taken down."""

    down: list[str]


class LabCommand(TypedDict):
    """A program that ran in a lab."""

    endpoint: str
    command: list[str]
    status: int | None
    stdout: str
    stderr: str


class FaultKind(TypedDict):
    """A fault that can be planted in a lab."""

    usage: str
    meaning: str
    example: str


class RunCommand(TypedDict):
    """A program that ran with a tuning, under `--json`."""

    command: list[str]
    status: int | None
    stdout: str
    stderr: str
    check: TuningCheck | None


DATA: dict[str, Any] = {
    "bench": (Run, list[KernelFacts], SuiteReport, SuiteText),
    "cluster check": PlanCheck,
    "cluster new": NewPlan,
    "cluster render": RenderedFiles,
    "cluster show": ClusterPlan,
    "cluster verify": ClusterCheck,
    "compare": Comparison,
    "config": dict[str, SettingData],
    "doctor": Diagnosis,
    "fabrics": FabricSurvey,
    "improve": Improved,
    "inventory": (Inventory, SavedInventory),
    "lab down": LabDown,
    "lab exec": LabCommand,
    "lab fault add": Fault,
    "lab fault clear": list[Fault],
    "lab fault kinds": dict[str, FaultKind],
    "lab fault list": list[Fault],
    "lab list": list[LabData],
    "lab run": LabCommand,
    "lab up": LabData,
    "machine beside": Beside,
    "machine draw": Map,
    "machine export": WrittenMachine,
    "machine import": WrittenMachine,
    "machine list": list[ListedMachine],
    "machine show": ShownMachine,
    "map": Mapped,
    "map show": Map,
    "mpi add": list[ListedMpi],
    "mpi install": ListedMpi,
    "mpi knobs explain": Knob,
    "mpi knobs list": list[Knob],
    "mpi list": (list[ListedMpi], MpisOfHosts),
    "mpi remove": RemovedMpi,
    "mpi show": ListedMpi,
    "place": Placed,
    "program list": dict[str, dict[str, str]],
    "program show": ProgramShown,
    "program path": dict[str, str],
    "program run": Programmed,
    "route": Routed,
    "schedule": Scheduled,
    "run": RunCommand,
    "runs diff": Diff,
    "runs export": ExportedRun,
    "runs import": ImportData,
    "runs list": list[RunSummary],
    "runs page": WrittenForms,
    # The answer of its kind; the run itself where it did not end.
    "runs show": tuple(dict.fromkeys(kind.record for kind in KINDS.values())),
    "scale": ScaleReport,
    "share": Shared,
    "simulate": Simulated,
    "study": (Studied, list[ListedStudy]),
    "survey": Survey,
    "trace": Trace,
    "trace export": ExportedRun,
    "trace show": Trace,
    "tune check": TuningCheck,
    "tune export": ExportedTuning,
    "tune": list[Tuned],
    "tune explain": ExplainedTuning,
    "tune verify": Tuned,
    "watch": Watched,
}


class Error(Record, frozen=True, kw_only=True):
    """Why a command failed: a stable code, what happened, what to do next."""

    code: str
    message: str
    hint: str
