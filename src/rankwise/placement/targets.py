"""What a map is of: endpoints and the networks that join them, from cores, host names, a file, a plan or a lab."""

from __future__ import annotations

import socket
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path as File

from rankwise.cluster import links
from rankwise.cluster.declared import to_map
from rankwise.cluster.hosts import known_names
from rankwise.cluster.plan import read_plan
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import ClusterPlan, Endpoint, Inventory, Path
from rankwise.decide.declared import Declared
from rankwise.decide.endpoint_checks import Expected
from rankwise.inventory.collect import collect
from rankwise.measure.endpoints import Entry, endpoints, read
from rankwise.model.topology import Topology, core_endpoints

_MOST_CORES = 64
_MOST_NAMES = 64  # that an endpoint is asked to resolve


@dataclass(frozen=True)
class Net:
    """One network to be mapped. `addresses`: who is on it, by endpoint id, and its address in each segment;
    `interfaces`: on which of its own network interfaces (empty: the MPI chooses); `apart`: ordered pairs that are not
    meant to reach each other, with why; `declared`: what a plan promises of the others."""

    name: str
    kind: str
    description: str
    addresses: dict[str, dict[str, str]]
    interfaces: dict[str, tuple[str, ...]] = field(default_factory=dict)
    apart: dict[tuple[str, str], str] = field(default_factory=dict)
    declared: dict[tuple[str, str], Declared] = field(default_factory=dict)

    def address(self, source: str, target: str) -> str:
        """The address of `target` in a segment that both are in, or its first one."""
        there = self.addresses[target]
        common = [segment for segment in there if segment in self.addresses[source]]
        return there[common[0]] if common else next(iter(there.values()))


@dataclass(frozen=True)
class Targets:
    """Endpoints and networks. `hosts` is how the launch agent calls each endpoint (None: this machine); `entries`
    say what of an endpoint differs from the launching side; `addresses` are all addresses of endpoints, also on
    networks that are not to be mapped; `names` are those that each endpoint is asked to resolve, `expected` what a plan
    says of its endpoints, `agent` the launch agent that a file of endpoints names."""

    name: str
    endpoints: tuple[Endpoint, ...]
    nets: tuple[Net, ...]
    relation: Callable[[Endpoint, Endpoint], str]
    hosts: dict[str, str | None]
    inventory: Inventory | None = None
    entries: dict[str, Entry] = field(default_factory=dict)
    addresses: tuple[str, ...] = ()
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)
    expected: Expected = field(default_factory=Expected)
    agent: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def local(self) -> bool:
        return all(host is None for host in self.hosts.values())


def of_this_machine() -> Targets:
    """The cores that this process may use."""
    inventory = Inventory(nodes=(collect(),))
    cores = core_endpoints(inventory.nodes[0])[:_MOST_CORES]
    if len(cores) < 2:
        raise EnvironmentProblem("no-pair", "a map needs two cores, this process may use one", "name --hosts or --plan")
    net = Net("memory", "shm", "memory of one node", {core.id: {"": core.node} for core in cores})
    topology = Topology(inventory)
    name = inventory.nodes[0].hostname
    return Targets(name, cores, (net,), topology.relation, {core.id: None for core in cores}, inventory)


def of_hosts(hosts: Sequence[str], interfaces: Sequence[str]) -> Targets:
    """One endpoint on each host, joined by the network of their names; a host that is named twice gets two.
    `interfaces` makes one network of each."""
    names = named_apart(hosts)
    found = [Endpoint(id=name, node=host, address=host) for name, host in zip(names, hosts, strict=True)]
    return _of_list(found, interfaces, ())


def named_apart(hosts: Sequence[str]) -> list[str]:
    """A name for each endpoint on these hosts: the host's own, numbered where it is named twice."""
    return [f"{host}#{index}" if hosts.count(host) > 1 else host for index, host in enumerate(hosts)]


def of_file(file: File, interfaces: Sequence[str]) -> Targets:
    """The endpoints of an endpoints file."""
    listed = read(file)
    found = _of_list(endpoints(listed, socket.gethostname()), interfaces, listed.endpoint)
    return replace(found, agent=listed.agent or "")


