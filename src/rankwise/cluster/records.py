"""A declared cluster and what differs from it; a machine: nodes that are alike, and what its paths take."""

from __future__ import annotations

from typing import Literal

from rankwise.core import knob_trust
from rankwise.core.records import Record, Resource
from rankwise.core.words import (
    AccountName,
    AccountNumber,
    Amount,
    Count,
    CpuNumber,
    EnvironmentName,
    HomeFolder,
    HostName,
    HostSuffix,
    InterfaceName,
    MountOptions,
    Mtu,
    Name,
    NetworkAddress,
    NodeNumber,
    OwnPath,
    PathInside,
    Pattern,
    PlainName,
    PlainPath,
    PrefixLength,
    Prose,
    Rule,
    Segment,
    ServiceName,
    SharedFolder,
    Slowdown,
    Text,
    Value,
    Whole,
)

NetworkModel = Literal["flat", "static-pair"]
Where = Literal["any", "same-node", "other-node", "same-socket", "other-socket"]
InterfaceFiles = Literal["ifcfg", "networkmanager", "netplan", "networkd"]
LinkLayer = Literal["ethernet", "infiniband"]
Provisioning = Literal["files", "micctrl"]
Origin = Literal["declared", "imported", "published", "measured"]
Shape = Literal["star", "tree", "torus"]


class EndpointSettings(Record, frozen=True, kw_only=True):
    """What a lab gives one endpoint: its CPUs (empty: all), the offset of its clocks, paths that only it sees
    (`files` maps a path inside the endpoint to a path of this machine: another engine build, another library), folders
    that it finds empty."""

    cpus: tuple[CpuNumber, ...] = ()
    clock_offset_s: float = 0.0
    files: dict[PathInside, OwnPath] = {}
    hidden: tuple[OwnPath, ...] = ()


class ClusterCard(Record, frozen=True, kw_only=True):
    """A coprocessor card with its own operating system and address. `socket` is the one it hangs on; `provisioning`
    says whether its files are written like a host's, or made by its driver's own program; `ranks` is how many machine
    files give it."""

    name: HostName
    index: Count
    socket: Count
    arch: Name
    ranks: Count = 1
    provisioning: Provisioning = "files"


class ClusterNode(Record, frozen=True, kw_only=True):
    """A host and its cards. `number` counts inside `cabinet`; `nic_socket` is where its network adapter hangs,
    `adapters` the sockets of all where it has several; `ranks` is how many machine files give it; `modules` are kernel
    modules that must be built for the kernel that runs."""

    name: HostName
    cabinet: NodeNumber
    number: NodeNumber
    sockets: Count
    nic_socket: Count
    arch: Name
    cards: tuple[ClusterCard, ...] = ()
    ranks: Count = 1
    modules: tuple[PlainName, ...] = ()
    adapters: tuple[Count, ...] = ()

    @property
    def names(self) -> tuple[HostName, ...]:
        """Its own and those of its cards."""
        return (self.name, *(card.name for card in self.cards))

    def nic_sockets(self) -> tuple[int, ...]:
        """The socket of each of its network adapters."""
        return self.adapters or (self.nic_socket,)


class NetworkInterface(Record, frozen=True, kw_only=True):
    """One address of one endpoint. Interfaces of one `segment` see each other directly."""

    endpoint: HostName
    name: InterfaceName
    segment: Segment
    address: NetworkAddress
    prefix_length: PrefixLength


class LinkRule(Record, frozen=True, kw_only=True):
    """What paths should carry. `source` and `target` are `any`, `host`, `card`, `near-card`, `far-card` (on the socket
    of the node's network adapter, or not), `head`, or a name with wildcards. A later rule wins over an earlier one.

    With `both` the rule holds in the other direction too. `rate_bytes_per_s` None: as fast as it goes. `through` names
    the resources of the plan that these paths share.
    """

    source: Pattern
    target: Pattern
    where: Where = "any"
    latency_s: float
    rate_bytes_per_s: float | None = None
    both: bool = False
    through: tuple[PlainName, ...] = ()


class Network(Record, frozen=True, kw_only=True):
    """One network. `slowdown` is by how much a lab stretches it: delays times, rates divided by that number, so that
    every curve keeps its shape. `suffix` is added to a name in the hosts file to mean this network.

    `bridge` is the interface of a host that carries its address and encloses the adapter and the host's ends of its
    cards, which `card_port` names; empty: the adapter carries it. `port_rate` is what a port's rate file must say.
    """

    name: PlainName
    fabric: Name
    model: NetworkModel
    mtu: Mtu
    slowdown: Slowdown
    suffix: HostSuffix
    interfaces: tuple[NetworkInterface, ...]
    rules: tuple[LinkRule, ...]
    cidr: NetworkAddress = ""
    bridge: InterfaceName = ""
    card_port: Rule = "mic{card}"
    link: LinkLayer = "ethernet"
    port_rate: Prose = ""


