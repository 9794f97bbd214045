"""What a reader needs to know of the machine to understand its numbers. Unknown is said, with its reason."""

from __future__ import annotations

from collections import Counter

from rankwise.core.units import format_amount, format_rate, plural
from rankwise.inventory.records import Inventory, Nic, NodeInventory
from rankwise.verbs.records import Survey


def machine_words(inventory: Inventory) -> str:
    """`AMD EPYC 7B13, 8 CPUs, 32 GiB; kvm; docker` of the first node, and how many more nodes there are."""
    if not inventory.nodes:
        return "machine unknown"
    first = inventory.nodes[0]
    parts = [first.cpu_model or first.arch, f"{len(first.cpus)} CPUs"]
    parts += [format_amount(first.memory_bytes)] if first.memory_bytes else []
    parts += [kind for kind in (first.sandbox.virtualization, first.sandbox.container) if kind]
    more = len(inventory.nodes) - 1
    return ", ".join(parts) + (f"; and {plural(more, 'more node')}" if more else "")


def place_words(survey: Survey) -> str:
    """The node that was measured, or how many there were and the first and last of them."""
    names = [node.hostname for node in survey.inventory.nodes] or [survey.run.provenance.hostname]
    return names[0] if len(names) == 1 else f"{len(names)} nodes, {names[0]} to {names[-1]}"


def facts(survey: Survey) -> list[tuple[str, list[tuple[str, str]]]]:
    """(node, [(name, value)]): what a reader needs of each node. Unknown is said, with why."""
    return [(node.hostname, _node_facts(node)) for node in survey.inventory.nodes]


def _node_facts(node: NodeInventory) -> list[tuple[str, str]]:
    sandbox, shared = node.sandbox, node.shared_memory
    memory = format_amount(node.memory_bytes) if node.memory_bytes else "unknown"
    free = f"{format_amount(shared.free_bytes or 0)} free of " if shared.size_bytes else "unknown"
    rows = [
        ("processor", f"{node.cpu_model or 'unknown'} ({node.arch})"),
        ("CPUs", _cpus(node)),
        ("caches", _caches(node)),
        ("memory", f"{memory} in {len(node.numa) or 'unknown'} NUMA nodes"),
        ("system", f"{node.os or 'unknown'}, kernel {node.kernel}"),
        ("sandbox", ", ".join(part for part in (sandbox.virtualization, sandbox.container) if part) or "none seen"),
        ("CPU quota", f"{sandbox.cpu_quota:g} CPUs" if sandbox.cpu_quota else "none"),
        ("/dev/shm", free + (format_amount(shared.size_bytes) if shared.size_bytes else "")),
        ("load when started", f"{node.load_1min:g}" if node.load_1min is not None else "unknown"),
    ]
    rows += [(f"network {nic.name}", _nic(nic)) for nic in node.nics]
    rows += [(f"GPU {number}", gpu.name) for number, gpu in enumerate(node.gpus)]
    rows += [(f"unknown: {name}", why) for name, why in node.unknown.items()]
    return [(name, value) for name, value in rows if value]


def _cpus(node: NodeInventory) -> str:
    sockets = {cpu.socket for cpu in node.cpus if cpu.socket is not None}
    cores = {(cpu.socket, cpu.core) for cpu in node.cpus if cpu.core is not None}
    return f"{len(node.cpus)} logical, {len(cores) or 'unknown'} cores, {len(sockets) or 'unknown'} sockets"


def _caches(node: NodeInventory) -> str:
    alike = Counter((cache.level, cache.kind.lower(), cache.size_bytes) for cache in node.caches)
    return ", ".join(
        f"{count} x L{level} {kind} {format_amount(size) if size else '?'}"
        for (level, kind, size), count in alike.items()
    )


def _nic(nic: Nic) -> str:
    speed = f", {format_rate(nic.speed_bytes_per_s)}" if nic.speed_bytes_per_s else ""
    return f"{nic.kind}, {nic.state or 'state unknown'}{speed}"
