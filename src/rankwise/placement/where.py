"""What a user names: hosts, a file of endpoints, a plan, a lab, CPUs or nothing; and the placement that it is."""

from __future__ import annotations

import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path as File
from typing import cast

from msgspec.structs import replace as replace_record

from rankwise.cluster import links
from rankwise.cluster.hosts import known_names
from rankwise.cluster.plan import read_plan
from rankwise.cluster.plan_map import description_of, plan_endpoints, to_map
from rankwise.cluster.records import ClusterPlan
from rankwise.core import settings
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import Endpoint
from rankwise.inventory.collect import collect
from rankwise.inventory.records import NodeInventory
from rankwise.measure.endpoints import EndpointsFile, Entry, endpoints, read
from rankwise.model.endpoints_of import PER, Per, endpoints_of
from rankwise.model.records import Path
from rankwise.model.topology import core_endpoints
from rankwise.mpis.agent import of_slurm
from rankwise.placement.endpoint_checks import PlannedFacts
from rankwise.placement.fit import bound, of_those_that_fit, on_switches
from rankwise.placement.nets import Net
from rankwise.placement.node_parts import MOST_RANKS, each_part, left_out
from rankwise.placement.placement import Placement, not_looked_at

_MOST_NAMES = 64  # that an endpoint is asked to resolve


@dataclass(frozen=True)
class Where:
    """Where ranks run: the cores of this machine, or the first `ranks` of them, unless one of the others is given.
    `networks` are networks of a plan, or interfaces of hosts (empty: all, or what the MPI chooses). `lab` is the plan
    of a lab that is up, for a command that runs inside of it. `per`: an endpoint for each `socket`, `core`,
    `adapter` ... of every node (one of `PER`), bound there. `switches`: a file that says which switch hosts are at.
    `agent` and `launcher` are flags, which go before a file and a setting."""

    ranks: int = 0
    hosts: tuple[str, ...] = ()
    endpoints: File | None = None
    plan: File | None = None
    lab: ClusterPlan | None = None
    cpus: tuple[int, ...] = ()
    networks: tuple[str, ...] = ()
    per: str = ""
    switches: File | None = None
    agent: str = ""
    launcher: str = ""

    def __post_init__(self) -> None:
        """Raises UsageError where more than one of them says how many ranks there are."""
        named = {
            "--ranks": bool(self.ranks),
            "--hosts": bool(self.hosts),
            "--endpoints": self.endpoints is not None,
            "--plan": self.plan is not None,
            "--lab": self.lab is not None,
        }
        given = [name for name, is_given in named.items() if is_given]
        if len(given) > 1:
            raise UsageError(
                "ranks-twice", f"{' and '.join(given)} each say how many ranks run, and where", "give one of them"
            )

        if self.per and self.per not in PER:
            raise UsageError("bad-per", f"unknown part of a node '{self.per}'", f"use --per {', '.join(PER)}")
        if self.per and (self.ranks or self.plan or self.lab or self.endpoints):
            raise UsageError(
                "per-and-endpoints", "--per makes endpoints of nodes, and the others name endpoints", "give one of them"
            )

    def kept(self) -> dict[str, str]:
        """What a run keeps of it, for `kept_in`; nothing for this machine."""
        if self.endpoints is not None:
            return {"endpoints": str(self.endpoints.absolute())}
        if self.plan is not None:
            return {"plan": str(self.plan.absolute())}
        per = {"per": self.per} if self.per else {}
        per |= {"switches": str(self.switches.absolute())} if self.switches else {}
        return {**({"hosts": ",".join(self.hosts)} if self.hosts else {}), **per}

    @staticmethod
    def kept_in(kept: Mapping[str, str]) -> Where:
        """What `kept` wrote down."""
        hosts = kept.get("hosts", "")
        return Where(
            hosts=tuple(hosts.split(",")) if hosts else (),
            endpoints=File(kept["endpoints"]) if "endpoints" in kept else None,
            plan=File(kept["plan"]) if "plan" in kept else None,
            per=kept.get("per", ""),
            switches=File(kept["switches"]) if "switches" in kept else None,
        )

    @property
    def here(self) -> bool:
        """Whether it is this machine, for nothing else is named."""
        return not (self.hosts or self.endpoints or self.plan or self.lab)

    def placement(self, *, launcher: str = "", agent: str = "", partial: bool = False) -> Placement:
        """The endpoints, their nodes looked at but for those of a plan. `partial`: hosts that do not answer are told
        and stay.

        Raises UsageError for what is not there, EnvironmentProblem for what cannot be looked at.
        """
        agent = agent or self.agent
        started_by = settings.value("launcher", launcher or self.launcher or None)
        if self.endpoints is not None:
            placed = _from_file(read(self.endpoints), self.networks, agent, started_by, partial=partial)
        elif self.hosts:
            placed = _from_hosts(self.hosts, self.networks, agent, started_by, partial=partial)
        elif self.plan is not None:
            placed = of_plan(read_plan(self.plan), self.networks)
            placed.agent = agent or settings.value("agent")
        elif self.lab is not None:
            placed = of_plan(self.lab, self.networks, in_lab=True)
            placed.agent = agent or settings.value("agent")
        elif self.cpus:
            placed = on_cpus(self.cpus)
        else:
            placed = this_machine(self.ranks)
        if self.per:
            placed = each_part(placed, cast("Per", self.per))
        if self.switches:
            placed = on_switches(placed, self.switches)
        return replace(placed, launcher=started_by)


