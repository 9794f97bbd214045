"""A cluster as planned: nodes, cards, networks, addresses, and what each path should carry."""

from __future__ import annotations

from typing import Literal

from rankwise.core.records.base import Record

NetworkModel = Literal["flat", "static-pair"]
Where = Literal["any", "same-node", "other-node", "same-socket", "other-socket"]


class EndpointSettings(Record, frozen=True, kw_only=True):
    """What a lab gives one endpoint: its CPUs (empty: all), the offset of its clocks, paths that only it sees
    (`files` maps a path inside the endpoint to a path of this machine: another engine build, another library), folders
    that it finds empty."""

    cpus: tuple[int, ...] = ()
    clock_offset_s: float = 0.0
    files: dict[str, str] = {}
    hidden: tuple[str, ...] = ()


class ClusterCard(Record, frozen=True, kw_only=True):
    """A coprocessor card with its own operating system and address. `socket` is the one it hangs on."""

    name: str
    index: int
    socket: int
    arch: str


class ClusterNode(Record, frozen=True, kw_only=True):
    """A host and its cards. `number` counts inside `cabinet`; `nic_socket` is where its network adapter hangs."""

    name: str
    cabinet: int
    number: int
    sockets: int
    nic_socket: int
    arch: str
    cards: tuple[ClusterCard, ...] = ()


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
    every curve keeps its shape. `suffix` is added to a name in the hosts file to mean this network."""

    name: str
    fabric: str
    model: NetworkModel
    mtu: int
    slowdown: float
    suffix: str
    interfaces: tuple[NetworkInterface, ...]
    rules: tuple[LinkRule, ...]


class ClusterPlan(Record, frozen=True, kw_only=True):
    """A planned cluster, checked. `head` is the endpoint from which jobs are launched; None: one of the hosts.

    `private_root` gives each endpoint of a lab a root of its own, `hidden` names folders that it finds empty there.
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
    warnings: tuple[str, ...] = ()
