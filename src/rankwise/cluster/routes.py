"""Routes beyond an endpoint's own networks."""

from __future__ import annotations

import ipaddress

from rankwise.cluster.records import ClusterPlan


def routes_of(plan: ClusterPlan) -> list[tuple[str, str, str]]:
    """Routes beyond the own networks, as (endpoint, network, gateway): cards of a static pair reach the other cards of
    their node through the host, and nothing else."""
    routes = []
    for network in plan.networks:
        if network.model != "static-pair":
            continue
        by_segment: dict[str, dict[str, tuple[str, int]]] = {}
        for i in network.interfaces:
            by_segment.setdefault(i.segment, {})[i.endpoint] = (i.address, i.prefix_length)
        for node in plan.nodes:
            for card in node.cards:
                gateway = by_segment[f"{network.name}/{card.name}"][node.name][0]
                for other in node.cards:
                    if other.name != card.name:
                        address, prefix = by_segment[f"{network.name}/{other.name}"][other.name]
                        beyond = ipaddress.IPv4Interface(f"{address}/{prefix}").network
                        routes.append((card.name, str(beyond), gateway))
    return routes
