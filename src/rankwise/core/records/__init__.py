"""The records that every stage reads: a run, its plan and figures, an MPI, a finding. Frozen, validated when read, SI
base units, never a NaN.

Read with `decode`, written with `encode`. Records that one package makes are in its `records.py`, which all may import.
"""

from rankwise.core.records.base import SCHEMA_VERSION, Record, decode, encode, to_builtins
from rankwise.core.records.finding import Evidence, Experiment, Finding, FixLine, Severity
from rankwise.core.records.kernel import KernelFacts
from rankwise.core.records.launch import Change, DeviceMemory, Launch, Launcher, LaunchSpec, Mpi, Place, Problem
from rankwise.core.records.plan import Cell, Endpoint, Pace, Plan
from rankwise.core.records.resource import Forwarding, Per, Resource
from rankwise.core.records.result import Result
from rankwise.core.records.run import (
    CellResult,
    Estimate,
    GroupTimes,
    Impact,
    LaunchFacts,
    Overlap,
    Provenance,
    RankFacts,
    Regime,
    Run,
    RunStatus,
    RunSummary,
    StartUp,
    Stop,
    Visit,
)

__all__ = [
    "SCHEMA_VERSION",
    "Cell",
    "CellResult",
    "Change",
    "DeviceMemory",
    "Endpoint",
    "Estimate",
    "Evidence",
    "Experiment",
    "Finding",
    "FixLine",
    "Forwarding",
    "GroupTimes",
    "Impact",
    "KernelFacts",
    "Launch",
    "LaunchFacts",
    "LaunchSpec",
    "Launcher",
    "Mpi",
    "Overlap",
    "Pace",
    "Per",
    "Place",
    "Plan",
    "Problem",
    "Provenance",
    "RankFacts",
    "Record",
    "Regime",
    "Resource",
    "Result",
    "Run",
    "RunStatus",
    "RunSummary",
    "Severity",
    "StartUp",
    "Stop",
    "Visit",
    "decode",
    "encode",
    "to_builtins",
]
