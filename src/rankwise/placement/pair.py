"""Two endpoints on which the transports of an MPI are tried: the networks they share, a side for each transport."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi
from rankwise.measure.endpoints import Entry
from rankwise.measure.side import Side
from rankwise.mpis import catalog
from rankwise.mpis.records import FabricChoice
from rankwise.placement.nets import interface_settings, networks_by_address, networks_of, private_networks
from rankwise.placement.placement import Placement


@dataclass(frozen=True)
class EndpointPair:
    """`networks` are the IPv4 networks that both endpoints are on, with the interfaces of each; `networks_of` has the
    network of the interface of every address, IPv6 too."""

    placement: Placement
    source: str
    target: str
    networks: dict[str, dict[str, tuple[str, ...]]]
    networks_of: dict[str, str]

    @property
    def ends(self) -> tuple[str, str]:
        """Both endpoints."""
        return self.source, self.target

    @property
    def between_nodes(self) -> bool:
        """Whether the two are on different nodes."""
        return self.placement.endpoint(self.source).node != self.placement.endpoint(self.target).node

    def interfaces(self) -> dict[str, tuple[str, ...]]:
        """The networks with the interfaces of the first endpoint."""
        return {cidr: there[self.source] for cidr, there in self.networks.items()}

    def place(self) -> str:
        """The part of a side of a comparison that puts its ranks on these two; empty where a file says more of them."""
        ends = [self.placement.endpoint(name) for name in self.ends]
        hosts = [self.placement.hosts[end.id] for end in ends]
        entries = self.placement.entries.values()
        if any(entry != Entry(id=entry.id, address=entry.address) for entry in entries):
            return ""
        if any(hosts) and hosts[0] == hosts[1]:
            return ""
        if any(hosts):
            return "hosts=" + ",".join(host or end.node for host, end in zip(hosts, ends, strict=True))
        return f"cpus={ends[0].cpus[0]},{ends[1].cpus[0]}" if all(end.cpus for end in ends) else ""

    def side(self, name: str, mpi: Mpi, choice: FabricChoice, knobs: Mapping[str, str] | None = None) -> Side:
        """One rank on each endpoint, messages forced over the transport; `knobs` besides."""
        settings = partial(interface_settings, choice, self.networks)
        spec = self.placement.spec(mpi, self.ends, settings=settings, knobs={**choice.knobs, **(knobs or {})})
        return Side(name, mpi, catalog.launcher_for(mpi), spec, control=self.placement.control)


def pair_of(placement: Placement, ends: tuple[str, str]) -> EndpointPair:
    """Looks at the nodes of both endpoints. Raises UsageError for an endpoint that is not there, EnvironmentProblem for
    one that cannot be looked at."""
    known = [endpoint.id for endpoint in placement.endpoints]
    for name in ends:
        if name not in known:
            raise UsageError("no-endpoint", f"there is no endpoint '{name}'", f"there are: {', '.join(known[:12])}")
    nodes = placement.look(ends)
    on = {name: networks_of(node) for name, node in nodes.items()}
    private = private_networks(nodes.values())
    shared = [cidr for cidr in on[ends[0]] if cidr in on[ends[1]] and cidr not in private]
    return EndpointPair(
        placement,
        *ends,
        {cidr: {name: there[cidr] for name, there in on.items()} for cidr in shared},
        {address: cidr for node in nodes.values() for address, cidr in networks_by_address(node).items()},
    )


def one_of_each(placement: Placement, most: int) -> list[tuple[str, str]]:
    """A pair of endpoints for each relation that there is, in the order of the endpoints, at most `most`.

    Raises UsageError where there are fewer than two endpoints.
    """
    need_two(placement)
    pairs: dict[str, tuple[str, str]] = {}
    for index in placement.sources():
        source = placement.endpoints[index]
        for target in placement.endpoints[index + 1 :]:
            pairs.setdefault(placement.relation(source, target), (source.id, target.id))
    return list(pairs.values())[:most]


def need_two(placement: Placement) -> None:
    """Raises UsageError where there is no pair of endpoints."""
    if len(placement.endpoints) < 2:
        raise UsageError(
            "no-pair",
            f"paths need two endpoints or more, {placement.name} has {len(placement.endpoints)}",
            "allow more cores, or name more --hosts, --endpoints or a --plan",
        )
