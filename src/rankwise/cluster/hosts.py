"""The hosts file that an endpoint of a plan should have."""

from __future__ import annotations

from rankwise.cluster.links import positions
from rankwise.core.records.cluster import ClusterPlan


def hosts_file(plan: ClusterPlan, endpoint: str) -> str:
    """The text of /etc/hosts on `endpoint`: itself, then every name that it can resolve to an address it can reach."""
    place = positions(plan)
    lines = ["127.0.0.1 localhost"]
    seen: set[str] = set()
    for network in plan.networks:
        for interface in network.interfaces:
            if network.model == "static-pair" and not _same_pair_node(plan, endpoint, interface.endpoint):
                continue
            names = [interface.endpoint + network.suffix]
            position = place[interface.endpoint]
            if network.model == "static-pair":
                if position.kind == "host" and (
                    interface.endpoint == endpoint or interface.segment.split("/")[1] != endpoint
                ):
                    continue  # each card knows its host by the address on its own pair
                names.append("host" if position.kind == "host" else interface.endpoint.rpartition("-")[2])
            names = [name for name in names if name not in seen]
            seen.update(names)
            if names:
                lines.append(f"{interface.address} {' '.join(names)}")
    return "\n".join(lines) + "\n"


def _same_pair_node(plan: ClusterPlan, a: str, b: str) -> bool:
    place = positions(plan)
    return place[a].node is not None and place[a].node == place[b].node