HERE = Where()
"""All cores of this machine."""


def this_machine(ranks: int = 0) -> Placement:
    """One endpoint for each core that this process may use, or the first `ranks` of them. Of very many cores those are
    chosen among which every relation has a pair, and the rest is told.

    Raises UsageError when more ranks are asked for than there are cores.
    """
    node = collect()
    cores = core_endpoints(node)
    if not cores:
        raise EnvironmentProblem("no-cores", "this process may run on no core", "see `taskset -p $$` and the cpuset")
    if not ranks and len(cores) > MOST_RANKS:
        choice = endpoints_of(node, "core", MOST_RANKS, twin=False)
        return replace(_on_node(node, choice.endpoints), warnings=left_out(choice))
    wanted = ranks or len(cores)
    if wanted > len(cores):
        raise UsageError(
            "too-many-ranks",
            f"{wanted} ranks were asked for, {len(cores)} cores are allowed here",
            "ranks that share a core measure the scheduler, not the MPI: ask for fewer",
        )
    return _on_node(node, cores[:wanted])


def on_cpus(cpus: Sequence[int], node: NodeInventory | None = None) -> Placement:
    """One endpoint for each of these CPUs of this machine, in this order; a CPU may be named again. `node`: this
    machine, where it was looked at before.

    Raises UsageError for one that may not be used here.
    """
    node = node or collect()
    if strange := sorted(set(cpus) - node.allowed_cpus):
        raise UsageError(
            "no-such-cpu",
            f"CPU {', '.join(map(str, strange))} may not be used here",
            f"allowed are {', '.join(map(str, sorted(node.allowed_cpus)))}",
        )
    kind = node.endpoint_kind
    places = tuple(
        Endpoint(id=f"{node.hostname}:c{cpu}#{rank}", node=node.hostname, kind=kind, cpus=(cpu,), arch=node.arch)
        for rank, cpu in enumerate(cpus)
    )
    return _on_node(node, places)


def _on_node(node: NodeInventory, places: tuple[Endpoint, ...]) -> Placement:
    net = Net("memory", "shm", "memory of one node", {place.id: {"": place.node} for place in places})
    hosts: dict[str, str | None] = {place.id: None for place in places}
    return Placement(node.hostname, places, hosts, nets=(net,), nodes_looked_at={None: node})


def _from_hosts(
    hosts: Sequence[str], interfaces: Sequence[str], agent: str, launcher: str, *, partial: bool
) -> Placement:
    """One endpoint on each host, in this order; a host that is named twice gets two."""
    names = [f"{host}#{index}" if hosts.count(host) > 1 else host for index, host in enumerate(hosts)]
    entries = tuple(Entry(id=name, address=host) for name, host in zip(names, hosts, strict=True))
    return _from_file(EndpointsFile(endpoint=entries), interfaces, agent, launcher, partial=partial)


