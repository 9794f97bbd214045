"""The ground on which sides stand: the cores of this machine, or the unequal endpoints of a file."""

from __future__ import annotations

import socket
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from rankwise.core import settings
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import Endpoint, Inventory, LaunchSpec, Mpi, Place
from rankwise.inventory.collect import collect, collect_all
from rankwise.measure import endpoints as endpoints_file
from rankwise.measure.build import engine_for
from rankwise.measure.stage import staged
from rankwise.model.topology import core_endpoints, pairs_that_differ
from rankwise.placement.targets import named_apart

_MOST_RANKS = 64
_SSH = "ssh -o BatchMode=yes"


@dataclass
class Ground:
    """Endpoints in rank order, what is known of their nodes, and how ranks reach the tool.

    `control` is `unix` on this machine alone, else this machine's address as the other hosts reach it. Engines that
    had to be copied to endpoints are taken away when `stack` closes. `agent` reaches the endpoints of a file.
    """

    endpoints: tuple[Endpoint, ...]
    inventory: Inventory
    stack: ExitStack
    control: str = "unix"
    file: endpoints_file.EndpointsFile | None = None
    agent: str = ""
    _programs: dict[str, dict[str, str]] = field(default_factory=dict)

    def spec(self, mpi: Mpi) -> LaunchSpec:
        """One rank of `mpi` on every endpoint, each with the engine that fits it."""
        if self.file is None:
            program = str(engine_for(mpi))
            places = tuple(Place(host=None, program=program, cpus=endpoint.cpus) for endpoint in self.endpoints)
            return LaunchSpec(places=places)
        if mpi.name not in self._programs:
            brought = self.stack.enter_context(staged(mpi, self.file.endpoint, self.agent or None))
            self._programs[mpi.name] = brought.programs
        spec = endpoints_file.launch_spec(self.file, self._programs[mpi.name])
        return replace(spec, agent=self.agent or None, oversubscribed=self.oversubscribed())

    @property
    def nodes(self) -> int:
        """How many nodes the endpoints are on."""
        return len({endpoint.node for endpoint in self.endpoints})

    @property
    def path_class(self) -> str:
        """What the endpoints are to each other, two by two, each relation once: `same socket, other node`."""
        return ", ".join(pairs_that_differ(self.inventory, self.endpoints))

    def pairs(self) -> list[tuple[int, int]]:
        """A pair of ranks of each relation that endpoints have to each other, ranks 0 and 1 first."""
        rank = {one.id: index for index, one in enumerate(self.endpoints)}
        differ = pairs_that_differ(self.inventory, self.endpoints).values()
        return [(rank[a.id], rank[b.id]) for a, b in differ]

    def oversubscribed(self) -> bool:
        """Whether a machine has more ranks than CPUs: endpoints may be parts of one, and know no other CPUs."""
        machine = {node.hostname: node.boot_id or node.hostname for node in self.inventory.nodes}
        ranks = Counter(machine.get(endpoint.node, endpoint.node) for endpoint in self.endpoints)
        cpus: dict[str, set[int]] = defaultdict(set)
        for node in self.inventory.nodes:
            cpus[machine[node.hostname]].update(node.sandbox.allowed_cpus or (cpu.id for cpu in node.cpus))
        return any(count > len(cpus[name]) for name, count in ranks.items() if cpus[name])


def this_machine(stack: ExitStack, ranks: int = 0) -> Ground:
    """One endpoint for each core that this process may use, or the first `ranks` of them.

    Raises UsageError when more ranks are asked for than there are cores.
    """
    node = collect()
    cores = core_endpoints(node)
    if not cores:
        raise EnvironmentProblem("no-cores", "this process may run on no core", "see `taskset -p $$` and the cpuset")
    wanted = ranks or min(len(cores), _MOST_RANKS)
    if wanted > len(cores):
        raise UsageError(
            "too-many-ranks",
            f"{wanted} ranks were asked for, {len(cores)} cores are allowed here",
            "ranks that share a core measure the scheduler, not the MPI: ask for fewer",
        )
    return Ground(cores[:wanted], Inventory(nodes=(node,)), stack)


