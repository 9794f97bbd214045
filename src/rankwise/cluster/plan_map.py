"""A plan as a Map: what every pair should do, before anything is measured."""

from __future__ import annotations

from collections.abc import Iterator

from rankwise.cluster.links import DeclaredLink, direct_links, positions, relation
from rankwise.cluster.plan_resources import resources_at
from rankwise.cluster.records import ClusterPlan, Network
from rankwise.cluster.switches import Switches
from rankwise.core.grouped import grouped
from rankwise.core.records import Endpoint
from rankwise.model.records import Fabric, Map, Path, PathClass


def to_map(plan: ClusterPlan, *, in_lab: bool = False) -> Map:
    """The declared map: one fabric per network, a class per level of latency and rate, unreachable pairs with why.

    `in_lab` gives the figures as a lab realises them, after each network's `slowdown`. The head is not part of it.
    """
    paths: list[Path] = []
    classes: list[PathClass] = []
    for network in plan.networks:
        slowdown = network.slowdown if in_lab else 1.0
        links = [link for link in _all_links(plan, network) if plan.head not in (link.source, link.target)]
        path_classes = _classes(network, links, slowdown)
        of = {pair: item.id for item in path_classes for pair in item.paths}
        classes += path_classes
        for link in links:
            paths.append(
                Path(
                    source=link.source,
                    target=link.target,
                    fabric=network.name,
                    path_class=of.get((link.source, link.target)),
                    latency_s=link.latency_s * slowdown,
                    bandwidth_bytes_per_s=link.rate_bytes_per_s / slowdown if link.rate_bytes_per_s else None,
                    through=link.through,
                )
            )
        paths += _unreachable(plan, network, {(link.source, link.target) for link in links})
    return Map(
        name=plan.name,
        origin="declared",
        source=plan.source,
        endpoints=tuple(plan_endpoints(plan)),
        fabrics=tuple(
            Fabric(
                id=n.name,
                kind=n.fabric,
                description=description_of(n),
                evidence="declared",
                slowdown=n.slowdown if in_lab else 1.0,
            )
            for n in plan.networks
        ),
        paths=tuple(paths),
        classes=tuple(classes),
        resources=resources_at(plan, in_lab=in_lab),
        warnings=plan.warnings,
    )


def _all_links(plan: ClusterPlan, network: Network) -> list[DeclaredLink]:
    """Direct links, and the pairs of cards that a host forwards between."""
    direct = {(link.source, link.target): link for link in direct_links(plan, network)}
    links = list(direct.values())
    if network.model == "flat":
        return links
    place = positions(plan)
    for node in plan.nodes:
        for a in node.cards:
            for b in node.cards:
                up, down = direct.get((a.name, node.name)), direct.get((node.name, b.name))
                if a is b or up is None or down is None:
                    continue
                rates = [rate for rate in (up.rate_bytes_per_s, down.rate_bytes_per_s) if rate]
                how = relation(place[a.name], place[b.name]) + ", through the host"
                latency_s = up.latency_s + down.latency_s
                through = tuple(dict.fromkeys((*up.through, *down.through)))
                links.append(DeclaredLink(a.name, b.name, "", how, latency_s, min(rates) if rates else None, through))
    return links


def _classes(network: Network, links: list[DeclaredLink], slowdown: float) -> list[PathClass]:
    """Links of one latency and rate that share the same are one class: measurement could not tell them apart."""
    levels = grouped(((link.latency_s, link.rate_bytes_per_s, link.through), link) for link in links)
    classes: list[PathClass] = []
    for latency_s, rate, through in sorted(levels, key=lambda level: (-(level[1] or float("inf")), level[0], level[2])):
        if rate is None:  # a class states a bandwidth; a link without a declared rate has none to state
            continue
        members = levels[(latency_s, rate, through)]
        seconds, bytes_per_s = latency_s * slowdown, rate / slowdown
        classes.append(
            PathClass(
                id=f"{network.name}-{len(classes) + 1}",
                fabric=network.name,
                relations=tuple(sorted({link.relation for link in members})),
                paths=tuple((link.source, link.target) for link in members),
                latency_s=seconds,
                latency_low_s=seconds,
                latency_high_s=seconds,
                bandwidth_bytes_per_s=bytes_per_s,
                bandwidth_low_bytes_per_s=bytes_per_s,
                bandwidth_high_bytes_per_s=bytes_per_s,
                through=through,
            )
        )
    return classes


def _unreachable(plan: ClusterPlan, network: Network, reached: set[tuple[str, str]]) -> Iterator[Path]:
    members = list(dict.fromkeys(i.endpoint for i in network.interfaces if i.endpoint != plan.head))
    place = positions(plan)
    for a in members:
        for b in members:
            if a != b and (a, b) not in reached:
                card = a if place[a].kind == "card" else b
                why = f"static pair: {card} reaches only {place[card].node} and its cards"
                yield Path(source=a, target=b, fabric=network.name, reachable=False, error=why)


def plan_endpoints(plan: ClusterPlan) -> Iterator[Endpoint]:
    """Hosts and cards of a plan, as a map has them."""
    address = {i.endpoint: i.address for network in reversed(plan.networks) for i in network.interfaces}
    switches = Switches.of_plan(plan.switches)
    for node in plan.nodes:
        at = switches.place(node.name)
        adapters = {socket: f"adapter{number}" for number, socket in reversed(list(enumerate(node.nic_sockets())))}
        yield Endpoint(
            id=node.name,
            node=node.name,
            address=address.get(node.name),
            arch=node.arch,
            switches=at,
            adapter="adapter0",
        )
        for card in node.cards:
            yield Endpoint(
                id=card.name,
                node=node.name,
                kind="card",
                address=address.get(card.name),
                arch=card.arch,
                switches=at,
                socket=card.socket,
                adapter=adapters.get(card.socket, "adapter0"),
            )


def description_of(network: Network, *, in_lab: bool = True) -> str:
    """The network in words; `in_lab`: how much slower it is in a lab, too."""
    stretched = f", {network.slowdown:g} times slower in a lab" if in_lab and network.slowdown != 1.0 else ""
    return f"{network.model} network, MTU {network.mtu}{stretched}"
