"""A core for each endpoint that names no CPU, so that ranks on other hosts are bound as those of this machine are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from msgspec.structs import replace

from rankwise.core.errors import UsageError
from rankwise.core.records import Endpoint, NodeInventory
from rankwise.core.units import number_ranges
from rankwise.model.topology import core_endpoints


def check_cpus(endpoints: Sequence[Endpoint], nodes: Sequence[NodeInventory | None]) -> None:
    """Raises UsageError for an endpoint on a CPU that is not there, is offline, or may not be used; `nodes` as for
    `bound`."""
    for endpoint, node in zip(endpoints, nodes, strict=True):
        if node is None:
            continue
        online = {cpu.id for cpu in node.cpus if cpu.online}
        allowed = set(node.sandbox.allowed_cpus) & online or online
        for cpu in sorted(set(endpoint.cpus) - allowed):
            known = {one.id for one in node.cpus}
            why = "may not be used" if cpu in online else "is offline" if cpu in known else "is not there"
            raise UsageError(
                "no-such-cpu",
                f"endpoint '{endpoint.id}' names CPU {cpu}, which {why} on {node.hostname}",
                f"name some of {number_ranges(sorted(allowed))}",
            )


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
    found = list(endpoints)
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
                found[index] = replace(endpoints[index], cpus=(cpu,))
    return tuple(found)
