"""A lab that is up: what was realised of a plan, how exactly, and what was broken on purpose."""

from __future__ import annotations

from rankwise.cluster.records import ClusterPlan
from rankwise.core.records import Record
from rankwise.core.words import (
    Count,
    CpuNumber,
    FullPath,
    HostName,
    InterfaceName,
    Mtu,
    NetworkAddress,
    PlainName,
    PrefixLength,
    Segment,
    Text,
    Value,
)


class LabPort(Record, frozen=True, kw_only=True):
    """One interface of one endpoint at the switch; its place in `Lab.ports` is its number there."""

    endpoint: HostName
    interface: InterfaceName
    network: PlainName
    segment: Segment
    address: NetworkAddress
    prefix_length: PrefixLength
    mtu: Mtu


class LabLink(Record, frozen=True, kw_only=True):
    """What the switch does between two ports, in that direction. `rate_bytes_per_s` None: no limit."""

    source: Count
    target: Count
    delay_s: float
    rate_bytes_per_s: float | None
    loss: float = 0.0
    mtu: int
    up: bool = True


class Fault(Record, frozen=True, kw_only=True):
    """Something broken on purpose. `kind` is a name from `rankwise lab fault kinds`, `args` its arguments as given;
    `network` None: every network; `one_way`: only from the first to the second argument; `undo` what clearing it needs
    to know."""

    id: int
    kind: PlainName
    args: tuple[Value, ...]
    network: PlainName | None = None
    one_way: bool = False
    undo: dict[PlainName, Text] = {}


class Lab(Record, frozen=True, kw_only=True):
    """A lab. `keeper_pid` with `keeper_start` (ticks since boot) is the process that holds all of it.

    `overhead_s` is what one hop costs by itself, `overhead_s_per_byte` what copying adds; both are taken off every
    delay. No delay below `floor_s` can be had.
    `residual_s` is how far the measured delay of the calibrated path was from the declared one afterwards.
    `rates_only`: there is no switch, and links have nothing but a rate.
    """

    name: PlainName
    folder: FullPath
    plan: ClusterPlan
    keeper_pid: int
    keeper_start: int
    rootless: bool
    ports: tuple[LabPort, ...]
    links: tuple[LabLink, ...]
    overhead_s: float = 0.0
    overhead_s_per_byte: float = 0.0
    floor_s: float = 0.0
    residual_s: float | None = None
    rates_only: bool = False
    cpus: dict[HostName, tuple[CpuNumber, ...]] = {}
    faults: tuple[Fault, ...] = ()
    warnings: tuple[Text, ...] = ()
