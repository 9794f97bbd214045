"""The contract: every record that stages exchange. Frozen, validated when read, SI base units, never a NaN.

Read with `decode`, written with `encode`; `schema` gives the published JSON schema. Other modules define no records
of their own for things that cross a stage boundary.
"""

from rankwise.core.records.applied import ExportedTuning, LineCheck, TuningCheck
from rankwise.core.records.base import SCHEMA_VERSION, Record, decode, encode, schema, to_builtins
from rankwise.core.records.change import Change
from rankwise.core.records.cluster import (
    ClusterCard,
    ClusterNode,
    ClusterPlan,
    EndpointSettings,
    LinkRule,
    Network,
    NetworkInterface,
)
from rankwise.core.records.compare import ComparedCell, Comparison
from rankwise.core.records.diff import CellChange, Diff
from rankwise.core.records.fabrics import Carrier, FabricChoice
from rankwise.core.records.finding import Diagnosis, Evidence, Experiment, Finding, FixLine, Severity
from rankwise.core.records.inventory import (
    Cache,
    Card,
    Cpu,
    Gpu,
    Inventory,
    Limits,
    Nic,
    NodeInventory,
    NumaNode,
    Sandbox,
    SharedMemory,
)
from rankwise.core.records.knob import Knob, KnobHint
from rankwise.core.records.lab import Fault, Lab, LabLink, LabPort
from rankwise.core.records.launch import Launch, Launcher, LaunchSpec, Mpi, Place, Problem
from rankwise.core.records.map import Curve, Fabric, Map, Mapped, Path, PathClass, ProtocolStep, Segment
from rankwise.core.records.plan import Cell, Endpoint, Plan
from rankwise.core.records.ratio import Answer, Ratio
from rankwise.core.records.run import (
    CellResult,
    Estimate,
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
from rankwise.core.records.suite import SuiteReport, SuiteRow, SuiteTable
from rankwise.core.records.survey import Expected, ExpectedPart, Survey, Verdict, VerdictLine
from rankwise.core.records.tuning import CollectiveRule, Gain, Tried, Tuned, TunedBuild, Tuning, TuningLine

__all__ = [
    "SCHEMA_VERSION",
    "Answer",
    "Cache",
    "Card",
    "Carrier",
    "Cell",
    "CellChange",
    "CellResult",
    "Change",
    "ClusterCard",
    "ClusterNode",
    "ClusterPlan",
    "CollectiveRule",
    "ComparedCell",
    "Comparison",
    "Cpu",
    "Curve",
    "Diagnosis",
    "Diff",
    "Endpoint",
    "EndpointSettings",
    "Estimate",
    "Evidence",
    "Expected",
    "ExpectedPart",
    "Experiment",
    "ExportedTuning",
    "Fabric",
    "FabricChoice",
    "Fault",
    "Finding",
    "FixLine",
    "Gain",
    "Gpu",
    "Inventory",
    "Knob",
    "KnobHint",
    "Lab",
    "LabLink",
    "LabPort",
    "Launch",
    "LaunchFacts",
    "LaunchSpec",
    "Launcher",
    "Limits",
    "LineCheck",
    "LinkRule",
    "Map",
    "Mapped",
    "Mpi",
    "Network",
    "NetworkInterface",
    "Nic",
    "NodeInventory",
    "NumaNode",
    "Overlap",
    "Path",
    "PathClass",
    "Place",
    "Plan",
    "Problem",
    "ProtocolStep",
    "Provenance",
    "RankFacts",
    "Ratio",
    "Record",
    "Regime",
    "Run",
    "RunStatus",
    "RunSummary",
    "Sandbox",
    "Segment",
    "Severity",
    "SharedMemory",
    "StartUp",
    "Stop",
    "SuiteReport",
    "SuiteRow",
    "SuiteTable",
    "Survey",
    "Tried",
    "Tuned",
    "TunedBuild",
    "Tuning",
    "TuningCheck",
    "TuningLine",
    "Verdict",
    "VerdictLine",
    "Visit",
    "decode",
    "encode",
    "schema",
    "to_builtins",
]
