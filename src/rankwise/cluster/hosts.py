"""The hosts file that an endpoint of a plan should have."""

from __future__ import annotations

from collections.abc import Iterator

from rankwise.cluster.links import Position, positions
from rankwise.cluster.records import ClusterPlan, Network, NetworkInterface


def hosts_file(plan: ClusterPlan, endpoint: str) -> str:
    """The text of /etc/hosts on `endpoint`: whom it can reach, by the first of its networks under the plain name, by
    every network that has a suffix under the name with it."""
    lines = [f"{address} {' '.join(names)}" for address, names in known_names(plan, endpoint)]
    return "\n".join(["127.0.0.1 localhost", *lines]) + "\n"


def known_names(plan: ClusterPlan, endpoint: str) -> list[tuple[str, list[str]]]:
    """The lines of that file: each address with its names."""
    place = positions(plan)
    lines = []
    taken: set[str] = set()
    for network in plan.networks:
        for interface in _seen_from(place[endpoint], network, place):
            names = [interface.endpoint, interface.endpoint + network.suffix]
            if network.model == "static-pair" and place[interface.endpoint].kind == "host":
                names.insert(0, "host")
            elif network.model == "static-pair":
                names.append(_short(interface.endpoint))
            free = [name for name in dict.fromkeys(names) if name not in taken]
            taken.update(free)
            if free:
                lines.append((interface.address, free))
    return lines


def _seen_from(here: Position, network: Network, place: dict[str, Position]) -> Iterator[NetworkInterface]:
    own = {interface.segment for interface in network.interfaces if interface.endpoint == here.name}
    interfaces = network.interfaces
    if network.model == "static-pair":  # a card's own host comes first
        interfaces = tuple(sorted(interfaces, key=lambda interface: place[interface.endpoint].kind != "host"))
    for interface in interfaces:
        there = place[interface.endpoint]
        if network.model == "flat":
            visible = interface.segment in own
        elif there.kind == "host":  # a card knows its host by the address on its own pair
            visible = here.kind == "card" and interface.segment in own
        else:  # and the other cards of its node, through the host
            visible = bool(own) and here.node == there.node
        if visible:
            yield interface


def _short(card: str) -> str:
    return card.rpartition("-")[2]
