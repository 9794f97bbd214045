"""Many processes spread over the endpoints of a placement, every two of them joined by the network."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from msgspec.structs import replace

from rankwise.core.records import LaunchSpec, Mpi
from rankwise.inventory.records import NodeInventory
from rankwise.measure.side import Side
from rankwise.mpis import catalog
from rankwise.mpis.fabrics import fabrics
from rankwise.mpis.records import FabricChoice
from rankwise.placement.fabric import listed_on
from rankwise.placement.nets import interface_settings, networks_of, private_networks
from rankwise.placement.placement import Placement


@dataclass(frozen=True)
class Spread:
    """`networks` are the IPv4 networks that all nodes are on, with the interfaces of each endpoint."""

    placement: Placement
    networks: dict[str, dict[str, tuple[str, ...]]]

    @property
    def ends(self) -> tuple[str, str] | None:
        """Two endpoints, on different nodes where there are several; None for one endpoint alone."""
        first, *others = self.placement.endpoints
        far = [other for other in others if other.node != first.node] or others
        return (first.id, far[0].id) if far else None

    def choices(self, mpi: Mpi) -> tuple[FabricChoice, ...]:
        """Every transport of an MPI. Ranks of one node use it too: each peer costs what one on another node does."""
        first = self.placement.endpoints[0].id
        interfaces = {cidr: there[first] for cidr, there in self.networks.items()}
        return fabrics(mpi, networks=interfaces, lists=listed_on(mpi, self.placement, first))

    def side(self, mpi: Mpi, choice: FabricChoice, processes: int) -> Side:
        """So many ranks over a transport, in equal blocks on the endpoints, on the CPUs of each machine in turn; those
        that wait give up the core."""
        count = len(self.placement.endpoints)
        group = [self.placement.endpoints[rank * count // processes].id for rank in range(processes)]
        settings = partial(interface_settings, choice, self.networks)
        plain = self.placement.spec(mpi, group, settings=settings, knobs=choice.knobs, oversubscribed=True)
        spec = self._on_cpus_in_turn(plain, group)
        return Side(choice.name, mpi, catalog.launcher_for(mpi), spec, control=self.placement.control)

    def _on_cpus_in_turn(self, spec: LaunchSpec, group: Sequence[str]) -> LaunchSpec:
        placed: Counter[str] = Counter()
        places = []
        for place, name in zip(spec.places, group, strict=True):
            node = self.placement.nodes_looked_at[self.placement.hosts[name]]
            cpus, machine = _usable(node), node.boot_id or node.hostname
            places.append(replace(place, cpus=(cpus[placed[machine] % len(cpus)],)))
            placed[machine] += 1
        return replace(spec, places=tuple(places))


def spread_over(placement: Placement) -> Spread:
    """Looks at the nodes. Those that do not answer, or are not on the network that most are on, are left out and told.
    Raises EnvironmentProblem where no node answers."""
    answered = placement.of_those_that_answered()
    names = [endpoint.id for endpoint in answered.endpoints]
    nodes = answered.look(names)
    private = private_networks(nodes.values())
    on = {
        name: {cidr: there for cidr, there in networks_of(node).items() if cidr not in private}
        for name, node in nodes.items()
    }
    members = Counter(cidr for there in on.values() for cidr in there)
    common = max(members, key=lambda cidr: members[cidr], default="")
    kept = [name for name in names if common in on[name]] or names
    shared = [cidr for cidr in members if all(cidr in on[name] for name in kept)]
    strange = [name for name in names if name not in kept]
    told = [f"left out, because they are not on {common}: {', '.join(strange)}"] if strange else []
    chosen = answered.with_only(kept, told)
    return Spread(chosen, {cidr: {name: on[name][cidr] for name in kept} for cidr in shared})


def _usable(node: NodeInventory) -> list[int]:
    return sorted(node.sandbox.allowed_cpus or (cpu.id for cpu in node.cpus if cpu.online))