class ClusterGroup(Record, frozen=True, kw_only=True):
    """A group of users, with one number everywhere."""

    name: AccountName
    gid: AccountNumber


class ClusterUser(Record, frozen=True, kw_only=True):
    """A user, with one number everywhere."""

    name: AccountName
    uid: AccountNumber
    group: AccountName
    home: HomeFolder
    shell: PlainPath


class ClusterShare(Record, frozen=True, kw_only=True):
    """A folder that `source` exports over `network` and that the endpoints `to` mount at `mount`.

    `source` is the name of an endpoint, or `host`: each host serves its own cards. `options` are of the export,
    `mount_options` of the mount. `local` maps links inside the folder to folders that each endpoint has for itself.
    """

    path: SharedFolder
    source: HostName
    to: Pattern
    network: Name
    options: MountOptions
    mount: SharedFolder
    mount_options: MountOptions
    local: dict[SharedFolder, SharedFolder] = {}


class ClusterService(Record, frozen=True, kw_only=True):
    """A service that must run on the endpoints that `on` selects, and on no other."""

    name: ServiceName
    on: Pattern


class ClusterMpi(Record, frozen=True, kw_only=True):
    """An MPI of the cluster. `network` carries its messages, `launch_network` its start; `environment` is for every
    rank. `prefix` is where hosts have it, `card_prefix` where cards have theirs."""

    family: PlainName
    prefix: PlainPath
    card_prefix: PlainPath
    network: Name
    launch_network: Name
    environment: dict[EnvironmentName, Value] = {}

    def __post_init__(self) -> None:
        knob_trust.check_variables(self.environment)


class ClusterSwitch(Record, frozen=True, kw_only=True):
    """A switch and what hangs on it: hosts, or other switches."""

    name: PlainName
    nodes: tuple[HostName, ...] = ()
    switches: tuple[PlainName, ...] = ()


class ClusterPlan(Record, frozen=True, kw_only=True):
    """A planned cluster, checked. `head` is the endpoint from which jobs are launched; None: one of the hosts.

    `interface_files` is the form in which network interfaces are written. `private_root` gives each endpoint of a lab a
    root of its own, `hidden` names folders that it finds empty there.
    """

    name: Prose
    source: Prose
    head: HostName | None
    nodes: tuple[ClusterNode, ...]
    networks: tuple[Network, ...]
    shared_memory_bytes: int = 256 << 20
    private_root: bool = False
    hidden: tuple[OwnPath, ...] = ()
    settings: dict[HostName, EndpointSettings] = {}
    interface_files: InterfaceFiles = "networkd"
    groups: tuple[ClusterGroup, ...] = ()
    users: tuple[ClusterUser, ...] = ()
    shares: tuple[ClusterShare, ...] = ()
    services: tuple[ClusterService, ...] = ()
    mpis: tuple[ClusterMpi, ...] = ()
    switches: tuple[ClusterSwitch, ...] = ()
    resources: tuple[Resource, ...] = ()
    warnings: tuple[Prose, ...] = ()


class ClusterMismatch(Record, frozen=True, kw_only=True):
    """One fact that is not as planned. `endpoint` is empty where endpoints of one kind must be alike, and none of what
    they have is that of most; `found` then names them. `file` is the rendered file that says it, with the line; empty:
    none does."""

    endpoint: Text
    fact: Text
    expected: Text
    found: Text
    file: Text = ""
    fix: Text = ""


class PlanCheck(Record, frozen=True, kw_only=True):
    """A plan that is sound by itself; `not_looked`: what only its machines can tell."""

    plan: ClusterPlan
    not_looked: tuple[Text, ...] = ()


class ClusterCheck(Record, frozen=True, kw_only=True):
    """What `cluster verify` saw. `facts` counts what was compared, `pairs_tried` the connections that were tried of
    `pairs`: each ordered pair on each network that joins it. `silent` says why an endpoint could not be looked at;
    `not_looked` names what was not looked at, and why."""

    plan: Text
    endpoints: int
    facts: int
    pairs: int
    pairs_tried: int
    mismatches: tuple[ClusterMismatch, ...]
    silent: dict[Text, Text] = {}
    not_looked: tuple[Text, ...] = ()
    wall_s: float = 0.0


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
