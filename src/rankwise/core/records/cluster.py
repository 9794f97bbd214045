"""A cluster as planned: nodes, cards, networks, addresses, and what each path should carry."""

from __future__ import annotations

from typing import Literal

from rankwise.core.records.base import Record

NetworkModel = Literal["flat", "static-pair"]
Where = Literal["any", "same-node", "other-node", "same-socket", "other-socket"]
InterfaceFiles = Literal["ifcfg", "networkmanager", "netplan", "networkd"]
LinkLayer = Literal["ethernet", "infiniband"]
Provisioning = Literal["files", "micctrl"]


class EndpointSettings(Record, frozen=True, kw_only=True):
    """What a lab gives one endpoint: its CPUs (empty: all), the offset of its clocks, paths that only it sees
    (`files` maps a path inside the endpoint to a path of this machine: another engine build, another library), folders
    that it finds empty."""

    cpus: tuple[int, ...] = ()
    clock_offset_s: float = 0.0
    files: dict[str, str] = {}
    hidden: tuple[str, ...] = ()


class ClusterCard(Record, frozen=True, kw_only=True):
    """A coprocessor card with its own operating system and address. `socket` is the one it hangs on; `provisioning`
    says whether its files are written like a host's, or made by its driver's own program; `ranks` is how many machine
    files give it."""

    name: str
    index: int
    socket: int
    arch: str
    ranks: int = 1
    provisioning: Provisioning = "files"


class ClusterNode(Record, frozen=True, kw_only=True):
    """A host and its cards. `number` counts inside `cabinet`; `nic_socket` is where its network adapter hangs; `ranks`
    is how many machine files give it; `modules` are kernel modules that must be built for the kernel that runs."""

    name: str
    cabinet: int
    number: int
    sockets: int
    nic_socket: int
    arch: str
    cards: tuple[ClusterCard, ...] = ()
    ranks: int = 1
    modules: tuple[str, ...] = ()


class NetworkInterface(Record, frozen=True, kw_only=True):
    """One address of one endpoint. Interfaces of one `segment` see each other directly."""

    endpoint: str
    name: str
    segment: str
    address: str
    prefix_length: int


class LinkRule(Record, frozen=True, kw_only=True):
    """What paths should carry. `source` and `target` are `any`, `host`, `card`, `near-card`, `far-card` (on the socket
    of the node's network adapter, or not), `head`, or a name with wildcards. A later rule wins over an earlier one.

    With `both` the rule holds in the other direction too. `rate_bytes_per_s` None: as fast as it goes.
    """

    source: str
    target: str
    where: Where = "any"
    latency_s: float
    rate_bytes_per_s: float | None = None
    both: bool = False


class Network(Record, frozen=True, kw_only=True):
    """One network. `slowdown` is by how much a lab stretches it: delays times, rates divided by that number, so that
    every curve keeps its shape. `suffix` is added to a name in the hosts file to mean this network.

    `bridge` is the interface of a host that carries its address and encloses the adapter and the host's ends of its
    cards, which `card_port` names; empty: the adapter carries it. `port_rate` is what a port's rate file must say.
    """

    name: str
    fabric: str
    model: NetworkModel
    mtu: int
    slowdown: float
    suffix: str
    interfaces: tuple[NetworkInterface, ...]
    rules: tuple[LinkRule, ...]
    cidr: str = ""
    bridge: str = ""
    card_port: str = "mic{card}"
    link: LinkLayer = "ethernet"
    port_rate: str = ""


class ClusterGroup(Record, frozen=True, kw_only=True):
    """A group of users, with one number everywhere."""

    name: str
    gid: int


class ClusterUser(Record, frozen=True, kw_only=True):
    """A user, with one number everywhere."""

    name: str
    uid: int
    group: str
    home: str
    shell: str


class ClusterShare(Record, frozen=True, kw_only=True):
    """A folder that `source` exports over `network` and that the endpoints `to` mount at `mount`.

    `source` is the name of an endpoint, or `host`: each host serves its own cards. `options` are of the export,
    `mount_options` of the mount. `local` maps links inside the folder to folders that each endpoint has for itself.
    """

    path: str
    source: str
    to: str
    network: str
    options: str
    mount: str
    mount_options: str
    local: dict[str, str] = {}


class ClusterService(Record, frozen=True, kw_only=True):
    """A service that must run on the endpoints that `on` selects, and on no other."""

    name: str
    on: str


class ClusterMpi(Record, frozen=True, kw_only=True):
    """An MPI of the cluster. `network` carries its messages, `launch_network` its start; `environment` is for every
    rank. `prefix` is where hosts have it, `card_prefix` where cards have theirs."""

    family: str
    prefix: str
    card_prefix: str
    network: str
    launch_network: str
    environment: dict[str, str] = {}


class ClusterSwitch(Record, frozen=True, kw_only=True):
    """A switch and what hangs on it: hosts, or other switches."""

    name: str
    nodes: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()


class ClusterPlan(Record, frozen=True, kw_only=True):
    """A planned cluster, checked. `head` is the endpoint from which jobs are launched; None: one of the hosts.

    `interface_files` is the form in which network interfaces are written. `private_root` gives each endpoint of a lab a
    root of its own, `hidden` names folders that it finds empty there.
    """

    name: str
    source: str
    head: str | None
    nodes: tuple[ClusterNode, ...]
    networks: tuple[Network, ...]
    shared_memory_bytes: int = 256 << 20
    private_root: bool = False
    hidden: tuple[str, ...] = ()
    settings: dict[str, EndpointSettings] = {}
    interface_files: InterfaceFiles = "networkd"
    groups: tuple[ClusterGroup, ...] = ()
    users: tuple[ClusterUser, ...] = ()
    shares: tuple[ClusterShare, ...] = ()
    services: tuple[ClusterService, ...] = ()
    mpis: tuple[ClusterMpi, ...] = ()
    switches: tuple[ClusterSwitch, ...] = ()
    warnings: tuple[str, ...] = ()
