"""What the plan means for one endpoint: the facts that its files are written from, and that `verify` looks for."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, replace

from rankwise.cluster.hosts import known_names
from rankwise.cluster.links import positions
from rankwise.cluster.records import (
    ClusterCard,
    ClusterMpi,
    ClusterNode,
    ClusterPlan,
    ClusterShare,
    Network,
    NetworkInterface,
)
from rankwise.cluster.routes import routes_of
from rankwise.cluster.site import kinds_of, selected
from rankwise.cluster.template import fill
from rankwise.core.grouped import grouped
from rankwise.core.words import InterfaceName


@dataclass(frozen=True)
class InterfaceSetup:
    """A network interface as it is to be set up. `kind` is `ethernet`, `infiniband`, `bridge`, or `port`: a member of
    the bridge `bridge`, without an address. `members` are a bridge's own."""

    name: str
    kind: str
    network: str
    mtu: int
    address: str = ""
    prefix_length: int = 0
    bridge: str = ""
    members: tuple[str, ...] = ()
    virtual: bool = False

    @property
    def netmask(self) -> str:
        return str(ipaddress.IPv4Network(f"0.0.0.0/{self.prefix_length}").netmask)

    @property
    def cidr(self) -> str:
        """`10.32.0.0/15`"""
        return str(ipaddress.IPv4Interface(f"{self.address}/{self.prefix_length}").network)


@dataclass(frozen=True)
class Mount:
    """A folder of another endpoint. `server` is its name on the network that the share uses."""

    server: str
    path: str
    mount: str
    options: str


@dataclass(frozen=True)
class Facts:
    """An endpoint as planned. `hosts` are the lines of its hosts file, `routes` (network, gateway), `exports` (path,
    clients, options), `services` what has to run there and `not_services` what must not."""

    name: str
    kind: str
    arch: str
    node: ClusterNode | None
    card: ClusterCard | None
    links: tuple[InterfaceSetup, ...]
    hosts: tuple[tuple[str, tuple[str, ...]], ...]
    routes: tuple[tuple[str, str], ...]
    forward: bool
    exports: tuple[tuple[str, str, str], ...]
    mounts: tuple[Mount, ...]
    local_folders: tuple[str, ...]
    local_links: tuple[tuple[str, str], ...]
    services: tuple[str, ...]
    not_services: tuple[str, ...]
    mpis: tuple[tuple[ClusterMpi, str], ...]

    @property
    def addresses(self) -> dict[str, InterfaceSetup]:
        """The links that carry an address, by it."""
        return {link.address: link for link in self.links if link.address}


def facts_of(plan: ClusterPlan) -> dict[str, Facts]:
    """The facts of every endpoint, in the order of the plan."""
    kinds = kinds_of(plan.nodes, plan.head)
    node_of = {name: node for node in plan.nodes for name in node.names}
    cards = {card.name: card for node in plan.nodes for card in node.cards}
    routes = grouped((name, (network, gateway)) for name, network, gateway in routes_of(plan))
    exports, mounts = _shared(plan, kinds)
    running = {service.name: set(selected(service.on, kinds)) for service in plan.services}
    facts = {}
    for name, kind in kinds.items():
        node, card = node_of.get(name), cards.get(name)
        served = [share for share in plan.shares if share.local and name in _sources(share, kinds, plan)]
        mounted = [share for share in plan.shares if share.local and name in selected(share.to, kinds)]
        facts[name] = Facts(
            name=name,
            kind=kind,
            arch=card.arch if card else (node.arch if node else "x86_64"),
            node=node,
            card=card,
            links=tuple(_links(plan, name, kind, node)),
            hosts=tuple((address, tuple(names)) for address, names in known_names(plan, name)),
            routes=tuple(routes.get(name, ())),
            forward=kind == "host" and bool(node and node.cards),
            exports=tuple(exports.get(name, ())),
            mounts=tuple(mounts.get(name, ())),
            local_folders=tuple(folder for share in mounted for folder in share.local.values()),
            local_links=tuple(item for share in served for item in share.local.items()),
            services=tuple(service for service, places in running.items() if name in places),
            not_services=tuple(service for service, places in running.items() if name not in places),
            mpis=tuple((mpi, mpi.card_prefix if card else mpi.prefix) for mpi in plan.mpis),
        )
    return facts


