"""Where ranks run: endpoints in rank order, what is known of their nodes, and how a job is started on them."""

from __future__ import annotations

import socket
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import TracebackType

from rankwise.core.at_once import on_each
from rankwise.core.errors import EnvironmentProblem, RankwiseError, UsageError
from rankwise.core.reach import SSH
from rankwise.core.records import Endpoint, LaunchSpec, Mpi, Place
from rankwise.inventory.collect import collect, collect_all
from rankwise.inventory.records import Inventory, NodeInventory
from rankwise.measure.build import engine_for
from rankwise.measure.endpoints import Entry
from rankwise.measure.stage import staged
from rankwise.model.topology import Topology
from rankwise.placement.containers import inside
from rankwise.placement.endpoint_checks import PlannedFacts
from rankwise.placement.nets import Net

_MOST_SOURCES, _FEW_SOURCES = 512, 32  # pairs of 4,096 endpoints are 17 millions


def not_looked_at(silent: Mapping[str, str]) -> list[str]:
    """The words that tell of each host that is `silent`, with why."""
    return [f"{host} could not be looked at: {why}" for host, why in silent.items()]


def _none_answers(errors: Sequence[RankwiseError]) -> RankwiseError:
    """What is told where no host answers: why each of them does not."""
    if len(errors) == 1:
        return errors[0]
    whys = "\n".join(dict.fromkeys(error.in_a_line for error in errors))
    return EnvironmentProblem(errors[0].code, f"none of {len(errors)} hosts answers:\n{whys}", errors[0].hint)


def _no_settings(_endpoint: str) -> dict[str, str]:
    return {}


