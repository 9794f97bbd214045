"""Two endpoints on which the ways of an MPI are tried: which networks they share, and a side for each way."""

from __future__ import annotations

import ipaddress
from contextlib import ExitStack
from dataclasses import dataclass, field

from rankwise.core.errors import UsageError
from rankwise.core.records import Endpoint, FabricChoice, LaunchSpec, Mpi, Nic, NodeInventory, Place
from rankwise.inventory.collect import collect, collect_all
from rankwise.measure.build import engine_for
from rankwise.measure.side import Side
from rankwise.measure.stage import staged
from rankwise.mpis import catalog
from rankwise.placement.targets import Targets, addresses_of_this_side

_SSH = "ssh -o BatchMode=yes"


@dataclass(frozen=True)
class PairGround:
    """`networks` are the IPv4 networks that both endpoints are on, with the interfaces of each; `networks_of` has the
    network of the interface of every address, IPv6 too. `control` is where ranks find the tool."""

    targets: Targets
    source: str
    target: str
    agent: str | None
    launcher: str
    control: str
    networks: dict[str, dict[str, tuple[str, ...]]]
    networks_of: dict[str, str]
    oversubscribed: bool = False
    programs: dict[str, dict[str, str]] = field(default_factory=dict)

    @property
    def between_nodes(self) -> bool:
        return self._endpoint(self.source).node != self._endpoint(self.target).node

    def interfaces(self) -> dict[str, tuple[str, ...]]:
        """The networks with the interfaces of the first endpoint."""
        return {cidr: there[self.source] for cidr, there in self.networks.items()}

    def place(self) -> str:
        """The part of a side of a comparison that puts its ranks on these two; empty where a file says more of them."""
        ends = [self._endpoint(name) for name in (self.source, self.target)]
        hosts = [self.targets.hosts[end.id] for end in ends]
        if self.targets.entries or (any(hosts) and hosts[0] == hosts[1]):
            return ""
        if any(hosts):
            return "hosts=" + ",".join(host or one.node for host, one in zip(hosts, ends, strict=True))
        return f"cpus={ends[0].cpus[0]},{ends[1].cpus[0]}" if all(end.cpus for end in ends) else ""

    def prepare(self, mpi: Mpi, stack: ExitStack) -> None:
        """Builds the engine for the MPI, and brings it to endpoints that need a copy until `stack` closes."""
        if mpi.name in self.programs:
            return
        if entries := self.targets.entries:
            self.programs[mpi.name] = stack.enter_context(staged(mpi, entries.values(), self.agent)).programs
        else:
            self.programs[mpi.name] = dict.fromkeys(self.targets.hosts, str(engine_for(mpi)))

    def side(self, name: str, mpi: Mpi, choice: FabricChoice, knobs: dict[str, str] | None = None) -> Side:
        """One rank on each endpoint, messages forced over the way; `knobs` besides."""
        spec = LaunchSpec(
            places=tuple(self._place(mpi, endpoint, choice) for endpoint in (self.source, self.target)),
            agent=None if self.targets.local else self.agent,
            launcher="srun" if self.launcher == "srun" else "mpiexec",
            knobs={**choice.knobs, **(knobs or {})},
            oversubscribed=self.oversubscribed,
        )
        return Side(name, mpi, catalog.launcher_for(mpi), spec, control=self.control)

    def _place(self, mpi: Mpi, endpoint: str, choice: FabricChoice) -> Place:
        entry = self.targets.entries.get(endpoint)
        there = self.networks.get(choice.network or "", {}).get(endpoint, ())
        return Place(
            host=self.targets.hosts[endpoint],
            program=self.programs[mpi.name][endpoint],
            cpus=self._endpoint(endpoint).cpus,
            prefix=entry.prefix if entry else None,
            env={
                **(dict.fromkeys(choice.interface_variables, ",".join(there)) if there else {}),
                **(entry.env if entry else {}),
            },
        )

    def _endpoint(self, name: str) -> Endpoint:
        return next(endpoint for endpoint in self.targets.endpoints if endpoint.id == name)


def ground_of(targets: Targets, pair: tuple[str, str], agent: str | None, launcher: str) -> PairGround:
    """Looks at the nodes of both endpoints. Raises UsageError for an endpoint that is not there, EnvironmentProblem for
    one that cannot be looked at."""
    known = [endpoint.id for endpoint in targets.endpoints]
    for name in pair:
        if name not in known:
            raise UsageError("no-endpoint", f"there is no endpoint '{name}'", f"there are: {', '.join(known[:12])}")
    nodes = {name: _node(targets, name, agent) for name in dict.fromkeys(pair)}
    first, second = nodes[pair[0]], nodes[pair[1]]
    shared = networks_of(first).keys() & networks_of(second).keys()
    one_machine = first.boot_id == second.boot_id
    return PairGround(
        targets,
        *pair,
        agent,
        launcher,
        "unix" if targets.local else addresses_of_this_side(targets)[0],
        {
            cidr: {name: networks_of(node)[cidr] for name, node in nodes.items()}
            for cidr in networks_of(first)
            if cidr in shared
        },
        {address: cidr for node in nodes.values() for address, cidr in _addresses(node).items()},
        oversubscribed=one_machine and len(first.sandbox.allowed_cpus or first.cpus) < 2,
    )


def one_of_each(targets: Targets, most: int) -> list[tuple[str, str]]:
    """A pair of endpoints for each relation that there is, in the order of the endpoints, at most `most`."""
    found: dict[str, tuple[str, str]] = {}
    for index, one in enumerate(targets.endpoints):
        for other in targets.endpoints[index + 1 :]:
            found.setdefault(targets.relation(one, other), (one.id, other.id))
    return list(found.values())[:most]


def _node(targets: Targets, name: str, agent: str | None) -> NodeInventory:
    host = targets.hosts[name]
    return collect() if host is None else collect_all(agent or _SSH, (host,)).nodes[0]


def networks_of(node: NodeInventory) -> dict[str, tuple[str, ...]]:
    """IPv4 networks and the interfaces on each; loopback only where there is nothing else."""
    found: dict[str, tuple[str, ...]] = {}
    for nic in node.nics:
        for address in nic.addresses:
            interface = ipaddress.ip_interface(address)
            if interface.version == 4:
                cidr = str(interface.network)
                found[cidr] = tuple(dict.fromkeys((*found.get(cidr, ()), nic.name)))
    outside = {cidr: names for cidr, names in found.items() if not ipaddress.ip_network(cidr).is_loopback}
    return outside or found


def network_of_nic(nic: Nic) -> str | None:
    """The first IPv4 network of an interface."""
    interfaces = [ipaddress.ip_interface(address) for address in nic.addresses]
    return next((str(interface.network) for interface in interfaces if interface.version == 4), None)


def _addresses(node: NodeInventory) -> dict[str, str]:
    """Every address with the IPv4 network of its interface."""
    found = {}
    for nic in node.nics:
        if network := network_of_nic(nic):
            found.update({str(ipaddress.ip_interface(address).ip): network for address in nic.addresses})
    return found