def without_bridges(facts: Facts) -> Facts:
    """The same endpoint as a lab has it: the adapter under a bridge carries the bridge's address itself."""
    bridges = {link.name: link for link in facts.links if link.kind == "bridge"}
    links = []
    for link in facts.links:
        if link.kind == "port" and not link.virtual:
            over = bridges[link.bridge]
            links.append(
                replace(link, kind="ethernet", address=over.address, prefix_length=over.prefix_length, bridge="")
            )
        elif link.kind not in ("port", "bridge"):
            links.append(link)
    return replace(facts, links=tuple(links))


def _links(plan: ClusterPlan, name: str, kind: str, node: ClusterNode | None) -> list[InterfaceSetup]:
    links: list[InterfaceSetup] = []
    for network in plan.networks:
        for item in network.interfaces:
            if item.endpoint != name:
                continue
            if kind == "host" and network.bridge and network.model == "flat":
                links += _bridged(network, item, node)
            else:
                links.append(_with_address(item.name, network.link, network, item))
    return links


def ports_of(rule: str, node: ClusterNode) -> list[str]:
    """The host's ends of its cards. Raises UsageError for a rule that does not name interfaces."""
    values = {"cabinet": node.cabinet, "node": node.number}
    return [fill(rule, {**values, "card": card.index}, InterfaceName) for card in node.cards]


def _bridged(network: Network, item: NetworkInterface, node: ClusterNode | None) -> list[InterfaceSetup]:
    ports = ports_of(network.card_port, node) if node else []
    bridge = _with_address(network.bridge, "bridge", network, item, members=(item.name, *ports))
    port = InterfaceSetup(name=item.name, kind="port", network=network.name, mtu=network.mtu, bridge=network.bridge)
    virtual = [
        InterfaceSetup(
            name=port, kind="port", network=network.name, mtu=network.mtu, bridge=network.bridge, virtual=True
        )
        for port in ports
    ]
    return [bridge, port, *virtual]


def _with_address(
    name: str, kind: str, network: Network, item: NetworkInterface, members: tuple[str, ...] = ()
) -> InterfaceSetup:
    return InterfaceSetup(
        name=name,
        kind=kind,
        network=network.name,
        mtu=network.mtu,
        address=item.address,
        prefix_length=item.prefix_length,
        members=members,
    )


def _sources(share: ClusterShare, kinds: dict[str, str], plan: ClusterPlan) -> list[str]:
    if share.source == "host":
        return [node.name for node in plan.nodes if node.cards]
    return [share.source] if share.source in kinds else []


def _shared(
    plan: ClusterPlan, kinds: dict[str, str]
) -> tuple[dict[str, list[tuple[str, str, str]]], dict[str, list[Mount]]]:
    """What each endpoint exports, and what each mounts."""
    exports: dict[str, list[tuple[str, str, str]]] = {}
    mounts: dict[str, list[Mount]] = {}
    place = positions(plan)
    for share in plan.shares:
        network = next(network for network in plan.networks if network.name == share.network)
        clients: dict[str, dict[str, None]] = {}
        for name in selected(share.to, kinds):
            server = place[name].node if share.source == "host" else share.source
            if server is None or server == name:
                continue
            reached = _meets(network, name, server)
            if reached is None:
                continue
            clients.setdefault(server, {})[reached] = None
            mounts.setdefault(name, []).append(
                Mount(server=server + network.suffix, path=share.path, mount=share.mount, options=share.mount_options)
            )
        for server, networks in clients.items():
            exports.setdefault(server, []).extend((share.path, cidr, share.options) for cidr in networks)
    return exports, mounts


def _meets(network: Network, client: str, server: str) -> str | None:
    """The network in which two endpoints see each other; None where they do not."""
    segments = {item.segment for item in network.interfaces if item.endpoint == client}
    for item in network.interfaces:
        if item.endpoint == server and item.segment in segments:
            return str(ipaddress.IPv4Interface(f"{item.address}/{item.prefix_length}").network)
    return None
