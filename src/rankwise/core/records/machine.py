"""A machine: nodes that are alike, how they are joined, what each kind of path takes, and where each figure is from."""

from __future__ import annotations

from typing import Literal

from rankwise.core.records.base import Record
from rankwise.core.records.cluster import Where
from rankwise.core.records.resource import Resource
from rankwise.core.words import Amount, Count, HostName, Name, Pattern, PlainName, Prose, Whole

Origin = Literal["declared", "imported", "published", "measured"]
Shape = Literal["star", "tree", "torus"]


class MachineEndpoint(Record, frozen=True, kw_only=True):
    """What can hold a rank, in every node: a host's core, a card, a GPU; `socket` is where it is or hangs, `adapter` is
    the number of the network adapter that it uses."""

    name: HostName
    kind: Literal["core", "host", "card", "gpu"] = "host"
    socket: Count = 0
    adapter: Count = 0


class MachineRule(Record, frozen=True, kw_only=True):
    """What the paths from `sender` to `receiver` take, and the `source` of that figure.

    Either `latency_s` with `rate_bytes_per_s` (with `latency_high_s` and `rate_high_bytes_per_s` where a range was
    given), or a curve: `times_s` by `sizes_bytes` of `kernel`. `steps_bytes` are the sizes from which another protocol
    holds. Of two rules for one path the later wins, and a curve wins over two figures. `both`: in both directions.
    """

    fabric: Name
    sender: Pattern = "any"
    receiver: Pattern = "any"
    where: Where | Literal["inside"] = "any"
    both: bool = False
    latency_s: Amount | None = None
    latency_high_s: Amount | None = None
    rate_bytes_per_s: Amount | None = None
    rate_high_bytes_per_s: Amount | None = None
    kernel: PlainName = "pingpong"
    sizes_bytes: tuple[Whole, ...] = ()
    times_s: tuple[Amount, ...] = ()
    steps_bytes: tuple[Whole, ...] = ()
    through: tuple[PlainName, ...] = ()
    origin: Origin
    source: Prose = ""
    basis: Prose = ""


class MachineNetwork(Record, frozen=True, kw_only=True):
    """How nodes are joined. Each link of a torus, and each leaf's uplink of a tree, carries `rate_bytes_per_s` in each
    direction; a message takes `hop_s` for each link after the first."""

    shape: Shape = "star"
    dimensions: tuple[Count, ...] = ()
    leaf_nodes: Count = 0
    rate_bytes_per_s: Amount | None = None
    hop_s: Amount = 0.0
    source: Prose = ""


class PublishedTable(Record, frozen=True, kw_only=True):
    """Published figures of the machine that are of no path: the rows of `file` in which `system` is in `column`."""

    file: PlainName
    column: Name
    system: Prose


class Machine(Record, frozen=True, kw_only=True):
    """Nodes that are alike, each with the same endpoints. `source` is that of each figure that names none."""

    name: PlainName
    description: Prose
    origin: Origin
    source: Prose
    nodes: Count
    endpoints: tuple[MachineEndpoint, ...]
    rules: tuple[MachineRule, ...]
    network: MachineNetwork = MachineNetwork()
    resources: tuple[Resource, ...] = ()
    tables: tuple[PublishedTable, ...] = ()


class ListedMachine(Record, frozen=True, kw_only=True):
    """A shipped machine in a list: how many endpoints, over which fabrics, and how many figures it has."""

    name: PlainName
    origin: Origin
    description: Prose
    endpoints: Whole
    fabrics: tuple[Name, ...]
    figures: Whole


class PublishedRow(Record, frozen=True, kw_only=True):
    """A row of a published table, by column."""

    file: PlainName
    values: dict[Prose, Prose]


class ShownMachine(Record, frozen=True, kw_only=True):
    """A machine, and what was published of it beside its paths."""

    machine: Machine
    rows: tuple[PublishedRow, ...] = ()


class BesidePath(Record, frozen=True, kw_only=True):
    """A measured class of paths beside a published one of the same relation. Rates are of one direction; `notes` say
    how the published figure was defined and what was done to make the two comparable."""

    relation: Prose
    latency_s: float | None
    rate_bytes_per_s: float | None
    machine: PlainName
    fabric: Name
    published_relation: Prose
    published_latency_s: float | None
    published_rate_bytes_per_s: float | None
    notes: tuple[Prose, ...]
    source: Prose


class Beside(Record, frozen=True, kw_only=True):
    """What was measured beside what was published."""

    measured: Prose
    rows: tuple[BesidePath, ...]
    unmatched: tuple[Prose, ...] = ()


class WrittenMachine(Record, frozen=True, kw_only=True):
    """The machine that an import made, and its file."""

    machine: Machine
    file: Prose
    notes: tuple[Prose, ...] = ()


class SimulatedTime(Record, frozen=True, kw_only=True):
    """What a call takes on one machine: simulated (None without SimGrid), estimated by the shared resources, and what
    is busy longest by that estimate."""

    simulated_s: Amount | None = None
    estimated_s: Amount | None = None
    busiest: Prose = ""


class SimulatedCell(Record, frozen=True, kw_only=True):
    """A kernel at a size on each of the machines, in their order. `ratio` is the first time over the second."""

    kernel: Name
    size_bytes: Whole
    times: tuple[SimulatedTime, ...]
    ratio: Amount | None = None
    error: Prose = ""


class Simulated(Record, frozen=True, kw_only=True):
    """What `rankwise simulate` answers. Nothing here was measured. `places` are the endpoints of the ranks on the first
    machine; `missing` says why there are only estimates."""

    machines: tuple[Prose, ...]
    fabric: Prose
    places: tuple[Prose, ...]
    cells: tuple[SimulatedCell, ...]
    notes: tuple[Prose, ...] = ()
    missing: Prose = ""
    interrupted: bool = False
