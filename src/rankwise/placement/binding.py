"""A core for each endpoint that names no CPU, so that ranks on other hosts are bound as those of this machine are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from msgspec.structs import replace

from rankwise.core.records import Endpoint
from rankwise.inventory.records import NodeInventory
from rankwise.model.topology import core_endpoints


def bound(endpoints: Sequence[Endpoint], nodes: Sequence[NodeInventory | None]) -> tuple[Endpoint, ...]:
    """The endpoints, those without CPUs on the next free core of their node; `nodes` in the same order, None for one
    that was not looked at.

    Nodes of one boot are parts of one machine, and get cores of their own. Where a machine has fewer cores than
    endpoints they share on purpose, as in a lab: those stay unbound.
    """
    taken: dict[str, set[int]] = defaultdict(set)
    members: dict[str, list[int]] = defaultdict(list)
    for index, (endpoint, node) in enumerate(zip(endpoints, nodes, strict=True)):
        if node is not None:
            machine = node.boot_id or node.hostname
            members[machine].append(index)
            taken[machine].update(endpoint.cpus)
    placed = list(endpoints)
    for machine, indices in members.items():
        cpus: dict[int, int] = {}
        for index in (index for index in indices if not endpoints[index].cpus and endpoints[index].kind != "gpu"):
            node = nodes[index]
            assert node is not None
            free = [core.cpus[0] for core in core_endpoints(node) if core.cpus[0] not in taken[machine]]
            if not free:
                break
            cpus[index] = free[0]
            taken[machine].add(free[0])
        else:
            for index, cpu in cpus.items():
                placed[index] = replace(endpoints[index], cpus=(cpu,))
    return tuple(placed)