def chosen_ground(stack: ExitStack, ranks: int, endpoints: Path | None, hosts: Sequence[str]) -> Ground:
    """One rank on each endpoint of a file or on each host; on cores of this machine where neither is named.

    Raises UsageError where more than one of them says how many ranks there are.
    """
    if sum((bool(ranks), endpoints is not None, bool(hosts))) > 1:
        raise UsageError("ranks-twice", "--ranks, --endpoints and --hosts each say how many ranks", "give one of them")
    if endpoints is not None:
        return from_file(stack, endpoints)
    return from_hosts(stack, hosts) if hosts else this_machine(stack, ranks)


def named_ground(endpoints: Path | None, hosts: Sequence[str]) -> dict[str, str]:
    """What a run keeps of where it was measured, for `ground_named_in`; nothing for this machine."""
    if endpoints is not None:
        return {"endpoints": str(endpoints.absolute())}
    return {"hosts": ",".join(hosts)} if hosts else {}


def ground_named_in(settings: Mapping[str, str]) -> tuple[Path | None, tuple[str, ...]]:
    """The file of endpoints and the hosts that `named_ground` wrote down."""
    hosts = settings.get("hosts", "")
    return Path(settings["endpoints"]) if "endpoints" in settings else None, tuple(hosts.split(",")) if hosts else ()


def on_cpus(stack: ExitStack, cpus: tuple[int, ...]) -> Ground:
    """One endpoint for each of these CPUs of this machine, in this order.

    Raises UsageError for one that may not be used here.
    """
    node = collect()
    allowed = set(node.sandbox.allowed_cpus) or {cpu.id for cpu in node.cpus}
    if strange := sorted(set(cpus) - allowed):
        raise UsageError(
            "no-such-cpu",
            f"CPU {', '.join(map(str, strange))} may not be used here",
            f"allowed are {', '.join(map(str, sorted(allowed)))}",
        )
    kind: Literal["core", "card"] = "card" if node.carrier else "core"
    places = tuple(
        Endpoint(id=f"{node.hostname}:c{cpu}#{rank}", node=node.hostname, kind=kind, cpus=(cpu,), arch=node.arch)
        for rank, cpu in enumerate(cpus)
    )
    return Ground(places, Inventory(nodes=(node,)), stack)


def from_file(stack: ExitStack, path: Path) -> Ground:
    """The endpoints of a file. Every node is looked at by itself, through the file's agent or ssh."""
    return _from_entries(stack, endpoints_file.read(path))


def from_hosts(stack: ExitStack, hosts: Sequence[str]) -> Ground:
    """One endpoint on each host, in this order; a host that is named twice gets two."""
    names = named_apart(hosts)
    entries = tuple(endpoints_file.Entry(id=name, address=host) for name, host in zip(names, hosts, strict=True))
    return _from_entries(stack, endpoints_file.EndpointsFile(endpoint=entries, agent=settings.value("agent") or None))


def _from_entries(stack: ExitStack, file: endpoints_file.EndpointsFile) -> Ground:
    hosts = tuple(dict.fromkeys(entry.address for entry in file.endpoint if entry.address is not None))
    here = collect()
    agent = file.agent or settings.value("agent")
    there = collect_all(agent or _SSH, hosts).nodes if hosts else ()
    names = {host: node.hostname for host, node in zip(hosts, there, strict=True)}
    found = endpoints_file.endpoints(file, here.hostname)
    # Topology knows nodes by their own names, an endpoints file by the address that reaches them.
    named = tuple(_named(endpoint, names) for endpoint in found)
    everyone = {node.hostname: node for node in (here, *there)}
    used = tuple(node for name, node in everyone.items() if name in {endpoint.node for endpoint in named})
    control = _own_address_towards(hosts[0]) if hosts else "unix"
    return Ground(named, Inventory(nodes=used), stack, control, file, agent)


def _named(endpoint: Endpoint, names: dict[str, str]) -> Endpoint:
    return replace(endpoint, node=names.get(endpoint.node, endpoint.node))


def _own_address_towards(host: str) -> str:
    """This machine's address on the route to `host`; connecting a datagram socket sends nothing."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, 9, type=socket.SOCK_DGRAM)[0]
        with socket.socket(family, kind) as probe:
            probe.connect(address)
            return str(probe.getsockname()[0])
    except OSError as error:
        raise EnvironmentProblem(
            "no-route", f"no way from here to the endpoint {host}: {error}", "is the name right, and the network up?"
        ) from error
