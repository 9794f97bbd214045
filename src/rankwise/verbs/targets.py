"""What a map is of: endpoints and the networks that join them, from cores, host names, a file, a plan or a lab."""

from __future__ import annotations

import socket
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from rankwise.cluster import links
from rankwise.cluster.plan import read_plan
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import ClusterPlan, Endpoint, Inventory, Record
from rankwise.inventory.collect import collect
from rankwise.model.topology import Topology, core_endpoints

_MOST_CORES = 64


@dataclass(frozen=True)
class Net:
    """One network to be mapped. `addresses`: who is on it, by endpoint id, and where; `interfaces`: on which of its own
    network interfaces (empty: the MPI chooses)."""

    name: str
    kind: str
    description: str
    addresses: dict[str, str]
    interfaces: dict[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Targets:
    """Endpoints and networks. `hosts` is how the launch agent calls each endpoint (None: this machine); `programs` and
    `prefixes` say where an endpoint keeps another engine or MPI than the launching side; `addresses` are all addresses
    of endpoints, also on networks that are not to be mapped."""

    name: str
    endpoints: tuple[Endpoint, ...]
    nets: tuple[Net, ...]
    relation: Callable[[Endpoint, Endpoint], str]
    hosts: dict[str, str | None]
    inventory: Inventory | None = None
    programs: dict[str, str] = field(default_factory=dict)
    prefixes: dict[str, str] = field(default_factory=dict)
    addresses: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def local(self) -> bool:
        return all(host is None for host in self.hosts.values())


def of_this_machine() -> Targets:
    """The cores that this process may use."""
    inventory = Inventory(nodes=(collect(),))
    endpoints = core_endpoints(inventory.nodes[0])[:_MOST_CORES]
    if len(endpoints) < 2:
        raise EnvironmentProblem("no-pair", "a map needs two cores, this process may use one", "name --hosts or --plan")
    net = Net("memory", "shm", "memory of one node", {one.id: one.node for one in endpoints})
    topology = Topology(inventory)
    name = inventory.nodes[0].hostname
    return Targets(name, endpoints, (net,), topology.relation, {one.id: None for one in endpoints}, inventory)


def of_hosts(hosts: Sequence[str], interfaces: Sequence[str]) -> Targets:
    """One endpoint on each host, joined by the network of their names; `interfaces` makes one network of each."""
    return _of_list([_Listed(id=host, host=host) for host in hosts], interfaces)


def of_file(file: Path, interfaces: Sequence[str]) -> Targets:
    """Endpoints from a TOML file: `[[endpoints]]` with id, host, and as needed address, node, kind, cpus, arch,
    program (the engine there) and prefix (the MPI there)."""
    try:
        listed = msgspec.toml.decode(file.read_bytes(), type=_File).endpoints
    except OSError as error:
        raise UsageError("no-file", f"{file}: {error.strerror}", "give a readable file") from error
    except msgspec.DecodeError as error:
        raise UsageError(
            "bad-endpoints", f"{file}: {error}", 'write [[endpoints]] with id = "a" and host = "a"'
        ) from error
    return _of_list(listed, interfaces)


def of_plan(plan: ClusterPlan, networks: Sequence[str]) -> Targets:
    """The endpoints of a plan, and the networks among `networks` (empty: all)."""
    known = {network.name for network in plan.networks}
    if unknown := set(networks) - known:
        raise UsageError(
            "no-network", f"the plan has no network '{unknown.pop()}'", f"it has: {', '.join(sorted(known))}"
        )
    place = links.positions(plan)
    endpoints = []
    for node in plan.nodes:
        endpoints.append(Endpoint(id=node.name, node=node.name, arch=node.arch))
        endpoints += [Endpoint(id=card.name, node=node.name, kind="card", arch=card.arch) for card in node.cards]
    nets = []
    for network in plan.networks:
        members = [one for one in network.interfaces if one.endpoint != plan.head]
        interfaces: dict[str, tuple[str, ...]] = {}
        for one in members:
            interfaces[one.endpoint] = (*interfaces.get(one.endpoint, ()), one.name)
        if not networks or network.name in networks:
            nets.append(
                Net(
                    network.name,
                    network.fabric,
                    f"{network.model} network, MTU {network.mtu}",
                    {one.endpoint: one.address for one in members},
                    interfaces,
                )
            )
    return Targets(
        plan.name,
        tuple(endpoints),
        tuple(nets),
        lambda a, b: links.relation(place[a.id], place[b.id]),
        {one.id: one.id for one in endpoints},
        addresses=tuple(one.address for network in plan.networks for one in network.interfaces),
        warnings=plan.warnings,
    )


def of_plan_file(file: Path, networks: Sequence[str]) -> Targets:
    """As `of_plan`, from a cluster.toml."""
    return of_plan(read_plan(file), networks)


def address_of_this_side(targets: Targets) -> str:
    """The address of this machine by which most endpoints reach it. Raises EnvironmentProblem when none is routed."""
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
    return found.most_common(1)[0][0]


class _Listed(Record, frozen=True, kw_only=True):
    id: str
    host: str
    address: str = ""
    node: str = ""
    kind: str = "core"
    cpus: tuple[int, ...] = ()
    arch: str | None = None
    program: str = ""
    prefix: str = ""


class _File(Record, frozen=True, kw_only=True):
    endpoints: tuple[_Listed, ...]


def _of_list(listed: Sequence[_Listed], interfaces: Sequence[str]) -> Targets:
    names = [one.id for one in listed]
    if len(names) < 2 or len(set(names)) < len(names):
        raise UsageError("bad-endpoints", "a map needs two endpoints or more, each named once", "mend the list")
    endpoints = tuple(
        msgspec.convert(
            {
                "id": one.id,
                "node": one.node or one.host,
                "kind": one.kind,
                "cpus": one.cpus,
                "address": one.address or one.host,
                "arch": one.arch,
            },
            Endpoint,
        )
        for one in listed
    )
    addresses = {one.id: one.address or one.host for one in listed}
    nets = [
        Net(name, "network", f"through {name}", addresses, dict.fromkeys(addresses, (name,))) for name in interfaces
    ] or [Net("network", "network", "what the MPI chooses", addresses)]
    return Targets(
        f"{len(names)} endpoints",
        endpoints,
        tuple(nets),
        Topology(Inventory(nodes=())).relation,
        {one.id: one.host for one in listed},
        programs={one.id: one.program for one in listed if one.program},
        prefixes={one.id: one.prefix for one in listed if one.prefix},
        addresses=tuple(addresses.values()),
    )
