"""A machine file as written: the fields that a user may set. Meaning is given in `machine`."""

from __future__ import annotations

from typing import Literal

from rankwise.cluster.document import ResourceTable, Table
from rankwise.cluster.records import Origin, PublishedTable, Shape, Where
from rankwise.core.words import Amount, Count, Duration, HostName, Name, Pattern, PlainName, Prose, Rate, Whole

Kind = Literal["core", "host", "card", "gpu"]


class EndpointTable(Table, frozen=True, kw_only=True):
    """An endpoint of every node; `adapter` without a word: one on its socket, else the first."""

    name: HostName
    kind: Kind = "host"
    socket: Count = 0
    adapter: Count | None = None


class NodesTable(Table, frozen=True, kw_only=True):
    """Nodes that are alike: `endpoints` by name, or `cores` in each of `sockets`; the socket of each adapter."""

    count: Count = 1
    sockets: Count = 1
    cores: Count = 0
    adapters: tuple[Count, ...] = (0,)
    endpoints: tuple[EndpointTable, ...] = ()


class MachineNetworkTable(Table, frozen=True, kw_only=True):
    """How nodes are joined: see `MachineNetwork`."""

    shape: Shape = "star"
    dimensions: tuple[Count, ...] = ()
    leaf: Count = 0
    link: Rate | None = None
    hop: Duration = "0s"
    source: Prose = ""


class MachineResource(ResourceTable, frozen=True, kw_only=True):
    """What paths share, and where its rate is from."""

    source: Prose = ""


class _BetweenTable(Table, frozen=True, kw_only=True, rename={"sender": "from", "receiver": "to"}):
    """Which endpoints, and what is known of the figures: see `MachineRule`."""

    fabric: Name
    sender: Pattern = "any"
    receiver: Pattern = "any"
    where: Where | Literal["inside"] = "any"
    both: bool = False
    kernel: PlainName = "pingpong"
    through: tuple[PlainName, ...] = ()
    origin: Origin | None = None
    source: Prose = ""
    basis: Prose = ""


class PathTable(_BetweenTable, frozen=True, kw_only=True, rename={"sender": "from", "receiver": "to"}):
    """Latency and rate of the paths between two kinds of endpoints: see `MachineRule`."""

    latency: Duration | None = None
    rate: Rate | None = None
    latency_high: Duration | None = None
    rate_high: Rate | None = None


class CurveTable(_BetweenTable, frozen=True, kw_only=True, rename={"sender": "from", "receiver": "to"}):
    """Times by size of the paths between two kinds of endpoints: see `MachineRule`."""

    sizes: tuple[Whole, ...]
    times_us: tuple[Amount, ...]
    steps: tuple[Whole, ...] = ()


class MachineDocument(Table, frozen=True, kw_only=True):
    """The whole file."""

    name: PlainName
    origin: Origin
    description: Prose = ""
    source: Prose = ""
    nodes: NodesTable
    network: MachineNetworkTable = MachineNetworkTable()
    resources: tuple[MachineResource, ...] = ()
    paths: tuple[PathTable, ...] = ()
    curves: tuple[CurveTable, ...] = ()
    tables: tuple[PublishedTable, ...] = ()