@dataclass
class Placement:
    """Endpoints in rank order. Engines that are copied to endpoints are taken away at the end of a `with` block.

    `hosts`: how the launch agent calls each endpoint, by its id (None: this machine). `entries`: what of an endpoint
    differs from the launching side; endpoints without one see the same files as this machine. `nets`: the networks that
    join them. `addresses`: all addresses of endpoints, also on networks that are not to be mapped. `names`: those that
    each endpoint is asked to resolve. `expected`: what a plan says of its endpoints. `nodes_looked_at`: by host.
    `container`: the command that starts ranks in a container, where an endpoint's entry names none. `silent`: hosts
    that could not be looked at, with why; `warnings` tell them too.
    """

    name: str
    endpoints: tuple[Endpoint, ...]
    hosts: dict[str, str | None]
    launcher: str = "mpiexec"
    agent: str = ""
    interface: str | None = None
    entries: dict[str, Entry] = field(default_factory=dict)
    nets: tuple[Net, ...] = ()
    addresses: tuple[str, ...] = ()
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)
    expected: PlannedFacts = field(default_factory=PlannedFacts)
    planned_relation: Callable[[Endpoint, Endpoint], str] | None = None
    nodes_looked_at: dict[str | None, NodeInventory] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    silent: dict[str, str] = field(default_factory=dict)
    container: str = ""
    _programs: dict[str, dict[str, str]] = field(default_factory=dict, repr=False)
    _stack: ExitStack = field(default_factory=ExitStack, repr=False)

    def __enter__(self) -> Placement:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._programs.clear()
        self._stack.close()

    @property
    def local(self) -> bool:
        """Whether all endpoints are on this machine."""
        return all(host is None for host in self.hosts.values())

    @property
    def nodes(self) -> int:
        """How many nodes the endpoints are on."""
        return len({endpoint.node for endpoint in self.endpoints})

    def endpoint(self, name: str) -> Endpoint:
        """The endpoint of this id."""
        return next(endpoint for endpoint in self.endpoints if endpoint.id == name)

    # What is known of the nodes.

    def look(self, names: Iterable[str]) -> dict[str, NodeInventory]:
        """The nodes of these endpoints, each looked at once, many at a time. Raises EnvironmentProblem for one that
        cannot be looked at."""
        names = list(names)
        silent = self.try_to_look(names)
        for name in names:
            if self.hosts[name] in silent:
                raise silent[self.hosts[name]]
        return {name: self.nodes_looked_at[self.hosts[name]] for name in names}

    def try_to_look(self, names: Iterable[str]) -> dict[str | None, RankwiseError]:
        """Looks at the nodes of these endpoints; the hosts that cannot be looked at, with why."""
        hosts = [host for host in dict.fromkeys(self.hosts[name] for name in names) if host not in self.nodes_looked_at]
        silent: dict[str | None, RankwiseError] = {}

        def look_at(host: str | None) -> None:
            try:
                node = collect() if host is None else collect_all(self.agent or SSH, (host,)).nodes[0]
                self.nodes_looked_at[host] = node
            except RankwiseError as error:
                silent[host] = error

        on_each(hosts, look_at)
        return {host: silent[host] for host in hosts if host in silent}

    def of_those_that_answered(self) -> Placement:
        """The endpoints whose nodes were looked at; all are, where none was before, and those that do not answer are
        told. Raises EnvironmentProblem where none answers."""
        silent: dict[str | None, RankwiseError] = {}
        if not any(self._answered(endpoint.id) for endpoint in self.endpoints):
            silent = self.try_to_look(endpoint.id for endpoint in self.endpoints)
        kept = tuple(endpoint for endpoint in self.endpoints if self._answered(endpoint.id))
        if not kept:
            raise _none_answers(list(silent.values()))
        why = {str(host): error.message for host, error in silent.items()}
        rest = self.with_only({endpoint.id for endpoint in kept}, not_looked_at(why))
        rest.silent = {**self.silent, **why}
        return rest

    def with_only(self, names: Collection[str], told: Sequence[str]) -> Placement:
        """The endpoints of these ids; `told` says why the others are not among them."""
        kept = tuple(endpoint for endpoint in self.endpoints if endpoint.id in names)
        return replace(
            self,
            endpoints=kept,
            hosts={name: host for name, host in self.hosts.items() if name in names},
            entries={name: entry for name, entry in self.entries.items() if name in names},
            nets=tuple(net.of(names) for net in self.nets),
            addresses=tuple(endpoint.address for endpoint in kept if endpoint.address) or self.addresses,
            warnings=(*self.warnings, *told),
        )

    @property
    def inventory(self) -> Inventory:
        """The nodes of all endpoints in rank order, each once, but for those that did not answer before."""
        hosts = dict.fromkeys(self.hosts[endpoint.id] for endpoint in self.endpoints)
        if not any(host in self.nodes_looked_at for host in hosts):
            self.look(endpoint.id for endpoint in self.endpoints)
        nodes = [self.nodes_looked_at[host] for host in hosts if host in self.nodes_looked_at]
        return Inventory(nodes=tuple({node.hostname: node for node in nodes}.values()))

    @cached_property
    def relation(self) -> Callable[[Endpoint, Endpoint], str]:
        """What two endpoints are to each other, in the words of `model.topology`: as a plan says, else as their nodes
        show."""
        return self.planned_relation or Topology(self.inventory).relation

    @cached_property
    def _first_pairs(self) -> dict[str, tuple[int, int]]:
        pairs: dict[str, tuple[int, int]] = {}
        for source in self.sources():
            for target in range(len(self.endpoints)):
                if source != target:
                    pairs.setdefault(self.relation(self.endpoints[source], self.endpoints[target]), (source, target))
        return pairs

    def sources(self) -> list[int]:
        """The ranks whose relations to all others are looked at: all, or of very many a few that are spread evenly,
        rank 0 first."""
        count = len(self.endpoints)
        if count <= _MOST_SOURCES:
            return list(range(count))
        return [index * count // _FEW_SOURCES for index in range(_FEW_SOURCES)]

    @property
    def path_class(self) -> str:
        """What the endpoints are to each other, two by two, each relation once: `same socket, other node`."""
        return ", ".join(self._first_pairs)

    def pairs(self) -> list[tuple[int, int]]:
        """A pair of ranks of each relation that endpoints have to each other, ranks 0 and 1 first."""
        return list(self._first_pairs.values())

    def oversubscribed(self, group: Sequence[str] = ()) -> bool:
        """Whether a machine has more ranks of these endpoints (of all) than CPUs: endpoints may be parts of one, and
        know no other CPUs. A machine that was not looked at counts as large enough."""
        ranks: Counter[str] = Counter()
        cpus: dict[str, set[int]] = defaultdict(set)
        for name in group or [endpoint.id for endpoint in self.endpoints]:
            node = self.nodes_looked_at.get(self.hosts[name])
            if node is not None:
                machine = node.boot_id or node.hostname
                ranks[machine] += 1
                cpus[machine].update(node.allowed_cpus)
        return any(count > len(cpus[machine]) for machine, count in ranks.items() if cpus[machine])

    # How ranks are started.

    @cached_property
    def control(self) -> str:
        """Where ranks find the tool: `unix` on this machine alone, else the address of this side that leads to most
        endpoints. Raises EnvironmentProblem when none is routed."""
        return "unix" if self.local else self.addresses_of_this_side()[0]

    def addresses_of_this_side(self) -> list[str]:
        """The addresses of this machine by which endpoints may reach it, first the one that leads to most of them.

        Raises EnvironmentProblem when none is routed.
        """
        sides: Counter[str] = Counter()
        problem = ""
        for address in self.addresses:
            if "@" in address:
                raise UsageError(
                    "bad-host",
                    f"'{address}' names a user, and MPI launchers take a host alone",
                    "name the host alone, and its User in ~/.ssh/config",
                )
            try:
                family, _, _, _, sockaddr = socket.getaddrinfo(address, 9, type=socket.SOCK_DGRAM)[0]
                with socket.socket(family, socket.SOCK_DGRAM) as sock:
                    sock.connect(sockaddr)  # of a datagram socket: asks the routing table, sends nothing
                    sides[sock.getsockname()[0]] += 1
            except OSError as error:
                problem = f"{address}: {error.strerror or error}"
        if not sides:
            raise EnvironmentProblem(
                "no-route", f"no endpoint can be reached from here: {problem}", "check names and routes"
            )
        return [address for address, _ in sides.most_common()]

    def programs(self, mpi: Mpi) -> dict[str, str]:
        """The engine of an MPI on each endpoint, built and brought there where needed. Raises EnvironmentProblem."""
        if mpi.name not in self._programs:
            answered = [entry for entry in self.entries.values() if entry.address is None or self._answered(entry.id)]
            brought = self._stack.enter_context(staged(mpi, answered, self.agent or None)).programs if answered else {}
            shared = [name for name in self.hosts if name not in brought]
            self._programs[mpi.name] = {**brought, **(dict.fromkeys(shared, str(engine_for(mpi))) if shared else {})}
        return self._programs[mpi.name]

    def _answered(self, name: str) -> bool:
        return self.hosts[name] in self.nodes_looked_at

    def container_of(self, name: str) -> str:
        """The command that starts the endpoint's rank in a container; empty where it runs without."""
        entry = self.entries.get(name)
        return (entry.container if entry else None) or self.container

    def spec(
        self,
        mpi: Mpi,
        group: Sequence[str] = (),
        *,
        settings: Callable[[str], Mapping[str, str]] = _no_settings,
        knobs: Mapping[str, str] | None = None,
        oversubscribed: bool | None = None,
        programs: Mapping[str, str] | None = None,
    ) -> LaunchSpec:
        """One rank of `mpi` on each endpoint of `group` (on all), each with the engine that fits it, or with the one of
        `programs`. `settings` gives the environment of an endpoint by its id; what the file of endpoints says of it
        wins."""
        programs = programs or self.programs(mpi)
        chosen = [self.endpoint(name) for name in group] if group else self.endpoints
        places = []
        for endpoint in chosen:
            entry = self.entries.get(endpoint.id)
            prefix = entry.prefix if entry else None
            env = {**settings(endpoint.id), **(entry.env if entry else {})}
            places.append(
                Place(
                    host=self.hosts[endpoint.id],
                    program=programs[endpoint.id],
                    cpus=endpoint.cpus,
                    prefix=prefix,
                    env=env,
                    wrapper=inside(self.container_of(endpoint.id), mpi, prefix, env),
                )
            )
        return LaunchSpec(
            places=tuple(places),
            agent=None if self.local or self.launcher == "srun" else self.agent or None,
            launcher="srun" if self.launcher == "srun" else "mpiexec",
            interface=self.interface,
            knobs=dict(knobs or {}),
            oversubscribed=self.oversubscribed(group) if oversubscribed is None else oversubscribed,
        )