def of_plan(plan: ClusterPlan, networks: Sequence[str], *, in_lab: bool = False) -> Targets:
    """The endpoints of a plan, and the networks among `networks` (empty: all)."""
    known = {network.name for network in plan.networks}
    if unknown := set(networks) - known:
        raise UsageError(
            "no-network", f"the plan has no network '{unknown.pop()}'", f"it has: {', '.join(sorted(known))}"
        )
    place = links.positions(plan)
    found = []
    for node in plan.nodes:
        found.append(Endpoint(id=node.name, node=node.name, arch=node.arch))
        found += [Endpoint(id=card.name, node=node.name, kind="card", arch=card.arch) for card in node.cards]
    declared = to_map(plan, in_lab=in_lab).paths
    nets = []
    for network in plan.networks:
        members = [interface for interface in network.interfaces if interface.endpoint != plan.head]
        interfaces: dict[str, tuple[str, ...]] = {}
        addresses: dict[str, dict[str, str]] = {}
        for member in members:
            addresses.setdefault(member.endpoint, {})[member.segment] = member.address
            interfaces[member.endpoint] = (*interfaces.get(member.endpoint, ()), member.name)
        if not networks or network.name in networks:
            nets.append(
                Net(
                    network.name,
                    network.fabric,
                    f"{network.model} network, MTU {network.mtu}",
                    addresses,
                    interfaces,
                    {_ends(one): one.error or "" for one in declared if one.fabric == network.name and one.error},
                    {
                        _ends(one): (one.latency_s, one.bandwidth_bytes_per_s)
                        for one in declared
                        if one.fabric == network.name and one.latency_s is not None
                    },
                )
            )
    expected = _expected(plan, [one.id for one in found])
    return Targets(
        plan.name,
        tuple(found),
        tuple(nets),
        lambda a, b: links.relation(place[a.id], place[b.id]),
        {one.id: one.id for one in found},
        addresses=tuple(interface.address for network in plan.networks for interface in network.interfaces),
        names={one: tuple(names) for one, names in expected.names.items()},
        expected=expected,
        warnings=plan.warnings,
    )


def of_plan_file(file: File, networks: Sequence[str]) -> Targets:
    """As `of_plan`, from a cluster.toml."""
    return of_plan(read_plan(file), networks)


def addresses_of_this_side(targets: Targets) -> list[str]:
    """The addresses of this machine by which endpoints may reach it, first the one that leads to most of them.

    Raises EnvironmentProblem when none is routed.
    """
    found: Counter[str] = Counter()
    problem = ""
    for address in targets.addresses:
        try:
            family, _, _, _, sockaddr = socket.getaddrinfo(address, 9, type=socket.SOCK_DGRAM)[0]
            with socket.socket(family, socket.SOCK_DGRAM) as sock:
                sock.connect(sockaddr)  # of a datagram socket: asks the routing table, sends nothing
                found[sock.getsockname()[0]] += 1
        except OSError as error:
            problem = f"{address}: {error.strerror or error}"
    if not found:
        raise EnvironmentProblem(
            "no-route", f"no endpoint can be reached from here: {problem}", "check names and routes"
        )
    return [address for address, _ in found.most_common()]


def _ends(path: Path) -> tuple[str, str]:
    return path.source, path.target


def _of_list(found: Sequence[Endpoint], interfaces: Sequence[str], entries: Sequence[Entry]) -> Targets:
    names = [one.id for one in found]
    if len(names) < 2 or len(set(names)) < len(names):
        raise UsageError("bad-endpoints", "a map needs two endpoints or more, each named once", "mend the list")
    addresses = {one.id: {"": one.address or one.node} for one in found}
    nets = [
        Net(name, "network", f"through {name}", addresses, dict.fromkeys(addresses, (name,))) for name in interfaces
    ] or [Net("network", "network", "what the MPI chooses", addresses)]
    return Targets(
        f"{len(names)} endpoints",
        tuple(found),
        tuple(nets),
        Topology(Inventory(nodes=())).relation,
        {one.id: one.address for one in found},
        entries={entry.id: entry for entry in entries},
        addresses=tuple(one.address for one in found if one.address),
        names=dict.fromkeys(names, tuple(one.address or one.node for one in found[:_MOST_NAMES])),
    )


def _expected(plan: ClusterPlan, endpoints: Sequence[str]) -> Expected:
    names: dict[str, dict[str, list[str]]] = {}
    interfaces: dict[str, dict[str, str]] = {endpoint: {} for endpoint in endpoints}
    for endpoint in endpoints:
        names[endpoint] = {}
        for address, known in known_names(plan, endpoint):
            for name in known[: _MOST_NAMES - len(names[endpoint])]:
                names[endpoint].setdefault(name, []).append(address)
    for network in plan.networks:
        for item in network.interfaces:
            interfaces.setdefault(item.endpoint, {})[item.name] = item.address
    return Expected(
        names=names,
        interfaces=interfaces,
        forwards=frozenset(node.name for node in plan.nodes if node.cards),
        addresses=frozenset(item.address for network in plan.networks for item in network.interfaces),
    )