def _from_file(
    file: EndpointsFile, interfaces: Sequence[str], agent: str, launcher: str, *, partial: bool
) -> Placement:
    """The endpoints of a file. Every node is looked at by itself: through the agent, as a step of Slurm's job, else
    through ssh."""
    listed = endpoints(file, socket.gethostname())
    addresses = {endpoint.id: {"": endpoint.address or endpoint.node} for endpoint in listed}
    nets = [
        Net(name, "network", f"through {name}", addresses, dict.fromkeys(addresses, (name,))) for name in interfaces
    ] or [Net("network", "network", "what the MPI chooses", addresses)]
    names = tuple(endpoint.address or endpoint.node for endpoint in listed[:_MOST_NAMES])
    placement = Placement(
        f"{len(listed)} endpoints",
        listed,
        {endpoint.id: endpoint.address for endpoint in listed},
        agent=agent or file.agent or settings.value("agent") or of_slurm(filter(None, names), launcher),
        interface=file.interface,
        entries={entry.id: entry for entry in file.endpoint},
        nets=tuple(nets),
        addresses=tuple(endpoint.address for endpoint in listed if endpoint.address),
        names=dict.fromkeys(addresses, names),
    )
    if not partial:
        placement.look(addresses)
    silent = placement.try_to_look(addresses) if partial else {}
    placement.silent = {str(host): error.message for host, error in silent.items()}
    placement.warnings = tuple(not_looked_at(placement.silent))
    # Topology knows nodes by their own names, an endpoints file by the address that reaches them.
    placement.endpoints = tuple(_named_by_node(endpoint, placement) for endpoint in listed)
    placement = of_those_that_fit(placement, interfaces, partial=partial)
    nodes = [placement.nodes_looked_at.get(placement.hosts[endpoint.id]) for endpoint in placement.endpoints]
    placement.endpoints = bound(placement.endpoints, nodes)
    return placement


def _named_by_node(endpoint: Endpoint, placement: Placement) -> Endpoint:
    node = placement.nodes_looked_at.get(placement.hosts[endpoint.id])
    return replace_record(endpoint, node=node.hostname) if node else endpoint


def of_plan(plan: ClusterPlan, networks: Sequence[str], *, in_lab: bool = False) -> Placement:
    """The endpoints of a plan, and the networks among `networks` (empty: all)."""
    known = {network.name for network in plan.networks}
    if unknown := set(networks) - known:
        raise UsageError(
            "no-network", f"the plan has no network '{unknown.pop()}'", f"it has: {', '.join(sorted(known))}"
        )
    place = links.positions(plan)
    listed = [replace_record(endpoint, address=None) for endpoint in plan_endpoints(plan)]
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
            paths = [path for path in declared if path.fabric == network.name]
            nets.append(
                Net(
                    network.name,
                    network.fabric,
                    description_of(network, in_lab=in_lab),
                    addresses,
                    interfaces,
                    {_ends(path): path.error or "" for path in paths if path.error},
                    {
                        _ends(path): (path.latency_s, path.bandwidth_bytes_per_s)
                        for path in paths
                        if path.latency_s is not None
                    },
                    network.slowdown if in_lab else 1.0,
                )
            )
    expected = _expected(plan, [endpoint.id for endpoint in listed])
    return Placement(
        plan.name,
        tuple(listed),
        {endpoint.id: endpoint.id for endpoint in listed},
        nets=tuple(nets),
        addresses=tuple(interface.address for network in plan.networks for interface in network.interfaces),
        names={endpoint: tuple(names) for endpoint, names in expected.names.items()},
        expected=expected,
        planned_relation=lambda a, b: links.relation(place[a.id], place[b.id]),
        warnings=plan.warnings,
    )


def _ends(path: Path) -> tuple[str, str]:
    return path.source, path.target


def _expected(plan: ClusterPlan, listed: Sequence[str]) -> PlannedFacts:
    names: dict[str, dict[str, list[str]]] = {}
    interfaces: dict[str, dict[str, str]] = {endpoint: {} for endpoint in listed}
    for endpoint in listed:
        names[endpoint] = {}
        for address, known in known_names(plan, endpoint):
            for name in known[: _MOST_NAMES - len(names[endpoint])]:
                names[endpoint].setdefault(name, []).append(address)
    for network in plan.networks:
        for item in network.interfaces:
            interfaces.setdefault(item.endpoint, {})[item.name] = item.address
    return PlannedFacts(
        names=names,
        interfaces=interfaces,
        forwards=frozenset(node.name for node in plan.nodes if node.cards),
        addresses=frozenset(item.address for network in plan.networks for item in network.interfaces),
    )
